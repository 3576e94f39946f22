"""A layout drawn as the hexagon in the terminal."""

from __future__ import annotations

from plateau_sim.plateau.board import SPACES, drawing_place
from plateau_sim.plateau.layouts import Layout

_HALF, _WIDTH = 8, 5  # columns between neighbouring columns of spaces; width of a label


def label(token: str) -> str:
    """Return a token as drawn: ``trick5`` is ``#5``."""
    return token.replace("trick", "#") or "."


def board_text(layout: Layout) -> str:
    """Return 13 lines of at most 60 columns with the tokens where they lie."""
    lines = [[" "] * 60 for _ in range(13)]
    for space in range(SPACES):
        line, column = drawing_place(space)
        text = label(layout.tokens[space]).center(_WIDTH)
        start = 2 + _HALF * column
        lines[line][start : start + _WIDTH] = text
    return "\n".join("".join(line).rstrip() for line in lines) + "\n"
