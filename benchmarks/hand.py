#!/usr/bin/env python3
"""Print how soon `plateau-sim bid` answers: the first answer, a precise one, a searched one.

    python benchmarks/hand.py

Four players, on all cores; compile time outside. Each command is run in a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

from plateau_sim.analysis.handverdict import Limits
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.typed import parse_bidding, parse_cards
from plateau_sim.studies.verdict import judge

HAND, BIDDING = "T21,19,16,12,8,5,2 SR,9 HD,8 CR,7", "pass, y duo ex, me"
CLEAR, CLEAR_BIDDING = "T12,7,4 S9,8,7 HD,8 D9,8 CV,8,7", "pass, y solo ex, me"
FIRST_DEALS = 400


def question(hand: str, bidding: str, policy: str) -> HandQuestion:
    """Return a question of the four-player game."""
    rules = GameRules.published(4)
    heard = parse_bidding(bidding, rules)
    cards = parse_cards(hand, rules)
    layout = standard_layout(rules)
    return HandQuestion(rules, layout, cards, heard, declaring=policy, defending=policy)


def command(*words: str) -> tuple[float, dict[str, Any]]:
    """Return the seconds of a command line from its start, and what it answered."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "plateau_sim", "bid", *words, "-p", "4", "--format", "json"],
        check=True,
        capture_output=True,
        text=True,
    )
    return time.perf_counter() - started, json.loads(done.stdout)


def main() -> int:
    """Print a line for each."""
    words = (HAND, "--bidding", BIDDING)
    command(*words, "--deals", "10")
    first, _ = command(*words, "--deals", str(FIRST_DEALS), "--ignore-bids")
    print(f"first answer, {FIRST_DEALS} deals, from the start of the process: {first:.1f} s")
    started = time.perf_counter()
    looks: list[tuple[float, int]] = []
    verdict = judge(
        question(HAND, BIDDING, "tuned"),
        Limits(0.95, 30.0, None),
        tell=lambda so_far: looks.append((time.perf_counter() - started, so_far.counts.deals)),
    )
    spent, deals = looks[-1]
    print(f"first look: {looks[0][0]:.1f} s, {looks[0][1]:,} deals")
    print(
        f"every live bid within 1 point of win rate: {spent:.1f} s, {deals:,} deals, {verdict.end}"
    )
    for policy in ("search:20",):
        started = time.perf_counter()
        found = judge(question(CLEAR, CLEAR_BIDDING, policy), Limits(0.95, 60.0, None))
        spent = time.perf_counter() - started
        print(f"{policy}, a clear hand: {spent:.1f} s, {found.counts.deals:,} deals, {found.end}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
