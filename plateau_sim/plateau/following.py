"""A recorded hand followed trick by trick: who holds, claims and owns what, and what decided it.

It refuses a hand whose parts contradict each other; whether each decision was legal, and whether
the right card won a trick, is for a referee.
"""

from __future__ import annotations

from dataclasses import dataclass

from plateau_sim.cards import EXCUSE, NAMES
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell, Objective, value_of
from plateau_sim.plateau.board import SPACES
from plateau_sim.plateau.groups import Group, best_formation, maker, stoppers
from plateau_sim.plateau.recorded import RecordedHand, RecordedTrick, TeamName
from plateau_sim.plateau.scoring import points

Owners = tuple[TeamName | None, ...]
Claims = dict[int, TeamName]
_TALON, _GONE = -1, -2  # where a card lies that no seat holds


@dataclass(frozen=True)
class Step:
    """A trick, or talon cards turned together, and what it did to the board.

    Attributes
    ----------
    trick : int or None
        Its number from 1; None for the talon.
    claims : dict
        The team that claims each space.
    owners : tuple of team or None
        By space, afterwards.
    """

    trick: int | None
    claims: Claims
    owners: Owners


@dataclass(frozen=True)
class FollowedHand:
    """A recorded hand with what follows from it.

    Attributes
    ----------
    hand : RecordedHand
    partners : tuple of int
        In the order of the calls.
    teams : tuple of team
        By seat; all opponents if all passed.
    objective : Objective or None
        As raised.
    steps : tuple of Step
    decided : int or None
        Which step decided the hand, from 0.
    chains : tuple of sets of spaces
        The group that made the objective, or the fewest groups that stopped it.
    """

    hand: RecordedHand
    partners: tuple[int, ...] = ()
    teams: tuple[TeamName, ...] = ()
    objective: Objective | None = None
    steps: tuple[Step, ...] = ()
    decided: int | None = None
    chains: tuple[Group, ...] = ()


def follow(hand: RecordedHand) -> FollowedHand:
    """Follow a hand to its end.

    Raises
    ------
    PlateauError
        If the hand contradicts itself.
    """
    if hand.bid is None or hand.declarer is None:
        return _passed(hand)
    if hand.result == "passed":
        raise hand.refused("result", "passed, but there is a bid", "won or lost")
    partners = _partners(hand, hand.declarer, hand.bid)
    side = {hand.declarer, *partners}
    teams = tuple(_team(seat in side) for seat in range(hand.rules.players))
    objective = _raised(hand, hand.bid.objective, side)
    where = _holders(hand, hand.declarer, hand.bid)
    steps = [*_tricks(hand, teams, where)]
    steps += _talon(hand, where, steps[-1].owners if steps else (None,) * SPACES)
    result, decided, chains = _decision(hand, steps, objective)
    if result != hand.result:
        raise hand.refused("result", f"{hand.result}, but the board says {result}", result)
    followed = FollowedHand(hand, partners, teams, objective, tuple(steps), decided, tuple(chains))
    _check_end(followed, hand.bid)
    return followed


def spaces_owned(owners: Owners, team: TeamName) -> list[int]:
    """Return the spaces that a team owns."""
    return [space for space, owner in enumerate(owners) if owner == team]


def _team(declaring: bool) -> TeamName:
    return "declarer" if declaring else "opponents"


def _passed(hand: RecordedHand) -> FollowedHand:
    if hand.result != "passed":
        raise hand.refused("result", f"{hand.result}, but nobody bid", "passed")
    empty = (hand.calls, hand.discards, hand.gifts, hand.talon_dealt, hand.raises, hand.tricks)
    nothing = not any(empty) and not (hand.talon_claims or hand.abdication or hand.exchanged)
    if not nothing or any(hand.owners) or hand.value is not None or any(hand.scores):
        example = "empty lists, null and scores of 0"
        raise hand.refused("result", "all passed, but more is recorded", example)
    return FollowedHand(hand, teams=(_team(False),) * hand.rules.players)


def _partners(hand: RecordedHand, declarer: int, bid: BidCell) -> tuple[int, ...]:
    holders = [holder for _, holder in hand.calls if holder is not None]
    partners = tuple(dict.fromkeys(holders))
    wanted = PARTNERS[bid.team]
    if declarer in partners or len(partners) != wanted:
        fault = f"{len(partners)} partners found for a {bid.team.title()} of seat {declarer}"
        raise hand.refused("partner_calls", fault, f"calls that {wanted} other seats answer")
    for place, (card, holder) in enumerate(hand.calls):
        held = [seat for seat, cards in enumerate(hand.hands) if card in cards]
        if held != ([] if holder is None else [holder]):
            fault = f"{card} was dealt to " + (f"seat {held[0]}" if held else "no hand")
            example = f"holder {held[0] if held else 'null'}"
            raise hand.refused(f"partner_calls[{place}].holder", fault, example)
    if hand.abdication and (not hand.rules.sabotage_in_force or wanted != 1):
        fault = "only a declarer with one partner among five can abdicate"
        raise hand.refused("abdication", fault, "false")
    return partners


def _raised(hand: RecordedHand, objective: Objective, side: set[int]) -> Objective:
    """Return the objective after all chances to raise it."""
    for place, (seat, to) in enumerate(hand.raises):
        path = f"increases[{place}]"
        if seat not in side:
            raise hand.refused(path, f"seat {seat} is an opponent", f"seats {sorted(side)}")
        if to is not None:
            higher = OBJECTIVES[OBJECTIVES.index(objective) + 1 :]
            if to not in higher:
                fault = f"{to} is no raise from {objective}"
                raise hand.refused(path, fault, ", ".join([*higher, "null"]))
            objective = to
    return objective


def _holders(hand: RecordedHand, declarer: int, bid: BidCell) -> dict[str, int]:
    """Return where each card lies when play begins."""
    where = {card: seat for seat, cards in enumerate(hand.hands) for card in cards}
    where |= {card: seat for seat, rows in enumerate(hand.tableaus) for row in rows for card in row}
    where |= dict.fromkeys(hand.talon, _TALON)
    if hand.exchanged != bid.exchange:
        fault = "recorded, but the bid was without" if hand.exchanged else "missing"
        raise hand.refused("exchange", fault, "null, or what the bid says")
    if bid.exchange:
        where |= dict.fromkeys(hand.talon[: hand.rules.swap_size], declarer)
    for place, card in enumerate(hand.discards):
        _move(hand, where, card, declarer, _TALON, f"exchange.discards[{place}]")
    for place, (seat, card) in enumerate(hand.gifts):
        _move(hand, where, card, declarer, seat, f"exchange.gifts[{place}]")
    if hand.talon_dealt and not hand.rules.gifts:
        raise hand.refused("talon_dealt", "only six players are dealt talon cards", "[]")
    for place, (seat, card) in enumerate(hand.talon_dealt):
        _move(hand, where, card, _TALON, seat, f"talon_dealt[{place}]")
    return where


def _move(
    hand: RecordedHand, where: dict[str, int], card: str, source: int, to: int, path: str
) -> None:
    """Move a card, if it lies where it is said to come from."""
    if where.get(card) != source:
        owner = "the talon" if source == _TALON else f"seat {source}"
        held = sorted(name for name, seat in where.items() if seat == source)[:4]
        fault = f"{card} is not with {owner}"
        raise hand.refused(path, fault, ", ".join(held) or "nothing is left there")
    where[card] = to


def _tricks(hand: RecordedHand, teams: tuple[TeamName, ...], where: dict[str, int]) -> list[Step]:
    steps, owners = list[Step](), list[TeamName | None]([None] * SPACES)
    leader = (hand.dealer + 1) % hand.rules.players
    if len(hand.tricks) > hand.rules.tricks:
        fault = f"{len(hand.tricks)} tricks, but this game has {hand.rules.tricks}"
        raise hand.refused("tricks", fault, f"at most {hand.rules.tricks} tricks")
    for place, trick in enumerate(hand.tricks):
        path = f"tricks[{place}]"
        if trick.leader != leader:
            who = "forehand" if place == 0 else "the winner of the trick before"
            raise hand.refused(f"{path}.leader", f"seat {trick.leader} is not {who}", f"{leader}")
        for turn, card in enumerate(trick.cards):
            seat = (leader + turn) % hand.rules.players
            _move(hand, where, card, seat, _GONE, f"{path}.cards[{turn}]")
        claims = _claims(hand, place + 1, trick, teams)
        if trick.claims is not None and trick.claims != frozenset(claims.items()):
            example = str([[space, team] for space, team in claims.items()]).replace("'", '"')
            raise hand.refused(f"{path}.claims", "not what the trick claims", example)
        for space, team in claims.items():
            owners[space] = team
        steps.append(Step(place + 1, claims, tuple(owners)))
        leader = trick.winner
    return steps


def _claims(
    hand: RecordedHand, number: int, trick: RecordedTrick, teams: tuple[TeamName, ...]
) -> Claims:
    """Return the team that claims each space of a trick: the excuse's may differ."""
    claims, excuse = Claims(), NAMES[EXCUSE]
    for space, token in enumerate(hand.layout.tokens):
        if token in trick.cards or token == f"trick{number}":
            claims[space] = teams[trick.winner]
        if token == excuse and token in trick.cards and hand.rules.excuse_variant:
            player = (trick.leader + trick.cards.index(excuse)) % hand.rules.players
            claims[space] = teams[player]
    return claims


def _talon(hand: RecordedHand, where: dict[str, int], owners: Owners) -> list[Step]:
    """Return the steps in which the talon is turned: at once, with two players pair by pair."""
    cards, size = hand.talon_claims, 2 if hand.rules.tableau else hand.rules.talon_size
    if len(cards) % size or len(cards) > hand.rules.talon_size:
        fault = f"{len(cards)} cards, but {size} are turned together"
        raise hand.refused("talon_claims", fault, "[] if none are turned")
    if cards and len(hand.tricks) != hand.rules.tricks:
        fault = f"turned after {len(hand.tricks)} of {hand.rules.tricks} tricks"
        raise hand.refused("talon_claims", fault, "[] if the hand ends before")
    steps, now = list[Step](), list(owners)
    for first in range(0, len(cards), size):
        claims = Claims()
        for place, (card, team) in enumerate(cards[first : first + size], start=first):
            _move(hand, where, card, _TALON, _GONE, f"talon_claims[{place}].card")
            space = hand.layout.space_of(card)
            if space is not None:
                claims[space] = now[space] = team
        steps.append(Step(None, claims, tuple(now)))
    return steps


def _decision(
    hand: RecordedHand, steps: list[Step], objective: Objective
) -> tuple[str, int, tuple[Group, ...]]:
    """Return how and in which step the hand was decided, and by which groups."""
    strict = hand.rules.strict_formations
    for place, step in enumerate(steps):
        made = maker(spaces_owned(step.owners, "declarer"), objective, strict)
        if made is not None:
            return "won", place, (made,)
        stopped = stoppers(spaces_owned(step.owners, "opponents"), objective, strict)
        if stopped is not None:
            return "lost", place, stopped
    fault = f"the hand is still open after {len(hand.tricks)} tricks"
    raise hand.refused("tricks", fault, "tricks, then talon_claims, until it is decided")


def _check_end(followed: FollowedHand, bid: BidCell) -> None:
    """Compare owners, formation, value and scores with what follows from the tricks."""
    hand, owners = followed.hand, followed.steps[-1].owners
    for space, owner in enumerate(owners):
        if hand.owners[space] != owner:
            fault = f"{hand.owners[space] or 'null'}, but the tricks say {owner or 'null'}"
            raise hand.refused(f"owners[{space}]", fault, f"{owner or 'null'}")
    best = best_formation(spaces_owned(owners, "declarer"))
    if hand.formation != best:
        fault = f"{hand.formation or 'null'}, but the board shows {best or 'null'}"
        raise hand.refused("formation", fault, f"{best or 'null'}")
    objective = followed.objective or bid.objective
    value = value_of(hand.rules.players, BidCell(bid.exchange, objective, bid.team))
    if hand.value != value:
        raise hand.refused("value", f"{hand.value or 'null'} is not the bid's", str(value))
    scores = _scores(followed, bid, value)
    if hand.scores != scores:
        raise hand.refused("scores", f"{list(hand.scores)} does not follow", str(list(scores)))


def _scores(followed: FollowedHand, bid: BidCell, value: int) -> tuple[int, ...]:
    """Return the points of each seat; after an abdication the partner counts as declarer."""
    hand = followed.hand
    won = hand.result == "won"
    declarer, partner, opponent = points(hand.rules, PARTNERS[bid.team], won, value)
    scorer = followed.partners[0] if hand.abdication else hand.declarer
    return tuple(
        declarer if seat == scorer else partner if team == "declarer" else opponent
        for seat, team in enumerate(followed.teams)
    )
