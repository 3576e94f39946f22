"""``plateau-sim run``: an experiment as a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from plateau_sim.cli import table
from plateau_sim.cli.inputs import OutFile
from plateau_sim.cli.output import destination
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.selection import experiments_from
from plateau_sim.errors import PlateauError
from plateau_sim.files import read_toml

EXAMPLE = 'players = 4, deals = 20000, policy = ["greedy", "random"], full-deck = true'


@click.command(
    "run",
    epilog="Examples: plateau-sim run study.toml   |   "
    "plateau-sim run study.toml --per-deal deals.csv",
)
@click.argument("study", type=click.Path(path_type=Path))
@click.option(
    "--per-deal", type=OutFile(), help="Also write one row per deal and cell, as CSV, to a file."
)
def command(study: Path, per_deal: Path | None) -> None:
    """Run the experiment of a TOML file: every option of ``table`` as a key.

    For example: players = 4, deals = 20000, policy = ["greedy", "random"], team = "duo",
    positive-only = true, precision = 0.005, format = "csv", out = "duo.csv".
    """
    arguments = arguments_of(f"study {study}", read_toml(study, f"study {study}", EXAMPLE))
    try:
        context = table.command.make_context("table", arguments)
        if per_deal:
            _write_deals(per_deal, context.params)
        table.command.invoke(context)
    except PlateauError as error:
        raise PlateauError(f"{study}: {error.subject}", error.fault, error.example) from None


def parameters_of_table() -> dict[str, click.Parameter]:
    """Return what a study can say: the parameters of ``table`` by key, with hyphens."""
    return {
        option.removeprefix("--"): parameter
        for parameter in table.command.params
        for option in parameter.opts
        if option.startswith("--")
    }


def arguments_of(name: str, content: dict[str, Any]) -> list[str]:
    """Return the content of a study as arguments of ``table``; errors name it so."""
    known = parameters_of_table()
    arguments = []
    for key, value in content.items():
        option = key.replace("_", "-")
        if option not in known:
            raise PlateauError(f"{name}: {key}", "no such option of table", EXAMPLE)
        arguments += _said(f"{name}: {key}", option, known[option], value)
    return arguments


def _said(subject: str, option: str, parameter: click.Parameter, value: Any) -> list[str]:
    """Return a key and its value as they would be typed."""
    if getattr(parameter, "is_flag", False):
        if not isinstance(value, bool):
            raise PlateauError(subject, "must be true or false", f"{option} = true")
        return [f"--{option}"] * value
    values = value if isinstance(value, list) else [value]
    if len(values) > 1 and not parameter.multiple:
        raise PlateauError(subject, "takes one value", EXAMPLE)
    if not all(type(item) in (str, int, float) for item in values):
        raise PlateauError(subject, "must be text or a number", EXAMPLE)
    return [f"--{option}={item}" for item in values]


def _write_deals(path: Path, chosen: dict[str, Any]) -> None:
    """Write one row per deal and cell of every experiment."""
    if chosen["precision"] or chosen["mode"] == "auction":
        fault = "is for forced mode with a fixed number of deals"
        raise PlateauError("--per-deal", fault, "a study without precision and mode")
    experiments = experiments_from(chosen)
    from plateau_sim.studies.perdeal import COLUMNS, deal_rows

    with destination(path) as stream:
        stream.write(",".join(COLUMNS) + "\n")
        for experiment in experiments:
            with progress_bar(chosen["deals"]) as progress:
                for number, rows in enumerate(deal_rows(experiment, chosen["deals"])):
                    stream.write(_lines(rows))
                    progress(number + 1, chosen["deals"])


def _lines(rows: Iterator[tuple[Any, ...]]) -> str:
    return "".join(",".join(map(str, row)) + "\n" for row in rows)
