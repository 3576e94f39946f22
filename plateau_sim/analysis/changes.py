"""The smallest changes of the bid values after which every cell is the best bid often enough."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from plateau_sim.analysis.contest import Contest, Look, Whole

_WORK = 100_000_000  # rows to be looked at in trying all small changes; a second or two
_EACH = 3000  # a change takes as long as looking at so many rows, besides its own
_BEAM_ROWS, _WIDEST, _STEPS = 12_000, 8, 60


@dataclass(frozen=True)
class Requirement:
    """Which cells have to win how many rows, and why others can't be asked to.

    Attributes
    ----------
    need : int
        Rows.
    cells : tuple of int
        Cells that have to win so many.
    hopeless : tuple of int
        Above 0 in no row: no value makes them pay.
    scarce : tuple of int
        Above 0 in fewer rows than needed.
    rivals : tuple of (int, int)
        A cell, and the one beside which it can't win so many rows whatever the values.
    """

    need: int
    cells: tuple[int, ...]
    hopeless: tuple[int, ...]
    scarce: tuple[int, ...]
    rivals: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Changes:
    """Values that give every cell its share, or those that come nearest.

    Attributes
    ----------
    requirement : Requirement
    values : int64 array
        Of each column.
    counts : int64 array
        Rows that each wins.
    total : int
        Sum of the changes' sizes.
    reached : bool
        Whether all required cells win enough.
    tried : int
        All changes up to this total were tried.
    """

    requirement: Requirement
    values: Whole
    counts: Whole
    total: int
    reached: bool
    tried: int

    @property
    def short(self) -> tuple[int, ...]:
        """The required cells that still do not win enough."""
        wanted = self.requirement
        return tuple(cell for cell in wanted.cells if self.counts[cell] < wanted.need)

    @property
    def smallest(self) -> bool:
        """Whether every smaller change was tried."""
        return self.reached and self.tried >= self.total - 1


def smallest_changes(
    per_value: Whole, values: Whole, share: float, *, work: int = _WORK
) -> Changes:
    """Return the whole values nearest to some values with which every cell has its share.

    All changes of a total of 1, 2, ... are tried while that is affordable; beyond, a beam search
    takes the most promising ones.

    Parameters
    ----------
    per_value : int64 array, shape (rows, cells)
        See `contest`; of equal cells the first is chosen.
    values : int64 array
        The values of the columns, at least 1.
    share : float
        Of the rows in which some cell is above 0.
    work : int
        Rows to be looked at in trying all small changes.
    """
    contest = Contest(per_value)
    need = max(1, math.ceil(share * contest.rows - 1e-9))
    start = contest.look(values)
    requirement = _requirement(contest, start, need)
    search = _Search(contest, start, requirement)
    if not search.short(start.counts):
        return search.result(start, reached=True, tried=0)
    tried, spent = 0, 0
    while True:
        spent += (contest.rows + _EACH) * _changes_of(contest.cells, tried + 1)
        if spent > work:
            return search.beam(tried)
        found = search.level(tried + 1)
        if found is not None:
            return search.result(contest.look(found), reached=True, tried=tried)
        tried += 1


def _changes_of(cells: int, total: int) -> int:
    """Return how many vectors of whole numbers have this sum of sizes."""
    return sum(
        2**used * math.comb(cells, used) * math.comb(total - 1, used - 1)
        for used in range(1, min(cells, total) + 1)
    )


def _requirement(contest: Contest, start: Look, need: int) -> Requirement:
    """Ask of each cell that can have it to win so many rows; of rivals keep those that win now."""
    gains = [rows.size for rows in contest.gaining]
    kept: list[int] = []
    rivals = []
    for cell in sorted(range(contest.cells), key=lambda cell: (-start.counts[cell], cell)):
        if gains[cell] < need:
            continue
        rival = next((other for other in kept if not contest.can_both_win(cell, other, need)), None)
        if rival is None:
            kept.append(cell)
        else:
            rivals.append((cell, rival))
    return Requirement(
        need,
        tuple(sorted(kept)),
        tuple(cell for cell, gain in enumerate(gains) if gain == 0),
        tuple(cell for cell, gain in enumerate(gains) if 0 < gain < need),
        tuple(sorted(rivals)),
    )


class _Search:
    def __init__(self, contest: Contest, start: Look, requirement: Requirement) -> None:
        self.contest, self.start, self.requirement = contest, start, requirement
        self._asked = np.array(requirement.cells, np.int64)
        self._need = requirement.need

    def short(self, counts: Whole) -> list[int]:
        """Return the required cells that do not win enough."""
        return [int(cell) for cell in self._asked[counts[self._asked] < self._need]]

    def missing(self, counts: Whole) -> int:
        """Return the rows that required cells lack, in all."""
        return int(np.maximum(self._need - counts[self._asked], 0).sum())

    def total(self, values: Whole) -> int:
        """Return the sum of the changes' sizes."""
        return int(np.abs(values - self.start.values).sum())

    def result(self, look: Look, *, reached: bool, tried: int) -> Changes:
        """Return what was found."""
        total = self.total(look.values)
        return Changes(self.requirement, look.values, look.counts, total, reached, tried)

    def level(self, total: int) -> Whole | None:
        """Return values with a change of this total that do; of several the most even ones."""
        found = max(self._extended(self.start, 0, total), default=None, key=lambda item: item[0])
        return None if found is None else found[1]

    def _extended(self, look: Look, first: int, left: int) -> Iterator[tuple[int, Whole]]:
        """Yield what does of all changes with so much left for the cells from one on.

        With each the rows of the cell that wins fewest. A cell's rise takes rows from others only,
        so a last rise can help none but that cell.
        """
        short = self.short(look.counts)
        for cell in range(first, self.contest.cells):
            for change in (-left, left):
                value = int(look.values[cell]) + change
                if value < 1 or (change > 0 and short != [cell]):
                    continue
                counts = self.contest.counts_after(look, cell, value)
                if not self.short(counts):
                    yield int(counts[self._asked].min()), _with(look.values, cell, value)
            for used in range(1, left):
                for value in (int(look.values[cell]) - used, int(look.values[cell]) + used):
                    if value >= 1:
                        changed = self.contest.look(_with(look.values, cell, value))
                        yield from self._extended(changed, cell + 1, left - used)

    def beam(self, tried: int) -> Changes:
        """Return the best that a beam search finds, or what came nearest.

        A step raises a cell to where it wins enough, if the others stay as they are, or lowers one
        that wins enough by 1. States are ranked by what they changed and what is still lacking, in
        units of value.
        """
        width = max(1, min(_WIDEST, _BEAM_ROWS // self.contest.rows))
        beam, seen, done = [self.start], {self.start.values.tobytes()}, None
        nearest = self.start
        for _ in range(_STEPS):
            ranked = []
            for look in beam:
                for values in self._steps(look):
                    key, total = values.tobytes(), self.total(values)
                    if key in seen or (done is not None and total >= self.total(done.values)):
                        continue
                    seen.add(key)
                    child = self.contest.look(values)
                    nearest = min(nearest, child, key=self._distance)
                    if self.short(child.counts):
                        lacking = self.missing(child.counts)
                        ranked.append((total + self._ahead(child), lacking, key, child))
                    elif done is None or total < self.total(done.values):
                        done = child
            beam = [child for *_, child in sorted(ranked, key=lambda item: item[:3])[:width]]
            if not beam:
                break
        found = nearest if done is None else done
        return self.result(self._polished(found), reached=done is not None, tried=tried)

    def _steps(self, look: Look) -> Iterator[Whole]:
        short = self.short(look.counts)
        for cell in range(self.contest.cells):
            value = int(look.values[cell])
            if cell in short:
                yield _with(look.values, cell, self.contest.value_for(look, cell, self._need))
            elif value > 1:
                yield _with(look.values, cell, value - 1)

    def _ahead(self, look: Look) -> int:
        """Return the units by which short cells would have to rise, if no other cell moved."""
        return sum(
            self.contest.value_for(look, cell, self._need) - int(look.values[cell])
            for cell in self.short(look.counts)
        )

    def _distance(self, look: Look) -> tuple[int, int, int]:
        counts = look.counts
        return len(self.short(counts)), self.total(look.values), self.missing(counts)

    def _polished(self, look: Look) -> Look:
        """Take back every unit of change without which no more cells are short."""
        short = set(self.short(look.counts))
        for cell in range(self.contest.cells):
            back = int(np.sign(self.start.values[cell] - look.values[cell]))
            if back:
                value = int(look.values[cell]) + back
                if short.issuperset(self.short(self.contest.counts_after(look, cell, value))):
                    return self._polished(self.contest.look(_with(look.values, cell, value)))
        return look


def _with(values: Whole, cell: int, value: int) -> Whole:
    changed = values.copy()
    changed[cell] = value
    return changed
