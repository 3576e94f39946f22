"""Which choice of a decision is best: candidates raced on the same sampled worlds."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from plateau_sim import simulate
from plateau_sim.analysis.intervals import score_interval
from plateau_sim.analysis.race import Race, Standing, look_points, shown_confidence
from plateau_sim.analysis.ranking import BEST, CLOSE, OUT, SAME, Choice, Ranking, Unit
from plateau_sim.plateau.choices import ChoiceRunner, points_of, possible_ends, wins_of
from plateau_sim.plateau.stepper import Decision
from plateau_sim.plateau.view import ABDICATE, RAISE
from plateau_sim.studies.asking import asked_of
from plateau_sim.studies.candidates import choices_of, standing_for
from plateau_sim.studies.looks import Progress, ignore
from plateau_sim.studies.screening import RACING, screen

MOST, CONFIDENCE, BUDGET = 20_000, 0.95, 10.0
"""Worlds at most, how sure the answer is to be, seconds."""
_TIE = {"win": 0.005, "points": 0.02}  # what surely differs by less is a tie; points: of the span
_FIRST_LOOK, _FEWEST = 1000, 4  # worlds; fewer where policies play less than that in 2 seconds
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Effort:
    """How far a race goes.

    Attributes
    ----------
    most : int
        Worlds at most.
    confidence : float
    budget : float or None
        Seconds after which it stops at the next look; None: no matter.
    jobs : int
        Threads, 0 for all cores.
    """

    most: int = MOST
    confidence: float = CONFIDENCE
    budget: float | None = BUDGET
    jobs: int = 0


def rank(
    decision: Decision,
    *,
    declaring: str = "tuned",
    defending: str = "tuned",
    seed: int = 1,
    effort: Effort | None = None,
    taken: tuple[int, ...] = (),
    progress: Progress = ignore,
) -> Ranking:
    """Rank the choices of a decision.

    Each is carried out in the same worlds, drawn from what the seat knows, and played on by the
    policies. Those that are clearly worse drop out. A race ends when one is known to be the best,
    when all that are left differ by next to nothing, or when worlds or seconds are spent. Raises
    race for points, anything else for the win.

    Parameters
    ----------
    decision : Decision
    declaring, defending : str
        Policies.
    seed : int
    effort : Effort
    taken : tuple of int
        What was chosen in a recorded hand; it races in any case.
    progress
        Called now and then with the number of worlds done and the next goal.
    """
    effort = effort or Effort()
    policies = {"declaring": declaring, "defending": defending}
    choices = choices_of(decision)
    taken = standing_for(decision, taken) if taken else ()
    looked_at, screening = len(choices), 0
    if looked_at > RACING:
        choices, screening = screen(decision, choices, seed, effort.jobs, _kept(choices, taken))
    runner = ChoiceRunner(decision, [choice.actions for choice in choices], **policies, seed=seed)
    runner(0, 1)  # compiled before the clock starts
    race = _Race(runner, choices, effort, time.monotonic(), progress)
    standing = race.run()
    ranked, table = race.ranked(standing)
    return Ranking(
        asked=asked_of(decision, runner.experiment),
        unit=race.unit,
        choices=ranked,
        table=table,
        confidence=effort.confidence,
        worlds=standing.deals,
        decided=standing.decided,
        reason=race.reason(standing),
        looked_at=looked_at,
        screening=screening,
        taken=taken,
    )


def _kept(choices: Sequence[Choice], taken: tuple[int, ...]) -> int | None:
    """Return the place of the choice that was taken, or None."""
    return next((place for place, choice in enumerate(choices) if choice.actions == taken), None)


class _Race:
    """A race in progress."""

    def __init__(
        self,
        runner: ChoiceRunner,
        choices: list[Choice],
        effort: Effort,
        started: float,
        progress: Progress,
    ) -> None:
        self.runner, self.choices, self.effort = runner, choices, effort
        self.started, self.progress = started, progress
        decision = runner.decision
        self.unit: Unit = "points" if decision.kind in (RAISE, ABDICATE) else "win"
        self.wins, self.points = wins_of(decision), points_of(decision)
        worth = self.wins if self.unit == "win" else self.points
        self.possible = possible_ends(decision)
        low, high = float(worth[self.possible].min()), float(worth[self.possible].max())
        self.worth, tie = worth, _TIE[self.unit] * (high - low)
        self.race = Race(len(choices), None, effort.confidence, low=low, high=high, tolerance=tie)
        self.outcomes = np.full((0, len(choices)), -1, np.int64)
        self.spent = False

    def run(self) -> Standing:
        """Race to the end and return how all stand."""
        playing = np.ones(len(self.choices), np.bool_)
        first = max(_FEWEST, min(_FIRST_LOOK, 2 * self.runner.chunk))
        for goal in look_points(self.effort.most, first):
            self._play(goal, playing)
            standing = self.race.look()
            playing = standing.playing
            if standing.settled:
                break
            budget = self.effort.budget
            self.spent = budget is not None and time.monotonic() - self.started > budget
            if self.spent:
                break
        return standing

    def _play(self, goal: int, playing: npt.NDArray[np.bool_]) -> None:
        """Play those that are left up to a number of worlds."""
        done, live = len(self.outcomes), np.flatnonzero(playing)
        self.runner.choose([self.choices[place].actions for place in live])
        found = simulate.gather(
            lambda first, count: self.runner(done + first, count),
            goal - done,
            jobs=self.effort.jobs,
            chunk=max(1, self.runner.chunk // len(live)),
            progress=lambda more: self.progress(done + more, self.effort.most),
        )
        rows = np.full((goal - done, len(self.choices)), -1, np.int64)
        rows[:, live] = found
        self.outcomes = np.concatenate([self.outcomes, rows])
        self.race.add(np.where(rows >= 0, self.worth[rows], np.nan))

    def reason(self, standing: Standing) -> str:
        """Return why it stopped."""
        if standing.decided:
            return "decided"
        if standing.settled:
            return "settled"
        return "budget" if self.spent else "worlds"

    def ranked(self, standing: Standing) -> tuple[tuple[Choice, ...], pd.DataFrame]:
        """Return the choices and the table, the best first."""
        behind = standing.to_best
        win, win_low, win_high = self._estimates(self.wins)
        points, points_low, points_high = self._estimates(self.points)
        verdicts = [self._verdict(standing, place) for place in range(len(self.choices))]
        order = sorted(
            range(len(self.choices)),
            key=lambda place: (
                place != standing.best,
                verdicts[place] == OUT,
                -behind.mean[place],
                place,
            ),
        )
        table = pd.DataFrame(
            {
                "worlds": standing.counts,
                "win": win,
                "win_low": win_low,
                "win_high": win_high,
                "points": points,
                "points_low": points_low,
                "points_high": points_high,
                "behind": behind.mean,
                "behind_low": behind.low,
                "behind_high": behind.high,
                "verdict": verdicts,
            }
        )
        table = table.iloc[order].reset_index(drop=True)
        return tuple(self.choices[place] for place in order), table

    def _estimates(self, worth: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the mean worth of each choice over the worlds that it had, and its interval."""
        had = self.outcomes >= 0
        seen = np.where(had, worth[self.outcomes], np.nan)
        mean, variance = np.nanmean(seen, axis=0), np.nanvar(seen, axis=0)
        possible, number = worth[self.possible], had.sum(axis=0)
        level = shown_confidence(self.effort.confidence)
        bounds = possible.min(), possible.max()
        low, high = score_interval(mean, variance, number, *bounds, level)
        return np.asarray(mean), low, high

    def _verdict(self, standing: Standing, place: int) -> str:
        if place == standing.best:
            return BEST
        if standing.out[place]:
            return OUT
        return SAME if place in standing.same else CLOSE
