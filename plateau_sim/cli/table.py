"""``plateau-sim table``: win rate and points of every bid cell."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plateau_sim.cli.inputs import MAX_DEALS, Fraction, OneOf, Whole
from plateau_sim.cli.measuring import measure_all
from plateau_sim.cli.output import command_line, destination
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.selection import experiments_from, selection_options
from plateau_sim.cli.writing import writing_options
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.plateau.experiment import Experiment
    from plateau_sim.report.screen import Result

FORMATS = ("text", "json", "csv", "parquet")


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
    help="Deals; with --precision where it first looks.",
)
@click.option(
    "--precision",
    type=Fraction(0.5, 0.005),
    help="More deals, doubled each time, until every win rate's 95% half-width is below this.",
)
@click.option("--max-deals", type=Whole(1, MAX_DEALS, 10**6), help="Stop there.  [default: 10^7]")
@selection_options
@click.option("--by", type=OneOf(("seat",)), help="A row for each seat of the declarer.")
@click.option(
    "--values",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="TOML file with your own bid values; win rates stay as they are.",
)
@writing_options(FORMATS)
def command(form: str, out: Path | None, **chosen: Any) -> None:
    """Win rate and points of every bid cell of a player count.

    Each deal is played in every chosen cell by the chosen policies; the table shows how often the
    declaring side makes its bid, and the declarer's mean points. Interrupted, it shows what it has.
    """
    _check_together(form, out, chosen)
    experiments = experiments_from(chosen)
    from plateau_sim.report import export, screen

    if form == "parquet":
        export.check_parquet()
    results, interrupted = _measure_all(experiments, chosen)
    if interrupted and (not results or out is not None):
        raise KeyboardInterrupt
    if form == "text":
        content: str | bytes = screen.screens(results)
    else:
        content = export.WRITERS[form](results, command_line())
    with destination(out) as stream:
        stream.write(content)
    if interrupted:
        raise KeyboardInterrupt


def _check_together(form: str, out: Path | None, chosen: dict[str, Any]) -> None:
    """Refuse options that do not go together."""
    for name in ("precision", "by", "values"):
        if chosen["mode"] == "auction" and chosen[name]:
            example = f"--mode auction without --{name}"
            raise PlateauError(f"--{name} {chosen[name]}", "is for forced mode", example)
    if chosen["max_deals"] and not chosen["precision"]:
        fault = "says where --precision stops at the latest"
        raise PlateauError(f"--max-deals {chosen['max_deals']}", fault, "--precision 0.005")
    if form == "parquet" and out is None:
        raise PlateauError("--format parquet", "needs a file", "--format parquet --out t.parquet")
    if chosen["by"] and chosen["seat"]:
        raise PlateauError("--by seat", "goes with no --seat", "--by seat")


def _measure_all(
    experiments: list[Experiment], chosen: dict[str, Any]
) -> tuple[list[Result], bool]:
    """Measure one experiment after the other; return what there is, and whether it was stopped."""
    from plateau_sim.plateau.values import read_values

    file = chosen["values"]
    counts = {experiment.rules.players for experiment in experiments}
    valued = {players: read_values(file, players) for players in counts} if file else {}

    def measure(experiment: Experiment) -> Result:
        return _measure(experiment, chosen, valued.get(experiment.rules.players))

    return measure_all(experiments, measure)


def _measure(experiment: Experiment, chosen: dict[str, Any], values: Any) -> Result:
    from plateau_sim.report.screen import Result
    from plateau_sim.studies.measure import MAX_DEALS as MOST
    from plateau_sim.studies.measure import measure

    by_seat, started = chosen["by"] == "seat", time.perf_counter()
    with progress_bar(chosen["deals"]) as progress:
        measured = measure(
            experiment,
            chosen["deals"],
            precision=chosen["precision"],
            max_deals=chosen["max_deals"] or MOST,
            by_seat=by_seat,
            jobs=chosen["jobs"] or 0,
            progress=progress,
        )
    spent = f"{time.perf_counter() - started:.1f} s" if sys.stdout.isatty() else ""
    return Result(
        experiment,
        measured.table(by_seat=by_seat, values=values),
        measured.deals,
        chosen["precision"],
        own_values=str(chosen["values"] or ""),
        spent=spent,
        partial=measured.partial,
    )
