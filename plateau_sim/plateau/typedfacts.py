"""Facts as people type them: ``dealer: void H, T21; 1st: T>=5; talon: no HR``."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from plateau_sim.cards import FACE_RANKS, NAMES, PLAIN_CARDS, RANKS, RANKS_PER_SUIT, SUITS
from plateau_sim.plateau.facts import (
    FACTS_EXAMPLE,
    SUCH,
    TALON,
    Fact,
    Facts,
    check_facts,
    held,
    place_name,
    room_of,
)
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.typedbids import seat_of
from plateau_sim.plateau.typedcards import SUIT_WORDS, is_rank, parse_card_at, suit_cards
from plateau_sim.plateau.typedtext import Span

_RANK_WORDS = {
    **dict.fromkeys(("king", "kings", "r", "k"), ("R", "kings")),
    **dict.fromkeys(("queen", "queens", "q"), ("D", "queens")),
    **dict.fromkeys(("knight", "knights"), ("C", "knights")),
    **dict.fromkeys(("jack", "jacks", "v", "j"), ("V", "jacks")),
}
_COUNT = r"(.+?)\s*(>=|=>|≥|<=|=<|≤|==|=|>|<)\s*(\d+)"
_RANGE = r"(.+?)(?:\s*=\s*|\s+)(\d+)\s*(?:-|\.\.+|to)\s*(\d+)"
_VOID = r"(?:void(?: in)?|no|not|without|lacks)\s+(.+)"
_HOLDS = r"(?:has|holds)\s+"
_BOARD, _FACES = ("board", "board cards"), ("face", "faces", "face cards")


def parse_facts(
    text: str,
    rules: GameRules,
    me: int,
    *,
    board: Collection[int] = (),
    name: str = "--knows",
) -> Facts:
    """Read what is known of hidden cards.

    Places (``dealer:``, ``1st:``, ``talon:``) stand apart by semicolons, facts by commas: cards
    (``T21,19``), ``void H``, ``no HR``, counts (``T>=5``, ``H=0``, ``S<=2``, ``T 3-5``) of suits,
    trumps, kings, queens, knights, jacks, faces or board cards.

    Parameters
    ----------
    text
        What was typed.
    rules
        The game.
    me
        The seat of the one who asks.
    board
        Cards that have a token on the layout; without them ``board`` is no word.
    name
        What was typed, for messages.

    Raises
    ------
    TypedError
        If something can't be read, or contradicts what stands before it.
    """
    whole = Span.of(name, text)
    facts: list[Fact] = []
    for part in whole.split(";"):
        if part.text:
            facts += _place_facts(part, rules, me, frozenset(board))
    checked = Facts(tuple(facts))
    check_facts(checked, rules)
    return checked


def _place_facts(part: Span, rules: GameRules, me: int, board: frozenset[int]) -> list[Fact]:
    """Return the facts of one place."""
    head, colon, _ = part.text.partition(":")
    if not colon:
        raise part.refused("of whose cards? a seat or talon, then a colon", FACTS_EXAMPLE)
    place_span = part.part(part.start, part.start + len(head)).stripped()
    place = _place(place_span, rules, me)
    rest = part.part(part.start + len(head) + 1, part.end).stripped()
    facts: list[Fact] = []
    suit = ""
    for span in rest.split(","):
        if not span.text:
            raise span.refused("no fact stands here", FACTS_EXAMPLE)
        said, suit = _facts(span, place, rules, board, suit)
        facts += said
    return facts


def _place(span: Span, rules: GameRules, me: int) -> int:
    if span.word == "talon":
        if rules.talon_size == 0:
            raise span.refused("this game has no talon", FACTS_EXAMPLE)
        return TALON
    place = seat_of(span, rules.players, me)
    if place == me:
        others = [place_name(seat, rules.players) for seat in range(rules.players) if seat != me]
        raise span.refused("your own cards are the hand you type", ", ".join([*others, "talon"]))
    return place


def _facts(
    span: Span, place: int, rules: GameRules, board: frozenset[int], suit: str
) -> tuple[list[Fact], str]:
    """Return what a part says of a place, and the suit that a bare number after it would have."""
    text = " ".join(span.text.split())
    ranged, counted = re.fullmatch(_RANGE, text), re.fullmatch(_COUNT, text)
    lacked = re.fullmatch(_VOID, text, re.IGNORECASE)
    bounded = counted or ranged
    if bounded is not None:
        low, high = _bounds(counted, ranged)
        cards, noun = _counted(span, bounded[1], rules, board)
        high = min(high, max(low, min(len(cards), room_of(place, rules))))
        return [Fact(place, text, cards, low, high, noun, span)], ""
    if lacked:
        cards, noun = _lacked(span, lacked[1], rules, board)
        return [Fact(place, text, cards, 0, 0, noun, span)], ""
    return _held(span, place, rules, suit)


def _bounds(counted: re.Match[str] | None, ranged: re.Match[str] | None) -> tuple[int, int]:
    """Return the least and the greatest number that a count allows."""
    if counted is None:
        assert ranged is not None
        return int(ranged[2]), int(ranged[3])
    number, most = int(counted[3]), 99
    sign = counted[2].translate(str.maketrans("≥≤", "><"))
    if sign in (">", "<") and counted[2] in (">", "<"):
        return (number + 1, most) if sign == ">" else (0, number - 1)
    if ">" in sign:
        return number, most
    return (0, number) if "<" in sign else (number, number)


def _counted(
    span: Span, word: str, rules: GameRules, board: frozenset[int]
) -> tuple[frozenset[int], str]:
    """Return the cards that a word counts, and what they are called."""
    key = word.strip().lower()
    suit = _suit(key)
    if suit is not None:
        return suit_cards(suit, rules), SUIT_WORDS[suit] + "s"
    ranks = {card: RANKS[card % RANKS_PER_SUIT] for card in rules.deck if card < PLAIN_CARDS}
    if key in _RANK_WORDS:
        rank, noun = _RANK_WORDS[key]
        return frozenset(card for card in ranks if ranks[card] == rank), noun
    if key in _FACES:
        return frozenset(card for card in ranks if ranks[card] in FACE_RANKS), "face cards"
    if key in _BOARD and board:
        return board & frozenset(rules.deck), "board cards"
    fault = f"{word.strip()} can't be counted"
    raise span.refused(fault, "T>=5, H=0, S<=2, kings>=1, faces=3" + ", board>=2" * bool(board))


def _suit(key: str) -> int | None:
    if len(key) == 1 and key.upper() in SUITS + "T":
        return (SUITS + "T").index(key.upper())
    singular = key.removesuffix("s")
    return SUIT_WORDS.index(singular) if singular in SUIT_WORDS else None


def _lacked(
    span: Span, word: str, rules: GameRules, board: frozenset[int]
) -> tuple[frozenset[int], str]:
    """Return what ``void ...`` or ``no ...`` rules out: a suit, a rank, single cards."""
    key = word.strip().lower()
    if _suit(key) is not None or key in _RANK_WORDS or key in _BOARD + _FACES:
        return _counted(span, key, rules, board)
    named = span.part(span.end - len(word), span.end).matches(r"\S+")
    return frozenset(parse_card_at(card, card.text, rules) for card in named), SUCH


def _held(span: Span, place: int, rules: GameRules, suit: str) -> tuple[list[Fact], str]:
    """Return the cards that a part says are held."""
    has = re.match(_HOLDS, span.text, re.IGNORECASE)
    facts = []
    for part in span.part(span.start + (has.end() if has else 0), span.end).matches(r"\S+"):
        word = part.text.upper()
        if word in ("X", "TX", *(f"{letter}X" for letter in SUITS)):
            raise part.refused("a card held must be named; for some card, count", "T>=1")
        goes_on = suit and is_rank(part.text) and part.whole[part.start - 1] == ","
        if _suit(part.text.lower()) is not None and not goes_on:
            raise part.refused(f"what of {part.text}?", f"void {word}, {word}>=2 or {word}10")
        full = suit + part.text if suit and is_rank(part.text) else part.text
        card = parse_card_at(part, full, rules)
        facts.append(replace(held(place, card), span=part))
        suit = NAMES[card][0] if card < PLAIN_CARDS or NAMES[card].startswith("T") else ""
    return facts, suit
