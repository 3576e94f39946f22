"""The policies and bidders that can be named, loaded (and so compiled) only when asked for.

``FILE.py:NAME`` names a function of a user's file. Reading such a file needs no compiler; what runs
it is in `ownpolicy`.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from plateau_sim.errors import PlateauError

POLICIES = {
    "random": "uniform over the legal actions, every kind of decision",
    "greedy": "wins tricks that matter cheaply, feeds a winning partner, throws worthless cards",
    "builder": "as greedy, but values spaces by what they do for the connections of both sides",
    "tuned": "as builder, with more features and fitted weights for each player count and role",
    "search": "plays its choices out in sampled worlds; search:N takes N worlds, search takes 20",
}
BIDDERS = {
    "random": "passes with probability 1/2, else bids uniformly among the higher bids",
    "threshold": "counts trumps, kings and board cards against the bid's difficulty",
}
RUNGS = ("random", "greedy", "builder", "tuned")
"""The policies of a ladder unless others are named."""
WEAK = ("random", "greedy")
"""Policies whose results say little about how good players do."""
_STRENGTHS = {"search": range(1, 10_001)}  # policies that take a number after a colon


_OWN = "FILE.py:NAME"
_OWN_EXAMPLE = "mine.py:decide, see docs/policies.md"


@dataclass(frozen=True)
class Chooser:
    """A compiled policy or bidder with its weights and the size of its workspace in bytes.

    ``deals`` is how many deals it plays within about a second, at least, in every bid cell;
    ``plain`` marks one in plain Python; ``keep`` is what must live as long as ``decide`` is used.
    """

    decide: Callable[..., int]
    params: npt.NDArray[np.float64]
    scratch: int
    deals: int = 500
    plain: bool = False
    keep: Any = None


@dataclass(frozen=True)
class OwnFile:
    """A user's file as it was read, and the function of it that is named."""

    subject: str
    path: str
    function: str
    source: bytes
    digest: str


def check_policy(name: str) -> None:
    """Raise `PlateauError` unless there is such a policy."""
    _check("policy", name, POLICIES)


def check_bidder(name: str) -> None:
    """Raise `PlateauError` unless there is such a bidder."""
    _check("bidder", name, BIDDERS)


def load_policy(name: str) -> Chooser:
    """Return a policy by name."""
    check_policy(name)
    return _load("policy", "policies", name)


def load_bidder(name: str) -> Chooser:
    """Return a bidder by name."""
    check_bidder(name)
    return _load("bidder", "bidders", name)


def own_hashes(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return those of some names that stand for users' files, each with its file's SHA-256."""
    own = sorted({name for name in names if _is_own(name)})
    return tuple((name, _read("policy", name).digest) for name in own)


def check_unchanged(hashes: Iterable[tuple[str, str]]) -> None:
    """Raise `PlateauError` if a user's file is not what it was when it was hashed."""
    for name, digest in hashes:
        if _read("policy", name).digest != digest:
            fault = "the file has changed since the experiment was set up"
            raise PlateauError(f"policy {name!r}", fault, "a new experiment, or the file as it was")


def _is_own(name: str) -> bool:
    return name.endswith(".py") or name.rpartition(":")[0].endswith(".py")


def _check(role: str, name: str, known: dict[str, str]) -> None:
    plain, colon, strength = name.partition(":")
    if _is_own(name):
        _read(role, name)
    elif role == "policy" and plain in _STRENGTHS and colon:
        allowed = _STRENGTHS[plain]
        # Only as it is printed: one policy has one name.
        if strength not in map(str, allowed):
            fault = f"its worlds must be a whole number from {allowed[0]} to {allowed[-1]:,}"
            raise PlateauError(f"{role} {name!r}", fault, f"{plain}:80")
    elif name not in known:
        raise PlateauError(f"{role} {name!r}", f"no such {role}", ", ".join([*known, _OWN]))


def _read(role: str, name: str) -> OwnFile:
    """Read a user's file, without running it."""
    subject = f"{role} {name!r}"
    path, _, function = name.rpartition(":")
    if not function.isidentifier():
        raise PlateauError(subject, "names no function of the file", _OWN_EXAMPLE)
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        fault = f"the file can't be read: {error.strerror}"
        raise PlateauError(subject, fault, _OWN_EXAMPLE) from None
    try:
        ast.parse(source)
    except (SyntaxError, ValueError) as error:
        line = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        told = error.msg if isinstance(error, SyntaxError) else str(error)
        raise PlateauError(subject, f"this is no Python: {line}{told}", _OWN_EXAMPLE) from None
    return OwnFile(subject, path, function, source, hashlib.sha256(source).hexdigest())


def _load(role: str, folder: str, name: str) -> Chooser:
    if _is_own(name):
        # Not an import: experiments, and so analysis and reports, do without the compiler.
        loader: Any = import_module("plateau_sim.plateau.ownpolicy")
        chooser: Chooser = loader.load(_read(role, name))
        return chooser
    plain, _, strength = name.partition(":")
    module: Any = import_module(f"plateau_sim.plateau.{folder}.{plain}")
    params = np.array(getattr(module, "PARAMS", [0.0]), np.float64)
    if strength:
        params[0] = float(strength)
    deals = max(1, int(module.DEALS / params[0])) if hasattr(module, "DEALS") else Chooser.deals
    return Chooser(module.decide, params, getattr(module, "SCRATCH", 0), deals)
