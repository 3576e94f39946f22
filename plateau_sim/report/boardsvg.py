"""A layout drawn as an SVG picture, with or without owners.

One self-contained file without script, font or style sheet: it reads on light and on dark pages
(text on the page itself is of a middle grey), and without colours (owned labels stand in the same
brackets as in the terminal, the opponents' spaces are hatched), and each space has a title.
"""

from __future__ import annotations

import math
import re
import textwrap
import zlib
from collections.abc import Collection, Sequence
from xml.etree import ElementTree as ET

from plateau_sim.plateau.board import COORDINATES, SIDES, SPACES, ring_of
from plateau_sim.plateau.layouts import Layout, token_kind
from plateau_sim.plateau.recorded import TeamName
from plateau_sim.report.boardtext import bracketed, label

_SIZE, _GAP = 40.0, 2.5  # from a hexagon's centre to its corners; between neighbours
_HALF_WIDTH, _HALF_HEIGHT, _TOP, _LEGEND = 300.0, 268.0, 44.0, 44.0
_LONGEST = 100  # characters of a title that fit
_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
_PAGE_INK, _INK, _RED = "#757575", "#1d1d1b", "#a51c1c"
# Fill and outline; blue and orange differ for all common kinds of colour vision.
_OWNED: dict[TeamName, tuple[str, str]] = {
    "declarer": ("#b4d7f5", "#14528c"),
    "opponents": ("#fbd59b", "#9a4f00"),
}
_KINDS = {
    "trick": ("#e3e9ef", "#8b98a5"),
    "trump": ("#efe3c8", "#a8935f"),
    "suit": ("#fbf8f1", "#a39c8c"),
    "excuse": ("#e8dcf3", "#8d74a8"),
    "empty": ("none", "#8a8a8a"),
}
_OPEN = ("#f2f2f0", "#a8a8a4")
# Pips in a square from -1 to 1.
_PIPS = {
    "S": "M0-1C.25-.5 1-.15 1 .35 1 .8.4.95.14.5.15.8.25 1 .45 1H-.45C-.25 1-.15.8-.14.5"
    "-.4.95-1 .8-1 .35-1-.15-.25-.5 0-1Z",
    "H": "M0 1C-.3.5-1 .1-1-.42-1-1-.25-1.05 0-.5.25-1.05 1-1 1-.42 1 .1.3.5 0 1Z",
    "D": "M0-1L.75 0 0 1-.75 0Z",
    "C": "M0-1A.45.45 0 0 1 .33-.25.45.45 0 1 1 .14.42C.16.8.25 1 .45 1H-.45C-.25 1-.16.8-.14.42"
    "A.45.45 0 1 1-.33-.25.45.45 0 0 1 0-1Z",
    "EX": "M0-1L.24-.32.95-.31.38.12.59.81 0 .4-.59.81-.38.12-.95-.31-.24-.32Z",
}
_RED_SUITS = "HD"
_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def board_svg(
    layout: Layout,
    owners: Sequence[TeamName | None] | None = None,
    chain: Collection[int] = (),
    *,
    title: str = "",
) -> str:
    """Return the picture as the text of an SVG file.

    Parameters
    ----------
    layout
        What lies where.
    owners
        The team that owns each space; without it, tokens are coloured by their kind.
    chain
        Spaces of the group that decided the hand.
    title
        What stands above the board; the layout's name unless given.
    """
    title = textwrap.shorten(_NO_XML.sub("?", title or str(layout)), _LONGEST, placeholder=" ...")
    mark = f"b{zlib.crc32(repr((title, layout.tokens, owners)).encode()):08x}"
    height = 2 * _HALF_HEIGHT + _TOP + (_LEGEND if owners else 0)
    box = (-_HALF_WIDTH, -_HALF_HEIGHT - _TOP, 2 * _HALF_WIDTH, height)
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": " ".join(f"{value:g}" for value in box),
            "width": f"{box[2]:g}",
            "height": f"{box[3]:g}",
            "role": "img",
            "aria-labelledby": f"{mark}-title {mark}-desc",
            "font-family": _FONT,
            "text-anchor": "middle",
        },
    )
    ET.SubElement(root, "title", id=f"{mark}-title").text = title
    ET.SubElement(root, "desc", id=f"{mark}-desc").text = _description(layout, owners)
    _hatching(root, mark)
    size = min(17, int(2 * 2 * _HALF_WIDTH / len(title or "?") * 0.88))
    _text(root, 0, -_HALF_HEIGHT - _TOP + 24, title, size, _PAGE_INK, weight="600")
    for side in range(len(SIDES)):
        _side(root, side)
    # Thick outlines last, so that no neighbour covers them.
    for space in sorted(range(SPACES), key=lambda space: space in chain):
        owner = owners[space] if owners else None
        _space(root, layout, space, owner, space in chain, owners is not None, mark)
    if owners:
        _legend(root, mark, bool(chain))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def _description(layout: Layout, owners: Sequence[TeamName | None] | None) -> str:
    """Return the picture in words, for those who can't see it."""
    names = [_NO_XML.sub("?", label(token)) for token in layout.tokens]
    if owners is None:
        return (
            "The 37 tokens clockwise from the top, from the outer ring to the centre: "
            + ", ".join(names)
            + "."
        )
    told = []
    for who, team in (("Declarer's", "declarer"), ("Opponents'", "opponents"), ("Open", None)):
        own = [name for name, owner in zip(names, owners, strict=True) if owner == team]
        told.append(f"{who}: {', '.join(own) or 'none'}.")
    return " ".join(told)


def _hatching(root: ET.Element, mark: str) -> None:
    fill, line = _OWNED["opponents"]
    definitions = ET.SubElement(root, "defs")
    pattern = ET.SubElement(
        definitions,
        "pattern",
        {
            "id": f"{mark}-hatch",
            "width": "8",
            "height": "8",
            "patternUnits": "userSpaceOnUse",
            "patternTransform": "rotate(45)",
        },
    )
    ET.SubElement(pattern, "rect", width="8", height="8", fill=fill)
    ET.SubElement(
        pattern, "rect", {"width": "1.6", "height": "8", "fill": line, "fill-opacity": "0.28"}
    )


def _centre(space: int) -> tuple[float, float]:
    q, r = COORDINATES[space]
    return 1.5 * _SIZE * q, math.sqrt(3) * _SIZE * (r + q / 2)


def _corners(size: float) -> list[tuple[float, float]]:
    return [
        (size * math.cos(math.radians(60 * turn)), size * math.sin(math.radians(60 * turn)))
        for turn in range(6)
    ]


def _points(corners: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def _space(
    root: ET.Element,
    layout: Layout,
    space: int,
    owner: TeamName | None,
    decided: bool,
    played: bool,
    mark: str,
) -> None:
    """Draw one space: hexagon, sign of the token, label."""
    token, (x, y) = _NO_XML.sub("?", layout.tokens[space]), _centre(space)
    group = ET.SubElement(root, "g", transform=f"translate({x:.1f} {y:.1f})")
    whose = f", {owner or 'open'}" if played else ""
    ET.SubElement(group, "title").text = (
        f"{label(token)}: space {space}, {ring_of(space)}{whose}"
        + (", in the chain that decided" if decided else "")
    )
    fill, line = _OWNED[owner] if owner else _OPEN if played else _KINDS[_kind(token)]
    shape = {
        "points": _points(_corners(_SIZE - _GAP / 2 - (1.4 if decided else 0))),
        "fill": f"url(#{mark}-hatch)" if owner == "opponents" else fill,
        "stroke": line,
        "stroke-width": "4.5" if decided else "1.5",
        "stroke-linejoin": "round",
    }
    ET.SubElement(group, "polygon", shape)
    text = bracketed(label(token), owner, decided=decided)
    size = 16 if len(text) < 7 else 14
    kind, sign = _kind(token), token if token in _PIPS else token[:1]
    ink = _RED if kind == "suit" and sign in _RED_SUITS else _INK
    if kind in ("suit", "excuse"):
        place = "translate(0 -15) scale(8)"
        ET.SubElement(group, "path", d=_PIPS[sign], fill=ink, transform=place)
        _text(group, 0, 13, text, size, ink, weight="600")
    elif kind != "empty":
        _text(group, 0, 6, text, size, ink, weight="600" if kind == "trump" else "400")


def _kind(token: str) -> str:
    kind = token_kind(token)
    return "suit" if kind in ("face", "number") else kind


def _side(root: ET.Element, side: int) -> None:
    """Draw a line along a side of the board, with its number."""
    ends = [_centre(SIDES[side][0]), _centre(SIDES[side][-1])]
    out = math.radians(60 * side - 60)
    dx, dy = 56 * math.cos(out), 56 * math.sin(out)
    (x1, y1), (x2, y2) = ((x + dx, y + dy) for x, y in ends)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    group = ET.SubElement(root, "g")
    ET.SubElement(group, "title").text = f"side {side}"
    for end_x, end_y in ((x1, y1), (x2, y2)):
        part = 13 / math.hypot(end_x - x, end_y - y)
        line = {
            "x1": f"{end_x:.1f}",
            "y1": f"{end_y:.1f}",
            "x2": f"{x + part * (end_x - x):.1f}",
            "y2": f"{y + part * (end_y - y):.1f}",
            "stroke": _PAGE_INK,
            "stroke-width": "2",
            "stroke-linecap": "round",
        }
        ET.SubElement(group, "line", line)
    _text(group, x, y + 5.5, str(side), 16, _PAGE_INK, weight="600")


def _legend(root: ET.Element, mark: str, chain: bool) -> None:
    """Draw what the brackets and fills mean."""
    y = _HALF_HEIGHT + 20
    entries: list[tuple[str, str, str]] = [
        ("[ ] declarer", *_OWNED["declarer"]),
        ("( ) opponents", f"url(#{mark}-hatch)", _OWNED["opponents"][1]),
        ("bare: open", *_OPEN),
    ]
    if chain:
        entries.append(("doubled: decided", "none", _PAGE_INK))
    x = -255.0 if chain else -170.0
    for text, fill, line in entries:
        thick = "3.5" if fill == "none" else "1.5"
        swatch = {"points": _points(_corners(9)), "fill": fill, "stroke": line}
        swatch |= {"stroke-width": thick, "transform": f"translate({x:g} {y:g})"}
        ET.SubElement(root, "polygon", swatch)
        _text(root, x + 16, y + 5, text, 14, _PAGE_INK, anchor="start")
        x += 46 + 7.2 * len(text)


def _text(
    parent: ET.Element,
    x: float,
    y: float,
    text: str,
    size: int,
    fill: str,
    *,
    weight: str = "400",
    anchor: str = "",
) -> None:
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "font-size": str(size), "fill": fill}
    place |= {"font-weight": weight} if weight != "400" else {}
    place |= {"text-anchor": anchor} if anchor else {}
    ET.SubElement(parent, "text", place).text = text
