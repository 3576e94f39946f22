"""Six players: how many ways the cards can have come to where a world has them.

Who gave what to whom and who was dealt which talon card are hidden, and calls tell where some cards
were dealt: the declarer's sure cards and answered calls to a hand, what nobody answered to the
talon. So a world in which one of these has been passed on has fewer pasts than others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import part
from plateau_sim.kernels.bits import contains
from plateau_sim.plateau.knowledge import is_exchanged, is_sure
from plateau_sim.plateau.state import NONE_YET
from plateau_sim.plateau.view import ABDICATE, CARD, RAISE

_MANTISSA, _UNIT = np.uint64(11), 2.0**-53


@part
def may_be_so(view: Any, draw: Any, key: Any) -> Any:
    """Accept a world of six players with a probability proportional to its pasts."""
    game, table, own = view
    if not (table.kind == CARD or table.kind == RAISE or table.kind == ABDICATE):
        return True
    exchanged = is_exchanged(game, table)
    chance, in_exchange, sure = 1.0, 0, _sure_at(view, draw, NONE_YET)
    for seat in range(game.players):
        received = exchanged and (table.gift_to[0] == seat or table.gift_to[1] == seat)
        unanswered = _calls_at(view, draw, seat, False)
        if exchanged and (received or seat == table.declarer):
            in_exchange += unanswered
        if seat == own.seat or (exchanged and seat == table.declarer):
            continue
        if received and own.seat == table.declarer:
            continue
        passed_on = unanswered + (_sure_at(view, draw, seat) if received else 0)
        if passed_on > 1:
            return False
        if passed_on == 1:
            fixed = _calls_at(view, draw, seat, True)
            fixed += sure if seat == table.declarer else 0
            chance /= np.float64(game.hand_size + 1 - fixed)
    if exchanged and own.seat != table.declarer:
        for place in range(in_exchange):
            left = game.hand_size + game.swap_size - sure - place
            chance *= np.float64(max(game.swap_size - place, 0)) / np.float64(left)
    return np.float64(key >> _MANTISSA) * _UNIT < chance


@part
def _calls_at(view: Any, draw: Any, seat: Any, answered: Any) -> Any:
    """Count the called cards that a seat holds or has played."""
    table = view.table
    count: Any = 0
    for call in range(table.calls):
        if (table.call_holder[call] != NONE_YET) == answered:
            count += np.int64(_holder(view, draw, np.int64(table.call_card[call])) == seat)
    return count


@part
def _sure_at(view: Any, draw: Any, seat: Any) -> Any:
    """Count the cards surely dealt to the declarer that a seat has or had; `NONE_YET`: in all."""
    game = view.game
    count: Any = 0
    for spot in range(game.deck_size):
        card = np.int64(game.deck[spot])
        if is_sure(view.table, card):
            count += np.int64(seat == NONE_YET or _holder(view, draw, card) == seat)
    return count


@part
def _holder(view: Any, draw: Any, card: Any) -> Any:
    """Return the seat that holds a card in a world, or has played it."""
    game, table, own = view
    if contains((own.plain, own.trumps), card):
        return np.int64(own.seat)
    for index in range(draw.cards):
        if draw.card[index] == card:
            return np.int64(draw.place[index])
    leader: Any = 0
    for trick in range(table.trick + 1):
        for turn in range(game.players):
            if table.played[trick, turn] == card:
                return np.int64((leader + turn) % game.players)
        leader = np.int64(table.winner[trick])
    return np.int64(NONE_YET)
