"""``table``: screens, JSON, CSV, files."""

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

FAST = ["--policy", "random", "--deals", "200"]
COLUMNS = [
    "players",
    "variant",
    "scoring",
    "strict",
    "layout",
    "declaring_policy",
    "defending_policy",
    "seat",
    "exchange",
    "objective",
    "team",
    "value",
    "deals",
    "wins",
    "win_rate",
    "win_low",
    "win_high",
    "ev",
    "ev_low",
    "ev_high",
    "mean_tricks",
    "decided_by_talon",
]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command line prints."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    assert stop.value.code == 0
    return capsys.readouterr().out


def rows_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """Return the rows that a command line prints as JSON."""
    rows: list[dict[str, Any]] = json.loads(run(capsys, *arguments, "--format", "json"))["rows"]
    return rows


@pytest.mark.parametrize(("players", "cells"), [(2, 10), (3, 10), (4, 20), (5, 20), (6, 30)])
def test_table_has_all_bid_cells_in_at_most_100_columns(
    players: int, cells: int, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = run(capsys, "table", "-p", str(players), *FAST)
    assert screen.count("%") == cells + 1  # and the ±95% of the legend
    assert max(map(len, screen.splitlines())) <= 100
    assert f"{players} players · layout standard-" in screen
    assert "200 deals, the same in every cell" in screen


def test_json_row_has_the_promised_fields_and_types(capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(capsys, "table", "--seat", "dealer", *FAST)
    assert len(rows) == 20
    assert list(rows[0]) == COLUMNS
    for row in rows:
        assert row["seat"] == 3 and row["deals"] == 200
        assert row["variant"] == "standard" and row["scoring"] == "standard"
        assert row["strict"] is False and isinstance(row["exchange"], bool)
        assert row["win_low"] <= row["win_rate"] <= row["win_high"]
        assert row["win_rate"] == pytest.approx(row["wins"] / 200)
        share = {"duo": 1, "solo": 3}[row["team"]]
        assert row["ev"] == pytest.approx(share * row["value"] * (2 * row["win_rate"] - 1))


def test_manifest_tells_how_to_repeat(capsys: pytest.CaptureFixture[str]) -> None:
    printed = json.loads(run(capsys, "table", "--format", "json", "--seed", "7", *FAST))
    manifest = printed["manifest"]
    assert (manifest["seed"], manifest["deals"], manifest["layout"]) == (7, 200, "standard-13")
    assert manifest["version"] and manifest["rules_version"] and manifest["command"]
    assert len(manifest["tokens"]) == 37


def test_csv_has_one_line_per_cell(capsys: pytest.CaptureFixture[str]) -> None:
    lines = list(csv.DictReader(io.StringIO(run(capsys, "table", "--format", "csv", *FAST))))
    assert len(lines) == 20
    assert list(lines[0])[: len(COLUMNS)] == COLUMNS
    assert lines[0]["seed"] == "1"


def test_variants_and_scorings_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    options = "--full-deck --excuse-variant --positive-only --counter-sabotage --strict-formations"
    row = rows_of(capsys, "table", "-p", "5", *options.split(), *FAST)[0]
    assert row["variant"] == "full_deck+excuse"
    assert row["scoring"] == "positive+sabotage"
    assert row["strict"] is True and row["layout"] == "derived-15"


def test_every_setup_fits_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    options = "--full-deck --excuse-variant --positive-only --counter-sabotage --strict-formations"
    for mode in ("forced", "auction"):
        line = ["table", "-p", "5", *options.split(), "--mode", mode, "-l", "tricks-central:123456"]
        screen = run(capsys, *line, *FAST)
        assert max(map(len, screen.splitlines())) <= 100


def test_cells_can_be_selected(capsys: pytest.CaptureFixture[str]) -> None:
    choice = ["--objective", "y", "--objective", "fork", "--team", "duo", "--exchange", "no"]
    rows = rows_of(capsys, "table", *choice, *FAST)
    assert [(row["objective"], row["team"], row["exchange"]) for row in rows] == [
        ("y", "duo", False),
        ("fork", "duo", False),
    ]


def test_selected_cells_have_the_same_numbers_as_in_the_whole_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = rows_of(capsys, "table", *FAST)
    part = rows_of(capsys, "table", "--team", "solo", *FAST)
    assert part == [row for row in whole if row["team"] == "solo"]


def test_seats_are_typed_as_people_say_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert rows_of(capsys, "table", "--seat", "4th", *FAST) == rows_of(
        capsys, "table", "--seat", "dealer", *FAST
    )
    assert rows_of(capsys, "table", "--seat", "any", *FAST)[0]["seat"] == "any"


def test_auction_rows_share_all_deals(capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(capsys, "table", "--mode", "auction", "--bidder", "random", *FAST)
    assert rows[-1]["objective"] == "passed" and rows[-1]["ev"] == 0
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    assert sum(row["deals"] for row in rows) == 200
    screen = run(capsys, "table", "--mode", "auction", "--bidder", "random", *FAST)
    assert "all pass" in screen and max(map(len, screen.splitlines())) <= 100


def test_out_writes_the_same_bytes_to_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "table.txt"
    assert run(capsys, "table", *FAST, "--out", str(out)) == ""
    assert out.read_text("utf-8") == run(capsys, "table", *FAST)
    assert [path.name for path in tmp_path.iterdir()] == ["table.txt"]


def test_own_layout_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, "layout", "show", "random:5").split("\n\n", 1)[1]
    file = tmp_path / "mine.toml"
    file.write_text(f'name = "drawn"\nboard = """\n{shown}"""\n', "utf-8")
    drawn = rows_of(capsys, "table", "--layout", str(file), *FAST)
    generated = rows_of(capsys, "table", "--layout", "random:5", *FAST)
    assert drawn[0]["layout"] == "drawn"
    assert [row["wins"] for row in drawn] == [row["wins"] for row in generated]


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--help"]):
        shown = run(capsys, *arguments)
        assert all(name in shown for name in ("table", "trace", "layout", "policies"))
    assert "plateau-sim, version" in run(capsys, "--version")
    assert "greedy" in run(capsys, "policies")
    assert "standard-16" in run(capsys, "layout", "list")


# Started in the background, a process may have been told to ignore the signal.
@pytest.mark.skipif(os.name == "nt", reason="signals as on POSIX")
def test_interrupted_ends_with_one_line_and_status_130(tmp_path: Path) -> None:
    out = tmp_path / "table.json"
    line = ["table", "--policy", "random", "--deals", "100000000", "--out", str(out)]
    status, _, errors = interrupted(*line)
    assert status == 130
    assert errors.strip().splitlines() == ["interrupted"]
    assert list(tmp_path.iterdir()) == []
