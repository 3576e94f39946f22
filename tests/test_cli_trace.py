"""``trace``: single hands as transcripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plateau_sim.cli.main import main
from plateau_sim.plateau.bids import cells


def trace(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """Return the transcripts that a command line prints."""
    with pytest.raises(SystemExit) as stop:
        main(["trace", "--policy", "random", *arguments])
    assert stop.value.code == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def bid_of(hand: dict[str, Any]) -> tuple[bool, str, str]:
    bid = hand["forced_bid"]["bid"]
    return bid["exchange"], bid["objective"], bid["team"]


def test_each_deal_is_played_in_every_cell_in_table_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hands = trace(capsys, "--deals", "2")
    order = [(cell.exchange, cell.objective, cell.team) for cell in cells(4)]
    assert [bid_of(hand) for hand in hands] == order * 2
    assert [hand["notes"]["deal"] for hand in hands] == [0] * 20 + [1] * 20
    assert all(hand["hands"] == hands[0]["hands"] for hand in hands[:20])


def test_one_deal_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    cell = ("--objective", "y", "--team", "duo", "--exchange", "yes")
    (hand,) = trace(capsys, "--deal", "17", *cell)
    assert hand["notes"]["deal"] == 17
    assert hand["dealer"] == 17 % 4


def test_dealer_passes_to_the_left_and_a_named_seat_counts_from_forehand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cell = ("--objective", "y", "--team", "duo", "--exchange", "yes")
    hands = trace(capsys, "--deals", "6", "--seat", "1st", *cell)
    assert [hand["dealer"] for hand in hands] == [0, 1, 2, 3, 0, 1]
    assert [hand["forced_bid"]["seat"] for hand in hands] == [1, 2, 3, 0, 1, 2]


def test_forced_hands_record_untaken_chances_to_raise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hands = trace(capsys, "--deals", "5", "--team", "duo")
    assert all(objective is None for hand in hands for _, objective in hand["increases"])
    assert all(len(hand["increases"]) == 2 for hand in hands)
    raised = trace(capsys, "--deals", "5", "--team", "duo", "--raises")
    assert any(objective for hand in raised for _, objective in hand["increases"])


def test_game_adds_up_and_names_its_winners(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.jsonl"
    assert trace(capsys, "-p", "3", "--game", "6", "--bidder", "random", "--out", str(out)) == []
    hands = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    totals = [0, 0, 0]
    for number, hand in enumerate(hands, start=1):
        totals = [total + score for total, score in zip(totals, hand["scores"], strict=True)]
        assert hand["game"]["hand"] == number
        assert hand["game"]["totals"] == totals
    best = [seat for seat in range(3) if totals[seat] == max(totals)]
    assert hands[-1]["game"]["winners"] == best
    assert all("winners" not in hand["game"] for hand in hands[:-1])
