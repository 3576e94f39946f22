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
from plateau_sim.plateau.policies.common import Sight, holds_plain, holds_trump, look, unseen_suited
from plateau_sim.plateau.state import DECIDE_SIGNATURE, NONE_YET
from plateau_sim.plateau.view import CARD

_RESCUE, _TO_COME, _TOKEN, _SCALE, _LEFT, _LEAD_LENGTH, _SHED_LENGTH, _TOKEN_TRUMP = (
    36,
    39,
    40,
    41,
    42,
    43,
    44,
    45,
)
PARAMS = (
    [0.04 * rank for rank in range(10)]
    + [0.08, 0.32, 0.9, 0.14]
    + [1.6 + 0.08 * number for number in range(18)]
    + [3.0, 3.2, 3.8]
    + [3.8]
    + [0.0, 0.0, -0.4]
    + [-0.12, 0.0, 1.0, 0.04, 0.07, -0.24, 0.7]
)


@inline
def _stays(sight: Any, table: Any, suited: Any, friend: Any, rescue: Any) -> Any:
    """Return the chance that the own side takes the trick if this seat does not beat it."""
    if not friend:
        return rescue
    card = table.best_card
    if card >= PLAIN_CARDS:
        held = holds_trump(sight, card, suited)
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
    suited = unseen_suited(sight, led)
    stays = _stays(sight, table, suited, friend, rescue)
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
        token = 1.0 if game.card_space[np.uint64(card)] != NONE else 0.0
        held = holds_plain(sight, card)
        beating = (card > best) & ((suit == led) | (led == FREE))
        wins = held + (1.0 - held) * rescue if beating else stays
        score = (2.0 * wins - 1.0) * (spaces + token)
        score -= scale * (params[card - suit * RANKS_PER_SUIT] + token * token_worth)
        score -= length * np.float64(popcount(own.plain & suit_mask(suit))) if suit != led else 0.0
        chosen = card if score > top else chosen
        top = max(score, top)
    trumps = legal[1]
    apart = EXCUSE if game.excuse_apart else -1
    while trumps != NONE:
        index = np.int64(lowest(trumps))
        trumps &= trumps - ONE
        card = PLAIN_CARDS + index
        token = 1.0 if game.card_space[np.uint64(card)] != NONE else 0.0
        token = 0.0 if card == apart else token
        held = holds_trump(sight, card, suited)
        beating = (card > best) & (card != apart)
        wins = held + (1.0 - held) * rescue if beating else stays
        score = (2.0 * wins - 1.0) * (spaces + token)
        score -= scale * (params[RANKS_PER_SUIT + index] + token * params[_TOKEN_TRUMP])
        chosen = card if score > top else chosen
        top = max(score, top)
    return chosen


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Choose the action of the highest score."""
    if kind == CARD:
        if size(legal) == ONE:
            return nth_card(legal, NONE)
        return _pick_card(view, legal, params)
    return nth_card(legal, NONE)
