"""Which option is best, and when to stop: looks at fixed deal counts, honest at each of them.

An option is out when a bet on the leader being better, on the same deals, has won so much that with
all rivals together this happens to the truly best one in at most 1 - confidence of all races (see
`betting`). Nothing is assumed about the points but their bounds, and looking often costs nothing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plateau_sim.analysis.betting import Sample, interval, log_wealth
from plateau_sim.analysis.intervals import CONFIDENCE
from plateau_sim.analysis.standing import (
    Estimates,
    Flags,
    Floats,
    Rows,
    Standing,
    Terms,
    shown_confidence,
)

__all__ = ["FIRST_LOOK", "Estimates", "Race", "Standing", "look_points", "shown_confidence"]

FIRST_LOOK = 100
_ROUNDING = 1e-9


def look_points(most: int, first: int = FIRST_LOOK) -> tuple[int, ...]:
    """Return the deal counts at which one may look: 100, 150, 200, 300, 400, 600, ..., ``most``.

    Parameters
    ----------
    most
        The last one.
    first
        The first one, unless ``most`` is less; at least 1.

    Examples
    --------
    >>> look_points(500)
    (100, 150, 200, 300, 400, 500)
    """
    points, step = {most}, first
    while step < most:
        points |= {step, min(step * 3 // 2, most)}
        step *= 2
    return tuple(sorted(points))


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
        Between which an option's points in a deal must lie (0 and 1 if it is won or lost). A
        difference that has never come up could be as large as they allow.
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
        least, most = (np.broadcast_to(np.asarray(end, np.float64), options) for end in (low, high))
        # Of the best one's rivals each has its share of the error; two shares at least, so that an
        # interval, which has two sides, keeps the confidence too.
        error = (1 - confidence) / max(2, options - 1)
        self.terms = Terms(baseline, confidence, least, most, error)
        if (least > most).any():
            raise ValueError("the least of an option's points must not be above the most")
        self.options, self.tolerance = options, tolerance
        self._out = np.zeros(options, np.bool_)
        self._added: list[Rows] = []

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
        beyond = (given < self.terms.low - _ROUNDING) | (given > self.terms.high + _ROUNDING)
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
        if not (rows.times * rows.weights).any():
            raise ValueError("there is nothing to look at before the first deal")
        mean = rows.means()
        best = int(np.where(self._out, -np.inf, mean).argmax())
        behind = rows.sample(best)
        self._out |= self._surely_behind(behind, best)
        left = np.flatnonzero(~self._out)
        order = sorted(left.tolist(), key=lambda option: (option != best, -mean[option], option))
        decided = len(order) == 1
        playing = ~self._out
        if self.terms.baseline is not None:
            playing[self.terms.baseline] = True
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
            _terms=self.terms,
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
        low = np.minimum(self.terms.low[best] - self.terms.high, -_ROUNDING)
        sure = log_wealth(ahead, low, 0.0) >= -np.log(self.terms.error)
        sure[best] = False
        return np.asarray(sure)

    def _tied(self, behind: Sample, best: int) -> bool:
        """Tell whether all that are still in differ from the leader by less than the tolerance."""
        if self.tolerance <= 0:
            return False
        low, high = self.terms.difference_bounds(best)
        bounds = interval(behind, low, high, self.terms.error)
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
