"""What came of a hand's options, added up: how often each bid is made, and what a pass leads to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.verdictfacts import (
    CELL,
    DECLARER,
    DECLARES,
    EXACT,
    FIRST_BID,
    IN_TALON,
    OBJECTIVE,
    PARTNER,
    PLAIN_POINTS,
    PLAIN_WON,
    POINTS,
    ROLE,
    ROW_DEAL,
    ROW_PASS,
    TRIES,
    WON,
)

Facts = npt.NDArray[np.int64]


class Ending(NamedTuple):
    """How a hand ended that the seat passed: its role, declarer, bid cell, objective in the end."""

    role: int
    declarer: int
    cell: int
    objective: int


class Bulk(NamedTuple):
    """A number of deals, in how many of them the declaring side won, the sum of the points.

    Points are times the number of players, so that they are whole.
    """

    deals: int = 0
    won: int = 0
    points: int = 0
    squares: int = 0

    def __add__(self, other: object) -> Bulk:
        if not isinstance(other, Bulk):
            return NotImplemented
        return Bulk(*(a + b for a, b in zip(self, other, strict=True)))


@dataclass
class OptionCounts:
    """Sums over the deals of a verdict.

    Attributes
    ----------
    tries, deals, exact : int
        Deals drawn, deals taken, and of these such as the bidder itself bids exactly so with.
    raised, plain : dict of BidCell to Bulk
        Of each bid that the seat played, with the chances to raise, and without.
    outbid : dict of BidCell to Bulk
        Of each bid that somebody else went beyond.
    objectives, partners : dict of BidCell to Counter
        How often the objective in the end, and the seat of the partner (-1: nobody).
    in_talon : Counter of BidCell
        Calls that nobody answered.
    endings : dict of Ending to Bulk
        What a pass led to.
    """

    tries: int = 0
    deals: int = 0
    exact: int = 0
    raised: dict[BidCell, Bulk] = field(default_factory=dict)
    plain: dict[BidCell, Bulk] = field(default_factory=dict)
    outbid: dict[BidCell, Bulk] = field(default_factory=dict)
    objectives: dict[BidCell, Counter[int]] = field(default_factory=dict)
    partners: dict[BidCell, Counter[int]] = field(default_factory=dict)
    in_talon: Counter[BidCell] = field(default_factory=Counter)
    endings: dict[Ending, Bulk] = field(default_factory=dict)

    def add(self, facts: Facts, cells: tuple[BidCell, ...]) -> None:
        """Add the deals of an array of `VerdictRunner.options`, in which these bids were played."""
        self.deals += len(facts)
        self.tries += int(facts[:, ROW_DEAL, TRIES].sum())
        self.exact += int(facts[:, ROW_DEAL, EXACT].sum())
        self._add_endings(facts[:, ROW_PASS])
        for row, cell in enumerate(cells, FIRST_BID):
            mine = facts[:, row, ROLE] == DECLARES
            noted, others = facts[mine, row], facts[~mine, row]
            self._add_to(self.raised, cell, _bulk(noted, WON, POINTS))
            self._add_to(self.plain, cell, _bulk(noted, PLAIN_WON, PLAIN_POINTS))
            self._add_to(self.outbid, cell, _bulk(others, WON, POINTS))
            self.objectives.setdefault(cell, Counter()).update(noted[:, OBJECTIVE].tolist())
            self.partners.setdefault(cell, Counter()).update(noted[:, PARTNER].tolist())
            self.in_talon[cell] += int((noted[:, IN_TALON] > 0).sum())

    @staticmethod
    def _add_to(sums: dict[BidCell, Bulk], cell: BidCell, bulk: Bulk) -> None:
        sums[cell] = sums.get(cell, Bulk()) + bulk

    def _add_endings(self, passed: Facts) -> None:
        keys, place = np.unique(
            passed[:, [ROLE, DECLARER, CELL, OBJECTIVE]], axis=0, return_inverse=True
        )
        for number, key in enumerate(keys.tolist()):
            ending = Ending(*key)
            bulk = _bulk(passed[place.ravel() == number], WON, POINTS)
            self.endings[ending] = self.endings.get(ending, Bulk()) + bulk

    def passing(self, role: int | None = None) -> Bulk:
        """Return what passing led to, in all or with one role."""
        some = (bulk for ending, bulk in self.endings.items() if role in (None, ending.role))
        return sum(some, Bulk())


def _bulk(noted: Facts, won: int, points: int) -> Bulk:
    values = noted[:, points]
    return Bulk(len(noted), int(noted[:, won].sum()), int(values.sum()), int((values**2).sum()))
