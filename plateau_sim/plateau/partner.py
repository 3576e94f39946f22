"""Picking partners by calling cards (rulebook 3, rulings 4)."""

from __future__ import annotations

from typing import Any

from plateau_sim.cards import RANKS_PER_SUIT
from plateau_sim.jit import part
from plateau_sim.kernels.bits import NONE, rank_mask, words
from plateau_sim.plateau.exchange import start_exchange
from plateau_sim.plateau.state import DECLARING, DEFENDING, NONE_YET
from plateau_sim.plateau.view import CALL


@part
def start_calls(state: Any) -> None:
    """Form the declaring side of the bid ``table.cell``: call for partners, if it has any."""
    game, table = state.game, state.table
    table.side[table.declarer] = DECLARING
    for index in range(2):
        if game.fixed_partners[index] != 0:
            _join(table, (table.declarer + game.fixed_partners[index]) % game.players)
    table.seat = table.declarer
    _ask(state)


@part
def _ask(state: Any) -> None:
    """Ask for a call until the team is complete or, in small games, no card is left to call."""
    game, table = state.game, state.table
    wanted = game.cell_partners[table.cell]
    if table.partners < wanted and legal_calls(state)[0] != NONE:
        table.kind = CALL
        table.ordinal = table.calls
    else:
        start_exchange(state)


@part
def _join(table: Any, seat: Any) -> None:
    table.partner[table.partners] = seat
    table.partners += 1
    table.side[seat] = DECLARING


@part
def legal_calls(state: Any) -> Any:
    """Return the plain cards of the highest rank not all held, as dealt, or called already."""
    table = state.table
    dealt = state.hidden.seats[table.declarer].dealt_plain
    left = state.game.deck_plain & ~dealt & ~table.called
    for rank in range(RANKS_PER_SUIT - 1, -1, -1):
        callable_cards = left & rank_mask(rank)
        if callable_cards != NONE:
            return callable_cards, NONE
    return NONE, NONE


@part
def apply_call(state: Any, card: Any) -> None:
    """Call a card: its holder joins; it may be in the talon or with a partner already."""
    table = state.table
    plain, _ = words(card)
    holder = NONE_YET
    for seat in range(state.game.players):
        if state.hidden.seats[seat].dealt_plain & plain != NONE:
            holder = seat
    table.called |= plain
    table.call_card[table.calls] = card
    table.call_holder[table.calls] = holder
    table.calls += 1
    if holder != NONE_YET and table.side[holder] == DEFENDING:
        _join(table, holder)
    _ask(state)
