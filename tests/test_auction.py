"""The auction: rulebook 2, Bidding, and rulings 4; against the naive twin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from helpers import Kind, every_kind, names, names_in, plant, random_runner
from naive.auction import run_auction, winning_bid
from naive.policies import random_policy

from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import PolicyError
from plateau_sim.plateau.state import PASSED
from plateau_sim.plateau.view import BID, PASS

HANDS = 120  # of each of the eleven kinds


def spoken(table: Any) -> list[tuple[int, int | None]]:
    """Return what was said: seat, and cell or None for a pass."""
    said = zip(table.bid_seat[: table.bids], table.bid_action[: table.bids], strict=True)
    return [(int(seat), int(action) - 1 if action else None) for seat, action in said]


@every_kind
def test_the_auction_agrees_with_the_naive_twin(kind: Kind) -> None:
    runner = random_runner(kind.rules(), seed=kind.players, auction=True)
    for number in range(HANDS):
        table = runner.play(number)[1].table
        told = run_auction(kind.players, random_policy(kind.players, number))
        assert spoken(table) == told
        won = winning_bid(told)
        assert (table.result == PASSED) == (won is None)
        if won:
            assert (table.declarer, table.cell) == won


def bid(players: int, text: str) -> int:
    """Return the action of a bid written "exchange objective team", "-" for no exchange."""
    exchange, objective, team = text.split()
    cell: Any = BidCell(exchange == "exchange", objective, team)  # type: ignore[arg-type]
    return 1 + GameRules.published(players).cells.index(cell)


def auction(players: int, said: Sequence[str]) -> Any:
    """Hold an auction of these bids ("pass" or as `bid` reads) and return the table."""
    actions = [PASS if text == "pass" else bid(players, text) for text in said]
    runner = plant(random_runner(GameRules.published(players), auction=True), BID, actions)
    return runner.play(0)[1].table


def test_forehand_speaks_first_and_the_bid_of_the_highest_value_wins() -> None:
    said = ["exchange y duo", "exchange bridge solo", "pass", "pass", "pass"]
    table = auction(4, said)
    assert [seat for seat, _ in spoken(table)] == [0, 1, 2, 3, 0]
    assert table.declarer == 1 and table.cell == bid(4, "exchange bridge solo") - 1


def test_whoever_has_passed_stays_out() -> None:
    said = ["pass", "exchange bridge duo", "- bridge duo", "pass", "exchange y duo", "pass"]
    assert [seat for seat, _ in spoken(auction(4, said))] == [0, 1, 2, 3, 1, 2]


def test_the_last_who_has_not_passed_may_still_bid() -> None:
    table = auction(4, ["pass", "pass", "pass", "- six_sides solo"])
    assert table.bids == 4 and table.declarer == 3


def test_if_all_pass_the_hand_is_over() -> None:
    table = auction(3, ["pass", "pass", "pass"])
    assert table.result == PASSED and table.bids == 3 and table.trick == 0


def test_the_auction_ends_when_all_but_the_bidder_have_passed() -> None:
    table = auction(2, ["exchange bridge solo", "pass"])
    assert table.bids == 2 and table.declarer == 0


def test_players_may_bid_again_until_they_pass() -> None:
    said = ["exchange bridge solo", "- bridge solo", "exchange y solo", "- y solo", "pass"]
    table = auction(2, said)
    assert table.declarer == 1 and table.bids == 5


@pytest.mark.parametrize("second", ["- fork trio", "- bridge trio", "exchange bridge duo"])
def test_a_bid_must_be_worth_more_than_the_last(second: str) -> None:
    with pytest.raises(PolicyError, match="seat 1"):
        auction(6, ["exchange bridge duo", second])


def test_after_the_highest_bid_only_passing_is_left() -> None:
    said = ["- six_sides solo", "pass", "pass", "pass", "pass", "pass"]
    assert auction(6, said).bids == 6


def test_hands_passed_out_are_counted_apart() -> None:
    runner = random_runner(GameRules.published(3), seed=3, auction=True)
    tally = runner(0, 2000)
    passed = sum(runner.play(number)[1].table.result == PASSED for number in range(2000))
    assert tally[-1].sum() == tally[-1, 0, 0] == passed > 0


def test_forehand_leads_whoever_is_declarer() -> None:
    rules = GameRules.published(5)
    runner, declarers = random_runner(rules, seed=9, auction=True), set()
    for number in range(200):
        deal, state = runner.play(number)
        if state.table.trick and not rules.cells[state.table.cell].exchange:
            declarers.add(int(state.table.declarer))
            for seat, card in enumerate(names(state.table.played[0, :5])):
                assert card in names_in(deal.plain[seat], deal.trumps[seat])
    assert declarers == set(range(5))
