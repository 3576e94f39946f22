#!/usr/bin/env python3
"""Remake reports/ladder: all policies against their neighbours, for each player count.

    python scripts/make_ladder.py [--players N ...] [--precision P] [--seed S] [POLICY ...]

Each deal is played in one bid, the bids in turn, until the standard errors of all differences of
win rates are below P. The seed is one that nothing was tuned on. With search:80 it takes hours.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from plateau_sim.analysis.bradleyterry import fit
from plateau_sim.analysis.matchtable import ladder_table, pairing_table
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import PLAYER_COUNTS, GameRules
from plateau_sim.report.figures.ladder import strength_against_cost
from plateau_sim.report.matchexport import as_json
from plateau_sim.report.matchtext import Played, ladder_screens
from plateau_sim.studies.grid import open_cells
from plateau_sim.studies.match import cost, ladder

FOLDER = Path(__file__).resolve().parents[1] / "reports" / "ladder"
RUNGS = ("random", "greedy", "builder", "tuned", "search:20", "search:80")
FIRST = 4000


def climb(players: int, policies: tuple[str, ...], precision: float, seed: int) -> Played:
    """Return the ladder of a player count."""
    setup = Experiment(GameRules.published(players), seed=seed)
    setup = replace(setup, cells=open_cells(setup))
    duel = ladder(setup, policies, FIRST, one_bid=True, neighbours=True, precision=precision)
    costs = [cost(setup, policy) for policy in policies]
    table = ladder_table(duel, fit(duel.grid.games, duel.grid.cross), costs)
    return Played(duel, table, pairing_table(duel), True, precision)


def keep(played: Played, players: int, command: str) -> None:
    """Write screen, data and figure."""
    title = f"Strength against cost, {players} players"
    caption = "Bradley-Terry ratings with 95% intervals; the cost of a deal in one bid."
    picture = strength_against_cost(played.table, name="ladder", title=title, caption=caption)
    FOLDER.mkdir(parents=True, exist_ok=True)
    stem = FOLDER / f"{players}-players"
    stem.with_suffix(".txt").write_text(ladder_screens([played]), "utf-8")
    stem.with_suffix(".json").write_text(as_json([played], command), "utf-8")
    stem.with_suffix(".svg").write_text(picture.svg, "utf-8")


def main() -> int:
    """Make the ladders."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("policies", nargs="*", default=RUNGS)
    parser.add_argument("--players", type=int, nargs="+", default=list(PLAYER_COUNTS))
    parser.add_argument("--precision", type=float, default=0.005)
    parser.add_argument("--seed", type=int, default=2026)
    chosen = parser.parse_args()
    for players in chosen.players:
        started = time.perf_counter()
        played = climb(players, tuple(chosen.policies), chosen.precision, chosen.seed)
        words = [f"--players {players}", f"--precision {chosen.precision}", f"--seed {chosen.seed}"]
        command = " ".join(["python scripts/make_ladder.py", *words, *chosen.policies])
        keep(played, players, command)
        print(f"{players} players: {time.perf_counter() - started:,.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
