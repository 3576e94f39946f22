"""The bid table: rulebook 2, Bidding; against the naive twin."""

from __future__ import annotations

import pytest
from naive import bids as twin

from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, TEAMS, BidCell, cells, value_of

PLAYERS = range(2, 7)

# The three columns of the physical table.
COLUMNS = {
    "bridge": ((1, 2), (6, 7), (11, 12)),
    "y": ((3, 4), (8, 9), (13, 14)),
    "fork": ((5, 6), (10, 11), (15, 16)),
    "five_sides": ((7, 8), (12, 13), (17, 18)),
    "six_sides": ((9, 10), (14, 15), (19, 20)),
}


@pytest.mark.parametrize("players", PLAYERS)
def test_cells_and_values_agree_with_the_naive_twin(players: int) -> None:
    own, told = cells(players), twin.all_bids(players)
    assert [(c.objective, c.team, c.exchange) for c in own] == [
        (bid.objective, bid.team, bid.exchange) for bid in told
    ]
    assert [value_of(players, cell) for cell in own] == [
        twin.bid_value(players, bid) for bid in told
    ]


@pytest.mark.parametrize(
    ("players", "teams"),
    [(2, "solo"), (3, "solo"), (4, "duo solo"), (5, "duo solo"), (6, "trio duo solo")],
)
def test_the_first_column_is_the_largest_team(players: int, teams: str) -> None:
    assert TEAMS[players] == tuple(teams.split())
    for objective in OBJECTIVES:
        for column, team in enumerate(TEAMS[players]):
            pair = tuple(
                value_of(players, BidCell(exchange, objective, team)) for exchange in (True, False)
            )
            assert pair == COLUMNS[objective][column]


def test_the_number_of_bids() -> None:
    assert [len(cells(players)) for players in PLAYERS] == [10, 10, 20, 20, 30]


def test_no_exchange_is_worth_one_more_and_an_objective_two_more() -> None:
    for players in PLAYERS:
        for cell in cells(players):
            value = value_of(players, cell)
            other = BidCell(not cell.exchange, cell.objective, cell.team)
            assert abs(value - value_of(players, other)) == 1
            index = OBJECTIVES.index(cell.objective)
            if index:
                easier = BidCell(cell.exchange, OBJECTIVES[index - 1], cell.team)
                assert value - value_of(players, easier) == 2


def test_the_example_of_the_rulebook() -> None:
    assert value_of(4, BidCell(True, "y", "duo")) == 3
    assert value_of(4, BidCell(True, "bridge", "solo")) == 6


def test_a_team_has_the_declarer_and_these_partners() -> None:
    assert PARTNERS == twin.PARTNERS == {"solo": 0, "duo": 1, "trio": 2}


def test_a_bid_is_named_by_its_objective_team_and_exchange() -> None:
    assert str(BidCell(True, "five_sides", "trio")) == "Five sides Trio exchange"
    assert str(BidCell(False, "y", "solo")) == "Y Solo no exchange"
