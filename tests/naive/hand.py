"""One hand of Le Plateau from the deal to the points: rulebook, Phases of a Hand."""

from collections.abc import Sequence
from dataclasses import replace

from .auction import run_auction, winning_bid
from .bids import PARTNERS, Bid, bid_of_cell, bid_value
from .cards import deck
from .dealing import Deal, deal_cards, forced_declarer
from .decisions import Choose
from .exchange import deal_out, take_and_discard, take_and_give
from .partner import call_partners
from .play import play_out
from .policies import random_policy
from .raising import no_raise, raise_objective
from .record import Hand, Options
from .scoring import counter_sabotage_in_force, points


def play_hand(
    options: Options,
    layout: Sequence[str],
    seed: int,
    deal: int,
    *,
    cell: int | None = None,
    declarer: int | None = None,
    fixed_partners: Sequence[int] | None = None,
    raises: bool = False,
    early_end: bool = True,
    choose: Choose | None = None,
    dealt: Deal | None = None,
) -> Hand:
    """Play one hand.

    Parameters
    ----------
    layout : 37 tokens in the order of the spaces.
    cell : number of a forced bid; None for an auction.
    declarer : seat of the forced bid; None to draw it from (seed, deal).
    fixed_partners : the partners' seats, counted from the declarer; nothing is called then.
    raises : whether the objective may be raised.
    early_end : False to play and turn everything though the hand is decided.
    choose : makes all the decisions; None for the random ones of (seed, deal).
    dealt : the cards; None for those of (seed, deal).
    """
    choose = choose or random_policy(seed, deal)
    dealt = dealt or deal_cards(options.players, options.full_deck, seed, deal)
    hand = Hand(options, layout, dealt, points=[0] * options.players)
    if cell is None:
        hand.auction = run_auction(options.players, choose)
        winner = winning_bid(hand.auction)
        if winner is None:
            return hand
        hand.declarer, hand.cell = winner
    else:
        drawn = forced_declarer(options.players, seed, deal)
        hand.declarer, hand.cell = drawn if declarer is None else declarer, cell
    _after_the_bid(hand, hand.declarer, hand.cell, fixed_partners, raises, early_end, choose)
    return hand


def _after_the_bid(
    hand: Hand,
    declarer: int,
    cell: int,
    fixed_partners: Sequence[int] | None,
    raises: bool,
    early_end: bool,
    choose: Choose,
) -> None:
    """Go through the phases that follow the bidding."""
    players = hand.options.players
    bid = bid_of_cell(players, cell)
    hands = [list(cards) for cards in hand.dealt.hands]
    _pick_partners(hand, declarer, bid, fixed_partners, choose)
    _exchange(hand, declarer, bid, hands, choose)
    _raise(hand, declarer, bid, raises, choose)
    play_out(hand, hands, early_end, choose)
    _score(hand, declarer, bid)


def _pick_partners(
    hand: Hand, declarer: int, bid: Bid, fixed_partners: Sequence[int] | None, choose: Choose
) -> None:
    """Rulebook 3, Picking a Partner."""
    players = hand.options.players
    wanted = PARTNERS[bid.team]
    if fixed_partners is None:
        cards = deck(players, hand.options.full_deck)
        found = call_partners(declarer, wanted, cards, hand.dealt.hands, choose)
        hand.calls, hand.partners = found
    else:
        hand.partners = [(declarer + offset) % players for offset in fixed_partners]
        if len({declarer, *hand.partners}) != wanted + 1:
            raise ValueError(f"a {bid.team} needs {wanted} partners")


def _exchange(hand: Hand, declarer: int, bid: Bid, hands: list[list[str]], choose: Choose) -> None:
    """Rulebook 4, Card Exchange; with 6 players also the cards dealt out."""
    talon = list(hand.dealt.talon)
    if hand.options.players == 6:
        if bid.exchange:
            hand.gifts, talon = take_and_give(declarer, hands, talon, choose)
        hand.talon_dealt = deal_out(declarer, hands, talon)
        talon = []
    elif bid.exchange:
        count = 2 if hand.options.players == 2 else len(talon)
        own = hands[declarer]
        hand.discards, talon = take_and_discard(declarer, own, talon, count, choose)
    hand.talon = talon


def _raise(hand: Hand, declarer: int, bid: Bid, raises: bool, choose: Choose) -> None:
    """Rulebook 5, Increasing the Objective Characteristic."""
    rules = hand.options
    if raises:
        may_abdicate = counter_sabotage_in_force(
            rules.players, rules.positive_only, rules.counter_sabotage
        )
        outcome = raise_objective(
            declarer, hand.partners, rules.players, bid.objective, may_abdicate, choose
        )
    else:
        outcome = no_raise(declarer, hand.partners, rules.players, bid.objective)
    hand.increases = list(outcome.chances)
    hand.abdicated = outcome.abdicated
    hand.objective = outcome.objective


def _score(hand: Hand, declarer: int, bid: Bid) -> None:
    """Rulebook 7, End of Hand: the value is that of the raised objective."""
    rules = hand.options
    partners = hand.partners
    if hand.abdicated:
        declarer, partners = partners[0], [declarer]
    hand.value = bid_value(rules.players, replace(bid, objective=str(hand.objective)))
    hand.points = points(
        rules.players,
        declarer,
        partners,
        hand.result == "won",
        hand.value,
        rules.positive_only,
        rules.counter_sabotage,
    )
