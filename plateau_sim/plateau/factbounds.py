"""What somebody knows of a deal as bounds on places, and why it can't all be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from plateau_sim.cards import NAMES
from plateau_sim.errors import PlateauError
from plateau_sim.kernels.boundplan import Plan, TooLarge, plan_deal
from plateau_sim.kernels.boundstages import Bound
from plateau_sim.plateau.facts import SUCH, TALON, Fact, Facts, check_facts, place_name
from plateau_sim.plateau.marks import FACE_DOWN, TABLEAU
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.typedcards import EXAMPLE, TypedCards, fill
from plateau_sim.plateau.typedtableau import TABLEAU_EXAMPLE, Tableaus

FACE_DOWN_CARDS = 7
"""The place of the face-down cards of both tableaus (two players)."""
_MAX_WILDS = 8  # different ones
_FEW_ORDERS = 4


@dataclass(frozen=True)
class Known:
    """A bound with its source.

    Attributes
    ----------
    bound : Bound
        What must hold.
    words : str
        How it was said.
    fact : Fact or None
        The fact, None for a wildcard.
    """

    bound: Bound
    words: str
    fact: Fact | None = None


class Question:
    """The unseen cards of a deal, the places they lie in, and what is known of them.

    Parameters
    ----------
    rules
        The game.
    seat
        The one who asks.
    hand
        His hand, as many cards as are dealt to him.
    facts
        What he knows of others.
    tableaus
        With two players: both, before anything is played.

    Attributes
    ----------
    known : dict of int to int
        Cards by spot of the row: hands seat by seat, each with its tableau, then the talon.
    spots : dict of int to list of int
        Spots of each place with unseen cards: seats (the own: cards left open), `facts.TALON`,
        `FACE_DOWN_CARDS`.
    cards : tuple of int
        The unseen cards, ascending.

    Raises
    ------
    PlateauError
        If hand or tableaus don't fit the game, or facts contradict them.
    """

    def __init__(
        self,
        rules: GameRules,
        seat: int,
        hand: TypedCards,
        facts: Facts,
        tableaus: Tableaus | None = None,
    ) -> None:
        self.rules, self.seat, self.hand = rules, seat, hand
        _check_sizes(rules, hand, tableaus)
        self.known: dict[int, int] = {}
        self.spots: dict[int, list[int]] = {}
        self._lay_out(tableaus)
        seen = set(self.known.values())
        if len(seen) < len(self.known):
            raise PlateauError("cards", "a card stands twice", EXAMPLE)
        self.cards = tuple(card for card in rules.deck if card not in seen)
        self.rooms = {place: len(spots) for place, spots in self.spots.items()}
        self.wilds = self._wild_bounds()
        check_facts(facts, rules)
        self.facts = [self._fact_bound(fact) for fact in facts.facts]

    def _lay_out(self, tableaus: Tableaus | None) -> None:
        spot = 0
        for seat in range(self.rules.players):
            spots = list(range(spot, spot + self.rules.hand_size))
            if seat == self.seat:
                named = len(self.hand.cards)
                self.known.update(zip(spots[:named], self.hand.cards, strict=True))
                spots = spots[named:]
            self.spots[seat] = spots
            spot += self.rules.hand_size
            if tableaus is not None:
                cards = tableaus.mine if seat == self.seat else tableaus.theirs
                for place, card in enumerate(cards, spot):
                    if card == FACE_DOWN:
                        self.spots.setdefault(FACE_DOWN_CARDS, []).append(place)
                    else:
                        self.known[place] = card
                spot += TABLEAU
        self.spots[TALON] = list(range(spot, spot + self.rules.talon_size))

    def _fact_bound(self, fact: Fact) -> Known:
        unseen = fact.cards & set(self.cards)
        where = place_name(fact.place, self.rules.players)
        if fact.place == self.seat or not self.rooms.get(fact.place):
            raise fact.refused(f"{where}: nothing of it is hidden", self.rules)
        if fact.low > len(unseen):
            raise fact.refused(f"{where}: {fact.words}: {self._why_seen(fact, unseen)}", self.rules)
        bound = Bound(fact.place, unseen, fact.low, fact.high)
        return Known(bound, fact.words, fact)

    def _why_seen(self, fact: Fact, unseen: frozenset[int]) -> str:
        if not fact.is_held:
            return f"only {len(unseen)} {fact.noun} are unseen"
        card = min(fact.cards - unseen)
        mine = card in self.hand.cards
        return f"{NAMES[card]} " + ("is in your hand" if mine else "lies face up")

    def _wild_bounds(self) -> list[Known]:
        """Return what the own cards left open say: enough cards for each set of wildcards.

        A hand fits if its open cards can be given to the wildcards one to one: by Hall's theorem,
        if any few wildcards have together at least as many of the cards as they are.
        """
        unseen = frozenset(self.cards)
        sets = [may_be & unseen for may_be in self.hand.wilds]
        filled: dict[int, int] = {}
        for index in range(len(sets)):
            if not fill(index, sets, filled, set()):
                raise _unfillable(self.hand, index)
        counted = {each: sets.count(each) for each in sets}
        if len(counted) > _MAX_WILDS:
            raise PlateauError("cards", f"more than {_MAX_WILDS} kinds of wildcards", EXAMPLE)
        bounds = [Known(Bound(self.seat, unseen.difference(*sets), 0, 0), "x")] if sets else []
        for size in range(1, len(counted) + 1):
            for chosen in combinations(counted, size):
                cards = frozenset().union(*chosen)
                if cards != unseen and _connected(chosen):
                    low = sum(counted[each] for each in chosen)
                    words = self._wild_words([each for each in sets if each in chosen])
                    bounds.append(Known(Bound(self.seat, cards, low, len(sets)), words))
        return bounds

    def _wild_words(self, chosen: list[frozenset[int]]) -> str:
        unseen = frozenset(self.cards)
        spans = self.hand.spans[len(self.hand.cards) :]
        words = Counter(
            span.text
            for span, may_be in zip(spans, self.hand.wilds, strict=bool(spans))
            if may_be & unseen in chosen
        )
        said = [f"{count} {word}" if count > 1 else word for word, count in words.items()]
        return ", ".join(said) or f"{len(chosen)} cards left open"

    def plan(self) -> tuple[Plan, list[Bound]]:
        """Return the plan, and bounds that it had to leave out: they are to be checked.

        Raises
        ------
        PlateauError
            If no deal fits, with the reason.
        """
        plan, left_out = self._large_plan([*self.wilds, *self.facts])
        if plan.ways == 0.0:
            raise self._reason()
        return plan, left_out

    def wild_share(self) -> float:
        """Return how often the wildcards alone would fit."""
        return self._large_plan(self.wilds)[0].share

    def _large_plan(self, known: Sequence[Known]) -> tuple[Plan, list[Bound]]:
        bounds = [each.bound for each in known]
        left_out: list[Bound] = []
        try:
            return plan_deal(self.cards, self.rooms, bounds), left_out
        except TooLarge:
            pass
        # What is nearly always so is left to be checked: few deals are thrown back for it.
        alone = [plan_deal(self.cards, self.rooms, [bound]).share for bound in bounds]
        for index in sorted(range(len(bounds)), key=alone.__getitem__, reverse=True):
            left_out.append(bounds[index])
            kept = [bound for bound in bounds if bound not in left_out]
            try:
                return plan_deal(self.cards, self.rooms, kept, _FEW_ORDERS), left_out
            except TooLarge:
                continue
        raise AssertionError("no bounds left, and still too large")

    def _is_possible(self, known: Sequence[Known]) -> bool:
        try:
            bounds = [each.bound for each in known]
            return plan_deal(self.cards, self.rooms, bounds, _FEW_ORDERS).ways > 0.0
        except TooLarge:
            return True

    def _reason(self) -> PlateauError:
        """Return why the facts can't be: as few of them as contradict each other."""
        culprits = [*self.wilds, *self.facts]
        for known in tuple(culprits):
            fewer = [each for each in culprits if each is not known]
            if not self._is_possible(fewer):
                culprits = fewer
        fact = next((each.fact for each in reversed(culprits) if each.fact), None)
        fault = self._told(culprits)
        if fact is None:
            return PlateauError("cards", fault, EXAMPLE)
        return fact.refused(fault, self.rules)

    def _told(self, culprits: list[Known]) -> str:
        if len(culprits) == 1:
            bound = culprits[0].bound
            others = len(self.cards) - len(bound.cards)
            least = self.rooms[bound.place] - others
            alone = self._by_place(culprits)[0]
            return f"{alone}: it must hold at least {least}, so few are the other cards"
        said = self._by_place(culprits)
        lows = sum(known.bound.low for known in culprits)
        if len(said) == 1 and lows > self.rooms[culprits[0].bound.place]:
            return f"{said[0]}, but it has only {self.rooms[culprits[0].bound.place]} cards"
        counted = [known for known in culprits if known.fact and known.fact.noun != SUCH]
        seen = "".join(
            f" ({len(known.bound.cards)} {known.fact.noun} are unseen)"
            for known in counted[:1]
            if known.fact and len(said) > 1
        )
        if len(culprits) == 2:
            return said[0].replace(", ", ", but ") if len(said) == 1 else ", but ".join(said) + seen
        return f"can't all be: {'; '.join(said)}{seen}"

    def _by_place(self, culprits: list[Known]) -> list[str]:
        """Return what is said of each place together."""
        said: dict[str, str] = {}
        for known in culprits:
            where = self._where(known)
            said[where] = f"{said[where]}, {known.words}" if where in said else known.words
        return [f"{where}: {words}" for where, words in said.items()]

    def _where(self, known: Known) -> str:
        if known.fact is None:
            return "your hand"
        return place_name(known.bound.place, self.rules.players)


def _check_sizes(rules: GameRules, hand: TypedCards, tableaus: Tableaus | None) -> None:
    if len(hand) != rules.hand_size:
        fault = f"{len(hand)} cards, but {rules.hand_size} are dealt to each"
        raise PlateauError("cards", fault, f"{rules.hand_size} cards, x for one left open")
    if rules.tableau and (tableaus is None or not tableaus.untouched):
        fault = "both are needed, as they lie before the first card is played"
        raise PlateauError("tableaus", fault, TABLEAU_EXAMPLE)
    if tableaus is not None and not rules.tableau:
        raise PlateauError("tableaus", f"there are none with {rules.players} players", "2 players")


def _unfillable(hand: TypedCards, index: int) -> PlateauError:
    fault = "no card is left that it could be"
    if hand.spans:
        return hand.spans[len(hand.cards) + index].refused(fault, EXAMPLE)
    return PlateauError(f"wildcard {index + 1}", fault, EXAMPLE)


def _connected(sets: Iterable[frozenset[int]]) -> bool:
    """Tell whether sets hang together; if not, what is said of their parts says it all."""
    first, *others = sets
    while True:
        near = [each for each in others if each & first]
        if not near:
            return not others
        first = first.union(*near)
        others = [each for each in others if each not in near]
