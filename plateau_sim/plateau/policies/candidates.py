"""Candidates of `search`: which actions are played out, and how far ahead each one starts."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from plateau_sim.cards import CARDS, EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT
from plateau_sim.jit import part
from plateau_sim.kernels.bits import NONE, contains, nth_card, size
from plateau_sim.plateau.view import CARD, DISCARD, GIFT_CARD
from plateau_sim.pointers import record_at

CANDIDATES: np.dtype[Any] = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("count", "i8"),
                ("action", "u1", (CARDS,)),
                ("worth", "f8", (CARDS,)),  # what it has won, in the order of the actions
                ("ahead", "f8", (CARDS,)),  # what it counts beyond that, by action
            ],
            align=True,
        ),
    )
)
CANDIDATES_TYPE = numba.from_dtype(CANDIDATES)
candidates_at = record_at(CANDIDATES)


@part
def put_ahead(found: Any, legal: Any, usual: Any, most: Any) -> None:
    """Start one action so many wins ahead, and no other."""
    for place in range(np.int64(size(legal))):
        action = nth_card(legal, np.uint64(place))
        found.ahead[action] = most if action == usual else 0.0


@part
def put_ahead_by_rating(found: Any, legal: Any, usual: Any, most: Any, rating: Any) -> None:
    """Start the card that is rated highest so many wins ahead, others less the lower they are.

    ``rating`` is a record `tuned.RATING`, in spaces. The part of a card that is rated g
    lower is 1 / (1 + g + g^2 / 2): much like exp(-g), and the same to the bit on any machine.
    """
    for place in range(np.int64(size(legal))):
        card = nth_card(legal, np.uint64(place))
        gap = rating.card[usual] - rating.card[card]
        found.ahead[card] = most / (1.0 + gap + 0.5 * gap * gap)


@part
def list_candidates(view: Any, kind: Any, legal: Any, found: Any) -> None:
    """List the legal actions, of equivalent cards only the lowest, as far ahead as any of them."""
    merging = (kind == CARD or kind == DISCARD or kind == GIFT_CARD) and not view.game.tableau
    found.count = 0
    for place in range(np.int64(size(legal))):
        action = nth_card(legal, np.uint64(place))
        if merging and place > 0 and same_as_lower(view, legal, action):
            lowest = found.action[found.count - 1]
            found.ahead[lowest] = max(found.ahead[lowest], found.ahead[action])
            continue
        found.action[found.count] = action
        found.worth[found.count] = 0.0
        found.count += 1


@part
def same_as_lower(view: Any, legal: Any, card: Any) -> Any:
    """Tell whether a card does the same as a lower legal one: no spaces, nothing between them."""
    game, table, _ = view
    if game.card_space[card] != NONE or (game.excuse_apart and card == EXCUSE):
        return False
    first = PLAIN_CARDS if card >= PLAIN_CARDS else card - card % RANKS_PER_SUIT
    for lower in range(card - 1, first - 1, -1):
        if contains(legal, lower):
            return game.card_space[lower] == NONE
        in_deck = contains((game.deck_plain, game.deck_trumps), lower)
        gone = contains((table.gone_plain, table.gone_trumps), lower) and lower != table.best_card
        if in_deck and not gone:
            return False
    return False


@part
def total(found: Any, place: Any) -> Any:
    """Return what a candidate counts."""
    return found.worth[place] + found.ahead[found.action[place]]


@part
def sort(found: Any) -> None:
    """Sort by what they count, equal ones by action: few candidates, so by insertion."""
    for place in range(1, found.count):
        action, worth, counts = found.action[place], found.worth[place], total(found, place)
        before = place - 1
        while before >= 0 and (
            total(found, before) < counts
            or (total(found, before) == counts and found.action[before] > action)
        ):
            found.action[before + 1] = found.action[before]
            found.worth[before + 1] = found.worth[before]
            before -= 1
        found.action[before + 1] = action
        found.worth[before + 1] = worth
