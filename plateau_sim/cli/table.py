"""``plateau-sim table``: win rate and points of every bid cell."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from plateau_sim.cli.inputs import MAX_DEALS, OneOf, OutFile, Whole
from plateau_sim.cli.output import command_line, destination
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.selection import experiment_from, selection_options


@click.command(
    "table",
    epilog="Examples: plateau-sim table -p 4   |   plateau-sim table -p 5 --team solo --format csv",
)
@click.option(
    "-n",
    "--deals",
    type=Whole(1, MAX_DEALS, 10000),
    default=10000,
    show_default=True,
    help="Deals.",
)
@selection_options
@click.option("-j", "--jobs", type=Whole(1, 1024, 2), help="Threads.  [default: all cores]")
@click.option(
    "--format",
    "form",
    type=OneOf(("text", "json", "csv")),
    default="text",
    show_default=True,
    help="What to print.",
)
@click.option("-o", "--out", type=OutFile(), help="Write to a file in place of standard output.")
def command(deals: int, jobs: int | None, form: str, out: Path | None, **chosen: Any) -> None:
    """Win rate and points of every bid cell of a player count.

    Each deal is played in every chosen cell by the chosen policies; the table shows how often the
    declaring side makes its bid, and the declarer's mean points.
    """
    experiment = experiment_from(chosen)
    from plateau_sim.report import auctiontable, bidtable, export
    from plateau_sim.studies.measure import bid_table

    started = time.perf_counter()
    with progress_bar(deals) as progress:
        table = bid_table(experiment, deals, jobs=jobs or 0, progress=progress)
    if form == "text":
        spent = (
            f"{time.perf_counter() - started:.1f} s" if out is None and sys.stdout.isatty() else ""
        )
        screen = auctiontable.auction_text if experiment.auction else bidtable.forced_text
        text = screen(experiment, table, deals, spent)
    else:
        facts = export.manifest(experiment, deals, command_line())
        text = (export.as_json if form == "json" else export.as_csv)(table, facts)
    with destination(out) as stream:
        stream.write(text)
