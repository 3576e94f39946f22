"""Policy ``builder``: plays for the spaces that its side's connection needs or the other's does.

As `greedy` it scores each card by what the trick brings or costs, less what the card is worth
later. But each space counts by the connections of both sides (see `potential`), and the chance to
take the trick by the players to come: partners too, and the suits that each has shown to lack. What
a card is worth later goes by the worth of what is left to win, trick tokens above all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT
from plateau_sim.jit import entry, inline, part
from plateau_sim.kernels.bits import NONE, ONE, nth_card, size
from plateau_sim.kernels.trick import FREE, beats, suit_led
from plateau_sim.plateau.policies.common import lead_holds, look, spaces_of, trump_holds
from plateau_sim.plateau.policies.others import shown_voids, side_wins, spaces_out
from plateau_sim.plateau.policies.plans import PLANS, decide_plans
from plateau_sim.plateau.policies.potential import CONNECTION, WORDS, look_ahead, worth
from plateau_sim.plateau.state import DECIDE_SIGNATURE, DECLARING, DEFENDING, NONE_YET
from plateau_sim.plateau.view import CARD
from plateau_sim.pointers import words_of

# Weights, in spaces. First what a card is worth for later tricks: plain cards by rank, trumps.
_PLAIN_POWER = [0.04 * rank for rank in range(10)] + [0.0, 0.3, 0.4, 0.1]
_TRUMP_POWER = [1.5 + 0.065 * number for number in range(18)] + [2.9, 3.4, 4.3, 5.0]
TO_COME, EXCUSE_POWER, _REGAINED, FED, FIRST_CONNECTION = range(36, 41)
_LEFT, _TOKENS, _MATES, OWN_SPACE = range(FIRST_CONNECTION + len(CONNECTION), 49)
CLASSES = 4
FIRST_PLAN = OWN_SPACE + 2 * CLASSES
PARAMS = [
    *_PLAIN_POWER,
    *_TRUMP_POWER,
    -0.2,  # what each player still to come adds to the trick: a less certain one
    1.0,  # worth of an excuse that never wins
    0.35,  # how likely a partner takes back what an opponent has beaten
    0.65,  # how likely a partner feeds the trick an unseen card of the suit led
    *CONNECTION,
    0.8,  # how much the worth of cards follows that of all spaces left
    0.4,  # and that of the trick tokens among them
    -0.15,  # what it loses with a side of all players, against one of none
    # What keeping a card's own space for later is worth, in parts of the space: plain cards, kings,
    # low trumps, high ones. For defenders, then for the declaring side.
    *(0.2, 0.3, 0.4, 0.2),
    *(-0.1, 0.0, 0.2, 0.5),
    *PLANS,
]
SCRATCH = 8 * WORDS
_TOP_START = -1e9
_KING = RANKS_PER_SUIT - 1
TO_POWER = PLAIN_CARDS - RANKS_PER_SUIT  # from a trump to its place in PARAMS
_HIGH_TRUMP = PLAIN_CARDS + 15


@inline
def takes(view: Any, sight: Any, lacking: Any, card: Any, params: Any) -> Any:
    """Return the chance that the own side takes the trick with a card that leads or beats."""
    if view.table.led != FREE or not view.game.tableau:
        return side_wins(view, sight, lacking, card, view.table.seat, params[_REGAINED])
    if card < PLAIN_CARDS:
        return lead_holds(sight, card)
    return trump_holds(sight, card, NONE, sight.sure_trumps)


@inline
def stays_with(view: Any, sight: Any, lacking: Any, params: Any) -> Any:
    """Return the chance that the own side takes the trick if the seat in turn does not beat it."""
    table = view.table
    if table.best_seat == NONE_YET or table.led == FREE:
        return 0.5
    best = table.best_card
    return side_wins(view, sight, lacking, best, table.best_seat, params[_REGAINED])


@inline
def mates_of(view: Any) -> Any:
    """Return the number of the seat's partners."""
    game, table, own = view
    if table.side[own.seat] == DECLARING:
        return np.float64(table.partners)
    return np.float64(game.players - 2 - table.partners)


@part
def later_worth(view: Any, outlook: Any, in_trick: Any, mates: Any, params: Any) -> Any:
    """Return what a later trick is worth, as a part of an average one of the hand.

    Once the spaces of this trick are gone, those that are left may be worth more or less.
    """
    game, table, _ = view
    taken = table.owned[DECLARING] | table.owned[DEFENDING] | in_trick
    left, tokens = game.claimable & ~taken, NONE
    for trick in range(table.trick + 1, game.tricks):
        tokens |= game.trick_space[trick]
    later = 1.0
    if left != NONE:
        later += params[_LEFT] * (worth(outlook, left) / spaces_of(left) - 1.0)
    if tokens != NONE:
        later += params[_TOKENS] * (worth(outlook, tokens) / spaces_of(tokens) - 1.0)
    share = (mates + 1.0) / np.float64(game.players)
    return later + params[_MATES] * (share - 0.5)


@inline
def class_of(card: Any) -> Any:
    """Return the class of a card by what happens to its own space: see `PARAMS`."""
    if card >= PLAIN_CARDS:
        return 2 + np.int64(card >= _HIGH_TRUMP)
    return np.int64(card % RANKS_PER_SUIT == _KING)


@part
def _pick_card(view: Any, legal: Any, params: Any, words: Any) -> Any:
    game, table, own = view
    sight, lacking = look(view), shown_voids(game, table)
    outlook = look_ahead(game, table, words, params, FIRST_CONNECTION)
    in_trick = table.claim | game.trick_space[table.trick]
    to_come, mates = np.float64(game.players - 1 - table.turn), mates_of(view)
    stake = worth(outlook, in_trick) + params[TO_COME] * to_come
    stays = stays_with(view, sight, lacking, params)
    later = later_worth(view, outlook, in_trick, mates, params)
    kept = OWN_SPACE + CLASSES * np.int64(table.side[own.seat] == DECLARING)
    # Of the players to come, the part that are partners.
    fed = params[FED] * to_come * mates / np.float64((game.players - 1) ** 2)
    suit, feed = table.led, 0.0
    if suit != FREE and to_come > 0.0:
        feed = fed * worth(outlook, spaces_out(game, sight, suit))
    chosen, top = 0, _TOP_START
    for n in range(np.int64(size(legal))):
        card = nth_card(legal, np.uint64(n))
        own_space = worth(outlook, game.card_space[np.uint64(card)])
        power = params[card - TO_POWER if card >= PLAIN_CARDS else card % RANKS_PER_SUIT]
        wins = stays
        if table.led == FREE and suit_led(card) != suit:
            suit = suit_led(card)
            feed = fed * worth(outlook, spaces_out(game, sight, suit))
        if game.excuse_apart and card == EXCUSE:
            # It leaves the trick to others; its own space is safe whenever it is played.
            own_space, power = 0.0, params[EXCUSE_POWER]
        elif table.led == FREE or beats(card, table.best_card, table.led):
            wins = takes(view, sight, lacking, card, params)
        score = (2.0 * wins - 1.0) * (stake + feed + own_space)
        score -= power * later + params[kept + class_of(card)] * own_space
        if score > top:
            chosen, top = card, score
    return chosen


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Choose the card of the highest score; for other decisions see `plans`."""
    if kind != CARD:
        return decide_plans(view, kind, legal, params, FIRST_PLAN)
    if size(legal) == ONE:
        return nth_card(legal, NONE)
    return _pick_card(view, legal, params, words_of(scratch))
