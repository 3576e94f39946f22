"""``plateau-sim perfect``: the distance of policies from perfect open-card play."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plateau_sim.cli.inputs import MAX_DEALS, Whole
from plateau_sim.cli.output import command_line, destination
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.selection import experiments_from, selection_options
from plateau_sim.cli.writing import writing_options
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.plateau.experiment import Experiment
    from plateau_sim.report.screen import Result

DEALS, LAST = 1000, 4
EXAMPLE = "plateau-sim perfect random greedy builder"


@click.command(
    "perfect",
    epilog="Examples: plateau-sim perfect random greedy -n 50   |   "
    "plateau-sim perfect greedy builder -p 3 -k 3 -n 50 --format csv",
)
@click.argument("policies", nargs=-1, metavar="POLICY...")
@click.option(
    "-k",
    "--last",
    type=Whole(2, 8, LAST),
    default=LAST,
    show_default=True,
    help="How many last tricks are judged, 2 to 8; each one more takes about 5 times as long.",
)
@click.option(
    "-n",
    "--deals",
    type=Whole(1, MAX_DEALS, DEALS),
    default=DEALS,
    show_default=True,
    help="Deals, each played in every chosen bid.",
)
@selection_options
@writing_options()
def command(policies: tuple[str, ...], form: str, out: Path | None, **chosen: Any) -> None:
    """How often policies throw a won ending away, measured against perfect open-card play.

    All POLICIES are asked for the same cards: each choice among two or more in the last tricks of
    deals that --policy (or --declaring and --defending) plays. Before each, a solver that sees
    all cards tells which of them keep the hand won for the side to move. No policy sees the
    hidden cards, so none can be perfect: it is a yardstick to compare policies by.
    """
    _check(policies, chosen)
    experiments = experiments_from(chosen)
    from plateau_sim.report.export import WRITERS
    from plateau_sim.report.perfecttext import perfect_screen

    results, interrupted = _measure_all(experiments, policies, chosen)
    if interrupted and (not results or out is not None):
        raise KeyboardInterrupt
    if form == "text":
        content: str | bytes = "\n".join(map(perfect_screen, results))
    else:
        content = WRITERS[form](results, command_line())
    with destination(out) as stream:
        stream.write(content)
    if interrupted:
        raise KeyboardInterrupt


def _check(policies: tuple[str, ...], chosen: dict[str, Any]) -> None:
    """Refuse what does not go together."""
    if not policies:
        raise PlateauError("perfect", "no policy named", EXAMPLE)
    twice = [name for name in policies if policies.count(name) > 1]
    if twice:
        raise PlateauError(f"policy {twice[0]}", "named twice", EXAMPLE)
    from plateau_sim.plateau.choosers import check_policy

    for name in policies:
        check_policy(name)
    if chosen["mode"] == "auction":
        fault = "perfect judges endings bid by bid, in forced mode only"
        raise PlateauError("--mode auction", fault, "--mode forced")


def _measure_all(
    experiments: list[Experiment], policies: tuple[str, ...], chosen: dict[str, Any]
) -> tuple[list[Result], bool]:
    """Measure one experiment after the other; return what there is, and whether it was stopped."""
    results: list[Result] = []
    for experiment in experiments:
        try:
            results.append(_measure(experiment, policies, chosen))
        except KeyboardInterrupt:
            return results, True
        if results[-1].partial:
            return results, True
    return results, False


def _measure(experiment: Experiment, policies: tuple[str, ...], chosen: dict[str, Any]) -> Result:
    from plateau_sim.analysis.perfect import perfect_table
    from plateau_sim.report.screen import Result
    from plateau_sim.studies.perfect import distance_from_perfect

    started = time.perf_counter()
    with progress_bar(chosen["deals"]) as progress:
        found = distance_from_perfect(
            experiment,
            policies,
            chosen["last"],
            chosen["deals"],
            jobs=chosen["jobs"] or 0,
            progress=progress,
        )
    spent = f"{time.perf_counter() - started:.1f} s" if sys.stdout.isatty() else ""
    table = perfect_table(experiment, found.policies, found.tallies, found.deals)
    return Result(experiment, table, found.deals, spent=spent, partial=found.partial)
