#!/usr/bin/env python3
"""Play fresh hands of every kind of game and let an independent referee replay them.

    python scripts/check_transcripts.py --referee FOLDER [--forced N] [--auction N] [--policy NAME]

FOLDER holds ``referee.py``. Every kind of game, cell, policy, scoring and kind of layout takes its
turn. Prints how often the rarer events came up; ends with status 1 on any violation.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.choosers import POLICIES, check_policy
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.layouts import find_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.transcript import play_game, play_transcript

KINDS: tuple[tuple[int, dict[str, bool]], ...] = (
    *((players, {}) for players in range(2, 7)),
    *((players, {"full_deck": True}) for players in (3, 4, 5)),
    *((players, {"full_deck": True, "excuse_variant": True}) for players in (4, 5)),
    (6, {"excuse_variant": True}),
)
Hand = dict[str, Any]


def random_rules(rng: Random, kind: tuple[int, dict[str, bool]]) -> GameRules:
    """Return the rules of a kind of game with a random choice of scoring and formations."""
    players, options = kind
    positive = rng.random() < 0.4
    return GameRules.published(
        players,
        **options,
        positive_only=positive,
        counter_sabotage=positive and players == 5 and rng.random() < 0.5,
        strict_formations=rng.random() < 0.3,
    )


def random_setups(seed: int, names: list[str], *, auction: bool) -> Iterator[Experiment]:
    """Yield experiments without end: kinds in turn, policies and the rest at random."""
    rng = Random(seed)
    # Two and five players twice: the second talon pair and abdication are the rarest events.
    for number, kind in enumerate(cycle((*KINDS, KINDS[0], KINDS[3]))):
        rules = random_rules(rng, kind)
        generated = rng.choice(["random", "grouped", "tricks-central"])
        layout = rng.choice(["standard", f"{generated}:{number}"])
        policies = {
            "declaring": rng.choice(names),
            "defending": rng.choice(names),
        }
        yield Experiment(
            rules,
            find_layout(layout, rules),
            **policies,
            auction=auction,
            bidder="random",
            raises=number // len(KINDS) % 2 == 0,
            seed=seed + number,
        )


def forced_hands(seed: int, names: list[str]) -> Iterator[Hand]:
    """Yield hands of every cell of one setup after another."""
    for experiment in random_setups(seed, names, auction=False):
        runner = Runner(experiment)
        for row in range(len(experiment.cells)):
            yield play_transcript(runner, row + experiment.seed, row)


def auction_hands(seed: int, names: list[str]) -> Iterator[Hand]:
    """Yield auction hands of one setup after another, every second one a game."""
    for number, experiment in enumerate(random_setups(seed, names, auction=True)):
        runner, players = Runner(experiment), experiment.rules.players
        if number % 2:
            yield from play_game(runner, 3 * players)
        else:
            yield from (play_transcript(runner, deal) for deal in range(20))


def events(hand: Hand) -> Iterator[str]:
    """Yield the rarer events of a hand by name."""
    options, value = hand["options"], OBJECTIVES.index
    if hand["result"] == "passed":
        yield "all passed"
        return
    if hand["talon_claims"]:
        yield "talon turned"
    if hand["players"] == 2 and len(hand["talon_claims"]) == 4:
        yield "two-player second pair"
    holders = [call["holder"] for call in hand["partner_calls"]]
    if None in holders:
        yield "call in the talon"
    if len({*holders} - {None}) < len([holder for holder in holders if holder is not None]):
        yield "Trio call answered by the first partner"
    declarer_chance = len(hand["increases"]) - 1
    objective = bid_of(hand)["objective"]
    for place, (_, raised) in enumerate(hand["increases"]):
        if raised:
            if place < declarer_chance:
                yield "raise by a partner"
            if value(raised) > value(objective) + 1:
                yield "raise of several steps"
            objective = raised
    if hand["abdication"]:
        yield "abdication"
    if "excuse_variant" in options and any(t["cards"][0] == "EX" for t in hand["tricks"]):
        yield "excuse led in its variant"
    if "positive_only" in options and hand["players"] == 5:
        chosen = "with" if options["counter_sabotage"] else "without"
        yield f"positive-only {chosen} counter-sabotage"
    if "strict_formations" in options:
        yield "strict formations"


def bid_of(hand: Hand) -> dict[str, Any]:
    """Return the winning bid as it was before any raise."""
    if "forced_bid" in hand:
        bid: dict[str, Any] = hand["forced_bid"]["bid"]
        return bid
    return [call for _, call in hand["auction"] if call != "pass"][-1]


def write_and_referee(
    hands: Iterator[Hand], count: int, file: Path, referee: Path
) -> tuple[int, str, Counter[str]]:
    """Write hands to a file and return the referee's status, its output and the events."""
    seen: Counter[str] = Counter()
    with file.open("w", encoding="utf-8") as stream:
        for number, hand in enumerate(islice(hands, count)):
            if "game" in hand:
                hand["game"]["id"] += f" {hand['players']} {hand['options']}"
            seen.update(set(events(hand)))
            stream.write(json.dumps({**hand, "id": f"{number} {hand['id']}"}) + "\n")
    command = [sys.executable, str(referee / "referee.py"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr, seen


def main() -> int:
    """Return 0 if the referee finds nothing."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--referee", type=Path, required=True, help="folder of referee.py")
    parser.add_argument("--forced", type=int, default=3000, help="hands with a forced bid")
    parser.add_argument("--auction", type=int, default=3000, help="hands with an auction")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policy", action="append", help="such as search:4; default: all")
    chosen = parser.parse_args()
    # The policies decide as they do when they are stronger, only sooner.
    names = chosen.policy or [{"search": "search:4"}.get(name, name) for name in POLICIES]
    for name in names:
        check_policy(name)
    total: Counter[str] = Counter()
    worst = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        parts = [
            (forced_hands(chosen.seed, names), chosen.forced, Path(folder) / "forced.jsonl"),
            (auction_hands(chosen.seed, names), chosen.auction, Path(folder) / "auction.jsonl"),
        ]
        for status, text, seen in pool.map(
            lambda part: write_and_referee(*part, chosen.referee), parts
        ):
            worst = max(worst, status)
            total += seen
            print("\n".join(text.strip().splitlines()[-20:]))
    for event, count in sorted(total.items()):
        print(f"{count:>7,}  {event}")
    return worst


if __name__ == "__main__":
    sys.exit(main())
