"""Pieces that the policies share: what a seat has not seen, and whether a card would hold a trick.

Everything here is drawn from a view, so from what the seat may know.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plateau_sim.cards import EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT
from plateau_sim.jit import inline, part, popcount
from plateau_sim.kernels.bits import NONE, suit_mask, words
from plateau_sim.plateau.marks import FACE_DOWN, NO_CARD, TABLEAU
from plateau_sim.plateau.state import DEFENDING, MAX_PLAYERS, MAX_TALON, NONE_YET

STAR = np.uint64(1 << EXCUSE - PLAIN_CARDS)
# The part of the cards unseen by one seat that another seat holds, by players (published deals).
_SHARES = (0.0, 0.0, 0.41, 0.44, 0.31, 0.235, 0.2)
_HIGHER = EXCUSE - PLAIN_CARDS + 2
_SUITED = 16  # RANKS_PER_SUIT + 1, and a power of two: cheap to multiply by
BY_SEATS = _HIGHER * _SUITED
BY_PLAYERS = MAX_PLAYERS * BY_SEATS
SHARE_STEPS, MOST_SHARE = 40, 24
"""Behind the rows for players stand rows for shares: this many to 1, and the last one."""
_WIDTH, _ALL_HIGHER = np.uint64(_SUITED), np.uint64(_HIGHER - 1)


def _safety() -> npt.NDArray[np.float64]:
    """Return the chances that no opponent beats a card, flat; see `safe`.

    An opponent holds each unseen card with the same probability, one independently of the other.
    """
    shares = [*_SHARES, *(step / SHARE_STEPS for step in range(MOST_SHARE + 1))]
    table = np.zeros((len(shares), MAX_PLAYERS, _HIGHER, _SUITED))
    for row in range(2, len(shares)):
        lacks = 1.0 - shares[row]
        for seats, higher, suited in np.ndindex(table.shape[1:]):
            beaten = lacks**suited * (1.0 - lacks**higher)
            table[row, seats, higher, suited] = (1.0 - beaten) ** seats
    table.setflags(write=False)
    return table.reshape(-1)


_SAFE = _safety()


class Sight(NamedTuple):
    """What may lie in the other hands, and who is still to play to the trick."""

    plain: Any  # unseen cards
    trumps: Any  # without an excuse that never wins
    sure_plain: Any  # two players, leading: the opponent's open cards that he may play
    sure_trumps: Any
    ruffers: Any  # number of trumps that may be out
    row: Any  # start of the part of the table of chances for the opponents still to play
    one: Any  # and of that for a single player
    called: Any  # called cards whose holder is known, if that is looked at


@inline
def safe(row: Any, higher: Any, suited: Any) -> Any:
    """Return the chance that no opponent is out of a suit and holds a higher card.

    Parameters
    ----------
    row
        uint64, `Sight.row`: players and opponents still to play.
    higher
        uint64, number of unseen cards that would beat.
    suited
        uint64, number of unseen cards of the suit that must be followed; 0 where that is no matter.
    """
    return _SAFE[row + higher * _WIDTH + suited]


@inline
def look(view: Any) -> Any:
    """Return the `Sight` of the seat in turn."""
    game, table, own = view
    plain = game.deck_plain & ~(table.gone_plain | own.plain)
    trumps = game.deck_trumps & ~(table.gone_trumps | own.trumps)
    if own.discard[0] != NO_CARD:
        laid = own_discards(own)
        plain &= ~laid[0]
        trumps &= ~laid[1]
    sure_plain, sure_trumps = NONE, NONE
    if game.tableau:
        for seat in range(2):
            shown = shown_by(table, seat, -1)
            plain &= ~shown[0]
            trumps &= ~shown[1]
        if table.turn == 0:
            other = 1 - own.seat
            sure_plain, sure_trumps = shown_by(table, other, table.uncovered[other])
    if game.excuse_apart:
        trumps &= ~STAR
    ruffers = popcount(trumps) + popcount(sure_trumps)
    shares = game.players * BY_PLAYERS
    row = np.uint64(shares + opponents_after(table, game.players) * BY_SEATS)
    one = np.uint64(shares + BY_SEATS)
    return Sight(plain, trumps, sure_plain, sure_trumps, ruffers, row, one, NONE)


@inline
def sharper(sight: Any, share: Any, called: Any) -> Any:
    """Return a `Sight` in which another seat holds each unseen card with this probability.

    ``called`` are cards whose holder is known.
    """
    plain, trumps, sure_plain, sure_trumps, ruffers, row, one, _ = sight
    step: Any = min(np.int64(share * SHARE_STEPS + 0.5), MOST_SHARE)
    chosen = np.uint64((MAX_PLAYERS + 1 + step) * BY_PLAYERS + BY_SEATS)
    row += chosen - one
    return Sight(plain, trumps, sure_plain, sure_trumps, ruffers, row, chosen, called)


@inline
def opponents_after(table: Any, players: Any) -> Any:
    """Return the number of opponents that play to the trick after the seat in turn."""
    declaring = np.int64(_plays_after(table, table.declarer, players))
    for index in range(2):
        partner = table.partner[index]
        declaring += np.int64((partner != NONE_YET) & _plays_after(table, partner, players))
    if table.side[table.seat] == DEFENDING:
        return declaring
    return players - 1 - table.turn - declaring


@inline
def _plays_after(table: Any, seat: Any, players: Any) -> Any:
    turn = seat - table.leader
    return (turn if turn >= 0 else turn + players) > table.turn


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
def shown_by(table: Any, seat: Any, places: Any) -> Any:
    """Return a seat's face-up tableau cards among some places (a bit each; -1: all of them)."""
    plain, trumps = NONE, NONE
    for place in range(TABLEAU):
        card = np.int64(table.tableau[seat, place])
        if card < FACE_DOWN and (places >> place) & 1:
            shown = words(card)
            plain |= shown[0]
            trumps |= shown[1]
    return plain, trumps


@inline
def lead_holds(sight: Any, card: Any) -> Any:
    """Return the chance that no opponent still to play beats a plain card that is led.

    Free of branches but for selections: it stands in the innermost loop.
    """
    suit, place = suit_mask(card // RANKS_PER_SUIT), np.uint64(card)
    unseen, sure = sight.plain & suit, sight.sure_plain & suit
    higher = popcount(unseen >> place) if sure >> place == NONE else _ALL_HIGHER
    ruffers = sight.ruffers if sure == NONE else NONE
    return safe(sight.row, higher, NONE) * safe(sight.row, ruffers, popcount(unseen))


@inline
def trump_holds(sight: Any, card: Any, suited: Any, sure: Any) -> Any:
    """Return the chance that no opponent still to play beats a trump.

    ``suited`` is the number of unseen cards of the suit led; 0 if trumps are led. ``sure`` are the
    trumps that an opponent is known to be able to play.
    """
    place = np.uint64(card - PLAIN_CARDS)
    unseen = popcount(sight.trumps >> place)
    return safe(sight.row, unseen if sure >> place == NONE else _ALL_HIGHER, suited)


@inline
def in_suit(plain: Any, card: Any) -> Any:
    """Return the number of cards of a plain card's suit in a word, as float64."""
    return np.float64(np.int64(popcount(plain & suit_mask(card // RANKS_PER_SUIT))))


@inline
def spaces_of(board: Any) -> Any:
    """Return the number of spaces in a board word, as float64."""
    return np.float64(np.int64(popcount(board)))
