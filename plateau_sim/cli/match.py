"""``plateau-sim match``: two policies on the same deals, roles exchanged."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from plateau_sim.cli.duels import duel_options, run


@click.command(
    "match",
    epilog="Examples: plateau-sim match builder greedy -n 500   |   "
    "plateau-sim match greedy random -p 3 -p 5 --objective y -n 500 --format csv",
)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@duel_options
def command(one: str, other: str, **chosen: Any) -> None:
    """How much better policy A plays than policy B, in each role, on the same deals.

    Declaring: the win rate of A against B, less that of B against B. Defending: the win rate of B
    against B, less that of B against A. Over all bids together: those that builder wins in 5% to
    95% of the deals, unless --objective, --team or --exchange choose others. Who plays is said by A
    and B, so --policy and the like are not for this command.
    """
    from plateau_sim.analysis.matchtable import match_table
    from plateau_sim.report.matchtext import match_screen
    from plateau_sim.studies.match import match

    play = partial(match, policy=one, against=other)
    run((one, other), chosen, play, match_table, match_screen)
