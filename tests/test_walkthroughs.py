"""docs/walkthroughs*.md are true: each command prints what is shown, and all kinds are there."""

from __future__ import annotations

import pytest

from scripts.make_walkthroughs import FILES, commands, remade, sections

TEXTS = {file.name: file.read_text("utf-8") for file in FILES}
WALKS = {title: walk for text in TEXTS.values() for title, walk in sections(text).items() if title}
TYPED = [command for walk in WALKS.values() for command in commands(walk)]


@pytest.mark.slow
@pytest.mark.parametrize("title", WALKS)
def test_what_is_shown_is_what_is_printed(title: str) -> None:
    assert remade(WALKS[title]) == WALKS[title]


def test_there_are_twenty_and_all_kinds_of_question() -> None:
    assert len(WALKS) >= 20
    assert [int(title.split(".")[0]) for title in WALKS] == list(range(1, len(WALKS) + 1))
    for command in ("bid", "discard", "gift", "call", "raise", "play", "trace"):
        assert any(typed.startswith(f"plateau-sim {command} ") for typed in TYPED), command
    for option in (
        *(f"-p {players}" for players in range(2, 7)),
        *("--bidding", "--knows", "--explain", "--continue", "--values", "--ignore-bids"),
        *("--mine", "--full-deck", "--excuse-variant", "--positive-only", "--counter-sabotage"),
        *("--tricks", "--trick ", "Tx", " x ", "--layout"),
    ):
        assert any(option in f"{typed} " for typed in TYPED), option


@pytest.mark.parametrize("name", TEXTS)
def test_screens_and_commands_fit_a_terminal(name: str) -> None:
    lines = TEXTS[name].splitlines()
    assert len(lines) <= 400
    inside = False
    for line in lines:
        inside ^= line.startswith("```")
        assert len(line) <= (100 if inside else 130), line
