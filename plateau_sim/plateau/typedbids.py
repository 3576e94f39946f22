"""Seats, bids and biddings as people type them: ``pass, y duo ex, me``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from plateau_sim.plateau.bidding import Auction, Call
from plateau_sim.plateau.bids import OBJECTIVES, TEAMS, BidCell, value_of
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.seats import seat_name, seat_names, seat_number
from plateau_sim.plateau.typedtext import Span

BID_EXAMPLE = "y duo ex, or noex bridge solo"
BIDDING_EXAMPLE = "pass, y duo ex, me"
_PASSES = ("pass", "passes", "passed", "p")
_ME = ("me", "i")
_OBJECTIVE_WORDS = {
    "bridge": 0,
    "bridges": 0,
    "y": 1,
    "fork": 2,
    "five": 3,
    "six": 4,
}
_EXCHANGE_WORDS = {"ex": True, "exchange": True, "noex": False, "noexchange": False}
_FILLERS = ("side", "sides", "bid", "bids", "a", "with", "in", "the")
_WORD = r"[A-Za-z0-9]+|[^\sA-Za-z0-9_/()-]+"


@dataclass(frozen=True)
class Bidding:
    """What was heard, and whose question it is.

    Attributes
    ----------
    calls : tuple of (seat, bid or None)
        In turn; a pass is None.
    me : int
        The seat of the one who asks.
    speaker : int or None
        Whose turn it is, None when the auction is over.
    """

    calls: tuple[Call, ...]
    me: int
    speaker: int | None


def parse_seat(text: str, players: int, me: int | None = None, *, name: str = "seat") -> int:
    """Read a seat: 1st (forehand), 2nd, ..., dealer, or ``me`` where it is known who that is.

    Raises
    ------
    TypedError
        If there is no such seat.
    """
    return seat_of(Span.of(name, text), players, me)


def seat_of(span: Span, players: int, me: int | None = None) -> int:
    """Return the seat that a part of a text names."""
    if me is not None and span.word in _ME:
        return me
    seat = seat_number(span.text, players)
    if seat is None:
        names = ", ".join([*seat_names(players), *["me"] * (me is not None)])
        raise span.refused(f"no such seat with {players} players: {span.text or '?'}", names)
    return seat


def parse_bid(text: str, rules: GameRules, *, name: str = "bid") -> BidCell:
    """Read a bid: words in any order; what has only one possibility may be left out.

    Raises
    ------
    TypedError
        If a word is unknown, stands twice or contradicts another, or several bids are meant.
    """
    return bid_of(Span.of(name, text), rules, rules.cells)


def bid_of(span: Span, rules: GameRules, legal: tuple[BidCell, ...]) -> BidCell:
    """Return the bid that a part of a text names, inferred among the legal ones if it must be."""
    said = _said(span, rules)
    every = [cell for cell in rules.cells if _fits(cell, said, rules)]
    if not every:
        raise span.refused("there is no such bid", BID_EXAMPLE)
    if "objective" not in said:
        raise span.refused("which formation?", "bridge, y, fork, five or six")
    left = [cell for cell in every if cell in legal]
    if len(left) == 1:
        return left[0]
    if not left:
        if len(every) == 1:
            return every[0]
        higher = "".join(f", or {_words(cell)}" for cell in legal[-1:])
        raise span.refused("no such bid is high enough here", f"pass{higher}")
    missing = [
        word
        for word, values in (
            ("exchange or not", {cell.exchange for cell in left}),
            (" or ".join(TEAMS[rules.players]), {cell.team for cell in left}),
        )
        if len(values) > 1
    ]
    raise span.refused(f"not said: {', '.join(missing)}", _words(left[0]))


def _words(cell: BidCell) -> str:
    """Return a bid as one would type it."""
    objective = cell.objective.removesuffix("_sides")
    return f"{objective} {cell.team} {'ex' if cell.exchange else 'noex'}"


def _said(span: Span, rules: GameRules) -> dict[str, object]:
    """Return what the words say: objective, team, exchange, value."""
    said: dict[str, object] = {}
    no = False
    for part in span.matches(_WORD):
        word = part.text.lower()
        if word == "no" or word == "without":
            no = True
            continue
        what, value = _meaning(part, word, rules)
        if what == "exchange" and no:
            value, no = not value, False
        if what and said.setdefault(what, value) != value:
            raise part.refused(f"{part.text} contradicts what stands before it", BID_EXAMPLE)
    if no or not said:
        raise span.refused("no bid here", BID_EXAMPLE)
    return said


def _meaning(part: Span, word: str, rules: GameRules) -> tuple[str, object]:
    if word in _OBJECTIVE_WORDS:
        return "objective", OBJECTIVES[_OBJECTIVE_WORDS[word]]
    if word in _EXCHANGE_WORDS:
        return "exchange", _EXCHANGE_WORDS[word]
    if word in ("trio", "duo", "solo"):
        if word not in rules.teams:
            fault = f"there is no {word} with {rules.players} players"
            raise part.refused(fault, " or ".join(rules.teams))
        return "team", word
    if word.isdigit():
        return "value", int(word)
    if word in _FILLERS:
        return "", None
    raise part.refused(f"{part.text} is no word of a bid", BID_EXAMPLE)


def _fits(cell: BidCell, said: dict[str, object], rules: GameRules) -> bool:
    facts = {
        "objective": cell.objective,
        "team": cell.team,
        "exchange": cell.exchange,
        "value": value_of(rules.players, cell),
    }
    return all(facts[what] == value for what, value in said.items())


def parse_bidding(
    text: str, rules: GameRules, *, me: int | None = None, name: str = "bidding"
) -> Bidding:
    """Read what was said, from forehand on: ``pass, y duo ex, me``.

    ``me`` alone stands for the one who asks and now has to speak; ``me y duo ex`` for one who has
    spoken. A step may name its seat (``2nd pass``); who speaks follows from the rules.

    Parameters
    ----------
    text
        Steps with commas between.
    rules
        The game.
    me
        The seat of the one who asks, if it is known otherwise.
    name
        What was typed, for messages.

    Raises
    ------
    TypedError
        If a step is no bid, or not legal, or it is not said who asks.
    """
    whole = Span.of(name, text)
    steps = whole.split(",;") if whole.text else []
    auction = Auction(rules)
    for number, step in enumerate(steps):
        auction, me = _step(step, auction, me, number == len(steps) - 1)
    if me is None:
        raise whole.after().refused("who asks? say me where it is your turn", BIDDING_EXAMPLE)
    return Bidding(auction.calls, me, auction.speaker)


def _step(step: Span, auction: Auction, me: int | None, last: bool) -> tuple[Auction, int | None]:
    """Return the auction after a step, and who asks."""
    speaker, players = auction.speaker, auction.rules.players
    if not step.text:
        raise step.refused("nothing stands here", BIDDING_EXAMPLE)
    if speaker is None:
        raise step.refused("the auction is over before this", BIDDING_EXAMPLE)
    who, rest = _prefix(step, players)
    if who == "me":
        if me not in (None, speaker):
            fault = f"it is {seat_name(speaker, players)}'s turn, you are {seat_name(me, players)}"
            raise step.refused(fault, BIDDING_EXAMPLE)
        me = speaker
        if not rest.text:
            if not last:
                raise step.refused("me alone comes last: your turn to speak", BIDDING_EXAMPLE)
            return auction, me
    elif who is not None and who != speaker:
        said, turn = (seat_name(seat, players) for seat in (int(who), speaker))
        raise step.refused(f"it is not {said}'s turn but {turn}'s", BIDDING_EXAMPLE)
    return auction.after(_call(rest, auction)), me


def _prefix(step: Span, players: int) -> tuple[int | str | None, Span]:
    """Return the seat that a step names (``me`` as the word), and the rest of the step."""
    found = re.match(r"([A-Za-z0-9]+)\s*:?\s*", step.text)
    if found is None:
        return None, step
    rest = step.part(step.start + found.end(), step.end)
    if found[1].lower() in _ME:
        return "me", rest
    seat = seat_number(found[1], players)
    return (None, step) if seat is None else (seat, rest)


def _call(step: Span, auction: Auction) -> BidCell | None:
    """Return what a step says, None for a pass."""
    if step.word in _PASSES:
        return None
    if not step.text:
        raise step.refused("pass or which bid?", BIDDING_EXAMPLE)
    cell = bid_of(step, auction.rules, auction.legal)
    if cell not in auction.legal:
        value = value_of(auction.rules.players, cell)
        fault = f"worth {value}, but the last bid was worth {auction.value}: bids must rise"
        higher = "".join(f", or {_words(cell)}" for cell in auction.legal[-1:])
        raise step.refused(fault, f"pass{higher}")
    return cell
