"""Bid cells and their values: rulebook 2, Bidding."""

from dataclasses import dataclass

from .formations import OBJECTIVES

TEAMS = {
    2: ("solo",),
    3: ("solo",),
    4: ("duo", "solo"),
    5: ("duo", "solo"),
    6: ("trio", "duo", "solo"),
}
PARTNERS = {"solo": 0, "duo": 1, "trio": 2}
# Rulebook 2, Bidding table values: in each column the value with and without exchange.
VALUES = {
    "bridge": ((1, 2), (6, 7), (11, 12)),
    "y": ((3, 4), (8, 9), (13, 14)),
    "fork": ((5, 6), (10, 11), (15, 16)),
    "five_sides": ((7, 8), (12, 13), (17, 18)),
    "six_sides": ((9, 10), (14, 15), (19, 20)),
}


@dataclass(frozen=True)
class Bid:
    """A cell of the bid table in words."""

    objective: str
    team: str
    exchange: bool


def all_bids(players: int) -> list[Bid]:
    """Bids in the order in which their cells are numbered."""
    return [
        Bid(objective, team, exchange)
        for objective in OBJECTIVES
        for team in TEAMS[players]
        for exchange in (True, False)
    ]


def bid_of_cell(players: int, cell: int) -> Bid:
    """Bid of a numbered cell."""
    return all_bids(players)[cell]


def bid_value(players: int, bid: Bid) -> int:
    """Points of a bid."""
    with_exchange, without = VALUES[bid.objective][TEAMS[players].index(bid.team)]
    return with_exchange if bid.exchange else without


def cell_value(players: int, cell: int) -> int:
    """Points of a numbered cell."""
    return bid_value(players, bid_of_cell(players, cell))


def legal_bids(players: int, high: int) -> list[int]:
    """Actions of the seat that speaks: 0 to pass, 1 + cell for a bid worth more than `high`."""
    cells = range(len(all_bids(players)))
    return [0, *(1 + cell for cell in cells if cell_value(players, cell) > high)]
