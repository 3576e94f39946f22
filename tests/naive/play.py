"""Card play and the talon at the end: rulebook 6 and 7, rulings 3 and 4."""

from .cards import deal_size
from .claims import DECLARING, DEFENDING, claims_of_talon, claims_of_trick, other_side
from .decisions import Choose, Kind, ask_card
from .formations import can_still_be_made, made
from .record import Hand, Trick
from .tableau import Tableau
from .tricks import legal_cards, trick_winner


def side_of(hand: Hand, seat: int) -> str:
    """Side of a seat."""
    return DECLARING if seat == hand.declarer or seat in hand.partners else DEFENDING


def verdict(hand: Hand) -> str | None:
    """Return "won", "lost" or None while the hand is open: rulings 3."""
    objective, strict = str(hand.objective), hand.options.strict_formations
    own, other = hand.spaces_of(DECLARING), hand.spaces_of(DEFENDING)
    if made(objective, own, strict):
        return "won"
    return None if can_still_be_made(objective, own, other, strict) else "lost"


def play_out(hand: Hand, hands: list[list[str]], early_end: bool, choose: Choose) -> None:
    """Play the tricks, then turn the talon; stop at the first test that decides the hand.

    Parameters
    ----------
    hands : the cards that the players hold; changed in place.
    early_end : False to go on to the very end of a decided hand.
    """
    rows = zip(hand.dealt.lower, hand.dealt.upper, strict=True)
    tableaus = [Tableau(lower, upper) for lower, upper in rows]
    found: str | None = None
    leader = 0
    for _ in range(deal_size(hand.options.players, hand.options.full_deck).tricks):
        trick = play_trick(hand, leader, hands, tableaus, choose)
        hand.tricks.append(trick)
        hand.place(trick.claims)
        leader = trick.winner
        if found is None:
            hand.decided_after = len(hand.tricks)
            found = verdict(hand)
        if found and early_end:
            break
    hand.decided_by_talon = found is None
    for stage in range(len(talon_stages(hand))):
        if found and early_end:
            break
        turn_stage(hand, stage, leader, choose)
        found = found or verdict(hand)
    if found is None:
        raise AssertionError("a full board decides every hand")
    hand.result = found


def play_trick(
    hand: Hand,
    leader: int,
    hands: list[list[str]],
    tableaus: list[Tableau],
    choose: Choose,
) -> Trick:
    """Play one trick: rulebook 6, Trick Play."""
    players, variant = hand.options.players, hand.options.excuse_variant
    seats = [(leader + turn) % players for turn in range(players)]
    cards: list[str] = []
    for seat in seats:
        playable = hands[seat] + (tableaus[seat].playable() if tableaus else [])
        options = legal_cards(playable, cards, variant)
        cards.append(ask_card(choose, seat, Kind.CARD, len(hand.tricks), options))
    for seat, card in zip(seats, cards, strict=True):
        if card in hands[seat]:
            hands[seat].remove(card)
        else:
            tableaus[seat].remove(card)
    place = trick_winner(cards, variant)
    sides = [side_of(hand, seat) for seat in seats]
    number = len(hand.tricks) + 1
    claims = claims_of_trick(hand.layout, number, cards, sides, place, variant)
    return Trick(leader, tuple(cards), seats[place], tuple(claims))


def talon_stages(hand: Hand) -> list[list[str]]:
    """Talon cards that are turned together: 2 players two pairs, 6 players none."""
    if hand.options.players == 2:
        return [hand.talon[:2], hand.talon[2:]]
    return [hand.talon] if hand.talon else []


def turn_stage(hand: Hand, stage: int, last_winner: int, choose: Choose) -> None:
    """Turn cards of the talon for the defending side; the last pair of 2 players is shared."""
    cards = talon_stages(hand)[stage]
    if stage == 0:
        turned = [(card, DEFENDING) for card in cards]
    else:
        picked = ask_card(choose, last_winner, Kind.TALON_PICK, 0, cards)
        left = cards[1] if picked == cards[0] else cards[0]
        side = side_of(hand, last_winner)
        turned = [(picked, side), (left, other_side(side))]
    hand.talon_turned += turned
    hand.place(claims_of_talon(hand.layout, turned))
