"""``plateau-sim compare``: setups on the same deals."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plateau_sim.cli.inputs import MAX_DEALS, OneOf, Whole
from plateau_sim.cli.output import command_line, destination
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.selection import selection_options
from plateau_sim.cli.setups import setups_from
from plateau_sim.cli.writing import writing_options
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.analysis.joint import Setup
    from plateau_sim.report.comparetext import Compared


@click.command(
    "compare",
    epilog="Examples: plateau-sim compare standard random:7 -n 500   |   "
    "plateau-sim compare standard strict study.toml -p 3 -n 500 --format csv",
)
@click.argument("setups", nargs=-1, metavar="A B [C ...]")
@click.option(
    "-n",
    "--deals",
    type=Whole(1, MAX_DEALS, 10000),
    default=10000,
    show_default=True,
    help="Deals, each played in every setup and bid.",
)
@selection_options
@click.option(
    "--values",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="TOML file with your own bid values; win rates stay as they are.",
)
@click.option("--by", type=OneOf(("seat",)), help="With csv: the table by seat of the declarer.")
@writing_options()
def command(setups: tuple[str, ...], form: str, out: Path | None, **chosen: Any) -> None:
    """Compare setups with the first of them, on the same deals, in every bid that all have.

    A setup is a layout (standard-13, random:7, mine.toml), a variant (full-deck, excuse,
    positive-only, counter-sabotage, strict; also joined: full-deck+excuse), standard for the game
    of the options as it is, or a TOML file of run, which may change anything but deals and seed.
    The options hold for all setups but for what these say; players, layout and policy take one
    value each, and bids are forced. Differences are later setup minus first.
    """
    named, notes = setups_from(setups, chosen)
    if chosen["by"]:
        _check_seats(named, form)
    compared = measured(named, notes, chosen)
    if compared.partial and out is not None:
        raise KeyboardInterrupt
    with destination(out) as stream:
        stream.write(_written(compared, form, chosen["by"] == "seat"))
    if compared.partial:
        raise KeyboardInterrupt


def _check_seats(setups: list[Setup], form: str) -> None:
    """Refuse a table by seat where there is none."""
    from plateau_sim.analysis.seateffect import have_seats

    if form != "csv":
        raise PlateauError("--by seat", "is for csv; text and json have it", "--format csv")
    if not any(have_seats(setups[0], other) for other in setups[1:]):
        fault = "these setups don't have the same seats to declare"
        raise PlateauError("--by seat", fault, "setups with as many players, and no --seat")


def _written(compared: Compared, form: str, by_seat: bool) -> str:
    from plateau_sim.report import compareexport, comparetext

    if form == "text":
        return comparetext.screen(compared)
    write = compareexport.seats_as_csv if by_seat else compareexport.WRITERS[form]
    return write(compared, command_line())


def measured(setups: list[Setup], notes: list[str], chosen: dict[str, Any]) -> Compared:
    """Compare the setups with a progress bar; if interrupted, the result is partial."""
    from plateau_sim.report.comparetext import MOST_SETUPS, Compared
    from plateau_sim.studies.compare import compare

    if len(setups) > MOST_SETUPS:
        raise PlateauError("compare", f"{len(setups)} setups", f"at most {MOST_SETUPS}")
    started = time.perf_counter()
    with progress_bar(chosen["deals"]) as progress:
        found = compare(setups, chosen["deals"], jobs=chosen["jobs"] or 0, progress=progress)
    spent = f"{time.perf_counter() - started:.1f} s" if sys.stdout.isatty() else ""
    return Compared(
        found.setups, found.table(), found.seats(), found.deals, notes, spent, found.partial
    )
