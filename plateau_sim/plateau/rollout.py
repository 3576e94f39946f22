"""Rollouts: the rest of a hand in an imagined world, played by `greedy`, for `search`."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import inline
from plateau_sim.kernels.bits import NONE, ONE, nth_card, size
from plateau_sim.plateau.playout import loop_with
from plateau_sim.plateau.policies.around import decide_around
from plateau_sim.plateau.policies.greedy import AROUND, pick_card
from plateau_sim.plateau.state import View
from plateau_sim.plateau.view import ABDICATE, NO_RAISE, RAISE


@inline
def _ask_card(state: Any, weights: Any, role: Any, legal: Any) -> Any:
    if size(legal) == ONE:
        return nth_card(legal, NONE)
    view = View(state.game, state.table, state.hidden.seats[np.uint64(state.table.seat)])
    return np.int64(pick_card(view, legal, weights))


@inline
def _ask_other(state: Any, weights: Any, role: Any, legal: Any) -> Any:
    """Raise nothing: a rollout is about the bid as it stands."""
    kind = state.table.kind
    if kind == RAISE or kind == ABDICATE:
        return np.int64(NO_RAISE)
    view = View(state.game, state.table, state.hidden.seats[np.uint64(state.table.seat)])
    return np.int64(decide_around(view, kind, legal, weights, AROUND))


roll_out = loop_with(_ask_card, _ask_other, trusted=True)
"""``roll_out(state, weights)``: play a state to its end as `greedy` does, with its weights."""
