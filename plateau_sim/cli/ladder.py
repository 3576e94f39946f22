"""``plateau-sim ladder``: policies against each other, rated."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from plateau_sim.cli.duels import duel_options, run

if TYPE_CHECKING:
    import pandas as pd

    from plateau_sim.analysis.grid import Duel


@click.command(
    "ladder",
    epilog="Examples: plateau-sim ladder -n 500   |   "
    "plateau-sim ladder greedy builder -p 3 --objective fork -n 500 --format json",
)
@click.argument("policies", nargs=-1, metavar="[POLICY ...]")
@click.option(
    "--neighbours",
    is_flag=True,
    help="Only against the policies named before and behind; name them from weak to strong.",
)
@duel_options
def command(policies: tuple[str, ...], neighbours: bool, **chosen: Any) -> None:
    """Rate policies by what they win from each other on the same deals, and by what they cost.

    Every policy declares against every policy, itself too. Ratings are Bradley-Terry ones; each
    rung is compared with the one below in each role, as match does. Over all bids together: those
    that builder wins in 5% to 95% of the deals, unless --objective, --team or --exchange choose
    others. Who plays is said by the POLICY names, so --policy and the like are not for this
    command.
    """
    from plateau_sim.plateau.choosers import RUNGS
    from plateau_sim.report.matchtext import ladder_screens
    from plateau_sim.studies.match import ladder

    named = policies or RUNGS
    run(
        named,
        chosen,
        partial(ladder, policies=named, neighbours=neighbours),
        _table,
        ladder_screens,
    )


def _table(duel: Duel) -> pd.DataFrame:
    """Return the rungs of a ladder, their cost measured."""
    from plateau_sim.analysis.bradleyterry import fit
    from plateau_sim.analysis.matchtable import ladder_table
    from plateau_sim.studies.match import cost

    costs = [cost(duel.experiment, policy) for policy in duel.policies]
    return ladder_table(duel, fit(duel.grid.games, duel.grid.cross), costs)
