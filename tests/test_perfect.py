"""Distance from perfect play: what is judged, how it is counted, rates and intervals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from endings import told_ending
from helpers import SIDES, Kind, every_kind
from naive.perfect import counted
from naive.solver import BruteForce, options

from plateau_sim import simulate
from plateau_sim.analysis.intervals import wilson
from plateau_sim.analysis.perfect import perfect_table
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.perfect import Endings, Judge
from plateau_sim.plateau.perfectcounts import COLUMNS, COUNTS, CRITICAL, ROLES_TOLD, THROWN
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.state import DECLARING, WON
from plateau_sim.studies import perfect
from plateau_sim.studies.perfect import count_deals, distance_from_perfect

POLICIES = ("greedy", "random", "builder")


def experiment(rules: GameRules, policy: str = "greedy", **options: Any) -> Experiment:
    return Experiment(rules, declaring=policy, defending=policy, **options)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@every_kind
def test_a_hand_changes_hands_exactly_where_its_own_policy_throws_it_away(
    kind: Kind, policy: str
) -> None:
    """Judged on its own play: who wins with perfect play changes at mistakes and nowhere else."""
    setup = experiment(kind.rules(), policy)
    endings = Endings(setup, 5)
    positions, cells = endings.positions(0, 12), len(setup.cells)
    thrown = positions.won & ~Judge(setup, policy).keeps(positions)
    sides = positions.tables["side"][np.arange(thrown.size), positions.tables["seat"]]
    declaring_wins = positions.won == (sides == DECLARING)
    assert thrown.any() and not thrown.all()
    last = thrown.size - 1
    for place, hand in enumerate(positions.hands):
        if place < last and positions.hands[place + 1] == hand:
            after = declaring_wins[place + 1]
        else:
            _, state = endings.play(int(hand) // cells, int(hand) % cells)
            if kind.players == 2 and state.table.turned == kind.rules().talon_size:
                continue  # the talon pick, which is not judged, may have been a mistake
            after = state.table.result == WON
        assert (after != declaring_wins[place]) == thrown[place]


@pytest.mark.parametrize("players", range(2, 7))
def test_the_choices_of_the_last_tricks_are_judged_and_no_others(players: int) -> None:
    endings = Endings(experiment(GameRules.published(players)), 2)
    positions = endings.positions(0, 3)
    for index in range(positions.deals.size):
        ending = told_ending(endings, positions.state(endings.game, index))
        _, cards = options(ending)
        naive = BruteForce().best_cards(ending)
        assert len(cards) == positions.choices[index] > 1
        assert positions.won[index] == bool(naive)
        assert positions.critical[index] == (0 < len(naive) < len(cards))
        assert ending.number >= ending.tricks - 1


def test_decisions_are_counted_as_one_by_one() -> None:
    setup, first, count = experiment(GameRules.published(4)), 3, 6
    endings = Endings(setup, 4)
    positions = endings.positions(first, count)
    thrown = [positions.won & ~Judge(setup, name).keeps(positions) for name in POLICIES]
    tally = count_deals(positions, thrown, endings, first, count)
    decisions = []
    for place, table in enumerate(positions.tables):
        side, left = SIDES[table["side"][table["seat"]]], 13 - int(table["trick"])
        mistakes = [bool(policy[place]) for policy in thrown]
        facts = bool(positions.won[place]), bool(positions.critical[place]), mistakes
        decisions.append((int(positions.deals[place]), side, left, *facts))
    assert tally.shape == (len(POLICIES), len(ROLES_TOLD), 5, COLUMNS)
    for policy in range(len(POLICIES)):
        for role, name in enumerate(ROLES_TOLD):
            for left in range(5):
                assert tally[policy, role, left].tolist() == counted(decisions, policy, name, left)


def test_tallies_are_the_same_on_any_split() -> None:
    task = perfect._Task(experiment(GameRules.published(3)), POLICIES[:2], 3)
    expected = task(0, 7)
    for chunk, jobs in ((1, 2), (3, 1)):
        assert (simulate.run(task, 7, chunk=chunk, jobs=jobs) == expected).all()


def test_policies_do_not_change_each_others_positions_or_rates() -> None:
    setup = experiment(GameRules.published(4))
    both = distance_from_perfect(setup, ["random", "greedy"], 3, 10, jobs=1)
    alone = distance_from_perfect(setup, ["greedy"], 3, 10, jobs=1)
    assert (both.tallies[1, ..., :-1] == alone.tallies[0, ..., :-1]).all()
    assert (both.tallies[0, ..., :THROWN] == both.tallies[1, ..., :THROWN]).all()


def test_interrupted_it_holds_the_first_deals() -> None:
    def stop(done: int, goal: int) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    setup = experiment(GameRules.published(3))
    found = distance_from_perfect(setup, ["random"], 2, 1000, jobs=1, progress=stop)
    assert found.partial and found.deals == 10
    assert (found.tallies == perfect._Task(setup, ("random",), 2)(0, 10)).all()


def test_what_cannot_be_judged_is_refused() -> None:
    setup = experiment(GameRules.published(4))
    faults = {
        "no such policy": (setup, ["nobody"], 3),
        "named twice": (setup, ["random", "random"], 3),
        "none named": (setup, [], 3),
        "from 2 to 8": (setup, ["random"], 1),
        "forced": (experiment(GameRules.published(4), auction=True), ["random"], 3),
    }
    for fault, (one, policies, last) in faults.items():
        with pytest.raises(PlateauError, match=fault):
            distance_from_perfect(one, policies, last, 5)


def made_tally(by_deal: np.ndarray) -> np.ndarray:
    """Return a tally of one scope from counts by policy, deal and column."""
    tally = np.zeros((len(by_deal), len(ROLES_TOLD), 2, COLUMNS), np.int64)
    tally[..., :COUNTS] = by_deal.sum(axis=1)[:, None, None]
    place = COUNTS
    for one in range(COUNTS):
        for other in range(one, COUNTS):
            products = (by_deal[..., one] * by_deal[..., other]).sum(axis=1)
            tally[..., place] = products[:, None, None]
            place += 1
    cross = (by_deal[..., THROWN] * by_deal[0, :, THROWN]).sum(axis=1)
    tally[..., place] = cross[:, None, None]
    return tally


def table_of(by_deal: np.ndarray) -> Any:
    names = tuple(f"p{number}" for number in range(len(by_deal)))
    setup = experiment(GameRules.published(4))
    table = perfect_table(setup, names, made_tally(by_deal), by_deal.shape[1])
    return table[(table["role"] == "both") & (table["tricks_left"] == "all")]


def test_one_decision_a_deal_gives_wilsons_interval() -> None:
    deals = 400
    by_deal = np.ones((1, deals, COUNTS), np.int64)
    by_deal[0, 100:, THROWN] = 0
    row = table_of(by_deal).iloc[0]
    assert row["thrown_of_won"] == row["thrown_of_critical"] == 0.25
    low, high = wilson(100, deals)
    assert row["thrown_of_won_low"] == pytest.approx(float(low), abs=2e-4)
    assert row["thrown_of_won_high"] == pytest.approx(float(high), abs=2e-4)


def test_deals_without_such_a_choice_have_no_rate() -> None:
    row = table_of(np.zeros((2, 5, COUNTS), np.int64)).iloc[1]
    assert row["thrown"] == 0
    for name in ("thrown_of_won", "thrown_of_critical_low", "difference", "p_adjusted"):
        assert pd.isna(row[name])


@pytest.mark.parametrize("rate", [0.05, 0.3])
def test_intervals_cover_also_where_the_decisions_of_a_deal_depend_on_each_other(
    rate: float,
) -> None:
    """Each deal has its own rate, and up to 20 decisions; the second policy is worse by 0.1."""
    rng, deals, repeats = np.random.default_rng(1), 200, 400
    covered = np.zeros(2)
    for _ in range(repeats):
        by_deal = np.zeros((2, deals, COUNTS), np.int64)
        by_deal[:, :, :THROWN] = rng.integers(0, 21, deals)[None, :, None]
        own = rng.beta(2 * rate, 2 * (1 - rate), deals)
        both = np.stack([own, own * (1 - 0.1) + 0.1])
        by_deal[:, :, THROWN] = rng.binomial(by_deal[:, :, CRITICAL], both)
        first, second = (row for _, row in table_of(by_deal).iterrows())
        covered[0] += first["thrown_of_critical_low"] < rate < first["thrown_of_critical_high"]
        truth = 0.1 * (1 - rate)
        covered[1] += second["difference_low"] < truth < second["difference_high"]
    assert (covered / repeats > 0.92).all() and (covered / repeats < 0.985).all()
