"""Raising the objective, and abdication (rulebook 5, rulings 4).

Each partner has one chance, from the declarer's left on, then the declarer. Every chance is on
record; without ``game.raises`` none is taken.
"""

from __future__ import annotations

from typing import Any

from plateau_sim.jit import part
from plateau_sim.kernels.bits import NONE, ONE, bit
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.play import start_play
from plateau_sim.plateau.state import DECLARING
from plateau_sim.plateau.view import ABDICATE, NO_RAISE, RAISE

_HIGHEST = len(OBJECTIVES) - 1
_YES = 1


@part
def start_raising(state: Any) -> None:
    """List the chances and ask the first seat."""
    table, players = state.table, state.game.players
    table.chances = 0
    for step in range(1, players + 1):
        seat = (table.declarer + step) % players
        if table.side[seat] == DECLARING:
            table.chance_seat[table.chances] = seat
            table.raise_to[table.chances] = NO_RAISE
            table.chances += 1
    table.chance = 0 if state.game.raises else table.chances
    _ask(state)


@part
def _ask(state: Any) -> None:
    """Find the next chance that can be used; play starts after the last one."""
    table = state.table
    table.ordinal = 0
    while table.chance < table.chances:
        table.seat = table.chance_seat[table.chance]
        if _may_abdicate(state):
            table.kind = ABDICATE
            return
        if table.objective < _HIGHEST:
            table.kind = RAISE
            return
        table.chance += 1
    start_play(state)


@part
def _may_abdicate(state: Any) -> Any:
    table = state.table
    return state.game.sabotage and table.partner_raised and table.seat == table.declarer


@part
def legal_raises(table: Any) -> Any:
    """Return no raise and every higher objective; a raise may skip steps."""
    actions = bit(NO_RAISE)
    for objective in range(table.objective + 1, _HIGHEST + 1):
        actions |= bit(objective)
    return actions, NONE


@part
def legal_abdications() -> Any:
    """Return no and yes."""
    return ONE | bit(_YES), NONE


@part
def apply_raise(state: Any, action: Any) -> None:
    """Raise the objective, or leave it."""
    table = state.table
    table.raise_to[table.chance] = action
    if action != NO_RAISE:
        table.objective = action
        if table.seat != table.declarer:
            table.partner_raised = 1
    table.chance += 1
    _ask(state)


@part
def apply_abdication(state: Any, action: Any) -> None:
    """Let the declarer hand his role to the partner in place of raising, or raise after all."""
    table = state.table
    if action == _YES:
        table.abdicated = 1
        table.chance += 1
        start_play(state)
    elif table.objective < _HIGHEST:
        table.kind = RAISE
    else:
        table.chance += 1
        start_play(state)
