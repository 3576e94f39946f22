"""What has happened in a hand so far, as people type it: calls, raises, gifts, tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.seats import seat_number
from plateau_sim.plateau.typedbids import seat_of
from plateau_sim.plateau.typedcards import parse_card_at
from plateau_sim.plateau.typedtext import Span

CALLED_EXAMPLE = "HR dealer, or CR talon, HR dealer"
RAISED_EXAMPLE = "2nd fork, or 2nd fork, 1st abdicates"
GIFTS_EXAMPLE = "S7 2nd, H8 dealer; of another's gifts only 2nd, dealer"
TRICKS_EXAMPLE = "1st C9 T1 CC C10; 2nd T18 T19"
ABDICATES = len(OBJECTIVES)
_NOBODY = ("talon", "nobody", "none")
_HIGHER = {name.removesuffix("_sides"): number for number, name in enumerate(OBJECTIVES) if number}
_WORD = r"[^\s]+"


class TypedCall(NamedTuple):
    """A called card and who answered; None: nobody, so that it was in the talon."""

    card: int
    holder: int | None
    span: Span


class TypedRaise(NamedTuple):
    """A seat's raise: an objective's number, 0 for none, or `ABDICATES`."""

    seat: int
    to: int
    span: Span


class TypedGift(NamedTuple):
    """A gift and its receiver; None: the card is not known."""

    card: int | None
    seat: int
    span: Span


class TypedTrick(NamedTuple):
    """A trick, perhaps not complete; the leader is None if it is not said."""

    leader: int | None
    cards: tuple[int, ...]
    spans: tuple[Span, ...]
    whole: Span


def parse_calls(text: str, rules: GameRules, me: int, *, name: str) -> tuple[TypedCall, ...]:
    """Read calls: each a card and the seat that has it, or ``talon``.

    Raises
    ------
    TypedError
        If a card or seat is none.
    """
    calls = []
    for part in _parts(text, name, ",;", CALLED_EXAMPLE):
        words = list(part.matches(_WORD))
        if len(words) != 2:
            raise part.refused("a card and who has it", CALLED_EXAMPLE)
        card = parse_card_at(words[0], words[0].text, rules)
        nobody = words[1].word in _NOBODY
        calls.append(
            TypedCall(card, None if nobody else seat_of(words[1], rules.players, me), part)
        )
    return tuple(calls)


def parse_raises(text: str, rules: GameRules, me: int, *, name: str) -> tuple[TypedRaise, ...]:
    """Read raises: each a seat and what it raised to, ``no`` or ``abdicates``.

    Raises
    ------
    TypedError
        If a seat or formation is none.
    """
    raises = []
    for part in _parts(text, name, ",;", RAISED_EXAMPLE):
        words = [word for word in part.matches(_WORD) if word.word not in ("to", "sides")]
        if len(words) != 2:
            raise part.refused("a seat and what it raised to", RAISED_EXAMPLE)
        meanings = {**_HIGHER, "no": 0, "abdicates": ABDICATES}
        if words[1].word not in meanings:
            raise words[1].refused(f"no raise: {words[1].text}", ", ".join(meanings))
        seat = seat_of(words[0], rules.players, me)
        raises.append(TypedRaise(seat, meanings[words[1].word], part))
    return tuple(raises)


def parse_gifts(text: str, rules: GameRules, me: int, *, name: str) -> tuple[TypedGift, ...]:
    """Read gifts: each a card and its receiver, or the receiver alone.

    Raises
    ------
    TypedError
        If there are not two of them, or a card or seat is none.
    """
    parts = _parts(text, name, ",;", GIFTS_EXAMPLE)
    gifts = []
    for part in parts:
        words = list(part.matches(_WORD))
        if len(words) not in (1, 2):
            raise part.refused("a card and its receiver", GIFTS_EXAMPLE)
        card = parse_card_at(words[0], words[0].text, rules) if len(words) == 2 else None
        gifts.append(TypedGift(card, seat_of(words[-1], rules.players, me), part))
    if len({gift.seat for gift in gifts}) != 2 or len(gifts) != 2:
        raise parts[-1].refused("two gifts go to two players", GIFTS_EXAMPLE)
    return tuple(gifts)


def parse_tricks(text: str, rules: GameRules, me: int, *, name: str) -> tuple[TypedTrick, ...]:
    """Read tricks: the leader, if one likes, and the cards as played; ``;`` between them.

    Raises
    ------
    TypedError
        If a card is none or stands twice, or a trick but the last one is not complete.
    """
    tricks, seen = [], set[int]()
    parts = _parts(text, name, ";", TRICKS_EXAMPLE) if text.strip(" ;\n") else []
    parts = parts[:-1] if parts and not parts[-1].text else parts
    for number, part in enumerate(parts, start=1):
        trick = _trick(part, rules, me, seen)
        size = len(trick.cards)
        if size > rules.players or (size < rules.players and number < len(parts)):
            fault = f"trick {number} has {size} cards, not {rules.players}"
            raise part.refused(fault, TRICKS_EXAMPLE)
        tricks.append(trick)
    return tuple(tricks)


def _trick(part: Span, rules: GameRules, me: int, seen: set[int]) -> TypedTrick:
    words = [word for word in part.matches(r"[^\s,]+") if not word.text.startswith("#")]
    leader = None
    if words and (words[0].word == "me" or seat_number(words[0].text, rules.players) is not None):
        leader = seat_of(words.pop(0), rules.players, me)
    cards = []
    for word in words:
        card = parse_card_at(word, word.text, rules)
        if card in seen:
            raise word.refused(f"{word.text} stands twice", TRICKS_EXAMPLE)
        seen.add(card)
        cards.append(card)
    return TypedTrick(leader, tuple(cards), tuple(words), part)


def _parts(text: str, name: str, separators: str, example: str) -> Sequence[Span]:
    whole = Span.of(name, text)
    if not whole.text:
        raise whole.refused("nothing is said", example)
    return whole.split(separators)
