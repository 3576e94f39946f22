"""A deal played in one bid cell, or from the auction on, and what kernels are handed for it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from plateau_sim.jit import inline, part
from plateau_sim.kernels.rng import any_of
from plateau_sim.plateau.auction import start_auction, start_forced
from plateau_sim.plateau.dealing import begin
from plateau_sim.plateau.playout import Deciders, decision_key_of, loop_with, play_out
from plateau_sim.plateau.state import DECIDE_TYPE, ROLES
from plateau_sim.pointers import row_of, rows_of

AUCTION = -1
"""In place of a cell: the hand begins with an auction."""
ANY_SEAT = -1


class Choosers(NamedTuple):
    """Functions and rows of weights by role (see `state`), rows of workspace by seat."""

    functions: tuple[Any, Any, Any]
    params: npt.NDArray[np.float64]
    scratch: npt.NDArray[np.uint8]

    def for_a_call(self) -> tuple[Any, ...]:
        """Return them as a kernel takes them, with a workspace of the call's own."""
        return self.functions, self.params, np.zeros_like(self.scratch)


CHOOSERS_TYPE = types.Tuple(
    (types.UniTuple(DECIDE_TYPE, ROLES), types.float64[:, ::1], types.uint8[:, ::1])
)


@inline
def deciders_of(choosers: Any) -> Any:
    """Return `Deciders` of a tuple of type `CHOOSERS_TYPE`, which must live on."""
    functions, params, scratch = choosers
    return Deciders(functions, rows_of(params), rows_of(scratch), scratch.shape[1])


@part
def forget(deciders: Any, players: Any) -> None:
    """Let the policies start a hand without notes."""
    for seat in range(players):
        notes = row_of(deciders.scratch, seat)
        for byte in range(deciders.width):
            notes[byte] = 0


@part
def play_deal(state: Any, deal: Any, seat: Any, cell: Any, deciders: Any) -> Any:
    """Play a deal in one cell, or from the auction on; return as `play_out` does."""
    begin(state, deal)
    forget(deciders, state.game.players)
    if cell == AUCTION:
        start_auction(state)
    else:
        _start_cell(state, deal, seat, cell)
    return play_out(state, deciders)


@inline
def _start_cell(state: Any, deal: Any, seat: Any, cell: Any) -> None:
    start_forced(state, deal.forced_declarer if seat == ANY_SEAT else seat, cell)


@inline
def _any(state: Any, deciders: Any, role: Any, legal: Any) -> Any:
    return any_of(legal, decision_key_of(state))


_play_out_at_random = loop_with(_any, _any, trusted=True)


@part
def play_at_random(state: Any, deal: Any, seat: Any, cell: Any, deciders: Any) -> Any:
    """Play a deal in one cell as `play_deal` does if `random` decides everything, but sooner.

    Its draw is built into the loop, which then calls no policy and shows no view.
    """
    begin(state, deal)
    _start_cell(state, deal, seat, cell)
    return _play_out_at_random(state, deciders)
