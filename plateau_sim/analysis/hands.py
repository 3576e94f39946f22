"""How often each of many hands won in each cell, and which cell is best for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from plateau_sim.plateau.bids import PARTNERS
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.scoring import bidder_points
from plateau_sim.plateau.values import Values

Whole = npt.NDArray[np.int64]
NO_BID = -1
"""In place of a cell: none is better than 0, so the hand passes."""


@dataclass(frozen=True)
class HandCounts:
    """Won playouts of each hand, in two halves.

    Attributes
    ----------
    experiment : Experiment
        A forced one without raises.
    playouts : int
        Of each hand, both halves together; even.
    wins : int64 array, shape (hands, 2, cells)
    """

    experiment: Experiment
    playouts: int
    wins: Whole

    @property
    def hands(self) -> int:
        """How many hands."""
        return len(self.wins)

    @property
    def half(self) -> int:
        """Playouts of a half."""
        return self.playouts // 2

    @property
    def scale(self) -> int:
        """What `per_value` has to be divided by to be points a deal."""
        return self.half * self.experiment.rules.players

    def stakes(self) -> tuple[Whole, Whole]:
        """Return the points of a win and of a loss in each cell, per value and times players."""
        rules = self.experiment.rules
        stakes = [
            [
                int(bidder_points(rules, PARTNERS[cell.team], won, 1, False) * rules.players)
                for cell in self.experiment.cells
            ]
            for won in (True, False)
        ]
        return np.array(stakes[0], np.int64), np.array(stakes[1], np.int64)

    def per_value(self) -> Whole:
        """Return the points of each hand, half and cell for a value of 1, times `scale`.

        Whole numbers, so that ties are ties: points are proportional to a cell's value.
        """
        win, loss = self.stakes()
        return self.wins * win + (self.half - self.wins) * loss

    def values(self, values: Values | None) -> Whole:
        """Return the value of each cell, the rulebook's unless given."""
        return np.array(
            [
                self.experiment.value(cell) if values is None else values[cell]
                for cell in self.experiment.cells
            ],
            np.int64,
        )

    def cheapest_first(self) -> Whole:
        """Return the cells' columns by the rulebook's value: of equal bids the first is chosen."""
        return np.argsort(self.values(None), kind="stable")


def best_cells(counts: HandCounts, values: Whole) -> Whole:
    """Return each hand's best cell on each half, or `NO_BID`; shape (hands, 2)."""
    order = counts.cheapest_first()
    worth = (counts.per_value() * values)[:, :, order]
    best = worth.argmax(axis=2)
    pays = np.take_along_axis(worth, best[:, :, None], axis=2)[:, :, 0] > 0
    return np.where(pays, order[best], NO_BID)


def on_the_other_half(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array of hands and halves with the halves exchanged."""
    return array[:, ::-1]
