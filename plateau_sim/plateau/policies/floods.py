"""Floods over the board from many starts at once: how many free spaces a path lacks.

A flood spreads along the spaces of one side of the game and over free spaces, one free space more
with each *layer*. Floods from several starts stand side by side in a workspace of words, a *lane*
each, and each layer is a row of lanes. The innermost loops run over lanes and have no branches, so
that the compiler turns them into vector instructions. Boards are words as in `board`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import inline
from plateau_sim.kernels.bits import NONE

LAYERS = 6
"""A path that lacks more spaces is not seen. `_column` and `meet` spell this number out."""
_EAST, _SLANT, _ROW = np.uint64(1), np.uint64(7), np.uint64(8)


@inline
def _with_neighbours(group: Any) -> Any:
    pairs = group | (group << _EAST)
    return pairs | (pairs << _SLANT) | (pairs >> _ROW) | (group >> _EAST)


@inline
def _along(group: Any, own: Any) -> Any:
    """Return a group with what it reaches by two steps in ``own``; longer tails are left out."""
    group |= _with_neighbours(group) & own
    return group | (_with_neighbours(group) & own)


@inline
def flood(
    words: Any, starts: Any, step: Any, owns: Any, free: Any, groups: Any, layers: Any, lanes: Any
) -> None:
    """Write, layer by layer, the spaces next to what is reached over 0, 1, 2, ... free spaces.

    Parameters
    ----------
    words
        uint64 workspace, in which all places are counted.
    starts, step
        Place of the spaces that the floods start from, and how far on are those that join them
        with the next layer; 0 if there are the same ones in all layers.
    owns
        Place of a row of the spaces that cost nothing.
    free
        uint64, the spaces that nobody owns.
    groups
        Place of a row to work in.
    layers
        Where to write: `LAYERS` rows.
    lanes
        Number of floods, and so the length of a row.
    """
    for lane in range(lanes):
        words[groups + lane] = NONE
    for layer in range(LAYERS):
        source, target = starts + layer * step, layers + layer * lanes
        for lane in range(lanes):
            start, own = words[source + lane], words[owns + lane]
            group = _along(words[groups + lane] | (start & own), own)
            near = _with_neighbours(group) | start
            words[target + lane] = near
            words[groups + lane] = near & (own | free)


@inline
def _column(words: Any, at: Any, step: Any) -> Any:
    return (
        words[at],
        words[at + step],
        words[at + 2 * step],
        words[at + 3 * step],
        words[at + 4 * step],
        words[at + 5 * step],
    )


@inline
def meet(words: Any, one: Any, step: Any, other: Any, stride: Any, met: Any, lanes: Any) -> None:
    """Write the spaces that join two floods and lack 0, 1, 2, ... spaces besides.

    Parameters
    ----------
    words
        uint64 workspace.
    one, step, other, stride
        Places of two lots of layers, and the lengths of their rows.
    met
        Where to write: `LAYERS` rows.
    lanes
        Number of meetings, and so the length of a row.
    """
    for lane in range(lanes):
        a, b = _column(words, one + lane, step), _column(words, other + lane, stride)
        at = met + lane
        words[at] = a[0] & b[0]
        words[at + lanes] = (a[0] & b[1]) | (a[1] & b[0])
        words[at + 2 * lanes] = (a[0] & b[2]) | (a[1] & b[1]) | (a[2] & b[0])
        words[at + 3 * lanes] = (a[0] & b[3]) | (a[1] & b[2]) | (a[2] & b[1]) | (a[3] & b[0])
        four = (a[0] & b[4]) | (a[1] & b[3]) | (a[2] & b[2])
        words[at + 4 * lanes] = four | (a[3] & b[1]) | (a[4] & b[0])
        five = (a[0] & b[5]) | (a[1] & b[4]) | (a[2] & b[3])
        words[at + 5 * lanes] = five | (a[3] & b[2]) | (a[4] & b[1]) | (a[5] & b[0])


@inline
def union(words: Any, met: Any, step: Any, lanes: Any, paths: Any) -> None:
    """Write the union of the first lanes of each row, one row's after the other's."""
    for lacking in range(LAYERS):
        either: Any = NONE
        for lane in range(lanes):
            either |= words[met + lacking * step + lane]
        words[paths + lacking] = either
