"""Rollouts: the rest of a hand in an imagined world, at random, for `search`."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import inline
from plateau_sim.kernels.bits import nth_card, size
from plateau_sim.kernels.rng import below, subkey
from plateau_sim.plateau.playout import loop_with
from plateau_sim.plateau.view import ABDICATE, NO_RAISE, RAISE

_TURNS, _KINDS, _OTHERS = 8, 32, 256


@inline
def _ask_card(state: Any, key: Any, role: Any, legal: Any) -> Any:
    """Play any card; the draw depends on trick and turn alone, so that candidates share it."""
    table = state.table
    return nth_card(legal, below(subkey(key, table.trick * _TURNS + table.turn), size(legal)))


@inline
def _ask_other(state: Any, key: Any, role: Any, legal: Any) -> Any:
    """Raise nothing: a random raise would spoil what it follows. Else decide at random."""
    table = state.table
    if table.kind == RAISE or table.kind == ABDICATE:
        return np.int64(NO_RAISE)
    draw = subkey(key, _OTHERS + table.kind * _KINDS + table.ordinal)
    return nth_card(legal, below(draw, size(legal)))


roll_out = loop_with(_ask_card, _ask_other, trusted=True)
"""``roll_out(state, key)``: play a state to its end at random."""
