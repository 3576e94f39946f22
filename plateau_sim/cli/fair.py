"""``plateau-sim fair``: whether the bid table is fair."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plateau_sim.cli.files import NamedFile
from plateau_sim.cli.inputs import Fraction, Whole
from plateau_sim.cli.output import command_line, destination
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.selection import experiments_from, selection_options
from plateau_sim.cli.writing import writing_options
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.analysis.hands import HandCounts
    from plateau_sim.analysis.verdict import Verdict
    from plateau_sim.plateau.experiment import Experiment

_MAX_HANDS, _MAX_PLAYOUTS = 200_000, 100_000  # as in studies.fair, which is slow to load
PLAYOUTS, SHARE = 64, 0.01
"""Of each hand; of the hands that bid, below which a bid is dead. Unless others are asked for."""
_JUDGING = ("values", "share", "form", "out", "source")  # what goes with --from


@click.command(
    "fair",
    epilog="Examples: plateau-sim fair -p 4 -n 200 --save hands.npz   |   "
    "plateau-sim fair --from hands.npz --share 0.02",
)
@click.option(
    "-n",
    "--hands",
    type=Whole(2, _MAX_HANDS, 1000),
    default=1000,
    show_default=True,
    help="Random hands, all kept in memory.",
)
@click.option(
    "--playouts",
    type=Whole(2, _MAX_PLAYOUTS, 64),
    default=PLAYOUTS,
    show_default=True,
    help="Of each hand, the same in every cell; even, as one half measures what the other chose.",
)
@selection_options
@click.option(
    "--share",
    type=Fraction(0.5, 0.01),
    default=SHARE,
    show_default=True,
    help="A bid is dead if it is best for a smaller part of the hands that bid.",
)
@click.option(
    "--values",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="TOML file with your own bid values, judged beside the rulebook's on the same hands.",
)
@click.option(
    "--save",
    type=NamedFile(".npz", "--save hands.npz"),
    help="Also write what was played to a file (.npz), to be judged again.",
)
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Judge what --save wrote, without playing.",
)
@writing_options()
@click.pass_context
def command(context: click.Context, /, form: str, out: Path | None, **chosen: Any) -> None:
    """Which bids are ever a hand's best, and which changes of values would give all a share.

    Each hand is played many times in every cell, with the cards that the declarer does not see
    dealt anew. Its best bid is chosen on one half of the playouts and measured on the other.
    """
    if chosen["source"]:
        from plateau_sim.report.handsfile import read_hands

        _check_judging_only(context)
        counted = [read_hands(chosen["source"])]
        values = _values(chosen["values"], {item.experiment.rules.players for item in counted})
    else:
        experiments = _experiments(chosen)
        values = _values(chosen["values"], {item.rules.players for item in experiments})
        for experiment in experiments:
            _check_share(chosen["share"], experiment)
        counted = [_play(experiment, chosen) for experiment in experiments]
    verdicts = _judge(counted, chosen, values)
    if form == "text":
        from plateau_sim.report.fairtext import fair_screens

        content = fair_screens(verdicts)
    else:
        from plateau_sim.report.fairexport import FAIR_WRITERS

        content = FAIR_WRITERS[form](verdicts, command_line())
    if chosen["save"]:
        from plateau_sim.report.handsfile import hands_as_bytes

        with destination(chosen["save"]) as stream:
            stream.write(hands_as_bytes(counted[0], command_line()))
    with destination(out) as stream:
        stream.write(content)


def _check_judging_only(context: click.Context) -> None:
    """Refuse options that say what is to be played where nothing is."""
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if name not in _JUDGING and source is not click.core.ParameterSource.DEFAULT:
            flag = max(parameter.opts, key=len)
            fault = "--from plays nothing: the file says what was played"
            raise PlateauError(flag, fault, "--from hands.npz --values values.toml --share 0.02")


def _experiments(chosen: dict[str, Any]) -> list[Experiment]:
    """Return what is to be played, or refuse what can't be judged."""
    if chosen["mode"] == "auction":
        raise PlateauError("--mode auction", "each bid is forced on each hand", "--mode forced")
    if chosen["raises"]:
        fault = "hands are judged without raises: points must grow with a bid's value"
        raise PlateauError("--raises", fault, "plateau-sim fair -p 4")
    if chosen["playouts"] % 2:
        fault = "must be even: two halves"
        raise PlateauError(f"--playouts {chosen['playouts']}", fault, "--playouts 64")
    experiments = experiments_from(chosen)
    if chosen["save"] and len(experiments) > 1:
        fault = f"a file holds one setup, these are {len(experiments)}"
        raise PlateauError(f"--save {chosen['save']}", fault, "one -p, one layout, one policy")
    return experiments


def _check_share(share: float, experiment: Experiment) -> None:
    if share * len(experiment.cells) > 1:
        fault = f"{len(experiment.cells)} bids can't have so much each"
        raise PlateauError(f"--share {share:g}", fault, "--share 0.01")


def _values(file: Path | None, counts: set[int]) -> dict[int, Any]:
    """Return the user's values of each player count, none without a file."""
    from plateau_sim.plateau.values import read_values

    return {players: read_values(file, players) for players in counts} if file else {}


def _play(experiment: Experiment, chosen: dict[str, Any]) -> HandCounts:
    from plateau_sim.studies.fair import play_hands

    hands, playouts, jobs = chosen["hands"], chosen["playouts"], chosen["jobs"] or 0
    with progress_bar(hands, "hands") as progress:
        return play_hands(experiment, hands, playouts, jobs=jobs, progress=progress)


def _judge(
    counted: list[HandCounts], chosen: dict[str, Any], values: dict[int, Any]
) -> list[Verdict]:
    """Judge the rulebook's values, and the user's, of each setup."""
    from plateau_sim.analysis.verdict import judge

    verdicts, share = [], chosen["share"]
    for counts in counted:
        _check_share(share, counts.experiment)
        verdicts.append(judge(counts, share))
        own = values.get(counts.experiment.rules.players)
        if own is not None:
            verdicts.append(judge(counts, share, own, str(chosen["values"])))
    return verdicts
