"""``layout``: draw, check, make and change token layouts."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from plateau_sim.cli.main import main
from plateau_sim.plateau.layouts import built_in_layouts, check_layout, read_layout
from plateau_sim.plateau.rules import GameRules

TOKENS = built_in_layouts()["standard-13"].tokens


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command line prints."""
    with pytest.raises(SystemExit) as stop:
        main(["layout", *arguments])
    printed = capsys.readouterr()
    assert (stop.value.code, printed.err) == (0, "")
    return printed.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the message of a command line that is refused as the project promises."""
    with pytest.raises(SystemExit) as stop:
        main(["layout", *arguments])
    printed = capsys.readouterr()
    assert (stop.value.code, printed.out) == (2, "")
    lines = printed.err.splitlines()
    assert 2 <= len(lines) <= 3 and lines[0].startswith("error: ")
    assert lines[-1].startswith("valid: ") and len(lines[-1]) > len("valid: ")
    return printed.err


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", [*built_in_layouts(), "standard", "random:3", "grouped:1"])
def test_show_says_where_it_comes_from_and_for_which_games(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    head, blank, *board = run(capsys, "show", name).splitlines()
    assert "(" in head and " · for " in head and blank == ""
    assert len(board) == 13 and max(map(len, board)) <= 60


def test_show_writes_a_picture(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "show", "random:7", "-p", "2", "--svg", "board.svg")
    root = ET.fromstring((folder / "board.svg").read_bytes())
    assert root[0].text == "random:7 (generated)"
    assert os.listdir(folder) == ["board.svg"]


def test_check_says_legal_for_a_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "new", "mine.toml")
    told = run(capsys, "check", "mine.toml", "-p", "4")
    assert told == "mine (own) is legal for 4 players: 55 cards, 13 tricks\n"
    told = run(capsys, "check", "mine.toml", "-p", "4", "--full-deck")
    assert told == "mine (own) is legal for 4 players with the full deck: 78 cards, 18 tricks\n"


def test_check_says_for_which_games(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "check", "standard-16")
    assert "  2 players                     legal, 16 tricks\n" in told
    assert "  4 players                     no: trick14, but this game has 13 tricks\n" in told
    assert "  4 players with the full deck  legal, 18 tricks\n" in told
    assert run(capsys, "check", "random:5").count("legal,") == 8
    tokens = ["S1", "trick18", *TOKENS[2:]]
    (folder / "odd.toml").write_text(f"tokens = {tokens}", "utf-8")
    assert run(capsys, "check", "odd.toml").count("legal,") == 1


@pytest.mark.parametrize(
    ("change", "options", "named"),
    [
        ({0: "T2"}, (), "T2 stands on 2 spaces"),
        ({0: "T2"}, ("-p", "4"), "T2 stands on 2 spaces"),
        ({0: "S5"}, ("-p", "4"), "S5"),
        ({0: "trick19"}, (), "trick19"),
        ({0: "trick14"}, ("-p", "4"), "trick14"),
        ({0: "QQ"}, (), "QQ"),
    ],
)
def test_check_refuses(
    change: dict[int, str],
    options: tuple[str, ...],
    named: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tokens = [change.get(space, token) for space, token in enumerate(TOKENS)]
    (folder / "mine.toml").write_text(f"tokens = {tokens}", "utf-8")
    message = refused(capsys, "check", "mine.toml", *options)
    assert named in message and "mine" in message


def test_a_new_file_explains_itself_and_is_legal(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [(players, False) for players in range(2, 7)] + [(p, True) for p in (3, 4, 5)]
    for players, full in games:
        options = ["-p", str(players), *["--full-deck"] * full]
        assert run(capsys, "new", "mine.toml", "--force", *options).startswith("mine.toml written")
        rules = GameRules.published(players, full_deck=full)
        layout = read_layout(Path("mine.toml"))
        check_layout(layout, rules)
        text = (folder / "mine.toml").read_text("utf-8")
        assert layout.name == "mine" and f"#1 .. #{rules.tricks} " in text
        assert f"plateau-sim layout check mine.toml {' '.join(options)}\n" in text
        assert max(map(len, text.splitlines())) <= 100
    assert os.listdir(folder) == ["mine.toml"]


def test_a_new_file_may_start_from_any_layout(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = run(capsys, "new", "two.toml", "--from", "standard-16")
    assert told == "two.toml written, for 2 players\n"
    assert read_layout(Path("two.toml")).tokens == built_in_layouts()["standard-16"].tokens
    run(capsys, "new", "three.toml", "--from", "two.toml", "-p", "3", "--full-deck")
    message = refused(capsys, "new", "four.toml", "--from", "two.toml", "-p", "4")
    assert "trick14" in message
    assert sorted(os.listdir(folder)) == ["three.toml", "two.toml"]


def test_new_does_not_overwrite_unless_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "mine.toml").write_text("precious", "utf-8")
    assert "--force" in refused(capsys, "new", "mine.toml")
    assert (folder / "mine.toml").read_text("utf-8") == "precious"
    run(capsys, "new", "mine.toml", "--force")
    assert read_layout(Path("mine.toml")).tokens == TOKENS


def test_a_name_with_signs_is_written_and_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = 'my "best" \\ one #é'
    run(capsys, "new", f"{name}.toml")
    assert read_layout(Path(f"{name}.toml")).name == name


@pytest.mark.parametrize(
    ("one", "other"), [("T1", "trick13"), ("t1", "#13"), (" T1 ", "Trick13"), ("#13", "T1")]
)
def test_swap_exchanges_two_tokens(
    one: str, other: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = run(capsys, "swap", "standard-13", one, other)
    assert run(capsys, "swap", "standard-13", one, other, "-o", "mine.toml") == ""
    assert (folder / "mine.toml").read_text("utf-8") == printed
    layout = read_layout(Path("mine.toml"))
    names = {"standard-13 T1<->trick13", "standard-13 trick13<->T1"}
    assert layout.name in names
    assert layout.tokens == ("trick13", *TOKENS[1:36], "T1")


def test_swap_knows_english_ranks(capsys: pytest.CaptureFixture[str]) -> None:
    assert 'name = "standard-13 HR<->SD"' in run(capsys, "swap", "standard-13", "HK", "sq")


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("show nowhere", "nowhere"),
        ("show standard-13 --svg board.png", "board.png"),
        ("show standard-13 --svg none/board.svg", "none"),
        ("show nowhere --svg board.svg", "nowhere"),
        ("show", "name"),
        ("check", "file"),
        ("check none.toml", "none.toml"),
        ("check none.toml -p 7", "--players 7"),
        ("check standard-13 -p 2 --full-deck", "full deck"),
        ("new mine.txt", "mine.txt"),
        ("new none/mine.toml", "none"),
        ("new mine.toml --from nowhere", "nowhere"),
        ("new mine.toml -p 1", "--players 1"),
        ("new", "file"),
        ("swap standard-13 T1", "token"),
        ("swap standard-13 T1 T9", "'T9'"),
        ("swap standard-13 T1 junk", "'junk'"),
        ("swap standard-13 HR hk", "HR"),
        ("swap nowhere T1 T2", "nowhere"),
        ("swap standard-13 T1 T2 -o mine.json", "mine.json"),
        ("bogus", "bogus"),
    ],
)
def test_bad_input_is_refused_and_nothing_is_written(
    line: str, named: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert named.lower() in refused(capsys, *line.split()).splitlines()[0].lower()
    assert os.listdir(folder) == []


@pytest.mark.parametrize("name", ["list", "show", "check", "new", "swap"])
def test_help_has_two_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = " ".join(run(capsys, name, "--help").split())
    first, second = shown.split("Examples: ")[1].split(" | ")
    assert first.startswith("plateau-sim layout") and second.startswith("plateau-sim layout")
