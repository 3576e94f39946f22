#!/usr/bin/env python3
"""Print how fast the simulator is, as ratios to other programs that do the same work.

    python benchmarks/run.py [--baseline FOLDER]

FOLDER holds the C program ``playout.c`` (default ``../shared/baseline``). Programs that are not
there (also: gcc, networkx, OpenSpiel) are left out. All figures come from one run, one thread
unless said, compile time outside; each is the median of several rounds in which all take turns, on
one and the same core where the system lets us choose: cores of a shared machine differ. Ratios are
medians too, of the ratios within a round.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numba
import numpy as np
import peers
import starting
import tasks

from plateau_sim import simulate
from plateau_sim.jit import HAS_PDEP
from plateau_sim.plateau.formations import made_table
from plateau_sim.plateau.rules import PLAYER_COUNTS
from plateau_sim.plateau.runner import Runner, new_deal
from plateau_sim.plateau.state import new_state

ROUNDS, DEALS = 15, 60_000
# Policies, and how many times fewer deals they get.
PLAYED = {
    "random": 1,
    "greedy": 1,
    "builder": 10,
    "tuned": 10,
    "search:20": 1000,
    "search:80": 4000,
}
THREADED = ("random", "builder", "tuned", "search:20")
TWO = simulate.all_cores()
# Each line with the line that it is compared with.
AGAINST = {
    "random, played out, deals": "C: random, played out, deals",
    **{f"{policy}, deals": "C: random, deals" for policy in PLAYED},
    **{f"{policy}, {TWO} threads, deals": f"{policy}, deals" for policy in THREADED},
    "Bridge or Y, checks": "C: Bridge or Y, checks",
    "networkx: Bridge or Y, checks": "C: Bridge or Y, checks",
    "OpenSpiel: random Hearts, cards": "C: random, cards",
    **{f"random, {players} players, cards": "C: random, cards" for players in PLAYER_COUNTS},
}


def per_second(work: Callable[[], object], amount: int) -> float:
    """Return how much of an amount of work is done a second."""
    started = time.perf_counter()
    work()
    return amount / (time.perf_counter() - started)


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this thread, and what it starts meanwhile, on one core."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def contestants(program: Path | None) -> list[Callable[[], dict[str, float]]]:
    """Return what measures one round each, ready to run: everything is compiled."""
    runners = {policy: tasks.baseline_task(policy) for policy in PLAYED}
    played_out = tasks.baseline_task("random", play_on=True)
    tables = {players: tasks.table_task(players) for players in PLAYER_COUNTS}
    cards = {players: tasks.cards_a_hand(table, 200) for players, table in tables.items()}
    cards_a_deal = tasks.cards_a_hand(runners["random"], DEALS)
    boards, made = tasks.random_boards(), made_table(strict=False)
    words = [int(word) for word in boards[:500]]
    state, deal = new_state(runners["random"].game), new_deal()
    networkx_count, open_spiel = peers.networkx_checks(), peers.open_spiel_cards()
    if networkx_count is not None:
        known = tasks.check_boards(boards[:500], made, 1)
        assert networkx_count(words) == known, "the contestants do not do the same work"

    def c_program() -> dict[str, float]:
        if program is None:
            return {}
        found = peers.run_baseline(program, DEALS)
        return {
            "C: random, deals": found["deals_per_second"],
            "C: random, cards": found["deals_per_second"] * cards_a_deal,
            "C: random, played out, deals": found["deals_per_second_played_out"],
            "C: Bridge or Y, checks": 1e9 / found["formation_check_ns"],
        }

    def policies() -> dict[str, float]:
        found = {}
        for policy, runner in runners.items():
            deals = max(DEALS // PLAYED[policy], 1)
            found[f"{policy}, deals"] = per_second(lambda r=runner, d=deals: r(0, d), deals)
        found["random, played out, deals"] = per_second(lambda: played_out(0, DEALS), DEALS)
        return found

    def threads() -> dict[str, float]:
        """Measure on all cores."""
        found = {}
        for policy in THREADED:
            deals = 4 * TWO * DEALS // PLAYED[policy]

            def work(runner: Runner = runners[policy], deals: int = deals) -> None:
                simulate.run(runner, deals, chunk=deals)

            found[f"{policy}, {TWO} threads, deals"] = per_second(work, deals)
        return found

    def player_counts() -> dict[str, float]:
        found = {}
        for players, table in tables.items():
            hands = len(table.cells) * 4000
            rate = per_second(lambda t=table: t(0, 4000), hands)
            found[f"random, {players} players, cards"] = rate * cards[players]
        return found

    def pieces() -> dict[str, float]:
        many, deals = tasks.BOARDS * 200, DEALS

        def check() -> None:
            tasks.check_boards(boards, made, 200)

        return {
            "dealing alone, deals": per_second(lambda: tasks.only_deal(state, deal, deals), deals),
            "Bridge or Y, checks": per_second(check, many),
        }

    def others() -> dict[str, float]:
        found = {}
        if networkx_count is not None:
            rate = per_second(lambda: networkx_count(words), len(words))
            found["networkx: Bridge or Y, checks"] = rate
        if open_spiel is not None:
            found["OpenSpiel: random Hearts, cards"] = open_spiel()
        return found

    return [*map(alone, (c_program, player_counts, policies, pieces, others)), threads]


def alone(measured: Callable[[], dict[str, float]]) -> Callable[[], dict[str, float]]:
    """Return a round that is measured on one core."""

    def round_on_one_core() -> dict[str, float]:
        with on_one_core():
            return measured()

    return round_on_one_core


def measure(program: Path | None) -> dict[str, list[float]]:
    """Return the figures a second, round by round."""
    rounds: dict[str, list[float]] = {}
    measured = contestants(program)
    for _ in range(ROUNDS):
        for one in measured:
            for name, value in one().items():
                rounds.setdefault(name, []).append(value)
    return rounds


def print_speeds(figures: dict[str, list[float]]) -> None:
    """Print the median figures a second, and the median of the ratios within a round."""
    print("| what | a second | ns each | ratio | to |\n|---|---:|---:|---:|---|")
    for name, values in figures.items():
        value, other = statistics.median(values), AGAINST.get(name, "")
        told = f"| {name} | {value:,.0f} | {1e9 / value:,.0f} |"
        if other in figures:
            ratios = [one / base for one, base in zip(values, figures[other], strict=True)]
            print(f"{told} {statistics.median(ratios):.3g} | {other} |")
        else:
            print(f"{told}  |  |")


def print_costs() -> None:
    """Print what it costs to start, and the memory."""
    print("\n| what | |\n|---|---:|")
    for name, value in starting.start_times().items():
        print(f"| {name} | {value:.2f} s |")
    for deals in (100_000, 10_000_000) if sys.platform == "linux" else ():
        print(f"| most memory, {deals:,} deals | {starting.peak_memory(deals):.0f} MB |")


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    beside = Path(__file__).resolve().parents[2] / "shared" / "baseline"
    parser.add_argument("--baseline", type=Path, default=beside, help="folder of playout.c")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(peers.compile_baseline(chosen.baseline, Path(folder)))
    versions = {"numba": numba.__version__, "numpy": np.__version__}
    versions |= {"networkx": peers.version("networkx"), "OpenSpiel": peers.version("open_spiel")}
    told = ", ".join(f"{name} {number or 'absent'}" for name, number in versions.items())
    pdep = "with" if HAS_PDEP else "without"
    print(f"Python {platform.python_version()}, {told}, {platform.machine()} {pdep} pdep, ", end="")
    print(f"medians of {ROUNDS} rounds\n")
    print_speeds(figures)
    print_costs()
    return 0


if __name__ == "__main__":
    sys.exit(main())
