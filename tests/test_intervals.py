"""Confidence intervals: Wilson's, and its like for any bounded quantity."""

import numpy as np
import pytest
from scipy.stats import binomtest

from plateau_sim.analysis.intervals import ratio_interval, score_interval, wilson

pytestmark = pytest.mark.plain_python

COUNTS = [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (5, 7), (524, 1000), (1, 10**6), (10**6,) * 2]


def expected(wins, number, confidence=0.95):
    """Return Wilson's interval as scipy works it out."""
    interval = binomtest(wins, number).proportion_ci(confidence, "wilson")
    return pytest.approx((interval.low, interval.high), abs=1e-12)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("wins", "number"), COUNTS)
def test_the_interval_of_a_rate_is_wilsons(wins, number, confidence):
    found = tuple(map(float, wilson(wins, number, confidence=confidence)))
    assert found == expected(wins, number, confidence)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 3), (-20, 5), (100, 101)])
@pytest.mark.parametrize(("wins", "number"), COUNTS)
def test_the_score_interval_of_two_values_is_wilsons(wins, number, low, high):
    rate = wins / number
    mean, variance = low + (high - low) * rate, (high - low) ** 2 * rate * (1 - rate)
    found = np.array(score_interval(mean, variance, number, low, high))
    assert tuple((found - low) / (high - low)) == expected(wins, number)


@pytest.mark.parametrize(("wins", "number"), COUNTS)
def test_an_interval_is_finite_and_inside_the_bounds_and_has_a_width(wins, number):
    low, high = wilson(wins, number)
    assert 0 <= low <= wins / number <= high <= 1
    assert high - low > 0
    if wins == 0:
        assert low == 0
    if wins == number:
        assert high == 1


def test_a_quantity_that_never_varied_still_has_an_interval_with_a_width():
    low, high = score_interval(4.0, 0.0, 50, -4.0, 4.0)
    assert -4 < low < 4
    assert high == 4


def test_without_observations_the_interval_spans_the_bounds():
    assert [float(end) for end in score_interval(0.0, 0.0, 0, -3.0, 7.0)] == [-3, 7]
    assert [float(end) for end in wilson(0, 0)] == [0, 1]


def test_intervals_work_on_arrays():
    wins, number = np.array([0, 3, 10]), np.array([10, 10, 10])
    low, high = wilson(wins, number)
    for place in range(3):
        assert (low[place], high[place]) == expected(int(wins[place]), 10)


def test_with_many_observations_it_is_the_usual_interval():
    generator = np.random.default_rng(5)
    sample = generator.choice([-6.0, -1.0, 0.0, 2.0, 9.0], 200_000)
    low, high = score_interval(sample.mean(), sample.var(), sample.size, -6, 9)
    half = 1.959964 * sample.std() / np.sqrt(sample.size)
    assert low == pytest.approx(sample.mean() - half, rel=1e-3)
    assert high == pytest.approx(sample.mean() + half, rel=1e-3)


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("number", [30, 400])
def test_the_interval_of_a_rate_covers_it_as_often_as_it_says(number, rate):
    wins = np.random.default_rng(1).binomial(number, rate, 20_000)
    low, high = wilson(wins, number)
    covered = np.mean((low <= rate) & (rate <= high))
    assert 0.92 <= covered <= 0.985


@pytest.mark.parametrize(("number", "most"), [(50, 0.975), (500, 0.96), (5000, 0.955)])
def test_the_interval_of_a_mean_covers_it_as_often_as_it_says(number, most):
    values, chances = np.array([-10.0, -4.0, 4.0, 10.0]), np.array([0.1, 0.5, 0.35, 0.05])
    generator = np.random.default_rng(2)
    counts = generator.multinomial(number, chances, 20_000)
    means = counts @ values / number
    variances = counts @ values**2 / number - means**2
    low, high = score_interval(means, variances, number, values[0], values[-1])
    true = values @ chances
    assert 0.945 <= np.mean((low <= true) & (true <= high)) <= most


def test_a_higher_confidence_is_wider():
    widths = [np.diff(np.array(wilson(30, 100, confidence=c)))[0] for c in (0.5, 0.9, 0.95, 0.99)]
    assert widths == sorted(widths)
    assert len(set(widths)) == len(widths)


@pytest.mark.parametrize(("wins", "number"), [(0, 1), (3, 10), (10, 10), (524, 1000)])
def test_the_interval_of_a_ratio_of_equal_units_is_that_of_a_rate(wins, number):
    over = np.arange(number) < wins
    ratio, low, high = ratio_interval(over, np.ones(number), 0.0, 1.0)
    assert ratio == wins / number
    assert (low, high) == expected(wins, number)
    # Units that do not count, and the size of those that do, change nothing.
    half = np.concatenate([over / 2, np.zeros(50)]), np.repeat([0.5, 0.0], [number, 50])
    assert ratio_interval(*half, 0.0, 1.0) == pytest.approx((ratio, low, high))


def test_a_ratio_of_nothing_is_missing_and_its_interval_spans_the_bounds():
    ratio, low, high = ratio_interval(np.zeros(5), np.zeros(5), -3.0, 2.0)
    assert np.isnan(ratio) and (low, high) == (-3.0, 2.0)


def test_the_interval_of_a_ratio_covers_it_as_often_as_it_says():
    generator = np.random.default_rng(4)
    covered = 0
    for _ in range(2000):
        under = generator.choice([0.0, 0.5, 1.0], 400, p=[0.6, 0.1, 0.3])
        over = under * generator.beta(2, 1, 400)
        _, low, high = ratio_interval(over, under, 0.0, 1.0)
        covered += low <= 2 / 3 <= high
    assert 0.935 <= covered / 2000 <= 0.975
