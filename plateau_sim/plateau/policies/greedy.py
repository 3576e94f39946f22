"""Policy ``greedy``: wins tricks that matter cheaply, feeds a winning partner, else saves its cards.

Each card gets a score: the spaces that the trick would bring or cost, by the chance that the own
side takes it, less what the card is worth for later tricks. It does not look at connections.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import CARDS, EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT, TRUMP_SUIT
from plateau_sim.jit import entry, inline, lowest, part, popcount
from plateau_sim.kernels.bits import NONE, ONE, contains, nth_card, size, suit_mask
from plateau_sim.kernels.trick import FREE
from plateau_sim.plateau.policies.common import Sight, holds_plain, holds_trump, look
from plateau_sim.plateau.state import DECIDE_SIGNATURE, NONE_YET
from plateau_sim.plateau.view import CARD

_RESCUE, _TO_COME, _TOKEN, _SCALE, _LEFT, _LEAD_LENGTH, _SHED_LENGTH, _TOKEN_TRUMP = 36, 39, 40, 41, 42, 43, 44, 45
PARAMS = (
    [0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.2, 0.3, 0.4, 0.6, 1.0]
    + [0.3 + 0.05 * number for number in range(21)]
    + [1.5]
    + [0.0, 0.4, 0.6]
    + [0.3, 0.1, 1.0, 0.0, 0.0, 0.0, 0.1]
)


@inline
def _stays(sight: Any, table: Any, friend: Any, rescue: Any) -> Any:
    """Return the chance that the own side takes the trick if this seat does not beat it."""
    if not friend:
        return rescue
    card = table.best_card
    if card >= PLAIN_CARDS:
        held = holds_trump(sight, card, table.led)
    else:
        held = holds_plain(sight, card)
    return held + (1.0 - held) * rescue


@inline
def _pick_card(view: Any, legal: Any, params: Any) -> Any:
    game, table, own = view
    sight = look(view)
    side = table.side[own.seat]
    rescue = params[_RESCUE + min(sight.partners, 2)]
    best, led = table.best_card, table.led
    friend = best != NONE_YET and table.side[table.best_seat] == side
    stays = _stays(sight, table, friend, rescue)
    spaces = np.float64(popcount(table.claim | game.trick_space[table.trick]))
    spaces += params[_TO_COME] * np.float64(sight.partners + sight.opponents)
    scale = params[_SCALE] + params[_LEFT] * np.float64(game.tricks - table.trick)
    length = params[_LEAD_LENGTH] if led == FREE else params[_SHED_LENGTH]
    token_worth = params[_TOKEN]
    chosen, top = -1, -1e9
    plain = legal[0]
    while plain != NONE:
        card = np.int64(lowest(plain))
        plain &= plain - ONE
        suit = card // RANKS_PER_SUIT
        token = 1.0 if game.card_space[card] != NONE else 0.0
        wins = stays
        if card > best and (suit == led or led == FREE):
            held = holds_plain(sight, card)
            wins = held + (1.0 - held) * rescue
        score = (2.0 * wins - 1.0) * (spaces + token)
        score -= scale * (params[card - suit * RANKS_PER_SUIT] + token * token_worth)
        if suit != led:
            score -= length * np.float64(popcount(own.plain & suit_mask(suit)))
        if score > top:
            top, chosen = score, card
    trumps = legal[1]
    while trumps != NONE:
        index = np.int64(lowest(trumps))
        trumps &= trumps - ONE
        card = PLAIN_CARDS + index
        token = 1.0 if game.card_space[card] != NONE else 0.0
        wins = stays
        if game.excuse_apart and card == EXCUSE:
            token = 0.0
        elif card > best:
            held = holds_trump(sight, card, led)
            wins = held + (1.0 - held) * rescue
        score = (2.0 * wins - 1.0) * (spaces + token)
        score -= scale * (params[RANKS_PER_SUIT + index] + token * params[_TOKEN_TRUMP])
        if score > top:
            top, chosen = score, card
    return chosen


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Choose the action of the highest score."""
    if kind == CARD:
        if size(legal) == ONE:
            return nth_card(legal, NONE)
        return _pick_card(view, legal, params)
    return nth_card(legal, NONE)
