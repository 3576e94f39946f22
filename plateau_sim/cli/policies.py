"""``plateau-sim policies``: the policies and bidders by name."""

from __future__ import annotations

import click

_WHEN = """\
Which one when
  greedy for a first look (some 2 us a deal), tuned for what decides something (15 us),
  search:20 to check it (3 ms), search:80 for the strongest play (13 ms): docs/policies.md"""


@click.command(
    "policies", epilog="Examples: plateau-sim policies   |   plateau-sim table --policy random"
)
def command() -> None:
    """The policies and bidders that can be named."""
    from plateau_sim.plateau.choosers import BIDDERS, POLICIES

    for title, named in (("Policies (--policy)", POLICIES), ("Bidders (--bidder)", BIDDERS)):
        click.echo(title)
        for name, meaning in named.items():
            click.echo(f"  {name:<12}{meaning}")
        click.echo("  FILE.py:NAME  a function of your own, see docs/policies.md")
    click.echo(_WHEN)
