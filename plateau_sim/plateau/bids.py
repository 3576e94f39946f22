"""The bid table: objectives, teams, bid cells, their values and order (rulebook 2, Bidding)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Objective = Literal["bridge", "y", "fork", "five_sides", "six_sides"]
Team = Literal["trio", "duo", "solo"]

OBJECTIVES: tuple[Objective, ...] = ("bridge", "y", "fork", "five_sides", "six_sides")
OBJECTIVE_TITLES: dict[Objective, str] = {
    "bridge": "Bridge",
    "y": "Y",
    "fork": "Fork",
    "five_sides": "Five sides",
    "six_sides": "Six sides",
}
PARTNERS: dict[Team, int] = {"trio": 2, "duo": 1, "solo": 0}
TEAMS: dict[int, tuple[Team, ...]] = {
    2: ("solo",),
    3: ("solo",),
    4: ("duo", "solo"),
    5: ("duo", "solo"),
    6: ("trio", "duo", "solo"),
}
# By objective, then column of the table: value with exchange, value without.
_VALUES: dict[Objective, tuple[tuple[int, int], ...]] = {
    "bridge": ((1, 2), (6, 7), (11, 12)),
    "y": ((3, 4), (8, 9), (13, 14)),
    "fork": ((5, 6), (10, 11), (15, 16)),
    "five_sides": ((7, 8), (12, 13), (17, 18)),
    "six_sides": ((9, 10), (14, 15), (19, 20)),
}


@dataclass(frozen=True, slots=True)
class BidCell:
    """A cell of the bid table: with or without exchange, the objective, the team."""

    exchange: bool
    objective: Objective
    team: Team

    def __str__(self) -> str:
        exchange = "exchange" if self.exchange else "no exchange"
        return f"{OBJECTIVE_TITLES[self.objective]} {self.team.title()} {exchange}"


def cells(players: int) -> tuple[BidCell, ...]:
    """Return the bid cells of a player count in table order: as one reads the bid table.

    Row by row (objectives), column by column (teams, easiest first), exchange before no exchange.
    """
    return tuple(
        BidCell(exchange, objective, team)
        for objective in OBJECTIVES
        for team in TEAMS[players]
        for exchange in (True, False)
    )


def value_of(players: int, cell: BidCell) -> int:
    """Return the value of a bid, which is also its rank in the auction."""
    with_exchange, without = _VALUES[cell.objective][TEAMS[players].index(cell.team)]
    return with_exchange if cell.exchange else without
