"""``plateau-sim layout``: token layouts."""

from __future__ import annotations

import click

from plateau_sim.cli.inputs import Whole


@click.group("layout", epilog="Example: plateau-sim layout show standard-13")
def command() -> None:
    """Token layouts: what lies where on the board."""


@command.command("list", epilog="Example: plateau-sim layout list")
def list_layouts() -> None:
    """Built-in layouts and those that are generated from a seed."""
    from plateau_sim.plateau.layouts import built_in_layouts, generators

    for layout in built_in_layouts().values():
        tricks = sum(token.startswith("trick") for token in layout.tokens)
        click.echo(f"{layout.name:<22}{layout.provenance}, {tricks} tricks")
    for kind, meaning in generators().items():
        click.echo(f"{kind + ':SEED':<22}generated: {meaning}")
    click.echo(f"{'FILE.toml':<22}your own: 37 tokens")


@command.command("show", epilog="Example: plateau-sim layout show standard-13")
@click.argument("name")
@click.option(
    "-p", "--players", type=Whole(2, 6, 4), default=4, show_default=True, help="For generated ones."
)
@click.option("--full-deck", is_flag=True, help="For generated ones.")
def show(name: str, players: int, full_deck: bool) -> None:
    """Draw a layout as the hexagon, a corner on top: #5 is the space of trick 5."""
    from plateau_sim.plateau.layouts import look_up
    from plateau_sim.plateau.rules import GameRules
    from plateau_sim.report.boardtext import board_text

    layout = look_up(name, GameRules.published(players, full_deck=full_deck))
    click.echo(f"{layout}\n\n{board_text(layout)}", nl=False)
