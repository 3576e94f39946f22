"""The card exchange: rulebook 4 and rulings 4; against the naive twin."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from helpers import (
    KINDS,
    Kind,
    cell_rows,
    every_kind,
    names,
    names_in,
    plant,
    played_by,
    random_runner,
    read_deal,
    read_talon_dealt,
)
from naive.exchange import deal_out, take_and_discard, take_and_give
from naive.policies import random_policy

from plateau_sim.cards import IDS
from plateau_sim.plateau.marks import NO_CARD
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.state import State
from plateau_sim.plateau.view import DISCARD, GIFT_CARD, GIFT_RECEIVER

HANDS = 1000  # of each of the eleven kinds


def hands_after(runner: Runner, deal: Any, state: State) -> list[set[str]]:
    """Return the hands in which play began: what is left and what was played, without tableaus."""
    rules, hidden = runner.experiment.rules, state.hidden
    played = played_by(state.table, rules.players)
    hands = []
    for seat in range(rules.players):
        own = hidden.seats[seat]
        lain = set(names(deal.tableau[seat])) if rules.tableau else set()
        hands.append({*names_in(own.plain, own.trumps), *played[seat]} - lain)
    return hands


def naive_exchange(
    runner: Runner, dealt: dict[str, Any], number: int, state: State
) -> dict[str, Any]:
    """Return what the naive twin makes of the same exchange."""
    rules, declarer = runner.experiment.rules, int(state.table.declarer)
    choose = random_policy(runner.experiment.seed, number)
    hands, talon = [list(hand) for hand in dealt["hands"]], list(dealt["talon"])
    told: dict[str, Any] = {"discards": [], "gifts": [], "talon_dealt": []}
    exchange = rules.cells[state.table.cell].exchange
    if rules.players == 6:
        if exchange:
            told["gifts"], talon = take_and_give(declarer, hands, talon, choose)
        told["talon_dealt"], talon = deal_out(declarer, hands, talon), []
    elif exchange:
        count = 2 if rules.players == 2 else len(talon)
        own = hands[declarer]
        told["discards"], talon = take_and_discard(declarer, own, talon, count, choose)
    return told | {"talon": talon, "hands": [set(hand) for hand in hands]}


def read_exchange(runner: Runner, deal: Any, state: State) -> dict[str, Any]:
    """Return what became of the cards."""
    rules, table, hidden = runner.experiment.rules, state.table, state.hidden
    own = hidden.seats[table.declarer]
    gifts = names(own.gift)
    return {
        "discards": names(own.discard),
        "gifts": [(int(table.gift_to[place]), card) for place, card in enumerate(gifts)],
        "talon_dealt": read_talon_dealt(table, hidden, rules.players),
        "talon": [] if rules.gifts else names(hidden.talon[: rules.talon_size]),
        "hands": hands_after(runner, deal, state),
    }


@every_kind
def test_the_exchange_agrees_with_the_naive_twin(kind: Kind) -> None:
    rng, rules = random.Random(f"exchange {kind}"), kind.rules()
    runner = random_runner(rules, seed=rng.randrange(2**63))
    rows = range(len(rules.cells)) if kind.players == 6 else cell_rows(rules, exchange=True)
    for number in range(HANDS):
        deal, state = runner.play(number, rng.choice(rows))
        told = naive_exchange(runner, read_deal(rules, deal), number, state)
        assert read_exchange(runner, deal, state) == told


@every_kind
def test_without_exchange_hands_and_talon_stay_as_dealt(kind: Kind) -> None:
    rules = kind.rules()
    runner = random_runner(rules, seed=5)
    for row in cell_rows(rules, exchange=False):
        deal, state = runner.play(row, row)
        hands, dealt = hands_after(runner, deal, state), read_deal(rules, deal)
        if kind.players == 6:
            assert [len(hand) for hand in hands] == [13] * 6
            assert all(hand > set(was) for hand, was in zip(hands, dealt["hands"], strict=True))
        else:
            assert hands == [set(hand) for hand in dealt["hands"]]
            assert list(state.hidden.talon) == list(deal.talon)


@every_kind
def test_the_declarer_sees_the_talon_cards_that_he_takes(kind: Kind) -> None:
    rules = kind.rules()
    taken_in = {2: 2, 3: 3, 4: 6 if kind.full_deck else 3, 5: 3, 6: 3}
    runner = random_runner(rules, seed=6)
    for row in cell_rows(rules, exchange=True):
        deal, state = runner.play(row, row)
        own = state.hidden.seats[state.table.declarer]
        count = taken_in[kind.players]
        assert list(own.taken[:count]) == list(deal.talon[:count])
        assert (own.taken[count:] == NO_CARD).all()


def scripted(kind: Kind, decision: int, actions: Iterable[int]) -> tuple[Runner, Any, State]:
    """Play one hand with exchange in which the declarer follows a script."""
    rules = kind.rules()
    runner = plant(random_runner(rules, seed=3, seat=1), decision, list(actions))
    return runner, *runner.play(0, cell_rows(rules, exchange=True, team="solo")[0])


@pytest.mark.parametrize("kind", [k for k in KINDS if 3 <= k.players <= 5], ids=str)
def test_any_cards_may_be_discarded_also_those_just_taken(kind: Kind) -> None:
    rules = kind.rules()
    deal, _ = random_runner(rules, seed=3, seat=1).play(0)
    talon = list(deal.talon[: rules.talon_size])
    runner, deal, state = scripted(kind, DISCARD, reversed(talon))
    assert names(state.hidden.talon[: rules.talon_size]) == names(reversed(talon))
    assert hands_after(runner, deal, state)[1] == set(names_in(deal.plain[1], deal.trumps[1]))


def test_two_players_discard_on_top_of_the_talon() -> None:
    deal, _ = random_runner(Kind(2).rules(), seed=3, seat=1).play(0)
    hand = [IDS[card] for card in names_in(deal.plain[1], deal.trumps[1])]
    _, deal, state = scripted(Kind(2), DISCARD, hand[:2])
    assert list(state.hidden.talon[:4]) == [*hand[:2], *deal.talon[2:4]]


def test_six_players_give_one_card_each_to_two_others_and_the_rest_is_dealt_out() -> None:
    runner, deal, state = scripted(Kind(6), GIFT_RECEIVER, (5, 2))
    own = state.hidden.seats[1]
    assert list(state.table.gift_to) == [5, 2]
    for place, seat in enumerate((5, 2)):
        assert state.hidden.seats[seat].got == own.gift[place]
        assert state.hidden.seats[seat].got_from == 1
    rest = names(deal.talon[3:6])
    assert read_talon_dealt(state.table, state.hidden, 6) == list(zip((3, 4, 0), rest, strict=True))
    assert [len(hand) for hand in hands_after(runner, deal, state)] == [13] * 6


def test_a_gift_may_be_a_card_just_taken() -> None:
    deal, _ = random_runner(Kind(6).rules(), seed=3, seat=1).play(0)
    _, deal, state = scripted(Kind(6), GIFT_CARD, deal.talon[:2])
    assert list(state.hidden.seats[1].gift) == list(deal.talon[:2])


def test_without_exchange_six_players_get_a_talon_card_each_from_the_declarers_left() -> None:
    rules = Kind(6).rules()
    row = cell_rows(rules, exchange=False)[0]
    deal, state = random_runner(rules, seed=3, seat=4).play(0, row)
    expected = list(zip((5, 0, 1, 2, 3, 4), names(deal.talon), strict=True))
    assert read_talon_dealt(state.table, state.hidden, 6) == expected
