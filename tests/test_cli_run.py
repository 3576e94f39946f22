"""``run`` and the options of ``table`` that ask for more than one setup."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from interrupting import interrupted

from plateau_sim.cli.main import main


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit status, standard output and standard error of a command line."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    printed = capsys.readouterr()
    assert isinstance(stop.value.code, int)
    return stop.value.code, printed.out, printed.err


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status, out, errors = call(capsys, *arguments)
    assert status == 0, errors
    return out


def test_a_study_gives_what_the_options_give(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = tmp_path / "study.toml"
    study.write_text(
        'players = [3, 4]\ndeals = 200\npolicy = "random"\nobjective = ["y", "fork"]\n'
        'exchange = "no"\npositive-only = true\nformat = "csv"\nfull_deck = false\n',
        "utf-8",
    )
    line = "table -p 3 -p 4 -n 200 --policy random --objective y --objective fork --exchange no"
    expected = printed(capsys, *line.split(), "--positive-only", "--format", "csv")
    assert printed(capsys, "run", str(study)) == expected


def test_a_study_writes_one_row_per_deal_and_cell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study, deals = tmp_path / "study.toml", tmp_path / "deals.csv"
    study.write_text('deals = 50\npolicy = "random"\nteam = "duo"\n', "utf-8")
    printed(capsys, "run", str(study), "--per-deal", str(deals))
    rows = list(csv.DictReader(io.StringIO(deals.read_text("utf-8"))))
    assert len(rows) == 50 * 10
    assert {row["team"] for row in rows} == {"duo"}


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("players = 9", "--players 9"),
        ("colour = 3", "colour"),
        ("full-deck = 3", "full-deck"),
        ("seed = [1, 2]", "seed"),
        ("seed = {a = 1}", "seed"),
        ("deals = ", "TOML"),
        ('policy = "nobody"', "nobody"),
    ],
)
def test_a_bad_study_is_refused(
    content: str, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = tmp_path / "study.toml"
    study.write_text(content, "utf-8")
    status, out, errors = call(capsys, "run", str(study))
    assert (status, out) == (2, "")
    assert named in errors and "study.toml" in errors
    assert len(errors.strip().splitlines()) <= 3


def test_several_setups_come_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["table", "-n", "100", "--policy", "random", "-p", "2", "-p", "3", "-l", "standard"]
    line += ["-l", "random:4", "--format", "json"]
    shown = json.loads(printed(capsys, *line))
    setups = [(setup["players"], setup["layout"]) for setup in shown["manifest"]["setups"]]
    layouts = {2: "standard-16", 3: "standard-13"}
    assert setups == [(p, layout) for p in (2, 3) for layout in (layouts[p], "random:4")]
    assert len(shown["rows"]) == 40


def test_by_seat_has_a_row_for_each_seat(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["table", "-n", "100", "--policy", "random", "--by", "seat"]
    rows: list[dict[str, Any]] = json.loads(printed(capsys, *line, "--format", "json"))["rows"]
    assert [row["seat"] for row in rows[:4]] == [0, 1, 2, 3]
    screen = printed(capsys, *line)
    assert "1st" in screen and "dealer" in screen
    assert max(map(len, screen.splitlines())) <= 100


def test_the_screen_says_whether_the_precision_was_reached(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = ["table", "-n", "500", "--policy", "random", "--precision", "0.03"]
    assert "reached" in printed(capsys, *line)
    assert "not reached" in printed(capsys, *line, "--max-deals", "600")
    assert printed(capsys, *line) == printed(capsys, *line, "--jobs", "1")


@pytest.mark.parametrize(
    "line",
    [
        "table --precision 0",
        "table --precision x",
        "table --precision 0.7",
        "table --max-deals 5",
        "table --mode auction --by seat",
        "table --mode auction --precision 0.1",
        "table --by seat --seat 1st",
        "table --by moon",
        "table --values missing.toml",
        "table --format parquet",
        "run missing.toml",
        "run",
    ],
)
def test_options_that_do_not_fit_are_refused(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, errors = call(capsys, *line.split())
    assert (status, out) == (2, "")
    assert 2 <= len(errors.strip().splitlines()) <= 3


def test_parquet_is_written_or_its_absence_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "table.parquet"
    line = ["table", "-n", "50", "--policy", "random", "--format", "parquet", "-o", str(out)]
    status, _, errors = call(capsys, *line)
    if status == 0:
        assert out.read_bytes()[:4] == b"PAR1"
    else:
        assert status == 2 and "pyarrow" in errors and not out.exists()


@pytest.mark.skipif(os.name == "nt", reason="signals as on POSIX")
def test_interrupted_it_prints_what_it_has_and_then_the_one_line() -> None:
    line = ["table", "--policy", "random", "--deals", "100000000"]
    status, out, errors = interrupted(*line)
    assert status == 130
    assert errors.strip().splitlines() == ["interrupted"]
    assert "PARTIAL" in out and "Bridge" in out
