"""The policy ``search``: its candidates, its measure of a result, its strength."""

from itertools import pairwise

import numpy as np
import pytest
from helpers import KINDS, Kind, every_kind
from numba import types
from worlds_tools import Table, littered, pending

from plateau_sim.cards import CARDS, EXCUSE, NAMES, cards_in
from plateau_sim.jit import entry
from plateau_sim.plateau.bids import PARTNERS, BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.playout import legal_actions
from plateau_sim.plateau.policies.candidates import (
    CANDIDATES,
    CANDIDATES_TYPE,
    list_candidates,
    put_ahead,
    put_ahead_by_rating,
)
from plateau_sim.plateau.policies.tuned import RATING, RATING_TYPE
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.scoring import points
from plateau_sim.plateau.state import STATE_TYPE, View
from plateau_sim.plateau.tallies import OUTCOMES
from plateau_sim.plateau.view import CARD, DISCARD, GIFT_CARD

WORDS_TYPE = types.UniTuple(types.uint64, 2)


@entry(types.void(STATE_TYPE, CANDIDATES_TYPE))
def _list(state, found):
    view = View(state.game, state.table, state.hidden.seats[state.table.seat])
    list_candidates(view, state.table.kind, legal_actions(state), found)


@entry(types.void(CANDIDATES_TYPE, WORDS_TYPE, types.int64, types.float64))
def _put_ahead(found, legal, usual, most):
    put_ahead(found, legal, usual, most)


@entry(types.void(CANDIDATES_TYPE, WORDS_TYPE, types.int64, types.float64, RATING_TYPE))
def _put_ahead_by_rating(found, legal, usual, most, rating):
    put_ahead_by_rating(found, legal, usual, most, rating)


def expected_candidates(table, kind):
    """Return the legal actions; of cards without spaces next to each other only the lowest."""
    legal = cards_in(*map(int, pending(table.state)))
    if kind not in (CARD, DISCARD, GIFT_CARD) or table.rules.tableau:
        return legal
    game, seen = table.state.game, table.state.table
    gone = {card for card in seen.played.ravel().tolist() if card < CARDS} - {int(seen.best_card)}
    left = [card for card in table.rules.deck if card not in gone]
    merged = set()
    for lower, card in pairwise(left):
        suits = [NAMES[each][0] if each < 56 else "T" for each in (lower, card)]
        spaces = game.card_space[lower] or game.card_space[card]
        apart = table.rules.excuse_variant and card == EXCUSE
        if suits[0] == suits[1] and lower in legal and card in legal and not spaces and not apart:
            merged.add(card)
    return [card for card in legal if card not in merged]


@every_kind
def test_only_cards_that_do_the_same_are_merged(kind: Kind) -> None:
    table, found, fewer = Table(kind.rules()), littered(CANDIDATES)[0], 0
    for number in range(8):
        for decision in table.decisions(number, number % kind.players, number % 3):
            _list(table.state, found)
            wanted = expected_candidates(table, decision)
            assert found.action[: found.count].tolist() == wanted
            fewer += len(wanted) < len(cards_in(*map(int, pending(table.state))))
    assert (fewer > 0) == (kind.players != 2)


@every_kind
def test_a_card_starts_as_far_ahead_as_any_that_it_stands_for(kind: Kind) -> None:
    table, found, rng = Table(kind.rules()), littered(CANDIDATES)[0], np.random.default_rng(3)
    for decision in table.decisions(1, 0, 0):
        ahead = rng.random(CARDS)
        found.ahead[:] = ahead
        _list(table.state, found)
        legal = cards_in(*map(int, pending(table.state)))
        starts = expected_candidates(table, decision)
        for first, end in pairwise([*starts, CARDS]):
            assert found.ahead[first] == max(ahead[card] for card in legal if first <= card < end)


def test_of_other_decisions_the_usual_one_alone_starts_ahead():
    found, legal = littered(CANDIDATES)[0], (np.uint64(0b1011), np.uint64(1))
    _put_ahead(found, legal, 3, 2.5)
    assert found.ahead[[0, 1, 3, 56]].tolist() == [0, 0, 2.5, 0]


def test_a_card_starts_less_far_ahead_the_lower_it_is_rated():
    found, rating = littered(CANDIDATES)[0], littered(RATING)[0]
    cards, gaps = [0, 1, 3, 56], np.array([1.0, 0.0, 0.25, 4.0])
    rating.card[cards] = 7.0 - gaps
    _put_ahead_by_rating(found, (np.uint64(0b1011), np.uint64(1)), 1, 3.0, rating)
    assert found.ahead[cards] == pytest.approx(3 / (1 + gaps + gaps**2 / 2))
    assert found.ahead[cards] == pytest.approx(3 * np.exp(-gaps), abs=0.3)


@pytest.mark.parametrize("positive_only", [False, True])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_raises_are_judged_by_points_less_the_mean_of_all_seats(kind, positive_only):
    rules = kind.rules(positive_only=positive_only)
    stake = game_record(rules, standard_layout(rules))["stake"]
    for team in rules.teams:
        partners = PARTNERS[team]
        for won in (False, True):
            declarer, partner, opponent = points(rules, partners, won, 1)
            seats = [declarer, *[partner] * partners]
            seats += [opponent] * (rules.players - len(seats))
            assert stake[partners, int(won), 0] == pytest.approx(declarer - np.mean(seats))
            assert stake[partners, int(won), 1] == pytest.approx(partner - np.mean(seats))


def won(declaring, defending, deals):
    """Return which deals of a Duo Bridge with fixed partners are won."""
    cell = BidCell(exchange=False, objective="bridge", team="duo")
    sides = {"declaring": declaring, "defending": defending}
    rules = GameRules.published(4)
    runner = Runner(Experiment(rules, cells=(cell,), seat=0, fixed_partners=(2,), **sides))
    return np.array([runner(deal, 1)[:, :, 1:OUTCOMES:2].sum() for deal in range(deals)])


def test_search_is_stronger_than_random_play_on_either_side():
    base, deals = won("random", "random", 300), 300
    declaring = won("search:5", "random", deals) - base
    defending = base - won("random", "search:5", deals)
    for gain in (declaring, defending):
        assert gain.mean() > 3 * gain.std() / np.sqrt(deals)


def test_what_search_raises_is_mostly_won():
    rules = GameRules.published(4)
    cell = BidCell(exchange=True, objective="bridge", team="duo")
    sides = {"declaring": "search:10", "defending": "random"}
    runner = Runner(Experiment(rules, cells=(cell,), raises=True, **sides))
    tally = runner(0, 60).sum(axis=(0, 1))[:OUTCOMES].reshape(5, 2, 2)
    bridge, higher = tally[0].sum(axis=0), tally[1:].sum(axis=(0, 1))
    assert higher.sum() > 5
    assert higher[1] > higher[0]  # what is raised is mostly won
    assert bridge.sum() > 2
