"""Shuffling: who holds what is a pure function of key and deck."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import high_product, inline, part
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

    Fisher and Yates; four bounded draws share a 64-bit word (Brackett-Rozinsky and Lemire 2024).

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
    draws = size - 1
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
