"""The two-player tableaus as people type them: ``SV T5 H10 CD / _ CR _ T18 _``."""

from __future__ import annotations

from dataclasses import dataclass

from plateau_sim.cards import NAMES
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.marks import FACE_DOWN, LOWER_ROW, NO_CARD, UPPER_ROW
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.typedcards import TypedCards, parse_card_at
from plateau_sim.plateau.typedtext import Span

TABLEAU_EXAMPLE = "SV T5 H10 CD / _ CR _ T18 _"
_MARKS = {"_": FACE_DOWN, ".": NO_CARD}


@dataclass(frozen=True)
class Tableaus:
    """Both tableaus as they lie.

    Attributes
    ----------
    mine, theirs : tuple of int
        Card ids, `marks.FACE_DOWN` or `marks.NO_CARD` (gone): the lower row's five places, then
        the upper row's four, as in `state`.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that lie face up."""
        return tuple(card for card in (*self.mine, *self.theirs) if card < FACE_DOWN)

    @property
    def untouched(self) -> bool:
        """Whether nothing has been played from them."""
        return NO_CARD not in (*self.mine, *self.theirs)


def parse_tableaus(
    mine: str,
    theirs: str,
    rules: GameRules,
    hand: TypedCards | None = None,
    *,
    names: tuple[str, str] = ("--mine", "--theirs"),
) -> Tableaus:
    """Read both tableaus: upper row / lower row, ``_`` face down, ``.`` gone.

    Parameters
    ----------
    mine, theirs
        What was typed.
    rules
        The two-player game.
    hand
        The own hand, none of whose cards can lie here.
    names
        What the two texts are called in messages.

    Raises
    ------
    PlateauError
        If the game has no tableaus, a row has too many or too few cards, a card stands twice or
        is in the hand, or a card can't be face down or gone where it is.
    """
    if not rules.tableau:
        fault = f"there are no tableaus with {rules.players} players"
        raise PlateauError(names[0], fault, "2 players")
    seen = dict.fromkeys(hand.cards if hand else (), "in your hand")
    rows = []
    for text, name in ((mine, names[0]), (theirs, names[1])):
        rows.append(_rows(Span.of(name, text), rules, seen))
    return Tableaus(*rows)


def _rows(whole: Span, rules: GameRules, seen: dict[int, str]) -> tuple[int, ...]:
    """Return the places of one tableau, lower row first."""
    rows = whole.split("/")
    if len(rows) != 2:
        fault = f"two rows with one / between, not {len(rows)}"
        raise whole.refused(fault, TABLEAU_EXAMPLE)
    places: list[tuple[int, Span]] = []
    for row, size, word in ((rows[1], LOWER_ROW, "lower"), (rows[0], UPPER_ROW, "upper")):
        spans = list(row.matches(r"[^\s,]+"))
        if len(spans) != size:
            fault = f"the {word} row has {size} places, not {len(spans)}"
            raise row.refused(fault, TABLEAU_EXAMPLE)
        places += [(_place(span, rules, seen, whole.subject), span) for span in spans]
    _check_rows(places)
    return tuple(card for card, _ in places)


def _place(span: Span, rules: GameRules, seen: dict[int, str], name: str) -> int:
    if span.text in _MARKS:
        return _MARKS[span.text]
    card = parse_card_at(span, span.text, rules)
    if card in seen:
        raise span.refused(f"{NAMES[card]} is {seen[card]} already", TABLEAU_EXAMPLE)
    seen[card] = f"in {name}"
    return card


def _check_rows(places: list[tuple[int, Span]]) -> None:
    """Refuse cards that can't be face down, or gone, where they are (rulings 4)."""
    cards = [card for card, _ in places]
    for place, (card, span) in enumerate(places):
        if place >= LOWER_ROW:
            if card == FACE_DOWN:
                raise span.refused("the upper row lies face up", TABLEAU_EXAMPLE)
            continue
        above = range(max(place - 1, 0), min(place, UPPER_ROW - 1) + 1)
        covered = any(cards[LOWER_ROW + upper] != NO_CARD for upper in above)
        if card == NO_CARD and covered:
            raise span.refused("gone, but a card still lies on it", TABLEAU_EXAMPLE)
        if card == FACE_DOWN and place % 2:
            fault = "the 2nd and 4th cards of the lower row lie face up"
            raise span.refused(fault, TABLEAU_EXAMPLE)
        if card < FACE_DOWN and covered and place % 2 == 0:
            fault = "a card still lies on it, so it is face down: _"
            raise span.refused(fault, TABLEAU_EXAMPLE)
