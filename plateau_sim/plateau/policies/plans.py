"""What `builder` decides around the play: calls, discards, gifts and the last talon card.

As `around`, but it looks at where on the board a card's space lies. The board is still empty when
cards are called, laid away or given: then the spaces off the edge count more, as most connections
cross them. The last talon card decides the hand, so there the end itself is looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import PLAIN_CARDS, RANKS_PER_SUIT
from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import NONE, nth_card, size
from plateau_sim.plateau.board import OUTER, SPACES, mask_of
from plateau_sim.plateau.formations import is_made
from plateau_sim.plateau.policies.around import decide_around
from plateau_sim.plateau.policies.common import in_suit, spaces_of
from plateau_sim.plateau.state import DECLARING
from plateau_sim.plateau.view import CALL, DISCARD, GIFT_CARD, TALON_PICK

PLANS = [0.2, 0.7, 1.8, 0.02, 2.8, 0.12, 0.38]
"""What it costs to part with a card, in spaces: for its own space, how much more if that lies off
the edge, and for its strength."""
_TOKEN, _OFF_EDGE, _KING, _RANK, _TRUMP, _TRUMP_STEP, _SUIT_CARD = range(len(PLANS))
_INNER = np.uint64(mask_of(range(OUTER, SPACES)))


@part
def decide_plans(view: Any, kind: Any, legal: Any, params: Any, first: Any) -> Any:
    """Return the action of any decision but bids and cards.

    Parameters
    ----------
    view, kind, legal, params
        As a policy gets them.
    first
        Place of the first of the `PLANS` in ``params``.
    """
    if kind == TALON_PICK:
        return _last_card(view, legal)
    if kind != CALL and kind != DISCARD and kind != GIFT_CARD:
        return decide_around(view, kind, legal, params, first)
    chosen, least = 0, np.inf
    for n in range(np.int64(size(legal))):
        card = nth_card(legal, np.uint64(n))
        cost = _cost(view, kind, card, params, first)
        if cost < least:
            chosen, least = card, cost
    return chosen


@inline
def _cost(view: Any, kind: Any, card: Any, params: Any, first: Any) -> Any:
    """Return what it costs to call, discard or give a card."""
    space = view.game.card_space[np.uint64(card)]
    token = spaces_of(space) + params[first + _OFF_EDGE] * spaces_of(space & _INNER)
    if kind == CALL:
        # In the longest suit the partner's card guards most of the own cards.
        return -in_suit(view.own.plain, card) - params[first + _TOKEN] * token
    if kind == GIFT_CARD:
        return _strength(view, card, params, first)  # its space stays in the game
    return _strength(view, card, params, first) + params[first + _TOKEN] * token


@inline
def _strength(view: Any, card: Any, params: Any, first: Any) -> Any:
    """Return what a card wins if it is kept; the cards of a short suit go, to trump it."""
    if card >= PLAIN_CARDS:
        number = np.float64(card - PLAIN_CARDS)
        return params[first + _TRUMP] + params[first + _TRUMP_STEP] * number
    rank = card % RANKS_PER_SUIT
    kept = params[first + _KING] if rank == RANKS_PER_SUIT - 1 else 0.0
    kept += params[first + _RANK] * np.float64(rank)
    return kept + params[first + _SUIT_CARD] * in_suit(view.own.plain, card)


@part
def _last_card(view: Any, legal: Any) -> Any:
    """Return the last talon card that leaves the hand won for the own side, if either does."""
    game, table, own = view
    declaring = table.side[own.seat] == DECLARING
    one, other = nth_card(legal, NONE), nth_card(legal, size(legal) - np.uint64(1))
    gained = game.card_space[one if declaring else other]
    made = is_made(table.owned[DECLARING] | gained, table.objective, game.made)
    return one if made == declaring else other
