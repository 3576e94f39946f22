"""Paired statistics: McNemar, Holm, intervals, seat effects."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from plateau_sim.analysis.families import holm
from plateau_sim.analysis.intervals import adjusted_interval
from plateau_sim.analysis.paired import mcnemar, visible_difference
from plateau_sim.analysis.seateffect import seat_effects
from scripts.check_coverage import EVEN, LEAST, MOST, grid_means, lines

pytestmark = pytest.mark.plain_python
Z = 1.959963984540054


@pytest.mark.parametrize(("one", "other"), [(0, 0), (0, 1), (3, 0), (5, 5), (7, 12), (300, 380)])
def test_mcnemar_is_the_exact_binomial_test(one, other):
    expected = binomtest(one, one + other).pvalue if one + other else 1.0
    assert float(mcnemar(one, other)) == pytest.approx(expected)
    assert float(mcnemar(other, one)) == float(mcnemar(one, other))


def test_mcnemar_finds_nothing_more_often_than_its_level_says():
    """Exact: with any number of discordant deals, p < 0.05 at most in 5%."""
    for number in range(1, 60):
        counts = np.arange(number + 1)
        chance = np.array([binomtest(int(k), number).pvalue for k in counts])
        assert np.allclose(chance, mcnemar(counts, number - counts))
    draws = np.random.default_rng(3).binomial(40, 0.5, 20_000)
    assert np.mean(mcnemar(draws, 40 - draws) < 0.05) < 0.05


def test_holm_adjusts_as_in_its_definition():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]).tolist() == [1, 1]
    assert holm([0.2]).tolist() == [0.2]
    assert holm([0.02, 0.02]).tolist() == [0.04, 0.04]


@pytest.mark.parametrize(("one", "other", "number"), [(0, 0, 50), (3, 9, 40), (0, 50, 50)])
def test_the_interval_of_a_difference_is_that_of_bonett_and_price(one, other, number):
    mean, squares = (other - one) / number, (other + one) / number
    low, high = adjusted_interval(mean, squares - mean**2, number, -1, 1)
    p, q = (other + 1) / (number + 2), (one + 1) / (number + 2)
    half = Z * np.sqrt((p + q - (p - q) ** 2) / (number + 2))
    assert float(low) == pytest.approx(max(p - q - half, -1))
    assert float(high) == pytest.approx(min(p - q + half, 1))
    assert -1 <= low <= mean <= high <= 1 and high > low


def test_without_deals_the_interval_of_a_difference_spans_the_bounds():
    assert [float(end) for end in adjusted_interval(0, 0, 0, -6, 6)] == [-6, 6]


def test_seat_effects_add_up_to_nothing_and_have_the_usual_errors():
    rates, half = np.array([0.5, 0.6, 0.4, 0.5]), np.array([0.02, 0.02, 0.02, 0.02])
    effects, low, high = seat_effects(rates, rates - half, rates + half)
    assert effects == pytest.approx([0, 0.1, -0.1, 0])
    error = 0.02 * np.sqrt((3 / 4) ** 2 + 3 / 16)
    assert effects - low == pytest.approx([error] * 4)
    assert high - effects == pytest.approx([error] * 4)


def test_seat_effects_cover_as_often_as_they_say():
    true, size, rng = np.array([0.3, 0.32, 0.35]), 400, np.random.default_rng(5)
    from plateau_sim.analysis.intervals import wilson

    inside = []
    for wins in rng.binomial(size, true, (3000, 3)):
        _, low, high = seat_effects(wins / size, *wilson(wins, size))
        effects = true - true.mean()
        inside.append((low <= effects) & (effects <= high))
    assert 0.935 < np.mean(inside) < 0.965


def test_a_difference_that_would_be_seen_is_found_as_often_as_promised():
    deals, family, discordant = 5000, 20, 600
    seen = visible_difference(np.array([discordant]), deals, family)
    rng = np.random.default_rng(6)
    share = (discordant + seen * deals) / 2 / discordant
    more = rng.binomial(discordant, share, 4000)
    found = mcnemar(discordant - more, more) < 0.05 / family
    assert 0.75 < found.mean() < 0.88


def test_a_difference_that_no_test_could_find_is_not_promised():
    assert visible_difference(np.array([1]), 100, 1) >= 6 / 100


def test_intervals_cover_as_often_as_they_say_on_the_average():
    """A small run of scripts/check_coverage.py."""
    found = [line for line in lines(100, (2_000,)) if "extreme" not in line.what]
    assert EVEN[0] == 0.001 and EVEN[-1] == 0.999
    means = grid_means(found)
    assert len(means) == 4
    for mean in means.values():
        assert LEAST <= mean <= MOST
