"""What ``board`` and ``shape`` have in common: options, measuring, writing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plateau_sim.cli.inputs import MAX_DEALS, Whole
from plateau_sim.cli.measuring import measure_all
from plateau_sim.cli.output import command_line, destination
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.selection import experiments_from, selection_options
from plateau_sim.cli.writing import writing_options
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    import pandas as pd

    from plateau_sim.plateau.experiment import Experiment
    from plateau_sim.report.screen import Result
    from plateau_sim.studies.anatomy import Anatomy

F = TypeVar("F", bound=Callable[..., Any])
DEALS = 10000

_OPTIONS = (
    click.option(
        "-n",
        "--deals",
        type=Whole(1, MAX_DEALS, DEALS),
        default=DEALS,
        show_default=True,
        help="Deals, each played in every chosen bid.",
    ),
    selection_options,
    writing_options(),
)


def anatomy_options(function: F) -> F:
    """Add the options of both commands."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def show(
    name: str,
    form: str,
    out: Path | None,
    chosen: dict[str, Any],
    *,
    leads: bool,
    table_of: Callable[[Anatomy], pd.DataFrame],
    screen_of: Callable[[Result], str],
) -> None:
    """Measure every chosen setup and write it.

    Parameters
    ----------
    name
        Of the command.
    form, out, chosen
        The options.
    leads
        Whether to follow who leads.
    table_of, screen_of
        What makes the tidy table of what was measured, and the screen of that.
    """
    if chosen["mode"] == "auction":
        fault = f"{name} looks into hands bid by bid, in forced mode only"
        raise PlateauError("--mode auction", fault, "--mode forced")
    experiments = experiments_from(chosen)
    from plateau_sim.report.export import WRITERS

    def measure(experiment: Experiment) -> Result:
        return _measure(experiment, chosen, leads, table_of)

    results, interrupted = measure_all(experiments, measure)
    if interrupted and (not results or out is not None):
        raise KeyboardInterrupt
    if form == "text":
        content: str | bytes = "\n".join(map(screen_of, results))
    else:
        content = WRITERS[form](results, command_line())
    with destination(out) as stream:
        stream.write(content)
    if interrupted:
        raise KeyboardInterrupt


def _measure(
    experiment: Experiment,
    chosen: dict[str, Any],
    leads: bool,
    table_of: Callable[[Anatomy], pd.DataFrame],
) -> Result:
    from plateau_sim.report.screen import Result
    from plateau_sim.studies.anatomy import dissect

    started = time.perf_counter()
    with progress_bar(chosen["deals"]) as progress:
        anatomy = dissect(
            experiment,
            chosen["deals"],
            leads=leads,
            jobs=chosen["jobs"] or 0,
            progress=progress,
        )
    spent = f"{time.perf_counter() - started:.1f} s" if sys.stdout.isatty() else ""
    return Result(
        experiment, table_of(anatomy), anatomy.deals, spent=spent, partial=anatomy.partial
    )
