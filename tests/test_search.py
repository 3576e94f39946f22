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
from plateau_sim.plateau.policies.search import SCORES, SCORES_TYPE, list_candidates
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.scoring import points
from plateau_sim.plateau.state import STATE_TYPE, View
from plateau_sim.plateau.tallies import OUTCOMES
from plateau_sim.plateau.view import CARD, DISCARD, GIFT_CARD


@entry(types.void(STATE_TYPE, SCORES_TYPE))
def _list(state, scores):
    view = View(state.game, state.table, state.hidden.seats[state.table.seat])
    list_candidates(view, state.table.kind, legal_actions(state), scores)


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
    table, scores, fewer = Table(kind.rules()), littered(SCORES)[0], 0
    for number in range(8):
        for decision in table.decisions(number, number % kind.players, number % 3):
            _list(table.state, scores)
            wanted = expected_candidates(table, decision)
            assert scores.action[: scores.count].tolist() == wanted
            fewer += len(wanted) < len(cards_in(*map(int, pending(table.state))))
    assert (fewer > 0) == (kind.players != 2)


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
