"""``plateau-sim gift``: which cards to give to whom."""

from __future__ import annotations

from typing import Any

import click

from plateau_sim.cli.choices import answer, choice_options


@click.command(
    "gift",
    epilog="Examples: plateau-sim gift hands.jsonl --hand 1 -n 400   |   "
    "plateau-sim gift hands.jsonl --hand 1 -n 400 --format json",
)
@click.argument("words", nargs=-1, metavar="CARDS|FILE")
@choice_options("gift")
@click.pass_context
def command(context: click.Context, /, words: tuple[str, ...], **chosen: Any) -> None:
    """Six players: which two cards to give away after the exchange, and to whom.

    All gifts are looked at, most of them in few deals only; the best ones are raced on the same
    deals of the hidden cards. FILE is a transcript, see `plateau-sim replay`.
    """
    answer(context, "gift", words)
