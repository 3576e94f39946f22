"""What all figures share: size, ink, colours, and the way to SVG and PNG.

Figures are narrow, so that a phone shows them at their own size and a wide page side by side. What
stands on the page itself is drawn in one ink, which the page replaces by its own text colour.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

INK = "#16181d"
"""Text, axes and marks on the page."""
MUTED = "#7d8088"
"""Grid and what matters less; reads on light and on dark pages."""
DECLARER, OPPONENTS = "#3f8fd2", "#e08a1e"
"""Blue and orange differ for all common kinds of colour vision; as on the boards."""
SERIES = ("#3f8fd2", "#e08a1e", "#3aa17e", "#c45a9c", "#8c7ae6")
SIDES = LinearSegmentedColormap.from_list(
    "sides", ["#e08a1e", "#f6dcb4", "#eef1f4", "#b9d9f3", "#2f7fc2"]
)
"""From the opponents' orange to the declarer's blue, equal shares in the middle."""
AMOUNT = LinearSegmentedColormap.from_list("amount", ["#f0f1ea", "#a5d0b8", "#4a9c84", "#145a55"])
"""From nothing to much."""
WIDTH = 4.4
"""Inches; 96 to the inch on a page."""
_STYLE: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "axes.facecolor": "none",
    "axes.titlesize": 10,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": MUTED,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "plateau-sim",
}
_DPI = 160


@dataclass(frozen=True)
class Picture:
    """A finished figure.

    Attributes
    ----------
    name : str
        Of its files, without ending.
    title, caption : str
        What it shows; how to read it, and what was played.
    alt : str
        What it says, for those who can't see it.
    svg : str
        A file of its own, on white.
    inline : str
        The same for a page: transparent, in the page's ink.
    png : bytes
    """

    name: str
    title: str
    caption: str
    alt: str
    svg: str = field(repr=False)
    inline: str = field(repr=False)
    png: bytes = field(repr=False)


@contextmanager
def figure(height: float, width: float = WIDTH) -> Iterator[tuple[Figure, Axes]]:
    """Yield an empty figure of the common style, sizes in inches."""
    with mpl.rc_context(_STYLE):
        drawn = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(drawn)
        yield drawn, drawn.add_subplot()


def finish(drawn: Figure, name: str, title: str, *, caption: str, alt: str) -> Picture:
    """Return the figure as a `Picture`; to be called inside `figure`."""
    parts = {"name": name, "title": title, "caption": caption, "alt": alt}
    raster = io.BytesIO()
    drawn.savefig(raster, format="png", dpi=_DPI, facecolor="white", metadata={"Software": None})
    return Picture(
        **parts,
        svg=_titled(_as_svg(drawn, "white"), title, alt),
        inline=_for_page(_as_svg(drawn, "none"), name, alt),
        png=raster.getvalue(),
    )


def _as_svg(drawn: Figure, background: str) -> str:
    text = io.StringIO()
    drawn.savefig(text, format="svg", facecolor=background, metadata={"Date": None})
    return text.getvalue()


def _titled(svg: str, title: str, alt: str) -> str:
    told = f"<title>{_escaped(title)}</title><desc>{_escaped(alt)}</desc>"
    return re.sub(r"(<svg\b[^>]*>)", lambda match: match[1] + told, svg, count=1)


def _for_page(svg: str, name: str, alt: str) -> str:
    """Return the SVG element alone, its ink and size the page's, its ids its own."""
    element = svg[svg.index("<svg") :]
    element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    element = re.sub(r'\bid="', f'id="{name}-', element)
    element = re.sub(r'(href="#|url\(#)', rf"\1{name}-", element)
    element = element.replace(INK, "currentColor")
    size = re.search(r'viewBox="0 0 ([\d.]+)', element)
    width = f"{float(size[1]) * 96 / 72:.0f}" if size else ""
    element = re.sub(r'(<svg\b[^>]*?) height="[^"]*"', r"\1", element, count=1)
    element = re.sub(r'(<svg\b[^>]*?) width="[^"]*"', rf'\1 width="{width}"', element, count=1)
    label = _escaped(alt).replace('"', "&quot;")
    return element.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def ink_on(colour: tuple[float, ...]) -> str:
    """Return black or white, whichever reads better on a colour (relative luminance, WCAG 2)."""
    channels = np.array(colour[:3])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    luminance = float(linear @ [0.2126, 0.7152, 0.0722])
    return "#101114" if (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) else "#ffffff"
