"""Bidder ``random``: passes with probability 1/2, else bids uniformly among the higher bids."""

from __future__ import annotations

from typing import Any

from plateau_sim.jit import entry
from plateau_sim.kernels.bits import ONE, size
from plateau_sim.kernels.rng import any_of, below, subkey
from plateau_sim.plateau.state import DECIDE_SIGNATURE
from plateau_sim.plateau.view import PASS


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Toss a coin for passing; a second draw chooses the bid."""
    bids = legal[0] & ~ONE, legal[1]
    if below(key, 2) == 0 or size(bids) == 0:
        return PASS
    return any_of(bids, subkey(key, 1))
