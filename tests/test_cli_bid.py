"""``bid``: screens, JSON, and what is refused."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from plateau_sim.cli.main import main

HAND = "T21,19,16,12,8,5,2 SR,9 HD,8 CR,7"
FAST = ["--policy", "greedy", "--deals", "200"]
HEARD = ["--bidding", "pass, y duo ex, me"]
TWO = ["T21,20,16,8,5", "SR,10", "--mine", "SV T1 HV CD / _ CR _ T18 _"]
THEIRS = ["--theirs", "SD T3 HD CV / _ DR _ T19 _"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command line prints."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    assert stop.value.code == 0, capsys.readouterr().err
    return capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(capsys, *arguments, "--format", "json"))
    return found


SCREENS = {
    "first": ["bid", HAND, "-p", "4"],
    "heard": ["bid", HAND, "-p", "4", *HEARD, "--explain"],
    "six": ["bid", "T21,20,16,8,5,x SR,9 HD,Hx,x CR", "--all"],
    "five": ["bid", HAND, "-p", "5", "--positive-only", "--knows", "dealer: void S; talon: T4"],
    "two": ["bid", *TWO, *THEIRS],
    "three, full deck": ["bid", "T21,19,16,12,8,5,2 SR,9 HD,8 CR,8 DR,V,9,8", "--full-deck"],
    "strict": ["hand", "T21,19,16,12,8,5,2 SR,V HD,V CR,V", "-p", "3", "--strict-formations"],
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_fit_and_say_what_was_assumed(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = run(capsys, *SCREENS[name], *FAST)
    lines = screen.splitlines()
    assert max(map(len, lines)) <= 100
    assert " players · you speak " in lines[0]
    assert re.search(r"^  (BID|PASS|TOO CLOSE)", screen, re.M)
    assert re.search(r"^  pass +\S", screen, re.M)
    assert "play: greedy" in screen and "seed 1" in screen and "Passing  " in screen
    assert re.search(r"^\d+ deals, the same for every bid", screen, re.M)


def test_the_screen_says_what_was_heard_and_how_it_was_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen = run(capsys, "bid", HAND, "-p", "4", *HEARD, *FAST)
    assert "1st passed · 2nd bid Exchange Y Duo (3) · dealer still to speak" in screen
    assert "Reading  1st, 2nd: hands that the threshold bidder bids" in screen
    assert "with any hands: " in screen
    ignored = run(capsys, "bid", HAND, "-p", "4", *HEARD, "--ignore-bids", *FAST)
    assert "any hands for those who were heard, as asked" in ignored


def test_json_and_screen_agree_and_repeat(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["bid", HAND, "-p", "4", *HEARD, *FAST, "--all"]
    screen, found = run(capsys, *line), as_json(capsys, *line)
    assert screen == run(capsys, *line, "-j", "1")
    shown = re.findall(r"^  (\w[\w ]+?) +((?:no )?exchange) +(\d+) +±(\d+) +(\S+)", screen, re.M)
    rows = found["rows"][:-1]
    assert len(shown) == len(rows) > 5
    for (title, exchange, value, stake, win), row in zip(shown, rows, strict=True):
        assert f"{title} {exchange}" == row["option"]
        assert (int(value), int(stake)) == (row["value"], row["if_won"])
        assert abs(float(win) - 100 * row["win_rate"]) <= 0.51
    assert found["manifest"]["deals"] == 200 and found["manifest"]["hand"]["seat"] == 2
    assert sum(row["share"] for row in found["passing"]) == pytest.approx(1)
    assert found["reading"]["accepted"] == found["reading"]["effective_sample_size"] == 200
    assert found["reading"]["drawn"] > 200
    assert found["reading"]["with_any_hands"]["deals"] == 200
    for row in rows:
        assert row["points_low"] <= row["points"] <= row["points_high"]
        assert row["plain_points_low"] <= row["plain_points"] <= row["plain_points_high"]
        assert row["win_low"] <= row["win_rate"] <= row["win_high"]


def test_explained_parts_are_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    worth = as_json(capsys, "bid", HAND, "-p", "4", *FAST, "--explain")["worth"]
    assert {"cards", "together", "overlap", "exchange", "partner", "raises", "calls"} <= set(worth)
    assert worth["cards"][0]["card"] == "T21"


def test_cards_come_from_a_file_or_standard_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = run(capsys, "bid", HAND, "-p", "4", *FAST)
    file = tmp_path / "hand.txt"
    file.write_text(HAND + "\n", "utf-8")
    assert run(capsys, "bid", str(file), "-p", "4", *FAST) == typed
    monkeypatch.setattr("sys.stdin", io.StringIO(HAND))
    assert run(capsys, "bid", "-", "-p", "4", *FAST) == typed
    loose = ["T21", "T19", "T16", "T12", "T8", "T5", "T2", "SR", "S9", "HD", "H8", "CR", "C7"]
    assert run(capsys, "bid", *loose, "-p", "4", *FAST) == typed


def test_where_no_bid_is_legal_one_passes(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["bid", HAND, "-p", "4", "--bidding", "pass, six solo noex, me", *FAST, "--explain"]
    screen = run(capsys, *line)
    assert "PASS: no bid is legal." in screen
    assert "you defend 100%" in screen
    assert len(as_json(capsys, *line)["rows"]) == 1


def test_a_small_budget_ends_it_and_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    screen = run(capsys, "bid", HAND, "-p", "4", "--policy", "greedy", "--budget", "0.01")
    assert re.search(r"^100 deals, .* · the best is not known yet \(95%\): --budget ", screen, re.M)


def test_continue_adds_calls_and_facts_and_changes_options(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cache" / "question.json"
    monkeypatch.setattr("plateau_sim.cli.lastquestion._path", lambda: file)
    with pytest.raises(SystemExit) as stop:
        main(["bid", "--continue"])
    assert stop.value.code == 2
    assert "there is no earlier question" in capsys.readouterr().err
    run(capsys, "bid", HAND, "-p", "4", *HEARD, "--knows", "1st: void S", *FAST)
    later = ["--bidding", "fork duo ex, pass, five duo ex, me", "--knows", "dealer: T20"]
    went_on = run(capsys, "bid", "--continue", *later, "--deals", "200")
    bidding = ["--bidding", "pass, y duo ex, fork duo ex, pass, five duo ex, me"]
    whole = ["bid", HAND, "-p", "4", *bidding, "--knows", "1st: void S; dealer: T20", *FAST]
    assert went_on == run(capsys, *whole)
    assert "you bid Exchange Fork Duo (5) · dealer passed" in went_on
    again = run(capsys, "bid", "--continue", "--policy", "random", "--deals", "200")
    assert "play: random" in again and "you bid Exchange Fork Duo (5)" in again


REFUSED = {
    "card twice": ([HAND.replace("S9", "SR") + ",7", "-p", "4"], "cards"),
    "not in the deck": ([HAND.replace("SR,9", "SR,2"), "-p", "4"], "S2"),
    "twelve cards for thirteen": ([HAND.removesuffix(",7"), "-p", "4"], "12 cards"),
    "no such card": ([HAND.replace("HD", "HX9"), "-p", "4"], "HX9"),
    "unknown seat": ([HAND, "-p", "4", "--knows", "7th: void S"], "7th"),
    "illegal bidding": (
        [HAND, "-p", "4", "--bidding", "fork duo ex, y duo ex, me"],
        "bids must rise",
    ),
    "no such bid": ([HAND, "-p", "4", "--bidding", "trio y ex, me"], "trio"),
    "nobody asks": ([HAND, "-p", "4", "--bidding", "pass, pass"], "who asks"),
    "contradictory facts": ([HAND, "-p", "4", "--knows", "dealer: void H, HR"], "HR"),
    "own card elsewhere": ([HAND, "-p", "4", "--knows", "dealer: T21"], "T21"),
    "wildcard not to be filled": (["S6,7,8,9,10,V,C,D,R Sx H7,8,9", "-p", "4"], "Sx"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_input_is_refused_in_three_lines_and_underlined(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, told = REFUSED[name]
    with pytest.raises(SystemExit) as stop:
        main(["bid", *arguments])
    assert stop.value.code == 2
    printed = capsys.readouterr()
    lines = printed.err.rstrip().splitlines()
    assert printed.out == "" and len(lines) <= 3
    assert told in printed.err and "valid: " in printed.err
    # Where there is room the valid example follows the mark.
    assert re.fullmatch(r" +\^+( \(valid: .*\))?", lines[-1])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["bid"], "none were named"),
        (["bid", HAND], "3, 4 or 5 players?"),
        (["bid", "T21,20"], "no game has hands of 2 cards"),
        (["bid", *TWO], "--theirs"),
        (["bid", HAND, "-p", "4", *THEIRS], "no tableaus"),
        (["bid", HAND, "-p", "4", "--deals", "100", "--budget", "3"], "--budget 3"),
        (["bid", HAND, "-p", "4", "--confidence", "95"], "--confidence 95"),
        (["bid", HAND, "-p", "4", "--policy", "nobody"], "nobody"),
        (["bid", HAND, "-p", "4", "--policy", "tuned", "--declaring", "greedy"], "--policy tuned"),
        (["bid", HAND, "-p", "4", "--layout", "nowhere"], "nowhere"),
        (["bid", HAND, "-p", "4", "--values", "missing.toml"], "missing.toml"),
        (["bid", HAND, "-p", "6"], "13 cards"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    printed = capsys.readouterr()
    assert told in printed.err and printed.out == ""
    assert len(printed.err.rstrip().splitlines()) <= 3
