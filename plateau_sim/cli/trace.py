"""``plateau-sim trace``: single hands as transcripts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plateau_sim.cli.inputs import MAX_DEALS, OutFile, Whole
from plateau_sim.cli.output import destination
from plateau_sim.cli.selection import experiments_from, selection_options
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.plateau.experiment import Experiment


@click.command(
    "trace",
    epilog="Examples: plateau-sim trace -p 4 --deal 17 --objective y --team duo   |   "
    "plateau-sim trace -p 3 --game 6 -o game.jsonl",
)
@click.option(
    "-n", "--deals", type=Whole(1, MAX_DEALS, 10), help="Deals 0 to N - 1.  [default: 10]"
)
@click.option("--deal", type=Whole(0, MAX_DEALS, 17), help="Only this deal, counted from 0.")
@click.option(
    "--game", type=Whole(1, MAX_DEALS, 12), help="A game of so many hands, bid for, with totals."
)
@selection_options
@click.option("-o", "--out", type=OutFile(), help="Write to a file in place of standard output.")
def command(
    deals: int | None, deal: int | None, game: int | None, out: Path | None, **chosen: Any
) -> None:
    """Single hands as transcripts, one JSON object a line.

    Each deal is played in every chosen cell, in table order, exactly as ``table`` counts it.
    """
    given = [
        name
        for name, value in (("--deals", deals), ("--deal", deal), ("--game", game))
        if value is not None
    ]
    if len(given) > 1:
        fault = f"goes with no {given[1]}"
        raise PlateauError(given[0], fault, "--deals 10, or --deal 17, or --game 12")
    if game is not None:
        chosen["mode"] = "auction"
        for players in chosen["players"]:
            if game % players:
                fault = f"not divisible by {players} players, who deal equally often"
                raise PlateauError(f"--game {game}", fault, f"--game {3 * players}")
    experiments = experiments_from(chosen)
    numbers = range(deals or 10) if deal is None else range(deal, deal + 1)
    with destination(out) as stream:
        for experiment in experiments:
            for hand in _hands(experiment, numbers, game):
                stream.write(json.dumps(hand) + "\n")


def _hands(experiment: Experiment, numbers: range, game: int | None) -> Iterator[dict[str, Any]]:
    from plateau_sim.plateau.runner import Runner
    from plateau_sim.plateau.transcript import play_game, play_transcript

    runner = Runner(experiment)
    if game is not None:
        yield from play_game(runner, game)
        return
    rows = 1 if experiment.auction else len(experiment.cells)
    for number in numbers:
        for row in range(rows):
            yield play_transcript(runner, number, row)
