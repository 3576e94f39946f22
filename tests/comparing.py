"""Setups that several tests of comparisons share."""

from __future__ import annotations

from typing import Any

from plateau_sim.analysis.joint import Setup
from plateau_sim.plateau.board import COORDINATES, OUTER, SPACES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.layouts import EMPTY, Layout, standard_layout, trick_number
from plateau_sim.plateau.rules import GameRules


def setup(name: str = "standard", rules: GameRules | None = None, **options: Any) -> Setup:
    """Return a setup in which everybody plays at random unless said otherwise."""
    chosen = {"declaring": "random", "defending": "random", **options}
    return Setup(name, Experiment(rules or GameRules.published(4), **chosen))


def belt_layout(rules: GameRules, *, worst: bool = False) -> Layout:
    """Return a board with the declaring side's tokens in a belt across it, or those of defenders.

    In a Duo the called card, mostly a king, is always the partner's, and the declarer often has
    another king; high cards take the first tricks. So kings and first tricks go on the straight
    line through the centre, which is a bridge, then the other cards beside it; late tricks, the
    excuse and T21 go where no bridge needs them. With ``worst`` it is the other way round.
    """
    tokens = sorted(standard_layout(rules).tokens, key=_rank)
    spaces = sorted(range(SPACES), key=lambda space: tuple(map(abs, COORDINATES[space][::-1])))
    order = dict(zip(spaces[::-1] if worst else spaces, tokens, strict=True))
    name = "for defenders" if worst else "for declarers"
    return Layout(name, tuple(order[space] for space in range(SPACES)))


def _rank(token: str) -> int:
    number = trick_number(token)
    if number is not None:
        return 1 if number <= 4 else 3
    return 0 if token[1:] == "R" else 4 if token in ("EX", "T21") else 2


def hopeless_layout(rules: GameRules) -> Layout:
    """Return the standard layout without the tokens of the outer ring: nobody touches a side."""
    tokens = standard_layout(rules).tokens
    return Layout("hopeless", tuple([EMPTY] * OUTER + list(tokens[OUTER:])))
