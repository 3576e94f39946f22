"""The auction (rulebook 2, rulings 4): bids rise in value, who has passed stays out."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import part, popcount
from plateau_sim.kernels.bits import NONE, bit
from plateau_sim.plateau.partner import start_calls
from plateau_sim.plateau.state import NONE_YET, PASSED
from plateau_sim.plateau.view import BID, OVER, PASS


@part
def start_auction(state: Any) -> None:
    """Let forehand speak first."""
    state.table.kind = BID
    state.table.seat = 0
    state.table.ordinal = 0


@part
def start_forced(state: Any, declarer: Any, cell: Any) -> None:
    """Give a seat the winning bid without an auction."""
    _win(state.game, state.table, declarer, cell)
    start_calls(state)


@part
def _win(game: Any, table: Any, declarer: Any, cell: Any) -> None:
    table.declarer = declarer
    table.cell = cell
    table.objective = game.cell_objective[cell]


@part
def legal_bids(state: Any) -> Any:
    """Return a pass and every bid of higher value than the last one; action 1 + cell."""
    game, table = state.game, state.table
    high = game.cell_value[table.cell] if table.cell != NONE_YET else 0
    actions = bit(PASS)
    for cell in range(game.cells):
        if game.cell_value[cell] > high:
            actions |= bit(1 + cell)
    return actions, NONE


@part
def apply_bid(state: Any, action: Any) -> None:
    """Note a bid or a pass and go on to the next seat that has not passed."""
    table = state.table
    table.bid_seat[table.bids] = table.seat
    table.bid_action[table.bids] = action
    table.bids += 1
    if action == PASS:
        table.passed |= 1 << table.seat
    else:
        _win(state.game, table, table.seat, action - 1)
    _next_speaker(state)


@part
def _next_speaker(state: Any) -> None:
    """Find who speaks next; one seat left with a bid wins, none left passes the hand out."""
    table, players = state.table, state.game.players
    speaking = players - np.int64(popcount(np.uint64(table.passed)))
    if speaking == 0:
        table.result = PASSED
        table.kind = OVER
    elif speaking == 1 and table.cell != NONE_YET:
        start_calls(state)
    else:
        table.seat = (table.seat + 1) % players
        while (table.passed >> table.seat) & 1:
            table.seat = (table.seat + 1) % players
        table.ordinal = _calls_before(table, table.seat)


@part
def _calls_before(table: Any, seat: Any) -> Any:
    count = 0
    for index in range(table.bids):
        count += table.bid_seat[index] == seat
    return count
