"""Points: rulebook 7 and Variants, Positive-Only Scoring; every case against the naive twin."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest
from naive import scoring as twin

from plateau_sim.plateau.bids import PARTNERS, TEAMS
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.scoring import bidder_points, break_even, points

RANDOM_CASES = 10_000
VALUES = range(1, 21)
SCORINGS: tuple[dict[str, bool], ...] = (
    {},
    {"positive_only": True},
    {"positive_only": True, "counter_sabotage": True},
)


def scorings(players: int) -> list[GameRules]:
    """Return the rules for each scoring of a player count."""
    return [
        GameRules.published(players, **options)
        for options in SCORINGS
        if players == 5 or "counter_sabotage" not in options
    ]


ALL_RULES = [rules for players in range(2, 7) for rules in scorings(players)]


def sides(players: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each declarer with each set of partners."""
    for declarer, team in product(range(players), TEAMS[players]):
        others = [seat for seat in range(players) if seat != declarer]
        for partners in combinations(others, PARTNERS[team]):
            yield declarer, partners


def seat_points(
    rules: GameRules, scorer: int, side: tuple[int, ...], won: bool, value: int
) -> list[int]:
    """Return the points by seat: of who scores as declarer, of the side, of the opponents."""
    declarer, partner, opponent = points(rules, len(side) - 1, won, value)
    return [
        declarer if seat == scorer else partner if seat in side else opponent
        for seat in range(rules.players)
    ]


def check(
    rules: GameRules, bidder: int, partners: tuple[int, ...], won: bool, value: int, left: bool
) -> None:
    """Compare one case; `left`: the bidder has left his role to the partner."""
    declarer, others = (partners[0], (bidder,)) if left else (bidder, partners)
    told = twin.points(
        rules.players,
        declarer,
        others,
        won,
        value,
        positive_only=rules.positive_only,
        counter_sabotage=rules.counter_sabotage,
    )
    assert seat_points(rules, declarer, (bidder, *partners), won, value) == told
    mean = Fraction(sum(told), rules.players)
    assert bidder_points(rules, len(partners), won, value, left) == told[bidder] - mean


def may_abdicate(rules: GameRules, partners: tuple[int, ...]) -> bool:
    """Tell whether abdication can happen."""
    return rules.sabotage_in_force and len(partners) == 1


@pytest.mark.parametrize("players", range(2, 7))
def test_points_agree_with_the_naive_twin(players: int) -> None:
    for rules, (bidder, partners) in product(scorings(players), sides(players)):
        for won, value, left in product((True, False), VALUES, (False, True)):
            if not left or may_abdicate(rules, partners):
                check(rules, bidder, partners, won, value, left)


def test_points_of_random_hands_agree_with_the_naive_twin() -> None:
    rng = random.Random("points")
    for _ in range(RANDOM_CASES):
        rules = rng.choice(ALL_RULES)
        bidder, partners = rng.choice(list(sides(rules.players)))
        left = may_abdicate(rules, partners) and rng.random() < 0.5
        check(rules, bidder, partners, rng.random() < 0.5, rng.randrange(1, 21), left)


@pytest.mark.parametrize("players", range(2, 7))
def test_standard_points_sum_to_zero(players: int) -> None:
    rules = GameRules.published(players)
    for (bidder, partners), won in product(sides(players), (True, False)):
        assert sum(seat_points(rules, bidder, (bidder, *partners), won, 7)) == 0


@pytest.mark.parametrize(
    ("players", "partners", "declarer", "partner"),
    [
        (6, 2, 1, 1),
        (6, 1, 2, 2),
        (6, 0, 5, 0),
        (5, 1, 2, 1),
        (5, 0, 4, 0),
        (4, 1, 1, 1),
        (4, 0, 3, 0),
        (3, 0, 2, 0),
        (2, 0, 1, 0),
    ],
)
def test_the_table_of_standard_points(
    players: int, partners: int, declarer: int, partner: int
) -> None:
    rules = GameRules.published(players)
    assert points(rules, partners, True, 6) == (6 * declarer, 6 * partner, -6)
    assert points(rules, partners, False, 6) == (-6 * declarer, -6 * partner, 6)


@pytest.mark.parametrize(
    ("players", "partners", "share"),
    [
        (6, 2, 2),
        (6, 1, 3),
        (6, 0, 6),
        (5, 1, 1),
        (5, 0, 2),
        (4, 1, 1),
        (4, 0, 2),
        (3, 0, 1),
        (2, 0, 1),
    ],
)
def test_only_the_winning_side_scores_in_positive_only_scoring(
    players: int, partners: int, share: int
) -> None:
    rules = GameRules.published(players, positive_only=True)
    of_partners = 4 * share if partners else 0
    assert points(rules, partners, True, 4) == (4 * share, of_partners, 0)
    assert points(rules, partners, False, 4) == (0, 0, 4 * share)


def test_the_adjusted_table_applies_where_counter_sabotage_is_chosen() -> None:
    rules = GameRules.published(5, positive_only=True, counter_sabotage=True)
    assert points(rules, 1, True, 3) == (6, 3, 0)
    assert points(rules, 1, False, 3) == (0, 0, 3)
    assert points(rules, 0, True, 3) == (9, 0, 0)
    assert points(rules, 0, False, 3) == (0, 0, 9)


def test_after_an_abdication_the_new_declarer_loses_double() -> None:
    rules = GameRules.published(5)
    assert seat_points(rules, 3, (0, 3), False, 4) == [-4, 4, 4, -8, 4]
    assert bidder_points(rules, 1, False, 4, True) == -4
    assert bidder_points(rules, 1, False, 4, False) == -8


def test_points_above_the_mean_are_fractions_in_positive_only_scoring() -> None:
    rules = GameRules.published(3, positive_only=True)
    assert bidder_points(rules, 0, True, 1, False) == Fraction(2, 3)
    assert bidder_points(rules, 0, False, 1, False) == Fraction(-2, 3)


def told_above_mean(rules: GameRules, partners: tuple[int, ...], won: bool, value: int) -> Fraction:
    """Return the points of seat 0 as declarer minus the mean, from the naive twin."""
    told = twin.points(
        rules.players,
        0,
        partners,
        won,
        value,
        positive_only=rules.positive_only,
        counter_sabotage=rules.counter_sabotage,
    )
    return told[0] - Fraction(sum(told), rules.players)


@pytest.mark.parametrize("players", range(2, 7))
def test_at_the_break_even_rate_a_bid_is_worth_what_passing_is(players: int) -> None:
    """Every number of wins in 60 deals: the bid is better just where the rate is above it."""
    deals = 60
    for rules, team in product(scorings(players), TEAMS[players]):
        partners = tuple(range(1, 1 + PARTNERS[team]))
        for value, passing in product((1, 7, 20), (-9.0, -1.5, 0.0, 0.65, 3.0, 30.0)):
            found = break_even(rules, len(partners), value, passing)
            won, lost = (told_above_mean(rules, partners, end, value) for end in (True, False))
            worth = [float(w * won + (deals - w) * lost) / deals for w in range(deals + 1)]
            assert float(lost) + found.rate * float(won - lost) == pytest.approx(passing)
            for wins, mean in enumerate(worth):
                if abs(mean - passing) > 1e-9:
                    assert (mean > passing) == (wins / deals > found.rate)
            assert found.never == (max(worth) < passing - 1e-9)
            assert found.always == (min(worth) > passing + 1e-9)


@pytest.mark.parametrize(
    ("options", "partners", "rate"),
    [
        # Won minus lost is what the declarer wins and, standard, loses; the mean of all seats
        # is 0 under standard scoring, else what the winners get divided by 5.
        ({}, 1, (0.5 + 14) / 28),
        ({"positive_only": True}, 1, (0.5 + 4.2) / (7 - 2.8 + 4.2)),
        ({"positive_only": True, "counter_sabotage": True}, 1, (0.5 + 4.2) / (14 - 4.2 + 4.2)),
        ({"positive_only": True, "counter_sabotage": True}, 0, (0.5 + 16.8) / (21 - 4.2 + 16.8)),
    ],
)
def test_break_even_rates_of_five_players(
    options: dict[str, bool], partners: int, rate: float
) -> None:
    found = break_even(GameRules.published(5, **options), partners, 7, 0.5)
    assert found.rate == pytest.approx(rate)
    assert not found.never and not found.always
