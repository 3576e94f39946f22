"""Card exchange: rulebook 4 and rulings 4."""

from .decisions import Choose, Kind, ask, ask_card


def take_and_discard(
    declarer: int, hand: list[str], talon: list[str], count: int, choose: Choose
) -> tuple[list[str], list[str]]:
    """2 to 5 players: take the talon's top `count` cards and discard as many.

    The hand is changed in place. With 2 players it does not hold the tableau's cards.

    Returns
    -------
    The discards in order, and the new talon, top first.
    """
    hand += talon[:count]
    discards: list[str] = []
    for ordinal in range(count):
        card = ask_card(choose, declarer, Kind.DISCARD, ordinal, hand)
        hand.remove(card)
        discards.append(card)
    return discards, discards + talon[count:]


def take_and_give(
    declarer: int, hands: list[list[str]], talon: list[str], choose: Choose
) -> tuple[list[tuple[int, str]], list[str]]:
    """6 players: take the top three cards, give one card each to two other players.

    The hands are changed in place.

    Returns
    -------
    The gifts as (receiver, card), and the rest of the talon.
    """
    own = hands[declarer]
    own += talon[:3]
    gifts: list[tuple[int, str]] = []
    for ordinal in range(2):
        card = ask_card(choose, declarer, Kind.GIFT_CARD, ordinal, own)
        own.remove(card)
        taken = {declarer, *(receiver for receiver, _ in gifts)}
        others = [seat for seat in range(6) if seat not in taken]
        gifts.append((ask(choose, declarer, Kind.GIFT_RECEIVER, ordinal, others), card))
    for receiver, card in gifts:
        hands[receiver].append(card)
    return gifts, talon[3:]


def deal_out(declarer: int, hands: list[list[str]], talon: list[str]) -> list[tuple[int, str]]:
    """6 players: the talon goes, top first, to those with 12 cards, from the declarer's left.

    The hands are changed in place; the declarer is the last one to be served.
    """
    order = [(declarer + step) % 6 for step in range(1, 7)]
    short = [seat for seat in order if len(hands[seat]) == 12]
    dealt = list(zip(short, talon, strict=True))
    for seat, card in dealt:
        hands[seat].append(card)
    return dealt
