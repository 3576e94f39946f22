"""Which cards the solver tries, and in which order: only the speed depends on the order."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import CARDS, EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT, SUITS
from plateau_sim.jit import inline, lowest, part
from plateau_sim.kernels.bits import NONE, ONE, suit_mask, words
from plateau_sim.kernels.trick import FREE, beats
from plateau_sim.plateau.marks import LOWER_ROW, TABLEAU
from plateau_sim.plateau.view import CARD

_STAR = np.uint64(1 << EXCUSE - PLAIN_CARDS)
_PLAIN = np.uint64(PLAIN_CARDS)
_FIRST = 1 << 20
_TRUMP_STRENGTH = RANKS_PER_SUIT


@inline
def _followers(own: Any, out: Any) -> Any:
    """Return those of ``own`` with nothing but a card of ``own`` next below among ``out``.

    Cards of one suit. A bit carried through the ranks that are not out reaches the next one.
    """
    return ((own << ONE) + ~out) & own


@part
def distinct(state: Any, notes: Any, legal: Any) -> Any:
    """Return the legal cards, but of equivalent ones only the lowest.

    Two cards of a seat are equivalent if no card between them is still in a hand or winning the
    trick, neither has a space, and playing either uncovers the same.
    """
    game, table = state.game, state.table
    if table.kind != CARD:
        return legal
    plain, trumps = legal[0] & ~notes.token_plain, legal[1] & ~notes.token_trumps
    if game.excuse_apart:
        trumps &= ~_STAR
    if game.tableau:
        for place in range(LOWER_ROW, TABLEAU):
            card = table.tableau[table.seat, place]
            if card < CARDS:
                covering = words(card)
                plain &= ~covering[0]
                trumps &= ~covering[1]
    out_plain = notes.live_plain & ~table.gone_plain
    out_trumps = notes.live_trumps & ~table.gone_trumps
    if table.led != FREE:
        best = words(table.best_card)
        out_plain |= best[0]
        out_trumps |= best[1]
    doubled = NONE
    for suit in range(len(SUITS)):
        mask = suit_mask(suit)
        own = plain & mask
        if own & (own - ONE) != NONE:
            shift = np.uint64(suit * RANKS_PER_SUIT)
            doubled |= _followers(own >> shift, (out_plain & mask) >> shift) << shift
    return legal[0] & ~doubled, legal[1] & ~_followers(trumps, out_trumps)


@inline
def _urgency(state: Any, notes: Any, card: Any) -> Any:
    """Return how soon to try a card: what wins the trick or claims for a winning partner.

    Chosen among a few by the positions looked into with 6 tricks left.
    """
    game, table = state.game, state.table
    token = game.card_space[card] != NONE
    trump = card >= PLAIN_CARDS
    strength = card - PLAIN_CARDS + _TRUMP_STRENGTH if trump else card % RANKS_PER_SUIT
    if table.led == FREE:
        return 40 * token - strength
    if beats(card, table.best_card, table.led):
        if table.side[table.best_seat] == table.side[table.seat]:
            return 40 * token - strength
        last = table.turn == game.players - 1
        return 200 + 40 * token + (-strength if last else strength)
    mine = table.side[table.best_seat] == table.side[table.seat]
    return (100 if mine else -100) * token - strength


@part
def in_order(state: Any, notes: Any, cards: Any, ply: Any) -> Any:
    """Write cards into ``notes.cards[ply]``, most urgent first; return how many there are."""
    count, killer = 0, notes.killer[ply]
    row, scores = notes.cards[ply], notes.scores[ply]
    for word in range(2):
        left = cards[1] if word else cards[0]
        while left != NONE:
            card = np.int64(lowest(left) + (_PLAIN if word else NONE))
            left &= left - ONE
            score = _FIRST if card == killer else _urgency(state, notes, card)
            place = count
            while place > 0 and scores[place - 1] < score:
                scores[place] = scores[place - 1]
                row[place] = row[place - 1]
                place -= 1
            scores[place] = score
            row[place] = card
            count += 1
    return count
