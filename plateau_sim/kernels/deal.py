"""Shuffling: who holds what is a pure function of key and deck."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import high_product, inline, part
from plateau_sim.kernels.bits import contains
from plateau_sim.kernels.rng import subkey

_DRAWS_PER_WORD = 4  # bias below 78**4 / 2**64, about 2**-39


@inline
def _swap(out: Any, i: Any, size: Any, word: Any) -> Any:
    """Exchange place i with a random one from there on; return what the draw leaves of the word."""
    bound = np.uint64(size - i)
    place = np.uint64(i)
    other = place + high_product(word, bound)
    card = out[other]
    out[other] = out[place]
    out[place] = card
    return word * bound


@part
def shuffle(deck: Any, size: Any, key: Any, out: Any) -> None:
    """Write a uniform permutation of a deck.

    Parameters
    ----------
    deck
        uint8, the cards in ascending order; the first ``size`` count.
    size
        Number of cards.
    key
        uint64, see `kernels.rng`.
    out
        uint8, at least ``size`` long; gets the shuffled cards.
    """
    for i in range(size):
        out[i] = deck[i]
    _mix(out, size, key)


@part
def reshuffle(deck: Any, size: Any, known: Any, key: Any, row: Any, work: Any) -> None:
    """Shuffle those cards of a row that are not known among their places.

    Any order of them is equally likely, whatever their order was: for one who knows only the known
    cards, and where they are, it is a deal like any other.

    Parameters
    ----------
    deck
        uint8, the cards in ascending order; the first ``size`` count.
    size
        Number of cards.
    known
        Set ``(plain, trumps)`` of the cards that keep their places.
    key
        uint64, see `kernels.rng`.
    row
        uint8, the deck in any order; changed in place.
    work
        uint8, at least ``size`` long; what it holds does not matter.
    """
    unknown = 0
    for i in range(size):
        if not contains(known, deck[i]):
            work[unknown] = deck[i]
            unknown += 1
    _mix(work, unknown, key)
    taken = 0
    for place in range(size):
        if not contains(known, row[place]):
            row[place] = work[taken]
            taken += 1


@part
def _mix(out: Any, size: Any, key: Any) -> None:
    """Put the first cards of a row in a random order.

    Fisher and Yates; four bounded draws share a 64-bit word (Brackett-Rozinsky and Lemire 2024).
    """
    draws = max(size - 1, 0)
    for group in range(draws // _DRAWS_PER_WORD):
        i = group * _DRAWS_PER_WORD
        word = subkey(key, group)
        word = _swap(out, i, size, word)
        word = _swap(out, i + 1, size, word)
        word = _swap(out, i + 2, size, word)
        _swap(out, i + 3, size, word)
    word = subkey(key, draws // _DRAWS_PER_WORD)
    for i in range(draws // _DRAWS_PER_WORD * _DRAWS_PER_WORD, draws):
        word = _swap(out, i, size, word)
