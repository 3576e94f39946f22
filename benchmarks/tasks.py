"""What is measured: the simulator's own tasks, as functions that do an amount of work."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from plateau_sim.jit import entry
from plateau_sim.kernels.rng import subkey
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.board import BOARD
from plateau_sim.plateau.dealing import begin, deal_hand
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.formations import makes
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.state import DEAL_TYPE, STATE_TYPE
from plateau_sim.plateau.tallies import OUTCOMES, TRICKS

BOARDS = 4096


def baseline_task(policy: str, **changes: bool) -> Runner:
    """Return the C program's own task: forehand and the seat opposite declare Bridge or better."""
    bridge = BidCell(exchange=False, objective="bridge", team="duo")
    return Runner(
        Experiment(
            GameRules.published(4),
            cells=(bridge,),
            seat=0,
            fixed_partners=(2,),
            declaring=policy,
            defending=policy,
            **changes,
        )
    )


def table_task(players: int) -> Runner:
    """Return random play of each bid cell on the published layout."""
    rules = GameRules.published(players)
    return Runner(Experiment(rules, declaring="random", defending="random"))


def cards_a_hand(runner: Runner, deals: int) -> float:
    """Return how many cards are played in a hand, on the average."""
    tally = runner(0, deals).sum(axis=(0, 1))
    return float(tally[TRICKS] * runner.experiment.rules.players / tally[:OUTCOMES].sum())


@entry(types.int64(types.uint64[::1], types.uint8[::1], types.int64))
def check_boards(boards: Any, made: Any, repeats: Any) -> Any:
    """Count the boards with a Bridge or a Y, several times over."""
    count = 0
    for _ in range(repeats):
        for index in range(boards.size):
            count += makes(boards[index], 0, made)
    return count


@entry(types.int64(STATE_TYPE, DEAL_TYPE, types.int64))
def only_deal(state: Any, deal: Any, count: Any) -> Any:
    """Deal and begin hands without playing them."""
    total = 0
    for number in range(count):
        deal_hand(state.game, 1, number, deal)
        begin(state, deal)
        total += state.table.trick
    return total


def random_boards() -> np.ndarray:
    """Return random boards: each space belongs to the side with probability 1/2."""
    words = [int(subkey(np.uint64(2), number)) & BOARD for number in range(BOARDS)]
    return np.array(words, np.uint64)
