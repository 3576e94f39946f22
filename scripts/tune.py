#!/usr/bin/env python3
"""Find the weights of the policy `tuned` by playing against `builder` and itself.

    python scripts/tune.py [-p N ...] [--steps N] [--hands N] [--seed S] [--from START|NOW]

For each player count both roles take steps in turn. A step compares two sets of weights, a random
step away from the present ones in opposite directions (simultaneous perturbation, Spall, IEEE
Transactions on Automatic Control 37, 1992), on the same hands, spread evenly over the open bids.
Half of the steps are against `builder`, half against the present `tuned`. The gradient so found
goes through Adam (Kingma and Ba 2015), and the weights kept are the mean of the last half of the
steps (Polyak and Juditsky 1992). They replace those in plateau_sim/plateau/data/tuned.json if they
are better on other deals (`judge`); what they are worth in the end is for `plateau-sim match` to
say, on a seed that was not used here. The same arguments give the same weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

import plateau_sim
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.policies import builder
from plateau_sim.plateau.policies.plans import PLANS
from plateau_sim.plateau.policies.potential import CONNECTION
from plateau_sim.plateau.policies.weights import EXTRA, FILE, ROLES, SET, START
from plateau_sim.plateau.rules import PLAYER_COUNTS, GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.tallies import OUTCOMES
from plateau_sim.studies.grid import open_cells

Floats = npt.NDArray[np.float64]
TUNED, JUDGE_SEED = "tuned", 10**6
PLACE = Path(plateau_sim.__file__).parent / "plateau" / FILE
_RATE, _MEAN, _SQUARE = 0.06, 0.9, 0.99
_EXTRA_STEPS = {"decides for": 2.0, "decides against": 2.0, "share": 0.15, "loss": 0.1}


def directions(role: int) -> Floats:
    """Return steps that are felt, each a row: single weights, but for low cards.

    Those share a level and a slope. Weights that a role does not use are in none.
    """
    low = [slice(0, 10), slice(14, 32)]  # plain cards below V, trumps below 19
    sizes = np.maximum(0.15, 0.25 * np.abs(START))
    sizes[10:14], sizes[32:36] = 0.15, 0.3
    plans, connection = builder.FIRST_PLAN, builder.FIRST_CONNECTION
    sizes[plans : plans + len(PLANS)] = (0.1, 0.2, 0.5, 0.03, 0.7, 0.05, 0.12)
    sizes[connection : connection + len(CONNECTION)] = 0.12
    sizes[-2 * len(CONNECTION) :] = 0.12
    unused = builder.OWN_SPACE + builder.CLASSES * (1 - role)
    sizes[unused : unused + builder.CLASSES] = 0.0
    for place, name in enumerate(EXTRA, len(builder.PARAMS)):
        sizes[place] = _EXTRA_STEPS.get(name, 0.2)
    for cards in low:
        sizes[cards] = 0.0
    rows = [row for row in np.diag(sizes) if row.any()]
    for cards, size in zip(low, (0.1, 0.2), strict=True):
        for shape in (np.ones, lambda count: np.linspace(-1, 1, count)):
            row = np.zeros(SET)
            row[cards] = size * shape(cards.stop - cards.start)
            rows.append(row)
    return np.array(rows)


def limited(weights: Floats) -> Floats:
    """Return weights with those that make sense only within bounds put there."""
    kept = weights.copy()
    for first in (builder.FIRST_CONNECTION, SET - 2 * len(CONNECTION), SET - len(CONNECTION)):
        # What a further space leaves of the worth, and the weight of the defenders' paths.
        kept[first + 2] = np.clip(kept[first + 2], 0.02, 0.95)
        kept[first + 3] = np.clip(kept[first + 3], 0.1, 8.0)
    share = len(builder.PARAMS)
    kept[share] = np.clip(kept[share], 0.2, 2.0)
    return kept


class Arena:
    """Plays hands of one player count, spread over the open bids, with any weights."""

    def __init__(self, players: int, seed: int) -> None:
        base = Experiment(GameRules.published(players), seed=seed)
        self.players, self.cells = players, open_cells(base, jobs=1)
        self.runners = {
            (role, rival): [
                Runner(replace(base, cells=(cell,), **sides(role, rival))) for cell in self.cells
            ]
            for role in (0, 1)
            for rival in ("builder", TUNED)
        }

    def wins(self, role: int, rival: str, sets: list[Floats], first: int, count: int) -> Floats:
        """Return the share of hands that a role wins; each bid has deals of its own.

        ``sets`` are the weights of the defending and of the declaring side.
        """
        won = 0
        for place, runner in enumerate(self.runners[role, rival]):
            for side, weights in enumerate(sets):
                if side == role or rival == TUNED:
                    at = SET * (2 * (self.players - PLAYER_COUNTS[0]) + side)
                    runner.choosers.params[side, at : at + SET] = weights
            tally = runner(first + place * count, count).sum(axis=(0, 1))
            won += int(tally[1:OUTCOMES:2].sum())
        rate = won / (count * len(self.cells))
        return rate if role else 1.0 - rate


def sides(role: int, rival: str) -> dict[str, str]:
    """Return who plays if `tuned` has a role."""
    return (
        {"declaring": TUNED, "defending": rival}
        if role
        else {
            "declaring": rival,
            "defending": TUNED,
        }
    )


def tune(arena: Arena, sets: list[Floats], steps: int, hands: int, seed: int) -> list[Floats]:
    """Return weights by role after so many steps of each."""
    rng = np.random.default_rng([seed, arena.players])
    count = max(1, hands // len(arena.cells))
    present = [weights.copy() for weights in sets]
    steepest = [Ascent(directions(role)) for role in (0, 1)]
    kept = [np.zeros(SET), np.zeros(SET)]
    for step in range(steps):
        rate = _RATE * (1.0 - 0.7 * step / steps)
        first = step * count * len(arena.cells)
        rival = ("builder", TUNED)[step % 2]
        for role in (0, 1):
            signs = rng.choice((-1.0, 1.0), len(steepest[role].rows))
            change, won = signs @ steepest[role].rows, []
            for sign in (1, -1):
                tried = list(present)
                tried[role] = limited(present[role] + sign * change)
                won.append(arena.wins(role, rival, tried, first, count))
            step_up = steepest[role].step((won[0] - won[1]) * signs)
            present[role] = limited(present[role] + rate * step_up)
            if step >= steps // 2:
                kept[role] += present[role] / (steps - steps // 2)
        if step % 100 == 99:
            print(f"  step {step + 1}", flush=True)
    return kept


class Ascent:
    """Adam along some directions, the rows."""

    def __init__(self, rows: Floats) -> None:
        self.rows, self.steps = rows, 0
        self.mean, self.square = np.zeros(len(rows)), np.zeros(len(rows))

    def step(self, slope: Floats) -> Floats:
        """Return the step that follows from one more estimate of the slopes."""
        self.steps += 1
        self.mean = _MEAN * self.mean + (1 - _MEAN) * slope
        self.square = _SQUARE * self.square + (1 - _SQUARE) * slope**2
        spread = np.sqrt(self.square / (1 - _SQUARE**self.steps)) + 1e-6
        return self.mean / (1 - _MEAN**self.steps) / spread @ self.rows


def judge(arena: Arena, old: list[Floats], new: list[Floats], hands: int) -> Iterator[Floats]:
    """Yield by role the better set, against `builder` on deals that no step has seen."""
    count = hands // len(arena.cells)
    for role in (0, 1):
        rates = [arena.wins(role, "builder", sets, JUDGE_SEED * 100, count) for sets in (old, new)]
        gain = 100 * (rates[1] - rates[0])
        print(f"  {ROLES[role]}: {gain:+.2f} points over the old weights", flush=True)
        yield new[role] if gain > 0 else old[role]


def main() -> int:
    """Tune the chosen player counts, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("-p", "--players", type=int, choices=PLAYER_COUNTS, action="append")
    parser.add_argument("--steps", type=int, default=600, help="of each role")
    parser.add_argument("--hands", type=int, default=1500, help="a comparison's hands")
    parser.add_argument("--judged", type=int, default=40000, help="hands for old against new")
    parser.add_argument("--seed", type=int, default=1001)
    parser.add_argument("--from", dest="start", choices=("start", "now"), default="now")
    parser.add_argument("--like", type=int, choices=PLAYER_COUNTS, help="begin with these weights")
    chosen = parser.parse_args()
    for players in chosen.players or PLAYER_COUNTS:
        print(f"{players} players", flush=True)
        stored = json.loads(PLACE.read_text("utf-8"))
        origin = chosen.like or players
        old = [
            np.array(START if chosen.start == "start" else stored["sets"][f"{origin} {role}"])
            for role in ROLES
        ]
        arena = Arena(players, chosen.seed)
        new = tune(arena, old, chosen.steps, chosen.hands, chosen.seed)
        current = [np.array(stored["sets"][f"{players} {role}"]) for role in ROLES]
        better = list(judge(arena, current, new, chosen.judged))
        stored = json.loads(PLACE.read_text("utf-8"))  # another run may have written meanwhile
        for role, weights in zip(ROLES, better, strict=True):
            stored["sets"][f"{players} {role}"] = [round(float(x), 5) for x in weights]
        PLACE.write_text(written(stored), "utf-8")
    return 0


def written(stored: dict[str, dict[str, list[float]]]) -> str:
    """Return the file with a line for each set."""
    lines = ",\n  ".join(f"{json.dumps(name)}: {row}" for name, row in stored["sets"].items())
    return f'{{"sets": {{\n  {lines}\n}}}}\n'


if __name__ == "__main__":
    sys.exit(main())
