"""``plateau-sim discard``: which cards to lay away in the exchange."""

from __future__ import annotations

from typing import Any

import click

from plateau_sim.cli.choices import answer, choice_options


@click.command(
    "discard",
    epilog="Examples: plateau-sim discard hands.jsonl --hand 1 -n 400   |   plateau-sim "
    'discard T21,19,16,12,8,5,2 SR,9 HD,8 CR,7 DD,9,7 --seat 2nd --bid "y duo ex" '
    '--called "HR dealer" -n 400',
)
@click.argument("words", nargs=-1, metavar="CARDS|FILE")
@choice_options("discard")
@click.pass_context
def command(context: click.Context, /, words: tuple[str, ...], **chosen: Any) -> None:
    """Which cards to lay away, with the whole hand and the talon cards in sight.

    All sets of discards are looked at, most of them in few deals only; the best ones are raced on
    the same deals of the hidden cards. FILE is a transcript, see `plateau-sim replay`.
    """
    answer(context, "discard", words)
