"""Decisions around the play: calls, discards, gifts, raises, abdication, the last talon card."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import PLAIN_CARDS, RANKS_PER_SUIT
from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import NONE, contains, nth_card, size
from plateau_sim.plateau.policies.common import in_suit, spaces_of
from plateau_sim.plateau.state import DECLARING
from plateau_sim.plateau.view import (
    ABDICATE,
    CALL,
    DISCARD,
    GIFT_CARD,
    GIFT_RECEIVER,
    NO_RAISE,
    RAISE,
    TALON_PICK,
)

WEIGHTS = [0.4, 1.8, 0.02, 2.8, 0.12, 0.38]
"""What it costs to part with a card, in spaces: see `_kept`."""
_TOKEN, _KING, _RANK, _TRUMP, _TRUMP_STEP, _SUIT_CARD = range(len(WEIGHTS))


@part
def decide_around(view: Any, kind: Any, legal: Any, params: Any, first: Any) -> Any:
    """Return the action of any decision but bids and cards."""
    if kind == CALL:
        return _call(view, legal)
    if kind == DISCARD or kind == GIFT_CARD:
        return _cheapest(view, legal, params, first)
    if kind == GIFT_RECEIVER:
        return _receiver(view, legal)
    if kind == TALON_PICK:
        return _pick(view, legal)
    return NO_RAISE


@inline
def _kept(view: Any, card: Any, params: Any, first: Any) -> Any:
    """Return what it costs to part with a card of the own hand."""
    game, _, own = view
    kept = params[first + _TOKEN] * spaces_of(game.card_space[np.uint64(card)])
    if card >= PLAIN_CARDS:
        return kept + params[first + _TRUMP] + params[first + _TRUMP_STEP] * np.float64(card - PLAIN_CARDS)
    rank = card % RANKS_PER_SUIT
    kept += params[first + _KING] * (rank == RANKS_PER_SUIT - 1) + params[first + _RANK] * np.float64(rank)
    return kept + params[first + _SUIT_CARD] * in_suit(own.plain, card)


@part
def _cheapest(view: Any, legal: Any, params: Any, first: Any) -> Any:
    """Return the card that costs least to part with."""
    chosen, least = 0, np.inf
    for n in range(np.int64(size(legal))):
        card = nth_card(legal, np.uint64(n))
        kept = _kept(view, card, params, first)
        if kept < least:
            chosen, least = card, kept
    return chosen


@part
def _call(view: Any, legal: Any) -> Any:
    """Call in the suit of which the declarer holds most cards: the partner's card guards them."""
    chosen, most = 0, -1.0
    for n in range(np.int64(size(legal))):
        card = nth_card(legal, np.uint64(n))
        held = in_suit(view.own.plain, card)
        if held > most:
            chosen, most = card, held
    return chosen


@part
def _receiver(view: Any, legal: Any) -> Any:
    """Give to a partner first, then to the next opponent."""
    for seat in range(view.game.players):
        if contains(legal, seat) and view.table.side[seat] == DECLARING:
            return seat
    return nth_card(legal, NONE)


@part
def _pick(view: Any, legal: Any) -> Any:
    """Take the card that has a space."""
    for n in range(np.int64(size(legal))):
        card = nth_card(legal, np.uint64(n))
        if view.game.card_space[np.uint64(card)] != NONE:
            return card
    return nth_card(legal, NONE)
