"""The runner: chunks on threads, whose tallies add up."""

import threading
import time

import numpy as np
import pytest

from plateau_sim import simulate

pytestmark = pytest.mark.plain_python


class Task:
    """Counts deals and the sum of their numbers, and remembers its chunks."""

    def __init__(self, wait=0.0):
        self.wait = wait
        self.chunks = []
        self.at_work = self.most_at_work = 0
        self.lock = threading.Lock()

    def __call__(self, first, count):
        with self.lock:
            self.chunks.append((first, count))
            self.at_work += 1
            self.most_at_work = max(self.most_at_work, self.at_work)
        time.sleep(self.wait)
        with self.lock:
            self.at_work -= 1
        numbers = np.arange(first, first + count, dtype=np.int64)
        return np.array([[count, numbers.sum()], [(numbers**2).sum(), 1]], np.int64)


@pytest.mark.parametrize("jobs", [1, 2, 5, 0])
@pytest.mark.parametrize("chunk", [1, 7, 100, 1000])
@pytest.mark.parametrize(("deals", "first"), [(1, 0), (100, 0), (101, 40), (350, 7)])
def test_every_deal_is_counted_once(deals, first, chunk, jobs):
    task = Task()
    tally = simulate.run(task, deals, first=first, chunk=chunk, jobs=jobs)
    numbers = np.arange(first, first + deals)
    assert tally[0].tolist() == [deals, numbers.sum()]
    assert tally[1, 0] == (numbers**2).sum()
    counted = [number for start, count in task.chunks for number in range(start, start + count)]
    assert sorted(counted) == numbers.tolist()


def test_chunks_are_of_the_size_asked_for_but_for_the_last():
    task = Task()
    simulate.run(task, 1050, first=3, chunk=100, jobs=1)
    starts = range(3, 1053, 100)
    assert sorted(task.chunks) == [(start, min(100, 1053 - start)) for start in starts]


def test_the_sum_has_shape_and_type_of_the_tallies():
    tally = simulate.run(Task(), 10, chunk=3)
    assert tally.dtype == np.int64
    assert tally.shape == (2, 2)


def test_the_tallies_of_a_task_are_left_alone():
    kept = np.ones(3, np.int64)
    assert simulate.run(lambda first, count: kept, 10, chunk=1).tolist() == [10, 10, 10]
    assert kept.tolist() == [1, 1, 1]


@pytest.mark.parametrize("jobs", [1, 3])
def test_progress_is_told_after_each_chunk_up_to_all_deals(jobs):
    told = []
    simulate.run(Task(), 3050, chunk=100, jobs=jobs, progress=told.append)
    assert told == sorted(told)
    assert len(told) == 31
    assert told[-1] == 3050


@pytest.mark.parametrize(
    ("deals", "longest"), [(1000, 62), (160, 10), (16, 1), (3, 1), (1600, 100)]
)
def test_few_deals_are_split_so_that_no_thread_waits_long(deals, longest):
    task = Task()
    simulate.run(task, deals, chunk=100, jobs=2)
    assert max(count for _, count in task.chunks) == longest


@pytest.mark.parametrize("jobs", [1, 2])
def test_few_chunks_are_under_way(jobs):
    asked = []

    def progress(done):
        with task.lock:
            asked.append(len(task.chunks) - done)

    task = Task()
    simulate.run(task, 2000, chunk=1, jobs=jobs, progress=progress)
    assert max(asked) <= 2 * jobs
    assert task.most_at_work <= jobs


def test_threads_work_side_by_side():
    task = Task(wait=0.02)
    simulate.run(task, 8, chunk=1, jobs=4)
    assert task.most_at_work > 1


def threads_left(before):
    """Return the threads that were not there before, after a moment."""
    for _ in range(100):
        left = set(threading.enumerate()) - before
        if not left:
            break
        time.sleep(0.01)
    return left


class Fault(Exception):
    """What a task of the tests raises."""


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_task_raises_passes_through_and_stops_the_run(jobs):
    before = set(threading.enumerate())
    task = Task()

    def failing(first, count):
        if first == 50:
            raise Fault("deal 50")
        return task(first, count)

    with pytest.raises(Fault, match="deal 50"):
        simulate.run(failing, 100_000, chunk=1, jobs=jobs)
    assert len(task.chunks) < 200
    assert not threads_left(before)


def test_what_progress_raises_passes_through():
    before = set(threading.enumerate())

    def progress(done):
        raise Fault("progress")

    with pytest.raises(Fault, match="progress"):
        simulate.run(Task(), 100_000, chunk=1, jobs=2, progress=progress)
    assert not threads_left(before)


def test_an_interruption_stops_the_run_and_leaves_no_thread():
    before = set(threading.enumerate())
    task = Task(wait=0.001)

    def progress(done):
        if done >= 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate.run(task, 100_000, chunk=1, jobs=2, progress=progress)
    assert not threads_left(before)
    started = len(task.chunks)
    assert started < 100
    time.sleep(0.02)
    assert len(task.chunks) == started


def test_a_signal_is_noticed_while_chunks_are_at_work():
    import signal

    # Started in the background, a process may have been told to ignore the signal.
    kept = signal.signal(signal.SIGINT, signal.default_int_handler)
    before = set(threading.enumerate())
    task = Task(wait=0.3)
    timer = threading.Timer(0.05, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        simulate.run(task, 1000, chunk=1, jobs=2)
    assert time.monotonic() - start < 3
    timer.join()
    signal.signal(signal.SIGINT, kept)
    assert not threads_left(before)
    assert len(task.chunks) <= 4


def test_all_cores_is_what_the_process_may_use():
    assert simulate.all_cores() >= 1


def numbers(first, count):
    """Return a row for each deal, later chunks sooner."""
    time.sleep(0.002 / (1 + first))
    return np.arange(first, first + count, dtype=np.int64)[:, None] * [1, 10]


@pytest.mark.parametrize("jobs", [1, 3, 0])
@pytest.mark.parametrize("chunk", [1, 7, 100])
@pytest.mark.parametrize("deals", [1, 40, 71])
def test_rows_are_gathered_in_the_order_of_the_deals(deals, chunk, jobs):
    rows = simulate.gather(numbers, deals, chunk=chunk, jobs=jobs)
    assert (rows == np.arange(deals)[:, None] * [1, 10]).all()
    assert rows.dtype == np.int64


def test_interrupted_gathering_holds_the_first_rows():
    def stop(done):
        if done >= 20:
            raise KeyboardInterrupt

    with pytest.raises(simulate.Interrupted) as stopped:
        simulate.gather(numbers, 1000, chunk=10, jobs=2, progress=stop)
    assert stopped.value.done == 20
    assert (stopped.value.tally[:, 0] == np.arange(20)).all()


def test_interrupted_before_anything_was_gathered_there_are_no_rows():
    def stop(first, count):
        raise KeyboardInterrupt

    with pytest.raises(simulate.Interrupted) as stopped:
        simulate.gather(stop, 10, jobs=1)
    assert stopped.value.tally is None and stopped.value.done == 0


def test_a_fault_while_gathering_is_raised():
    def broken(first, count):
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        simulate.gather(broken, 10, jobs=2)
