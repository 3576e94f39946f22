"""``match``, ``ladder``, and ``table`` with several policies: screens, files, bad input."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from plateau_sim.cli.main import main

FAST = ["-n", "100", "--objective", "y", "--team", "duo"]


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit status, output and errors of a command line."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    printed = capsys.readouterr()
    assert isinstance(stop.value.code, int)
    return stop.value.code, printed.out, printed.err


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status, out, errors = call(capsys, *arguments)
    assert status == 0, errors
    assert all(len(line) <= 100 for line in out.splitlines())
    return out


def test_a_match_says_who_is_better_and_by_how_much(capsys: pytest.CaptureFixture[str]) -> None:
    screen = printed(capsys, "match", "greedy", "random", "-p", "4", "-p", "5", *FAST)
    assert screen.startswith("greedy against random, on the same deals with the roles exchanged")
    for said in ("greedy better by", "declaring", "defending", "±", "seed 1", "100 deals"):
        assert said in screen
    assert "bids    those that builder" not in screen


def test_a_match_without_bids_is_over_the_open_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert "5% to 95%" in printed(capsys, "match", "greedy", "random", "-n", "50")


def test_json_of_a_match_has_manifest_rows_and_pairings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = ["match", "greedy", "random", *FAST, "--format", "json"]
    found = json.loads(call(capsys, *line)[1])
    assert found["manifest"]["policies"] == ["greedy", "random"]
    assert "declaring_policy" not in found["manifest"]
    assert found["manifest"]["seed"] == 1 and found["manifest"]["deals"] == 100
    assert [row["role"] for row in found["rows"]] == ["declaring", "defending"]
    for row in found["rows"]:
        assert row["diff_low"] <= row["diff"] <= row["diff_high"] and row["diff_se"] > 0
    assert len(found["pairings"]) == 3 * 2


def test_a_ladder_is_one_screen_a_player_count(capsys: pytest.CaptureFixture[str]) -> None:
    screen = printed(capsys, "ladder", "random", "greedy", "-p", "3", "-p", "4", "-n", "60")
    assert screen.count("rung  policy") == 2
    for said in ("us a deal", "rating", "win % against", "strength", "mean 0", "60 deals"):
        assert said in screen


def test_csv_of_a_ladder_has_a_row_a_rung(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ladder.csv"
    line = ["ladder", "random", "greedy", *FAST, "--format", "csv", "--out", str(out)]
    assert call(capsys, *line)[:2] == (0, "")
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))
    assert [row["policy"] for row in rows] == ["greedy", "random"]
    assert rows[0]["below"] == "random" and float(rows[0]["us_per_deal"]) > 0


def test_precision_says_whether_it_was_reached(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["match", "greedy", "random", *FAST, "--precision", "0.03"]
    assert "reached" in printed(capsys, *line)
    line = [*line[:-1], "0.001", "--max-deals", "120"]
    assert "not reached" in printed(capsys, *line)


def test_policies_of_the_user_can_be_rated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "first.py"
    file.write_text(
        "from plateau_sim import plain_policy\n\n\n"
        "@plain_policy\ndef first(view, legal, rng):\n    return legal[0]\n"
    )
    name = f"{file}:first"
    line = ["match", name, "random", "-n", "6", "--objective", "y", "--team", "duo"]
    found = json.loads(call(capsys, *line, "--format", "json")[1])
    assert list(found["manifest"]["own_files"]) == [name]


def test_a_table_of_several_policies_ends_with_their_range(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = ["table", "-n", "200", "--policy", "random", "--policy", "greedy"]
    screen = printed(capsys, *line, "-p", "3", "-p", "4")
    assert screen.count("Win rates over the policies: lowest to highest") == 2
    assert "2 policies: random · greedy" in screen
    assert " of 2" in screen and "gains" in screen
    assert "over the policies" not in printed(capsys, *line[:-2])
    assert "over the policies" not in printed(capsys, *line, "--by", "seat")
    assert "over the policies" not in printed(capsys, *line, "--mode", "auction")


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("match greedy", "B"),
        ("match greedy nobody", "nobody"),
        ("match greedy random builder", "builder"),
        ("match greedy random --policy builder", "--policy builder"),
        ("match greedy random --declaring builder", "--declaring builder"),
        ("match greedy random --mode auction", "--mode auction"),
        ("match greedy random --bidder random", "--bidder random"),
        ("match greedy random --precision 2", "--precision 2"),
        ("match greedy random --precision half", "half"),
        ("match greedy random --max-deals 100", "--max-deals 100"),
        ("match greedy random -n 0", "--deals 0"),
        ("match greedy random -p 7", "--players 7"),
        ("match greedy random --team trio", "--team trio"),
        ("match greedy random --layout nowhere", "nowhere"),
        ("match greedy random --format xml", "xml"),
        ("match greedy missing.py:decide", "missing.py"),
        ("match greedy random --out no-such-folder/m.json", "no-such-folder"),
        ("ladder greedy", "two or more"),
        ("ladder greedy greedy", "two or more"),
        ("ladder greedy nobody", "nobody"),
        ("ladder --defending greedy", "--defending greedy"),
        ("ladder --mode auction", "--mode auction"),
        ("ladder --max-deals 100", "--max-deals 100"),
    ],
)
def test_bad_input_is_refused(line: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, errors = call(capsys, *line.split())
    lines = errors.strip().splitlines()
    assert (status, out) == (2, "")
    assert named.lower() in lines[0].lower()
    assert 2 <= len(lines) <= 3 and lines[-1].startswith("valid: ")
