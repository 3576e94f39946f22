"""The board coloured by a number for each space."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from matplotlib.colors import Colormap
from matplotlib.patches import RegularPolygon

from plateau_sim.plateau.board import COORDINATES, SPACES
from plateau_sim.plateau.layouts import Layout
from plateau_sim.report.boardtext import label
from plateau_sim.report.figures.canvas import Picture, figure, finish, ink_on

_GAP = 0.94  # of a hexagon's size, the rest is left between neighbours


def board_figure(
    layout: Layout,
    values: Sequence[float],
    colours: Colormap,
    limits: tuple[float, float],
    said: Callable[[float], str],
    *,
    name: str,
    title: str,
    caption: str,
) -> Picture:
    """Return the board, each space with its token and its number.

    Parameters
    ----------
    layout
        What lies where.
    values
        A number per space in canonical order.
    colours, limits
        Colour map, and the numbers at its two ends.
    said
        A number as text.
    name, title, caption
        Of the picture.
    """
    low, high = limits
    span = (high - low) or 1.0
    with figure(4.2) as (drawn, axes):
        for space in range(SPACES):
            colour = colours(min(max((values[space] - low) / span, 0.0), 1.0))
            x, y = _centre(space)
            axes.add_patch(
                RegularPolygon((x, y), 6, radius=_GAP, orientation=math.pi / 6, fc=colour)
            )
            ink = ink_on(colour)
            axes.text(
                x,
                y + 0.22,
                label(layout.tokens[space]),
                ha="center",
                va="center",
                color=ink,
                fontsize=8,
            )
            axes.text(
                x,
                y - 0.3,
                said(values[space]),
                ha="center",
                va="center",
                color=ink,
                fontsize=8,
                weight="bold",
            )
        axes.set_xlim(-5.6, 5.6)
        axes.set_ylim(-6.2, 6.2)
        axes.set_aspect("equal")
        axes.axis("off")
        order = sorted(range(SPACES), key=lambda space: -values[space])
        told = [f"{label(layout.tokens[space])} {said(values[space])}" for space in order]
        alt = f"{title}: most {', '.join(told[:5])}; least {', '.join(told[-5:])}."
        return finish(drawn, name, title, caption=caption, alt=alt)


def _centre(space: int) -> tuple[float, float]:
    q, r = COORDINATES[space]
    return 1.5 * q, -math.sqrt(3) * (r + q / 2)
