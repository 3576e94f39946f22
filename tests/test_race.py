"""Races: what is promised of "this is the best", of intervals after stopping, and of ties."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from plateau_sim.analysis.intervals import score_interval, wilson
from plateau_sim.analysis.race import Race, look_points, shown_confidence
from scripts import check_stopping as stopping

pytestmark = pytest.mark.plain_python
MOST = 1200
# Races of each kind; twenty options take their time.
SLOW_RACES = {kind: 110 if kind == "many" else 270 for kind in stopping.KINDS}
# Points of two bids and passing in the kinds of deals that there are.
POINTS = np.array([[5.0, 3.0, 0.0], [-5.0, -3.0, 1.0], [-5.0, 3.0, -1.0]])
BOUNDS = {"low": np.array([-5.0, -3.0, -2.0]), "high": np.array([5.0, 3.0, 2.0])}


def card_race(options: int = 2, **more) -> Race:
    """Return a race of cards that win or lose."""
    return Race(options, low=0, high=1, **more)


def races(kind: str, number: int, most: int = MOST) -> list[stopping.Run]:
    """Run races of a kind."""
    rng = np.random.default_rng([7, number, list(stopping.KINDS).index(kind)])
    return [stopping.run(stopping.KINDS[kind](rng), rng, most) for _ in range(number)]


def check_honest(runs: list[stopping.Run]) -> None:
    """Check the share of wrong races and what the intervals cover."""
    wrong, coverage = stopping.shares(runs)
    assert wrong <= stopping.wrong_at_most(len(runs))
    assert (coverage >= stopping.covered_at_least(len(runs))).all()


@pytest.mark.slow
@pytest.mark.parametrize("kind", stopping.KINDS)
def test_two_thousand_races_are_honest(kind):
    assert sum(SLOW_RACES.values()) == 2000
    check_honest(races(kind, SLOW_RACES[kind]))


@pytest.mark.parametrize("kind", stopping.KINDS)
def test_a_few_races_of_each_kind_are_honest(kind):
    check_honest(races(kind, 15, 600))


def test_dishonest_races_would_be_found(monkeypatch):
    class Careless(Race):
        def __init__(self, *args, **more):
            super().__init__(*args, **more)
            self.terms = replace(self.terms, error=0.9)

    monkeypatch.setattr(stopping, "Race", Careless)
    with pytest.raises(AssertionError):
        check_honest(races("level", 60))


@pytest.mark.parametrize(("discordant", "gap"), [(0.15, 0.05), (0.05, 0.02)])
def test_a_gap_of_a_few_points_is_found_with_a_reasonable_number_of_deals(discordant, gap):
    """Reasonable: about three times what one look at a known number of deals needs."""
    chances = np.array([(discordant + gap) / 2, (discordant - gap) / 2, 1 - discordant])
    truth = stopping.Truth(np.array([[1.0, 0], [0, 1], [1, 1]]), chances, np.zeros(2), np.ones(2))
    rng = np.random.default_rng(3)
    runs = [stopping.run(truth, rng, 20_000) for _ in range(60)]
    assert all(run.decided and not run.wrong for run in runs)
    # One-sided at 5% with a power of 80%: 6.2 variances over the gap squared.
    assert np.median([run.deals for run in runs]) < 3 * 6.2 * discordant / gap**2


def test_options_are_out_exactly_if_their_interval_against_the_leader_is_below_0():
    rng = np.random.default_rng(4)
    for number in range(40):
        truth = stopping.KINDS["bids" if number % 2 else "clear"](rng)
        race = Race(len(truth.low), 0, low=truth.low, high=truth.high)
        race.add(truth.points, rng.multinomial(300, truth.chances))
        standing = race.look()
        assert standing.out.tolist() == (standing.to_best.high < 0).tolist()
        assert standing.decided == (np.count_nonzero(~standing.out) == 1)


def test_what_is_out_never_comes_back_and_keeps_its_deals():
    race = card_race(3)
    race.add([[1, 1, 0], [1, 0, 0], [0, 1, 0]], [200, 5, 5])
    standing = race.look()
    assert standing.out.tolist() == [False, False, True] and standing.too_close == (0, 1)
    race.add([[0, 0, np.nan]], [100_000])
    standing = race.look()
    assert standing.out.tolist() == [False, False, True] and not standing.decided
    assert standing.counts.tolist() == [100_210, 100_210, 210]
    assert standing.to_best.mean[2] == pytest.approx(-205 / 210)
    assert standing.discordant(0).tolist() == [0, 10, 205]
    # Played on, and winning from now on, it is still out.
    race.add([[0, 0, 1]], [1_000_000])
    standing = race.look()
    assert standing.out[2] and standing.best in (0, 1)


def test_the_baseline_is_played_on_when_it_is_out():
    race = Race(3, 2, **BOUNDS)
    race.add(POINTS, [900, 10, 10])
    standing = race.look()
    assert standing.decided and standing.best == 0 and standing.out[2]
    assert standing.playing.tolist() == [True, False, True]
    assert standing.too_close == () and standing.runner_up == 1


@pytest.mark.parametrize("deals", [1, 1000, 10**7])
def test_deals_without_any_difference_are_never_certainty(deals):
    race = card_race()
    race.add([[1, 1]], [deals])
    standing = race.look()
    assert not standing.decided and not standing.settled
    assert set(standing.too_close) == {0, 1} and standing.same == (1,)
    assert standing.to_best.low[1] < 0 < standing.to_best.high[1]
    assert standing.points.half.min() > 0


def test_a_few_discordant_deals_are_no_certainty_however_many_agree():
    for discordant, decided in ((4, False), (30, True)):
        race = card_race()
        race.add([[1, 1], [1, 0]], [100_000, discordant])
        assert race.look().decided == decided
    # Where a single deal can cost ten times as much, thirty small gains prove nothing.
    race = Race(2, low=0, high=10)
    race.add([[5, 5], [6, 5]], [100_000, 30])
    assert not race.look().decided


def test_equal_options_are_settled_as_too_close_within_the_tolerance():
    race = card_race(3, tolerance=0.005)
    looks = 0
    for goal, before in zip(look_points(100_000), (0, *look_points(100_000)), strict=False):
        race.add(
            [[1, 1, 0], [0, 0, 0]], [(goal - before) // 2, goal - before - (goal - before) // 2]
        )
        standing, looks = race.look(), looks + 1
        if standing.settled:
            break
    assert standing.settled and not standing.decided and standing.deals < 5000
    assert standing.too_close == (0, 1) and standing.same == (1,) and standing.out[2]


def test_the_lead_has_the_same_interval_from_both_sides():
    race = Race(3, 2, **BOUNDS)
    race.add(POINTS, [60, 50, 10])
    standing = race.look()
    one, other = standing.against(0), standing.against(1)
    assert one.mean[1] == -other.mean[0]
    assert (one.low[1], one.high[1]) == (-other.high[0], -other.low[0])
    assert one.low[0] == one.high[0] == one.mean[0] == 0
    base = standing.to_baseline
    assert base.mean == pytest.approx(standing.points.mean - standing.points.mean[2])
    assert (base.half >= base.high - base.mean).all() and (base.half >= base.mean - base.low).all()


def test_points_have_the_score_interval_of_half_the_error():
    race = card_race()
    race.add([[1, 0], [1, 1], [0, 0]], [20, 300, 80])
    points = race.look().points
    for option, wins in enumerate((320, 300)):
        ends = [float(end) for end in wilson(wins, 400, confidence=0.975)]
        assert [points.low[option], points.high[option]] == pytest.approx(ends)
    assert shown_confidence(0.95) == pytest.approx(0.975)


def test_weighted_deals_count_as_fewer_equal_ones():
    race = Race(3, 2, **BOUNDS)
    race.add(POINTS, [60, 50, 10], [1.0, 0.5, 0.25])
    points = race.look().points
    weights = np.repeat([1.0, 0.5, 0.25], [60, 50, 10])
    mean = np.average(np.repeat(POINTS, [60, 50, 10], axis=0), axis=0, weights=weights)
    assert points.mean == pytest.approx(mean)
    effective = weights.sum() ** 2 / (weights**2).sum()
    spread = (np.repeat(POINTS, [60, 50, 10], axis=0) - mean) ** 2
    variance = np.average(spread, axis=0, weights=weights**2)
    bounds = score_interval(mean, variance, effective, *BOUNDS.values(), 0.975)
    assert (points.low, points.high) == (pytest.approx(bounds[0]), pytest.approx(bounds[1]))


def test_a_race_does_not_depend_on_how_its_deals_arrive():
    rng = np.random.default_rng(5)
    deals = POINTS[rng.integers(0, 3, 600)]
    standings = []
    for cuts in ([], [1, 7, 300], range(50, 600, 50)):
        race = Race(3, 2, **BOUNDS)
        for part in np.split(deals, list(cuts)):
            race.add(part)
        standings.append(race.look())
    rows, times = np.unique(deals, axis=0, return_counts=True)
    race = Race(3, 2, **BOUNDS)
    race.add(rows, times)
    for standing in standings:
        for name in ("points", "to_best", "to_baseline"):
            one, other = getattr(standing, name), getattr(race.look(), name)
            assert all(np.array_equal(getattr(one, e), getattr(other, e)) for e in ("low", "high"))


@pytest.mark.parametrize(("options", "error"), [(2, 0.1), (3, 0.1), (6, 0.04), (21, 0.01)])
def test_the_rivals_of_the_best_one_share_the_error(options, error):
    assert card_race(options, confidence=0.8).terms.error == pytest.approx(error)


def test_one_option_is_the_best_of_all():
    race = card_race(1)
    race.add([[0.0]])
    standing = race.look()
    assert standing.decided and standing.settled
    assert (standing.best, standing.runner_up) == (0, None)
    with pytest.raises(ValueError, match="no baseline"):
        _ = standing.to_baseline


def test_options_that_always_get_the_same_are_known_for_certain_to():
    """Passing when nobody else can declare; thirds, so that means are rounded."""
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        race = Race(3, 0, low=[0, -14 / 3, 1 / 3], high=[0, 7 / 3, 1 / 3])
        race.add([[0, -14 / 3, 1 / 3]], [1003])
        standing = race.look()
        points, base = standing.points, standing.to_baseline
    assert standing.decided and standing.best == 2
    assert base.low[2] == pytest.approx(1 / 3) and base.high[2] == pytest.approx(1 / 3)
    assert points.low[1] == pytest.approx(-14 / 3) and -14 / 3 < points.high[1] < -4.5


def test_what_cannot_be_is_refused():
    race = card_race()
    with pytest.raises(ValueError, match="before the first deal"):
        race.look()
    for points in ([[1, np.nan]], [[1, 0, 1]]):
        with pytest.raises(ValueError, match="every option"):
            race.add(points)
    for points, weights in (([[1, 2]], [1]), ([[-1, 0]], [1]), ([[1, 0]], [1.5]), ([[1, 0]], [-1])):
        with pytest.raises(ValueError, match="between"):
            race.add(points, weights=weights)
    for wrong in ({"low": 1, "high": 0}, {"low": 0, "high": 1, "confidence": 1.0}):
        with pytest.raises(ValueError):
            Race(2, **wrong)


def test_looks_are_at_fixed_numbers_of_deals():
    assert look_points(1000) == (100, 150, 200, 300, 400, 600, 800, 1000)
    assert look_points(40) == (40,)
    assert look_points(2000, 500) == (500, 750, 1000, 1500, 2000)
    assert set(look_points(10_000)) - {10_000} <= set(look_points(10**6))
