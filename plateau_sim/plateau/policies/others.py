"""What the players still to come may do to a trick: suits they lack, and who of them beats."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT, TRUMP_SUIT
from plateau_sim.jit import inline, lowest, part, popcount
from plateau_sim.kernels.bits import NONE, ONE, bit, suit_mask, words
from plateau_sim.kernels.trick import suit_led
from plateau_sim.plateau.policies.common import safe

_SEAT_BITS = 8
_SMALL = 1e-9


@part
def shown_voids(game: Any, table: Any) -> Any:
    """Return bit ``8 * seat + suit`` for each suit (4: trumps) that a seat has shown to lack.

    Two players: nothing, as a tableau may uncover a suit later. Nor is it asked by the last player.
    """
    lacking: Any = NONE
    if game.tableau or table.turn == game.players - 1:
        return lacking
    leader: Any = 0
    for trick in range(table.trick):
        led = suit_led(table.played[trick, 0])
        apart = game.excuse_apart and table.played[trick, 0] == EXCUSE
        for turn in range(1, game.players):
            suit = suit_led(table.played[trick, turn])
            excused = apart or (game.excuse_apart and table.played[trick, turn] == EXCUSE)
            if suit != led and not excused:
                seat = leader + turn
                seat -= game.players if seat >= game.players else 0
                lacking |= bit(_SEAT_BITS * seat + led)
                lacking |= bit(_SEAT_BITS * seat + TRUMP_SUIT) if suit != TRUMP_SUIT else NONE
        leader = np.int64(table.winner[trick])
    return lacking


@part
def known_to_hold(table: Any, seat: Any) -> Any:
    """Return the plain cards that a seat holds as everybody knows: those it was called for."""
    plain: Any = NONE
    for call in range(table.calls):
        if table.call_holder[call] == seat:
            plain |= words(np.int64(table.call_card[call]))[0]
    return plain & ~table.gone_plain


@inline
def _beats(table: Any, seat: Any, sight: Any, suit: Any, card: Any, lacks: Any) -> Any:
    """Return the chance that a player beats a card.

    Parameters
    ----------
    table, seat
        Who is the player.
    sight, card
        What is unseen, and the best card.
    suit
        0..4, the suit led.
    lacks
        Bit per suit that the player has shown to lack.
    """
    unseen = sight.plain & suit_mask(suit) if suit != TRUMP_SUIT else NONE
    follows = ((lacks >> suit) & 1) == 0
    if suit != TRUMP_SUIT and sight.called & suit_mask(suit) != NONE:
        held = known_to_hold(table, seat) & suit_mask(suit)
        unseen &= ~sight.called
        if held != NONE:
            # He follows for sure.
            if card >= PLAIN_CARDS:
                return 0.0
            if held >> np.uint64(card) != NONE:
                return 1.0
            return 1.0 - safe(sight.one, popcount(unseen >> np.uint64(card)), NONE)
    suited = popcount(unseen) if follows else NONE
    trumps = ((lacks >> TRUMP_SUIT) & 1) == 0
    if card >= PLAIN_CARDS:
        higher = popcount(sight.trumps >> np.uint64(card - PLAIN_CARDS)) if trumps else NONE
        return 1.0 - safe(sight.one, higher, suited)
    over = popcount(unseen >> np.uint64(card)) if follows else NONE
    ruffers = sight.ruffers if trumps else NONE
    return 1.0 - safe(sight.one, over, NONE) * safe(sight.one, ruffers, suited)


@part
def side_wins(view: Any, sight: Any, lacking: Any, card: Any, holder: Any, regained: Any) -> Any:
    """Return the chance that the own side takes the trick.

    Parameters
    ----------
    view, sight
        What the seat in turn sees, and what is unseen.
    lacking
        uint64, see `shown_voids`.
    card
        The best card so far, or the one that the seat makes so.
    holder
        The seat of that card.
    regained
        How likely a partner who can beats the opponent that beats an own card.
    """
    game, table, own = view
    suit = suit_led(card) if table.led < 0 else table.led
    opponents, partners, held, all_held = 0.0, 0.0, 1.0, 1.0
    seat = table.seat
    for _ in range(table.turn + 1, game.players):
        seat = seat + 1 if seat + 1 < game.players else 0
        lacks = np.int64(lacking >> np.uint64(_SEAT_BITS * seat))
        beaten = _beats(table, seat, sight, suit, card, lacks)
        all_held *= 1.0 - beaten
        if table.side[seat] == table.side[own.seat]:
            partners += beaten
        else:
            opponents += beaten
            held *= 1.0 - beaten
    share = partners / (partners + opponents + _SMALL)
    if table.side[holder] == table.side[own.seat]:
        return held + (1.0 - held) * regained * share
    return (1.0 - all_held) * share


@part
def spaces_out(game: Any, sight: Any, suit: Any) -> Any:
    """Return the board word of the unseen cards of a suit (4: trumps)."""
    start = np.uint64(RANKS_PER_SUIT * suit)
    cards = sight.trumps if suit == TRUMP_SUIT else (sight.plain & suit_mask(suit)) >> start
    board: Any = NONE
    while cards != NONE:
        board |= game.card_space[start + lowest(cards)]
        cards &= cards - ONE
    return board
