"""``fair``: screens, JSON, CSV, files that are judged again, bad input."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from interrupting import interrupted
from test_cli_inputs import assert_refused
from test_cli_table import run

FAST = ["--policy", "random", "-n", "60", "--playouts", "8", "-j", "1"]


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a file of hands of four players."""
    file = tmp_path / "hands.npz"
    run(capsys, "fair", *FAST, "--save", str(file))
    return file


@pytest.mark.parametrize(("players", "cells"), [(2, 10), (3, 10), (4, 20), (5, 20), (6, 30)])
def test_the_screen_fits_and_says_first_how_many_bids_are_dead(
    players: int, cells: int, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = run(capsys, "fair", "-p", str(players), *FAST)
    lines = screen.splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[0].startswith(f"{players} players · layout standard-")
    assert f"of {cells} bids" in lines[1] and "dead" in lines[1]
    assert "60 hands x 8 playouts" in screen and "seed 1" in screen and "Changes" in screen
    assert "random plays simply" in screen and "\N{NO-BREAK SPACE}" not in screen
    assert ("face-up cards" in screen) == (players == 2)


def test_every_setup_fits_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    options = "--full-deck --excuse-variant --positive-only --counter-sabotage --strict-formations"
    line = ["-p", "5", *options.split(), "-l", "tricks-central:123456", "--seat", "dealer"]
    screen = run(capsys, "fair", *line, *FAST)
    assert max(map(len, screen.splitlines())) <= 100
    assert "the dealer declares" in screen and "above the table's mean" in screen


def test_several_setups_are_told_one_below_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    screen = run(capsys, "fair", "-p", "3", "-p", "4", *FAST)
    assert "3 players" in screen and "4 players" in screen


def test_chosen_cells_are_judged_among_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, "fair", "--team", "solo", "--exchange", "yes", *FAST)
    assert "of 5 bids" in printed and "DUO" not in printed


def test_json_holds_manifest_rows_neighbours_and_changes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = json.loads(run(capsys, "fair", *FAST, "--format", "json"))
    assert told["manifest"]["seed"] == 1 and told["manifest"]["rules_version"]
    (verdict,) = told["verdicts"]
    assert (verdict["hands"], verdict["playouts"], verdict["share"]) == (60, 8, 0.01)
    assert len(verdict["rows"]) == 20 and len(verdict["neighbours"]) == 16
    assert sum(row["share"] for row in verdict["rows"]) == pytest.approx(1)
    changed = [abs(row["changed_value"] - row["value"]) for row in verdict["rows"]]
    assert sum(changed) == verdict["changes"]["total"]
    for row in verdict["rows"]:
        assert row["share_low"] <= row["share"] <= row["share_high"]
        assert row["state"] in ("alive", "unclear", "dead")
        assert row["asked"] == "yes" or row["asked"].startswith("no: ")


def test_csv_has_one_line_per_cell(capsys: pytest.CaptureFixture[str]) -> None:
    lines = list(csv.DictReader(io.StringIO(run(capsys, "fair", *FAST, "--format", "csv"))))
    assert len(lines) == 20
    assert lines[0]["seed"] == "1" and lines[0]["values"] == "rulebook"
    assert lines[0]["hands"] == "60" and lines[0]["playouts"] == "8"


def test_saved_hands_are_judged_as_if_just_played(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "fair", "--from", str(saved)) == run(capsys, "fair", *FAST)
    stricter = run(capsys, "fair", "--from", str(saved), "--share", "0.04")
    assert "under 4%" in stricter


def test_own_values_are_judged_beside_the_rulebooks_on_the_same_hands(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "values.toml"
    file.write_text("[y]\nduo = [6, 8]\n", "utf-8")
    fresh = run(capsys, "fair", *FAST, "--values", str(file))
    assert fresh == run(capsys, "fair", "--from", str(saved), "--values", str(file))
    assert "Rulebook's values:" in fresh and "Your values, from" in fresh
    line = ["fair", "--from", str(saved), "--values", str(file), "--format", "json"]
    book, own = json.loads(run(capsys, *line))["verdicts"]
    for before, after in zip(book["rows"], own["rows"], strict=True):
        assert before["any_win_rate"] == after["any_win_rate"]
        if (before["objective"], before["team"]) == ("y", "duo"):
            assert after["value"] in (6, 8) and after["share"] >= before["share"]
        else:
            assert after["value"] == before["value"] and after["share"] <= before["share"]


def test_out_writes_the_same_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "fair.txt"
    assert run(capsys, "fair", *FAST, "--out", str(out)) == ""
    assert out.read_text("utf-8") == run(capsys, "fair", *FAST)


def test_results_do_not_depend_on_threads(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "fair", *FAST) == run(capsys, "fair", *FAST[:-1], "2")


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("fair -p 7", "--players 7"),
        ("fair -n 1", "--hands 1"),
        ("fair -n 200001", "--hands 200001"),
        ("fair -n many", "--hands many"),
        ("fair --playouts 63", "--playouts 63"),
        ("fair --playouts 0", "--playouts 0"),
        ("fair --share 0", "--share 0"),
        ("fair --share 0.2", "--share 0.2"),
        ("fair --share much", "--share much"),
        ("fair --mode auction", "--mode auction"),
        ("fair --bidder random", "--bidder random"),
        ("fair --raises", "--raises"),
        ("fair --policy nobody", "nobody"),
        ("fair --team trio", "--team trio"),
        ("fair --format parquet", "parquet"),
        ("fair --values missing.toml", "missing.toml"),
        ("fair --save hands.txt", "--save hands.txt"),
        ("fair --save no-such-folder/hands.npz", "no-such-folder"),
        ("fair -p 3 -p 4 --save hands.npz", "--save"),
        ("fair --out no-such-folder/fair.txt", "no-such-folder"),
        ("fair --from missing.npz", "missing.npz"),
        ("fair --from missing.npz -p 4", "--players"),
        ("fair --from missing.npz -n 10", "--hands"),
        ("fair --from missing.npz --save hands.npz", "--save"),
        ("fair stray", "stray"),
    ],
)
def test_bad_option(
    line: str,
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(line.split(), named, capsys)
    assert list(tmp_path.iterdir()) == []


def spoilt(file: Path, **changed: Any) -> None:
    """Change parts of a saved file; a part named ``manifest_...`` is one of the manifest's."""
    with np.load(file) as archive:
        wins, manifest = archive["wins"], json.loads(str(archive["manifest"]))
    for name, value in changed.items():
        if name == "wins":
            wins = value(wins)
        elif value is None:
            del manifest[name]
        else:
            manifest[name] = value
    np.savez(file, wins=wins, manifest=np.array(json.dumps(manifest)))


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"format": "something else"}, "no file of hands"),
        ({"rules_version": 0}, "rules version 0"),
        ({"playouts": 7}, "do not fit"),
        ({"playouts": "8"}, "do not fit"),
        ({"playouts": 2}, "more often than it was played"),
        ({"experiment": {}}, "manifest is damaged"),
        ({"experiment": None}, "manifest is damaged"),
        ({"wins": lambda wins: wins[:, :, :7]}, "do not fit"),
        ({"wins": lambda wins: wins / 2}, "do not fit"),
        ({"wins": lambda wins: wins[0, 0, 0]}, "do not fit"),
        ({"wins": lambda wins: -wins.astype(int)}, "more often"),
    ],
)
def test_bad_file_of_hands(
    changed: dict[str, Any], named: str, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoilt(saved, **changed)
    assert_refused(["fair", "--from", str(saved)], named, capsys)


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04 no archive", b"\x93NUMPY"])
def test_file_that_is_no_archive(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.npz"
    file.write_bytes(content)
    assert_refused(["fair", "--from", str(file)], "hands.npz", capsys)


@pytest.mark.skipif(os.name == "nt", reason="signals as on POSIX")
def test_interrupted_nothing_is_written(tmp_path: Path) -> None:
    files = ["--out", str(tmp_path / "fair.txt"), "--save", str(tmp_path / "hands.npz")]
    line = ["fair", "--policy", "random", "-n", "200000", "--playouts", "1000", *files]
    status, _, errors = interrupted(*line)
    assert status == 130
    assert errors.strip().splitlines() == ["interrupted"]
    assert list(tmp_path.iterdir()) == []
