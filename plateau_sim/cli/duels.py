"""What the commands `match` and `ladder` share: options, setups, how results are written."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plateau_sim.cli.inputs import MAX_DEALS, Fraction, Whole
from plateau_sim.cli.output import command_line, destination
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.selection import experiments_from, selection_options
from plateau_sim.cli.writing import writing_options
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    import pandas as pd

    from plateau_sim.analysis.grid import Duel
    from plateau_sim.plateau.experiment import Experiment
    from plateau_sim.report.matchtext import Played

F = TypeVar("F", bound=Callable[..., Any])
Chosen = dict[str, Any]
_OPTIONS = (
    click.option(
        "-n",
        "--deals",
        type=Whole(1, MAX_DEALS, 4000),
        default=4000,
        show_default=True,
        help="Deals, each in every bid and pairing; with --precision where it first looks.",
    ),
    click.option(
        "--precision",
        type=Fraction(0.5, 0.002),
        help="More deals, doubled each time, until the standard errors of the differences of win "
        "rates are below this.",
    ),
    click.option(
        "--max-deals", type=Whole(1, MAX_DEALS, 10**6), help="Stop there.  [default: 10^7]"
    ),
    click.option(
        "--one-bid",
        is_flag=True,
        help="Each deal in one bid, the bids in turn: sooner precise with slow policies.",
    ),
    selection_options,
    writing_options(),
)


def duel_options(function: F) -> F:
    """Add the options; the command hands them on as they are to `run`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def run(
    policies: tuple[str, ...],
    chosen: Chosen,
    play: Callable[..., Duel],
    table: Callable[[Duel], pd.DataFrame],
    screen: Callable[[list[Played]], str],
) -> None:
    """Play all setups of the options and write what came of it.

    Parameters
    ----------
    policies
        Their names.
    chosen
        The command's options.
    play
        Called with an experiment and the options of `studies.grid.play`.
    table
        Makes the table of what was counted.
    screen
        Makes the text of all setups.
    """
    setups = _setups(policies, chosen)
    results: list[Played] = []
    interrupted = False
    try:
        for played in _played(setups, chosen, play, table):
            results.append(played)
            interrupted = played.duel.partial
    except KeyboardInterrupt:
        interrupted = True
    out: Path | None = chosen["out"]
    if interrupted and (not results or out is not None):
        raise KeyboardInterrupt
    from plateau_sim.report import matchexport

    form = chosen["form"]
    writer = matchexport.WRITERS.get(form)
    content = writer(results, command_line()) if writer else screen(results)
    with destination(out) as stream:
        stream.write(content)
    if interrupted:
        raise KeyboardInterrupt


def _setups(policies: tuple[str, ...], chosen: Chosen) -> list[Experiment]:
    """Return the setups, once all that may be wrong with the options has been looked at."""
    from plateau_sim.plateau.choosers import check_policy

    for policy in policies:
        check_policy(policy)
    for name in ("policy", "declaring", "defending"):
        if chosen[name]:
            said = chosen[name] if isinstance(chosen[name], str) else chosen[name][0]
            fault = "who plays is said by the command's arguments"
            raise PlateauError(f"--{name} {said}", fault, "plateau-sim match builder greedy")
    if chosen["mode"] == "auction":
        fault = "policies are measured bid by bid"
        raise PlateauError("--mode auction", fault, "--mode forced")
    if chosen["max_deals"] and not chosen["precision"]:
        fault = "says where --precision stops at the latest"
        raise PlateauError(f"--max-deals {chosen['max_deals']}", fault, "--precision 0.002")
    return experiments_from(chosen)


def _played(
    setups: list[Experiment],
    chosen: Chosen,
    play: Callable[..., Duel],
    table: Callable[[Duel], pd.DataFrame],
) -> Iterator[Played]:
    """Play one setup after the other, up to one that is interrupted."""
    from plateau_sim.analysis.matchtable import pairing_table
    from plateau_sim.report.matchtext import Played
    from plateau_sim.studies.grid import open_cells
    from plateau_sim.studies.looks import MAX_DEALS as MOST

    jobs, open_only = (
        chosen["jobs"] or 0,
        not any(chosen[name] for name in ("objective", "team", "exchange")),
    )
    for setup in setups:
        experiment = replace(setup, cells=open_cells(setup, jobs)) if open_only else setup
        started = time.perf_counter()
        with progress_bar(chosen["deals"]) as progress:
            duel = play(
                experiment,
                deals=chosen["deals"],
                precision=chosen["precision"],
                max_deals=chosen["max_deals"] or MOST,
                jobs=jobs,
                progress=progress,
                one_bid=chosen["one_bid"],
            )
        spent = f"{time.perf_counter() - started:.1f} s" if sys.stdout.isatty() else ""
        pairings = pairing_table(duel)
        yield Played(duel, table(duel), pairings, open_only, chosen["precision"], spent)
        if duel.partial:
            return
