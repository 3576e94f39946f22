"""Is the bid table fair: best bids chosen on one half of the playouts, measured on the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from plateau_sim import simulate
from plateau_sim.analysis.fairness import (
    ALIVE,
    DEAD,
    HARDLY_POINTS,
    UNCLEAR,
    bidding,
    fair_table,
    neighbours,
)
from plateau_sim.analysis.hands import NO_BID, HandCounts, best_cells
from plateau_sim.analysis.verdict import judge
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import BidCell, cells
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.scoring import bidder_points
from plateau_sim.plateau.tallies import OUTCOMES
from plateau_sim.report.handsfile import hands_as_bytes, read_hands
from plateau_sim.studies.fair import play_hands

DUO = tuple(cell for cell in cells(4) if cell.team == "duo")


def experiment(players: int = 4, **options: Any) -> Experiment:
    rules = {name: options.pop(name) for name in ("positive_only",) if name in options}
    setup = {"declaring": "random", "defending": "random", **options}
    return Experiment(GameRules.published(players, **rules), **setup)


def invented(rates: npt.ArrayLike, half: int, **options: Any) -> HandCounts:
    """Return counts of hands that win with these rates, shape (hands, cells), in Duo cells."""
    rates = np.asarray(rates)
    setup = experiment(cells=DUO[: rates.shape[1]], **options)
    wins = np.random.default_rng(5).binomial(half, rates[:, None, :].repeat(2, axis=1))
    return HandCounts(setup, 2 * half, wins)


def one_each(counts: HandCounts) -> dict[BidCell, int]:
    return dict.fromkeys(counts.experiment.rules.cells, 1)


@pytest.fixture(scope="module")
def played() -> HandCounts:
    """Return hands of three players that decide at random."""
    return play_hands(experiment(3), 1500, 32, jobs=1)


def test_where_all_bids_are_equal_the_other_half_is_not_fooled() -> None:
    counts = invented(np.full((4000, 10), 0.5), 16)
    values = one_each(counts)
    honest, fooled = bidding(counts, values), bidding(counts, values, own_half=True)
    error = (honest.gain_high - honest.gain) / 1.96
    assert abs(honest.gain) < 4 * error
    assert fooled.gain > 0.3 and fooled.gain_low > 20 * error
    table = fair_table(counts, 0.01, values)
    assert (table["win_low"] < 0.5).all() and (table["win_high"] > 0.5).sum() >= 9
    assert (table["ev_low"] < 0).all() and (table["ev_high"] > 0).sum() >= 9


def test_the_other_half_gives_the_true_gain_of_the_chosen_bid() -> None:
    # A good and a bad bid: who chooses the good one gains 0.4, who chooses the bad one loses 0.2.
    rates = np.tile([0.7, 0.4], (4000, 1))
    counts = invented(rates, 8)
    best = best_cells(counts, np.array([1, 1]))
    true = (0.4 * (best == 0) - 0.2 * (best == 1)).mean()
    found = bidding(counts, one_each(counts))
    assert abs(found.gain - true) < 2 * (found.gain_high - found.gain)
    assert bidding(counts, one_each(counts), own_half=True).gain > true + 0.05


def naive_best(counts: HandCounts, hand: int, half: int, values: dict[BidCell, int]) -> int:
    """Return the best cell of a hand by adding up its playouts' points."""
    best, most = NO_BID, 0.0
    rulebook = [counts.experiment.value(cell) for cell in counts.experiment.cells]
    for column in sorted(range(len(rulebook)), key=lambda column: (rulebook[column], column)):
        cell = counts.experiment.cells[column]
        partners = {"trio": 2, "duo": 1, "solo": 0}[cell.team]
        points = [
            bidder_points(counts.experiment.rules, partners, won, values[cell], False)
            for won in (True, False)
        ]
        wins = int(counts.wins[hand, half, column])
        total = wins * points[0] + (counts.playouts // 2 - wins) * points[1]
        if total > most:
            best, most = column, total
    return best


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("positive", [False, True])
def test_the_best_bid_is_that_of_most_points_the_cheapest_of_equal_ones(
    players: int, positive: bool
) -> None:
    counts = play_hands(experiment(players, positive_only=positive), 60, 8, jobs=1)
    values = {cell: counts.experiment.value(cell) for cell in counts.experiment.cells}
    best = best_cells(counts, counts.values(values))
    for hand in range(60):
        assert best[hand].tolist() == [naive_best(counts, hand, half, values) for half in (0, 1)]
    assert (best == NO_BID).any() and (best != NO_BID).any()


def test_the_table_says_what_the_best_bids_did_on_the_other_half(played: HandCounts) -> None:
    table = fair_table(played, 0.01)
    best = best_cells(played, played.values(None))
    bids = np.count_nonzero(best != NO_BID)
    for column, (_, row) in enumerate(table.iterrows()):
        found = [(h, s) for h, s in zip(*np.nonzero(best == column), strict=True)]
        assert row["best"] == pytest.approx(len(found) / 3000)
        assert row["share"] == pytest.approx(len(found) / bids)
        assert row["best_low"] <= row["best"] <= row["best_high"]
        if found:
            rate = np.mean([played.wins[h, 1 - s, column] / 16 for h, s in found])
            assert row["win_rate"] == pytest.approx(rate)
            assert row["ev"] == pytest.approx(2 * row["value"] * (2 * rate - 1))
            assert row["win_low"] <= rate <= row["win_high"]
        assert row["any_win_rate"] == pytest.approx(played.wins[:, :, column].mean() / 16)
    assert table["share"].sum() == pytest.approx(1)


def test_halves_exchanged_give_the_same_shares_within_their_errors(played: HandCounts) -> None:
    best = best_cells(played, played.values(None))
    for column in range(len(played.experiment.cells)):
        gap = (best[:, 0] == column).astype(float) - (best[:, 1] == column)
        if gap.any():
            assert abs(gap.mean()) < 4 * gap.std() / played.hands**0.5
    exchanged = HandCounts(played.experiment, played.playouts, played.wins[:, ::-1])
    assert fair_table(exchanged, 0.01).equals(fair_table(played, 0.01))


@pytest.mark.parametrize("players", range(2, 7))
def test_the_mean_over_hands_is_the_win_rate_of_the_table(players: int) -> None:
    counts = play_hands(experiment(players), 400, 16, jobs=1)
    deals = 8000
    tallies = simulate.run(Runner(experiment(players, seed=2)), deals, jobs=1).sum(axis=1)
    rate = tallies[:, 1:OUTCOMES:2].sum(axis=1) / deals
    by_hand = counts.wins.mean(axis=1) / counts.half
    error = (by_hand.var(axis=0) / counts.hands + rate * (1 - rate) / deals) ** 0.5
    assert (abs(by_hand.mean(axis=0) - rate) < 4 * error + 1e-3).all()


def test_a_share_grows_with_the_cells_value_and_never_shrinks(played: HandCounts) -> None:
    for column in (2, 5):
        shares = []
        for value in (*range(1, 12), 100):
            values = {cell: played.experiment.value(cell) for cell in played.experiment.cells}
            values[played.experiment.cells[column]] = value
            shares.append(float(fair_table(played, 0.01, values)["best"][column]))
        assert shares == sorted(shares) and shares[-1] > shares[0]


def test_a_planted_dead_cell_is_found_and_revived() -> None:
    # The third bid is as hard as the first and pays the same; the fourth always loses.
    rng = np.random.default_rng(2)
    base = rng.uniform(0.3, 0.9, 1000)
    noise = rng.uniform(-0.1, 0.1, 1000)
    rates = np.column_stack([base, 1.2 - base, base - 0.12 + noise, 0 * base]).clip(0, 1)
    counts = invented(rates, 64)
    values = dict(zip(counts.experiment.cells, (10, 10, 8, 10), strict=True))
    verdict = judge(counts, 0.03, values, "planted.toml")
    assert verdict.table["state"].tolist() == [ALIVE, ALIVE, DEAD, DEAD]
    assert verdict.table["asked"].tolist() == ["yes", "yes", "yes", "no: never gains"]
    assert verdict.changes.reached and verdict.changes.smallest
    after = dict(zip(counts.experiment.cells, verdict.table["changed_value"], strict=True))
    revived = fair_table(counts, 0.03, after)
    assert np.allclose(revived["share"], verdict.table["changed_share"])
    assert (revived["share"][:3] >= 0.03).all()


def test_a_share_whose_interval_spans_the_limit_is_unclear() -> None:
    rates = np.tile([0.9, 0.1], (200, 1))
    rates[:4] = [0.1, 0.9]
    table = fair_table(invented(rates, 64), 0.02, None)
    assert table["share"].tolist() == pytest.approx([0.98, 0.02])
    assert table["state"].tolist() == [ALIVE, UNCLEAR]


def test_neighbours_that_hardly_differ_are_found() -> None:
    rng = np.random.default_rng(3)
    base = rng.uniform(0.2, 0.9, 3000)
    # Bridge, Y, Fork with exchange stand at 0, 2, 4 among the Duo cells.
    rates = np.column_stack([base, base, base - 0.1, base, base - 0.1, base - 0.004])
    counts = invented(rates, 32)
    counts.wins[:, :, 4] = counts.wins[:, :, 2]
    found = neighbours(counts).set_index(["exchange", "objective"])
    assert found["hardly"].to_dict() == {
        (True, "y"): False,
        (True, "fork"): True,
        (False, "y"): True,
        (False, "fork"): True,
    }
    assert found.loc[(True, "fork"), "difference"] == 0
    assert found.loc[(True, "fork"), "same"] == 1
    gap = found.loc[(True, "y")]
    assert gap["low"] < 0.1 < gap["high"] and gap["difference"] > HARDLY_POINTS
    assert gap["easier"] == "bridge"


def test_a_saved_file_gives_back_what_was_played(played: HandCounts, tmp_path: Path) -> None:
    file = tmp_path / "hands.npz"
    file.write_bytes(hands_as_bytes(played, "plateau-sim fair"))
    again = read_hands(file)
    assert again.experiment == played.experiment and again.playouts == played.playouts
    assert (again.wins == played.wins).all() and again.wins.dtype == np.int64


def test_positive_only_points_are_above_the_tables_mean() -> None:
    counts = play_hands(experiment(positive_only=True), 100, 8, jobs=1)
    win, loss = counts.stakes()
    duo = counts.experiment.cells.index(BidCell(True, "y", "duo"))
    # Both of the winning side get the value: the mean of all four is half of it.
    assert (win[duo] / 4, loss[duo] / 4) == (0.5, -0.5)


@pytest.mark.parametrize(
    ("options", "numbers", "named"),
    [
        ({"raises": True}, (10, 4), "raises"),
        ({"auction": True}, (10, 4), "raises"),
        ({}, (1, 4), "hands 1"),
        ({}, (10, 5), "playouts 5"),
        ({}, (10, 0), "playouts 0"),
    ],
)
def test_what_can_not_be_judged_is_refused(
    options: dict[str, Any], numbers: tuple[int, int], named: str
) -> None:
    with pytest.raises(PlateauError, match=named):
        play_hands(experiment(**options), *numbers)
