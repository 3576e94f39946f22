"""Bad input: status 2, at most three lines that name input, fault and a valid example."""

from __future__ import annotations

from pathlib import Path

import pytest

from plateau_sim.cli.main import main
from plateau_sim.plateau.layouts import built_in_layouts

TOKENS = list(built_in_layouts()["standard-13"].tokens)


def run(arguments: list[str]) -> int:
    """Return the exit status of a command line."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert isinstance(stop.value.code, int)
    return stop.value.code


def assert_refused(arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a command line is refused as the project promises."""
    assert run(arguments) == 2
    printed = capsys.readouterr()
    lines = printed.err.strip().splitlines()
    assert printed.out == ""
    assert 2 <= len(lines) <= 3
    assert named.lower() in lines[0].lower()
    assert lines[-1].startswith("valid: ") and len(lines[-1]) > len("valid: ")
    assert "Traceback" not in printed.err


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("table -p 1", "--players 1"),
        ("table -p 7", "--players 7"),
        ("table --team trio", "--team trio"),
        ("table -p 3 --team duo", "--team duo"),
        ("table --objective square", "--objective square"),
        ("table --policy nobody", "nobody"),
        ("table --declaring nobody", "nobody"),
        ("table --policy greedy --defending random", "--policy greedy"),
        ("table --layout nowhere", "nowhere"),
        ("table --layout random:x", "random:x"),
        ("table --layout derived-15", "trick14"),
        ("table --layout missing.toml", "missing.toml"),
        ("table --bogus", "--bogus"),
        ("table stray", "stray"),
        ("bogus", "bogus"),
        ("table --deals 0", "--deals 0"),
        ("table --deals -3", "--deals -3"),
        ("table --deals 1.5", "--deals 1.5"),
        ("table --deals ten", "--deals ten"),
        ("table --deals", "--deals"),
        ("table --seed -1", "--seed -1"),
        ("table --jobs 0", "--jobs 0"),
        ("table --seat 5th", "--seat 5th"),
        ("table --exchange maybe", "--exchange maybe"),
        ("table --format xml", "xml"),
        ("table -p 2 --full-deck", "full deck"),
        ("table -p 6 --full-deck", "full deck"),
        ("table --excuse-variant", "excuse variant"),
        ("table -p 5 --counter-sabotage", "counter-sabotage"),
        ("table --positive-only --counter-sabotage", "counter-sabotage"),
        ("table --bidder random", "--bidder random"),
        ("table --mode auction --bidder nobody", "nobody"),
        ("table --mode auction --seat 1st", "--seat"),
        ("table --mode auction --objective y", "--objective"),
        ("table --mode solitaire", "solitaire"),
        ("table --out no-such-folder/table.json", "no-such-folder"),
        ("trace --game 6", "--game 6"),
        ("trace --deals 3 --deal 4", "--deals"),
        ("trace --deal -1", "--deal -1"),
        ("layout show", "name"),
        ("layout show nowhere", "nowhere"),
    ],
)
def test_bad_option(line: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(line.split(), named, capsys)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("tokens = [", "not toml"),
        ("name = 'mine'", "tokens or board"),
        (f"tokens = {TOKENS[:-1]}", "36 tokens"),
        (f"tokens = {[*TOKENS[:-1], TOKENS[0]]}", "T1 stands on 2 spaces"),
        (f"tokens = {[*TOKENS[:-1], 'H2']}", "H2"),
        (f"tokens = {[*TOKENS[:-1], 'trick14']}", "trick14"),
        (f"tokens = {[*TOKENS[:-1], 'trick19']}", "trick19"),
        (f"tokens = {[*TOKENS[:-1], 'QQ']}", "QQ"),
        (f"tokens = {[*TOKENS[:-1], '']}", "no such token"),
        (f"tokens = {list(range(37))}", "not text"),
        (f"tokens = {TOKENS}\ncolour = 'red'", "colour"),
        ("board = 5", "not text"),
    ],
)
def test_bad_layout_file(
    content: str, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(content, "utf-8")
    assert run(["table", "--layout", str(file)]) == 2
    message = capsys.readouterr().err
    assert str(file) in message or "mine" in message
    assert named.lower() in message.lower()
    assert len(message.strip().splitlines()) <= 3


def test_layout_file_that_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert_refused(["table", "--layout", str(file)], "UTF-8", capsys)


def test_nothing_is_written_when_the_input_is_bad(tmp_path: Path) -> None:
    out = tmp_path / "table.json"
    assert run(["table", "--policy", "nobody", "--out", str(out)]) == 2
    assert list(tmp_path.iterdir()) == []


def test_out_may_not_be_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(["table", "--out", str(tmp_path)], str(tmp_path), capsys)
