"""The choices of a decision, ranked: what a study found and a screen shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pandas as pd

from plateau_sim.plateau.bids import BidCell, Objective
from plateau_sim.plateau.experiment import Experiment

Kind = Literal["play", "discard", "gift", "call", "raise"]
Unit = Literal["win", "points"]
BEST, SAME, CLOSE, OUT = "best", "same", "too close", "no"
"""What a choice is to the leader: itself, the same in every world, not surely worse, worse."""


@dataclass(frozen=True)
class Choice:
    """A choice: a card, a raise, a set of discards, two gifts.

    Attributes
    ----------
    actions : tuple of int
        In their order (see `plateau.view`).
    alike : tuple of int
        Cards that would do the same as the only one of the actions.
    """

    actions: tuple[int, ...]
    alike: tuple[int, ...] = ()


@dataclass(frozen=True)
class Asked:
    """A decision as the seat in turn sees it; seats count from forehand = 0, cards are ids.

    Attributes
    ----------
    kind : str
        The command that asks.
    experiment : Experiment
        Rules, layout, the bid as its only cell, policies and seed.
    seat, declarer : int
    partners : tuple of int
        In the order found.
    objective : Objective
        As raised so far.
    hand : tuple of int
        What may be played, discarded or given, ascending.
    calls : tuple of (card, seat or None)
    trick : int
        Number of the trick from 1; 0 before the play.
    on_table : tuple of (seat, card)
        The trick so far.
    owned : tuple of str
        Tokens that the own side owns, then those of the other side.
    raises : tuple of (seat, objective or None)
        Chances to raise that have passed.
    """

    kind: Kind
    experiment: Experiment
    seat: int
    declarer: int
    partners: tuple[int, ...]
    objective: Objective
    hand: tuple[int, ...]
    calls: tuple[tuple[int, int | None], ...]
    trick: int
    on_table: tuple[tuple[int, int], ...]
    owned: tuple[tuple[str, ...], tuple[str, ...]]
    raises: tuple[tuple[int, Objective | None], ...]

    @property
    def cell(self) -> BidCell:
        """The bid as it was made."""
        return self.experiment.cells[0]

    @property
    def declaring(self) -> bool:
        """Whether the seat is on the declaring side."""
        return self.seat == self.declarer or self.seat in self.partners


@dataclass(frozen=True)
class Ranking:
    """What was found.

    Attributes
    ----------
    asked : Asked
    unit : str
        What was raced for: the seat's side wins, or the seat's points.
    choices : tuple of Choice
        The best first.
    table : pandas.DataFrame
        A row for each of them: ``worlds, win, win_low, win_high, points, points_low, points_high,
        behind, behind_low, behind_high`` (the unit, against the best, on the same worlds) and
        ``verdict`` (`BEST`, `SAME`, `CLOSE`, `OUT`). Intervals hold at any look.
    confidence : float
    worlds : int
    decided : bool
        Whether one is known to be the best.
    reason : str
        Why it stopped.
    looked_at : int
        How many choices there were, before most were screened out.
    screening : int
        Worlds in which they were screened; 0 if all raced.
    taken : tuple of int
        The actions of the recorded choice, or of the one that stands for it; empty if there is
        none.
    """

    asked: Asked
    unit: Unit
    choices: tuple[Choice, ...]
    table: pd.DataFrame
    confidence: float
    worlds: int
    decided: bool
    reason: str
    looked_at: int
    screening: int
    taken: tuple[int, ...] = ()

    def rows(self, verdict: str) -> list[int]:
        """Return the places of the choices with a verdict."""
        return [row for row, found in enumerate(self.table["verdict"]) if found == verdict]
