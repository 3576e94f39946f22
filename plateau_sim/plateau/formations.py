"""Formations: which sides a connected group touches, and what that makes (rulings 3).

Boards are 64-bit words as in `board`. The set of sides that a group touches, six bits, decides
everything; `Formation tables <made_table>` map it to the objectives that it makes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from plateau_sim.jit import inline, popcount
from plateau_sim.kernels.bits import NONE
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.board import SIDE_MASKS, SPACES
from plateau_sim.plateau.groups import formations_of

_S0, _S1, _S2, _S3, _S4, _S5 = (np.uint64(mask) for mask in SIDE_MASKS)
# Every formation touches one of these three neighbouring sides: each opposite pair and each
# alternating triple does, and so does any five of the six.
_START = np.uint64(SIDE_MASKS[0] | SIDE_MASKS[1] | SIDE_MASKS[2])
_ROW, _EAST, _SLANT = np.uint64(8), np.uint64(1), np.uint64(7)
# By objective: no fewer spaces make it, and no fewer opposing spaces stop it (both by enumeration).
LEAST_TO_MAKE = (7, 10, 10, 10, 10)
LEAST_TO_STOP = (7, 7, 7, 7, 4)


def made_table(strict: bool) -> npt.NDArray[np.uint8]:
    """Return for each set of sides the objectives won by a group that touches them.

    Parameters
    ----------
    strict
        True where the formation itself must be there, so that a Y does not win a Bridge.

    Returns
    -------
    uint8, shape (64,)
        Bit ``k`` of an entry stands for objective ``k``.
    """
    table = np.zeros(64, np.uint8)
    for sides in range(64):
        made = formations_of(side for side in range(6) if sides >> side & 1)
        for index, objective in enumerate(OBJECTIVES):
            better = OBJECTIVES[index:]
            if objective in made or (not strict and made & set(better)):
                table[sides] |= 1 << index
    return table


@inline
def group_of(seed: Any, own: Any) -> Any:
    """Return the connected group of ``own`` that contains the space ``seed``."""
    group = seed
    while True:
        grown = group | (group << _EAST) | (group >> _EAST) | (group << _ROW) | (group >> _ROW)
        grown = (grown | (group << _SLANT) | (group >> _SLANT)) & own
        if grown == group:
            return group
        group = grown


@inline
def sides_touched(group: Any) -> Any:
    """Return the sides that a group touches, as six bits (int64)."""
    return (
        np.int64((group & _S0) != NONE)
        | np.int64((group & _S1) != NONE) << 1
        | np.int64((group & _S2) != NONE) << 2
        | np.int64((group & _S3) != NONE) << 3
        | np.int64((group & _S4) != NONE) << 4
        | np.int64((group & _S5) != NONE) << 5
    )


@inline
def makes(own: Any, objective: Any, made: Any) -> Any:
    """Tell whether some group of ``own`` makes the objective.

    Parameters
    ----------
    own
        uint64, the spaces of one side.
    objective
        Index of the objective, 0..4.
    made
        uint8, shape (64,), see `made_table`.
    """
    seeds = own & _START
    while seeds != NONE:
        group = group_of(seeds & (~seeds + _EAST), own)
        if (made[sides_touched(group)] >> objective) & 1:
            return True
        seeds &= ~group
    return False


@inline
def is_made(own: Any, objective: Any, made: Any) -> Any:
    """Tell whether the objective is made: `makes` with a quick no for too few spaces."""
    return np.int64(popcount(own)) >= LEAST_TO_MAKE[objective] and makes(own, objective, made)


@inline
def can_be_made(reachable: Any, objective: Any, made: Any) -> Any:
    """Tell whether the objective would be made with all spaces that the other side doesn't own."""
    missing = SPACES - np.int64(popcount(reachable))
    return missing < LEAST_TO_STOP[objective] or makes(reachable, objective, made)
