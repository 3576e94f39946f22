"""What a comparison of setups counts: integers that add up on any split of the deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.tallies import OUTCOMES
from plateau_sim.plateau.values import Values

Tally = npt.NDArray[np.int64]
BASE, OTHER, DIFFERENCE, SQUARES = range(4)
"""Sums over the deals of the tricks played in the base setup, in the other one, of the difference
other minus base, and of its square."""
TRICK_SUMS = 4
DEALS, WON_BASE, WON_BASE_SQUARES, WON_OTHER, WON_OTHER_SQUARES, WON_DIFFERENCE_SQUARES = range(6)
"""By the declarer's seat: deals, and sums of how many cells were won in a deal and of its square;
of the difference other minus base only the square."""
SEAT_SUMS = 6


@dataclass(frozen=True)
class Setup:
    """One of the things compared.

    Attributes
    ----------
    name : str
        As the user says it.
    experiment : Experiment
    values : dict of BidCell to int, or None
        Values of the bid cells in place of the rulebook's.
    own_values : str
        Their file, or empty.
    """

    name: str
    experiment: Experiment
    values: Values | None = None
    own_values: str = ""

    @property
    def deals_of(self) -> tuple[int, tuple[int, ...]]:
        """What a deal depends on beside seed and number."""
        return self.experiment.rules.players, self.experiment.rules.deck


class Joint(NamedTuple):
    """A comparison's counts, int64; the base setup is the first, ``others`` are all but it.

    Attributes
    ----------
    outcomes
        Shape (others, cells, seats, OUTCOMES, OUTCOMES): deals by the base declarer's seat, the
        outcome in the base setup and that in the other one.
    tricks
        Shape (others, cells, TRICK_SUMS).
    seats
        Shape (others, seats, SEAT_SUMS).
    """

    outcomes: Tally
    tricks: Tally
    seats: Tally

    @classmethod
    def empty(cls, others: int, cells: int, seats: int) -> Joint:
        """Return the counts of no deals."""
        return cls.of(np.zeros(_size(others, cells, seats), np.int64), others, cells, seats)

    @classmethod
    def of(cls, flat: Tally, others: int, cells: int, seats: int) -> Joint:
        """Return the counts that `flat` made one array of."""
        first = others * cells * seats * OUTCOMES**2
        second = first + others * cells * TRICK_SUMS
        return cls(
            flat[:first].reshape(others, cells, seats, OUTCOMES, OUTCOMES),
            flat[first:second].reshape(others, cells, TRICK_SUMS),
            flat[second:].reshape(others, seats, SEAT_SUMS),
        )

    def flat(self) -> Tally:
        """Return all counts in one array."""
        return np.concatenate([part.ravel() for part in self])


def _size(others: int, cells: int, seats: int) -> int:
    return others * (cells * (seats * OUTCOMES**2 + TRICK_SUMS) + seats * SEAT_SUMS)


def common_cells(setups: list[Setup]) -> tuple[BidCell, ...]:
    """Return the cells that all setups have, in the table order of the first."""
    first, *rest = (setup.experiment.cells for setup in setups)
    return tuple(cell for cell in first if all(cell in cells for cells in rest))
