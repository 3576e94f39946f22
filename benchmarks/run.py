#!/usr/bin/env python3
"""Print how fast the simulator is, as ratios to a C program that does the same work.

    python benchmarks/run.py [--baseline FOLDER]

FOLDER holds ``playout.c`` (default ``../shared/baseline``); without it or without gcc the ratios
are left out. All figures come from one run, one thread unless said, compile time outside; each is
the median of several rounds in which the contestants take turns.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from plateau_sim import simulate
from plateau_sim.jit import HAS_PDEP, entry
from plateau_sim.kernels.rng import subkey
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.board import BOARD
from plateau_sim.plateau.dealing import begin, deal_hand
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.formations import made_table, makes
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner, new_deal
from plateau_sim.plateau.state import DEAL_TYPE, STATE_TYPE, new_state

ROUNDS, DEALS, BOARDS = 5, 300_000, 4096


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


def per_second(work: Callable[[], object], amount: int) -> float:
    """Return how much of an amount of work is done a second."""
    started = time.perf_counter()
    work()
    return amount / (time.perf_counter() - started)


def run_baseline(program: Path) -> dict[str, float]:
    """Run the C program once."""
    done = subprocess.run([program, str(DEALS), "1"], capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def compile_baseline(folder: Path, target: Path) -> Path | None:
    """Compile the C program, if it and a compiler are there."""
    source, compiler = folder / "playout.c", shutil.which("gcc")
    if compiler is None or not source.is_file():
        return None
    program = target / "playout"
    subprocess.run([compiler, "-O3", "-march=native", source, "-o", program], check=True)
    return program


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


def measure(program: Path | None) -> dict[str, list[float]]:
    """Return the figures of each contestant, round by round."""
    tasks = {policy: baseline_task(policy) for policy in ("random", "greedy", "builder")}
    played_out = baseline_task("random", play_on=True)
    boards, made, checks = random_boards(), made_table(strict=False), 200
    state, deal = new_state(tasks["random"].game), new_deal()
    figures: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)

    for runner in tasks.values():
        runner(0, 100)
    check_boards(boards, made, 1)
    for _ in range(ROUNDS):
        if program:
            c = run_baseline(program)
            note("C: random, deals/s", c["deals_per_second"])
            note("C: random, played out, deals/s", c["deals_per_second_played_out"])
            note("C: Bridge or Y, checks/s", 1e9 / c["formation_check_ns"])
        for policy, runner in tasks.items():
            deals = DEALS // 10 if policy == "builder" else DEALS
            rate = per_second(lambda r=runner, d=deals: r(0, d), deals)
            note(f"{policy}, deals/s", rate)
        note("random, played out, deals/s", per_second(lambda: played_out(0, DEALS), DEALS))
        note("dealing alone, deals/s", per_second(lambda: only_deal(state, deal, DEALS), DEALS))
        many = BOARDS * checks
        note("Bridge or Y, checks/s", per_second(lambda: check_boards(boards, made, checks), many))
        cores = simulate.all_cores()
        both = per_second(lambda: simulate.run(tasks["random"], DEALS * 2, chunk=20000), DEALS * 2)
        note(f"random, {cores} threads, deals/s", both)
    return figures


def ratios(figures: dict[str, float]) -> dict[str, float]:
    """Return each figure against its C counterpart, or against one thread."""
    found = {}
    for name, value in figures.items():
        c_name, one_thread = f"C: {name}", "random, deals/s"
        if c_name in figures:
            found[name] = value / figures[c_name]
        elif "threads" in name:
            found[name] = value / figures[one_thread]
    return found


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    beside = Path(__file__).resolve().parents[2] / "shared" / "baseline"
    parser.add_argument("--baseline", type=Path, default=beside, help="folder of playout.c")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rounds = measure(compile_baseline(chosen.baseline, Path(folder)))
    figures = {name: statistics.median(values) for name, values in rounds.items()}
    against = ratios(figures)
    print(
        f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}, "
        f"{platform.machine()}, pdep {'yes' if HAS_PDEP else 'no'}, medians of {ROUNDS}\n"
    )
    print("| what | a second | ns each | ratio |\n|---|---:|---:|---:|")
    for name, value in figures.items():
        ratio = f"{against[name]:.2f}" if name in against else ""
        print(f"| {name} | {value:,.0f} | {1e9 / value:,.0f} | {ratio} |")
    print("\nRatio: to the C program's line of the same name; threads: to one thread.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
