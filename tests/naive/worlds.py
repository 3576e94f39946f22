"""What a seat knows of the cards, and whether a world agrees with it: rulings 6."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from .allotments import allotments
from .cards import is_suit_card, rank_of
from .tableau import Tableau
from .tricks import legal_cards

Rows = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class Known:
    """What a seat knows at a decision; cards are names.

    ``exchange`` is "none", "under way" or "over"; ``gift_to`` are the receivers so far; ``given``
    the seat's own gifts with their receivers (None: none yet); ``dealt_out`` tells whether six
    players have their talon cards; ``last_talon`` are the cards that a talon pick is about.
    """

    players: int
    hand_size: int
    talon_size: int
    swap_size: int
    excuse_variant: bool
    deck: tuple[str, ...]
    seat: int
    hand: frozenset[str]
    declarer: int
    exchange: str
    laid_away: tuple[str, ...]
    gift_to: tuple[int, ...]
    given: tuple[tuple[str, int | None], ...]
    dealt_out: bool
    got: str | None
    calls: tuple[tuple[str, int | None], ...]
    tricks: tuple[tuple[int, tuple[str, ...]], ...]
    face_up: tuple[dict[int, str], ...]
    last_talon: tuple[str, ...]


@dataclass(frozen=True)
class World:
    """Where the cards are: hands (two players: with uncovered tableau cards), talon, tableaus."""

    hands: tuple[frozenset[str], ...]
    talon: tuple[str, ...]
    tableaus: tuple[Rows, ...]  # as dealt


def played_by(known: Known, seat: int) -> list[tuple[int, str]]:
    """Return the cards that a seat has played, each with its trick."""
    found = []
    for number, (leader, cards) in enumerate(known.tricks):
        for turn, card in enumerate(cards):
            if (leader + turn) % known.players == seat:
                found.append((number, card))
    return found


def sure_cards(known: Known) -> set[str]:
    """Return the cards that the calls prove to have been dealt to the declarer."""
    called = {card for card, _ in known.calls}
    sure = set()
    for called_card, _ in known.calls:
        for card in known.deck:
            higher = is_suit_card(card) and rank_of(card) > rank_of(called_card)
            if higher and card not in called:
                sure.add(card)
    return sure


def faults(known: Known, world: World) -> list[str]:
    """Return what in a world contradicts what the seat knows."""
    return [*_misplaced(known, world), *_against_play(known, world), *_against_calls(known, world)]


def _size(known: Known, seat: int) -> int:
    """Return how many cards a seat still has, covered ones included."""
    held = known.hand_size + (9 if known.face_up else 0) - len(played_by(known, seat))
    return held + int(known.dealt_out or seat in known.gift_to)


def _misplaced(known: Known, world: World) -> list[str]:
    found = []
    if world.hands[known.seat] != known.hand:
        found.append("own hand")
    everywhere = [card for hand in world.hands for card in hand]
    everywhere += [card for _, cards in known.tricks for card in cards]
    gifts = bool(known.gift_to or known.given or known.dealt_out)
    rest = list(world.talon)
    if known.exchange == "under way" and known.seat == known.declarer:
        rest = [*known.laid_away, *world.talon[known.swap_size :]]
    if known.dealt_out:
        rest = []
    elif not gifts and known.exchange == "over" and known.seat == known.declarer:
        found += ["own discards"] * (world.talon[: known.swap_size] != known.laid_away)
    everywhere += rest
    everywhere += [card for card, receiver in known.given if receiver is None]
    for seat, rows in enumerate(world.tableaus):
        tableau = _tableau_now(known, seat, rows)
        hidden = [card for card in (*tableau.lower, *tableau.upper) if card is not None]
        everywhere += [card for card in hidden if card not in world.hands[seat]]
        for place, card in known.face_up[seat].items():
            if (*rows[0], *rows[1])[place] != card:
                found.append(f"face-up card of seat {seat}")
    if sorted(everywhere) != sorted(known.deck):
        found.append(f"cards {sorted(set(known.deck) ^ set(everywhere))}")
    for seat in range(known.players):
        held, covered = len(world.hands[seat]), 0
        if known.face_up:
            tableau = _tableau_now(known, seat, world.tableaus[seat])
            here = [card for card in (*tableau.lower, *tableau.upper) if card is not None]
            covered = len([card for card in here if card not in world.hands[seat]])
        if seat != known.seat and held + covered != _size(known, seat):
            found.append(f"size of hand {seat}")
    if known.last_talon and set(world.talon[2:4]) != set(known.last_talon):
        found.append("last talon cards")
    for card, receiver in known.given:
        if receiver is not None and card not in ever_held(known, world, receiver):
            found.append(f"gift {card}")
    return found


def _tableau_now(known: Known, seat: int, rows: Rows) -> Tableau:
    tableau = Tableau(*rows)
    for _, card in played_by(known, seat):
        if card in tableau.lower or card in tableau.upper:
            tableau.remove(card)
    return tableau


def _against_play(known: Known, world: World) -> list[str]:
    """Return the cards that their players could not have played with these hands."""
    found = []
    for seat in range(known.players):
        plays = played_by(known, seat)
        if world.tableaus:
            tableau = Tableau(*world.tableaus[seat])
            rows = {*world.tableaus[seat][0], *world.tableaus[seat][1]}
            inhand = {card for card in world.hands[seat] if card not in rows}
            inhand |= {card for _, card in plays if card not in rows}
        else:
            tableau = Tableau((), ())
            inhand = set(world.hands[seat]) | {card for _, card in plays}
        for number, card in plays:
            leader, cards = known.tricks[number]
            before = cards[: (seat - leader) % known.players]
            playable = [*inhand, *tableau.playable()]
            if card not in legal_cards(playable, before, known.excuse_variant):
                found.append(f"{card} was not legal")
            if card in inhand:
                inhand.remove(card)
            elif card in tableau.playable():
                tableau.remove(card)
    return found


def ever_held(known: Known, world: World, seat: int) -> set[str]:
    """Return the cards that a seat holds or has played."""
    return set(world.hands[seat]) | {card for _, card in played_by(known, seat)}


def _against_calls(known: Known, world: World) -> list[str]:
    if not known.calls:
        return []
    found = []
    answered = [(card, holder) for card, holder in known.calls if holder is not None]
    for card, holder in answered:
        if card not in ever_held(known, world, holder):
            found.append(f"answer {card}")
    if known.exchange != "under way" and pasts(known, world) == 0:
        found.append("no deal leads here")
    return found


def pasts(known: Known, world: World) -> int:
    """Count the deals, with discards and gifts, that lead to a world; at most up to a factor.

    Discards, as they lie on the talon, and the declarer's hand were his cards as dealt and the
    cards that he took. Six players: each other seat has one gift or talon card among its cards.
    """
    sure = sure_cards(known)
    nobodys = {card for card, holder in known.calls if holder is None}
    dealt: dict[int, set[str]] = {seat: set() for seat in range(known.players)}
    dealt[known.declarer] |= sure
    for card, holder in known.calls:
        if holder is not None:
            dealt[holder].add(card)
    sets = [ever_held(known, world, seat) for seat in range(known.players)]
    if not known.dealt_out:
        if known.exchange != "over":
            kept = sets[known.declarer]
            return int(sure <= kept and nobodys <= set(world.talon))
        both = sets[known.declarer] | set(world.talon[: known.swap_size])
        return _splits(both, sure, nobodys, known.swap_size)
    others = [seat for seat in range(known.players) if seat != known.declarer]
    receivers = set(known.gift_to) if known.exchange == "over" else set()
    ways = 1
    handed: set[str] = set()
    for seat in range(known.players):
        if seat == known.declarer and known.exchange == "over":
            continue
        forced = (sure & sets[seat] if seat in receivers else set()) | (nobodys & sets[seat])
        if seat not in receivers and seat in others and sure & sets[seat]:
            return 0
        if seat == known.declarer and not sure <= sets[seat]:
            return 0
        free = sets[seat] - dealt[seat]
        if seat == known.seat:
            free = {known.got} if known.got else set()
        for card, receiver in known.given:
            if receiver == seat:
                free = {card}
        free = {card for card in free if forced <= {card}}
        ways *= len(free)
        if seat in receivers:
            handed |= forced
            if seat == known.seat and known.got:
                handed.add(known.got)
    if known.exchange != "over":
        return ways
    if known.seat == known.declarer:
        return ways
    # Which of the gifts that are not forced went where is counted above; their number matters only.
    of_exchange = known.hand_size + known.swap_size
    there = nobodys & (sets[known.declarer] | handed)
    if len(there) > known.swap_size or not sure <= sets[known.declarer] | handed:
        return 0
    left = of_exchange - len(sure) - len(there)
    return ways * comb(left, known.swap_size - len(there))


def key_of(known: Known, world: World) -> tuple[object, ...]:
    """Return what tells worlds apart: the order of cards turned together does not."""
    swap = known.swap_size
    top, rest = frozenset(world.talon[:swap]), frozenset(world.talon[swap:])
    return (
        (world.hands, world.tableaus)
        if known.dealt_out
        else (world.hands, top, rest, world.tableaus)
    )


def every_world(known: Known, like: World, most: int) -> Iterator[World]:
    """Yield each world with as many unseen cards in each place as a given one, if not too many."""
    seen = set(known.hand) | {card for _, cards in known.tricks for card in cards}
    seen |= {*known.laid_away, *(card for card, receiver in known.given if receiver is None)}
    seen |= {card for row in known.face_up for card in row.values()}
    hands = [sorted(hand - seen) for hand in like.hands]
    talon = [] if known.dealt_out else list(like.talon)
    parts = [talon[: known.swap_size], talon[known.swap_size :]]
    spots = [
        (seat, place)
        for seat, rows in enumerate(like.tableaus)
        for place, card in enumerate((*rows[0], *rows[1]))
        if card not in seen and card not in like.hands[seat]
    ]
    open_talon = [[card for card in part if card not in seen] for part in parts]
    room = [*map(len, hands), *map(len, open_talon), *(1 for _ in spots)]
    unseen = sorted(set(known.deck) - seen)
    if sum(room) != len(unseen):
        raise AssertionError("the unseen cards don't fill the places")
    if multinomial(room) > most:
        return
    for places in allotments([frozenset(range(len(room)))] * len(unseen), room):
        at = [
            [card for card, where in zip(unseen, places, strict=True) if where == place]
            for place in range(len(room))
        ]
        yield _filled(known, like, seen, at, spots)


def multinomial(room: Sequence[int]) -> int:
    """Return the number of ways to fill places."""
    ways, left = 1, sum(room)
    for size in room:
        ways *= comb(left, size)
        left -= size
    return ways


def _filled(
    known: Known, like: World, seen: set[str], at: list[list[str]], spots: list[tuple[int, int]]
) -> World:
    players = known.players
    hands = tuple(
        frozenset(hand & seen) | frozenset(at[seat]) for seat, hand in enumerate(like.hands)
    )
    talon = []
    for part, fresh in (
        (slice(0, known.swap_size), at[players]),
        (slice(known.swap_size, None), at[players + 1]),
    ):
        cards = iter(fresh)
        for card in () if known.dealt_out else like.talon[part]:
            talon.append(card if card in seen else next(cards))
    tableaus = [[*rows[0], *rows[1]] for rows in like.tableaus]
    for number, (seat, place) in enumerate(spots):
        tableaus[seat][place] = at[players + 2 + number][0]
    rows = tuple((tuple(row[:5]), tuple(row[5:])) for row in tableaus)
    return World(hands, tuple(talon), rows)


def _splits(both: set[str], sure: set[str], nobodys: set[str], taken: int) -> int:
    """Count the sets of cards that may have been taken: all of nobody's, no sure ones."""
    if not (sure <= both and nobodys <= both) or len(nobodys) > taken:
        return 0
    return comb(len(both) - len(sure) - len(nobodys), taken - len(nobodys))
