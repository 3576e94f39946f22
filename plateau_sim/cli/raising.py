"""``plateau-sim raise``: whether to raise, and to what."""

from __future__ import annotations

from typing import Any

import click

from plateau_sim.cli.choices import answer, choice_options


@click.command(
    "raise",
    epilog="Examples: plateau-sim raise hands.jsonl --hand 1 -n 400   |   plateau-sim raise "
    'T21,16,12,8,5,2 SR,9 HR,8 DD,7 C9 -p 5 --seat 1st --bid "y duo noex" --called '
    '"CR 3rd" --raised "3rd fork" -n 400',
)
@click.argument("words", nargs=-1, metavar="CARDS|FILE")
@choice_options("raise")
@click.pass_context
def command(context: click.Context, /, words: tuple[str, ...], **chosen: Any) -> None:
    """Whether to raise the bid, and to what; whether to abdicate after the partner's raise.

    Ranked by points, with what is at stake for both. All are raced on the same deals of the hidden
    cards. FILE is a transcript, see `plateau-sim replay`.
    """
    answer(context, "raise", words)
