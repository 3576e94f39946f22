"""What all know of the cards: who has played how many, what a hand lacks, what calls prove."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT, TRUMP_SUIT
from plateau_sim.jit import part
from plateau_sim.kernels.bits import NONE, bit, words
from plateau_sim.kernels.trick import FREE, suit_led
from plateau_sim.plateau.view import ABDICATE, CARD, RAISE

LACKS = 8
"""Bits a seat in `shown_lacks`."""
_TRUMPS, _EXCUSES = TRUMP_SUIT, TRUMP_SUIT + 1  # classes of cards; the suits come first


@part
def is_exchanged(game: Any, table: Any) -> Any:
    """Tell whether the declarer's exchange is over."""
    settled = table.kind == CARD or table.kind == RAISE or table.kind == ABDICATE
    return settled and game.cell_exchange[table.cell] != 0


@part
def plays_of(game: Any, table: Any, seat: Any) -> Any:
    """Return how many cards a seat has played."""
    turn = seat - table.leader
    turn += game.players if turn < 0 else 0
    return table.trick + np.int64(turn < table.turn)


@part
def shown_lacks(game: Any, table: Any) -> Any:
    """Return bit ``8 * seat + suit`` (4: trumps) for what each seat's hand has shown to lack.

    The excuse of its variant may be played at any time: it shows nothing. Nor is anything said of
    cards that lie face down: the duty is judged on the cards that could be played.
    """
    lacking: Any = NONE
    leader: Any = 0
    for trick in range(table.trick + 1):
        turns = game.players if trick < table.trick else table.turn
        led: Any = FREE
        for turn in range(turns):
            card = np.int64(table.played[trick, turn])
            suit = class_of(game, card)
            if suit == _EXCUSES:
                continue
            if led == FREE:
                led = suit
            elif suit != led:
                seat = leader + turn
                seat -= game.players if seat >= game.players else 0
                lacking |= bit(LACKS * seat + led)
                lacking |= bit(LACKS * seat + _TRUMPS) if suit != _TRUMPS else NONE
        if trick < table.trick:
            leader = np.int64(table.winner[trick])
    return lacking


@part
def is_sure(table: Any, card: Any) -> Any:
    """Tell whether a call proves that a card was dealt to the declarer."""
    plain, _ = words(card)
    if card >= PLAIN_CARDS or table.called & plain != NONE:
        return False
    sure = False
    for call in range(table.calls):
        sure |= card % RANKS_PER_SUIT > np.int64(table.call_card[call]) % RANKS_PER_SUIT
    return sure


@part
def class_of(game: Any, card: Any) -> Any:
    """Return suit 0..3 or 4 for trumps; 5 for an excuse that its variant sets apart."""
    if game.excuse_apart and card == EXCUSE:
        return _EXCUSES
    return suit_led(card)
