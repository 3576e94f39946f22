#!/usr/bin/env python3
"""Count how often a comparison of two setups that do not differ finds a difference.

    python scripts/check_null_pairs.py [--seeds N] [--deals N] [--players P] [--jobs J]

The standard layout against itself with the tokens of two suits of equal length exchanged, under
the policy ``random``: equal win rates in every cell, but other results deal by deal. All cells of
a comparison are one family; at most 5% of the families may have any Holm-adjusted p-value below
0.05. Ends with status 1 if there are more than 5% and two standard errors.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter

import numpy as np

from plateau_sim.analysis.joint import Setup
from plateau_sim.analysis.paired import ALPHA
from plateau_sim.cards import NAMES, PLAIN_CARDS, RANKS, SUITS
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.layouts import Layout, standard_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.studies.compare import compare


def exchanged_suits(rules: GameRules) -> tuple[str, str]:
    """Return the first two suits with as many cards in the deck and tokens on the board."""
    layout = standard_layout(rules)
    cards = Counter(NAMES[card][0] for card in rules.deck if card < PLAIN_CARDS)
    on_board = {suit for suit in SUITS if any(suit + rank in layout.tokens for rank in RANKS)}
    pairs = [(a, b) for a in SUITS for b in SUITS if SUITS.index(a) < SUITS.index(b)]
    return next(
        pair for pair in pairs if cards[pair[0]] == cards[pair[1]] and set(pair) <= on_board
    )


def null_layout(rules: GameRules) -> Layout:
    """Return the standard layout with the tokens of two equally long suits exchanged."""
    a, b = exchanged_suits(rules)
    names = {one + rank: two + rank for one, two in ((a, b), (b, a)) for rank in RANKS}
    return standard_layout(rules).exchanged(f"{a} and {b} exchanged", names)


def smallest_p(players: int, deals: int, seed: int, jobs: int = 1) -> tuple[float, int]:
    """Return the smallest Holm-adjusted p-value of a null comparison, and discordant deals."""
    rules = GameRules.published(players)
    setups = [
        Setup(layout.name, Experiment(rules, layout, (), "random", "random", seed=seed))
        for layout in (standard_layout(rules), null_layout(rules))
    ]
    table = compare(setups, deals, jobs=jobs).table()
    discordant = int((table["only_base"] + table["only_other"]).sum())
    return float(table["p_holm"].min()), discordant


def main() -> int:
    """Return 0 if false findings are as rare as promised."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    rules = GameRules.published(chosen.players)
    found = [
        smallest_p(chosen.players, chosen.deals, seed, chosen.jobs) for seed in range(chosen.seeds)
    ]
    smallest = np.array([p for p, _ in found])
    false = int((smallest < ALPHA).sum())
    rate, most = false / chosen.seeds, ALPHA + 2 * math.sqrt(ALPHA * (1 - ALPHA) / chosen.seeds)
    per_cell = np.mean([pairs for _, pairs in found]) / len(rules.cells)
    print(f"{chosen.players} players, suits {' and '.join(exchanged_suits(rules))}, random policy")
    print(f"{chosen.seeds} seeds, {chosen.deals:,} deals each, {len(rules.cells)} cells a family")
    print(f"{per_cell:.1f} discordant deals a cell; smallest adjusted p {smallest.min():.4f}")
    print(f"families with a false finding: {false} = {rate:.1%}, allowed {most:.1%}")
    return int(rate > most)


if __name__ == "__main__":
    sys.exit(main())
