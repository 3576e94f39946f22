"""Raising the objective and counter-sabotage: rulebook 5, rulings 4; against the naive twin."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from helpers import (
    Kind,
    cell_rows,
    every_kind,
    final_value,
    plant,
    random_runner,
    read_chances,
    seat_points,
)
from naive.policies import random_policy
from naive.raising import no_raise, raise_objective
from naive.scoring import counter_sabotage_in_force

from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import PolicyError
from plateau_sim.plateau.view import ABDICATE, RAISE

HANDS = 200  # of each of the eleven kinds and three scorings
SCORINGS: tuple[dict[str, bool], ...] = (
    {},
    {"positive_only": True},
    {"positive_only": True, "counter_sabotage": True},
)
_, Y, FORK, FIVE, SIX = range(5)


@pytest.mark.parametrize("options", SCORINGS, ids=["standard", "positive", "sabotage"])
@every_kind
def test_raising_agrees_with_the_naive_twin(kind: Kind, options: dict[str, bool]) -> None:
    if options.get("counter_sabotage") and kind.players != 5:
        return
    rules = kind.rules(**options)
    runner = random_runner(rules, seed=random.Random(str(kind)).randrange(2**63), raises=True)
    sabotage = counter_sabotage_in_force(kind.players, rules.positive_only, rules.counter_sabotage)
    abdications = 0
    for number in range(HANDS):
        row = number % len(rules.cells)
        table = runner.play(number, row)[1].table
        told = raise_objective(
            int(table.declarer),
            [int(seat) for seat in table.partner[: table.partners]],
            kind.players,
            rules.cells[row].objective,
            sabotage,
            random_policy(runner.experiment.seed, number),
        )
        assert read_chances(table) == list(told.chances)
        assert bool(table.abdicated) == told.abdicated
        assert OBJECTIVES[table.objective] == told.objective
        abdications += told.abdicated
    assert bool(abdications) == sabotage


@every_kind
def test_without_raises_every_chance_is_recorded_as_not_taken(kind: Kind) -> None:
    rules = kind.rules()
    runner = random_runner(rules, seed=2)
    for row, cell in enumerate(rules.cells):
        table = runner.play(row, row)[1].table
        partners = [int(seat) for seat in table.partner[: table.partners]]
        told = no_raise(int(table.declarer), partners, kind.players, cell.objective)
        assert read_chances(table) == list(told.chances)
        assert OBJECTIVES[table.objective] == cell.objective


def raised(
    players: int,
    team: str,
    objective: str,
    actions: Sequence[int],
    kind: int = RAISE,
    **options: bool,
) -> tuple[GameRules, Any]:
    """Play a hand of declarer 1 with scripted raises (or abdications); return the table."""
    rules = GameRules.published(players, **options)
    row = cell_rows(rules, team=team, objective=objective, exchange=True)[0]
    runner = plant(random_runner(rules, seed=4, seat=1, raises=True), kind, actions)
    return rules, runner.play(0, row)[1].table


def test_the_partner_has_one_chance_and_then_the_declarer() -> None:
    _, table = raised(4, "duo", "bridge", [Y, FORK])
    assert read_chances(table) == [(int(table.partner[0]), "y"), (1, "fork")]


def test_in_a_trio_the_partner_next_to_the_declarers_left_comes_first() -> None:
    _, table = raised(6, "trio", "bridge", [Y, FORK, FIVE])
    partners = sorted((int(seat) for seat in table.partner), key=lambda seat: (seat - 2) % 6)
    expected = [*zip(partners, ("y", "fork"), strict=True), (1, "five_sides")]
    assert read_chances(table) == expected


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_solo_declarer_has_a_chance_too(players: int) -> None:
    _, table = raised(players, "solo", "y", [FIVE])
    assert read_chances(table) == [(1, "five_sides")]


def test_a_raise_may_skip_steps() -> None:
    _, table = raised(4, "duo", "bridge", [SIX])
    assert read_chances(table)[0][1] == "six_sides"


def test_a_chance_that_cannot_be_used_is_recorded() -> None:
    _, table = raised(4, "duo", "six_sides", [])
    assert read_chances(table) == [(int(table.partner[0]), None), (1, None)]


def test_nobody_may_lower_or_repeat_the_objective() -> None:
    for objective in ("y", "fork"):
        with pytest.raises(PolicyError, match="seat 1, raise 0"):
            raised(4, "solo", objective, [Y])


def test_a_raise_raises_the_value_of_the_bid() -> None:
    rules, table = raised(4, "duo", "bridge", [0, FIVE])
    assert final_value(rules, table) == 7


def test_a_declarer_of_five_may_abdicate_in_place_of_raising() -> None:
    rules, table = raised(5, "duo", "bridge", [0, 1], ABDICATE)
    assert not table.abdicated and read_chances(table)[0][1]
    rules, table = raised(5, "duo", "bridge", [1], ABDICATE)
    assert table.abdicated and read_chances(table)[1] == (1, None)
    points = seat_points(rules, table)
    assert abs(points[int(table.partner[0])]) == 2 * abs(points[1])


def test_who_declines_to_abdicate_may_still_raise() -> None:
    rules = GameRules.published(5)
    row = cell_rows(rules, team="duo", objective="bridge")[0]
    runner = plant(random_runner(rules, seed=4, raises=True), ABDICATE, [0])
    ends = [read_chances(runner.play(number, row)[1].table) for number in range(60)]
    assert any(partner[1] and own[1] for partner, own in ends)


@pytest.mark.parametrize(
    ("players", "options", "allowed"),
    [
        (4, {}, False),
        (6, {}, False),
        (5, {}, True),
        (5, {"positive_only": True}, False),
        (5, {"positive_only": True, "counter_sabotage": True}, True),
    ],
)
def test_abdication_is_for_five_players_after_the_partners_raise(
    players: int, options: dict[str, bool], allowed: bool
) -> None:
    rules = GameRules.published(players, **options)
    row = cell_rows(rules, team="duo", objective="bridge")[0]
    runner = random_runner(rules, seed=4, raises=True)
    tables = [runner.play(number, row)[1].table for number in range(100)]
    abdicated = [table for table in tables if table.abdicated]
    assert bool(abdicated) == allowed
    assert all(read_chances(table)[0][1] for table in abdicated)
