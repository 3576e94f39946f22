"""Recorded hands: transcripts as JSON Lines, read and checked for their shape and their deal.

A transcript written elsewhere is read as well as our own. Whether what it tells hangs together is
seen when it is followed: see `following`.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

from plateau_sim.cards import NAMES
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import OBJECTIVES, TEAMS, BidCell
from plateau_sim.plateau.board import SPACES
from plateau_sim.plateau.fields import Field
from plateau_sim.plateau.layouts import Layout, built_in_layouts, check_layout, standard_layout
from plateau_sim.plateau.recorded import (
    FORMAT_VERSION,
    RESULTS,
    TEAM_NAMES,
    RecordedHand,
    RecordedTrick,
)
from plateau_sim.plateau.rules import GameRules

_EXAMPLE = "a line of: plateau-sim trace -p 4 --deal 17"
_LOWER, _UPPER = 5, 4  # cards in the rows of a tableau
_MOST_POINTS = 10**9
_REQUIRED = (
    *("format_version", "players", "dealer", "layout", "hands", "talon"),
    *("increases", "tricks", "owners", "formation", "result", "value", "scores"),
)
_OPTIONAL: dict[str, Any] = {
    **dict.fromkeys(("tableaus", "auction", "forced_bid", "exchange", "game", "notes", "id")),
    **{name: [] for name in ("partner_calls", "talon_dealt", "talon_claims")},
    **{"options": {}, "abdication": False},
}
_OPTIONS = dict.fromkeys(
    (
        *("full_deck", "excuse_variant", "positive_only", "counter_sabotage"),
        *("strict_formations", "played_out"),
    ),
    False,
)
_GAME = {"hands_agreed": None, "totals": None, "winners": None}


def hand_lines(content: bytes, source: str) -> list[tuple[str, str]]:
    """Return the lines that hold a hand, each after its place ("hands.jsonl line 3").

    Raises
    ------
    PlateauError
        If the content is not UTF-8 text or holds no hand at all.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PlateauError(source, "it is not UTF-8 text", _EXAMPLE) from None
    lines = [
        (f"{source} line {number}", line)
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip()
    ]
    if not lines:
        raise PlateauError(source, "holds no hand", _EXAMPLE)
    return lines


def read_hand(line: str, place: str) -> RecordedHand:
    """Return the hand of one line.

    Raises
    ------
    PlateauError
        If a field is missing, unknown or of the wrong shape, or the deal is not the whole deck.
    """
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "too long or too deep"
        raise PlateauError(place, f"not JSON: {reason}", _EXAMPLE) from None
    parts = Field(content, place).members(_REQUIRED, _OPTIONAL)
    parts["format_version"].whole(FORMAT_VERSION, FORMAT_VERSION)
    rules = _rules(parts)
    seats, bids = rules.players - 1, _bidding(parts, rules)
    hand = RecordedHand(
        place=place,
        rules=rules,
        dealer=parts["dealer"].whole(0, seats),
        layout=_layout(parts["layout"], parts["notes"].value, rules),
        **_deal(parts, rules),
        **bids,
        calls=_calls(parts["partner_calls"], seats),
        **_exchange(parts, rules),
        raises=tuple(
            (seat.whole(0, seats), None if to.value is None else to.one_of(OBJECTIVES))
            for seat, to in _two(parts["increases"], '[[0, "fork"], [1, null]]')
        ),
        abdication=parts["abdication"].flag(),
        tricks=tuple(_trick(trick, rules) for trick in parts["tricks"].items("[]")),
        talon_claims=tuple(
            (claim["card"].card(), claim["team"].one_of(TEAM_NAMES))
            for item in parts["talon_claims"].items("[]")
            for claim in [item.members(("card", "team"), {})]
        ),
        **_end(parts, rules),
        game=_game(parts["game"], rules),
    )
    _check_deck(hand)
    return hand


@cache
def _published(players: int, **options: bool) -> GameRules:
    return GameRules.published(players, **options)


def _rules(parts: dict[str, Field]) -> GameRules:
    options = parts["options"].members((), _OPTIONS)
    flags = {name: option.flag() for name, option in options.items() if name != "played_out"}
    options["played_out"].flag()
    players = parts["players"].whole(2, 6)
    # Otherwise the option says nothing: with standard scoring the rule is in force for five.
    flags["counter_sabotage"] &= flags["positive_only"] and players == 5
    try:
        return _published(players, **flags)
    except PlateauError as error:
        raise parts["options"].refused(f"{error.subject}: {error.fault}", error.example) from None


def _layout(field: Field, notes: Any, rules: GameRules) -> Layout:
    """Return the layout, with the name that the notes or the built-in layouts give it."""
    if field.value == "standard":
        return standard_layout(rules)
    example = "37 tokens, or standard"
    tokens = tuple(token.text("T1, trick1, HR") for token in field.items(example, SPACES))
    for built_in in built_in_layouts().values():
        if built_in.tokens == tokens:
            return built_in
    name = notes.get("layout") if isinstance(notes, dict) else None
    known = isinstance(name, str) and name.isprintable() and len(name) <= 40
    layout = Layout(str(name) if known else "own", tokens)
    try:
        check_layout(layout, rules)
    except PlateauError as error:
        fault = error.fault if error.fault.isprintable() else "a token that is no card or trick"
        raise field.refused(fault, error.example) from None
    return layout


def _cards(field: Field, count: int | None = None) -> tuple[str, ...]:
    return tuple(card.card() for card in field.items('["HR", "T21"]', count))


def _two(field: Field, example: str) -> list[tuple[Field, Field]]:
    return [item.pair(example) for item in field.items(example)]


def _calls(field: Field, seats: int) -> tuple[tuple[str, int | None], ...]:
    found = []
    for item in field.items("[]"):
        call = item.members(("card", "holder"), {})
        nobody = call["holder"].value is None
        holder = None if nobody else call["holder"].whole(0, seats)
        found.append((call["card"].card(), holder))
    return tuple(found)


def _deal(parts: dict[str, Field], rules: GameRules) -> dict[str, Any]:
    """Return hands, tableaus and talon."""
    rows: list[Any] = []
    talon = [parts["talon"]]
    sizes = [rules.talon_size]
    if rules.tableau:
        for item in parts["tableaus"].items("two of them", rules.players):
            row = item.members(("lower", "upper"), {})
            rows.append((_cards(row["lower"], _LOWER), _cards(row["upper"], _UPPER)))
        halves = parts["talon"].members(("top", "bottom"), {})
        talon, sizes = [halves["top"], halves["bottom"]], [2, 2]
    elif parts["tableaus"].value is not None:
        raise parts["tableaus"].refused("only two players have tableaus", "no such field")
    hands = parts["hands"].items("a list of cards for each seat", rules.players)
    return {
        "hands": tuple(_cards(cards, rules.hand_size) for cards in hands),
        "tableaus": tuple(rows),
        "talon": tuple(
            card for part, size in zip(talon, sizes, strict=True) for card in _cards(part, size)
        ),
    }


def _check_deck(hand: RecordedHand) -> None:
    dealt = Counter(card for cards in (*hand.hands, hand.talon) for card in cards)
    dealt.update(card for rows in hand.tableaus for row in rows for card in row)
    deck = {NAMES[card] for card in hand.rules.deck}
    for card, times in dealt.items():
        if card not in deck or times > 1:
            fault = "is dealt twice" if card in deck else "is not in the deck of this game"
            raise hand.refused("hands", f"{card} {fault}", "each card of the deck once")


def _bid(field: Field, rules: GameRules) -> BidCell:
    parts = field.members(("exchange", "objective", "team"), {})
    return BidCell(
        parts["exchange"].flag(),
        parts["objective"].one_of(OBJECTIVES),
        parts["team"].one_of(TEAMS[rules.players]),
    )


def _bidding(parts: dict[str, Field], rules: GameRules) -> dict[str, Any]:
    """Return auction, declarer and bid."""
    auction, forced = parts["auction"], parts["forced_bid"]
    if (auction.value is None) == (forced.value is None):
        raise auction.refused("needs either auction or forced_bid", "forced_bid alone")
    if forced.value is not None:
        bid = forced.members(("seat", "bid"), {})
        seat = bid["seat"].whole(0, rules.players - 1)
        return {"auction": None, "declarer": seat, "bid": _bid(bid["bid"], rules)}
    calls = tuple(
        (
            seat.whole(0, rules.players - 1),
            None if call.value == "pass" else _bid(call, rules),
        )
        for seat, call in _two(auction, '[[0, "pass"], ...]')
    )
    declarer, bid_cell = next(((seat, cell) for seat, cell in calls[::-1] if cell), (None, None))
    return {"auction": calls, "declarer": declarer, "bid": bid_cell}


def _exchange(parts: dict[str, Field], rules: GameRules) -> dict[str, Any]:
    seats = rules.players - 1
    found: dict[str, Any] = {"exchanged": parts["exchange"].value is not None}
    found |= {"discards": (), "gifts": ()}
    if found["exchanged"]:
        kind = "gifts" if rules.gifts else "discards"
        cards = parts["exchange"].members((kind,), {})[kind]
        if rules.gifts:
            example = '[[0, "C4"], [2, "C6"]]'
            cards.items(example, rules.gifts)
            pairs = _two(cards, example)
            found["gifts"] = tuple((seat.whole(0, seats), card.card()) for seat, card in pairs)
        else:
            found["discards"] = _cards(cards, rules.swap_size)
    dealt = _two(parts["talon_dealt"], '[[3, "H1"], ...]')
    found["talon_dealt"] = tuple((seat.whole(0, seats), card.card()) for seat, card in dealt)
    return found


def _trick(field: Field, rules: GameRules) -> RecordedTrick:
    parts = field.members(("leader", "cards", "winner"), {"claims": None})
    claims = None
    if parts["claims"].value is not None:
        claims = frozenset(
            (space.whole(0, SPACES - 1), team.one_of(TEAM_NAMES))
            for space, team in _two(parts["claims"], '[[0, "declarer"]]')
        )
    return RecordedTrick(
        parts["leader"].whole(0, rules.players - 1),
        _cards(parts["cards"], rules.players),
        parts["winner"].whole(0, rules.players - 1),
        claims,
    )


def _end(parts: dict[str, Field], rules: GameRules) -> dict[str, Any]:
    """Return what stands at the end of the hand."""
    owners = parts["owners"].items('37 times "declarer", "opponents" or null', SPACES)
    formation, value = parts["formation"], parts["value"]
    scores = parts["scores"].items("a number for each seat", rules.players)
    return {
        "owners": tuple(
            None if owner.value is None else owner.one_of(TEAM_NAMES) for owner in owners
        ),
        "formation": None if formation.value is None else formation.one_of(OBJECTIVES),
        "result": parts["result"].one_of(RESULTS),
        "value": None if value.value is None else value.whole(1, 20),
        "scores": tuple(score.whole(-_MOST_POINTS, _MOST_POINTS) for score in scores),
    }


def _game(field: Field, rules: GameRules) -> tuple[int, int | None, tuple[int, ...]] | None:
    if field.value is None:
        return None
    parts = field.members(("id", "hand"), _GAME)
    parts["id"].text("seed 1")
    agreed, totals = parts["hands_agreed"], parts["totals"]
    sums = [] if totals.value is None else totals.items("one for each seat", rules.players)
    return (
        parts["hand"].whole(1, _MOST_POINTS),
        None if agreed.value is None else agreed.whole(1, _MOST_POINTS),
        tuple(total.whole(-_MOST_POINTS, _MOST_POINTS) for total in sums),
    )
