"""What a space is worth to the connections of both sides.

A side's connection lacks some spaces that nobody owns yet. A flood from each side of the board, one
layer for each such space, tells how many a path between two sides lacks at least; a space on a path
that lacks few is worth more. The declaring side needs its objective; the defenders need what cuts
it, which is a connection too. What one side gains by a space the other loses, so both count alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import NONE
from plateau_sim.plateau.board import SIDE_MASKS
from plateau_sim.plateau.policies.common import spaces_of
from plateau_sim.plateau.state import DECLARING, DEFENDING

CONNECTION = [0.6, 0.4, 0.4, 1.5]
"""Worth of any space; of an average one by its connections; what each further space that a path
lacks leaves of that; weight of the defenders' paths."""
_ANY, _AVERAGE, _FURTHER, _CUT = range(len(CONNECTION))
_OPPOSITE, _TRIPLE, _NEXT_BUT_ONE = 0, 1, 2
_BRIDGE, _SIX_SIDES = 0, 4
_S0, _S1, _S2, _S3, _S4, _S5 = (np.uint64(mask) for mask in SIDE_MASKS)
_ROW, _EAST, _SLANT = np.uint64(8), np.uint64(1), np.uint64(7)


class Outlook(NamedTuple):
    """What makes up the worth of a space."""

    paths: Any  # board words: declaring paths that lack 1, 2, 3, 4 spaces; then defending ones
    shares: Any  # worth of a space in each of the four pairs of them, and of any space
    cut: Any


@inline
def _with_neighbours(group: Any) -> Any:
    near = group | (group << _EAST) | (group >> _EAST) | (group << _ROW) | (group >> _ROW)
    return near | (group << _SLANT) | (group >> _SLANT)


@part
def _along(group: Any, own: Any) -> Any:
    """Return a group with what it reaches by two steps in ``own``; longer tails are left out."""
    group |= _with_neighbours(group) & own
    return group | (_with_neighbours(group) & own)


@part
def _layers(side: Any, own: Any, free: Any) -> Any:
    """Return the spaces next to what a side of the board reaches over 0, 1, 2, 3 free spaces."""
    group = _along(side & own, own)
    first = _with_neighbours(group) | side
    group = _along(group | (first & free), own)
    second = _with_neighbours(group) | side
    group = _along(group | (second & free), own)
    third = _with_neighbours(group) | side
    group = _along(group | (third & free), own)
    return first, second, third, _with_neighbours(group) | side


@part
def _between(a: Any, b: Any) -> Any:
    """Return the spaces that complete a path with 0, 1, 2, 3 more."""
    return (
        a[0] & b[0],
        (a[0] & b[1]) | (a[1] & b[0]),
        (a[0] & b[2]) | (a[1] & b[1]) | (a[2] & b[0]),
        (a[0] & b[3]) | (a[1] & b[2]) | (a[2] & b[1]) | (a[3] & b[0]),
    )


@inline
def _either(a: Any, b: Any) -> Any:
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@part
def _paths(own: Any, free: Any, kind: Any) -> Any:
    """Return the spaces on paths between some sides that lack 1, 2, 3, 4 free spaces.

    Parameters
    ----------
    own, free
        uint64, spaces of one side of the game, and of nobody.
    kind
        Which sides of the board: `_OPPOSITE`, `_TRIPLE` (three of them), `_NEXT_BUT_ONE`.
    """
    a, b, c = _layers(_S0, own, free), _layers(_S1, own, free), _layers(_S2, own, free)
    d, e, f = _layers(_S3, own, free), _layers(_S4, own, free), _layers(_S5, own, free)
    if kind == _OPPOSITE:
        return _either(_either(_between(a, d), _between(b, e)), _between(c, f))
    ac, bd = _between(a, c), _between(b, d)
    if kind == _TRIPLE:
        return _either(_between(ac, e), _between(bd, f))
    even = _either(ac, _either(_between(c, e), _between(e, a)))
    return _either(even, _either(bd, _either(_between(d, f), _between(f, b))))


@part
def _near(outlook: Any, board: Any) -> Any:
    """Return the worth of a board word by its connections alone."""
    paths, shares, cut = outlook
    worth = shares[0] * (spaces_of(board & paths[0]) + cut * spaces_of(board & paths[4]))
    worth += shares[1] * (spaces_of(board & paths[1]) + cut * spaces_of(board & paths[5]))
    worth += shares[2] * (spaces_of(board & paths[2]) + cut * spaces_of(board & paths[6]))
    return worth + shares[3] * (spaces_of(board & paths[3]) + cut * spaces_of(board & paths[7]))


@part
def worth(outlook: Any, board: Any) -> Any:
    """Return the worth of a board word of free spaces; an average space is worth about 1."""
    if board == NONE:
        return 0.0
    return outlook.shares[4] * spaces_of(board) + _near(outlook, board)


@part
def look_ahead(game: Any, table: Any, params: Any, first: Any) -> Any:
    """Return the `Outlook` on the board; ``first`` is the place of `CONNECTION` in ``params``."""
    free = game.claimable & ~(table.owned[DECLARING] | table.owned[DEFENDING])
    objective, cut = table.objective, params[first + _CUT]
    kind = _OPPOSITE if objective == _BRIDGE else _TRIPLE
    making = stopping = (NONE, NONE, NONE, NONE)
    for side in (DECLARING, DEFENDING):  # one copy of much code to compile
        making, stopping = stopping, _paths(table.owned[side], free, kind)
        kind = _NEXT_BUT_ONE if objective == _SIX_SIDES else _OPPOSITE
    paths = making + stopping
    further = params[first + _FURTHER]
    shares = (1.0, further, further * further, further * further * further, 0.0)
    total = _near(Outlook(paths, shares, cut), free)
    if total == 0.0:
        return Outlook(paths, (0.0, 0.0, 0.0, 0.0, 1.0), cut)
    unit = params[first + _AVERAGE] * spaces_of(free) / total
    shares = (unit, unit * shares[1], unit * shares[2], unit * shares[3], params[first + _ANY])
    return Outlook(paths, shares, cut)
