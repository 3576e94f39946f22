"""Policy ``random``: uniform over the legal actions, whatever the decision."""

from __future__ import annotations

from typing import Any

from plateau_sim.jit import entry
from plateau_sim.kernels.rng import any_of
from plateau_sim.plateau.state import DECIDE_SIGNATURE


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Choose any legal action with equal probability."""
    return any_of(legal, key)
