"""Tallies to tables: what the columns say, for forced bids and for auctions."""

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binomtest

from plateau_sim.analysis.bidtable import PASSED, auction_table, forced_table
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.tallies import AS_EASIER, BY_TALON, COLUMNS, OUTCOMES, TRICKS, outcome

PLAYERS = range(2, 7)
plain_python = pytest.mark.plain_python
SETUP = [
    "players",
    "variant",
    "scoring",
    "strict",
    "layout",
    "declaring_policy",
    "defending_policy",
    "seat",
    "exchange",
    "objective",
    "team",
    "value",
]
ESTIMATES = ["deals", "wins", "win_rate", "win_low", "win_high", "ev", "ev_low", "ev_high"]
FORCED = [*SETUP, *ESTIMATES, "mean_tricks", "decided_by_talon", "as_easier"]
AUCTION = [*SETUP, *ESTIMATES, "mean_tricks", "decided_by_talon", "final_objective", "share"]
# What the declarer wins with standard scoring, in values of the bid (rulebook 7).
MULTIPLES = {
    (2, "solo"): 1,
    (3, "solo"): 2,
    (4, "duo"): 1,
    (4, "solo"): 3,
    (5, "duo"): 2,
    (5, "solo"): 4,
    (6, "trio"): 1,
    (6, "duo"): 2,
    (6, "solo"): 5,
}
# Positive-only scoring: of a bid made, for each of its side; of a bid lost, for each opponent.
POSITIVE = {
    (2, "solo"): 1,
    (3, "solo"): 1,
    (4, "duo"): 1,
    (4, "solo"): 2,
    (5, "duo"): 1,
    (5, "solo"): 2,
    (6, "trio"): 2,
    (6, "duo"): 3,
    (6, "solo"): 6,
}


def experiment(players, *, positive=False, sabotage=False, **options):
    """Return an experiment under the policy ``random``."""
    rules = GameRules.published(players, positive_only=positive, counter_sabotage=sabotage)
    return Experiment(rules, declaring="random", defending="random", bidder="random", **options)


def tallies_of(setup, seed=3, deals=200):
    """Return invented tallies: each cell's deals spread over seats and the bid's own results."""
    generator = np.random.default_rng(seed)
    players = setup.rules.players
    tallies = np.zeros((len(setup.cells) + setup.auction, players, COLUMNS), np.int64)
    for row, cell in enumerate(setup.cells):
        objective = OBJECTIVES.index(cell.objective)
        for won in generator.random(deals) < generator.random():
            tally = tallies[row, generator.integers(players)]
            tally[outcome(objective, 0, int(won))] += 1
            tally[TRICKS] += generator.integers(7, setup.rules.tricks + 1)
            tally[BY_TALON] += generator.integers(2)
            tally[AS_EASIER] += generator.integers(2)
    return tallies


@plain_python
@pytest.mark.parametrize("players", PLAYERS)
def test_a_forced_table_has_a_row_for_each_cell_in_table_order(players):
    setup = experiment(players)
    table = forced_table(setup, tallies_of(setup))
    assert list(table.columns) == FORCED
    rows = table[["exchange", "objective", "team"]].itertuples(index=False, name=None)
    assert [BidCell(*row) for row in rows] == list(setup.rules.cells)
    assert table["value"].tolist() == [setup.value(cell) for cell in setup.cells]
    for name, value in (("players", players), ("variant", "standard"), ("seat", "any")):
        assert set(table[name]) == {value}
    assert set(table["layout"]) == {setup.layout.name}


@plain_python
def test_a_table_says_how_it_was_made():
    setup = experiment(5, positive=True, sabotage=True, seat=2)
    setup = replace(setup, rules=replace(setup.rules, strict_formations=True), defending="greedy")
    row = forced_table(setup, tallies_of(setup)).iloc[0]
    assert row["scoring"] == "positive+sabotage"
    assert row["strict"]
    assert row["seat"] == 2
    assert (row["declaring_policy"], row["defending_policy"]) == ("random", "greedy")


@plain_python
@pytest.mark.parametrize("players", PLAYERS)
def test_counts_of_all_seats_are_added_up(players):
    setup = experiment(players)
    tallies = tallies_of(setup)
    table = forced_table(setup, tallies)
    for row, (_, found) in enumerate(table.iterrows()):
        sums = tallies[row].sum(axis=0)
        wins, deals = sums[1:OUTCOMES:2].sum(), sums[:OUTCOMES].sum()
        assert (found["wins"], found["deals"]) == (wins, deals)
        assert found["win_rate"] == wins / deals
        interval = binomtest(int(wins), int(deals)).proportion_ci(method="wilson")
        assert (found["win_low"], found["win_high"]) == pytest.approx((interval.low, interval.high))
        assert found["mean_tricks"] == sums[TRICKS] / deals
        assert found["decided_by_talon"] == sums[BY_TALON]


@plain_python
@pytest.mark.parametrize("players", PLAYERS)
def test_as_easier_is_missing_only_where_no_easier_objective_was_chosen(players):
    setup = experiment(players)
    tallies = tallies_of(setup)
    table = forced_table(setup, tallies)
    assert (table["as_easier"].isna() == (table["objective"] == "bridge")).all()
    known = ~table["as_easier"].isna()
    counted = tallies[:, :, AS_EASIER].sum(axis=1)
    assert table["as_easier"][known].tolist() == counted[known].tolist()


@plain_python
@pytest.mark.parametrize("players", PLAYERS)
def test_the_declarer_expects_his_multiple_of_the_value_by_wins_less_losses(players):
    setup = experiment(players)
    for _, row in forced_table(setup, tallies_of(setup)).iterrows():
        most = row["value"] * MULTIPLES[players, row["team"]]
        assert row["ev"] == pytest.approx(most * (2 * row["win_rate"] - 1))
        assert row["ev_low"] == pytest.approx(most * (2 * row["win_low"] - 1))
        assert row["ev_high"] == pytest.approx(most * (2 * row["win_high"] - 1))


@plain_python
@pytest.mark.parametrize("players", PLAYERS)
def test_with_positive_only_scoring_the_mean_of_all_seats_is_taken_off(players):
    setup = experiment(players, positive=True)
    for _, row in forced_table(setup, tallies_of(setup)).iterrows():
        points = row["value"] * POSITIVE[players, row["team"]]
        side = 1 + PARTNERS[row["team"]]
        if_won = points - points * side / players
        if_lost = -points * (players - side) / players
        expected = row["win_rate"] * if_won + (1 - row["win_rate"]) * if_lost
        assert row["ev"] == pytest.approx(expected)


@plain_python
def test_a_raise_counts_with_the_value_of_the_raised_objective():
    setup = experiment(4, cells=(BidCell(True, "bridge", "duo"),), raises=True)
    tallies = np.zeros((1, 4, COLUMNS), np.int64)
    tallies[0, 0, outcome(0, 0, 1)] = 3  # 1 point each
    tallies[0, 1, outcome(1, 0, 1)] = 4  # raised to Y: 3 points
    tallies[0, 2, outcome(4, 0, 0)] = 2  # raised to six sides: 9 points lost
    row = forced_table(setup, tallies).iloc[0]
    assert row["wins"] == 7
    assert row["value"] == 1
    assert row["ev"] == pytest.approx((3 * 1 + 4 * 3 - 2 * 9) / 9)
    assert -9 <= row["ev_low"] < row["ev"] < row["ev_high"] <= 3


@plain_python
def test_after_an_abdication_the_seat_that_bid_scores_as_partner():
    setup = experiment(5, cells=(BidCell(False, "bridge", "duo"),), raises=True)
    tallies = np.zeros((1, 5, COLUMNS), np.int64)
    tallies[0, 0, outcome(1, 1, 0)] = 4  # raised to Y, 4 points, abdicated, lost
    tallies[0, 0, outcome(1, 0, 0)] = 1
    row = forced_table(setup, tallies).iloc[0]
    assert row["ev"] == pytest.approx(-(4 * 4 + 1 * 8) / 5)


@plain_python
def test_a_cell_that_always_wins_still_has_an_interval_with_a_width():
    setup = experiment(3, cells=(BidCell(True, "bridge", "solo"),))
    tallies = np.zeros((1, 3, COLUMNS), np.int64)
    for won, rate in ((1, 1), (0, 0)):
        tallies[:] = 0
        tallies[0, 0, outcome(0, 0, won)] = 50
        row = forced_table(setup, tallies).iloc[0]
        assert row["win_rate"] == rate
        assert row["win_low"] < row["win_high"]
        assert np.isfinite([row["ev_low"], row["ev_high"]]).all()
        assert row["ev_low"] < row["ev_high"]


def auction_tallies(setup):
    """Return invented tallies of an auction: raised hands, and hands passed out."""
    tallies = np.zeros((len(setup.cells) * 5 + 1, setup.rules.players, COLUMNS), np.int64)
    for number, cell in enumerate(tallies_of(setup)[:-1]):
        tallies[number * 5 + OBJECTIVES.index(setup.cells[number].objective)] = cell
    tallies[2, 0, outcome(2, 0, 1)] += 7
    tallies[2, 0, outcome(2, 0, 0)] += 4
    tallies[15:20] = 0
    tallies[-1, 0, 0] = 321
    return tallies


@plain_python
@pytest.mark.parametrize("players", PLAYERS)
def test_an_auction_table_has_a_row_for_what_came_up_and_one_for_passed_hands(players):
    setup = experiment(players, auction=True)
    table = auction_table(setup, auction_tallies(setup))
    assert set(table.columns) == set(AUCTION)
    bids = table[table["objective"] != PASSED]
    # One cell was raised once, another one never won.
    assert len(bids) == len(table) - 1 == len(setup.rules.cells)
    assert table["share"].sum() == pytest.approx(1)
    assert (table["share"] == table["deals"] / table["deals"].sum()).all()
    passed = table.iloc[-1]
    assert passed["objective"] == PASSED
    assert (passed["deals"], passed["ev"]) == (321, 0)


@plain_python
def test_a_raised_bid_has_the_value_of_its_final_objective():
    setup = experiment(4, auction=True)
    table = auction_table(setup, auction_tallies(setup))
    cell = setup.cells[0]
    same = (table["exchange"] == cell.exchange) & (table["team"] == cell.team)
    rows = table[same & (table["objective"] == cell.objective)].set_index("final_objective")
    assert list(rows.index) == ["bridge", "fork"]
    fork = rows.loc["fork"]
    assert (fork["deals"], fork["wins"]) == (11, 7)
    assert fork["value"] == 5
    assert fork["ev"] == pytest.approx(5 * (7 - 4) / 11)


@plain_python
def test_the_columns_of_an_auction_table_are_the_same_if_every_hand_was_passed():
    setup = experiment(4, auction=True)
    tallies = np.zeros((len(setup.cells) * 5 + 1, 4, COLUMNS), np.int64)
    tallies[-1, 0, 0] = 10
    table = auction_table(setup, tallies)
    assert len(table) == 1
    assert table["share"].tolist() == [1]
    assert list(table.columns) == list(auction_table(setup, auction_tallies(setup)).columns)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_table_of_an_auction_counts_every_deal_once(players):
    from plateau_sim.studies.measure import bid_table

    setup = experiment(players, auction=True)
    table = bid_table(setup, 2000)
    assert table["deals"].sum() == 2000
    assert table["share"].sum() == pytest.approx(1)
    passed = table[table["objective"] == PASSED]["share"].item()
    # The bidder ``random`` passes with probability 1/2.
    assert abs(passed - 0.5**players) < 4 * sqrt(0.5**players / 2000)


def test_the_baseline_task_has_the_win_rate_measured_before():
    """Four players, no exchange, Bridge: forehand and the seat opposite against the others."""
    from plateau_sim.studies.measure import bid_table

    cells = (BidCell(False, "bridge", "duo"),)
    row = bid_table(experiment(4, cells=cells, seat=0, fixed_partners=(2,)), 100_000).iloc[0]
    assert (row["deals"], row["seat"]) == (100_000, 0)
    assert abs(row["win_rate"] - 0.524) < 3 * sqrt(0.524 * 0.476 / 100_000)
