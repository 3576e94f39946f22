"""Token layouts: published, derived, generated, from a file (rulings 2).

A layout is 37 tokens in the canonical order of the spaces: card names, ``trick1`` .. ``trick18``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random

from plateau_sim.cards import EXCUSE, FACE_RANKS, NAMES, SUITS, parse_card
from plateau_sim.errors import PlateauError
from plateau_sim.files import read_toml
from plateau_sim.plateau.board import NEIGHBOURS, SPACES, drawing_order, ring_of
from plateau_sim.plateau.rules import GameRules

EMPTY = ""
"""A space without a token, which nobody can claim: only in games made in code."""
_LONGEST_NAME = 40
_TRICK = re.compile(r"trick([1-9]|1[0-8])")


@dataclass(frozen=True)
class Layout:
    """The arrangement of 37 tokens on the board.

    Attributes
    ----------
    name : str
        As the user says it, "standard-13" or "random:7".
    tokens : tuple of str
        In canonical order of the spaces.
    provenance : str
        "published", "derived" (no published diagram is known), "generated" or "own".
    """

    name: str
    tokens: tuple[str, ...]
    provenance: str = "own"

    def __str__(self) -> str:
        return f"{self.name} ({self.provenance})"

    def space_of(self, token: str) -> int | None:
        """Return the space of a token, None if it is not on the board."""
        return self.tokens.index(token) if token in self.tokens else None

    def moved(self, name: str, to: Callable[[int], int]) -> Layout:
        """Return this layout with the token of each space on the space ``to(space)``."""
        tokens = [EMPTY] * SPACES
        for space, token in enumerate(self.tokens):
            tokens[to(space)] = token
        return Layout(name, tuple(tokens), "generated")

    def exchanged(self, name: str, names: dict[str, str]) -> Layout:
        """Return this layout with tokens replaced by others."""
        return Layout(name, tuple(names.get(token, token) for token in self.tokens), "generated")


def trick_number(token: str) -> int | None:
    """Return the number of a trick token, None for a card."""
    match = _TRICK.fullmatch(token)
    return int(match[1]) if match else None


def token_kind(token: str) -> str:
    """Return what a token is: trick, face, number (a plain card), trump, excuse, empty."""
    if token == EMPTY:
        return "empty"
    if trick_number(token) is not None:
        return "trick"
    if token == NAMES[EXCUSE]:
        return "excuse"
    if token[0] not in SUITS:
        return "trump"
    return "face" if token[1:] in FACE_RANKS else "number"


@cache
def built_in_layouts() -> dict[str, Layout]:
    """Return the published and derived layouts by name."""
    text = resources.files("plateau_sim.plateau").joinpath("data/layouts.json").read_text("utf-8")
    return {
        name: Layout(name, tuple(entry["tokens"]), entry["provenance"])
        for name, entry in json.loads(text).items()
    }


def standard_layout(rules: GameRules) -> Layout:
    """Return the standard layout of a game: the one for its number of tricks."""
    for layout in built_in_layouts().values():
        if layout.name.endswith(f"-{rules.tricks}"):
            return layout
    fault = f"there is none for {rules.tricks} tricks"
    raise PlateauError("layout standard", fault, "a layout of your own, Layout(name, tokens)")


def check_layout(layout: Layout, rules: GameRules) -> None:
    """Refuse a layout that is not legal for a game (rulings 2).

    Raises
    ------
    PlateauError
        If there are not 37 tokens, two are equal, or one can't be claimed in this game.
    """
    name, example = f"layout {layout.name}", "plateau-sim layout show standard-13"
    if len(layout.tokens) != SPACES:
        raise PlateauError(name, f"{len(layout.tokens)} tokens instead of {SPACES}", example)
    for token, times in Counter(filter(None, layout.tokens)).items():
        if times > 1:
            raise PlateauError(name, f"{token} stands on {times} spaces", example)
    deck = {NAMES[card] for card in rules.deck}
    published = rules == GameRules.published(
        rules.players, full_deck=rules.full_deck, **_flags(rules)
    )
    for token in layout.tokens:
        trick = trick_number(token)
        if trick is not None and trick > rules.tricks:
            raise PlateauError(name, f"{token}, but this game has {rules.tricks} tricks", example)
        if trick is None and token not in deck and (token != EMPTY or published):
            fault = f"{token or 'an empty space'} is not in the deck of this game"
            raise PlateauError(name, fault, "cards " + ", ".join(sorted(deck)[:4]) + ", ...")


def _flags(rules: GameRules) -> dict[str, bool]:
    names = ("excuse_variant", "positive_only", "counter_sabotage", "strict_formations")
    return {name: getattr(rules, name) for name in names}


def generators() -> dict[str, str]:
    """Return the kinds of generated layouts and what they do."""
    return {kind: (make.__doc__ or "").rstrip(".").lower() for kind, make in _GENERATORS.items()}


def find_layout(text: str, rules: GameRules) -> Layout:
    """Return the layout that a user names, if it is legal for a game; see `look_up`."""
    layout = look_up(text, rules)
    check_layout(layout, rules)
    return layout


def look_up(text: str, rules: GameRules) -> Layout:
    """Return the layout that a user names.

    Parameters
    ----------
    text
        ``standard``, the name of a built-in layout, ``random:SEED``, ``grouped:SEED``,
        ``tricks-central:SEED``, or a TOML file.
    rules
        The game whose tokens a standard or generated layout has.

    Raises
    ------
    PlateauError
        If there is no such layout.
    """
    kind, colon, seed = text.partition(":")
    if text == "standard":
        return standard_layout(rules)
    if text in built_in_layouts():
        return built_in_layouts()[text]
    if colon and kind in _GENERATORS:
        return _generated(kind, seed, rules)
    if text.endswith(".toml"):
        return read_layout(Path(text))
    names = ", ".join(["standard", *built_in_layouts(), *(f"{kind}:7" for kind in _GENERATORS)])
    raise PlateauError(f"layout {text!r}", "no such layout", f"{names}, FILE.toml")


def _generated(kind: str, seed: str, rules: GameRules) -> Layout:
    if not (seed.isascii() and seed.isdigit()):
        fault = "the seed must be a whole number from 0"
        raise PlateauError(f"layout {kind}:{seed}", fault, f"{kind}:7")
    tokens = _GENERATORS[kind](list(standard_layout(rules).tokens), Random(int(seed)))
    return Layout(f"{kind}:{int(seed)}", tuple(tokens), "generated")


def _random(tokens: list[str], rng: Random) -> list[str]:
    """A uniform permutation of the standard tokens."""
    return rng.sample(tokens, len(tokens))


def _tricks_central(tokens: list[str], rng: Random) -> list[str]:
    """Trick tokens in the centre, the inner ring and as much of the middle ring as needed."""
    tricks = [token for token in tokens if trick_number(token) is not None]
    cards = [token for token in tokens if trick_number(token) is None]
    rings: dict[str, list[int]] = {}
    for space in range(SPACES):
        rings.setdefault(ring_of(space), []).append(space)
    inwards_out = [
        space
        for ring in ("centre", "inner", "middle", "outer")
        for space in rng.sample(rings[ring], len(rings[ring]))
    ]
    order = rng.sample(tricks, len(tricks)) + rng.sample(cards, len(cards))
    placed = dict(zip(inwards_out, order, strict=True))
    return [placed[space] for space in range(SPACES)]


def _grouped(tokens: list[str], rng: Random) -> list[str]:
    """Each suit's face cards in one connected group, the rest at random."""
    families = [[suit + rank for rank in FACE_RANKS if suit + rank in tokens] for suit in SUITS]
    while True:
        free, placed = set(range(SPACES)), dict[int, str]()
        for family in families:
            group = _random_group(free, len(family), rng)
            placed.update(zip(group, rng.sample(family, len(family)), strict=False))
            free -= set(group)
        if len(placed) == sum(map(len, families)):
            break
    rest = [token for token in tokens if token not in placed.values()]
    placed.update(zip(sorted(free), rng.sample(rest, len(rest)), strict=True))
    return [placed[space] for space in range(SPACES)]


def _random_group(free: set[int], size: int, rng: Random) -> list[int]:
    """Grow a connected group from a random space; it is shorter where it gets stuck."""
    group = [rng.choice(sorted(free))]
    while len(group) < size:
        border = {near for space in group for near in NEIGHBOURS[space]} & free - set(group)
        if not border:
            break
        group.append(rng.choice(sorted(border)))
    return group


_GENERATORS = {"random": _random, "grouped": _grouped, "tricks-central": _tricks_central}


def read_layout(path: Path) -> Layout:
    """Return the layout of a TOML file.

    The file has either ``tokens``, a list of 37 tokens in canonical order, or ``board``, a text
    with the 37 tokens drawn as the hexagon (read line by line, from the left); and may have a
    ``name``.

    Raises
    ------
    PlateauError
        If the file can't be read or does not hold such a layout.
    """
    name = f"layout {path}"
    example = 'name = "mine" and tokens = ["T1", "trick1", ...] with 37 tokens'
    content = read_toml(path, name, example)
    unknown = set(content) - {"name", "tokens", "board"}
    if unknown or ("tokens" in content) == ("board" in content):
        fault = f"unknown field {min(unknown)!r}" if unknown else "needs either tokens or board"
        raise PlateauError(name, fault, example)
    drawn, label = content.get("board"), content.get("name", path.stem)
    words = drawn.split() if isinstance(drawn, str) else content.get("tokens", drawn)
    if not isinstance(words, list) or not all(isinstance(w, str) for w in [*words, label]):
        raise PlateauError(name, "a token is not text", example)
    if not (label.isprintable() and 0 < len(label) <= _LONGEST_NAME):
        fault = f"its name must have 1 to {_LONGEST_NAME} printable letters"
        raise PlateauError(name, fault, 'name = "mine"')
    if len(words) != SPACES:
        raise PlateauError(name, f"{len(words)} tokens instead of {SPACES}", example)
    tokens = [_token(word, name) for word in words]
    if drawn is not None:
        placed = dict(zip(drawing_order(), tokens, strict=True))
        tokens = [placed[space] for space in range(SPACES)]
    return Layout(label, tuple(tokens))


def _token(word: str, name: str) -> str:
    """Return the canonical name of a token as typed: ``#5`` is ``trick5``."""
    word = word.strip()
    number = word.removeprefix("#") if word.startswith("#") else word.lower().removeprefix("trick")
    if number != word and _TRICK.fullmatch(f"trick{number}"):
        return f"trick{number}"
    try:
        return NAMES[parse_card(word)]
    except PlateauError:
        fault = f"no such token as {word!r}"
        raise PlateauError(name, fault, "trick1 .. trick18, HR, T21, EX") from None
