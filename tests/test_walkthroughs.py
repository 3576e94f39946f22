"""docs/walkthroughs*.md and decisions.md are true: each command prints what is shown."""

from __future__ import annotations

import re

import pytest

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
