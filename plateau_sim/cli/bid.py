"""``plateau-sim bid``: what to bid with a hand."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plateau_sim.cli.handoptions import hand_options, question_from
from plateau_sim.cli.inputs import Fraction, Whole
from plateau_sim.cli.output import command_line, destination
from plateau_sim.cli.progress import news
from plateau_sim.cli.writing import writing_options
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.analysis.handverdict import Limits, Verdict
    from plateau_sim.plateau.handquestion import HandQuestion
    from plateau_sim.report.verdicttext import Judged

MOST_DEALS, _LONGEST = 200_000, 86_400  # as in studies.verdict, which is slow to load
BUDGET = 10
_LONG_ENOUGH = 2  # seconds of a budget in which there is time to see what else might be
_QUICK, _SLOW = "builder", "search"


@click.command(
    "bid",
    epilog='Examples: plateau-sim bid T21,19,16,12,8,5,2 SR,9 HD,8 CR,7 -p 4 --bidding "pass, y '
    'duo ex, me" --budget 3   |   plateau-sim bid T21,20,15,9,7,3 SR,D HC DR,4 CV,8 -p 5 -n 400',
)
@click.argument("cards", nargs=-1, metavar="CARDS")
@hand_options
@click.option(
    "--confidence",
    type=Fraction(1, 0.95),
    default=0.95,
    show_default=True,
    help="How sure it has to be of the best bid.",
)
@click.option(
    "--budget",
    type=Fraction(_LONGEST, 30),
    help=f"Seconds until it stops in any case, about.  [default: {BUDGET}]",
)
@click.option(
    "-n",
    "--deals",
    type=Whole(1, MOST_DEALS, 10000),
    help="Deals at most, in place of seconds: repeats to the bit.",
)
@click.option("--explain", is_flag=True, help="What cards, exchange, partner and raise are worth.")
@click.option("--all", "all_bids", is_flag=True, help="Show hopeless bids, too.")
@writing_options(("text", "json"))
def command(
    cards: tuple[str, ...], all_bids: bool, form: str, out: Path | None, **chosen: Any
) -> None:
    """What to bid with a hand, and why.

    CARDS in groups (T21,19 SR,9), loose (T21 SR), from a file or from standard input (-); left
    open: Tx any trump, Dx any diamond below V, x any card. Each bid, and passing, is played out on
    the same deals, which fit all that is known; the others go on bidding.
    """
    question = question_from(cards, chosen)
    judged = _judged(question, _limits(chosen), chosen)
    if judged.verdict.end == "interrupted" and out is not None:
        raise KeyboardInterrupt
    with destination(out) as stream:
        stream.write(_written(judged, form, all_bids))
    if judged.verdict.end == "interrupted":
        raise KeyboardInterrupt


def _limits(chosen: dict[str, Any]) -> Limits:
    from plateau_sim.analysis.handverdict import Limits

    if chosen["deals"] and chosen["budget"]:
        fault = "--deals already says when it ends"
        raise PlateauError(f"--budget {chosen['budget']:g}", fault, "one of the two")
    seconds = None if chosen["deals"] else chosen["budget"] or BUDGET
    return Limits(chosen["confidence"], seconds, chosen["deals"])


def _judged(question: HandQuestion, limits: Limits, chosen: dict[str, Any]) -> Judged:
    """Return the verdict, and what it would be if something else was assumed."""
    from plateau_sim.report.verdicttext import Judged
    from plateau_sim.studies.explain import explain
    from plateau_sim.studies.verdict import judge, judge_again

    started, jobs = time.perf_counter(), chosen["jobs"] or 0
    with news() as tell:
        verdict = judge(question, limits, jobs=jobs, tell=lambda found: tell(_so_far(found)))
        if verdict.end == "interrupted" or (limits.seconds or _LONG_ENOUGH) < _LONG_ENOUGH:
            return Judged(verdict, own_values=str(chosen["values"] or ""))
        other_reading = None
        if verdict.reading.judged:
            tell("any hands for those who were heard")
            other_reading = judge_again(verdict, jobs=jobs, ignore_bids=True)
        other_play = []
        for policy in _other_policies(question, chosen):
            tell(f"the same under {policy}")
            other_play.append(judge_again(verdict, jobs=jobs, declaring=policy, defending=policy))
        worth = None
        if chosen["explain"]:
            tell("what the cards are worth")
            worth = explain(verdict, jobs=jobs)
    spent = f"{time.perf_counter() - started:.0f} s" if sys.stdout.isatty() else ""
    values = str(chosen["values"] or "")
    return Judged(verdict, other_reading, tuple(other_play), worth, values, spent)


def _so_far(verdict: Verdict) -> str:
    """Return the leader so far, for those who wait."""
    standing, best = verdict.standing, verdict.best
    said = "pass" if best is None else f"{best} {standing.to_baseline.mean[standing.best]:+.1f}"
    return f"{verdict.deals:,} deals: {said}"


def _other_policies(question: HandQuestion, chosen: dict[str, Any]) -> list[str]:
    """Return the policies to try besides: without --explain only a quick one."""
    others = [_QUICK, _SLOW] if chosen["explain"] else [_QUICK]
    return [name for name in others if name not in (question.declaring, question.defending)]


def _written(judged: Judged, form: str, all_bids: bool) -> str:
    from plateau_sim.report import verdictexport, verdicttext

    if form == "json":
        return verdictexport.as_json(judged, command_line())
    return verdicttext.screen(judged, all_bids=all_bids)
