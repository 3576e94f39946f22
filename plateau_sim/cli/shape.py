"""``plateau-sim shape``: the shape of hands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plateau_sim.cli.anatomy import anatomy_options, show


@click.command(
    "shape",
    epilog="Examples: plateau-sim shape -p 4 --team duo -n 2000   |   "
    "plateau-sim shape -p 3 -n 1000 --format csv",
)
@anatomy_options
def command(form: str, out: Path | None, **chosen: Any) -> None:
    """When hands are decided, how often the lead changes, what is built, who sits where.

    Also how often the talon decides. Who leads: the side that would win most random ends of the
    hand, in which each open space falls to the declaring side with the share of spaces that it
    gets in that bid.
    """
    from plateau_sim.analysis.shape import shape_table
    from plateau_sim.report.shapetext import shape_screen

    show(
        "shape",
        form,
        out,
        chosen,
        leads=True,
        table_of=lambda anatomy: shape_table(anatomy.experiment, anatomy.tallies, anatomy.shares),
        screen_of=shape_screen,
    )
