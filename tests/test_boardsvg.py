"""The board drawn as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from plateau_sim.plateau.board import SPACES
from plateau_sim.plateau.layouts import Layout, built_in_layouts
from plateau_sim.plateau.recorded import TeamName
from plateau_sim.report.boardsvg import board_svg

SVG = "{http://www.w3.org/2000/svg}"
LAYOUT = built_in_layouts()["standard-13"]
OWNERS: list[TeamName | None] = [
    ("declarer", "opponents", None)[space % 3] for space in range(SPACES)
]


def parsed(picture: str) -> ET.Element:
    """Return the picture's root, if it is valid XML."""
    return ET.fromstring(picture.encode())


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", built_in_layouts())
def test_a_picture_shows_every_token_and_side(name: str) -> None:
    layout = built_in_layouts()[name]
    root = parsed(board_svg(layout))
    labels = [token.replace("trick", "#") for token in layout.tokens]
    assert sorted(texts(root)) == sorted([str(layout), *"012345", *labels])
    assert len(root.findall(f"{SVG}g/{SVG}polygon")) == SPACES


def test_a_picture_is_told_to_those_who_cannot_see_it() -> None:
    root = parsed(board_svg(LAYOUT))
    assert root.get("role") == "img"
    title, description = root[0], root[1]
    assert title.tag == f"{SVG}title" and title.text == "standard-13 (published)"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert "T1, #1, #2, T2" in (description.text or "")
    spaces = [group.find(f"{SVG}title") for group in root.findall(f"{SVG}g")]
    told = [title.text or "" for title in spaces if title is not None]
    assert "HR: space 34, inner" in told and "side 5" in told
    owned = parsed(board_svg(LAYOUT, OWNERS))[1].text or ""
    assert owned.startswith("Declarer's: T1, T2,") and "Opponents': #1, #3," in owned


def test_owners_differ_by_brackets_fill_and_hatching() -> None:
    root = parsed(board_svg(LAYOUT, OWNERS, {0, 1}, title="told"))
    assert {"[[T1]]", "((#1))", "#2", "[T2]", "(#3)", "told"} <= set(texts(root))
    fills = [shape.get("fill", "") for shape in root.findall(f"{SVG}g/{SVG}polygon")]
    kinds = {fill if not fill.startswith("url") else "hatched" for fill in fills}
    assert len(kinds) == 3 and sum(fill.startswith("url(#") for fill in fills) == 12
    assert "doubled: decided" in texts(root)
    assert "doubled: decided" not in texts(parsed(board_svg(LAYOUT, OWNERS)))


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    picture = board_svg(LAYOUT, OWNERS, {0})
    assert picture.count("http") == 1  # the name of the format
    assert not re.search(r"<(script|style|image|use)\b|href", picture)
    used = set(re.findall(r"url\(#([^)]+)\)", picture))
    assert used == {parsed(picture).find(f"{SVG}defs/{SVG}pattern").get("id")}  # type: ignore[union-attr]


def test_two_pictures_on_a_page_do_not_mix_their_names() -> None:
    ids = [set(re.findall(r'id="([^"]+)"', board_svg(layout))) for layout in (LAYOUT, MINE)]
    assert ids[0].isdisjoint(ids[1])


MINE = Layout('<b>"mine" & yours</b>\x01\x00\n', ("<&>", "", "\x02", *LAYOUT.tokens[3:]))


def test_any_name_and_token_gives_valid_xml() -> None:
    root = parsed(board_svg(MINE, OWNERS, title="]]>" * 200))
    assert len(texts(root)[0]) <= 100
    assert "<&>" in "".join(texts(parsed(board_svg(MINE))))


def test_all_is_drawn_within_the_picture() -> None:
    root = parsed(board_svg(LAYOUT, OWNERS, {0}))
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    for group in root.findall(f"{SVG}g[@transform]"):
        x, y = map(float, re.findall(r"-?[\d.]+", group.get("transform") or ""))
        assert left + 40 <= x <= left + width - 40 and top + 40 <= y <= top + height - 40
    for line in root.iter(f"{SVG}line"):
        for end in "12":
            assert left <= float(line.get(f"x{end}") or "nan") <= left + width
            assert top <= float(line.get(f"y{end}") or "nan") <= top + height
