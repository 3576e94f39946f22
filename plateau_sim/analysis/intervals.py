"""Confidence intervals that stay finite at 0 and 100%."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
CONFIDENCE = 0.95


def score_interval(
    mean: npt.ArrayLike,
    variance: npt.ArrayLike,
    number: npt.ArrayLike,
    low: npt.ArrayLike,
    high: npt.ArrayLike,
    confidence: float = CONFIDENCE,
) -> tuple[Floats, Floats]:
    """Return a score interval for the mean of a quantity that lies between two bounds.

    Wilson's interval (1927), written for any two values: as if z**2 more observations stood half at
    each bound. For a quantity that takes only the values ``low`` and ``high`` it is Wilson's
    interval itself; elsewhere it tends to the usual one, and is never of width 0.

    Parameters
    ----------
    mean, variance
        Sample mean, and sample variance with divisor ``number``.
    number
        Number of independent observations; where it is 0 the interval spans the bounds.
    low, high
        Bounds of the quantity.
    confidence
        Probability of covering the true mean.

    Returns
    -------
    low, high : float64 arrays of the common shape
    """
    mean, variance, number, low, high = np.broadcast_arrays(mean, variance, number, low, high)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    weight = number + z**2
    centre = (number * mean + z**2 * (low + high) / 2) / weight
    spread = z * np.sqrt(number * variance + z**2 * (high - low) ** 2 / 4) / weight
    empty = number == 0
    return (
        np.where(empty, low, np.clip(centre - spread, low, mean)),
        np.where(empty, high, np.clip(centre + spread, mean, high)),
    )


def adjusted_interval(
    mean: npt.ArrayLike,
    variance: npt.ArrayLike,
    number: npt.ArrayLike,
    low: npt.ArrayLike,
    high: npt.ArrayLike,
    confidence: float = CONFIDENCE,
) -> tuple[Floats, Floats]:
    """Return an interval for the mean of paired differences that lie between two bounds.

    The usual interval after one more observation at each bound. For differences of two results
    (-1, 0, 1) this is the interval of Bonett and Price (2012), "Adjusted Wald confidence interval
    for a difference of binomial proportions based on paired data". Unlike `score_interval` it
    covers well also where nearly all differences are at one bound, or 0; never of width 0.

    Parameters and results are those of `score_interval`.
    """
    mean, variance, number, low, high = np.broadcast_arrays(mean, variance, number, low, high)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    weight = number + 2
    centre = (number * mean + (low + high)) / weight
    squares = number * (variance + (mean - centre) ** 2)
    squares = squares + ((low - centre) ** 2 + (high - centre) ** 2)
    spread = z * np.sqrt(squares) / weight
    empty = number == 0
    return (
        np.where(empty, low, np.clip(centre - spread, low, mean)),
        np.where(empty, high, np.clip(centre + spread, mean, high)),
    )


def wilson(
    successes: npt.ArrayLike, number: npt.ArrayLike, **options: Any
) -> tuple[Floats, Floats]:
    """Return Wilson's interval for rates ``successes / number``."""
    successes, number = np.broadcast_arrays(successes, number)
    rate = successes / np.maximum(number, 1)
    return score_interval(rate, rate * (1 - rate), number, 0.0, 1.0, **options)


def difference_interval(
    one: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike],
    other: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike],
) -> tuple[Floats, Floats]:
    """Return an interval for ``one`` minus ``other``, of independent rates with their intervals.

    Newcombe's hybrid score interval (Statistics in Medicine 17, 1998, method 10): of each rate the
    distance to that bound of its Wilson interval that lies in the direction of the difference's.

    Parameters
    ----------
    one, other
        Rate, its lower and its upper bound, with the confidence that the result gets.
    """
    (a, a_low, a_high), (b, b_low, b_high) = (
        tuple(np.asarray(part, np.float64) for part in rate) for rate in (one, other)
    )
    difference = a - b
    return (
        difference - np.hypot(a - a_low, b_high - b),
        difference + np.hypot(a_high - a, b - b_low),
    )


def ratio_interval(
    over: npt.ArrayLike, under: npt.ArrayLike, low: float, high: float
) -> tuple[float, float, float]:
    """Return a ratio of two sums over independent units, with its interval.

    The residuals ``over - ratio * under`` give the ratio's variance (Cochran 1977, section 2.11);
    units of unequal weight count as fewer equal ones (Kish 1965, section 11.7), so that
    `score_interval` applies.

    Parameters
    ----------
    over, under
        Of each unit; ``under`` is not negative.
    low, high
        Bounds of the ratio in any one unit.

    Returns
    -------
    ratio, low, high : float
        The ratio is missing (NaN) where ``under`` is 0 everywhere; the interval spans the bounds.
    """
    above, below = np.asarray(over, np.float64), np.asarray(under, np.float64)
    total, squares = float(below.sum()), float((below**2).sum())
    if total == 0:
        return float("nan"), low, high
    ratio = float(above.sum()) / total
    variance = float(((above - ratio * below) ** 2).sum()) / squares
    # Rounding must not put a ratio at a bound beyond it.
    ratio = min(max(ratio, low), high)
    bounds = score_interval(ratio, variance, total**2 / squares, low, high)
    return ratio, float(bounds[0]), float(bounds[1])
