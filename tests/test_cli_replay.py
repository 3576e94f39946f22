"""``replay``: recorded hands told trick by trick."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import click
import pytest
from helpers import Kind, random_runner

from plateau_sim.cli import replay
from plateau_sim.cli.main import main
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.transcript import play_transcript


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command line prints."""
    with pytest.raises(SystemExit) as stop:
        main(["replay", *arguments])
    printed = capsys.readouterr()
    assert (stop.value.code, printed.err) == (0, "")
    return printed.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the message of a command line that is refused as the project promises."""
    with pytest.raises(SystemExit) as stop:
        main(["replay", *arguments])
    printed = capsys.readouterr()
    assert (stop.value.code, printed.out) == (2, "")
    lines = printed.err.splitlines()
    assert 2 <= len(lines) <= 3 and lines[0].startswith("error: ")
    assert lines[-1].startswith("valid: ") and len(lines[-1]) > len("valid: ")
    return lines[0]


def find(kind: Kind, cell: str = "", wanted: str = "", **options: Any) -> dict[str, Any]:
    """Return the first hand in which something is said in the screen's or transcript's words."""
    runner: Runner = random_runner(kind.rules(), **options)
    row = [str(each) for each in runner.experiment.cells].index(cell) if cell else 0
    for number in range(3000):
        hand = play_transcript(runner, number, row)
        if re.search(wanted, json.dumps(hand)):
            return hand
    raise AssertionError("no such hand")


def write(folder: Path, *hands: dict[str, Any]) -> str:
    """Write transcripts into a file and return its name."""
    path = folder / "hands.jsonl"
    path.write_text("".join(json.dumps(hand) + "\n" for hand in hands), "utf-8")
    return str(path)


WON = {"declaring": "greedy", "defending": "random"}


def test_a_hand_is_told_with_the_board_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = find(Kind(4), "Bridge Duo exchange", '"formation": "f.*won', **WON)
    told = run(capsys, write(tmp_path, hand)).splitlines()
    assert re.fullmatch(
        r"4 players · (1st|2nd|3rd|dealer) declares Exchange Bridge Duo \(1\) and calls .*: "
        r"(the dealer|1st|2nd|3rd) is partner",
        told[0],
    )
    tricks = [line[54:] for line in told if re.match(r"#\d", line[54:])]
    assert len(tricks) == len(hand["tricks"])
    for line, trick in zip(tricks, hand["tricks"], strict=True):
        assert line.split()[2:6] == trick["cards"]
    assert f"Won after trick {len(tricks)}: the chain touches sides " in "\n".join(told)
    assert re.search(
        r"\+1, .* -1\. Raised to (fork|five sides) it would have paid [57]\.", told[-1]
    )
    assert any("[[ ]] chain that decided" in line for line in told)
    board = " ".join(line[:54] for line in told[3:])
    owned = re.findall(r"\[+(\S+?)\]+", board)
    layout = [token.replace("trick", "#") for token in hand["layout"]]
    mine = [name for name, owner in zip(layout, hand["owners"], strict=True) if owner == "declarer"]
    assert sorted(owned) == sorted(mine)


@pytest.mark.parametrize(
    ("kind", "cell", "wanted", "options", "said"),
    [
        (Kind(2), "Y Solo no exchange", "", {}, "Tableau   1st     lower "),
        (Kind(2), "Y Solo exchange", r'talon_claims": \[{.*{.*{.*{', {}, "\n *talon  "),
        (Kind(3), "", '"auction".*won', {"auction": True, **WON}, "Auction   1st "),
        (Kind(3), "Bridge Solo exchange", "", {}, "Exchange  takes .*, puts away "),
        (Kind(3), "", '"passed"', {"auction": True}, "all passed: the hand scores 0"),
        (Kind(4), "Y Duo exchange", '"holder": null', {}, r"calls .. \(in the talon\) and "),
        (Kind(4), "Y Duo exchange", '0, "fork"', {"raises": True}, "Raised    .*: the bid is"),
        (Kind(4), "Six sides Solo exchange", "", {}, "Lost after .*six sides can't be made"),
        (Kind(4, True), "Y Solo exchange", '"card"', {}, r"talon  .*\((opponents|.*)\)"),
        (Kind(5), "Y Duo exchange", '"abdication": true', {"raises": True}, "Abdicated .* scores"),
        (Kind(6), "Y Trio exchange", "", {}, r"Exchange  takes .*, gives .* to .* and .* to "),
        (Kind(6), "Y Trio no exchange", "", {}, "Talon     dealt out: "),
        (Kind(6, False, True), "Y Trio no exchange", "", {}, "6 players · excuse variant"),
    ],
)
def test_all_that_can_happen_is_told(
    kind: Kind,
    cell: str,
    wanted: str,
    options: dict[str, Any],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = run(capsys, write(tmp_path, find(kind, cell, wanted, **options)))
    assert re.search(said, told), told
    assert max(map(len, told.splitlines())) <= 100


def test_several_hands_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = [
        find(Kind(6), "Five sides Trio no exchange", "six_sides.*tricks", raises=True),
        find(Kind(3), "", '"passed"', auction=True),
        find(Kind(2), "Y Solo exchange", '"won"', **WON),
    ]
    lines = run(capsys, write(tmp_path, *hands)).splitlines()
    assert len(lines) == 4 and max(map(len, lines)) <= 100
    assert "No exchange Five sides Trio > Six sides (10)" in lines[1]
    assert lines[2].split() == ["2", "-", "all", "passed", "0", "0", "0"]
    assert lines[3].split()[2:7] == ["Exchange", "Y", "Solo", "(3)", "won"]
    told = run(capsys, write(tmp_path, *hands), "--hand", "2")
    assert told == "3 players · all passed: the hand scores 0, the deal passes on\n" + (
        "Auction   1st passed · 2nd passed · dealer passed\n"
    )


def test_a_hand_is_told_up_to_a_trick(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand = find(Kind(4), "Y Duo exchange")
    told = run(capsys, write(tmp_path, hand), "--trick", "3")
    assert len(re.findall(r" #\d +(1st|2nd|3rd|dealer) ", told)) == 3
    assert "\nTrick 3: " in told and " #3" in told
    assert "decided" not in told and "Lost" not in told and "Won" not in told
    end = run(capsys, write(tmp_path, hand), "--trick", str(len(hand["tricks"])))
    assert "Lost after trick" in end or "Won after trick" in end


def test_the_board_is_drawn_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, picture = write(tmp_path, find(Kind(5), "Y Duo exchange")), tmp_path / "board.svg"
    titles = []
    for arguments in ((), ("--trick", "2")):
        assert "won by" in run(capsys, file, *arguments, "--svg", str(picture))
        titles.append(ET.fromstring(picture.read_bytes())[0].text or "")
    assert re.fullmatch(r".* declares Exchange Y Duo \(3\): (won|lost)", titles[0])
    assert titles[1].endswith(": after trick 2")
    passed = write(tmp_path, find(Kind(3), "", '"passed"', auction=True))
    run(capsys, passed, "--svg", str(picture))
    assert ET.fromstring(picture.read_bytes())[0].text == "All passed"


def test_standard_input_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = json.dumps(find(Kind(3), "Y Solo exchange")).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(hand)))
    assert run(capsys, "-").startswith("3 players · ")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
    assert "standard input line 1" in refused(capsys, "-")


def test_colour_comes_on_terminals_only_and_changes_no_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path, find(Kind(4), "Y Duo exchange"))
    plain = run(capsys, file)
    monkeypatch.setattr(replay, "_coloured", lambda: True)
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *rest: False)
    coloured = run(capsys, file)
    assert "\x1b[" in coloured and "\x1b[" not in plain
    assert click.unstyle(coloured) == plain


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("HANDS --hand 3", "--hand 3"),
        ("HANDS --hand 0", "--hand 0"),
        ("HANDS --hand x", "--hand x"),
        ("HANDS --trick 2", "--trick 2"),
        ("HANDS --svg board.svg", "--svg board.svg"),
        ("HANDS --hand 1 --svg board.png", "board.png"),
        ("HANDS --hand 1 --svg none/board.svg", "none"),
        ("HANDS --hand 1 --trick 14 --svg board.svg", "--trick 14"),
        ("HANDS --hand 1 --trick 19", "--trick 19"),
        ("none.jsonl", "none.jsonl"),
        (".", "'.'"),
        ("empty.jsonl", "empty.jsonl"),
        ("broken.jsonl", "broken.jsonl line 2, winner"),
        ("broken.jsonl --hand 2 --svg board.svg", "broken.jsonl line 2, winner"),
        ("latin.jsonl", "latin.jsonl"),
        ("", "file"),
    ],
)
def test_bad_input_is_refused_and_nothing_is_written(
    arguments: str,
    named: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    hand = find(Kind(4), "Y Duo exchange")
    broken = json.loads(json.dumps(hand))
    del broken["tricks"][0]["winner"]
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    (tmp_path / "latin.jsonl").write_bytes(b"\xe9")
    (tmp_path / "broken.jsonl").write_text(f"{json.dumps(hand)}\n{json.dumps(broken)}\n", "utf-8")
    write(tmp_path, hand, hand)
    before = sorted(os.listdir(tmp_path))
    message = refused(capsys, *arguments.replace("HANDS", "hands.jsonl").split())
    if named.endswith("winner"):
        assert "broken.jsonl line 2, tricks[0]: winner is missing" in message
    else:
        assert named.lower() in message.lower()
    assert sorted(os.listdir(tmp_path)) == before


def test_help_has_two_examples(capsys: pytest.CaptureFixture[str]) -> None:
    shown = " ".join(run(capsys, "--help").split())
    first, second = shown.split("Examples: ")[1].split(" | ")
    assert first.startswith("plateau-sim replay") and second.startswith("plateau-sim replay")
