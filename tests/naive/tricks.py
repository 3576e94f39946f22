"""Trick play: rulebook 6, Trick Play, and Variants, The Excuse."""

from collections.abc import Iterable, Sequence

from .cards import EXCUSE, card_id, is_suit_card, rank_of


def suit(card: str, excuse_variant: bool = False) -> str:
    """Suit letter, "T" for a trump, "" for the excuse of the excuse variant."""
    if is_suit_card(card):
        return card[0]
    return "" if card == EXCUSE and excuse_variant else "T"


def suit_to_follow(table: Sequence[str], excuse_variant: bool = False) -> str | None:
    """Suit led; if the excuse of the variant was led, the next card sets it."""
    for card in table:
        if suit(card, excuse_variant):
            return suit(card, excuse_variant)
    return None


def legal_cards(
    playable: Iterable[str], table: Sequence[str], excuse_variant: bool = False
) -> list[str]:
    """Cards that may be played: follow suit, else trump, else anything; no overtrumping.

    Returns
    -------
    Cards in ascending order of their ids.
    """
    hand = sorted(playable, key=card_id)
    led = suit_to_follow(table, excuse_variant)
    if led is None:
        return hand
    suits_held = {suit(card, excuse_variant) for card in hand}
    if led in suits_held:
        due = led
    elif "T" in suits_held:
        due = "T"
    else:
        return hand
    return [card for card in hand if suit(card, excuse_variant) in (due, "")]


def trick_winner(cards: Sequence[str], excuse_variant: bool = False) -> int:
    """Place in the trick of the card that wins it: highest trump, else highest of the suit led."""
    led = suit_to_follow(cards, excuse_variant)

    def power(place: int) -> tuple[int, int]:
        card = cards[place]
        own_suit = suit(card, excuse_variant)
        if own_suit == "T":
            return 2, 22 if card == EXCUSE else int(card[1:])
        if own_suit == led:
            return 1, rank_of(card)
        return 0, 0

    return max(range(len(cards)), key=power)
