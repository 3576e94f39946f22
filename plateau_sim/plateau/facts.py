"""What somebody knows of hidden cards: how many of some cards lie in a place, at least and at most.

Every fact has this form: a card held is "1 to 1 of {it}", a void suit "0 to 0 of its cards".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from plateau_sim.cards import NAMES
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.seats import seat_name
from plateau_sim.plateau.typedtext import Span

SUCH = "such cards"
TALON = 6
"""The place of the talon; seats' hands are 0..5 (as in `worlds`)."""
FACTS_EXAMPLE = "dealer: void H, T21; 1st: T>=5"


@dataclass(frozen=True)
class Fact:
    """That a place holds from ``low`` to ``high`` of some cards.

    Attributes
    ----------
    place : int
        A seat, or `TALON`.
    words : str
        As it was typed ("void H"), for messages.
    cards : frozenset of int
        The cards counted.
    low, high : int
        Bounds of their number, both possible.
    noun : str
        What the cards are called.
    span : Span or None
        Where it stands in a text.
    """

    place: int
    words: str
    cards: frozenset[int]
    low: int
    high: int
    noun: str = field(default=SUCH, compare=False)
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def is_held(self) -> bool:
        """Whether all the cards are held."""
        return self.low == len(self.cards)

    @property
    def is_lacked(self) -> bool:
        """Whether none of the cards is held."""
        return self.high == 0

    def refused(self, fault: str, rules: GameRules) -> PlateauError:
        """Return the complaint about this fact, underlined where it was typed."""
        if self.span is not None:
            return self.span.refused(fault, FACTS_EXAMPLE)
        where = place_name(self.place, rules.players)
        return PlateauError(f"{where}: {self.words}", fault, FACTS_EXAMPLE)


@dataclass(frozen=True)
class Facts:
    """All that is known of hidden cards.

    Attributes
    ----------
    facts : tuple of Fact
        In the order typed.
    """

    facts: tuple[Fact, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything is known."""
        return bool(self.facts)

    @property
    def places(self) -> tuple[int, ...]:
        """Places of which something is known, ascending."""
        return tuple(sorted({fact.place for fact in self.facts}))

    def at(self, place: int) -> tuple[Fact, ...]:
        """Return what is known of a place."""
        return tuple(fact for fact in self.facts if fact.place == place)

    def holds(self, place: int) -> frozenset[int]:
        """Return cards that a place is known to hold."""
        return _union(fact.cards for fact in self.at(place) if fact.is_held)

    def lacks(self, place: int) -> frozenset[int]:
        """Return cards that a place is known not to hold."""
        return _union(fact.cards for fact in self.at(place) if fact.is_lacked)

    def counts(self, place: int) -> tuple[Fact, ...]:
        """Return what is known of a place besides cards held or lacked."""
        return tuple(f for f in self.at(place) if not f.is_held and not f.is_lacked)


NO_FACTS = Facts()


def held(place: int, card: int) -> Fact:
    """Return the fact that a place holds a card."""
    return Fact(place, NAMES[card], frozenset({card}), 1, 1)


def lacking(place: int, cards: Iterable[int], words: str = "") -> Fact:
    """Return the fact that a place holds none of some cards."""
    ids = frozenset(cards)
    return Fact(place, words or "no " + " ".join(NAMES[card] for card in sorted(ids)), ids, 0, 0)


def _union(sets: Iterable[frozenset[int]]) -> frozenset[int]:
    return frozenset().union(*sets)


def place_name(place: int, players: int) -> str:
    """Return what people call a place: a seat's name, or talon."""
    return "talon" if place == TALON else seat_name(place, players)


def room_of(place: int, rules: GameRules) -> int:
    """Return how many cards are dealt to a place."""
    return rules.talon_size if place == TALON else rules.hand_size


def check_facts(facts: Facts, rules: GameRules) -> None:
    """Refuse facts that contradict each other two by two, or the game: the reason first seen.

    What contradicts only the asker's own cards, or more than two at a time, `factdeals` finds.

    Raises
    ------
    PlateauError
        With the reason, underlined where the fact was typed.
    """
    for index, fact in enumerate(facts.facts):
        _check_alone(fact, rules)
        for earlier in facts.facts[:index]:
            reason = clash(earlier, fact, rules.players)
            if reason:
                raise fact.refused(reason, rules)


def _check_alone(fact: Fact, rules: GameRules) -> None:
    room, where = room_of(fact.place, rules), place_name(fact.place, rules.players)
    if fact.low > len(fact.cards):
        fault = f"{where}: {fact.words}, but this deck has only {len(fact.cards)}"
        raise fact.refused(fault, rules)
    if fact.low > room:
        raise fact.refused(f"{where}: {fact.words}, but it has only {room} cards", rules)
    if fact.low > fact.high:
        raise fact.refused(f"{where}: {fact.words}: no number is that", rules)


def clash(one: Fact, other: Fact, players: int) -> str | None:
    """Return why two facts can't both be, None if they seem to be able to."""
    where = place_name(other.place, players)
    if one.place != other.place:
        both = one.cards & other.cards
        if one.is_held and other.is_held and both:
            earlier = place_name(one.place, players)
            return f"{where}: {other.words}, but {earlier} holds {NAMES[min(both)]}"
        return None
    for inner, outer in ((one, other), (other, one)):
        if inner.cards <= outer.cards and inner.low > outer.high:
            return f"{where}: {_statement(one)}, but {_statement(other)}"
    return None


def _statement(fact: Fact) -> str:
    return f"holds {fact.words}" if fact.is_held and len(fact.cards) == 1 else fact.words
