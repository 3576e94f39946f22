"""Worlds: the hidden cards as they may lie, given all that one seat knows (rulings 6).

`survey` reads off a view where each unseen card may lie now; `imagine` draws one such world. All
pairs of a deal and of what was discarded or given away without being seen are equally likely: a
card is not held more or less likely because of what a player chose to do with it. What is known:

- cards seen, own discards and gifts, cards taken from the talon, own talon card (6 players);
- suits and trumps that a hand lacked. Two players: it says nothing of cards face down;
- calls: an answer lies with its holder; higher cards not called before were dealt to the declarer,
  who may have laid them away or given them to somebody; what nobody answered was in the talon.

Bids, raises and what a card played tells of its player's intentions are not used.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import part
from plateau_sim.kernels.bits import NONE, contains, nth_card, words
from plateau_sim.kernels.constrained import allot, prepare
from plateau_sim.kernels.draws import MAX_PLACES
from plateau_sim.kernels.rng import subkey
from plateau_sim.plateau.giving import may_be_so
from plateau_sim.plateau.knowledge import (
    LACKS,
    class_of,
    is_exchanged,
    is_sure,
    plays_of,
    shown_lacks,
)
from plateau_sim.plateau.marks import FACE_DOWN, NO_CARD, TABLEAU
from plateau_sim.plateau.state import FROM_NOBODY, MAX_TALON, NONE_YET
from plateau_sim.plateau.view import (
    ABDICATE,
    CARD,
    DISCARD,
    GIFT_CARD,
    GIFT_RECEIVER,
    RAISE,
    TALON_PICK,
)
from plateau_sim.pointers import copy_record

TALON, DISCARDS, TABLEAUS = 6, 7, 8
"""Places of cards: seats' hands come first; the last two are the face-down cards of two players."""
_UNLIKELY = 500  # draws of a world with six players that are thrown back at most


@part
def survey(view: Any, draw: Any) -> None:
    """Ask for worlds at a decision: which cards are unseen, and where each may lie.

    Parameters
    ----------
    view
        `state.View` of the seat in turn, at a decision after the auction.
    draw
        Record `draws.DRAW` to fill.
    """
    draw.places = MAX_PLACES
    draw.cards = 0
    if view.table.kind != TALON_PICK:
        _list_cards(view, draw)
        _note_calls(view, draw)
    _make_room(view, draw)
    prepare(draw)


@part
def _is_exchanging(table: Any) -> Any:
    return table.kind == DISCARD or table.kind == GIFT_CARD or table.kind == GIFT_RECEIVER


@part
def _make_room(view: Any, draw: Any) -> None:
    """Count the unseen cards in each place."""
    game, table, own = view
    for place in range(MAX_PLACES):
        draw.room[place] = 0
    if table.kind == TALON_PICK:
        return
    exchanging, over = _is_exchanging(table), is_exchanged(game, table)
    started = over or table.kind == CARD or table.kind == RAISE or table.kind == ABDICATE
    for seat in range(game.players):
        if seat == own.seat:
            continue
        held = game.hand_size - plays_of(game, table, seat)
        if game.gifts and started:
            held += 1
        if table.kind == GIFT_CARD or table.kind == GIFT_RECEIVER:
            held += np.int64(seat == table.gift_to[0] and table.ordinal > 0)
        if game.tableau:
            for spot in range(TABLEAU):
                held += np.int64(table.tableau[seat, spot] == NO_CARD)
        draw.room[seat] = held
    if game.tableau:
        for seat in range(2):
            for spot in range(TABLEAU):
                draw.room[TABLEAUS + seat] += np.int64(table.tableau[seat, spot] == FACE_DOWN)
    untouched = game.talon_size
    if over or exchanging:
        untouched -= game.swap_size
    if game.gifts and started:
        untouched = 0
    draw.room[TALON] = untouched
    if over and not game.gifts and own.seat != table.declarer:
        draw.room[DISCARDS] = game.swap_size


@part
def _known(view: Any) -> Any:
    """Return the cards whose place the seat knows: its own, seen ones, those it laid away."""
    game, table, own = view
    plain, trumps = own.plain | table.gone_plain, own.trumps | table.gone_trumps
    for place in range(MAX_TALON):
        if own.discard[place] != NO_CARD:
            card = words(own.discard[place])
            plain |= card[0]
            trumps |= card[1]
    if table.kind == GIFT_RECEIVER:
        card = words(own.gift[table.ordinal])
        plain |= card[0]
        trumps |= card[1]
    if game.tableau:
        for seat in range(2):
            for spot in range(TABLEAU):
                if table.tableau[seat, spot] < FACE_DOWN:
                    card = words(table.tableau[seat, spot])
                    plain |= card[0]
                    trumps |= card[1]
    return plain, trumps


@part
def _list_cards(view: Any, draw: Any) -> None:
    """List the unseen cards, each with the places that may hold it for what was played."""
    game, table, own = view
    known, places = _known(view), (1 << MAX_PLACES) - 1
    lacking = shown_lacks(game, table)
    for spot in range(game.deck_size):
        card = np.int64(game.deck[spot])
        if contains(known, card):
            continue
        allowed: Any = places
        for seat in range(game.players):
            if (lacking >> np.uint64(LACKS * seat + class_of(game, card))) & np.uint64(1) != NONE:
                allowed &= ~(1 << seat)
        draw.card[draw.cards] = card
        draw.allowed[draw.cards] = allowed
        draw.cards += 1
    for gift in range(game.gifts):
        if own.gift[gift] != NO_CARD and table.gift_to[gift] != NONE_YET:
            _only_in(draw, own.gift[gift], 1 << np.int64(table.gift_to[gift]))


@part
def _only_in(draw: Any, card: Any, places: Any) -> None:
    """Bar a card from all but some places, if it is unseen."""
    for index in range(draw.cards):
        if draw.card[index] == card:
            draw.allowed[index] = np.int64(draw.allowed[index]) & places


@part
def _note_calls(view: Any, draw: Any) -> None:
    """Bar the cards that calls and their answers tell of from where they can't be."""
    game, table = view.game, view.table
    seats = (1 << game.players) - 1
    exchanged = is_exchanged(game, table)
    dealt_to_declarer, unanswered = 1 << table.declarer, 1 << TALON
    if exchanged:
        dealt_to_declarer |= seats if game.gifts else 1 << DISCARDS
        unanswered = dealt_to_declarer
        if game.gifts:
            dealt_to_declarer = 1 << table.declarer
            for gift in range(game.gifts):
                dealt_to_declarer |= 1 << np.int64(table.gift_to[gift])
    elif game.gifts and table.kind != DISCARD and (table.kind == CARD or table.kind == RAISE):
        unanswered = seats
    for index in range(draw.cards):
        card = np.int64(draw.card[index])
        if is_sure(table, card):
            draw.allowed[index] = np.int64(draw.allowed[index]) & dealt_to_declarer
    for call in range(table.calls):
        holder = np.int64(table.call_holder[call])
        places = unanswered if holder == NONE_YET else 1 << holder
        _only_in(draw, table.call_card[call], places)


@part
def imagine(view: Any, legal: Any, draw: Any, key: Any, hidden: Any) -> None:
    """Draw a world and write it down.

    Parameters
    ----------
    view, draw
        After `survey`.
    legal
        The legal actions: two players learn the last talon cards from them.
    key
        uint64; the world is a function of view and key alone.
    hidden
        Record `state.HIDDEN` to fill in; its own key is 0.
    """
    for attempt in range(_UNLIKELY):
        allot(draw, subkey(key, 2 * attempt))
        if view.game.gifts == 0 or view.table.calls == 0:
            break
        if may_be_so(view, draw, subkey(key, 2 * attempt + 1)):
            break
    _write_seats(view, draw, hidden)
    _write_rest(view, legal, draw, hidden)


@part
def _write_seats(view: Any, draw: Any, hidden: Any) -> None:
    game, table, own = view
    hidden.play_key = NONE
    for seat in range(game.players):
        if seat == own.seat:
            copy_record(hidden.seats[seat], own)
            continue
        plain, trumps = NONE, NONE
        if game.tableau:
            for spot in range(TABLEAU):
                if (table.uncovered[seat] >> spot) & 1 and table.tableau[seat, spot] < FACE_DOWN:
                    card = words(table.tableau[seat, spot])
                    plain |= card[0]
                    trumps |= card[1]
        _write_seat(hidden.seats[seat], seat, plain, trumps)
    for index in range(draw.cards):
        place = np.int64(draw.place[index])
        if place < TALON:
            card = words(draw.card[index])
            holder = hidden.seats[place]
            holder.plain |= card[0]
            holder.trumps |= card[1]
            holder.dealt_plain |= card[0]
            holder.dealt_trumps |= card[1]
    for gift in range(game.gifts):
        if table.gift_to[gift] != NONE_YET and own.seat == table.declarer:
            receiver = hidden.seats[np.int64(table.gift_to[gift])]
            receiver.got = own.gift[gift]
            receiver.got_from = own.seat


@part
def _write_seat(other: Any, seat: Any, plain: Any, trumps: Any) -> None:
    """Write what is no matter to what comes: nobody but the seat itself would ask for it."""
    other.seat = seat
    other.plain = plain
    other.trumps = trumps
    other.dealt_plain = plain
    other.dealt_trumps = trumps
    other.got = NO_CARD
    other.got_from = FROM_NOBODY
    for place in range(MAX_TALON):
        other.taken[place] = NO_CARD
        other.discard[place] = NO_CARD
    for place in range(2):
        other.gift[place] = NO_CARD


@part
def _write_rest(view: Any, legal: Any, draw: Any, hidden: Any) -> None:
    """Write the talon and the tableaus."""
    game, table, own = view
    for spot in range(MAX_TALON):
        hidden.talon[spot] = NO_CARD
    if game.tableau:
        for seat in range(2):
            for spot in range(TABLEAU):
                hidden.tableau[seat, spot] = table.tableau[seat, spot]
    if table.kind == TALON_PICK:
        for spot in range(2):
            hidden.talon[spot] = table.turned_card[spot]
            hidden.talon[2 + spot] = nth_card(legal, np.uint64(spot))
        return
    taken = _is_exchanging(table) or is_exchanged(game, table)
    laid: Any = 0
    rest: Any = game.swap_size if taken else 0
    if own.seat == table.declarer:
        for spot in range(game.swap_size if taken else 0):
            hidden.talon[spot] = own.discard[spot]
    for spot in range(draw.cards):
        index = draw.order[spot]
        card: Any = draw.card[index]
        place = np.int64(draw.place[index])
        if place == DISCARDS:
            hidden.talon[laid] = card
            laid += 1
        elif place == TALON:
            hidden.talon[rest] = card
            rest += 1
        elif place >= TABLEAUS:
            row = hidden.tableau[place - TABLEAUS]
            for face_down in range(TABLEAU):
                if row[face_down] == FACE_DOWN:
                    row[face_down] = card
                    break
