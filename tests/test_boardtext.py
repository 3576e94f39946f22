"""The board drawn in the terminal."""

from __future__ import annotations

import click
import pytest

from plateau_sim.plateau.board import SPACES, drawing_order
from plateau_sim.plateau.layouts import Layout, built_in_layouts
from plateau_sim.plateau.recorded import TeamName
from plateau_sim.report.boardtext import board_lines, board_text, bracketed

LAYOUT = built_in_layouts()["standard-13"]
OWNERS: list[TeamName | None] = [
    ("declarer", "opponents", None)[space % 3] for space in range(SPACES)
]


@pytest.mark.parametrize("name", built_in_layouts())
def test_every_token_stands_where_it_lies(name: str) -> None:
    layout = built_in_layouts()[name]
    drawn = board_text(layout).replace("#", "trick").split()
    assert drawn == [layout.tokens[space] for space in drawing_order()]


def test_a_board_has_13_lines_of_at_most_60_columns_and_is_symmetric() -> None:
    widest = Layout("widest", ("trick10",) * SPACES)
    lines = board_text(widest, ["declarer"] * SPACES, range(SPACES)).splitlines()
    assert len(lines) == 13 and max(map(len, lines)) == 51
    assert lines == lines[::-1]
    assert not any(line.endswith(" ") for line in board_text(LAYOUT).splitlines())


def test_brackets_say_who_owns_a_space() -> None:
    drawn = board_text(LAYOUT, OWNERS, {0, 1, 36})
    words = dict(zip(drawing_order(), drawn.replace("( ", "(").split(), strict=True))
    assert words[0] == "[[T1]]" and words[1] == "((#1))" and words[36] == "[[#13]]"
    assert words[3] == "[T2]" and words[4] == "(#3)" and words[2] == "#2"


def test_brackets_stand_outside_so_that_tokens_do_not_move() -> None:
    bare, owned = board_text(LAYOUT), board_text(LAYOUT, OWNERS, range(SPACES))
    for before, after in zip(bare.splitlines(), owned.splitlines(), strict=True):
        for column, letter in enumerate(before):
            assert letter == " " or after[column] == letter


def test_colour_only_adds_to_the_brackets() -> None:
    plain = board_lines(LAYOUT, OWNERS, {0, 1}, width=54)
    coloured = board_lines(LAYOUT, OWNERS, {0, 1}, width=54, colour=True)
    assert [click.unstyle(line) for line in coloured] == plain
    assert all(len(line) == 54 for line in plain)
    assert "\x1b[" in "".join(coloured) and "\x1b[" not in "".join(plain)
    assert board_text(LAYOUT, colour=True) == board_text(LAYOUT)


def test_an_open_space_has_no_brackets() -> None:
    assert bracketed("HR", None, decided=True) == "HR"


def test_a_space_without_a_token_is_a_dot() -> None:
    assert board_text(Layout("bare", ("",) * SPACES)).split() == ["."] * SPACES


def test_labels_stand_in_place_of_the_tokens() -> None:
    labels = [f"{space} {space / 2:.1f}" for space in range(SPACES)]
    drawn = board_lines(LAYOUT, width=60, labels=labels)
    words = "".join(drawn).split()
    assert [int(word) for word in words[::2]] == drawing_order()
    assert all(len(line) == 60 for line in drawn)
