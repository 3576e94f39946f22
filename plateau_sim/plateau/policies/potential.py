"""What a space is worth to the connections of both sides.

A connection lacks some spaces that nobody owns yet. Floods from the sides of the board (see
`floods`) tell how many spaces a path through a space lacks; a space on paths that lack few is worth
more. One side needs to join opposite sides of the board: the declaring side for a Bridge, the
defenders to stop anything else (Six sides: they cut a single side off). The other side needs to
join three sides, as a Y does. What one side gains by a space the other loses, so both count alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plateau_sim.jit import inline, part, popcount
from plateau_sim.kernels.bits import NONE
from plateau_sim.plateau.board import SIDE_MASKS
from plateau_sim.plateau.policies.common import spaces_of
from plateau_sim.plateau.policies.floods import LAYERS, flood, meet, union
from plateau_sim.plateau.state import DECLARING, DEFENDING

CONNECTION = [0.44, 0.44, 0.3, 1.85, 0.5]
"""Worth of any space; of an average one by its connections; what each further space that a path
lacks leaves of that; weight of the defenders' paths; how much the connections gain on the mere
number of spaces from the first trick to the last."""
_ANY, _AVERAGE, _FURTHER, _CUT, _GAIN = range(len(CONNECTION))
_BRIDGE, _SIX_SIDES = 0, 4
_OPPOSITE, _NEXT_BUT_ONE, _THIRD = 3, 2, 4
"""How many sides of the board further on the other end, or ends, of a path lie."""
_ABOVE_BOARD = np.uint64(60)  # a board word leaves its highest bits free
_BALANCE = 0.3  # the part of the tricks after which the first two weights hold as they are
_WHOLE = float(1 << 20)  # shares of paths are integers, of this

# The workspace, in words. Of the sides of the board some come again behind the last one, so that
# the other end of a path from any side is some lanes further on. Lanes are added up to whole
# vectors: the last ones hold nothing of use (some read past their row) and are left out of unions.
_Y_LANES, _TREE_LANES, _PAIR_LANES = 12, 8, 8
_LANES = _Y_LANES + _PAIR_LANES
_SIDES = np.array((2 * SIDE_MASKS + 2 * SIDE_MASKS)[:_LANES], np.uint64)
_SIDES.setflags(write=False)
_OWNS = _LANES
_GROUPS = _OWNS + _LANES
_LAYERS = _GROUPS + _LANES
_MEETS = _LAYERS + LAYERS * _LANES
_TREES = _MEETS + LAYERS * _TREE_LANES
PATHS = _TREES + LAYERS * _TREE_LANES
"""Where `look_ahead` writes the spaces on paths that lack 1, 2, ... spaces: `LAYERS` words for the
defenders, then for the declaring side."""
_SHARES = PATHS + 2 * LAYERS
WORDS = _SHARES + 2 * LAYERS
"""Length of the workspace."""


class Outlook(NamedTuple):
    """What makes up the worth of a space."""

    words: Any  # the workspace, with paths and shares
    each: Any  # worth of any space
    unit: Any  # worth of a share


@part
def _start(words: Any, table: Any, y_side: Any) -> None:
    """Write where the floods start and which spaces cost them nothing."""
    for lane in range(_LANES):
        words[lane] = _SIDES[lane]
    for lane in range(_Y_LANES):
        words[_OWNS + lane] = table.owned[y_side]
    for lane in range(_Y_LANES, _LANES):
        words[_OWNS + lane] = table.owned[1 - y_side]


@part
def _join_three(words: Any, free: Any, paths: Any) -> None:
    """Write the paths between alternating sides: a tree from two of them that meets the third."""
    lanes = _TREE_LANES
    meet(words, _LAYERS, _LANES, _LAYERS + _NEXT_BUT_ONE, _LANES, _MEETS, lanes)
    flood(words, _MEETS, lanes, _OWNS, free, _GROUPS, _TREES, lanes)
    meet(words, _TREES, lanes, _LAYERS + _THIRD, _LANES, _MEETS, lanes)
    union(words, _MEETS, lanes, len(SIDE_MASKS), paths)


@part
def _join_two(words: Any, apart: Any, paths: Any) -> None:
    """Write the paths between sides of the board that lie so far apart."""
    layers = _LAYERS + _Y_LANES
    meet(words, layers, _LANES, layers + apart, _LANES, _MEETS, _PAIR_LANES)
    pairs = len(SIDE_MASKS) if apart == _NEXT_BUT_ONE else len(SIDE_MASKS) // 2
    union(words, _MEETS, _PAIR_LANES, pairs, paths)


@part
def _find_paths(words: Any, table: Any, free: Any) -> None:
    y_side = DEFENDING if table.objective == _BRIDGE else DECLARING
    _start(words, table, y_side)
    flood(words, 0, 0, _OWNS, free, _GROUPS, _LAYERS, _LANES)
    _join_three(words, free, PATHS + LAYERS * y_side)
    apart = _NEXT_BUT_ONE if table.objective == _SIX_SIDES else _OPPOSITE
    _join_two(words, apart, PATHS + LAYERS * (1 - y_side))


@part
def find_paths(words: Any, table: Any, free: Any) -> None:
    """Write `PATHS`; ``free`` are the spaces that nobody owns.

    They follow from the board and the objective alone, so the seats share what the first of them
    works out in a trick: the public ``table`` keeps it.
    """
    own, other = table.owned[DECLARING], table.owned[DEFENDING]
    setup = free | (np.uint64(1 + table.objective) << _ABOVE_BOARD)
    known = table.paths_for[0] == own and table.paths_for[1] == other
    if known and table.paths_for[2] == setup:
        for path in range(2 * LAYERS):
            words[PATHS + path] = table.paths[path]
        return
    _find_paths(words, table, free)
    for path in range(2 * LAYERS):
        table.paths[path] = words[PATHS + path]
    table.paths_for[0] = own
    table.paths_for[1] = other
    table.paths_for[2] = setup


@inline
def _by_paths(words: Any, board: Any) -> Any:
    """Return the shares of a board word."""
    shares: Any = NONE
    for path in range(2 * LAYERS):
        shares += popcount(board & words[PATHS + path]) * words[_SHARES + path]
    return np.float64(np.int64(shares))


@part
def worth(outlook: Any, board: Any) -> Any:
    """Return the worth of a board word of free spaces; an average space is worth about 1."""
    if board == NONE:
        return 0.0
    return outlook.each * spaces_of(board) + outlook.unit * _by_paths(outlook.words, board)


@part
def look_ahead(game: Any, table: Any, words: Any, params: Any, first: Any) -> Any:
    """Return the `Outlook` on the board.

    Parameters
    ----------
    game, table
        As in a view.
    words
        uint64 workspace of `WORDS`; the outlook holds until it is used again.
    params, first
        Weights, and the place of `CONNECTION` among them.
    """
    free = game.claimable & ~(table.owned[DECLARING] | table.owned[DEFENDING])
    find_paths(words, table, free)
    share = _WHOLE
    for lacking in range(LAYERS):
        words[_SHARES + LAYERS * DECLARING + lacking] = np.uint64(np.int64(share))
        cut = share * params[first + _CUT]
        words[_SHARES + LAYERS * DEFENDING + lacking] = np.uint64(np.int64(cut))
        share *= params[first + _FURTHER]
    shares = _by_paths(words, free)
    if shares == 0.0:
        return Outlook(words, 1.0, 0.0)
    gain = params[first + _GAIN] * (np.float64(table.trick) / np.float64(game.tricks) - _BALANCE)
    unit = (params[first + _AVERAGE] + gain) * spaces_of(free) / shares
    return Outlook(words, params[first + _ANY] - gain, unit)
