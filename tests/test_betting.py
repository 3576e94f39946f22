"""Bounds that hold at every look: what a bet is worth, and the intervals that follow."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from plateau_sim.analysis.betting import Sample, interval, log_wealth, sample

pytestmark = pytest.mark.plain_python
ERROR = 0.025
# A difference of points: what it can be, how likely, and how much such a deal counts.
VALUES, CHANCES = np.array([-4.0, 0.0, 1.0, 6.0]), np.array([0.1, 0.6, 0.2, 0.1])
WEIGHTS = np.array([1.0, 0.3, 0.8, 0.5])
LOW, HIGH = -5.0, 9.0


def seen(values, times=None, weights=None) -> Sample:
    """Return one quantity's sample."""
    values = np.asarray(values, float)
    ones = np.ones(len(values))
    parts = (ones if part is None else np.asarray(part, float) for part in (times, weights))
    return sample(values[:, None], *parts)


def expected_wealth(mean: float, weights: np.ndarray, deals: int = 4) -> float:
    """Return the mean wealth after some deals, over all that can happen in them."""
    total = 0.0
    for kinds in product(range(len(VALUES)), repeat=deals):
        chosen = list(kinds)
        got = log_wealth(seen(VALUES[chosen], weights=weights[chosen]), LOW, mean)
        total += math.prod(CHANCES[chosen]) * math.exp(got[0])
    return total


@pytest.mark.parametrize("weights", [np.ones(4), WEIGHTS], ids=["equal", "weighted"])
def test_a_bet_against_the_true_mean_gains_nothing_on_average(weights):
    mass = CHANCES * weights
    true = float(mass @ VALUES / mass.sum())
    assert expected_wealth(true, weights) == pytest.approx(1, abs=1e-12)
    assert expected_wealth(true + 0.5, weights) < 1 < expected_wealth(true - 0.5, weights)


def test_the_interval_ends_where_the_bets_have_won_enough():
    one = seen(VALUES, times=[5, 60, 20, 15], weights=WEIGHTS)
    low, high = (float(end[0]) for end in interval(one, LOW, HIGH, ERROR))
    mirrored = one._replace(values=-one.values)
    enough = math.log(1 / ERROR)
    assert LOW < low < one.mean[0] < high < HIGH
    assert log_wealth(one, LOW, low)[0] == pytest.approx(enough, rel=1e-6)
    assert log_wealth(mirrored, -HIGH, -high)[0] == pytest.approx(enough, rel=1e-6)
    wealth = [log_wealth(one, LOW, mean)[0] for mean in np.linspace(LOW + 0.01, HIGH, 200)]
    assert (np.diff(wealth) < 0).all()


def test_an_interval_moves_and_grows_with_its_quantity():
    one = seen(VALUES, times=[5, 60, 20, 15])
    ends = np.array(interval(one, LOW, HIGH, ERROR))
    other = one._replace(values=3 * one.values + 7)
    moved = np.array(interval(other, 3 * LOW + 7, 3 * HIGH + 7, ERROR))
    assert moved == pytest.approx(3 * ends + 7)
    mirrored = one._replace(values=-one.values)
    assert -np.array(interval(mirrored, -HIGH, -LOW, ERROR))[::-1] == pytest.approx(ends)


def test_a_smaller_error_or_fewer_deals_are_wider():
    times = np.array([5, 60, 20, 15])
    widths = [np.ptp(interval(seen(VALUES, times), LOW, HIGH, e)) for e in (0.2, 0.05, 0.001)]
    assert widths == sorted(widths) and len(set(widths)) == 3
    widths = [np.ptp(interval(seen(VALUES, n * times), LOW, HIGH, ERROR)) for n in (9, 3, 1)]
    assert widths == sorted(widths) and len(set(widths)) == 3


@pytest.mark.parametrize("deals", [1, 100, 10_000, 1_000_000])
def test_a_difference_never_seen_keeps_its_interval(deals):
    low, high = (end[0] for end in interval(seen([0.0], [deals]), -2.0, 2.0, ERROR))
    assert -2 < low < 0 < high < 2
    assert low == pytest.approx(-high)
    # A difference of the whole bound could come up in that many deals, and more, unseen.
    assert high > 2 * -math.log(ERROR) / (deals + 10)
    assert high < 2 * 6 / deals or deals < 10


@pytest.mark.parametrize("deals", [1, 100, 10_000])
def test_a_rate_of_100_percent_has_a_finite_interval(deals):
    low, high = (end[0] for end in interval(seen([1.0], [deals]), 0.0, 1.0, ERROR))
    assert 0 < low < 1 and high == 1
    low, high = (end[0] for end in interval(seen([0.0], [deals]), 0.0, 1.0, ERROR))
    assert low == 0 and 0 < high < 1


def test_without_deals_the_interval_spans_the_bounds():
    empty = sample(np.empty((0, 2)), np.empty(0), np.empty(0))
    assert [end.tolist() for end in interval(empty, -1.0, [2.0, 3.0], ERROR)] == [[-1, -1], [2, 3]]
    assert np.isnan(empty.mean).all() and empty.deals.tolist() == [0, 0]


def test_a_sample_counts_the_distinct_values_in_any_order():
    rng = np.random.default_rng(1)
    points = rng.choice([-1.0, 2 / 3, np.nan], (200, 3))
    weights, times = rng.choice([0.25, 1.0], 200), np.ones(200)
    one = sample(points, times, weights)
    assert one.values.shape[1] <= 4
    for column in range(3):
        for value, weight in product((-1.0, 2 / 3), (0.25, 1.0)):
            here = (one.values[column] == value) & (one.weights[column] == weight)
            number = np.count_nonzero((points[:, column] == value) & (weights == weight))
            assert one.times[column][here].tolist() == [number]
    assert one.deals.tolist() == np.count_nonzero(~np.isnan(points), axis=0).tolist()
    order = rng.permutation(200)
    other = sample(points[order], times, weights[order])
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    twice = sample(points, 2 * times, weights)
    assert np.array_equal(twice.times, 2 * one.times) and np.array_equal(twice.mean, one.mean)


def test_deals_of_no_weight_do_not_count_and_light_ones_count_less():
    times = np.array([5.0, 60, 20, 15])
    plain = np.array(interval(seen(VALUES, times), LOW, HIGH, ERROR))
    more = seen([*VALUES, 8.0], [*times, 50], [1, 1, 1, 1, 0])
    assert np.array(interval(more, LOW, HIGH, ERROR)) == pytest.approx(plain)
    light = seen(VALUES, times, np.full(4, 0.2))
    assert light.mean == pytest.approx(seen(VALUES, times).mean)
    assert np.ptp(interval(light, LOW, HIGH, ERROR)) > np.ptp(plain)


@pytest.mark.parametrize(
    ("values", "chances"),
    [
        ((-10, 0, 1), (0.005, 0.945, 0.05)),
        ((-1, 0, 10), (0.05, 0.945, 0.005)),
        ((-1, 0, 1), (0.4, 0.2, 0.4)),
    ],
    ids=["rare losses", "rare gains", "even"],
)
def test_bets_seldom_win_enough_by_chance_at_all_looks_together(values, chances):
    rng = np.random.default_rng(2)
    counts = rng.multinomial(50, chances, (4000, 20)).cumsum(axis=1).astype(float)
    rows = np.repeat([np.array(values, float)], 4000, axis=0), np.ones((4000, 3))
    fooled = np.zeros(4000, bool)
    for look in range(20):
        got = log_wealth(Sample(rows[0], counts[:, look], rows[1]), min(values), 0.0)
        fooled |= got >= -math.log(ERROR)
    assert 0 < np.mean(fooled) < ERROR
