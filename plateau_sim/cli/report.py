"""``plateau-sim report``: pages with figures, and the data beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plateau_sim.cli.inputs import MAX_DEALS, OneOf, OutFolder, Whole
from plateau_sim.cli.output import check_folder, command_line, write_folder
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.selection import experiments_from, selection_options
from plateau_sim.cli.writing import jobs_option
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.plateau.experiment import Experiment
    from plateau_sim.report.page import Page
    from plateau_sim.report.parts.part import Part
    from plateau_sim.report.screen import Result

    Maker = Callable[[Experiment, dict[str, Any]], Part]

KINDS = ("study", "table", "board", "shape", "fair", "compare")
_MARK = "manifest.json"


@click.command(
    "report",
    epilog="Examples: plateau-sim report study -p 3 -n 200 --hands 20 --out three   |   "
    "plateau-sim report compare standard random:7 -n 200 --out layouts",
)
@click.argument("kind", type=OneOf(KINDS), metavar="|".join(KINDS))
@click.argument("setups", nargs=-1, metavar="[A B ...]")
@click.option(
    "-n",
    "--deals",
    type=Whole(1, MAX_DEALS, 20000),
    default=20000,
    show_default=True,
    help="Deals, each played in every bid.",
)
@click.option(
    "--hands",
    type=Whole(2, 200_000, 1000),
    default=1000,
    show_default=True,
    help="Fairness: hands, each played 64 times in every bid.",
)
@click.option(
    "--also",
    multiple=True,
    metavar="NAME",
    help="study: the bids under this policy too, what depends on who plays; may be repeated.",
)
@click.option(
    "--also-deals",
    type=Whole(1, MAX_DEALS, 1000),
    default=1000,
    show_default=True,
    help="Deals for each policy of --also.",
)
@selection_options
@jobs_option
@click.option(
    "-o", "--out", type=OutFolder(), required=True, help="Folder to write; replaces an earlier one."
)
def command(kind: str, setups: tuple[str, ...], out: Path, **chosen: Any) -> None:
    """Write a page with figures (report.html) and, beside it, figures/ and data/.

    study: everything about one setup; table, board, shape, fair: one part of it; compare: the
    setups A, B, ... of the command compare. The page needs no network and holds its figures.
    """
    _check(kind, setups, chosen)
    check_folder(out, _MARK)
    page = _comparison(setups, chosen) if kind == "compare" else _setup(kind, chosen)
    from plateau_sim.report.page import files_of

    write_folder(out, files_of(page), _MARK)
    click.echo(f"{out / 'report.html'}: {page.title}")
    for answer in page.answers:
        click.echo(f"  {answer}")


def _check(kind: str, setups: tuple[str, ...], chosen: dict[str, Any]) -> None:
    if chosen["mode"] == "auction":
        raise PlateauError("--mode auction", "reports are about forced bids", "--mode forced")
    if setups and kind != "compare":
        fault = "only compare takes setups"
        raise PlateauError(f"setup {setups[0]}", fault, "plateau-sim report compare A B --out DIR")
    if chosen["also"] and kind != "study":
        fault = "only a study looks at other policies"
        raise PlateauError(
            f"--also {chosen['also'][0]}", fault, "plateau-sim report study --also greedy --out DIR"
        )
    if kind in ("study", "fair") and chosen["raises"]:
        fault = "hands are judged without raises: points must grow with a bid's value"
        raise PlateauError("--raises", fault, "plateau-sim report table --raises --out DIR")


def _setup(kind: str, chosen: dict[str, Any]) -> Page:
    """Measure one setup, stage by stage, and return its page."""
    experiments = experiments_from(chosen)
    if len(experiments) > 1:
        fault = f"these are {len(experiments)} setups, a page is about one"
        raise PlateauError(f"report {kind}", fault, "one -p, one layout, one policy; or compare")
    experiment = experiments[0]
    from plateau_sim.report.pages import setup_page

    others = _others(experiment, chosen)
    makers = [maker for name, maker in _MAKERS.items() if kind in (name, "study")]
    parts = [maker(experiment, chosen) for maker in makers]
    if others:
        parts.append(_policies([experiment, *others], chosen))
    return setup_page(kind, experiment, parts, _manifest(experiment, chosen))


def _manifest(experiment: Experiment, chosen: dict[str, Any]) -> dict[str, Any]:
    import pandas as pd

    from plateau_sim.report.export import manifest
    from plateau_sim.report.screen import Result

    facts = manifest([Result(experiment, pd.DataFrame(), chosen["deals"])], command_line())
    return {**facts, "hands": chosen["hands"]}


def _others(experiment: Experiment, chosen: dict[str, Any]) -> list[Experiment]:
    """Return the setup with each of the other policies on both sides."""
    named = dict.fromkeys(chosen["also"])
    sides = {experiment.declaring, experiment.defending}
    for policy in named:
        if policy in sides or len(sides) > 1:
            fault = "a study with other policies is about one policy on both sides, and others"
            raise PlateauError(f"--also {policy}", fault, "--policy tuned --also greedy")
    return [replace(experiment, declaring=policy, defending=policy) for policy in named]


def _measured(experiment: Experiment, deals: int, chosen: dict[str, Any], stage: str) -> Result:
    from plateau_sim.report.screen import Result
    from plateau_sim.studies.measure import measure

    with progress_bar(deals, stage=stage) as progress:
        found = measure(experiment, deals, jobs=chosen["jobs"] or 0, progress=progress)
    if found.partial:
        raise KeyboardInterrupt
    return Result(experiment, found.table(), found.deals)


def _table(experiment: Experiment, chosen: dict[str, Any]) -> Part:
    from plateau_sim.report.parts.bids import bids_part

    return bids_part(_measured(experiment, chosen["deals"], chosen, "bids"))


def _policies(experiments: list[Experiment], chosen: dict[str, Any]) -> Part:
    from plateau_sim.report.parts.policies import policies_part

    deals = [chosen["deals"], *[chosen["also_deals"]] * (len(experiments) - 1)]
    return policies_part(
        [
            _measured(experiment, number, chosen, experiment.declaring)
            for experiment, number in zip(experiments, deals, strict=True)
        ]
    )


def _anatomy(experiment: Experiment, chosen: dict[str, Any], stage: str, *, leads: bool) -> Any:
    from plateau_sim.studies.anatomy import dissect

    deals, jobs = chosen["deals"], chosen["jobs"] or 0
    with progress_bar(deals, stage=stage) as progress:
        found = dissect(experiment, deals, leads=leads, jobs=jobs, progress=progress)
    if found.partial:
        raise KeyboardInterrupt
    return found


def _board(experiment: Experiment, chosen: dict[str, Any]) -> Part:
    from plateau_sim.analysis.spaces import space_table
    from plateau_sim.report.parts.spaces import spaces_part
    from plateau_sim.report.screen import Result

    found = _anatomy(experiment, chosen, "board", leads=False)
    table = space_table(experiment, found.tallies)
    return spaces_part(Result(experiment, table, found.deals))


def _shape(experiment: Experiment, chosen: dict[str, Any]) -> Part:
    from plateau_sim.analysis.shape import shape_table
    from plateau_sim.report.parts.shape import shape_part
    from plateau_sim.report.screen import Result

    found = _anatomy(experiment, chosen, "shape", leads=True)
    table = shape_table(experiment, found.tallies, found.shares)
    return shape_part(Result(experiment, table, found.deals))


def _fair(experiment: Experiment, chosen: dict[str, Any]) -> Part:
    from plateau_sim.analysis.verdict import judge
    from plateau_sim.cli.fair import PLAYOUTS, SHARE
    from plateau_sim.report.parts.fairness import fairness_part
    from plateau_sim.studies.fair import play_hands

    hands, jobs = chosen["hands"], chosen["jobs"] or 0
    with progress_bar(hands, "hands", stage="fairness") as progress:
        counts = play_hands(experiment, hands, PLAYOUTS, jobs=jobs, progress=progress)
    return fairness_part(judge(counts, SHARE))


_MAKERS: dict[str, Maker] = {"table": _table, "shape": _shape, "board": _board, "fair": _fair}


def _comparison(setups: tuple[str, ...], chosen: dict[str, Any]) -> Page:
    from plateau_sim.cli.compare import measured
    from plateau_sim.cli.setups import setups_from
    from plateau_sim.report.compareexport import comparison_manifest
    from plateau_sim.report.pages import comparison_page
    from plateau_sim.report.parts.comparison import comparison_part

    named, notes = setups_from(setups, {**chosen, "values": None})
    compared = measured(named, notes, chosen)
    if compared.partial:
        raise KeyboardInterrupt
    experiments = [setup.experiment for setup in compared.setups]
    names = [setup.name for setup in compared.setups]
    manifest = comparison_manifest(compared, command_line())
    return comparison_page(names, experiments, comparison_part(compared), manifest)
