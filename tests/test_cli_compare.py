"""``compare``: setups, screens, JSON and CSV, bad input."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from test_cli_run import call, printed

from plateau_sim.plateau.layouts import built_in_layouts

FAST = ["--policy", "random", "-n", "200"]
TOKENS = list(built_in_layouts()["standard-13"].tokens)


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Return the JSON of a comparison."""
    found: dict[str, Any] = json.loads(
        printed(capsys, "compare", *arguments, *FAST, "--format", "json")
    )
    return found


def study(tmp_path: Path, content: str, name: str = "study.toml") -> str:
    file = tmp_path / name
    file.write_text(content, "utf-8")
    return str(file)


@pytest.mark.parametrize(
    "line",
    [
        "standard random:7",
        "standard full-deck -p 3",
        "standard full-deck+excuse strict -p 5",
        "standard-13 tricks-central:1 random:7 -p 4 --raises",
        "standard excuse -p 6",
        "standard random:1 -p 2 --seat dealer",
    ],
)
def test_the_screen_answers_first_and_fits_100_columns(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = printed(capsys, "compare", *line.split(), *FAST)
    lines = screen.splitlines()
    assert max(map(len, lines)) <= 100
    answer = lines.index("") + 1
    starts = "B wins", "No difference", "B and A win"
    assert lines[answer].startswith(starts)
    assert "p_" not in screen and "p =" not in screen
    for said in ("200 deals", "seed 1", "random plays simply", "Holm", "declares"):
        assert said in screen


def test_hands_that_differ_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["compare", "standard", "strict", "full-deck", *FAST]
    screen = printed(capsys, *line)
    assert "Unpaired A and C" in screen and "not the same hands" in screen
    assert "Unpaired" not in printed(capsys, *line[:3], *FAST)
    rows = shown(capsys, "standard", "strict", "full-deck")["rows"]
    assert {row["other"]: row["paired"] for row in rows} == {"strict": True, "full-deck": False}


def test_results_that_must_be_equal_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    screen = printed(capsys, "compare", "standard", "positive-only", *FAST)
    assert "they differ in scoring only" in screen
    screen = printed(capsys, "compare", "standard", "standard", *FAST)
    assert "they are one" in screen and "standard (2)" in screen


def test_json_has_manifest_rows_and_seats(capsys: pytest.CaptureFixture[str]) -> None:
    found = shown(capsys, "standard", "random:7", "strict")
    setups = found["manifest"]["setups"]
    assert [setup["name"] for setup in setups] == ["standard", "random:7", "strict"]
    assert [setup["strict"] for setup in setups] == [False, False, True]
    assert {setup["deals"] for setup in setups} == {200}
    assert len(found["rows"]) == 2 * 20
    assert len(found["seats"]) == 2 * (20 + 1) * 4
    names = list(found["rows"][0])
    assert names[-2:] == ["p_mcnemar", "p_holm"]
    for row in found["rows"]:
        for name in ("diff", "ev_diff", "tricks_diff"):
            assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]
        assert row["diff"] * 200 == pytest.approx(row["only_other"] - row["only_base"])
        assert row["p_mcnemar"] <= row["p_holm"] <= 1


def test_csv_has_rows_by_cell_or_by_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["compare", "standard", "random:7", *FAST, "--format", "csv"]
    rows = list(csv.DictReader(io.StringIO(printed(capsys, *line))))
    assert len(rows) == 20 and rows[0]["seed"] == "1"
    out = tmp_path / "seats.csv"
    assert printed(capsys, *line, "--by", "seat", "--out", str(out)) == ""
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))
    assert [row["seat"] for row in rows[:4]] == ["0", "1", "2", "3"]


def test_setups_are_what_they_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = study(tmp_path, f'name = "mine"\ntokens = {TOKENS[::-1]}', "mine.toml")
    other = study(
        tmp_path,
        'declaring = "greedy"\nlayout = "random:3"\npositive-only = true\nfull-deck = false\n'
        "deals = 7\nraises = true\n",
    )
    found = shown(capsys, "standard", board, other, "full-deck+excuse", "--full-deck")
    plain, mine, said, excuse = found["manifest"]["setups"]
    assert plain["layout"] == "derived-18" and plain["variant"] == "full_deck"
    assert mine["layout"] == "mine" and mine["tokens"] == TOKENS[::-1]
    assert said["layout"] == "random:3" and said["variant"] == "standard"
    assert (said["declaring_policy"], said["defending_policy"]) == ("greedy", "random")
    assert said["scoring"] == "positive" and said["raises"] is True and said["deals"] == 200
    assert excuse["variant"] == "full_deck+excuse" and excuse["scoring"] == "standard"
    assert found["manifest"]["notes"] == ["deals of study.toml left aside"]


def test_a_study_may_change_players_and_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = study(tmp_path, "[bridge]\nduo = [10, 20]\n", "values.toml")
    other = study(tmp_path, f'players = 5\nvalues = "{values}"\npolicy = "greedy"\n')
    found = shown(capsys, "standard", other, "--team", "duo")
    said = found["manifest"]["setups"][1]
    assert said["players"] == 5 and said["values"] == values
    assert said["declaring_policy"] == said["defending_policy"] == "greedy"
    assert len(found["rows"]) == 10
    assert (found["rows"][0]["value_base"], found["rows"][0]["value_other"]) == (1, 10)
    assert found["seats"] == []


def test_the_screen_says_in_what_the_setups_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    study(tmp_path, 'raises = true\nseat = "dealer"\ndeclaring = "greedy"\nseed = 9\n')
    screen = printed(capsys, "compare", "standard", "study.toml", *FAST)
    lines = screen.splitlines()
    assert lines[:3] == [
        "4 players · layout standard-13 (published)",
        "A  standard    random against random · a random seat declares · without raises",
        "B  study.toml  greedy against random · the dealer declares · with raises",
    ]
    assert "Note     seed of study.toml left aside" in lines
    assert "do not have the same seats" in screen


def test_a_layout_holds_for_all_variants(capsys: pytest.CaptureFixture[str]) -> None:
    found = shown(capsys, "standard", "strict", "-l", "random:5")
    assert {setup["layout"] for setup in found["manifest"]["setups"]} == {"random:5"}


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "two setups"),
        ("standard", "two setups"),
        ("standard nowhere", "nowhere"),
        ("standard excuse+nothing", "excuse+nothing"),
        ("standard random:x", "random:x"),
        ("standard missing.toml", "missing.toml"),
        ("standard excuse", "excuse variant"),
        ("standard derived-15", "trick14"),
        ("standard strict -p 3 -p 4", "--players"),
        ("standard strict --policy random --policy greedy", "--policy"),
        ("standard strict -l random:1 -l random:2", "--layout"),
        ("standard random:7 -l random:1", "--layout random:1"),
        ("standard strict --mode auction", "--mode auction"),
        ("standard strict --bidder random", "--bidder random"),
        ("standard strict --by seat", "--by seat"),
        ("standard strict --by seat --format csv --seat 1st", "--by seat"),
        ("standard strict --deals 0", "--deals 0"),
        ("standard strict --team trio", "--team trio"),
        ("standard strict --values missing.toml", "missing.toml"),
        ("standard strict --format xml", "xml"),
    ],
)
def test_bad_input_is_refused(line: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(capsys, line.split(), named)


def assert_refused(capsys: pytest.CaptureFixture[str], line: list[str], named: str) -> None:
    status, out, errors = call(capsys, "compare", *line)
    lines = errors.strip().splitlines()
    assert (status, out) == (2, "")
    assert named.lower() in lines[0].lower()
    assert 2 <= len(lines) <= 3 and lines[-1].startswith("valid: ")


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("players = [3, 4]", "players: several values"),
        ('policy = ["random", "greedy"]', "policy: several values"),
        ('layout = ["random:1", "random:2"]', "layout: several values"),
        ("colour = 3", "colour"),
        ("players = 9", "--players 9"),
        ("players = ", "TOML"),
        ('mode = "auction"', "mode"),
        ('layout = "nowhere"', "nowhere"),
        ("tokens = ['T1']", "1 tokens"),
        ('team = "solo"', "no bid is in all"),
    ],
)
def test_a_bad_file_is_refused(
    content: str, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = study(tmp_path, content)
    assert_refused(capsys, ["standard", file, "--team", "duo"], named if "bid" in named else file)
    assert named in call(capsys, "compare", "standard", file, "--team", "duo")[2]


def test_a_file_that_is_no_text_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "study.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert_refused(capsys, ["standard", str(file)], "UTF-8")
