"""Which cell of the bid table wins each hand, for given values: the inner loop of a search.

A row is a hand (or a half of its playouts), a column a cell, an entry the points per value. The
cell with the most points wins the row, the first of equal ones; rows in which nothing is above 0
are left out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]


class Look(NamedTuple):
    """Who wins and who comes second in each row under some values, and how often each cell wins."""

    values: Whole
    winner: Whole
    best: Whole
    second: Whole
    second_best: Whole
    counts: Whole


class Contest:
    """All rows in which some cell is above 0.

    Parameters
    ----------
    per_value : int64 array, shape (rows, cells)
    """

    def __init__(self, per_value: Whole) -> None:
        self.points = np.maximum(per_value[(per_value > 0).any(axis=1)], 0)
        self.rows, self.cells = self.points.shape
        self.gaining = [np.flatnonzero(self.points[:, cell]) for cell in range(self.cells)]
        self._all = np.arange(self.rows)

    def look(self, values: Whole) -> Look:
        """Return who wins under these values."""
        worth = self.points * values
        winner = worth.argmax(axis=1)
        best = worth[self._all, winner]
        worth[self._all, winner] = -1
        second = worth.argmax(axis=1)
        counts = np.bincount(winner, minlength=self.cells)
        return Look(values, winner, best, second, worth[self._all, second], counts)

    def counts_after(self, look: Look, cell: int, value: int) -> Whole:
        """Return how often each cell wins after a single change: a column decides."""
        other, worth = self._others(look, cell, slice(None))
        mine = self.points[:, cell] * value
        wins = (mine > worth) | ((mine == worth) & (cell < other) & (mine > 0))
        counts = np.bincount(other[~wins], minlength=self.cells)
        counts[cell] = np.count_nonzero(wins)
        return counts

    def value_for(self, look: Look, cell: int, need: int) -> int:
        """Return the least value with which a cell wins so many rows, others' values as they are.

        The cell must be above 0 in so many rows.
        """
        rows = self.gaining[cell]
        other, worth = self._others(look, cell, rows)
        mine = self.points[rows, cell]
        enough = np.where(cell < other, -(-worth // mine), worth // mine + 1)
        return max(1, int(np.partition(enough, need - 1)[need - 1]))

    def _others(self, look: Look, cell: int, rows: Whole | slice) -> tuple[Whole, Whole]:
        """Return the best of the other cells in some rows, and its points."""
        own = look.winner[rows] == cell
        other = np.where(own, look.second[rows], look.winner[rows])
        return other, np.where(own, look.second_best[rows], look.best[rows])

    def can_both_win(self, one: int, other: int, need: int) -> bool:
        """Tell whether there are values, whole or not, with which two cells both win so many rows.

        As if only each other were in their way: the later one wins where its points, divided by
        those of the first, are above the first one's value divided by its own.
        """
        first, later = sorted((one, other))
        a, b = self.points[:, first], self.points[:, later]
        ratios = np.sort(b[a > 0] / a[a > 0])
        ratio = ratios[need - 1]  # the first wins the rows up to it
        alone = np.count_nonzero((a == 0) & (b > 0))
        return bool(np.count_nonzero(ratios > ratio) + alone >= need)
