"""Runs any task over deal numbers in chunks on threads; knows no game.

A task maps ``(first, count)`` to an integer array; the arrays of all chunks are added up, so the
sum is the same however the deals are split. Compiled tasks release the interpreter's lock.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import numpy as np
import numpy.typing as npt

Tally = npt.NDArray[np.int64]
Task = Callable[[int, int], Tally]
_PAUSE = 0.1  # seconds; how soon an interruption is noticed


def all_cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    task: Task,
    deals: int,
    *,
    first: int = 0,
    jobs: int = 0,
    chunk: int = 500,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Return the sum of a task's tallies over ``first .. first + deals - 1``.

    Parameters
    ----------
    task
        ``task(first, count)``, safe in several threads.
    deals
        How many, at least 1.
    jobs
        Threads; 0 for all cores.
    chunk
        Deals a call; short enough that Ctrl-C is answered soon.
    progress
        Called now and then with the number of deals done.

    Raises
    ------
    Exception
        What the task raises; KeyboardInterrupt stops after the chunks at work.
    """
    chunks = ((start, min(chunk, first + deals - start)) for start in _starts(first, deals, chunk))
    total, done = None, 0
    for count, tally in _results(task, chunks, jobs or all_cores()):
        total = tally if total is None else total + tally
        done += count
        progress(done)
    assert total is not None, "at least one deal"
    return total


def _starts(first: int, deals: int, chunk: int) -> range:
    return range(first, first + deals, chunk)


def _results(
    task: Task, chunks: Iterator[tuple[int, int]], jobs: int
) -> Iterator[tuple[int, Tally]]:
    """Yield count and tally of each chunk, with at most two chunks a thread under way."""
    waiting: dict[Future[Tally], int] = {}
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while True:
                for start, count in chunks:
                    waiting[pool.submit(task, start, count)] = count
                    if len(waiting) >= 2 * jobs:
                        break
                if not waiting:
                    return
                ready, _ = wait(waiting, timeout=_PAUSE, return_when=FIRST_COMPLETED)
                for future in ready:
                    yield waiting.pop(future), future.result()
        finally:
            for future in waiting:
                future.cancel()
