"""Card play: whose turn, which cards, who is winning the trick (rulebook 6, Trick Play)."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import EXCUSE
from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import words
from plateau_sim.kernels.trick import FREE, beats, legal_cards, suit_led
from plateau_sim.plateau.claims import end_trick, start_trick
from plateau_sim.plateau.tableau import make_upper_row_playable, take_from
from plateau_sim.plateau.view import CARD


@part
def start_play(state: Any) -> None:
    """Forehand leads to the first trick, whoever is declarer."""
    if state.game.tableau:
        make_upper_row_playable(state)
    state.table.kind = CARD
    state.table.trick = 0
    start_trick(state.table, 0)


@inline
def legal_plays(state: Any) -> Any:
    """Return the cards that the seat in turn may play."""
    own = state.hidden.seats[np.uint64(state.table.seat)]
    return legal_cards(own.plain, own.trumps, state.table.led, state.game.excuse_apart)


@inline
def apply_card(state: Any, card: Any) -> None:
    """Play a card: from the hand to the table, and on to the next seat or trick."""
    game, table = state.game, state.table
    # Unsigned indices can't count from the end, which would have to be checked.
    seat, turn, place = np.uint64(table.seat), np.uint64(table.turn), np.uint64(card)
    own = state.hidden.seats[seat]
    plain, trumps = words(card)
    own.plain ^= plain
    own.trumps ^= trumps
    table.gone_plain |= plain
    table.gone_trumps |= trumps
    table.played[np.uint64(table.trick), turn] = card
    if game.tableau:
        take_from(table, table.seat, card)
    if game.excuse_apart and card == EXCUSE:
        table.star_claim[table.side[seat]] = game.card_space[place]
    else:
        table.claim |= game.card_space[place]
        if table.led == FREE:
            table.led = suit_led(card)
        # Chosen without a branch, which would be mispredicted often.
        better = -np.int64(beats(card, table.best_card, table.led))
        table.best_card ^= (table.best_card ^ card) & better
        table.best_seat ^= (table.best_seat ^ table.seat) & better
    table.turn += 1
    if table.turn == game.players:
        end_trick(state)
    else:
        table.seat = table.seat + 1 if table.seat + 1 < game.players else 0
