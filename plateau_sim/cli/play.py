"""``plateau-sim play``: which card to play now."""

from __future__ import annotations

from typing import Any

import click

from plateau_sim.cli.choices import answer, choice_options
from plateau_sim.cli.inputs import Whole


@click.command(
    "play",
    epilog="Examples: plateau-sim play hands.jsonl --hand 1 --trick 2 --seat 3rd -n 400   "
    "|   plateau-sim play T21,16,12,8,5,2 SR,9 HR,8 DD,7 C9 --seat 3rd --declarer "
    '1st --bid "y duo noex" --called "CR dealer" --tricks "1st S7 SV" -n 400',
)
@click.argument("words", nargs=-1, metavar="CARDS|FILE")
@click.option("--trick", type=Whole(1, 18, 5), help="FILE: the trick.")
@choice_options("play")
@click.pass_context
def command(context: click.Context, /, words: tuple[str, ...], **chosen: Any) -> None:
    """Which card to play now, with all that was seen so far taken into account.

    Every card is played in the same deals of the hidden cards, and each deal played on to its end.
    FILE is a transcript, see `plateau-sim replay`.
    """
    answer(context, "play", words)
