"""``plateau-sim replay``: recorded hands told trick by trick."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plateau_sim.cli.files import NamedFile, read_input
from plateau_sim.cli.inputs import Whole
from plateau_sim.cli.output import destination
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.plateau.following import FollowedHand

_MOST = 10**9


@click.command(
    "replay",
    epilog="Examples: plateau-sim replay hands.jsonl --hand 3   |   "
    "plateau-sim replay hands.jsonl --hand 3 --trick 5 --svg board.svg",
)
@click.argument("file")
@click.option("--hand", type=Whole(1, _MOST, 3), help="Which hand of the file, from 1.")
@click.option("--trick", type=Whole(1, 18, 5), help="Tell it up to this trick.")
@click.option("--svg", type=NamedFile(".svg", "--svg board.svg"), help="Draw the board, too.")
def command(file: str, hand: int | None, trick: int | None, svg: Path | None) -> None:
    """Tell a transcript trick by trick, with the board beside it.

    FILE holds hands as `plateau-sim trace` writes them, one a line; - reads standard input.
    Without --hand the hands of a file are listed, and a single one is told.
    """
    from plateau_sim.plateau.following import follow
    from plateau_sim.plateau.reading import hand_lines, read_hand
    from plateau_sim.report.replaytext import list_text, replay_text

    source = "standard input" if file == "-" else file
    lines = hand_lines(read_input(file, "plateau-sim replay hands.jsonl"), source)
    if hand is not None and hand > len(lines):
        holds = "1 hand" if len(lines) == 1 else f"{len(lines)} hands"
        raise PlateauError(f"--hand {hand}", f"{source} holds {holds}", f"--hand {len(lines)}")
    if hand is None and len(lines) > 1:
        if trick is not None or svg is not None:
            option = f"--trick {trick}" if trick is not None else f"--svg {svg}"
            fault = f"{source} holds {len(lines)} hands: which one?"
            raise PlateauError(option, fault, f"--hand 1 {option}")
        click.echo(list_text([follow(read_hand(line, place)) for place, line in lines]), nl=False)
        return
    place, line = lines[(hand or 1) - 1]
    followed = follow(read_hand(line, place))
    _check_trick(followed, trick)
    if svg is not None:
        _draw(followed, trick, svg)
    click.echo(replay_text(followed, trick, colour=_coloured()), nl=False)


def _check_trick(followed: FollowedHand, trick: int | None) -> None:
    played = len(followed.hand.tricks)
    if trick is not None and trick > played:
        fault = f"the hand has {played} tricks" if played else "all passed, nothing was played"
        valid = f"--trick {played}" if played else "the hand without --trick"
        raise PlateauError(f"--trick {trick}", fault, valid)


def _draw(followed: FollowedHand, trick: int | None, svg: Path) -> None:
    from plateau_sim.report.boardsvg import board_svg
    from plateau_sim.report.replaytext import board_after, picture_title

    owners, chain = board_after(followed, trick)
    title = picture_title(followed, trick)
    with destination(svg) as stream:
        stream.write(board_svg(followed.hand.layout, owners, chain, title=title))


def _coloured() -> bool:
    """Tell whether colours are welcome: on a terminal, unless the user says no."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
