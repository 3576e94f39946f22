"""``board`` and ``shape``: screens, JSON, CSV, files, bad input."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from plateau_sim.cli.main import main
from plateau_sim.plateau.layouts import built_in_layouts

FAST = ["--policy", "random", "--deals", "100", "--jobs", "1"]
both = pytest.mark.parametrize("name", ["board", "shape"])
WIDEST = "--full-deck --excuse-variant --positive-only --counter-sabotage --strict-formations"


def status(arguments: list[str]) -> int:
    """Return the exit status of a command line."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert isinstance(stop.value.code, int)
    return stop.value.code


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command line prints."""
    assert status(list(arguments)) == 0
    return capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Return what a command line prints as JSON."""
    printed: dict[str, Any] = json.loads(run(capsys, *arguments, "--format", "json"))
    return printed


@both
@pytest.mark.parametrize("players", range(2, 7))
def test_a_screen_has_at_most_100_columns_and_says_what_was_assumed(
    name: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = run(capsys, name, "-p", str(players), *FAST)
    assert max(map(len, screen.splitlines())) <= 100
    assert not any(line.endswith(" ") for line in screen.splitlines())
    for said in (f"{players} players · layout standard-", "random against random", "random plays"):
        assert said in screen
    assert "bids together" in screen and "100 deals" in screen and "seed 1" in screen


@both
def test_every_setup_fits_the_screen(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["-p", "5", *WIDEST.split(), "--seat", "dealer", "-l", "tricks-central:123456"]
    for more in ([], ["--raises"], ["--team", "duo"], ["--objective", "y", "--exchange", "no"]):
        screen = run(capsys, name, *line, *more, *FAST)
        assert max(map(len, screen.splitlines())) <= 100


@both
def test_a_single_deal_makes_a_screen(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for players in ("2", "6"):
        assert "nan" not in run(capsys, name, "-p", players, *FAST, "-n", "1")


def test_the_board_screen_answers_first(capsys: pytest.CaptureFixture[str]) -> None:
    screen = run(capsys, "board", *FAST)
    assert screen.splitlines()[3].startswith("What matters most: ")
    assert "a correlation, no effect" in screen
    for token in built_in_layouts()["standard-13"].tokens:
        assert token.replace("trick", "#") in screen


def test_the_shape_screen_answers_first(capsys: pytest.CaptureFixture[str]) -> None:
    screen = run(capsys, "shape", *FAST)
    assert screen.splitlines()[3].startswith("Half of the hands are decided by trick ")
    assert "the talon decides" in screen.splitlines()[3]
    assert "no talon is left" in run(capsys, "shape", "-p", "6", *FAST)
    assert "seat   " in screen and "seat   " not in run(capsys, "shape", "--seat", "1st", *FAST)


def test_the_numbers_on_the_board_are_the_causal_values(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = as_json(capsys, "board", "-p", "3", *FAST, "-n", "400")["rows"]
    screen = run(capsys, "board", "-p", "3", *FAST, "-n", "400")
    spaces = [row for row in rows if row["scope"] == "all" and row["group"] == "space"]
    assert len(spaces) == 37
    for row in spaces:
        assert f"{row['token'].replace('trick', '#')} {100 * row['causal']:.0f}" in screen


@both
def test_rows_and_manifest_as_json_and_csv(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = [name, "-p", "3", "--seed", "7", *FAST]
    printed = as_json(capsys, *line)
    manifest, rows = printed["manifest"], printed["rows"]
    assert (manifest["seed"], manifest["deals"], manifest["layout"]) == (7, 100, "standard-13")
    assert manifest["version"] and manifest["rules_version"] and manifest["command"]
    assert {row["scope"] for row in rows} == {"cell", "objective", "all"}
    lines = list(csv.DictReader(io.StringIO(run(capsys, *line, "--format", "csv"))))
    assert len(lines) == len(rows) and lines[0]["seed"] == "7"
    assert list(lines[0])[: len(rows[0])] == list(rows[0])


@both
def test_several_setups_have_a_screen_each(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = [name, "-p", "3", "-p", "4", "-l", "standard", "-l", "random:7", *FAST]
    screen = run(capsys, *line)
    assert [text for text in screen.splitlines() if "players · layout" in text] == [
        f"{players} players · layout {layout} · random against random"
        for players in (3, 4)
        for layout in ("standard-13 (published)", "random:7 (generated)")
    ]
    assert len(as_json(capsys, *line)["manifest"]["setups"]) == 4


@both
def test_out_writes_the_same_bytes_to_a_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "numbers.txt"
    assert run(capsys, name, *FAST, "--out", str(out)) == ""
    assert out.read_text("utf-8") == run(capsys, name, *FAST)
    assert [path.name for path in tmp_path.iterdir()] == ["numbers.txt"]


@both
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ("--mode auction", "--mode auction"),
        ("-p 7", "--players 7"),
        ("--deals 0", "--deals 0"),
        ("--deals many", "--deals many"),
        ("--jobs 0", "--jobs 0"),
        ("--policy nobody", "nobody"),
        ("--layout nowhere", "nowhere"),
        ("--objective square", "--objective square"),
        ("-p 3 --team duo", "--team duo"),
        ("--seat 9th", "--seat 9th"),
        ("--format parquet", "--format parquet"),
        ("--out no-such-folder/x.csv", "no-such-folder"),
        ("--bidder random", "--bidder random"),
        ("--precision 0.01", "--precision"),
        ("stray", "stray"),
    ],
)
def test_bad_input_is_refused(
    name: str, options: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status([name, *options.split()]) == 2
    printed = capsys.readouterr()
    lines = printed.err.strip().splitlines()
    assert printed.out == "" and 2 <= len(lines) <= 3
    assert named in lines[0] and lines[-1].startswith("valid: ")


@both
def test_nothing_is_written_when_the_input_is_bad(name: str, tmp_path: Path) -> None:
    assert status([name, "--policy", "nobody", "--out", str(tmp_path / "x.json")]) == 2
    assert list(tmp_path.iterdir()) == []
