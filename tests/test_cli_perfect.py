"""``perfect``: screen, JSON, CSV, files, bad input."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from test_cli_anatomy import WIDEST, run, status

FAST = ["-k", "3", "-n", "4", "-j", "1"]
POLICIES = ["random", "greedy"]


@pytest.mark.parametrize("players", range(2, 7))
def test_the_screen_has_at_most_100_columns_and_says_what_was_assumed(
    players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = run(capsys, "perfect", *POLICIES, "-p", str(players), *FAST)
    lines = screen.splitlines()
    assert max(map(len, lines)) <= 100
    assert not any(line.endswith(" ") for line in lines)
    assert lines[4].startswith("In ") and "random" in lines[5] and "greedy" in lines[5]
    for said in (
        f"{players} players · layout standard-",
        "greedy against greedy",
        "last 3 tricks of this play",
        "a yardstick that nobody who doesn't see them can reach",
        "4 deals",
        "seed 1",
    ):
        assert said in screen


def test_every_setup_fits_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["-p", "5", *WIDEST.split(), "-l", "tricks-central:123456", "--declaring", "builder"]
    for more in ([], ["--team", "duo"], ["--objective", "y", "--exchange", "no"]):
        screen = run(capsys, "perfect", "random", "greedy", "builder", *line, *more, *FAST)
        assert max(map(len, screen.splitlines())) <= 100


def test_one_policy_and_one_deal_make_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    screen = run(capsys, "perfect", "random", *FAST, "-n", "1", "--objective", "y")
    assert "nan" not in screen and "minus" not in screen


def test_json_and_csv_hold_the_same_rows(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["perfect", *POLICIES, *FAST]
    told = json.loads(run(capsys, *line, "--format", "json"))
    rows = list(csv.DictReader(io.StringIO(run(capsys, *line, "--format", "csv"))))
    assert len(told["rows"]) == len(rows) == 2 * 3 * 4
    assert told["manifest"]["deals"] == 4 and told["manifest"]["layout"] == "standard-13"
    for one, other in zip(told["rows"], rows, strict=True):
        assert one["policy"] == other["policy"] and str(one["thrown"]) == other["thrown"]
        assert 0 <= one["thrown"] <= one["critical"] <= one["won"] <= one["decisions"]
        if one["critical"]:
            rate = one["thrown"] / one["critical"]
            low, high = one["thrown_of_critical_low"], one["thrown_of_critical_high"]
            assert low <= rate + 1e-8 and rate <= high + 1e-8


def test_a_file_gets_what_the_screen_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "perfect.txt"
    screen = run(capsys, "perfect", "greedy", *FAST)
    assert run(capsys, "perfect", "greedy", *FAST, "--out", str(file)) == ""
    assert file.read_text("utf-8") == screen


@pytest.mark.parametrize(
    ("line", "said"),
    {
        "": "no policy named",
        "nobody": "no such policy",
        "greedy greedy": "named twice",
        "greedy -k 1": "must be from 2 to 8",
        "greedy -k 9": "must be from 2 to 8",
        "greedy -n 0": "must be from 1",
        "greedy -p 7": "must be from 2 to 6",
        "greedy --mode auction": "forced mode only",
        "greedy --team trio": "there is no trio",
        "greedy --format xml": "no such form",
        "greedy --policy nobody": "no such policy",
        "mine.py:decide": "can't be read",
    }.items(),
)
def test_bad_input_ends_with_status_2_and_at_most_three_lines(
    line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.json"
    assert status(["perfect", *line.split(), "--out", str(file)]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and said in printed.err
    assert len(printed.err.splitlines()) <= 3 and list(tmp_path.iterdir()) == []
