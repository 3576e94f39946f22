"""``plateau-sim gift``: which cards to give to whom."""

from __future__ import annotations

from typing import Any

import click

from plateau_sim.cli.choices import answer, choice_options


@click.command(
    "gift",
    epilog="Examples: plateau-sim gift T21,20,14,9,3,2 SR,2,1 HV,5 D4,3 C2,1 -p 6 --seat "
    '2nd --bid "y solo ex" -n 200   |   plateau-sim gift T21,20,14,9,3,2 SR,2,1 HV,5 '
    'D4,3 C2,1 -p 6 --seat 2nd --bid "bridge duo ex" --called "HR 4th" -n 200 --all',
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
