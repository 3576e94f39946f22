"""What is counted when policies play each other on the same deals: integers that add up.

``a`` *over* ``b``, declaring: what ``a`` wins as declaring side against ``b``, less what ``b``
wins against ``b``; defending: what ``b`` wins against ``b``, less what ``b`` wins against ``a``. A
*game* of ``a`` and ``b`` is a deal in one cell that either declares against the other; ``a`` wins
it if it alone makes the bid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plateau_sim.plateau.experiment import Experiment

Tally = npt.NDArray[np.int64]
DECLARING, DEFENDING = 0, 1
ROLE_NAMES = ("declaring", "defending")
WINS, POINTS = 0, 1
"""What is summed up in each deal over its cells: wins, and the declarer's points, scaled."""
SUM, SQUARES = 0, 1


class Grid(NamedTuple):
    """Counts of some deals, int64; the first axes are policies, in the order given.

    Attributes
    ----------
    wins
        Shape (declaring, defending, cells): deals won by the declaring side.
    points
        Shape (declaring, defending): the declarer's points in all cells, scaled.
    differences
        Shape (a, b, 2 roles, WINS and POINTS, SUM and SQUARES): over the deals, of what ``a`` over
        ``b`` is in the deal.
    games
        Shape (a, b): games that ``a`` won of those with ``b``.
    cross
        Shape (a, b, a, b): over the deals, products of two numbers of games won in a deal.
    """

    wins: Tally
    points: Tally
    differences: Tally
    games: Tally
    cross: Tally

    @classmethod
    def empty(cls, policies: int, cells: int) -> Grid:
        """Return the counts of no deals."""
        return cls(*(np.zeros(shape, np.int64) for shape in _shapes(policies, cells)))

    @classmethod
    def of(cls, flat: Tally, policies: int, cells: int) -> Grid:
        """Return the counts that `flat` made one array of."""
        shapes = _shapes(policies, cells)
        ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
        parts = np.split(flat, ends[:-1])
        return cls(*(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)))

    def flat(self) -> Tally:
        """Return all counts in one array."""
        return np.concatenate([part.ravel() for part in self])


@dataclass(frozen=True)
class Duel:
    """Policies that played each other on an experiment's first deals.

    Attributes
    ----------
    experiment : Experiment
        Its own policies are not looked at.
    policies : tuple of str
    grid : Grid
    scale : int
        By how much points are multiplied in the counts.
    deals : int
    played : bool array
        Shape (declaring, defending): which pairings were played.
    partial : bool
        Whether the run was interrupted before it was done.
    one_bid : bool
        Whether each deal was played in one cell, the cells in turn, and not in all.
    """

    experiment: Experiment
    policies: tuple[str, ...]
    grid: Grid
    scale: int
    deals: int
    played: npt.NDArray[np.bool_]
    partial: bool = False
    one_bid: bool = False

    @property
    def bids_a_deal(self) -> int:
        """In how many cells each deal was played."""
        return 1 if self.one_bid else len(self.experiment.cells)

    def deals_of(self, place: int) -> int:
        """Return how many deals were played in the cell of a place."""
        cells = len(self.experiment.cells)
        return (self.deals + cells - 1 - place) // cells if self.one_bid else self.deals


def _shapes(policies: int, cells: int) -> list[tuple[int, ...]]:
    pair = (policies, policies)
    return [(*pair, cells), pair, (*pair, 2, 2, 2), pair, (*pair, *pair)]


def count_deals(won: npt.NDArray[np.bool_], points: Tally, played: npt.NDArray[np.bool_]) -> Grid:
    """Return the counts of some deals.

    Parameters
    ----------
    won
        Shape (declaring, defending, deals, cells).
    points
        The declarer's points in all cells, scaled; shape (declaring, defending, deals).
    played
        Which pairs have played, shape (declaring, defending); the rest of the grid stays 0.
    """
    policies, _, deals, cells = won.shape
    grid = Grid.empty(policies, cells)
    grid.wins[:] = won.sum(axis=2)
    grid.points[:] = points.sum(axis=2)
    games = np.zeros((policies, policies, deals), np.int64)
    measures = (won.sum(axis=3), points)
    for a, b in np.ndindex(policies, policies):
        if a == b or not (played[a, b] and played[b, a]):
            continue
        games[a, b] = (won[a, b] & ~won[b, a]).sum(axis=1)
        if played[b, b]:
            for measure, values in enumerate(measures):
                base = values[b, b]
                for role, better in enumerate((values[a, b] - base, base - values[b, a])):
                    grid.differences[a, b, role, measure] = better.sum(), (better**2).sum()
    grid.games[:] = games.sum(axis=2)
    flat = games.reshape(policies**2, deals)
    grid.cross[:] = (flat @ flat.T).reshape(grid.cross.shape)
    return grid
