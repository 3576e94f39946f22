"""Policy ``builder``: plays for the spaces that its side's connection needs or the other's does.

As `greedy` it scores each card by what the trick brings or costs, less what the card is worth
later. But each space counts by the connections of both sides (see `potential`), and the chance to
take the trick by the players to come: partners too, and the suits that each has shown to lack.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT
from plateau_sim.jit import entry, inline, part
from plateau_sim.kernels.bits import NONE, ONE, nth_card, size
from plateau_sim.kernels.trick import FREE, beats, suit_led
from plateau_sim.plateau.policies.around import WEIGHTS, decide_around
from plateau_sim.plateau.policies.common import lead_holds, look, trump_holds
from plateau_sim.plateau.policies.others import shown_voids, side_wins, spaces_out
from plateau_sim.plateau.policies.potential import CONNECTION, look_ahead, worth
from plateau_sim.plateau.state import DECIDE_SIGNATURE, DECLARING, NONE_YET
from plateau_sim.plateau.view import CARD

# Weights, in spaces. First what a card is worth for later tricks: plain cards by rank, trumps.
_PLAIN_POWER = [0.05 * rank for rank in range(10)] + [0.0, 0.4, 0.5, 0.1]
_TRUMP_POWER = [1.5 + 0.065 * number for number in range(18)] + [2.9, 3.4, 4.3, 5.0]
_TO_COME, _EXCUSE, _REGAINED, _FED, _CONNECTION = range(36, 41)
_AROUND = _CONNECTION + len(CONNECTION)
PARAMS = [
    *_PLAIN_POWER,
    *_TRUMP_POWER,
    -0.2,  # what each player still to come adds to the trick: a less certain one
    1.0,  # worth of an excuse that never wins
    0.5,  # how likely a partner takes back what an opponent has beaten
    0.5,  # how likely a partner feeds the trick an unseen card of the suit led
    *CONNECTION,
    *WEIGHTS,
]
_TOP_START = -1e9
_TO_POWER = PLAIN_CARDS - RANKS_PER_SUIT  # from a trump to its place in PARAMS


@inline
def _takes(view: Any, sight: Any, lacking: Any, card: Any, params: Any) -> Any:
    """Return the chance that the own side takes the trick with a card that leads or beats."""
    if view.table.led != FREE or not view.game.tableau:
        return side_wins(view, sight, lacking, card, view.table.seat, params[_REGAINED])
    if card < PLAIN_CARDS:
        return lead_holds(sight, card)
    return trump_holds(sight, card, NONE, sight.sure_trumps)


@inline
def _stays(view: Any, sight: Any, lacking: Any, params: Any) -> Any:
    """Return the chance that the own side takes the trick if the seat in turn does not beat it."""
    table = view.table
    if table.best_seat == NONE_YET or table.led == FREE:
        return 0.5
    best = table.best_card
    return side_wins(view, sight, lacking, best, table.best_seat, params[_REGAINED])


@part
def _pick_card(view: Any, legal: Any, params: Any) -> Any:
    game, table, own = view
    sight, lacking = look(view), shown_voids(game, table)
    outlook = look_ahead(game, table, params, _CONNECTION)
    stake = worth(outlook, table.claim | game.trick_space[table.trick])
    to_come = np.float64(game.players - 1 - table.turn)
    stake += params[_TO_COME] * to_come
    stays = _stays(view, sight, lacking, params)
    # Of the players to come, the part that are partners.
    mates = (
        table.partners if table.side[own.seat] == DECLARING else game.players - 2 - table.partners
    )
    fed = params[_FED] * to_come * np.float64(mates) / np.float64((game.players - 1) ** 2)
    suit, feed = table.led, 0.0
    if suit != FREE and to_come > 0.0:
        feed = fed * worth(outlook, spaces_out(game, sight, suit))
    chosen, top = 0, _TOP_START
    for n in range(np.int64(size(legal))):
        card = nth_card(legal, np.uint64(n))
        own_space = worth(outlook, game.card_space[np.uint64(card)])
        power = params[card - _TO_POWER if card >= PLAIN_CARDS else card % RANKS_PER_SUIT]
        wins = stays
        if table.led == FREE and suit_led(card) != suit:
            suit = suit_led(card)
            feed = fed * worth(outlook, spaces_out(game, sight, suit))
        if game.excuse_apart and card == EXCUSE:
            # It leaves the trick to others; its own space is safe whenever it is played.
            own_space, power = 0.0, params[_EXCUSE]
        elif table.led == FREE or beats(card, table.best_card, table.led):
            wins = _takes(view, sight, lacking, card, params)
        score = (2.0 * wins - 1.0) * (stake + feed + own_space) - power
        if score > top:
            chosen, top = card, score
    return chosen


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Choose the card of the highest score; for other decisions see `around`."""
    if kind != CARD:
        return decide_around(view, kind, legal, params, _AROUND)
    if size(legal) == ONE:
        return nth_card(legal, NONE)
    return _pick_card(view, legal, params)
