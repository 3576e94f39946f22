"""Sets of cards as two 64-bit words: ``plain`` (56 bits) and ``trumps`` (22 bits)."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import PLAIN_CARDS, RANKS_PER_SUIT, SUITS
from plateau_sim.jit import inline, nth_bit, popcount

ONE, NONE = np.uint64(1), np.uint64(0)
_SUIT = np.uint64((1 << RANKS_PER_SUIT) - 1)
_SUIT_WIDTH = np.uint64(RANKS_PER_SUIT)
_PLAIN = np.uint64(PLAIN_CARDS)
_RANK_IN_EACH_SUIT = np.uint64(sum(1 << RANKS_PER_SUIT * suit for suit in range(len(SUITS))))


@inline
def all_bits(condition: Any) -> Any:
    """Return the word of all ones if a condition holds, else 0: a choice without a branch."""
    return NONE - np.uint64(condition)


@inline
def bit(index: Any) -> Any:
    """Return the word with one bit set."""
    return ONE << np.uint64(index)


@inline
def suit_mask(suit: Any) -> Any:
    """Return the cards of a plain suit (0..3) in the plain word."""
    return _SUIT << (_SUIT_WIDTH * np.uint64(suit))


@inline
def rank_mask(rank: Any) -> Any:
    """Return the four plain cards of a rank (0..13) in the plain word."""
    return _RANK_IN_EACH_SUIT << np.uint64(rank)


@inline
def words(card: Any) -> Any:
    """Return the set ``(plain, trumps)`` of one card."""
    in_trumps = all_bits(card >= PLAIN_CARDS)
    one = ONE << (np.uint64(card) - (_PLAIN & in_trumps))
    return one & ~in_trumps, one & in_trumps


@inline
def contains(cards: Any, card: Any) -> Any:
    """Tell whether a card id is in the set ``(plain, trumps)``."""
    plain, trumps = words(card)
    return (plain & cards[0]) | (trumps & cards[1]) != NONE


@inline
def size(cards: Any) -> Any:
    """Return the number of cards of a set, as uint64."""
    return popcount(cards[0]) + popcount(cards[1])


@inline
def nth_card(cards: Any, n: Any) -> Any:
    """Return the id of the n-th card (uint64, from 0, in ascending order) of a set."""
    plain = popcount(cards[0])
    in_trumps = all_bits(n >= plain)
    word = cards[0] ^ ((cards[0] ^ cards[1]) & in_trumps)
    return np.int64((_PLAIN & in_trumps) + nth_bit(word, n - (plain & in_trumps)))
