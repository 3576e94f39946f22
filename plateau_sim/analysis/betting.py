"""Bounds for means that hold at every look: how rich a bet against a mean would have become.

Who starts with 1 and stakes, deal after deal, a share of it on a quantity being above a mean, gains
nothing on average if the true mean is not above: the chance of ever holding 1 / error is at most
``error`` (Ville 1939). So the means against which the bet has won that much are given up, and the
rest is an interval that one may look at as often as one likes (Waudby-Smith and Ramdas, "Estimating
means of bounded random variables by betting", J. Royal Statistical Society B 86, 2024). Nothing is
asked of the quantity but bounds, and of the deals that they are independent: the same proof covers
skewed and rare differences, and those of which none was seen.

The stake is spread over fixed shares, so that the result depends on which values were seen how
often and not on their order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

# Halved shares serve up to some millions of deals. Of the largest, nearly all, a little is kept
# back: a single deal could take the rest. Weights lean to the large shares, which decide while
# deals are few or hardly differ.
_STEPS = np.arange(12)
_STAKES = 0.5**_STEPS
_STAKES[0] = 1 - 2.0**-10
_LOG_WEIGHTS = -np.log(_STEPS + 2.0) - np.log(np.sum(1 / (_STEPS + 2.0)))
_ROUNDING = 1e-12
_HALVINGS = 32  # of the distance from a bound to the mean


class Sample(NamedTuple):
    """What was seen of several quantities: each row holds the distinct values of one.

    Attributes
    ----------
    values : float64 array, shape (quantities, distinct)
    times : float64 array, same shape
        How many deals had the value; 0 fills a row up.
    weights : float64 array, same shape
        From 0 to 1: how much such a deal counts in the mean.
    """

    values: Floats
    times: Floats
    weights: Floats

    @property
    def deals(self) -> Floats:
        """Deals in which each quantity was seen."""
        return np.asarray(self.times.sum(axis=1))

    @property
    def mean(self) -> Floats:
        """Weighted mean of each quantity; NaN where nothing was seen."""
        mass = self.times * self.weights
        total = mass.sum(axis=1)
        sums = (mass * self.values).sum(axis=1)
        return np.asarray(np.divide(sums, total, out=np.full_like(sums, np.nan), where=total > 0))


def sample(quantities: Floats, times: Floats, weights: Floats) -> Sample:
    """Return the distinct values of some quantities, whatever the order of the deals.

    Parameters
    ----------
    quantities : float64 array, shape (rows, quantities)
        NaN: not seen in this row.
    times, weights : float64 arrays, shape (rows,)
        See `Sample`.
    """
    # Sorted by value, then by weight; NaN comes last. Where weights are equal any sorting will do.
    by_weight = np.argsort(weights, kind="stable")
    alike = bool((weights == weights[:1]).all())
    values = np.ascontiguousarray(quantities[by_weight].T)
    order = np.argsort(values, axis=1, kind="quicksort" if alike else "stable")
    values = np.take_along_axis(values, order, axis=1)
    counts, kept = times[by_weight][order], weights[by_weight][order]
    counts = np.where(np.isnan(values), 0, counts)
    new = np.ones(values.shape, np.bool_)
    new[:, 1:] = (values[:, 1:] != values[:, :-1]) | (kept[:, 1:] != kept[:, :-1])
    starts = np.flatnonzero(new)
    counted = np.add.reduceat(counts.ravel(), starts) if len(starts) else np.zeros(0)
    seen = counted > 0
    places = starts[seen]
    columns = values.ravel()[places], counted[seen], kept.ravel()[places]
    return _table(np.nonzero(new)[0][seen], len(values), *columns)


def _table(rows: npt.NDArray[np.int64], number: int, *columns: Floats) -> Sample:
    """Return lists of entries as a table with a row each, filled up with zeros."""
    lengths = np.bincount(rows, minlength=number)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    shape = number, int(lengths.max(initial=0))
    filled = np.zeros((3, *shape))
    filled[:, rows, within] = columns
    return Sample(*filled)


def log_wealth(seen: Sample, low: npt.ArrayLike, mean: npt.ArrayLike) -> Floats:
    """Return the logarithm of what bets on "above this mean" have made of 1.

    At ``log(1 / error)`` or more the true mean is above, but for the error.

    Parameters
    ----------
    seen
        The quantities.
    low, mean : shape (quantities,) or scalar
        The least that each can be, and the mean to bet against, which must be greater.
    """
    low, mean = np.atleast_1d(low)[:, None], np.atleast_1d(mean)[:, None]
    gains = seen.weights * (seen.values - mean) / (mean - low)
    logs = np.log1p(gains[..., None] * _STAKES)
    totals = np.einsum("qv,qvs->qs", seen.times, logs) + _LOG_WEIGHTS
    return np.asarray(np.logaddexp.reduce(totals, axis=1))


def interval(
    seen: Sample, low: npt.ArrayLike, high: npt.ArrayLike, error: float
) -> tuple[Floats, Floats]:
    """Return an interval for each mean that holds at any look, however often one looks.

    Parameters
    ----------
    seen
        The quantities.
    low, high : shape (quantities,) or scalar
        Between which each lies.
    error
        Probability on each side, over all looks.

    Returns
    -------
    low, high : float64 arrays, shape (quantities,)
        Finite, and of width 0 only if the bounds are equal; the bounds where nothing was seen.
    """
    ends = (low, -np.asarray(high, np.float64))
    floors = np.concatenate([np.broadcast_to(end, len(seen.values)) for end in ends])
    # The upper bound is the lower one of the quantity mirrored; found together, in half the time.
    both = Sample(*(np.concatenate([part, part]) for part in seen))
    both.values[len(seen.values) :] *= -1
    below, above = np.split(_lower_bounds(both, floors, error), 2)
    return below, -above


def _lower_bounds(seen: Sample, floors: Floats, error: float) -> Floats:
    """Return the means below which the bets have won enough, by halving."""
    bounds, means = np.array(floors, np.float64), seen.mean
    # Against its own mean a bet gains nothing; where that is the bound there is nothing to find.
    # Rounding must make neither a mean above it nor a value below.
    found = np.flatnonzero(means > floors + _ROUNDING)
    rows, least = Sample(*(part[found] for part in seen)), bounds[found]
    rows = rows._replace(values=np.maximum(rows.values, least[:, None]))
    left, right = least, means[found]
    for _ in range(_HALVINGS):
        middle = (left + right) / 2
        given_up = log_wealth(rows, least, middle) >= -np.log(error)
        left, right = np.where(given_up, middle, left), np.where(given_up, right, middle)
    bounds[found] = left
    return bounds
