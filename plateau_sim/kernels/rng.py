"""Random numbers as pure functions of keys: no state, so no draw can shift another.

A key is a uint64. ``subkey(key, n)`` is the n-th number of the splitmix64 stream that starts at
``key`` (Steele, Lea and Flood 2014); it serves as a key in turn. A key is also a draw: ``below``
maps it to 0..n-1. Take further draws from ``subkey(key, 1)``, ``subkey(key, 2)``, ...
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import high_product, inline
from plateau_sim.kernels.bits import nth_card, size

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _ONE = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(1)


@inline
def subkey(key: Any, n: Any) -> Any:
    """Return the n-th key (n a non-negative integer below 2**63) derived from a key."""
    z = key + _GOLDEN * (np.uint64(n) + _ONE)
    z = (z ^ (z >> _S30)) * _FIRST
    z = (z ^ (z >> _S27)) * _SECOND
    return z ^ (z >> _S31)


@inline
def below(key: Any, n: Any) -> Any:
    """Return a uniform number 0..n-1 (uint64); its bias is below n / 2**64."""
    return high_product(key, np.uint64(n))


@inline
def any_of(cards: Any, key: Any) -> Any:
    """Return the id of a card of a set ``(plain, trumps)``, each as likely as any other."""
    return nth_card(cards, below(key, size(cards)))


@inline
def deal_key(seed: Any, deal: Any) -> Any:
    """Return the key of a deal, from which all its random numbers come."""
    return subkey(subkey(np.uint64(0), seed), deal)
