"""Runs any task over deal numbers in chunks on threads; knows no game.

A task maps ``(first, count)`` to an integer array; the arrays of all chunks are added up, so the
sum is the same however the deals are split, or put one below the other. Compiled tasks release the
interpreter's lock.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet

import numpy as np
import numpy.typing as npt

Tally = npt.NDArray[np.int64]
Task = Callable[[int, int], Tally]
_CHUNKS = 8  # a thread, at least
_PAUSE = 0.1  # seconds; how soon an interruption is noticed


class Interrupted(KeyboardInterrupt):
    """The run was interrupted; what was counted of its first deals is kept.

    Attributes
    ----------
    tally : int64 array or None
        Sum over the first ``done`` deals; None if there is none.
    done : int
    """

    def __init__(self, tally: Tally | None, done: int) -> None:
        super().__init__(f"interrupted after {done} deals")
        self.tally, self.done = tally, done


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
        Deals a call, at most; short enough that Ctrl-C is answered soon. Calls are shorter where
        deals are few, so that no thread waits long for the last one.
    progress
        Called now and then with the number of deals done.

    Raises
    ------
    Interrupted
        On Ctrl-C, after the chunks at work, with the sum over the first deals.
    Exception
        What the task raises.
    """
    total, done = None, 0
    try:
        for count, tally in _in_order(task, first, deals, chunk, jobs or all_cores()):
            total = tally if total is None else total + tally
            done += count
            progress(done)
    except KeyboardInterrupt:
        raise Interrupted(total, done) from None
    assert total is not None, "at least one deal"
    return total


def gather(
    task: Task,
    deals: int,
    *,
    jobs: int = 0,
    chunk: int = 500,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Return a task's arrays over deals ``0 .. deals - 1``, one below the other.

    For what has to be kept of each deal, such as how often each hand won: the memory grows with the
    number of deals. Parameters as of `run`; the first axis of the task's arrays are its deals.

    Raises
    ------
    Interrupted
        On Ctrl-C, after the chunks at work, with the arrays of the first deals.
    Exception
        What the task raises.
    """
    rows, done = None, 0
    try:
        for count, tally in _in_order(task, 0, deals, chunk, jobs or all_cores()):
            if rows is None:
                rows = np.zeros((deals, *tally.shape[1:]), tally.dtype)
            rows[done : done + count] = tally
            done += count
            progress(done)
    except KeyboardInterrupt:
        raise Interrupted(None if rows is None else rows[:done], done) from None
    assert rows is not None, "at least one deal"
    return rows


def _in_order(
    task: Task, first: int, deals: int, chunk: int, jobs: int
) -> Iterator[tuple[int, Tally]]:
    """Yield count and tally of each chunk in turn, with two chunks a thread under way."""
    chunk = max(1, min(chunk, deals // (_CHUNKS * jobs)))
    starts = iter(range(first, first + deals, chunk))
    waiting: deque[tuple[int, Future[Tally]]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while True:
                while len(waiting) < 2 * jobs and (start := next(starts, None)) is not None:
                    count = min(chunk, first + deals - start)
                    waiting.append((count, pool.submit(task, start, count)))
                if not waiting:
                    return
                count, future = waiting.popleft()
                yield count, _result(future)
        finally:
            for _, future in waiting:
                future.cancel()


def _result(future: Future[Tally]) -> Tally:
    """Wait for a result in short steps, so that an interruption is noticed everywhere."""
    while True:
        try:
            return future.result(timeout=_PAUSE)
        except NotYet:
            if future.done():
                return future.result()
