"""What it costs to start, and how much memory a run takes: each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

_COMMAND = (sys.executable, "-m", "plateau_sim")
_MEMORY = """
import sys
from tasks import baseline_task
from plateau_sim import simulate
simulate.run(baseline_task("random"), int(sys.argv[1]))
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def seconds(arguments: Sequence[str], cache: str) -> float:
    """Return how long a command line takes, with a folder for compiled code."""
    started = time.perf_counter()
    subprocess.run(
        [*_COMMAND, *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PLATEAU_SIM_CACHE": cache},
    )
    return time.perf_counter() - started


def start_times() -> dict[str, float]:
    """Return the seconds of a first start, a warm one and the help page."""
    table = ["table", "-p", "4", "-n", "10"]
    with tempfile.TemporaryDirectory() as cache:
        first = seconds(table, cache)
        warm = min(seconds(table, cache) for _ in range(3))
        shown = min(seconds(["--help"], cache) for _ in range(3))
    return {"first start, compiling": first, "warm start of table": warm, "--help": shown}


def peak_memory(deals: int) -> float:
    """Return the most memory, in MB, that a run of so many deals takes; only on Linux.

    ``ru_maxrss`` would not do: a child begins with that of the process that started it.
    """
    done = subprocess.run(
        [sys.executable, "-c", _MEMORY, str(deals)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.abspath(__file__))},
    )
    return float(done.stdout) * 1024 / 1e6
