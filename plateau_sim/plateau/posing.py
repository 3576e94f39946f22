"""A decision made from what somebody knows and types, in place of a recorded hand.

The hand is led up to the decision with the public events alone. What other seats hold is left
empty meanwhile: a `Decision` has no room for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import CARDS, NAMES, TRUMP_SUIT, card_set, suit_of
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.marks import FACE_DOWN, LOWER_ROW, NO_CARD, TABLEAU, UPPER_ROW
from plateau_sim.plateau.posed import Posed, follow_tricks
from plateau_sim.plateau.state import DEAL, FROM_NOBODY
from plateau_sim.plateau.stepper import Decision, Stepper
from plateau_sim.plateau.typedhand import ABDICATES, TypedCall, TypedRaise
from plateau_sim.plateau.typedtableau import Tableaus
from plateau_sim.plateau.view import ABDICATE, CALL, CARD, DISCARD, GIFT_CARD, RAISE


def pose(posed: Posed, *kinds: int) -> Decision:
    """Return the first decision of some kinds (see `view`) that is the asker's.

    For `view.CARD` the one after all that has been typed.

    Raises
    ------
    PlateauError
        If what is typed contradicts itself or the rules, or it is not the asker's turn.
    """
    return _Poser(posed, kinds).decision()


class _Poser:
    """Leads a hand up to a decision."""

    def __init__(self, posed: Posed, kinds: tuple[int, ...]) -> None:
        self.posed, self.kinds, self.rules = posed, kinds, posed.rules
        self.stepper = Stepper(posed.rules, posed.layout)
        self.mine = set(posed.cards.cards)
        self.laid = set(posed.laid.cards) if posed.laid else set[int]()
        self.given = {gift.card for gift in posed.gifts if gift.card is not None}
        self.is_declarer = posed.me == posed.declarer

    @property
    def own(self) -> Any:
        return self.stepper.state.hidden.seats[self.posed.me]

    def decision(self) -> Decision:
        self._start()
        self._call()
        if CALL in self.kinds:
            return self._asked(self.mine)
        if self.stepper.kind in (DISCARD, GIFT_CARD):
            if self.stepper.kind in self.kinds:
                return self._asked(self.mine)
            self._exchange()
        self._set_own(self.mine)
        if self._raise():
            return self._asked(self.mine)
        return self._asked(follow_tricks(self.posed, self.stepper))

    def _asked(self, hand: set[int]) -> Decision:
        """Return the pending decision, which must be the asker's and of the right kind."""
        self._set_own(hand)
        self.stepper.look()
        return self.stepper.decision()

    def _start(self) -> None:
        """Deal: own cards, and a talon of which only what the declarer took matters."""
        posed, rules = self.posed, self.rules
        deal = np.zeros(1, DEAL)[0]
        known = self.mine | self.laid | self.given
        unseen = [card for card in rules.deck if card not in known]
        talon = unseen[: rules.talon_size]
        if self.is_declarer and posed.cell.exchange and CALL not in self.kinds:
            # Which of the own cards came from the talon is no matter, but for calls.
            called = [call.card for call in posed.calls if call.card in known]
            taken = [*called, *sorted(known - set(called))][: rules.swap_size]
            talon = [*taken, *unseen][: rules.talon_size]
            known = known - set(taken)
        deal.plain[posed.me], deal.trumps[posed.me] = card_set(known)
        deal.talon[: rules.talon_size] = talon
        deal.tableau[:] = FACE_DOWN
        self.stepper.start(deal, posed.declarer, rules.cells.index(posed.cell))

    def _call(self) -> None:
        """Let the declarer call."""
        for place, call in enumerate(self.posed.calls):
            if self.stepper.kind != CALL:
                raise call.span.refused("no more partners are called for", "fewer calls")
            self._check_call(call, place)
            self._deal_to(call.card, call.holder)
            self.stepper.act(call.card)
        asking = CALL in self.kinds
        if self.stepper.kind == CALL and not asking:
            fault = "whom the declarer called is not said, or not all of it"
            raise PlateauError("--called", fault, '--called "HR dealer"')
        if self.stepper.kind != CALL and asking:
            raise PlateauError("call", "all partners are found, or the bid is Solo", "a Duo bid")

    def _deal_to(self, card: int, holder: int | None) -> None:
        """Let a called card have been dealt to a seat, or to nobody."""
        plain = np.uint64(card_set([card])[0])
        for seat in range(self.rules.players):
            own = self.stepper.state.hidden.seats[seat]
            own.dealt_plain = (
                own.dealt_plain | plain if seat == holder else own.dealt_plain & ~plain
            )

    def _check_call(self, call: TypedCall, place: int) -> None:
        posed, name = self.posed, NAMES[call.card]
        if suit_of(call.card) == TRUMP_SUIT:
            raise call.span.refused("no trump is called", "HR dealer")
        if call.card in (earlier.card for earlier in posed.calls[:place]):
            raise call.span.refused(f"{name} is called twice", "each card once")
        if call.holder == posed.declarer:
            raise call.span.refused("nobody calls a card of his own", f"{name} talon")
        mine = call.card in self.mine
        if posed.me == call.holder and not mine and not self._is_in_tricks(call.card):
            raise call.span.refused(f"you don't hold {name}", f"{name} and another seat")
        takes = self.is_declarer and posed.cell.exchange and call.holder is None
        if mine and posed.me != call.holder and not takes and not self.rules.gifts:
            raise call.span.refused(f"you hold {name} yourself", f"{name} me")

    def _is_in_tricks(self, card: int) -> bool:
        return any(card in trick.cards for trick in self.posed.tricks)

    def _exchange(self) -> None:
        """Carry out the exchange; what another declarer laid away is no matter."""
        posed, rules = self.posed, self.rules
        if self.stepper.kind == DISCARD:
            if self.is_declarer and len(self.laid) != rules.swap_size:
                fault = f"you laid {rules.swap_size} cards away: which?"
                raise PlateauError("--laid", fault, '--laid "S7 H8 D9"')
            discards = posed.laid.cards if posed.laid and self.is_declarer else ()
            for place in range(rules.swap_size):
                self.stepper.act(discards[place] if discards else self._any())
            return
        if len(posed.gifts) != rules.gifts:
            fault = "who got the two cards that the declarer gave away?"
            raise PlateauError("--gave", fault, '--gave "2nd, dealer", your own: "S7 2nd, H8 4th"')
        for gift in posed.gifts:
            if self.is_declarer and gift.card is None:
                raise gift.span.refused("which card?", "S7 2nd, H8 dealer")
            if gift.seat == posed.declarer:
                raise gift.span.refused("the declarer gets none of his gifts", "another seat")
            self.stepper.act(self._any() if gift.card is None else gift.card)
            self.stepper.act(gift.seat)

    def _any(self) -> int:
        """Return some card that an unseen hand may part with; its name is no matter."""
        return self.rules.deck[0] if not self.stepper.legal else self.stepper.legal[0]

    def _raise(self) -> bool:
        """Go through the chances to raise; tell whether it is the asker's that is asked about."""
        raises = {typed.seat: typed for typed in self.posed.raises}
        while self.stepper.kind in (RAISE, ABDICATE):
            seat = int(self.stepper.table.seat)
            if seat == self.posed.me and self.stepper.kind in self.kinds:
                self._check_used(raises)
                return True
            typed = raises.get(seat)
            to = typed.to if typed else 0
            if self.stepper.kind == ABDICATE:
                self.stepper.act(int(to == ABDICATES))
                if to == ABDICATES:
                    raises.pop(seat)
                continue
            if typed and to not in self.stepper.legal:
                raise typed.span.refused("no raise that is higher", "a higher formation, or no")
            self.stepper.act(to)
            raises.pop(seat, None)
        self._check_used(raises)
        if RAISE in self.kinds:
            fault = "you have no chance to raise: an opponent, or it can't be raised any higher"
            raise PlateauError("raise", fault, "--seat of declarer or partner")
        return False

    def _check_used(self, raises: dict[int, TypedRaise]) -> None:
        for typed in raises.values():
            fault = f"{self.posed.name(typed.seat)} had no chance to raise"
            raise typed.span.refused(fault, "partners first, then the declarer")

    def _set_own(self, hand: set[int]) -> None:
        """Write down what the asker holds and knows."""
        posed, own = self.posed, self.own
        own.plain, own.trumps = card_set(hand)
        own.got, own.got_from = NO_CARD, FROM_NOBODY
        if posed.tableaus:
            self._set_tableaus(posed.tableaus)

    def _set_tableaus(self, tableaus: Tableaus) -> None:
        posed, table = self.posed, self.stepper.table
        rows = {posed.me: tableaus.mine, 1 - posed.me: tableaus.theirs}
        for seat, row in rows.items():
            table.tableau[seat] = row
            if self.stepper.kind != CARD:
                continue
            bare = [place for place in range(TABLEAU) if _is_bare(row, place)]
            table.uncovered[seat] = sum(1 << place for place in bare)
            if seat == posed.me:
                plain, trumps = card_set(row[place] for place in bare if row[place] < CARDS)
                self.own.plain |= np.uint64(plain)
                self.own.trumps |= np.uint64(trumps)


def _is_bare(row: tuple[int, ...], place: int) -> bool:
    """Tell whether nothing lies on a card of a tableau: it is gone or can be played."""
    if place >= LOWER_ROW:
        return True
    above = range(max(place - 1, 0), min(place, UPPER_ROW - 1) + 1)
    return row[place] != FACE_DOWN and all(row[LOWER_ROW + upper] == NO_CARD for upper in above)
