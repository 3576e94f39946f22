"""``plateau-sim call``: which card to call."""

from __future__ import annotations

from typing import Any

import click

from plateau_sim.cli.choices import answer, choice_options


@click.command(
    "call",
    epilog="Examples: plateau-sim call hands.jsonl --hand 1 -n 400   |   plateau-sim call "
    'T21,16,12,8,5,2 SR,9 HR,8 DD,7 C9 --seat 1st --bid "y duo noex" -n 400',
)
@click.argument("words", nargs=-1, metavar="CARDS|FILE")
@choice_options("call")
@click.pass_context
def command(context: click.Context, /, words: tuple[str, ...], **chosen: Any) -> None:
    """Which card to call for a partner: its holder, whoever that is, joins the declarer.

    All calls are raced on the same deals of the hidden cards. FILE is a transcript, see
    `plateau-sim replay`.
    """
    answer(context, "call", words)
