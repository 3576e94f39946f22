"""Which option is best, and when to stop: looks at fixed deal counts, honest at each of them.

An option is out when a bet on the leader being better, on the same deals, has won so much that with
all rivals together this happens to the truly best one in at most 1 - confidence of all races (see
`betting`). Nothing is assumed about the points but their bounds, and looking often costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from plateau_sim.analysis.betting import Sample, interval, log_wealth, sample
from plateau_sim.analysis.intervals import CONFIDENCE

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
FIRST_LOOK = 100
_ROUNDING = 1e-9


def look_points(most: int, first: int = FIRST_LOOK) -> tuple[int, ...]:
    """Return the deal counts at which one may look: 100, 150, 200, 300, 400, 600, ..., ``most``.

    Parameters
    ----------
    most
        The last one.
    first
        The first one, unless ``most`` is less; even.

    Examples
    --------
    >>> look_points(500)
    (100, 150, 200, 300, 400, 500)
    """
    points, step = [], first
    while step < most:
        points.append(step)
        if step * 3 // 2 < most:
            points.append(step * 3 // 2)
        step *= 2
    return (*points, most)


@dataclass(frozen=True)
class Estimates:
    """A mean and its interval for each option, float64, shape (options,).

    The intervals hold at any look, so that stopping early does not spoil them.
    """

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

    def sample(self, reference: int | None = None) -> Sample:
        """Return what was seen of the options' points, or of those minus the reference's."""
        taken = 0.0 if reference is None else self.points[:, [reference]]
        return sample(self.points - taken, self.times, self.weights)


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
    _race: Race

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """Deals that each option had."""
        return self._rows.sample().deals.astype(np.int64)

    @cached_property
    def points(self) -> Estimates:
        """Points a deal; each interval holds with the race's confidence."""
        race, seen = self._race, self._rows.sample()
        bounds = interval(seen, race.low, race.high, (1 - race.confidence) / 2)
        return Estimates(seen.mean, *bounds)

    def against(self, reference: int) -> Estimates:
        """Return each option's points minus those of a reference, on the deals that both had.

        Each interval holds with the race's confidence or more. Its error is the one by which options
        drop out: at a look those do whose interval against the leader is below 0.
        """
        race, seen = self._race, self._rows.sample(reference)
        low, high = race.difference_bounds(reference)
        mean, bounds = seen.mean, interval(seen, low, high, race.error)
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
        if self._race.baseline is None:
            raise ValueError("the race has no baseline")
        return self.against(self._race.baseline)

    @cached_property
    def same(self) -> tuple[int, ...]:
        """The other options that had the points of the best one in all deals that both had."""
        seen = self._rows.sample(self.best)
        differs = ((seen.values != 0) & (seen.times > 0)).any(axis=1) | (seen.deals == 0)
        differs[self.best] = True
        return tuple(np.flatnonzero(~differs).tolist())


class Race:
    """Options on the same deals, until one is known to be the best.

    Parameters
    ----------
    options
        Their number.
    baseline
        The one that others are compared with (passing), or None. It may be out and still played.
    confidence
        "This is the best" is wrong, another one being truly better, in at most one minus this of
        all races, however often one looks.
    low, high : scalar or array of shape (options,)
        Between which an option's points in a deal must lie (`scoring.point_bounds`; 0 and 1 for
        results of one card). A difference that has never come up could be as large as they allow.
    tolerance
        Options that surely differ by less than this are settled as ties; 0: they race on.
    """

    def __init__(
        self,
        options: int,
        baseline: int | None = None,
        confidence: float = CONFIDENCE,
        *,
        low: npt.ArrayLike,
        high: npt.ArrayLike,
        tolerance: float = 0.0,
    ) -> None:
        if options < 1 or not 0 < confidence < 1:
            raise ValueError("a race needs an option, and a confidence between 0 and 1")
        self.options, self.baseline, self.confidence = options, baseline, confidence
        self.low = np.broadcast_to(np.asarray(low, np.float64), options)
        self.high = np.broadcast_to(np.asarray(high, np.float64), options)
        if not (self.low < self.high).all():
            raise ValueError("the bounds of an option's points must differ")
        self.tolerance = tolerance
        # Of the best one's rivals each has its share of the error; two shares at least, so that an
        # interval, which has two sides, keeps the confidence too.
        self.error = (1 - confidence) / max(2, options - 1)
        self._out = np.zeros(options, np.bool_)
        self._added: list[Rows] = []

    def difference_bounds(self, reference: int) -> tuple[Floats, Floats]:
        """Return between which each option's points minus the reference's lie."""
        return self.low - self.high[reference], self.high - self.low[reference]

    def add(
        self,
        points: npt.ArrayLike,
        times: npt.ArrayLike | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Add deals.

        Parameters
        ----------
        points : shape (rows, options)
            Those of each deal; NaN for options that are out.
        times : shape (rows,)
            How many deals had these points; left out: one.
        weights : shape (rows,)
            From 0 to 1, how much a deal counts, where deals are not as likely as they were drawn;
            left out: 1. The fewer different ones, the faster the looks.

        Raises
        ------
        ValueError
            If points are missing of an option that is in, or beyond its bounds.
        """
        given = np.atleast_2d(np.asarray(points, np.float64))
        rows = Rows(given, *(_column(part, len(given)) for part in (times, weights)))
        if given.shape[1] != self.options or np.isnan(given[:, ~self._out]).any():
            raise ValueError("each deal needs the points of every option that is still in")
        beyond = (given < self.low - _ROUNDING) | (given > self.high + _ROUNDING)
        if beyond.any() or rows.weights.min(initial=0) < 0 or rows.weights.max(initial=0) > 1:
            raise ValueError("points must lie between the race's bounds, weights between 0 and 1")
        self._added.append(rows)

    def look(self) -> Standing:
        """Drop what is clearly worse than the leader, and return how all stand.

        To be called when a deal count of `look_points` is reached.

        Raises
        ------
        ValueError
            If there are no deals yet, or none of any weight.
        """
        rows = self._all()
        mean = rows.sample().mean
        if np.isnan(mean[~self._out]).any():
            raise ValueError("there is nothing to look at before the first deal")
        best = int(np.where(self._out, -np.inf, mean).argmax())
        behind = rows.sample(best)
        self._out |= self._surely_behind(behind, best)
        left = np.flatnonzero(~self._out)
        order = sorted(left.tolist(), key=lambda option: (option != best, -mean[option], option))
        decided = len(order) == 1
        playing = ~self._out
        if self.baseline is not None:
            playing[self.baseline] = True
        return Standing(
            deals=int(rows.times.sum()),
            best=best,
            runner_up=self._runner_up(behind.mean, order),
            out=self._out.copy(),
            playing=playing,
            decided=decided,
            settled=decided or self._tied(behind, best),
            too_close=() if decided else tuple(order),
            _rows=rows,
            _race=self,
        )

    def _all(self) -> Rows:
        added = self._added or [Rows(np.empty((0, self.options)), np.empty(0), np.empty(0))]
        parts = [(rows.points, rows.times, rows.weights) for rows in added]
        rows = Rows(*(np.concatenate(part) for part in zip(*parts, strict=True)))
        self._added = [rows]
        return rows

    def _surely_behind(self, behind: Sample, best: int) -> Flags:
        """Tell which options are worse than the leader, but for the error."""
        ahead = behind._replace(values=-behind.values)
        # Where the leader cannot be behind any bet is safe, but there must be something to bet on.
        low = np.minimum(self.low[best] - self.high, -_ROUNDING)
        sure = log_wealth(ahead, low, 0.0) >= -np.log(self.error)
        sure[best] = False
        return np.asarray(sure)

    def _tied(self, behind: Sample, best: int) -> bool:
        """Tell whether all that are still in differ from the leader by less than the tolerance."""
        if self.tolerance <= 0:
            return False
        low, high = self.difference_bounds(best)
        bounds = interval(behind, low, high, self.error)
        near = (bounds[0] > -self.tolerance) & (bounds[1] < self.tolerance)
        near[best] = True
        return bool(near[~self._out].all())

    def _runner_up(self, behind: Floats, order: list[int]) -> int | None:
        if len(order) > 1:
            return order[1]
        others = [option for option in range(self.options) if option != order[0]]
        return max(others, key=lambda option: behind[option], default=None)


def _column(given: npt.ArrayLike | None, rows: int) -> Floats:
    return np.broadcast_to(np.asarray(1 if given is None else given, np.float64), rows)
