"""Layouts as TOML files to edit, and the games of the rulebook that a layout is legal for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from plateau_sim.cards import NAMES, SUITS, parse_card
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.layouts import Layout, check_layout
from plateau_sim.plateau.rules import PLAYER_COUNTS, GameRules
from plateau_sim.report.boardtext import board_text, label


def all_games() -> list[GameRules]:
    """Return the games of the rulebook that differ in their tokens: players and decks."""
    games = [GameRules.published(players) for players in PLAYER_COUNTS]
    return games + [GameRules.published(players, full_deck=True) for players in (3, 4, 5)]


def game_words(rules: GameRules) -> str:
    """Return a game in words: "4 players", "4 players with the full deck"."""
    return f"{rules.players} players" + " with the full deck" * rules.full_deck


def faults(find: Callable[[GameRules], Layout]) -> list[tuple[GameRules, PlateauError | None]]:
    """Return for each game what makes a layout illegal, None if it is legal.

    Parameters
    ----------
    find
        Gives the layout for a game: generated ones differ from game to game.
    """
    found: list[tuple[GameRules, PlateauError | None]] = []
    for rules in all_games():
        try:
            check_layout(find(rules), rules)
        except PlateauError as error:
            found.append((rules, error))
        else:
            found.append((rules, None))
    return found


def legal_games(layout: Layout) -> list[GameRules]:
    """Return the games that a layout is legal for."""
    return [rules for rules, fault in faults(lambda rules: layout) if fault is None]


def games_words(games: Iterable[GameRules]) -> str:
    """Return games in a few words: "3, 4 and 5 players, 4 players with the full deck"."""
    games, told = list(games), list[str]()
    for full in (False, True):
        players = [str(rules.players) for rules in games if rules.full_deck == full]
        if players:
            listed = " and ".join(filter(None, [", ".join(players[:-1]), players[-1]]))
            told.append(f"{listed} players" + " with the full deck" * full)
    return ", ".join(told) or "no game of the rulebook"


def check_text(layout: Layout, found: list[tuple[GameRules, PlateauError | None]]) -> str:
    """Return for each game whether a layout is legal for it, and what is wrong where not."""
    lines = [f"{layout}"]
    for rules, fault in found:
        verdict = f"legal, {rules.tricks} tricks" if fault is None else f"no: {fault.fault}"
        lines.append(f"  {game_words(rules):<30}{verdict}")
    return "\n".join(lines) + "\n"


def token_named(layout: Layout, text: str) -> str:
    """Return the token of a layout that a user names: ``hr``, ``HK``, ``trick5``, ``#5``.

    Raises
    ------
    PlateauError
        If it is not on the board.
    """
    word = text.strip().lower()
    for token in filter(None, layout.tokens):
        if word in (token.lower(), label(token).lower()):
            return token
    try:
        card = NAMES[parse_card(text)]
    except PlateauError:
        card = ""
    if card and card in layout.tokens:
        return card
    some = ", ".join(layout.tokens[space] for space in (0, 1, 18, 36))
    raise PlateauError(f"token {text!r}", f"is not on the board of {layout.name}", f"{some}, ...")


def swapped(layout: Layout, first: str, second: str) -> Layout:
    """Return a layout with two of its tokens exchanged, named after what was done."""
    one, other = token_named(layout, first), token_named(layout, second)
    if one == other:
        raise PlateauError(f"token {second!r}", f"is {first} itself", "two different tokens")
    return layout.exchanged(f"{layout.name} {one}<->{other}", {one: other, other: one})


def layout_toml(layout: Layout, comments: Iterable[str] = ()) -> str:
    """Return a layout as a TOML file, drawn as the hexagon, that `read_layout` reads."""
    lines = [f"# {line}".rstrip() for line in comments]
    lines += [""] if lines else []
    # JSON's texts are TOML's, but for one character.
    name = json.dumps(layout.name, ensure_ascii=False).replace("\x7f", "\\u007f")
    return "\n".join([*lines, f"name = {name}", f'board = """\n{board_text(layout)}"""']) + "\n"


def new_layout(path: Path, start: Layout, rules: GameRules) -> str:
    """Return the TOML file of a layout of the user's own, with comments that explain it.

    Parameters
    ----------
    path
        Where it will stand: the layout is named after it.
    start
        The layout to start from.
    rules
        The game that it is for.
    """
    file = "".join(letter if letter.isprintable() else "?" for letter in path.name)
    file = f"'{file}'" if " " in file else file
    options = f"-p {rules.players}" + " --full-deck" * rules.full_deck
    comments = [
        f"A layout for {game_words(rules)}, to start from: this is {start}.",
        "",
        "37 tokens, drawn as the board with a corner on top. Only their order counts, line by line",
        "and from the left, so spaces do not matter. Exchange tokens, or use others:",
        f"  #1 .. #{rules.tricks:<10} the spaces of the tricks, claimed by their winners",
        "  HR, SV, C10, ..   suit (S H D C) and rank (1 .. 10, V C D R), as far as in the deck:",
        *_deck_lines(rules),
        "Each token stands once. A trick without a token claims no space of its own.",
        "",
        f"Check it:  plateau-sim layout check {file} {options}",
        f"Draw it:   plateau-sim layout show {file}",
        f"Use it:    plateau-sim table {options} --layout {file}",
    ]
    return layout_toml(Layout(path.stem, start.tokens), comments)


def _deck_lines(rules: GameRules) -> list[str]:
    """Return the cards that a game has, a line for each suit and one for the trumps."""
    deck = [NAMES[card] for card in rules.deck]
    families = [[name for name in deck if name[0] == suit] for suit in SUITS]
    families.append([name for name in deck if name[0] == "T"])
    families.append([name for name in deck if name == "EX"])
    return [" " * 20 + " ".join(names) for names in families if names]
