#!/usr/bin/env python3
"""Remake the reports that lie in reports/: each player count, and one comparison, from one seed.

    python scripts/make_reports.py [--deals N] [--hands N] [--only NAME]

Takes some ten minutes on two cores. reports/README.md lists what there is.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "reports"
POLICY, SEED = "tuned", 1
OTHERS = ("greedy", "builder", "search:20")
"""What depends on who plays is looked at with these, too."""
COMPARED = ("standard-13", "tricks-central:1")


def commands(deals: int, hands: int) -> dict[str, list[str]]:
    """Return the arguments of ``plateau-sim`` for each report, by its folder."""
    common = ["-n", str(deals), "--policy", POLICY, "--seed", str(SEED)]
    others = [word for name in OTHERS for word in ("--also", name)]
    found = {
        f"{players}-players": [
            *("study", "-p", str(players), "--hands", str(hands)),
            *common,
            *others,
        ]
        for players in range(2, 7)
    }
    found["layouts"] = ["compare", *COMPARED, "-p", "4", *common]
    return {name: ["report", *words, "--out", name] for name, words in found.items()}


def main() -> int:
    """Make all reports, or one."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--deals", type=int, default=20000)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--only", help="name of a report's folder")
    chosen = parser.parse_args()
    for name, words in commands(chosen.deals, chosen.hands).items():
        if chosen.only in (None, name):
            print(f"plateau-sim {shlex.join(words)}", flush=True)
            environment = {**os.environ, "PYTHONPATH": str(FOLDER.parent)}
            command = [sys.executable, "-m", "plateau_sim", *words]
            subprocess.run(command, cwd=FOLDER, env=environment, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
