"""Cards as people type them: in groups (``T21,19 SR,9``), loose, with wildcards (``Tx Dx x``)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from plateau_sim.cards import (
    CARDS,
    FACE_RANKS,
    NAMES,
    RANKS,
    RANKS_PER_SUIT,
    SUITS,
    TRUMP_SUIT,
    parse_card,
    suit_of,
)
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.typedtext import Span

EXAMPLE = "T21,19 SR,9 EX; left open: Tx Dx x"
SUIT_WORDS = ("spade", "heart", "diamond", "club", "trump")
_SMALL = range(RANKS.index(FACE_RANKS[0]))
_TOKEN = r"[^\s,;·|]+"


@dataclass(frozen=True)
class TypedCards:
    """Cards that somebody named, some of them left open.

    Attributes
    ----------
    cards : tuple of int
        The named cards, in the order typed.
    wilds : tuple of frozenset of int
        For each wildcard the cards that it may be, the named ones left out.
    spans : tuple of Span
        Where cards, then wildcards, stand in the text; empty if nothing was typed.
    """

    cards: tuple[int, ...]
    wilds: tuple[frozenset[int], ...] = ()
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)

    def __len__(self) -> int:
        """Return the number of cards, those left open included."""
        return len(self.cards) + len(self.wilds)


def trumps_of(rules: GameRules) -> frozenset[int]:
    """Return the trumps of a deck; the excuse is one unless it is played as in French Tarot."""
    excuse = CARDS - 1
    return frozenset(
        card
        for card in rules.deck
        if suit_of(card) == TRUMP_SUIT and not (rules.excuse_variant and card == excuse)
    )


def suit_cards(suit: int, rules: GameRules) -> frozenset[int]:
    """Return a suit's cards in a deck; 4: trumps."""
    if suit == TRUMP_SUIT:
        return trumps_of(rules)
    return frozenset(card for card in rules.deck if suit_of(card) == suit)


def parse_cards(
    text: str, rules: GameRules, *, name: str = "cards", count: int | None = None
) -> TypedCards:
    """Read cards: groups ``T21,19 SR,9``, loose ``T21 SR``, or as screens show them.

    J, Q, K stand for V, D, R; any case. Wildcards: ``Tx`` any trump, ``Dx`` any diamond below V,
    ``x`` any card.

    Parameters
    ----------
    text
        What was typed.
    rules
        The game: its deck.
    name
        What the cards are, for messages.
    count
        How many there must be, None: any number.

    Raises
    ------
    TypedError
        If there is no such card, it is not in this deck, stands twice, a wildcard can't be filled,
        or the number is wrong.
    """
    whole = Span.of(name, text)
    return cards_of(_tokens(whole), rules, whole, count)


def cards_of(
    tokens: list[tuple[Span, str]], rules: GameRules, whole: Span, count: int | None = None
) -> TypedCards:
    """Return the cards of tokens: each a part of the text and the full name it stands for."""
    cards: dict[int, Span] = {}
    open_ones: list[tuple[frozenset[int], Span]] = []
    for span, full in tokens:
        if full.lower().endswith("x") and full.lower() != "ex":
            open_ones.append((_wild_set(span, full, rules), span))
            continue
        card = parse_card_at(span, full, rules)
        if card in cards:
            raise span.refused(f"{NAMES[card]} stands twice", EXAMPLE)
        cards[card] = span
    wilds = [(may_be.difference(cards), span) for may_be, span in open_ones]
    _check_fillable(wilds)
    _check_count(whole, [*cards.values(), *(span for _, span in wilds)], count)
    spans = (*cards.values(), *(span for _, span in wilds))
    return TypedCards(tuple(cards), tuple(may_be for may_be, _ in wilds), spans)


def _tokens(whole: Span) -> list[tuple[Span, str]]:
    """Return each typed card with its full name: within a group the suit is said once."""
    tokens: list[tuple[Span, str]] = []
    suit = ""
    before = whole.start
    for span in whole.matches(_TOKEN):
        gap, before = whole.whole[before : span.start], span.end
        if "·" in gap or "|" in gap:
            suit = ""
        letter = span.text[0].upper()
        if _is_shown_suit(span, letter, gap):
            suit, tokens = letter, [*tokens, (span, "")]
            continue
        shown = bool(tokens) and suit != "" and "," not in gap and _from_screen(whole)
        same_group = gap == "," or (gap.strip() == "," and span.text.lower() != "x") or shown
        if suit and same_group and is_rank(span.text):
            tokens.append((span, suit + span.text))
            continue
        tokens.append((span, span.text))
        suit = letter if letter in SUITS + "T" and len(span.text) > 1 else ""
    return [(span, full) for span, full in tokens if full]


def _from_screen(whole: Span) -> bool:
    return "·" in whole.text or re.fullmatch(r"[TSHDC]( +[0-9VCDRJQKx]+)+", whole.text) is not None


def _is_shown_suit(span: Span, letter: str, gap: str) -> bool:
    """Tell whether a letter opens a group as screens show it: ``T 21 19 · S R 9``."""
    rest = span.whole[span.end :].lstrip(" ")
    starts = not gap.strip() or "·" in gap
    opens = not span.whole[: span.start].strip() or "·" in gap
    return len(span.text) == 1 and letter in SUITS + "T" and starts and opens and bool(rest)


def is_rank(text: str) -> bool:
    """Tell whether a text is a card's name without its suit."""
    return text.isdigit() or text.upper() in (*RANKS, "J", "Q", "K", "X")


def parse_card_at(span: Span, full: str, rules: GameRules) -> int:
    """Return the card that a part of a text names; ``full`` is its name with the suit."""
    try:
        card = parse_card(full)
    except PlateauError:
        fault = f"no such card: {span.text}"
        if is_rank(span.text) and full == span.text:
            fault = f"{span.text} has no suit"
        raise span.refused(fault, EXAMPLE) from None
    if card not in rules.deck:
        raise span.refused(f"{NAMES[card]} is not in this deck", _deck_words(card, rules))
    return card


def _deck_words(card: int, rules: GameRules) -> str:
    """Return what of the card's suit this deck has."""
    ids = [other for other in rules.deck if suit_of(other) == suit_of(card)]
    if not ids:
        return ", ".join(NAMES[other] for other in rules.deck[:3])
    runs: list[list[int]] = []
    for other in ids:
        if runs and runs[-1][-1] == other - 1:
            runs[-1].append(other)
        else:
            runs.append([other])
    return ", ".join(
        NAMES[run[0]] if len(run) == 1 else f"{NAMES[run[0]]} to {NAMES[run[-1]]}" for run in runs
    )


def _wild_set(span: Span, full: str, rules: GameRules) -> frozenset[int]:
    """Return the cards that a wildcard may be."""
    letter = full[:-1].upper()
    if letter == "":
        return frozenset(rules.deck)
    if letter == "T":
        return trumps_of(rules)
    if len(letter) == 1 and letter in SUITS:
        suit = suit_cards(SUITS.index(letter), rules)
        return frozenset(card for card in suit if card % RANKS_PER_SUIT in _SMALL)
    raise span.refused(f"no such card: {span.text}", EXAMPLE)


def _check_fillable(wilds: list[tuple[frozenset[int], Span]]) -> None:
    """Refuse the first wildcard that no card is left for."""
    filled: dict[int, int] = {}
    for index in range(len(wilds)):
        if not fill(index, [may_be for may_be, _ in wilds], filled, set()):
            span = wilds[index][1]
            raise span.refused(f"no card is left that {span.text} could be", EXAMPLE)


def fill(index: int, wilds: list[frozenset[int]], filled: dict[int, int], tried: set[int]) -> bool:
    """Find a card for one more wildcard, moving others if need be (augmenting paths)."""
    for card in sorted(wilds[index] - tried):
        tried.add(card)
        if card not in filled or fill(filled[card], wilds, filled, tried):
            filled[card] = index
            return True
    return False


def _check_count(whole: Span, spans: Iterable[Span], count: int | None) -> None:
    ordered = sorted(spans, key=lambda span: span.start)
    if count is None or len(ordered) == count:
        return
    fault = f"{len(ordered)} cards, but it must be {count}"
    if len(ordered) > count:
        raise whole.part(ordered[count].start, ordered[-1].end).refused(fault, EXAMPLE)
    raise whole.after().refused(fault, f"{count} cards, x for one left open")
