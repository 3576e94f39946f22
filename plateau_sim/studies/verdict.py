"""The verdict for a hand: its bids raced against each other and against passing."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from plateau_sim import simulate
from plateau_sim.analysis.handverdict import (
    PASSING,
    TOLERANCE,
    End,
    Limits,
    Reading,
    Verdict,
)
from plateau_sim.analysis.intervals import wilson
from plateau_sim.analysis.optioncounts import OptionCounts
from plateau_sim.analysis.race import Race, look_points
from plateau_sim.analysis.standing import Standing, shown_confidence
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.heard import RAREST
from plateau_sim.plateau.questionrecord import point_bounds
from plateau_sim.plateau.verdictfacts import FIRST_BID, POINTS, ROW_PASS
from plateau_sim.plateau.verdictrunner import VerdictRunner

MAX_DEALS = 200_000
"""The points of all deals and options are held in memory: about 60 MB."""
WIN_PRECISION = 0.01
"""Half-width of the win rates of live bids at which more deals would tell little."""
_PILOT = 20_000
_MAIN = 0.85
"""Part of the seconds for the verdict itself: what else might be is seen in the rest."""
_AT_ONCE = 10_000
_DEALS_AGAIN, _SLOW_DEALS, _MOST_AGAIN = 1_600, 200, 5
_SLOW = "search"

Tell = Callable[[Verdict], None]


def _tell_nobody(verdict: Verdict) -> None:
    pass


def judge(
    question: HandQuestion,
    limits: Limits | None = None,
    *,
    cells: tuple[BidCell, ...] | None = None,
    jobs: int = 0,
    tell: Tell = _tell_nobody,
) -> Verdict:
    """Return the verdict for a hand.

    Parameters
    ----------
    question
        The hand and what is known.
    limits
        When to end; looked at only at fixed numbers of deals.
    cells
        Only these of the legal bids.
    jobs
        Threads, 0 for all cores; results do not depend on it.
    tell
        Called with what is known so far, at each look.

    Raises
    ------
    PlateauError
        If the facts can't be.
    KeyboardInterrupt
        If interrupted before the first look; later the verdict so far is returned.
    """
    reading = listen(question)
    options = question.options if cells is None else cells
    return _Racing(question, options, reading, limits or Limits(), jobs).run(tell)


def judge_again(verdict: Verdict, *, jobs: int = 0, **changed: Any) -> Verdict:
    """Return a smaller verdict on the options that matter, with something else assumed.

    Parameters
    ----------
    verdict
        The main one.
    jobs
        See `judge`.
    changed
        Fields of the question: ``ignore_bids=True``, ``declaring="builder"``.
    """
    question = replace(verdict.question, **changed)
    slow = is_slow(question)
    deals = min(_SLOW_DEALS if slow else _DEALS_AGAIN, verdict.deals)
    chosen = verdict.in_order[: 2 if slow else _MOST_AGAIN]
    cells = tuple(cell for bid in sorted(chosen) if (cell := verdict.options[bid]) is not None)
    limits = Limits(verdict.limits.confidence, None, deals)
    return judge(question, limits, cells=cells, jobs=jobs)


def is_slow(question: HandQuestion) -> bool:
    """Tell whether a policy is so slow that only what may be the best is worth its time."""
    return any(policy.startswith(_SLOW) for policy in (question.declaring, question.defending))


def listen(question: HandQuestion) -> Reading:
    """Return which seats' calls can be used: those that are too rare are left out."""
    judged = () if question.ignore_bids else question.heard
    if not judged:
        return Reading()
    likelihood = VerdictRunner(question, judged).likelihoods(_PILOT)
    left_out: list[int] = []
    while True:
        used = [seat for seat in judged if seat not in left_out]
        acceptance = float(likelihood[:, used].prod(axis=1).mean())
        if acceptance >= RAREST:
            return Reading(tuple(used), tuple(sorted(left_out)), acceptance)
        left_out.append(min(used, key=lambda seat: float(likelihood[:, seat].mean())))


class _Racing:
    """A race under way."""

    def __init__(
        self,
        question: HandQuestion,
        cells: tuple[BidCell, ...],
        reading: Reading,
        limits: Limits,
        jobs: int,
    ) -> None:
        self.question, self.reading, self.limits, self.jobs = question, reading, limits, jobs
        self.options = (None, *cells)
        self.runner = VerdictRunner(question, reading.judged)
        self.counts = OptionCounts()
        low, high = point_bounds(question, cells)
        self.race = Race(
            len(self.options),
            PASSING,
            limits.confidence,
            low=low,
            high=high,
            tolerance=TOLERANCE,
        )
        self.live = tuple(range(len(self.options)))
        # What has to be compiled at a first start is no part of the budget.
        self.runner.options(0, 1, cells)
        self.started, self.hands = time.perf_counter(), 0
        self.verdict: Verdict | None = None

    def run(self, tell: Tell) -> Verdict:
        """Play from look to look until there is an end."""
        looks = look_points(self.limits.deals or MAX_DEALS)
        for place, goal in enumerate(looks):
            try:
                self._play_to(goal)
            except KeyboardInterrupt:
                if self.verdict is None:
                    raise
                return replace(self.verdict, end="interrupted")
            standing = self.race.look()
            last = place + 1 == len(looks)
            end = self._end(standing, None if last else looks[place + 1])
            self.verdict = self._so_far(standing, end or "budget")
            tell(self.verdict)
            if end is not None:
                break
            self.live = self._still_live(standing)
        assert self.verdict is not None, "the last look is an end"
        return self.verdict

    def _play_to(self, goal: int) -> None:
        """Play the live options up to a number of deals, some at a time to save memory."""
        while self.counts.deals < goal:
            self._play(min(goal - self.counts.deals, _AT_ONCE))

    def _play(self, count: int) -> None:
        """Play the live options on so many more deals."""
        first = self.counts.deals
        live = [option for option in self.live if option != PASSING]
        cells = tuple(cell for option in live if (cell := self.options[option]) is not None)
        facts = simulate.gather(
            lambda start, some: self.runner.options(first + start, some, cells),
            count,
            jobs=self.jobs,
            chunk=self.runner.chunk,
        )
        self.hands += count * (1 + len(cells))
        self.counts.add(facts, cells)
        points = np.full((count, len(self.options)), np.nan)
        points[:, PASSING] = facts[:, ROW_PASS, POINTS]
        points[:, live] = facts[:, FIRST_BID:, POINTS]
        self.race.add(points / self.question.rules.players)

    def _still_live(self, standing: Standing) -> tuple[int, ...]:
        """Return the options to go on with: not those worse than both the leader and passing.

        Slow policies go on only with those that may be the best.
        """
        hopeless = ~standing.playing
        if not is_slow(self.question):
            hopeless &= standing.to_baseline.high < 0
        return tuple(option for option in self.live if not hopeless[option])

    def _end(self, standing: Standing, next_goal: int | None) -> End | None:
        """Tell why to end here, None: go on."""
        if standing.settled and (is_slow(self.question) or self._precise(standing)):
            return "known" if standing.decided else "tie"
        if next_goal is None:
            return "deals"
        if self.limits.deals is None and self.limits.seconds is not None:
            spent = time.perf_counter() - self.started
            more = (next_goal - self.counts.deals) * len(self._still_live(standing))
            if spent * (1 + more / max(self.hands, 1)) > _MAIN * self.limits.seconds:
                return "budget"
        return None

    def _precise(self, standing: Standing) -> bool:
        """Tell whether the win rates of all live bids are precise."""
        for option in self._still_live(standing):
            cell = self.options[option]
            if cell is None:
                continue
            plain, outbid = self.counts.plain[cell], self.counts.outbid[cell]
            confidence = shown_confidence(self.limits.confidence)
            low, high = wilson(plain.won, plain.deals, confidence=confidence)
            # What is seldom played need not be known so well.
            share = plain.deals / (plain.deals + outbid.deals)
            if share * float(high - low) / 2 > WIN_PRECISION:
                return False
        return True

    def _so_far(self, standing: Standing, end: End) -> Verdict:
        return Verdict(
            self.question,
            self.reading,
            self.limits,
            self.options,
            standing,
            self._still_live(standing),
            self.counts,
            end,
            self.runner.share,
        )
