"""Decisions around the play: calls, discards, gifts, raises, abdication, the last talon card."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import PLAIN_CARDS, RANKS_PER_SUIT
from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import NONE, contains, nth_card, size
from plateau_sim.plateau.policies.common import in_suit, spaces_of
from plateau_sim.plateau.policies.strength import forecast, strength
from plateau_sim.plateau.state import NONE_YET
from plateau_sim.plateau.view import ABDICATE, CALL, GIFT_RECEIVER, NO_RAISE, RAISE, TALON_PICK

WEIGHTS = [0.4, 1.8, 0.02, 2.8, 0.12, 0.38]
"""What it costs to part with a card, in spaces: see `_kept`."""
_TOKEN, _KING, _RANK, _TRUMP, _TRUMP_STEP, _SUIT_CARD = range(len(WEIGHTS))
# Log-odds that the declarer (hand known after the exchange) and a partner want for a raise.
_RAISE_MARGIN, _PARTNER_MARGIN = 1.0, 1.3


@part
def decide_around(view: Any, kind: Any, legal: Any, params: Any, first: Any) -> Any:
    """Return the action of any decision but bids and cards.

    Parameters
    ----------
    view, kind, legal, params
        As a policy gets them.
    first
        Place of the first of the `WEIGHTS` in ``params``.
    """
    if kind == GIFT_RECEIVER:
        return _receiver(view.table, legal)
    if kind in (RAISE, ABDICATE):
        points = strength(view)
        return _raise(view, legal, points) if kind == RAISE else _abdicate(view, points)
    return _least_costly(view, kind, legal, params, first)


@part
def _least_costly(view: Any, kind: Any, legal: Any, params: Any, first: Any) -> Any:
    """Return the card that costs least to call, discard, give or (the other one) leave."""
    chosen, least = 0, np.inf
    for n in range(np.int64(size(legal))):
        card = nth_card(legal, np.uint64(n))
        if kind == CALL:
            # In the longest suit the partner's card guards most of the own cards.
            cost = -in_suit(view.own.plain, card)
        elif kind == TALON_PICK:
            cost = -spaces_of(view.game.card_space[np.uint64(card)])
        else:
            cost = _kept(view, card, params, first)
        if cost < least:
            chosen, least = card, cost
    return chosen


@inline
def _kept(view: Any, card: Any, params: Any, first: Any) -> Any:
    """Return what a card is worth in the own hand; the cards of a short suit go, to trump it."""
    kept = params[first + _TOKEN] * spaces_of(view.game.card_space[np.uint64(card)])
    if card >= PLAIN_CARDS:
        number = np.float64(card - PLAIN_CARDS)
        return kept + params[first + _TRUMP] + params[first + _TRUMP_STEP] * number
    rank = card % RANKS_PER_SUIT
    kept += params[first + _KING] if rank == RANKS_PER_SUIT - 1 else 0.0
    kept += params[first + _RANK] * np.float64(rank)
    return kept + params[first + _SUIT_CARD] * in_suit(view.own.plain, card)


@part
def _receiver(table: Any, legal: Any) -> Any:
    """Give to a partner first, then to the first opponent."""
    for index in range(2):
        partner = table.partner[index]
        if partner != NONE_YET and contains(legal, partner):
            return partner
    return nth_card(legal, NONE)


@part
def _raise(view: Any, legal: Any, points: Any) -> Any:
    """Raise to the highest objective of which the own hand makes the seat sure enough."""
    game, table, _ = view
    declarer = view.own.seat == table.declarer
    exchange = 0 if declarer else game.cell_exchange[table.cell]
    margin = _RAISE_MARGIN if declarer else _PARTNER_MARGIN
    chosen: Any = NO_RAISE
    for n in range(1, np.int64(size(legal))):
        objective = nth_card(legal, np.uint64(n))
        if forecast(game, points, exchange, objective, table.partners) >= margin:
            chosen = objective
    return chosen


@part
def _abdicate(view: Any, points: Any) -> Any:
    """Leave a raised bid, and its double points, to the partner if it will rather be lost.

    The partner has raised, so his hand alone promised the margin that he asks for; the own one adds
    to that, or takes away.
    """
    game, table = view.game, view.table
    promised = _PARTNER_MARGIN - forecast(
        game, 0.0, game.cell_exchange[table.cell], table.objective, table.partners
    )
    own = forecast(game, points, 0, table.objective, table.partners)
    return np.int64(own + promised < 0.0)
