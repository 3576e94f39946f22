"""Whole hands, bit for bit: the runner against the naive twin, from the deal to the points."""

from __future__ import annotations

import random
from typing import Any

import pytest
from helpers import KINDS, Kind, every_kind, naive_options, random_runner, read_hand, told_hand
from naive.hand import play_hand
from naive.record import Hand

from plateau_sim.plateau.layouts import find_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner

GAMES, HANDS = 30, 8
_LAYOUTS = ("standard", "random", "grouped", "tricks-central")


def draw_game(kind: Kind, rng: random.Random) -> Runner:
    """Return a game of this kind with options drawn at random."""
    positive = rng.random() < 0.4
    options = {
        "positive_only": positive,
        "counter_sabotage": positive and kind.players == 5 and rng.random() < 0.5,
        "strict_formations": rng.random() < 0.3,
    }
    rules = kind.rules(**options)
    layout = rng.choice(_LAYOUTS)
    text = layout if layout == "standard" else f"{layout}:{rng.randrange(1000)}"
    auction = rng.random() < 0.4
    return random_runner(
        rules,
        layout=find_layout(text, rules),
        auction=auction,
        raises=rng.random() < 0.6,
        seed=rng.randrange(2**63),
        seat=None if auction or rng.random() < 0.7 else rng.randrange(kind.players),
        play_on=rng.random() < 0.3,
    )


def naive_hand(runner: Runner, number: int, row: int, **more: Any) -> Hand:
    """Play the same deal with the naive twin."""
    experiment = runner.experiment
    return play_hand(
        naive_options(experiment.rules),
        experiment.layout.tokens,
        experiment.seed,
        number,
        cell=None if experiment.auction else row,
        declarer=experiment.seat,
        raises=experiment.raising,
        early_end=not experiment.play_on,
        **more,
    )


def check(runner: Runner, number: int, row: int) -> str:
    """Compare one hand and return its result."""
    deal, state = runner.play(number, row)
    read = read_hand(runner.experiment, deal, state)
    assert read == told_hand(naive_hand(runner, number, row))
    return str(read["result"])


@every_kind
def test_a_hand_is_played_as_by_the_naive_twin(kind: Kind) -> None:
    rng = random.Random(f"hands {kind}")
    results = []
    for _ in range(GAMES):
        runner = draw_game(kind, rng)
        for _ in range(HANDS):
            row = rng.randrange(len(runner.experiment.cells))
            results.append(check(runner, rng.randrange(2**40), row))
    assert {"won", "lost"} <= set(results)


@pytest.mark.plain_python
def test_a_few_hands_of_each_kind_are_played_as_by_the_naive_twin() -> None:
    rng = random.Random("a few hands")
    for kind in KINDS:
        for _ in range(3):
            runner = draw_game(kind, rng)
            check(runner, rng.randrange(2**40), rng.randrange(len(runner.experiment.cells)))


@every_kind
def test_playing_on_after_the_decision_changes_no_result(kind: Kind) -> None:
    for options in ({}, {"strict_formations": True}):
        rules = kind.rules(**options)
        short = random_runner(rules, seed=3, raises=True)
        long = random_runner(rules, seed=3, raises=True, play_on=True)
        for number in range(60):
            row = number % len(rules.cells)
            ends = [runner.play(number, row)[1].table for runner in (short, long)]
            assert ends[0].result == ends[1].result
            assert ends[0].by_talon == ends[1].by_talon
            assert ends[0].trick <= ends[1].trick == rules.tricks


@pytest.mark.parametrize("team", ["duo", "trio"])
def test_partners_who_need_no_call_can_be_fixed(team: str) -> None:
    rules = GameRules.published(6)
    cells = tuple(cell for cell in rules.cells if cell.team == team)
    offsets = (2, 5)[: {"duo": 1, "trio": 2}[team]]
    runner = random_runner(rules, cells=cells, fixed_partners=offsets, raises=True, seed=8)
    for number in range(100):
        row = number % len(cells)
        deal, state = runner.play(number, row)
        hand = naive_hand(runner, number, rules.cells.index(cells[row]), fixed_partners=offsets)
        assert read_hand(runner.experiment, deal, state) == told_hand(hand)
