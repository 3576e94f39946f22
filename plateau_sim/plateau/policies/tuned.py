"""Policy ``tuned``: scores cards as `builder` does, with more features and fitted weights.

There is a set of weights for each player count and role, found by scripts/tune.py from play against
`builder` and itself. Beside what `builder` looks at, it counts how many cards are out and how many
each hand still has, looks whether the trick decides the hand, weighs losing and winning apart,
knows cards that nothing out beats, and its own short suits; and what a card is worth later follows
the phase of the hand, the objective and the number of partners.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from plateau_sim.cards import CARDS, EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT
from plateau_sim.jit import entry, inline, part, popcount
from plateau_sim.kernels.bits import NONE, ONE, nth_card, size, suit_mask
from plateau_sim.kernels.trick import FREE, beats, suit_led
from plateau_sim.plateau.claims import decides
from plateau_sim.plateau.policies import builder
from plateau_sim.plateau.policies.builder import (
    CLASSES,
    EXCUSE_POWER,
    FED,
    FIRST_CONNECTION,
    FIRST_PLAN,
    OWN_SPACE,
    TO_COME,
    TO_POWER,
    class_of,
    later_worth,
    mates_of,
    stays_with,
    takes,
)
from plateau_sim.plateau.policies.common import in_suit, look, sharper
from plateau_sim.plateau.policies.others import known_to_hold, shown_voids, spaces_out
from plateau_sim.plateau.policies.plans import decide_plans
from plateau_sim.plateau.policies.potential import CONNECTION, WORDS, look_ahead, worth
from plateau_sim.plateau.policies.weights import EXTRA, SET, read_weights
from plateau_sim.plateau.state import DECIDE_SIGNATURE, DECLARING, DEFENDING
from plateau_sim.plateau.view import CARD
from plateau_sim.pointers import record_at, rest_of, words_of

PARAMS = read_weights()
RATING: np.dtype[Any] = np.dtype((np.record, np.dtype([("card", "f8", (CARDS,))])))
"""What each legal card counts, in spaces; the best one is played. `search` reads it."""
RATING_PLACE = WORDS
"""Where it lies in the workspace, in words; what stood there before is not looked at."""
SCRATCH = builder.SCRATCH + RATING.itemsize
RATING_TYPE = numba.from_dtype(RATING)
rating_at = record_at(RATING)
_TOP_START = -1e9
_FIRST = len(builder.PARAMS)
(
    _SHARE,
    _LOSS,
    _OWN_LOSS,
    _DECIDES_FOR,
    _DECIDES_AGAINST,
    _PHASE,
    _PLAIN_PHASE,
    _BRIDGE,
    _SIX_SIDES,
    _ALONE,
    _MASTER,
    _MASTER_TRUMP,
    _LAST_OF_SUIT,
    _SUIT_LENGTH,
    _LEAD_TRUMP,
    _LEAD_MASTER,
    _LEAD_SHORT,
    _OWN_TRUMPS,
    _TRUMPS_OUT,
    _SURE,
) = range(_FIRST, _FIRST + len(EXTRA))
_MIDDLE_CONNECTION = _FIRST + len(EXTRA)
_SIX_CONNECTION = _MIDDLE_CONNECTION + len(CONNECTION)
_SIX = 4


@inline
def _sharp_look(view: Any, params: Any) -> Any:
    """Return what is unseen, and how likely a hand of the present size holds a card of it."""
    game, sight = view.game, look(view)
    if game.tableau:
        return sight
    table, called = view.table, NONE
    if table.partners > 0:
        for seat in range(game.players):
            if seat != table.seat:
                called |= known_to_hold(table, seat)
    unseen = np.float64(np.int64(popcount(sight.plain) + popcount(sight.trumps)))
    held = np.float64(game.tricks - table.trick)
    return sharper(sight, params[_SHARE] * held / (unseen + 1.0), called)


@inline
def _connection(objective: Any) -> Any:
    """Return the place of the weights of connections for an objective."""
    if objective == 0:
        return FIRST_CONNECTION
    return _SIX_CONNECTION if objective == _SIX else _MIDDLE_CONNECTION


@inline
def _decisive(view: Any, claim: Any, side: Any, params: Any) -> Any:
    """Return what it counts if the hand is decided for the side that gets these spaces."""
    owned = view.table.owned[side] | claim
    if not decides(view.game, view.table, side, owned):
        return 0.0
    return params[_DECIDES_FOR if side == view.table.side[view.own.seat] else _DECIDES_AGAINST]


@part
def _trump_scale(view: Any, sight: Any, mates: Any, params: Any) -> Any:
    """Return how much trumps are worth later, as a part of what they are on the average."""
    game, table, own = view
    phase = np.float64(table.trick) / np.float64(game.tricks) - 0.5
    scale = 1.0 + params[_PHASE] * phase
    scale += params[_BRIDGE] if table.objective == 0 else 0.0
    scale += params[_SIX_SIDES] if table.objective == _SIX else 0.0
    held = np.float64(np.int64(popcount(own.trumps))) / np.float64(game.tricks - table.trick)
    unseen = popcount(sight.trumps) + popcount(sight.plain)
    out = np.float64(np.int64(popcount(sight.trumps))) / (np.float64(np.int64(unseen)) + 1.0)
    scale += params[_OWN_TRUMPS] * (held - 0.4) + params[_TRUMPS_OUT] * (out - 0.3)
    return scale + (params[_ALONE] if mates == 0.0 else 0.0)


@inline
def _plain_extra(view: Any, sight: Any, card: Any, params: Any) -> Any:
    """Return what a plain card is worth besides, and for leading it (to be added to its power)."""
    held = in_suit(view.own.plain, card)
    mask = suit_mask(card // RANKS_PER_SUIT)
    master = (sight.plain & mask) >> np.uint64(card) == NONE
    extra = params[_SUIT_LENGTH] * held
    extra += params[_LAST_OF_SUIT] if held == 1.0 else 0.0
    extra += params[_MASTER] if master else 0.0
    if view.table.led == FREE:
        extra -= params[_LEAD_MASTER] if master else 0.0
        extra -= params[_LEAD_SHORT] if held == 1.0 else 0.0
    return extra


@inline
def _trump_extra(view: Any, sight: Any, card: Any, params: Any) -> Any:
    """Return the same of a trump."""
    master = sight.trumps >> np.uint64(card - PLAIN_CARDS) == NONE
    extra = params[_MASTER_TRUMP] if master else 0.0
    return extra - (params[_LEAD_TRUMP] if view.table.led == FREE else 0.0)


@part
def _pick_card(view: Any, legal: Any, params: Any, words: Any) -> Any:
    game, table, own = view
    sight, lacking = _sharp_look(view, params), shown_voids(game, table)
    outlook = look_ahead(game, table, words, params, _connection(table.objective))
    in_trick = table.claim | game.trick_space[table.trick]
    to_come, mates = np.float64(game.players - 1 - table.turn), mates_of(view)
    stake = worth(outlook, in_trick) + params[TO_COME] * to_come
    stays = stays_with(view, sight, lacking, params)
    later = later_worth(view, outlook, in_trick, mates, params)
    trump_scale = _trump_scale(view, sight, mates, params)
    plain_scale = 1.0 + params[_PLAIN_PHASE] * (
        np.float64(table.trick) / np.float64(game.tricks) - 0.5
    )
    side = table.side[own.seat]
    kept = OWN_SPACE + CLASSES * np.int64(side == DECLARING)
    fed = params[FED] * to_come * mates / np.float64((game.players - 1) ** 2)
    suit, feed = table.led, 0.0
    if suit != FREE and to_come > 0.0:
        feed = fed * worth(outlook, spaces_out(game, sight, suit))
    decides_for = _decisive(view, in_trick, side, params)
    decides_against = _decisive(view, in_trick, DECLARING + DEFENDING - side, params)
    rating = rating_at(words, RATING_PLACE)
    chosen, top = 0, _TOP_START
    for n in range(np.int64(size(legal))):
        card = nth_card(legal, np.uint64(n))
        space = game.card_space[np.uint64(card)]
        own_space = worth(outlook, space)
        gain, loss = decides_for, decides_against
        if space != NONE:
            if gain == 0.0:
                gain = _decisive(view, in_trick | space, side, params)
            if loss == 0.0:
                loss = _decisive(view, in_trick | space, DECLARING + DEFENDING - side, params)
        if card >= PLAIN_CARDS:
            power = params[card - TO_POWER] * trump_scale + _trump_extra(view, sight, card, params)
        else:
            power = params[card % RANKS_PER_SUIT] * plain_scale
            power += _plain_extra(view, sight, card, params)
        wins = stays
        if table.led == FREE and suit_led(card) != suit:
            suit = suit_led(card)
            feed = fed * worth(outlook, spaces_out(game, sight, suit))
        if game.excuse_apart and card == EXCUSE:
            # It leaves the trick to others; its own space is safe whenever it is played.
            own_space, power = 0.0, params[EXCUSE_POWER]
        elif table.led == FREE or beats(card, table.best_card, table.led):
            wins = takes(view, sight, lacking, card, params)
        # What a card is worth later counts only if the hand goes on.
        goes_on = 1.0 - (wins if gain != 0.0 else 0.0) - (1.0 - wins if loss != 0.0 else 0.0)
        gain += stake + feed + own_space
        loss += params[_LOSS] * (stake + feed) + params[_OWN_LOSS] * own_space
        score = wins * gain - (1.0 - wins) * loss
        score += params[_SURE] * wins * (1.0 - wins)
        score -= goes_on * (power * later + params[kept + class_of(card)] * own_space)
        rating.card[card] = score
        if score > top:
            chosen, top = card, score
    return chosen


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Choose the card of the highest score; for other decisions see `plans`."""
    role = view.table.side[view.own.seat]
    own = rest_of(params, SET * (2 * (view.game.players - 2) + role))
    if kind != CARD:
        return decide_plans(view, kind, legal, own, FIRST_PLAN)
    if size(legal) == ONE:
        return nth_card(legal, NONE)
    return _pick_card(view, legal, own, words_of(scratch))
