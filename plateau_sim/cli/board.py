"""``plateau-sim board``: the numbers of a layout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plateau_sim.cli.anatomy import anatomy_options, show


@click.command(
    "board",
    epilog="Examples: plateau-sim board -p 4 --team duo   |   "
    "plateau-sim board -p 3 -n 2000 --layout random:7 --format csv",
)
@anatomy_options
def command(form: str, out: Path | None, **chosen: Any) -> None:
    """Which spaces of a layout decide hands, and how often.

    For each space, ring and kind of token: how often the declaring side owns it, its win rate when
    it does and when it does not, and the causal value: how much more often it wins if that space
    alone is given to it in place of the defenders, at the end of the same deals.
    """
    from plateau_sim.analysis.spaces import space_table
    from plateau_sim.report.spacestext import spaces_screen

    show(
        "board",
        form,
        out,
        chosen,
        leads=False,
        table_of=lambda anatomy: space_table(anatomy.experiment, anatomy.tallies),
        screen_of=spaces_screen,
    )
