"""The policies and bidders that can be named, loaded (and so compiled) only when asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from plateau_sim.errors import PlateauError

POLICIES = {
    "random": "uniform over the legal actions, every kind of decision",
    "greedy": "wins tricks that matter cheaply, feeds a winning partner, throws worthless cards",
}
BIDDERS = {
    "random": "passes with probability 1/2, else bids uniformly among the higher bids",
    "threshold": "counts trumps, kings and board cards against the bid's difficulty",
}
WEAK = ("random", "greedy")
"""Policies whose results say little about how good players do."""


@dataclass(frozen=True)
class Chooser:
    """A compiled policy or bidder with its weights and the size of its workspace in bytes."""

    decide: Callable[..., int]
    params: npt.NDArray[np.float64]
    scratch: int


def check_policy(name: str) -> None:
    """Raise `PlateauError` unless there is such a policy."""
    if name not in POLICIES:
        raise PlateauError(f"policy {name!r}", "no such policy", ", ".join(POLICIES))


def check_bidder(name: str) -> None:
    """Raise `PlateauError` unless there is such a bidder."""
    if name not in BIDDERS:
        raise PlateauError(f"bidder {name!r}", "no such bidder", ", ".join(BIDDERS))


def load_policy(name: str) -> Chooser:
    """Return a policy by name."""
    check_policy(name)
    return _load("policies", name)


def load_bidder(name: str) -> Chooser:
    """Return a bidder by name."""
    check_bidder(name)
    return _load("bidders", name)


def _load(folder: str, name: str) -> Chooser:
    module: Any = import_module(f"plateau_sim.plateau.{folder}.{name}")
    return Chooser(
        module.decide,
        np.asarray(getattr(module, "PARAMS", [0.0]), np.float64),
        getattr(module, "SCRATCH", 0),
    )
