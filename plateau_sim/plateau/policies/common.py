"""Pieces that the policies share: what a seat has not seen, and whether a card would hold a trick.

Everything here is drawn from a view, so from what the seat may know.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plateau_sim.cards import EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT, TRUMP_SUIT
from plateau_sim.jit import inline, part, popcount
from plateau_sim.kernels.bits import NONE, ONE, bit, suit_mask, words
from plateau_sim.kernels.trick import FREE
from plateau_sim.plateau.state import (
    FACE_DOWN,
    LOWER_ROW,
    MAX_PLAYERS,
    MAX_TALON,
    NO_CARD,
    TABLEAU,
)

STAR = np.uint64(1 << EXCUSE - PLAIN_CARDS)
# The part of the cards unseen by one seat that another seat holds, by players (published deals).
_SHARES = (0.0, 0.0, 0.41, 0.44, 0.31, 0.235, 0.2)
_HIGHER, _SUITED = EXCUSE - PLAIN_CARDS + 2, RANKS_PER_SUIT + 1
_WIDTH = np.uint64(_SUITED)
_BY_SEATS = _HIGHER * _SUITED
_ALL_HIGHER = np.uint64(_HIGHER - 1)
_BY_PLAYERS = MAX_PLAYERS * _BY_SEATS


def _safety() -> npt.NDArray[np.float64]:
    """Return the chances that no opponent beats a card, flat; see `safe`.

    An opponent holds each unseen card with the same probability, one independently of the other.
    """
    table = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS, _HIGHER, _SUITED))
    for players in range(2, MAX_PLAYERS + 1):
        lacks = 1.0 - _SHARES[players]
        for seats, higher, suited in np.ndindex(table.shape[1:]):
            beaten = lacks**suited * (1.0 - lacks**higher)
            table[players, seats, higher, suited] = (1.0 - beaten) ** seats
    table.setflags(write=False)
    return table.reshape(-1)


_SAFE = _safety()


class Sight(NamedTuple):
    """What may lie in the other hands, and who is still to play to the trick."""

    plain: Any  # unseen cards
    trumps: Any
    sure_plain: Any  # two players: the opponent's open cards that he may play
    sure_trumps: Any
    ruffers: Any  # number of trumps that may be out
    opponents: Any  # still to play
    partners: Any
    row: Any  # start of the opponents' part of the table of chances


@inline
def safe(row: Any, higher: Any, suited: Any) -> Any:
    """Return the chance that no opponent is out of a suit and holds a higher card.

    Parameters
    ----------
    row
        `Sight.row`: players and opponents still to play.
    higher
        Number of unseen cards that would beat.
    suited
        Number of unseen cards of the suit that must be followed; 0 where that does not matter.
    """
    return _SAFE[row + higher * _WIDTH + suited]


@inline
def look(view: Any) -> Any:
    """Return the `Sight` of the seat in turn."""
    game, table, own = view
    plain = game.deck_plain & ~table.gone_plain & ~own.plain
    trumps = game.deck_trumps & ~table.gone_trumps & ~own.trumps
    if own.seat == table.declarer:
        laid = own_discards(own)
        plain &= ~laid[0]
        trumps &= ~laid[1]
    sure_plain, sure_trumps = NONE, NONE
    if game.tableau:
        shown = open_cards(table)
        plain &= ~shown[0]
        trumps &= ~shown[1]
        if table.turn == 0:
            sure_plain, sure_trumps = playable_tableau(table, 1 - own.seat)
    if game.excuse_apart:
        trumps &= ~STAR
    opponents, partners = _still_to_play(table, own.seat, game.players)
    row = np.uint64(game.players * _BY_PLAYERS + opponents * _BY_SEATS)
    ruffers = popcount(trumps) + popcount(sure_trumps)
    return Sight(plain, trumps, sure_plain, sure_trumps, ruffers, opponents, partners, row)


@inline
def _still_to_play(table: Any, seat: Any, players: Any) -> Any:
    """Return the numbers of opponents and of partners that play after this seat."""
    side, partners, left = table.side[seat], 0, players - 1 - table.turn
    for step in range(1, left + 1):
        after = seat + step
        partners += table.side[after if after < players else after - players] == side
    return left - partners, partners


@inline
def own_discards(own: Any) -> Any:
    """Return the cards that the declarer laid away."""
    plain, trumps = NONE, NONE
    for place in range(MAX_TALON):
        card = np.int64(own.discard[place])
        if card == NO_CARD:
            break
        laid = words(card)
        plain |= laid[0]
        trumps |= laid[1]
    return plain, trumps


@part
def open_cards(table: Any) -> Any:
    """Return the face-up cards of both tableaus."""
    plain, trumps = NONE, NONE
    for seat in range(2):
        for place in range(TABLEAU):
            card = np.int64(table.tableau[seat, place])
            if card < FACE_DOWN:
                shown = words(card)
                plain |= shown[0]
                trumps |= shown[1]
    return plain, trumps


@part
def playable_tableau(table: Any, seat: Any) -> Any:
    """Return the cards of a seat's tableau that it may play."""
    plain, trumps = NONE, NONE
    for place in range(TABLEAU):
        card = np.int64(table.tableau[seat, place])
        if card < FACE_DOWN and (table.uncovered[seat] >> place) & 1:
            shown = words(card)
            plain |= shown[0]
            trumps |= shown[1]
    return plain, trumps


@part
def own_tableau(table: Any, seat: Any) -> Any:
    """Return the face-up cards of a seat's tableau, covered or not."""
    plain, trumps = NONE, NONE
    for place in range(TABLEAU):
        card = np.int64(table.tableau[seat, place])
        if card < FACE_DOWN:
            shown = words(card)
            plain |= shown[0]
            trumps |= shown[1]
    return plain, trumps


@inline
def holds_plain(sight: Any, card: Any) -> Any:
    """Return the chance that no opponent still to play beats a card of the suit led.

    Free of branches but for the selections: it stands in the innermost loop.
    """
    suit, place = suit_mask(card // RANKS_PER_SUIT), np.uint64(card)
    unseen, sure = sight.plain & suit, sight.sure_plain & suit
    higher = popcount(unseen >> place) if sure >> place == NONE else _ALL_HIGHER
    ruffers = sight.ruffers if sure == NONE else NONE
    return safe(sight.row, higher, NONE) * safe(sight.row, ruffers, popcount(unseen))


@inline
def unseen_suited(sight: Any, led: Any) -> Any:
    """Return the number of unseen cards that keep others from trumping; 0 if trumps are led."""
    if led == FREE or led == TRUMP_SUIT:
        return NONE
    return popcount(sight.plain & suit_mask(led))


@inline
def holds_trump(sight: Any, card: Any, suited: Any) -> Any:
    """Return the chance that no opponent still to play beats a trump.

    ``suited`` is `unseen_suited` of the suit led.
    """
    place = np.uint64(card - PLAIN_CARDS)
    unseen, sure = sight.trumps >> place, sight.sure_trumps >> place
    return safe(sight.row, popcount(unseen) if sure == NONE else _ALL_HIGHER, suited)


@inline
def suit_length(plain: Any, card: Any) -> Any:
    """Return the number of cards of a plain card's suit in a word, as int64."""
    return np.int64(popcount(plain & suit_mask(card // RANKS_PER_SUIT)))
