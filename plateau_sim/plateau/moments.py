"""Decisions of a recorded hand: it is led up to one of them, and the seat in turn asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from plateau_sim.cards import IDS, NAMES, card_set
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.playing import AUCTION
from plateau_sim.plateau.recorded import RecordedHand
from plateau_sim.plateau.state import DEAL
from plateau_sim.plateau.stepper import Decision, Stepper
from plateau_sim.plateau.view import (
    ABDICATE,
    BID,
    CALL,
    CARD,
    DISCARD,
    GIFT_CARD,
    GIFT_RECEIVER,
    KIND_NAMES,
    OVER,
    RAISE,
)


class Moment(NamedTuple):
    """A decision of a recorded hand, and the actions that were taken.

    Several belong together where a choice is a sequence: discards, gifts, an abdication that was
    declined and the raise in its place.
    """

    decision: Decision
    taken: tuple[int, ...]


def moments(hand: RecordedHand, *kinds: int) -> Iterator[Moment]:
    """Yield the decisions of some kinds, in the order of play, up to the end of the hand.

    Parameters
    ----------
    hand
        One with a bid.
    kinds
        See `view`. Of discards and gifts only the first decision is told, with all actions.

    Raises
    ------
    PlateauError
        If the hand goes against the rules.
    """
    if hand.bid is None or hand.declarer is None:
        return
    stepper = _begun(hand)
    while stepper.kind != OVER:
        action = _recorded(hand, stepper)
        if action is None:
            return
        _check(hand, stepper, action)
        if stepper.kind in kinds and _is_first(stepper):
            decision = stepper.decision()
            yield Moment(decision, _taken(hand, stepper, action))
        stepper.act(action)


def _begun(hand: RecordedHand) -> Stepper:
    """Return the hand as dealt; seats of the state count from forehand."""
    rules, stepper = hand.rules, Stepper(hand.rules, hand.layout)
    deal = np.zeros(1, DEAL)[0]
    for seat in range(rules.players):
        absolute = (hand.dealer + 1 + seat) % rules.players
        words = card_set(IDS[card] for card in hand.hands[absolute])
        deal.plain[seat], deal.trumps[seat] = words
        if hand.tableaus:
            row = [IDS[card] for cards in hand.tableaus[absolute] for card in cards]
            deal.tableau[seat, : len(row)] = row
    deal.talon[: rules.talon_size] = [IDS[card] for card in hand.talon]
    assert hand.bid is not None and hand.declarer is not None
    cell = AUCTION if hand.auction is not None else rules.cells.index(hand.bid)
    stepper.start(deal, _seat(hand, hand.declarer), cell)
    return stepper


def _seat(hand: RecordedHand, absolute: int) -> int:
    return (absolute - hand.dealer - 1) % hand.rules.players


def _recorded(hand: RecordedHand, stepper: Stepper) -> int | None:
    """Return what was done at the pending decision; None if nothing is recorded."""
    table, kind = stepper.table, stepper.kind
    if kind == BID:
        calls = hand.auction or ()
        if table.bids >= len(calls) or _seat(hand, calls[table.bids][0]) != table.seat:
            return None
        bid = calls[table.bids][1]
        return 0 if bid is None else 1 + hand.rules.cells.index(bid)
    if kind == CALL:
        return IDS[hand.calls[table.calls][0]] if table.calls < len(hand.calls) else None
    if kind == DISCARD:
        return _nth_card(hand.discards, table.ordinal)
    if kind == GIFT_CARD:
        return _nth_card(tuple(card for _, card in hand.gifts), table.ordinal)
    if kind == GIFT_RECEIVER:
        return _seat(hand, hand.gifts[table.ordinal][0])
    if kind == RAISE:
        raises = {_seat(hand, seat): to for seat, to in hand.raises}
        to = raises.get(int(table.seat))
        return OBJECTIVES.index(to) if to else 0
    if kind == ABDICATE:
        return int(hand.abdication)
    if kind == CARD and table.trick < len(hand.tricks):
        return IDS[hand.tricks[table.trick].cards[table.turn]]
    return None


def _nth_card(cards: tuple[str, ...], place: int) -> int | None:
    return IDS[cards[place]] if place < len(cards) else None


def _is_first(stepper: Stepper) -> bool:
    """Tell whether a choice begins here: not within an exchange, or after a declined abdication."""
    table, kind = stepper.table, stepper.kind
    if kind == RAISE:
        abdicating = stepper.state.game.sabotage and table.partner_raised
        return not (abdicating and table.seat == table.declarer)
    return not (kind in (DISCARD, GIFT_CARD) and table.ordinal > 0)


def _taken(hand: RecordedHand, stepper: Stepper, action: int) -> tuple[int, ...]:
    """Return the whole choice that was taken."""
    if stepper.kind == DISCARD:
        return tuple(IDS[card] for card in hand.discards)
    if stepper.kind == GIFT_CARD:
        return tuple(each for to, card in hand.gifts for each in (IDS[card], _seat(hand, to)))
    if stepper.kind == ABDICATE and not action:
        raises = {_seat(hand, seat): to for seat, to in hand.raises}
        to = raises.get(int(stepper.table.seat))
        return (action, OBJECTIVES.index(to) if to else 0)
    return (action,)


def _check(hand: RecordedHand, stepper: Stepper, action: int) -> None:
    """Refuse a hand in which somebody did what he may not do."""
    if action in stepper.legal:
        return
    table, kind = stepper.table, stepper.kind
    done = NAMES[action] if kind in (CALL, DISCARD, GIFT_CARD, CARD) else str(action)
    path = f"tricks[{table.trick}].cards[{table.turn}]" if kind == CARD else KIND_NAMES[kind]
    known = [NAMES[card] if kind in (CALL, CARD) else str(card) for card in stepper.legal[:6]]
    raise hand.refused(path, f"{done} is against the rules", ", ".join(known))
