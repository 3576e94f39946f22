"""Policy ``greedy``: wins tricks that matter cheaply, feeds a winning partner, saves its cards.

Each card gets a score: the spaces that the trick brings or costs, by the chance that the own side
takes it, less what the card is worth for later tricks. Connections on the board play no part.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT, TRUMP_SUIT
from plateau_sim.jit import entry, inline, lowest, popcount
from plateau_sim.kernels.bits import NONE, ONE, nth_card, size, suit_mask
from plateau_sim.kernels.trick import FREE
from plateau_sim.plateau.policies.around import WEIGHTS, decide_around
from plateau_sim.plateau.policies.common import (
    STAR,
    lead_holds,
    look,
    safe,
    spaces_of,
    trump_holds,
)
from plateau_sim.plateau.state import DECIDE_SIGNATURE, NONE_YET
from plateau_sim.plateau.view import CARD

# Weights, in spaces. First what a card is worth for later tricks: plain cards by rank, trumps.
_PLAIN_POWER = [0.05 * rank for rank in range(10)] + [0.0, 0.4, 0.5, 0.1]
_TRUMP_POWER = [1.5 + 0.065 * number for number in range(18)] + [2.9, 3.4, 4.3, 5.0]
_TO_COME, _EXCUSE, AROUND = range(36, 39)
PARAMS = [
    *_PLAIN_POWER,
    *_TRUMP_POWER,
    -0.2,  # what each player still to come adds to the trick: a less certain one
    1.0,  # worth of an excuse that never wins
    *WEIGHTS,
]
_TOP_START = -1e9
_TO_POWER = PLAIN_CARDS - RANKS_PER_SUIT  # from a trump to its place in PARAMS


@inline
def _at_stake(view: Any, params: Any) -> Any:
    """Return the spaces that the trick holds so far, and a weight for the players to come."""
    game, table, _ = view
    spaces = spaces_of(table.claim | game.trick_space[table.trick])
    return spaces + params[_TO_COME] * np.float64(game.players - 1 - table.turn)


@inline
def _worth(game: Any, stake: Any, card: Any, power: Any, wins: Any) -> Any:
    """Return the score of a card that makes the own side take the trick with chance ``wins``.

    Its space is counted and not asked for: a branch here would often be mispredicted.
    """
    return (2.0 * wins - 1.0) * (stake + spaces_of(game.card_space[np.uint64(card)])) - power


@inline
def _lead_plain(game: Any, params: Any, stake: Any, sight: Any, cards: Any) -> Any:
    chosen: Any = NONE_YET
    top = _TOP_START
    while cards != NONE:
        card = np.int64(lowest(cards))
        cards &= cards - ONE
        wins = lead_holds(sight, card)
        score = _worth(game, stake, card, params[card % RANKS_PER_SUIT], wins)
        chosen = card if score > top else chosen
        top = max(score, top)
    return chosen, top


@inline
def _follow(
    game: Any, params: Any, stake: Any, sight: Any, cards: Any, table: Any, ruffed: Any, stays: Any
) -> Any:
    chosen: Any = NONE_YET
    top, first = _TOP_START, table.led * RANKS_PER_SUIT
    unseen = sight.plain & suit_mask(table.led)
    while cards != NONE:
        place = lowest(cards)
        card = np.int64(place)
        cards &= cards - ONE
        held = safe(sight.row, popcount(unseen >> place), NONE) * ruffed
        wins = held if card > table.best_card else stays
        score = _worth(game, stake, card, params[card - first], wins)
        chosen = card if score > top else chosen
        top = max(score, top)
    return chosen, top


@inline
def _throw(game: Any, params: Any, stake: Any, cards: Any, stays: Any) -> Any:
    chosen: Any = NONE_YET
    top = _TOP_START
    while cards != NONE:
        card = np.int64(lowest(cards))
        cards &= cards - ONE
        score = _worth(game, stake, card, params[card % RANKS_PER_SUIT], stays)
        chosen = card if score > top else chosen
        top = max(score, top)
    return chosen, top


@inline
def _trump(
    game: Any,
    params: Any,
    stake: Any,
    sight: Any,
    trumps: Any,
    sure: Any,
    best: Any,
    suited: Any,
    stays: Any,
) -> Any:
    chosen: Any = NONE_YET
    top = _TOP_START
    while trumps != NONE:
        card = PLAIN_CARDS + np.int64(lowest(trumps))
        trumps &= trumps - ONE
        held = trump_holds(sight, card, suited, sure)
        wins = held if card > best else stays
        score = _worth(game, stake, card, params[card - _TO_POWER], wins)
        chosen = card if score > top else chosen
        top = max(score, top)
    return chosen, top


@inline
def _lead(game: Any, params: Any, stake: Any, sight: Any, plain: Any, trumps: Any) -> Any:
    suit_card = _lead_plain(game, params, stake, sight, plain)
    trump = _trump(game, params, stake, sight, trumps, sight.sure_trumps, NONE_YET, NONE, 0.0)
    return suit_card if suit_card[1] >= trump[1] else trump


@inline
def _answer(view: Any, params: Any, stake: Any, sight: Any, plain: Any, trumps: Any) -> Any:
    """Return card, score and the chance that the own side takes the trick without beating it."""
    game, table, own = view
    led, best = table.led, table.best_card
    suit = suit_mask(led) if led < TRUMP_SUIT else NONE
    unseen = sight.plain & suit
    suited = popcount(unseen)
    ruffed = safe(sight.row, sight.ruffers, suited)
    if best >= PLAIN_CARDS:
        held = trump_holds(sight, best, suited, NONE)
    else:
        held = safe(sight.row, popcount(unseen >> np.uint64(best)), NONE) * ruffed
    stays = held if table.side[table.best_seat] == table.side[own.seat] else 0.0
    if plain == NONE:
        card, score = _trump(game, params, stake, sight, trumps, NONE, best, suited, stays)
    elif plain & suit != NONE:
        card, score = _follow(game, params, stake, sight, plain, table, ruffed, stays)
    else:
        card, score = _throw(game, params, stake, plain, stays)
    return card, score, stays


@inline
def pick_card(view: Any, legal: Any, params: Any) -> Any:
    """Return the card of the highest score."""
    game, table, _ = view
    sight, stake = look(view), _at_stake(view, params)
    trumps = legal[1] & ~STAR if game.excuse_apart else legal[1]
    if table.led == FREE:
        card, score = _lead(game, params, stake, sight, legal[0], trumps)
        stays = 0.5
    else:
        card, score, stays = _answer(view, params, stake, sight, legal[0], trumps)
    # An excuse set apart leaves the trick to others; its own space is safe whenever it is played.
    if trumps != legal[1] and (2.0 * stays - 1.0) * stake - params[_EXCUSE] > score:
        return EXCUSE
    return card


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Choose the card of the highest score; for other decisions see `around`."""
    if kind != CARD:
        return decide_around(view, kind, legal, params, AROUND)
    if size(legal) == ONE:
        return nth_card(legal, NONE)
    return pick_card(view, legal, params)
