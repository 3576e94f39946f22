"""Other programs that do comparable work, where they are there: C, networkx, OpenSpiel."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import random
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from plateau_sim.plateau.board import NEIGHBOURS, SIDES, SPACES, spaces_of

_ROLLOUTS, _HEARTS_CARDS = 300, 52


def version(package: str) -> str | None:
    """Return a package's version, or None if it is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def compile_baseline(folder: Path, target: Path) -> Path | None:
    """Compile the C program, if it and a compiler are there."""
    source, compiler = folder / "playout.c", shutil.which("gcc")
    if compiler is None or not source.is_file():
        return None
    program = target / "playout"
    subprocess.run([compiler, "-O3", "-march=native", source, "-o", program], check=True)
    return program


def run_baseline(program: Path, deals: int) -> dict[str, float]:
    """Run the C program once."""
    done = subprocess.run([program, str(deals), "1"], capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def networkx_checks() -> Callable[[list[int]], int] | None:
    """Return what counts the boards (words) with a Bridge or a Y by networkx's components."""
    if version("networkx") is None:
        return None
    import networkx

    board = networkx.Graph()
    board.add_nodes_from(range(SPACES))
    board.add_edges_from((a, b) for a in range(SPACES) for b in NEIGHBOURS[a])
    sides = [frozenset(side) for side in SIDES]

    def makes(group: set[int]) -> bool:
        touched = {number for number in range(6) if not sides[number].isdisjoint(group)}
        bridge = any({side, side + 3} <= touched for side in range(3))
        return bridge or {0, 2, 4} <= touched or {1, 3, 5} <= touched

    def count(words: list[int]) -> int:
        own = (board.subgraph(spaces_of(word)) for word in words)
        return sum(any(map(makes, networkx.connected_components(spaces))) for spaces in own)

    return count


def open_spiel_cards() -> Callable[[], float] | None:
    """Return what tells how many cards a second OpenSpiel's random rollouts (C++) of Hearts play.

    Hearts is the nearest of its games: four players, a whole deck of 52 cards in tricks.
    """
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game("hearts(pass_cards=false)")
    rng, dealt = random.Random(1), game.new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(rng.choice(dealt.legal_actions()))

    def cards_per_second() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, 1)
        # One simulation: the root is judged once, by that many rollouts.
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1, False, 1, False)
        started = time.perf_counter()
        bot.step(dealt)
        return _ROLLOUTS * _HEARTS_CARDS / (time.perf_counter() - started)

    return cards_per_second
