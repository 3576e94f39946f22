"""``plateau-sim layout``: token layouts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plateau_sim.cli.files import NamedFile
from plateau_sim.cli.inputs import Whole
from plateau_sim.cli.output import destination
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.plateau.rules import GameRules

F = TypeVar("F", bound=Callable[..., Any])


@click.group(
    "layout",
    epilog="Examples: plateau-sim layout show standard-13   |   plateau-sim layout new mine.toml",
)
def command() -> None:
    """Token layouts: what lies where on the board."""


def _game_options(default: int | None, meaning: str) -> Callable[[F], F]:
    """Return the options that name a game."""

    def add(function: F) -> F:
        players = click.option(
            "-p",
            "--players",
            type=Whole(2, 6, 4),
            default=default,
            show_default=default is not None,
            help=meaning,
        )
        full_deck = click.option(
            "--full-deck", is_flag=True, help="54 cards with 3 players, 78 with 4 or 5."
        )
        return players(full_deck(function))

    return add


def _game(players: int | None, full_deck: bool) -> GameRules:
    from plateau_sim.plateau.rules import GameRules

    return GameRules.published(4 if players is None else players, full_deck=full_deck)


@command.command(
    "list", epilog="Examples: plateau-sim layout list   |   plateau-sim layout show random:7"
)
def list_layouts() -> None:
    """Built-in layouts and those that are generated from a seed."""
    from plateau_sim.plateau.layouts import built_in_layouts, generators

    for layout in built_in_layouts().values():
        tricks = sum(token.startswith("trick") for token in layout.tokens)
        click.echo(f"{layout.name:<22}{layout.provenance}, {tricks} tricks")
    for kind, meaning in generators().items():
        click.echo(f"{kind + ':SEED':<22}generated: {meaning}")
    click.echo(f"{'FILE.toml':<22}your own: 37 tokens")


@command.command(
    "show",
    epilog="Examples: plateau-sim layout show standard-13   |   "
    "plateau-sim layout show random:7 -p 5 --svg board.svg",
)
@click.argument("name")
@_game_options(4, "For standard and generated ones.")
@click.option("--svg", type=NamedFile(".svg", "--svg board.svg"), help="Write a picture, too.")
def show(name: str, players: int, full_deck: bool, svg: Path | None) -> None:
    """Draw a layout as the hexagon, a corner on top: #5 is the space of trick 5."""
    from plateau_sim.plateau.layouts import look_up
    from plateau_sim.report.boardsvg import board_svg
    from plateau_sim.report.boardtext import board_text
    from plateau_sim.report.layoutfile import games_words, legal_games

    layout = look_up(name, _game(players, full_deck))
    if svg is not None:
        with destination(svg) as stream:
            stream.write(board_svg(layout))
    click.echo(
        f"{layout} · for {games_words(legal_games(layout))}\n\n{board_text(layout)}", nl=False
    )


@command.command(
    "check",
    epilog="Examples: plateau-sim layout check mine.toml   |   "
    "plateau-sim layout check mine.toml -p 4 --full-deck",
)
@click.argument("file")
@_game_options(None, "For this game; without it, for which games.")
def check(file: str, players: int | None, full_deck: bool) -> None:
    """Say whether a layout is legal: 37 different tokens that can all be claimed in the game."""
    from plateau_sim.plateau.layouts import find_layout, look_up
    from plateau_sim.report import layoutfile

    if players is not None or full_deck:
        rules = _game(players, full_deck)
        layout = find_layout(file, rules)
        game = layoutfile.game_words(rules)
        click.echo(f"{layout} is legal for {game}: {len(rules.deck)} cards, {rules.tricks} tricks")
        return
    # All cards and 18 tricks: what is illegal here is so everywhere.
    layout = find_layout(file, _game(4, True))
    found = layoutfile.faults(lambda rules: look_up(file, rules))
    click.echo(layoutfile.check_text(layout, found), nl=False)


@command.command(
    "new",
    epilog="Examples: plateau-sim layout new mine.toml -p 4   |   "
    "plateau-sim layout new mine.toml -p 5 --from tricks-central:3",
)
@click.argument("file", type=NamedFile(".toml", "plateau-sim layout new mine.toml"))
@_game_options(None, "The game it is for.  [default: 4, or one that --from is legal for]")
@click.option("--from", "start", metavar="NAME", help="Layout to start from.  [default: standard]")
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
def new(file: Path, players: int | None, full_deck: bool, start: str | None, force: bool) -> None:
    """Write a layout file to start from, drawn as the hexagon, with comments that explain it."""
    from plateau_sim.plateau.layouts import find_layout, look_up
    from plateau_sim.report.layoutfile import game_words, legal_games, new_layout

    rules = _game(players, full_deck)
    if start is not None and players is None and not full_deck:
        legal = legal_games(look_up(start, rules))
        rules = rules if rules in legal or not legal else legal[0]
    text = new_layout(file, find_layout(start or "standard", rules), rules)
    if file.exists() and not force:
        fault = "the file is there already"
        raise PlateauError(f"file {file}", fault, "another name, or --force to overwrite it")
    with destination(file) as stream:
        stream.write(text)
    click.echo(f"{file} written, for {game_words(rules)}")


@command.command(
    "swap",
    epilog="Examples: plateau-sim layout swap standard-13 T1 trick13   |   "
    "plateau-sim layout swap mine.toml HR trick5 -o mine2.toml",
)
@click.argument("name")
@click.argument("first", metavar="TOKEN")
@click.argument("second", metavar="TOKEN")
@_game_options(4, "For standard and generated ones.")
@click.option(
    "-o",
    "--out",
    type=NamedFile(".toml", "--out mine.toml"),
    help="Write to a file in place of standard output.",
)
def swap(
    name: str, first: str, second: str, players: int, full_deck: bool, out: Path | None
) -> None:
    """Exchange two tokens of a layout and print the result as a layout file."""
    from plateau_sim.plateau.layouts import look_up
    from plateau_sim.report.layoutfile import layout_toml, swapped

    layout = swapped(look_up(name, _game(players, full_deck)), first, second)
    with destination(out) as stream:
        stream.write(layout_toml(layout))
