"""A layout drawn as the hexagon in the terminal, with or without owners.

Brackets carry the meaning, colour only adds: ``[HR]`` is the declarer's side's, ``(HR)`` the
opponents', doubled where the space belongs to the group that decided the hand, bare where open.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import click

from plateau_sim.plateau.board import SPACES, drawing_place
from plateau_sim.plateau.layouts import Layout
from plateau_sim.plateau.recorded import TeamName

BOARD_LINES, BOARD_WIDTH = 13, 51
_LEFT, _HALF = 4, 7  # column of the leftmost tokens, and from one column of spaces to the next
_BRACKETS: dict[TeamName | None, tuple[str, str]] = {
    "declarer": ("[", "]"),
    "opponents": ("(", ")"),
    None: ("", ""),
}
# Legible on light and dark, and different for eyes that mix up red and green.
_COLOURS: dict[TeamName, str] = {"declarer": "green", "opponents": "magenta"}


def label(token: str) -> str:
    """Return a token as drawn: ``trick5`` is ``#5``."""
    return token.replace("trick", "#") or "."


def bracketed(text: str, owner: TeamName | None, *, decided: bool = False) -> str:
    """Return a text in the brackets of its owner."""
    opening, closing = _BRACKETS[owner]
    times = 2 if decided else 1
    return opening * times + text + closing * times


def coloured(text: str, owner: TeamName | None, *, strong: bool = False) -> str:
    """Return a text in the colour of an owner, for a terminal."""
    return click.style(text, fg=_COLOURS[owner], bold=strong or None) if owner else text


def board_text(
    layout: Layout,
    owners: Sequence[TeamName | None] | None = None,
    chain: Collection[int] = (),
    *,
    colour: bool = False,
) -> str:
    """Return 13 lines with the tokens where they lie, at most 51 columns wide.

    Parameters
    ----------
    layout
        What lies where.
    owners
        The team that owns each space; nobody owns any unless given.
    chain
        Spaces of the group that decided the hand.
    colour
        True: owned spaces are coloured, too.
    """
    return "\n".join(board_lines(layout, owners, chain, colour=colour)) + "\n"


def board_lines(
    layout: Layout,
    owners: Sequence[TeamName | None] | None = None,
    chain: Collection[int] = (),
    *,
    colour: bool = False,
    width: int = 0,
    labels: Sequence[str] | None = None,
) -> list[str]:
    """Return the lines of `board_text`, filled with spaces to a width.

    ``labels`` are written in place of the tokens, one for each space and at most 12 letters long.
    """
    written = [label(token) for token in layout.tokens] if labels is None else labels
    placed: list[dict[int, int]] = [{} for _ in range(BOARD_LINES)]
    for space in range(SPACES):
        line, column = drawing_place(space)
        placed[line][_LEFT + _HALF * column] = space
    lines = []
    for starts in placed:
        text, end = "", 0
        for start in sorted(starts):
            space = starts[start]
            owner = owners[space] if owners else None
            decided = space in chain
            plain = bracketed(written[space], owner, decided=decided)
            before = start - plain.index(written[space]) - end
            shown = coloured(plain, owner, strong=decided) if colour else plain
            text += " " * before + shown
            end += before + len(plain)
        lines.append(text + " " * (width - end))
    return lines
