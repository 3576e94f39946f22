"""Picking partners: rulebook 3 and rulings 4; against the naive twin."""

from __future__ import annotations

import random

import pytest
from helpers import KINDS, Kind, cell_rows, names_in, plant, random_runner, read_calls, read_deal
from naive.cards import deck
from naive.partner import call_partners, cards_to_call
from naive.policies import random_policy

from plateau_sim.cards import IDS, NAMES
from plateau_sim.plateau.state import DECLARING
from plateau_sim.plateau.view import CALL

HANDS = 1300  # of each of the eight games with partners
WITH_PARTNERS = tuple(kind for kind in KINDS if kind.players >= 4)
_TEAMS = {4: ("duo",), 5: ("duo",), 6: ("duo", "trio")}


@pytest.mark.parametrize("kind", WITH_PARTNERS, ids=str)
def test_calls_and_partners_agree_with_the_naive_twin(kind: Kind) -> None:
    rng, rules = random.Random(f"calls {kind}"), kind.rules()
    rows = [row for team in _TEAMS[kind.players] for row in cell_rows(rules, team=team)]
    runner = random_runner(rules, seed=rng.randrange(2**63))
    cards, unanswered = deck(kind.players, kind.full_deck), 0
    for number in range(HANDS):
        row = rng.choice(rows)
        deal, state = runner.play(number, row)
        table, hands = state.table, read_deal(rules, deal)["hands"]
        calls, partners = call_partners(
            int(table.declarer),
            int(runner.game.cell_partners[row]),
            cards,
            hands,
            random_policy(runner.experiment.seed, number),
        )
        assert read_calls(table) == calls
        assert list(table.partner[: table.partners]) == partners
        side = {seat for seat in range(kind.players) if table.side[seat] == DECLARING}
        assert side == {int(table.declarer), *partners}
        unanswered += any(holder is None for _, holder in calls)
    assert unanswered > 0


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_solo_is_played_alone_and_nothing_is_called(kind: Kind) -> None:
    rules = kind.rules()
    runner = random_runner(rules)
    for row in cell_rows(rules, team="solo"):
        table = runner.play(7, row)[1].table
        assert (table.calls, table.partners) == (0, 0)
        assert sum(table.side[: kind.players]) == 1


def test_the_card_called_is_of_the_highest_rank_not_all_held_and_never_a_trump() -> None:
    hand = ["SR", "HR", "DR", "CR", "SD", "T5", "T6"]
    assert cards_to_call(deck(6), hand, []) == ["HD", "DD", "CD"]
    assert cards_to_call(deck(6), hand, ["HD", "DD"]) == ["CD"]
    assert cards_to_call(deck(6), hand, ["HD", "DD", "CD"]) == ["SC", "HC", "DC", "CC"]


def test_the_hand_as_dealt_is_what_counts_and_each_card_is_called_once() -> None:
    rules = Kind(6).rules()
    runner = random_runner(rules, seed=11)
    for number in range(300):
        row = cell_rows(rules, team="trio")[number % 10]
        deal, state = runner.play(number, row)
        declarer = state.table.declarer
        hand = names_in(deal.plain[declarer], deal.trumps[declarer])
        called = [card for card, _ in read_calls(state.table)]
        assert len(set(called)) == len(called)
        assert not set(called) & set(hand)


def test_in_a_trio_a_call_answered_by_the_first_partner_is_recorded_and_goes_on() -> None:
    rules = Kind(6).rules()
    runner = random_runner(rules, seed=4)
    row, twice = cell_rows(rules, team="trio")[0], 0
    for number in range(200):
        table = runner.play(number, row)[1].table
        holders = [holder for _, holder in read_calls(table) if holder is not None]
        first, second = (int(seat) for seat in table.partner)
        assert holders[0] == first != second == holders[-1]
        assert second not in holders[:-1]
        twice += holders.count(first) > 1
    assert twice > 10


def test_the_declarer_chooses_the_suit_of_the_card_called() -> None:
    rules = Kind(4).rules()
    runner, row = random_runner(rules, seed=2), cell_rows(rules, team="duo")[0]
    deal, state = runner.play(0, row)
    declarer = state.table.declarer
    hand = names_in(deal.plain[declarer], deal.trumps[declarer])
    options = cards_to_call(deck(4), hand, [])
    assert len(options) > 1
    for card in options:
        table = plant(runner, CALL, [IDS[card]]).play(0, row)[1].table
        assert NAMES[table.call_card[0]] == card
