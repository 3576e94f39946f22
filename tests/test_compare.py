"""Comparisons: what is counted deal by deal, signs, and no difference where there is none."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from comparing import belt_layout, hopeless_layout, setup

from plateau_sim import simulate
from plateau_sim.analysis.joint import Joint, common_cells
from plateau_sim.analysis.paired import ALPHA, comparison_table
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.layouts import look_up, standard_layout
from plateau_sim.plateau.outcomes import OUTCOME, SEAT, TRICKS, OutcomeRunner
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.state import WON
from plateau_sim.plateau.tallies import OUTCOMES, outcome
from plateau_sim.plateau.tallies import TRICKS as TRICKS_COLUMN
from plateau_sim.studies.compare import JointTask, compare
from scripts.check_null_pairs import null_layout, smallest_p

RULES = GameRules.published(4)
DEALS = 600


def two_boards(**options):
    """Return two setups that differ in the layout."""
    return [
        setup(**options),
        setup("other board", layout=look_up("random:7", RULES), **options),
    ]


@pytest.mark.parametrize("raises", [False, True])
@pytest.mark.parametrize("players", range(2, 7))
def test_outcomes_deal_by_deal_add_up_to_the_tallies(players, raises):
    runner = OutcomeRunner(setup(rules=GameRules.published(players), raises=raises).experiment)
    facts, tallies = runner.outcomes(40, 300), runner(40, 300)
    for row in range(len(runner.cells)):
        for seat in range(players):
            here = facts[SEAT, :, row] == seat
            counts = np.bincount(facts[OUTCOME, here, row], minlength=OUTCOMES)
            assert (counts == tallies[row, seat, :OUTCOMES]).all()
            assert facts[TRICKS, here, row].sum() == tallies[row, seat, TRICKS_COLUMN]


@pytest.mark.plain_python
@pytest.mark.parametrize("players", [2, 5])
def test_the_outcome_of_a_deal_is_that_of_the_deal_played_alone(players):
    runner = OutcomeRunner(setup(rules=GameRules.published(players), raises=True).experiment)
    facts = runner.outcomes(7, 4)
    for place in range(4):
        for row in range(0, len(runner.cells), 3):
            table = runner.play(7 + place, row)[1].table
            column = outcome(int(table.objective), int(table.abdicated), table.result == WON)
            found = (column, int(table.trick), int(table.declarer))
            assert tuple(facts[:, place, row]) == found


def test_the_joint_counts_are_those_of_a_slow_count():
    setups = [*two_boards(raises=True), setup("strict", replace(RULES, strict_formations=True))]
    cells = common_cells(setups)
    task = JointTask(setups, cells)
    joint = Joint.of(task(5, 60), *task.sizes)
    base, *others = (OutcomeRunner(each.experiment).outcomes(5, 60) for each in setups)
    for index, other in enumerate(others):
        for row in range(len(cells)):
            pairs = zip(
                base[SEAT, :, row], base[OUTCOME, :, row], other[OUTCOME, :, row], strict=True
            )
            seen = Counter(tuple(map(int, pair)) for pair in pairs)
            counts = joint.outcomes[index, row]
            assert {tuple(map(int, at)): counts[tuple(at)] for at in np.argwhere(counts)} == seen
            tricks = base[TRICKS, :, row], other[TRICKS, :, row]
            difference = tricks[1] - tricks[0]
            sums = [tricks[0].sum(), tricks[1].sum(), difference.sum(), (difference**2).sum()]
            assert joint.tricks[index, row].tolist() == sums
        for seat in range(4):
            deals = np.flatnonzero(base[SEAT, :, 0] == seat)
            won = [(facts[OUTCOME, deals] % 2).sum(axis=1) for facts in (base, other)]
            squares = [(each**2).sum() for each in (*won, won[1] - won[0])]
            sums = [deals.size, won[0].sum(), squares[0], won[1].sum(), squares[1], squares[2]]
            assert joint.seats[index, seat].tolist() == sums


def test_the_joint_counts_are_the_same_on_any_split():
    setups = two_boards()
    task = JointTask(setups, common_cells(setups))
    whole = task(0, 90)
    assert (simulate.run(task, 90, chunk=7, jobs=2) == whole).all()
    assert (compare(setups, 90, jobs=1).joint.flat() == whole).all()


def test_a_setup_compared_with_itself_does_not_differ_at_all():
    table = compare([setup("one"), setup("two")], DEALS).table()
    for name in ("diff", "only_base", "only_other", "ev_diff", "tricks_diff"):
        assert (table[name] == 0).all()
    assert (table["p_mcnemar"] == 1).all() and (table["p_holm"] == 1).all()
    for name in ("diff", "ev_diff", "tricks_diff"):
        assert ((table[f"{name}_low"] < 0) & (table[f"{name}_high"] > 0)).all()


@pytest.mark.parametrize("players", [3, 5])
def test_exchanging_the_setups_negates_every_difference(players):
    rules = GameRules.published(players)
    other = replace(rules, positive_only=True)
    setups = [
        setup("one", rules, raises=True),
        setup("two", other, raises=True, layout=look_up("random:7", rules)),
    ]
    there, back = compare(setups, DEALS), compare(setups[::-1], DEALS)
    one, two = there.table(), back.table()
    assert (one["diff"] != 0).any() and (one["ev_diff"] != 0).all()
    for name in ("diff", "ev_diff", "tricks_diff"):
        assert (one[name] == -two[name]).all()
        assert (one[f"{name}_low"] == -two[f"{name}_high"]).all()
    for name, twin in (("only_base", "only_other"), ("win_base", "win_other")):
        assert (one[name] == two[twin]).all() and (one[twin] == two[name]).all()
    assert (one["p_holm"] == two["p_holm"]).all()
    seats, seats_back = there.seats(), back.seats()
    assert (seats["effect_diff"] == -seats_back["effect_diff"]).all()
    assert (seats["effect_diff_low"] == -seats_back["effect_diff_high"]).all()


def test_the_rates_of_a_comparison_are_those_of_the_table():
    from plateau_sim.studies.measure import measure

    setups = two_boards(raises=True)
    table = compare(setups, DEALS).table()
    for which, one in zip(("base", "other"), setups, strict=True):
        alone = measure(one.experiment, DEALS).table()
        for here, there in (("win", "win_rate"), ("win_{}_low", "win_low"), ("ev", "ev"),
                            ("ev_{}_high", "ev_high"), ("tricks", "mean_tricks")):  # fmt: skip
            name = here.format(which) if "{" in here else f"{here}_{which}"
            assert (table[name] == alone[there]).all()
    assert np.allclose(table["diff"], table["win_other"] - table["win_base"])
    assert np.allclose(table["ev_diff"], table["ev_other"] - table["ev_base"])
    assert np.allclose(table["tricks_diff"], table["tricks_other"] - table["tricks_base"])


def test_a_board_made_for_declarers_is_found_to_be_so():
    bridge = (BidCell(True, "bridge", "duo"),)
    options = {"declaring": "greedy", "defending": "greedy", "cells": bridge}
    boards = [belt_layout(RULES, worst=True), belt_layout(RULES)]
    table = compare([setup(each.name, layout=each, **options) for each in boards], 2000).table()
    assert (table["diff_low"] > 0).all() and (table["p_holm"] < ALPHA).all()
    assert (table["ev_diff_low"] > 0).all()
    assert (table["only_other"] > table["only_base"]).all()


def test_a_board_on_which_no_bid_can_be_made_loses_every_deal_that_the_other_wins():
    rules = replace(RULES, swap_size=2)  # not the published game, so that spaces may be empty
    hopeless = setup("hopeless", rules, layout=hopeless_layout(rules))
    table = compare([hopeless, setup("standard", rules)], 400).table()
    assert (table["win_base"] == 0).all() and (table["only_base"] == 0).all()
    assert np.allclose(table["only_other"], 400 * table["win_other"])
    bridges = table[table["objective"] == "bridge"]
    assert (bridges["diff_low"] > 0).all() and (bridges["p_holm"] < ALPHA).all()
    back = compare([setup("standard", rules), hopeless], 400).table()
    assert (back["diff"] == -table["diff"]).all()


def test_scoring_changes_points_and_not_one_result():
    table = compare([setup(), setup("positive", replace(RULES, positive_only=True))], 300).table()
    assert (table["only_base"] == 0).all() and (table["only_other"] == 0).all()
    assert (table["ev_diff"] != 0).all()


def test_setups_with_two_suits_exchanged_are_rarely_found_to_differ():
    """A small run of scripts/check_null_pairs.py."""
    assert null_layout(RULES).tokens != standard_layout(RULES).tokens
    found = [smallest_p(4, 150, seed) for seed in range(12)]
    assert all(discordant > 0 for _, discordant in found)
    assert sum(p < ALPHA for p, _ in found) <= 2


def test_only_cells_that_all_setups_have_are_compared():
    setups = [setup("four"), setup("five", GameRules.published(5)), setup("three")]
    assert len(compare(setups[:2], 20).table()) == 20
    cells = common_cells(
        [setup("duos", cells=tuple(c for c in RULES.cells if c.team == "duo")), setups[1]]
    )
    assert {cell.team for cell in cells} == {"duo"} and len(cells) == 10


def test_other_players_or_another_deck_are_not_paired():
    full = GameRules.published(4, full_deck=True)
    others = [
        setup("five", GameRules.published(5)),
        setup("full", full),
        setup("strict", replace(RULES, strict_formations=True)),
    ]
    comparison = compare([setup(), *others], 30)
    paired = comparison.table().groupby("other", sort=False)["paired"].first()
    assert paired.to_dict() == {"five": False, "full": False, "strict": True}
    assert set(comparison.seats()["other"]) == {"full", "strict"}


def test_what_cannot_be_compared_is_refused():
    solo = setup("solo", cells=tuple(c for c in RULES.cells if c.team == "solo"))
    duo = setup("duo", cells=tuple(c for c in RULES.cells if c.team == "duo"))
    for setups in (
        [setup()],
        [setup(), setup("auction", auction=True)],
        [setup(), setup("other seed", seed=2)],
        [solo, duo],
    ):
        with pytest.raises(PlateauError):
            compare(setups, 10)


def test_interrupted_it_keeps_the_first_deals():
    def stop(done, goal):
        if done >= 500:
            raise KeyboardInterrupt

    setups = two_boards()
    found = compare(setups, 100_000, jobs=1, progress=stop)
    assert found.partial and found.deals == 500
    whole = compare(setups, 500).table()
    assert comparison_table(setups, found.cells, found.joint).equals(whole)
