"""Tallies of the anatomy to tables: spaces, shape, cells taken together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from plateau_sim.analysis.bidtable import forced_table
from plateau_sim.analysis.families import holm
from plateau_sim.analysis.intervals import difference_interval, wilson
from plateau_sim.analysis.shape import decided_by, shape_table
from plateau_sim.analysis.spaces import space_groups, space_table
from plateau_sim.plateau.anatomy import Anatomist
from plateau_sim.plateau.anatomycounts import (
    CHANGES,
    DECIDED,
    FORMATIONS,
    MOMENTS,
    OWNED,
    OWNED_AND_WON,
    PIVOTAL,
    SEATS,
    SPACE,
    SPACE_COUNTS,
    TALON,
)
from plateau_sim.plateau.board import SPACES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.layouts import standard_layout, token_kind
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner

DEALS = 400


def measured(players: int, lead: bool = False, **options: Any) -> tuple[Experiment, np.ndarray]:
    setup = Experiment(
        GameRules.published(players), **{"declaring": "random", "defending": "random", **options}
    )
    return setup, Anatomist(setup, [120 * lead] * len(setup.cells))(0, DEALS)


def cell_rows(table: pd.DataFrame, row: int) -> pd.DataFrame:
    """Return the rows of a cell by its place among the cells."""
    cells = table[table["scope"] == "cell"]
    size = len(cells) // len(cells[["exchange", "objective", "team"]].drop_duplicates())
    return cells.iloc[row * size : (row + 1) * size]


def level(table: pd.DataFrame, scope: str, statistic: str, level: object = None) -> pd.Series:
    rows = table[(table["scope"] == scope) & (table["statistic"] == statistic)]
    if level is not None:
        rows = rows[rows["level"] == str(level)]
    assert len(rows) == 1
    return rows.iloc[0]


def test_space_rates_are_those_of_the_counts() -> None:
    setup, tallies = measured(4)
    table = space_table(setup, tallies)
    for row in (0, 7, 19):
        spaces = cell_rows(table, row)
        spaces = spaces[spaces["group"] == "space"]
        counts = tallies[row, SPACE:].reshape(SPACES, SPACE_COUNTS)
        wins = tallies[row, DECIDED + MOMENTS : DECIDED + 2 * MOMENTS].sum()
        owned, both = counts[:, OWNED], counts[:, OWNED_AND_WON]
        assert list(spaces["space"]) == list(range(SPACES))
        assert list(spaces["token"]) == list(setup.layout.tokens)
        assert np.allclose(spaces["owned"], owned / DEALS)
        assert np.allclose(spaces["win_owned"], both / owned)
        assert np.allclose(spaces["win_other"], (wins - both) / (DEALS - owned))
        assert np.allclose(spaces["correlation"], spaces["win_owned"] - spaces["win_other"])
        assert np.allclose(spaces["causal"], counts[:, PIVOTAL] / DEALS)
        low, high = wilson(counts[:, PIVOTAL], DEALS)
        assert np.allclose(spaces["causal_low"], low) and np.allclose(spaces["causal_high"], high)


def test_rings_and_kinds_are_means_over_their_spaces() -> None:
    setup, tallies = measured(3)
    table = cell_rows(space_table(setup, tallies), 0)
    spaces = table[table["group"] == "space"]
    for column in ("ring", "kind"):
        groups = table[table["group"] == column].set_index(column)
        means = spaces.groupby(column)[["owned", "causal"]].mean()
        assert set(groups.index) == set(means.index)
        for name, mean in means.iterrows():
            assert np.allclose(groups.loc[name, ["owned", "causal"]].astype(float), mean)


def test_cells_together_are_means_of_the_cells_with_the_deals_as_observations() -> None:
    setup, tallies = measured(4)
    table = space_table(setup, tallies)
    spaces = table[table["group"] == "space"]
    cells = spaces[spaces["scope"] == "cell"]
    for objective in ("bridge", "six_sides"):
        pooled = spaces[(spaces["scope"] == "objective") & (spaces["objective"] == objective)]
        means = cells[cells["objective"] == objective].groupby("space")["causal"].mean()
        assert np.allclose(pooled["causal"], means) and (pooled["cells"] == 4).all()
        low, high = wilson(means.to_numpy() * DEALS, DEALS)
        assert np.allclose(pooled["causal_low"], low) and np.allclose(pooled["causal_high"], high)
    whole = spaces[spaces["scope"] == "all"]
    assert np.allclose(whole["causal"], cells.groupby("space")["causal"].mean())
    assert (whole["deals"] == DEALS).all() and (whole["cells"] == 20).all()


def test_intervals_of_cells_together_cover_what_repetition_shows() -> None:
    # The spread over independent seeds is at most the stated one: the cells share their deals.
    values, halves = [], []
    for seed in range(30):
        setup, tallies = measured(4, seed=seed)
        table = space_table(setup, tallies)
        centre = table[(table["scope"] == "all") & (table["space"] == SPACES - 1)].iloc[0]
        values.append(centre["causal"])
        halves.append((centre["causal_high"] - centre["causal_low"]) / 2)
    assert np.std(values) < 1.2 * np.mean(halves) / norm.ppf(0.975)


def test_a_rate_of_nothing_is_missing() -> None:
    setup, tallies = measured(3)
    tallies[:, SPACE + OWNED :: SPACE_COUNTS] = 0
    tallies[:, SPACE + OWNED_AND_WON :: SPACE_COUNTS] = 0
    table = space_table(setup, tallies)
    assert table["win_owned"].isna().all() and table["correlation"].isna().all()
    assert table["win_other"].notna().all()


def test_every_token_of_a_group_is_of_its_kind_and_spaces_without_token_are_left_out() -> None:
    layout = standard_layout(GameRules.published(4))
    bare = layout.exchanged("bare", {"EX": "", "HR": ""})
    groups = space_groups(bare)
    assert sum(columns["group"] == "space" for columns, _ in groups) == SPACES - 2
    kinds = {columns["kind"]: spaces for columns, spaces in groups if columns["group"] == "kind"}
    assert set(kinds) == {"trick", "face", "trump"}
    assert all(token_kind(bare.tokens[space]) == "face" for space in kinds["face"])
    assert [token_kind(token) for token in ("", "trick3", "EX", "T21", "S10", "DV")] == [
        *("empty", "trick", "excuse", "trump", "number", "face")
    ]


@pytest.mark.parametrize("players", range(2, 7))
def test_shape_agrees_with_the_bid_table(players: int) -> None:
    setup, tallies = measured(players)
    table, bids = shape_table(setup, tallies), forced_table(setup, Runner(setup)(0, DEALS))
    cells = table[table["scope"] == "cell"]
    for statistic, of_level, column in (
        ("win_rate", None, "win_rate"),
        ("mean_tricks", "all", "mean_tricks"),
    ):
        rows = cells[cells["statistic"] == statistic]
        rows = rows if of_level is None else rows[rows["level"] == of_level]
        assert np.allclose(rows["estimate"], bids[column])
    decided = cells[cells["statistic"] == "decided_after"]
    talon = decided[decided["level"] == "talon"]["estimate"] * DEALS
    assert np.allclose(talon, bids["decided_by_talon"])
    sums = decided.groupby(["exchange", "objective", "team"])["estimate"].sum()
    assert np.allclose(sums, 1)


def test_won_after_and_lost_after_add_up_to_decided_after() -> None:
    setup, tallies = measured(4)
    table = shape_table(setup, tallies)
    for scope in ("cell", "objective", "all"):
        rows = table[table["scope"] == scope]
        parts = [
            rows[rows["statistic"] == f"{name}_after"]["estimate"].to_numpy()
            for name in ("won", "lost", "decided")
        ]
        assert np.allclose(parts[0] + parts[1], parts[2])


def test_lead_changes_are_shares_of_the_deals_and_have_their_mean() -> None:
    setup, tallies = measured(4, lead=True, cells=GameRules.published(4).cells[:1])
    table = shape_table(setup, tallies, np.array([120 / 256]))
    counts = tallies[0, CHANGES:FORMATIONS]
    rows = table[(table["scope"] == "cell") & (table["statistic"] == "lead_changes")]
    assert np.allclose(rows["estimate"] * DEALS, counts[: len(rows)])
    mean = level(table, "cell", "mean_changes")
    assert mean["estimate"] == pytest.approx(counts @ np.arange(len(counts)) / DEALS)
    assert mean["low"] < mean["estimate"] < mean["high"]
    assert level(table, "cell", "fill_share")["estimate"] == 120 / 256
    without = shape_table(setup, Anatomist(setup)(0, 50))
    assert not set(without["statistic"]) & {"lead_changes", "mean_changes", "fill_share"}


def test_seat_effects_add_up_to_nothing_and_their_error_is_that_of_repetition() -> None:
    effects, errors = [], []
    for seed in range(40):
        setup, tallies = measured(3, seed=seed, cells=GameRules.published(3).cells[:1])
        rows = shape_table(setup, tallies)
        rows = rows[(rows["scope"] == "cell") & (rows["statistic"] == "seat_effect")]
        assert rows["estimate"].sum() == pytest.approx(0, abs=1e-12)
        assert (rows["p_adjusted"] >= 2 * norm.sf(rows["estimate"].abs() / rows["se"])).all()
        effects.append(rows["estimate"].to_numpy())
        errors.append(rows["se"].to_numpy())
    assert np.std(effects, axis=0).mean() == pytest.approx(np.mean(errors), rel=0.25)


def test_a_chosen_seat_has_no_effect() -> None:
    setup, tallies = measured(3, seat=1)
    assert not shape_table(setup, tallies)["statistic"].str.startswith("seat").any()
    assert tallies[:, SEATS + 2].sum() == DEALS * 10


def test_half_of_the_hands_are_decided_by_the_first_trick_that_reaches_it() -> None:
    rows = pd.DataFrame({"level": ["1", "2", "3", "talon"], "estimate": [0.2, 0.3, 0.4, 0.1]})
    assert decided_by(rows) == "2"
    assert decided_by(rows.assign(estimate=[0.1, 0.1, 0.2, 0.6])) == "talon"
    assert TALON == MOMENTS - 1


def test_holm_is_the_textbook_procedure() -> None:
    assert np.allclose(holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02])
    assert np.allclose(holm([0.9, 0.8]), [1, 1])


def test_interval_of_a_difference_is_newcombes() -> None:
    # Newcombe (1998), table II, example (a), method 10: 56/70 - 48/80.
    rates = [(x / n, *map(float, wilson(x, n))) for x, n in ((56, 70), (48, 80))]
    low, high = difference_interval(*rates)
    assert (low, high) == (pytest.approx(0.0524, abs=5e-5), pytest.approx(0.3339, abs=5e-5))
    low, high = difference_interval((1.0, *wilson(10, 10)), (0.0, *wilson(0, 10)))
    assert 0 < low < 1 and high == 1
