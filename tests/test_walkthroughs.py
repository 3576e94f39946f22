"""docs/walkthroughs*.md and decisions.md are true: each command prints what is shown."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from plateau_sim.plateau.board import NEIGHBOURS, SIDES, SPACES
from scripts.make_walkthroughs import FILES, commands, remade, sections

TEXTS = {file.stem: file.read_text("utf-8") for file in FILES}
SHOWN = {
    f"{name}: {title}": part
    for name, text in TEXTS.items()
    for title, part in sections(text).items()
    if commands(part)
}
NUMBERS = [number for text in TEXTS.values() for number in re.findall(r"^## (\d+)\. ", text, re.M)]
TYPED = [f"{command} " for part in SHOWN.values() for command in commands(part)]


@pytest.mark.slow
@pytest.mark.parametrize("title", SHOWN)
def test_what_is_shown_is_what_is_printed(title: str) -> None:
    assert remade(SHOWN[title]) == SHOWN[title]


def test_there_are_twenty_walkthroughs_and_all_kinds_of_question() -> None:
    assert [int(number) for number in NUMBERS] == list(range(1, len(NUMBERS) + 1))
    assert len(NUMBERS) >= 20
    for command in ("bid", "discard", "gift", "call", "raise", "play", "trace"):
        assert any(typed.startswith(f"plateau-sim {command} ") for typed in TYPED), command
    for option in (
        *(f"-p {players} " for players in range(2, 7)),
        *("--bidding", "--knows", "--explain", "--continue", "--values", "--ignore-bids"),
        *("--mine", "--full-deck", "--excuse-variant", "--positive-only", "--counter-sabotage"),
        *("--tricks", "--trick ", "Tx ", " x ", "--layout"),
    ):
        assert any(option in typed for typed in TYPED), option


@pytest.mark.parametrize("name", TEXTS)
def test_screens_and_commands_fit_a_terminal(name: str) -> None:
    lines = TEXTS[name].splitlines()
    assert len(lines) <= 400
    inside = False
    for line in lines:
        inside ^= line.startswith("```")
        assert len(line) <= (100 if inside else 130), line


def test_the_unbeatable_hand_is_one_whatever_three_cards_the_talon_has() -> None:
    """All tricks are won: without any three spaces the others still reach all six sides."""
    for lacking in combinations(range(SPACES), 3):
        open_spaces = set(range(SPACES)) - set(lacking)
        group, waiting = set[int](), [max(open_spaces)]
        while waiting:
            space = waiting.pop()
            if space in open_spaces - group:
                group.add(space)
                waiting += NEIGHBOURS[space]
        assert all(group & set(side) for side in SIDES)


_ADVISED = re.compile(r"(No exchange|Exchange) ([A-Z][a-z ]*?) (Solo|Duo|Trio) \(")


def test_bids_that_are_advised_are_sound() -> None:
    """Each bid that a headline names stands as sound in the table under it."""
    screens = [screen for text in TEXTS.values() for screen in text.split("\n  BID  ")[1:]]
    assert len(screens) >= 8
    for screen in screens:
        answer, _, table = screen.partition(" points a deal better than passing")
        named = _ADVISED.findall(answer)
        assert named, answer
        for exchange, objective, team in named:
            row = rf"^  {objective} {team} +{exchange.lower()} .* sound$"
            assert re.search(row, table.partition("\n  pass ")[0], re.M), answer
