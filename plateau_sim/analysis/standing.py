"""How options stand after some deals: means, differences, and how sure one may be of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from plateau_sim.analysis.betting import Sample, interval, sample
from plateau_sim.analysis.intervals import score_interval

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def shown_confidence(confidence: float) -> float:
    """Return the confidence with which to make an interval so that it covers after a race.

    For points and win rates (`intervals.wilson`), from which nothing is decided: half the error
    makes up for stopping early, see docs/stopping.md. Differences need more, see
    `Standing.against`.
    """
    return 1 - (1 - confidence) / 2


@dataclass(frozen=True)
class Estimates:
    """A mean and its interval for each option, float64, shape (options,)."""

    mean: Floats
    low: Floats
    high: Floats

    @property
    def half(self) -> Floats:
        """Half the width of the intervals made symmetric: mean +- half holds the whole interval."""
        return np.maximum(self.high - self.mean, self.mean - self.low)


@dataclass(frozen=True)
class Rows:
    """Points deal by deal: NaN where an option was not played.

    Attributes
    ----------
    points : float64 array, shape (rows, options)
    times, weights : float64 arrays, shape (rows,)
        How many deals had such a row, and how much each of them counts, from 0 to 1.
    """

    points: Floats
    times: Floats
    weights: Floats

    def means(self) -> Floats:
        """Return the options' mean points, rounded, lest the order of the deals make a leader."""
        mass = np.where(np.isnan(self.points), 0, (self.times * self.weights)[:, None])
        return np.asarray(
            np.round((mass * np.nan_to_num(self.points)).sum(axis=0) / mass.sum(axis=0), 9)
        )

    def sample(self, reference: int | None = None) -> Sample:
        """Return what was seen of the options' points, or of those minus the reference's."""
        taken = 0.0 if reference is None else self.points[:, [reference]]
        return sample(self.points - taken, self.times, self.weights)


@dataclass(frozen=True)
class Terms:
    """What a race was agreed on.

    Attributes
    ----------
    baseline : int or None
    confidence : float
    low, high : float64 arrays, shape (options,)
        See `race.Race`.
    error : float
        By which an option may be out wrongly, against any one other.
    """

    baseline: int | None
    confidence: float
    low: Floats
    high: Floats
    error: float

    def difference_bounds(self, reference: int) -> tuple[Floats, Floats]:
        """Return between which each option's points minus the reference's lie."""
        return self.low - self.high[reference], self.high - self.low[reference]


@dataclass(frozen=True)
class Standing:
    """How the options stand at a look.

    Attributes
    ----------
    deals : int
        Deals so far.
    best : int
        The option that leads; known to be the best one only if ``decided``.
    runner_up : int or None
        The option that comes next to it, first of all among those still in.
    out : bool array, shape (options,)
        Clearly worse than an option that led; never in again.
    playing : bool array, shape (options,)
        Those that should go on: all that are still in, and the baseline.
    decided : bool
        Only the best one is left.
    settled : bool
        Decided, or all that are left differ from the leader by less than the tolerance: more deals
        would change nothing.
    too_close : tuple of int
        Unless decided all that are still in, the leader first.
    """

    deals: int
    best: int
    runner_up: int | None
    out: Flags
    playing: Flags
    decided: bool
    settled: bool
    too_close: tuple[int, ...]
    _rows: Rows
    _terms: Terms

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """Deals that each option had."""
        return self._rows.sample().deals.astype(np.int64)

    @cached_property
    def points(self) -> Estimates:
        """Points a deal; the intervals are those of `shown_confidence`."""
        terms, seen = self._terms, self._rows.sample()
        mean, mass = seen.mean, seen.times * seen.weights
        squares = (mass * seen.weights).sum(axis=1)
        # Deals of unequal weight count as fewer equal ones (`intervals.ratio_interval`).
        spread = (mass * seen.weights * (seen.values - mean[:, None]) ** 2).sum(axis=1)
        variance, number = spread / squares, mass.sum(axis=1) ** 2 / squares
        confidence = shown_confidence(terms.confidence)
        return Estimates(
            mean, *score_interval(mean, variance, number, terms.low, terms.high, confidence)
        )

    def against(self, reference: int) -> Estimates:
        """Return each option's points minus those of a reference, on the deals that both had.

        Each interval holds with the race's confidence or more. Its error is the one by which
        options drop out: at a look those do whose interval against the leader is below 0.
        """
        terms, seen = self._terms, self._rows.sample(reference)
        low, high = terms.difference_bounds(reference)
        mean, bounds = seen.mean, interval(seen, low, high, terms.error)
        for part in (mean, *bounds):
            part[reference] = 0
        return Estimates(mean, *bounds)

    @cached_property
    def to_best(self) -> Estimates:
        """Each option minus the best one, see `against`."""
        return self.against(self.best)

    @cached_property
    def to_baseline(self) -> Estimates:
        """Each option minus the baseline, see `against`; there must be one."""
        if self._terms.baseline is None:
            raise ValueError("the race has no baseline")
        return self.against(self._terms.baseline)

    def discordant(self, reference: int) -> npt.NDArray[np.int64]:
        """Return in how many deals each option's points were not those of a reference."""
        seen = self._rows.sample(reference)
        return np.asarray((seen.times * (seen.values != 0)).sum(axis=1).astype(np.int64))

    @cached_property
    def same(self) -> tuple[int, ...]:
        """The other options that had the points of the best one in all deals that both had."""
        alike = self.discordant(self.best) == 0
        alike[self.best] = False
        return tuple(np.flatnonzero(alike).tolist())
