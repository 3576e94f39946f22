"""Matches and ladders: what is counted, whose sign, how ratings and their errors come about."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from naive.match import games_won, over

from plateau_sim import simulate
from plateau_sim.analysis.bradleyterry import ELO, fit
from plateau_sim.analysis.grid import Grid, count_deals
from plateau_sim.analysis.matchtable import errors_of, ladder_table, match_table, pairing_table
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.state import WON
from plateau_sim.studies.grid import GridTask, open_cells
from plateau_sim.studies.match import cost, ladder, match, rungs
from plateau_sim.studies.measure import measure

RULES = GameRules.published(4)
CELLS = RULES.cells[:20:6]
NAMES = ("greedy", "random")
DEALS = 40


def experiment(players: int = 4, **options) -> Experiment:
    rules = GameRules.published(players)
    return Experiment(rules, **{"cells": rules.cells[::6], **options})


@cache
def runner(declaring: str, defending: str) -> Runner:
    return Runner(experiment(declaring=declaring, defending=defending))


@cache
def won(declaring: str, defending: str, deal: int, cell: int) -> bool:
    _, state = runner(declaring, defending).play(deal, cell)
    return int(state.table.result) == WON


def test_a_match_is_what_single_hands_say() -> None:
    duel = match(experiment(), *NAMES, DEALS)
    table = match_table(duel).set_index("role")
    slow = over(won, *NAMES, DEALS, len(duel.experiment.cells))
    for role, (better, error) in slow.items():
        assert table.loc[role, "diff"] == pytest.approx(better)
        assert table.loc[role, "diff_se"] == pytest.approx(error)
        assert table.loc[role, "diff_low"] < better < table.loc[role, "diff_high"]


def test_the_games_of_a_ladder_are_what_single_hands_say() -> None:
    names = ("random", "greedy", "builder")
    duel = ladder(experiment(), names, DEALS)
    cells, pairs = len(duel.experiment.cells), list(product(range(3), repeat=2))
    games = {
        (a, b): games_won(won, names[a], names[b], DEALS, cells) if a != b else [0] * DEALS
        for a, b in pairs
    }
    for one in pairs:
        assert duel.grid.games[one] == sum(games[one])
        for other in pairs:
            products = zip(games[one], games[other], strict=True)
            assert duel.grid.cross[(*one, *other)] == sum(x * y for x, y in products)


def test_a_ladder_holds_every_match_of_its_policies() -> None:
    names = ("random", "greedy", "builder")
    duel = ladder(experiment(5), names, DEALS)
    for pair in ((1, 0), (2, 1), (0, 2)):
        alone = match(experiment(5), names[pair[0]], names[pair[1]], DEALS)
        assert match_table(duel, pair).equals(match_table(alone))
        assert errors_of(duel, pair) == errors_of(alone, (0, 1))


def test_counts_are_the_same_on_any_split() -> None:
    task = GridTask(experiment(3), ("random", "greedy", "builder"))
    whole = task(0, 50)
    assert (simulate.run(task, 50, chunk=7, jobs=2) == whole).all()


def test_a_policy_is_no_better_than_itself() -> None:
    table = match_table(match(experiment(), "greedy", "greedy", DEALS))
    for name in ("diff", "diff_se", "ev_diff", "ev_diff_se"):
        assert (table[name] == 0).all()
    assert (table["diff_low"] < 0).all() and (table["diff_high"] > 0).all()


def test_points_of_a_match_are_differences_of_the_tables() -> None:
    setup = experiment(5, raises=True)
    table = match_table(match(setup, *NAMES, 200)).set_index("role")
    rates = {}
    for declaring, defending in (("greedy", "random"), ("random", "greedy"), ("random", "random")):
        shown = measure(replace(setup, declaring=declaring, defending=defending), 200).table()
        rates[declaring, defending] = shown[["win_rate", "ev"]].mean()
    base = rates["random", "random"]
    declaring, defending = rates["greedy", "random"] - base, base - rates["random", "greedy"]
    for role, better in (("declaring", declaring), ("defending", defending)):
        assert table.loc[role, "diff"] == pytest.approx(better["win_rate"])
        assert table.loc[role, "ev_diff"] == pytest.approx(better["ev"])
    assert table.loc["declaring", "win_base"] == pytest.approx(base["win_rate"])


def test_pairings_not_played_are_not_shown() -> None:
    shown = pairing_table(match(experiment(), *NAMES, 20))
    sides = set(zip(shown["declaring_policy"], shown["defending_policy"], strict=True))
    assert sides == {("greedy", "random"), ("random", "greedy"), ("random", "random")}


def test_greedy_is_clearly_better_than_random_in_both_roles() -> None:
    table = match_table(match(experiment(), *NAMES, 500))
    assert (table["diff"] > 3 * table["diff_se"]).all()


def test_precision_stops_at_the_first_fixed_count_that_is_precise_enough() -> None:
    duel = match(experiment(), *NAMES, 50, precision=0.02)
    assert duel.deals in {50 * 2**doubled for doubled in range(8)} and duel.deals > 50
    assert max(errors_of(duel, (0, 1))) < 0.02
    assert max(errors_of(match(experiment(), *NAMES, duel.deals // 2), (0, 1))) >= 0.02
    assert match(experiment(), *NAMES, 50, precision=0.001, max_deals=120).deals == 120


def test_interrupted_it_keeps_the_first_deals() -> None:
    def stop(done: int, goal: int) -> None:
        if done >= 500:
            raise KeyboardInterrupt

    duel = match(experiment(), *NAMES, 100_000, jobs=1, progress=stop)
    assert duel.partial and duel.deals == 500
    assert (duel.grid.wins == match(experiment(), *NAMES, 500).grid.wins).all()


def test_open_cells_are_those_that_builder_wins_neither_always_nor_never() -> None:
    setup = Experiment(RULES)
    rates = measure(replace(setup, declaring="builder", defending="builder"), 2000).table()
    expected = rates["win_rate"].between(0.05, 0.95)
    assert open_cells(setup) == tuple(np.array(RULES.cells, object)[expected.to_numpy()])


def test_ratings_of_two_are_the_logarithm_of_the_games() -> None:
    games = np.array([[0, 300], [100, 0]])
    found = fit(games, np.zeros((2, 2, 2, 2)))
    gap = ELO * np.log(300.5 / 100.5)
    assert found.ratings == pytest.approx([gap / 2, -gap / 2], rel=1e-6)


def test_ratings_give_back_the_strengths_that_games_were_made_of() -> None:
    strength = np.array([1.0, 2.0, 5.0, 0.5])
    chance = strength[:, None] / (strength[:, None] + strength)
    games = np.round(1e6 * chance).astype(np.int64)
    np.fill_diagonal(games, 0)
    found = fit(games, np.zeros((4, 4, 4, 4))).ratings
    expected = ELO * np.log(strength)
    assert found == pytest.approx(expected - expected.mean(), abs=0.01)


def test_the_errors_of_ratings_are_those_of_drawing_other_deals() -> None:
    """By deal, not by game: each deal counts several times over, as cells of a deal do."""
    rng = np.random.default_rng(7)
    strength, deals, copies = np.array([1.0, 1.5, 3.0]), 400, 5
    chance = (strength[:, None] / (strength[:, None] + strength))[:, :, None]

    def drawn():
        ones = np.triu(np.ones((3, 3), np.bool_), 1)[:, :, None]
        first = rng.random((3, 3, deals)) < chance
        won = np.where(ones, first, ~first.transpose(1, 0, 2))
        won[np.arange(3), np.arange(3)] = False
        games = copies * won.astype(np.int64)
        flat = games.reshape(9, deals)
        return fit(games.sum(axis=2), (flat @ flat.T).reshape(3, 3, 3, 3))

    found = [drawn() for _ in range(200)]
    spread = np.std([each.ratings for each in found], axis=0, ddof=1)
    errors = np.mean([each.errors for each in found], axis=0)
    assert errors == pytest.approx(spread, rel=0.2)


def test_who_never_won_a_game_has_a_finite_rating() -> None:
    found = fit(np.array([[0, 50], [0, 0]]), np.zeros((2, 2, 2, 2)))
    assert np.isfinite(found.ratings).all() and found.ratings[0] > 300


def test_rungs_are_ordered_by_rating_each_against_the_one_below() -> None:
    names = ("random", "builder", "greedy")
    duel = ladder(experiment(), names, 300)
    assert rungs(duel) == [(1, 2), (2, 0)]
    ratings = fit(duel.grid.games, duel.grid.cross)
    table = ladder_table(duel, ratings, [1.0, 2.0, 3.0])
    assert list(table["policy"]) == ["builder", "greedy", "random"]
    assert list(table["us_per_deal"]) == [2.0, 3.0, 1.0]
    assert list(table["below"][:2]) == ["greedy", "random"]
    assert table["declaring_diff"][1] == match_table(duel, (2, 0))["diff"][0]
    assert table["clear"][1]


def test_only_pairings_that_were_played_are_counted() -> None:
    won, points = np.ones((2, 2, 3, 4), np.bool_), np.ones((2, 2, 3), np.int64)
    played = np.array([[False, True], [True, True]])
    won[0, 0], points[0, 0] = False, 0
    grid = count_deals(won, points, played)
    assert not grid.differences[1, 0].any() and not grid.wins[0, 0].any()
    assert (Grid.of(grid.flat(), 2, 4).wins == grid.wins).all()


def test_what_can_not_be_measured_is_refused() -> None:
    with pytest.raises(PlateauError):
        match(replace(experiment(), auction=True), *NAMES, 10)
    with pytest.raises(PlateauError):
        ladder(experiment(), ("greedy", "greedy"), 10)


def test_a_cost_is_told_of_any_policy() -> None:
    assert cost(experiment(), "random") > 0
