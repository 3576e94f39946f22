"""Verdicts of small games against all their deals: what is said covers what is true."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from helpers import ids
from verdict_tools import deals

from plateau_sim.analysis.handverdict import PASSING, option_table
from plateau_sim.plateau.board import SPACE_AT, SPACES
from plateau_sim.plateau.facts import TALON, Facts, held
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.layouts import EMPTY, Layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.typed import parse_bidding, parse_cards
from plateau_sim.plateau.verdictfacts import DECLARES, FIRST_BID, PLAIN_WON, POINTS, ROLE, ROW_PASS
from plateau_sim.plateau.verdictrunner import VerdictRunner
from plateau_sim.studies.verdict import judge

HAND, MOST_WRONG = 3, 7
DECK = "S10 SR H10 HR D10 DR T1 T2 T20 T21"
OWN = ("T21 SR H10", "T20 T2 DR", "T1 S10 HR")
RULES = GameRules(3, tuple(sorted(ids(DECK))), HAND, HAND, 1, 1)
# Two columns from side to side, and what lies between them.
PLACES = [*((0, r) for r in range(-3, 4)), *((1, r) for r in range(-3, 3))]
TOKENS = [
    "trick1",
    "T21",
    "trick2",
    "SR",
    "T20",
    "trick3",
    "HR",
    "T1",
    "H10",
    "DR",
    "T2",
    "D10",
    "S10",
]


def small_layout() -> Layout:
    tokens = [EMPTY] * SPACES
    for place, token in zip(PLACES, TOKENS, strict=True):
        tokens[SPACE_AT[place]] = token
    return Layout("small", tuple(tokens))


def question(cards: str, bidding: str, seed: int, facts: Facts | None = None) -> HandQuestion:
    return HandQuestion(
        RULES,
        small_layout(),
        parse_cards(cards, RULES),
        parse_bidding(bidding, RULES),
        facts or Facts(),
        declaring="greedy",
        defending="greedy",
        seed=seed,
        ignore_bids=True,
    )


def all_deals(cards: str, seat: int) -> Iterator[Facts]:
    """Yield all ways in which the other cards may lie."""
    one, other = (number for number in range(3) if number != seat)
    hidden = sorted(set(ids(DECK)) - set(ids(cards)))
    for first in combinations(hidden, HAND):
        left = [card for card in hidden if card not in first]
        for second in combinations(left, HAND):
            (talon,) = set(left) - set(second)
            places = [(one, first), (other, second), (TALON, (talon,))]
            yield Facts(tuple(held(place, card) for place, held_ in places for card in held_))


def covers(low: float, true: float, high: float) -> bool:
    return low - 1e-9 <= true <= high + 1e-9


def truth(cards: str, bidding: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the win rates of all bids, where played, and the points of all options."""
    won, points, played = [], [], []
    seat = parse_bidding(bidding, RULES).me
    for facts in all_deals(cards, seat):
        asked = question(cards, bidding, 1, facts)
        found = VerdictRunner(asked).options(0, 2, asked.options)
        assert np.array_equal(found[0, ROW_PASS:], found[1, ROW_PASS:]), "greedy draws no lots"
        played.append(found[0, FIRST_BID:, ROLE] == DECLARES)
        won.append(found[0, FIRST_BID:, PLAIN_WON] * played[-1])
        points.append(found[0, ROW_PASS:, POINTS] / RULES.players)
    assert len(won) == 140
    return np.sum(won, axis=0) / np.sum(played, axis=0), np.mean(points, axis=0)


@pytest.mark.parametrize(
    ("cards", "bidding"), [*((own, "me") for own in OWN), (OWN[1], "y ex, me")]
)
def test_intervals_hold_what_all_deals_of_a_small_game_say(cards: str, bidding: str) -> None:
    win_rates, points = truth(cards, bidding)
    assert len(set(points)) > 2
    wrong = np.zeros(4, np.int64)
    best = points.max()
    for seed in range(1, 101):
        verdict = judge(question(cards, bidding, seed), deals(300), jobs=1)
        table = option_table(verdict).iloc[:-1].set_index("option")
        table = table.loc[[str(cell) for cell in verdict.options[1:]]]
        standing = verdict.standing
        low, high = standing.points.low, standing.points.high
        gain = points - points[PASSING]
        against = standing.to_baseline
        # One option a race, another one each time, so that misses are counted as they come.
        option = seed % len(points)
        bid = max(option, 1) - 1
        row = table.iloc[bid]
        wrong[0] += not covers(low[option], points[option], high[option])
        wrong[1] += not covers(against.low[option], gain[option], against.high[option])
        wrong[2] += not covers(row["win_low"], win_rates[bid], row["win_high"])
        wrong[3] += standing.decided and points[standing.best] < best - 1e-9
    assert (wrong <= MOST_WRONG).all(), wrong
