"""One trick: the duty to follow suit, and which card is winning."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT, TRUMP_SUIT
from plateau_sim.jit import inline
from plateau_sim.kernels.bits import NONE, all_bits, suit_mask

FREE = -1
"""The suit to follow when nothing has been led yet."""
_STAR = np.uint64(1 << EXCUSE - PLAIN_CARDS)


@inline
def legal_cards(plain: Any, trumps: Any, led: Any, excuse_apart: Any) -> Any:
    """Return the cards that may be played, as ``(plain, trumps)``.

    Follow suit, else trump, else anything; no duty to overtrump (rulebook 6, Trick Play).

    Parameters
    ----------
    plain, trumps
        uint64, the playable hand.
    led
        0..3 for a plain suit, 4 for trumps, `FREE` (-1) before a suit is set.
    excuse_apart
        True in the excuse variant: the excuse is no trump and may always be played.
    """
    if led == FREE:
        return plain, trumps
    star = trumps & _STAR if excuse_apart else NONE
    trumping = trumps ^ star
    following = plain & suit_mask(led) if led != TRUMP_SUIT else NONE
    follows, helpless = all_bits(following != NONE), all_bits(trumping == NONE)
    return following | (plain & helpless & ~follows), star | (trumping & ~follows)


@inline
def suit_led(card: Any) -> Any:
    """Return 0..3 for a plain suit and 4 for trumps and the excuse."""
    return min(np.int64(card) // RANKS_PER_SUIT, TRUMP_SUIT)


@inline
def beats(card: Any, best: Any, led: Any) -> Any:
    """Tell whether a card takes the trick from the best card so far (-1: none yet).

    The highest trump wins, else the highest card of the suit led. Ids ascend within a suit and all
    trumps are above all plain cards, so only cards of another plain suit must be left out.
    """
    return (card > best) & ((card >= PLAIN_CARDS) | (card // RANKS_PER_SUIT == led))
