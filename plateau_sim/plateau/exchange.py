"""The card exchange (rulebook 4, rulings 4).

Two players take the top two and discard two from the hand; three to five take the whole talon and
discard as many; six take the top three, give a card each to two others, and the rest of the talon
goes to those who got none. Discards become the (top of the) new talon, in the order chosen.
"""

from __future__ import annotations

from typing import Any

from plateau_sim.jit import part
from plateau_sim.kernels.bits import NONE, bit, words
from plateau_sim.plateau.raising import start_raising
from plateau_sim.plateau.state import FROM_NOBODY, FROM_TALON
from plateau_sim.plateau.view import DISCARD, GIFT_CARD, GIFT_RECEIVER


@part
def start_exchange(state: Any) -> None:
    """Let the declarer take talon cards, if the bid says so."""
    game, table = state.game, state.table
    if not game.cell_exchange[table.cell]:
        if game.gifts:
            _deal_out(state, 0)
        start_raising(state)
        return
    own = state.hidden.seats[table.declarer]
    for place in range(game.swap_size):
        own.taken[place] = state.hidden.talon[place]
        _add(own, state.hidden.talon[place])
    table.kind = GIFT_CARD if game.gifts else DISCARD
    table.seat = table.declarer
    table.ordinal = 0


@part
def _add(own: Any, card: Any) -> None:
    plain, trumps = words(card)
    own.plain |= plain
    own.trumps |= trumps


@part
def _remove(own: Any, card: Any) -> None:
    plain, trumps = words(card)
    own.plain &= ~plain
    own.trumps &= ~trumps


@part
def legal_from_hand(state: Any) -> Any:
    """Return the declarer's hand: any card may be discarded or given, never one of a tableau."""
    own = state.hidden.seats[state.table.declarer]
    return own.plain, own.trumps


@part
def apply_discard(state: Any, card: Any) -> None:
    """Lay a card on the new talon."""
    table, own = state.table, state.hidden.seats[state.table.declarer]
    _remove(own, card)
    own.discard[table.ordinal] = card
    state.hidden.talon[table.ordinal] = card
    table.ordinal += 1
    if table.ordinal == state.game.swap_size:
        start_raising(state)


@part
def apply_gift_card(state: Any, card: Any) -> None:
    """Choose a card to give away; its receiver comes next."""
    own = state.hidden.seats[state.table.declarer]
    _remove(own, card)
    own.gift[state.table.ordinal] = card
    state.table.kind = GIFT_RECEIVER


@part
def legal_receivers(state: Any) -> Any:
    """Return the other players who have not received a gift."""
    seats = NONE
    for seat in range(state.game.players):
        if seat != state.table.declarer and state.hidden.seats[seat].got_from == FROM_NOBODY:
            seats |= bit(seat)
    return seats, NONE


@part
def apply_receiver(state: Any, receiver: Any) -> None:
    """Hand the card over; after the last gift deal out what is left of the talon."""
    table = state.table
    card = state.hidden.seats[table.declarer].gift[table.ordinal]
    _receive(state, receiver, card, table.declarer)
    table.gift_to[table.ordinal] = receiver
    table.ordinal += 1
    if table.ordinal < state.game.gifts:
        table.kind = GIFT_CARD
        return
    _deal_out(state, state.game.swap_size)
    start_raising(state)


@part
def _receive(state: Any, seat: Any, card: Any, giver: Any) -> None:
    own = state.hidden.seats[seat]
    _add(own, card)
    own.got = card
    own.got_from = giver


@part
def _deal_out(state: Any, place: Any) -> None:
    """Six players: deal the talon from a place on, top first, to those short of a card."""
    game, table = state.game, state.table
    for step in range(1, game.players + 1):
        seat = (table.declarer + step) % game.players
        if place < game.talon_size and state.hidden.seats[seat].got_from == FROM_NOBODY:
            _receive(state, seat, state.hidden.talon[place], FROM_TALON)
            place += 1
