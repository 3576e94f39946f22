"""Shuffling: who holds what is a pure function of key and deck."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import high_product, part
from plateau_sim.kernels.rng import subkey

_DRAWS_PER_WORD = 4  # bias below 78**4 / 2**64, about 2**-39


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
    word = np.uint64(0)
    for i in range(size - 1):
        if i % _DRAWS_PER_WORD == 0:
            word = subkey(key, i // _DRAWS_PER_WORD)
        bound = np.uint64(size - i)
        j = i + np.int64(high_product(word, bound))
        word *= bound
        card = out[j]
        out[j] = out[i]
        out[i] = card
