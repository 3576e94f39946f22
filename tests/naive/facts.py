"""Facts about hidden cards, and deals that fit them: by trying and throwing back."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from .cards import ALL_CARDS, SUITS

SETS = {
    **{suit: {card for card in ALL_CARDS if card[0] == suit} for suit in SUITS},
    "T": {card for card in ALL_CARDS if card[0] == "T" or card == "EX"},
    "kings": {suit + "R" for suit in SUITS},
    "faces": {suit + rank for suit in SUITS for rank in "VCDR"},
}


@dataclass(frozen=True)
class Said:
    """That a place (by name) holds from low to high of some cards."""

    place: str
    cards: frozenset[str]
    low: int
    high: int


def read(text: str, board: Sequence[str] = ()) -> list[Said]:
    """Read facts in their plainest form: ``dealer: void H, T21; talon: no HR, T>=2, kings=1``."""
    said = []
    for part in filter(None, text.split(";")):
        place, _, facts = part.partition(":")
        for fact in facts.split(","):
            said.append(_one(place.strip(), fact.strip(), {**SETS, "board": set(board)}))
    return said


def _one(place: str, fact: str, sets: dict[str, set[str]]) -> Said:
    counted = re.fullmatch(r"(\w+)(>=|<=|=)(\d+)", fact)
    if counted:
        low, high = {">=": (1, 99), "<=": (0, 1), "=": (1, 1)}[counted[2]]
        number = int(counted[3])
        return Said(
            place,
            frozenset(sets[counted[1]]),
            number * low,
            99 if high == 99 else number,
        )
    word = fact.rsplit(maxsplit=1)[-1]
    if fact.startswith("void"):
        return Said(place, frozenset(sets[word]), 0, 0)
    held = 0 if fact.startswith("no ") else 1
    return Said(place, frozenset({word}), held, held)


def ids(cards: Sequence[str] | frozenset[str]) -> list[int]:
    """Return the numbers of cards."""
    return [ALL_CARDS.index(card) for card in cards]


def fitting(rows: np.ndarray, said: list[Said], spots: dict[str, list[int]]) -> np.ndarray:
    """Tell which rows of card numbers fit; ``spots`` are the columns of each place."""
    fits = np.ones(len(rows), bool)
    for fact in said:
        marked = np.zeros(len(ALL_CARDS), bool)
        marked[ids(fact.cards)] = True
        count = marked[rows[:, spots[fact.place]]].sum(axis=1)
        fits &= (fact.low <= count) & (count <= fact.high)
    return fits


def can_be(cards: np.ndarray, wilds: Sequence[set[int]]) -> np.ndarray:
    """Tell of each row of cards whether they can be given to wildcards one to one."""
    marked = [np.isin(np.arange(len(ALL_CARDS)), sorted(may_be)) for may_be in wilds]
    can = np.zeros(len(cards), bool)
    for order in permutations(range(len(wilds))):
        given = np.ones(len(cards), bool)
        for column, wild in enumerate(order):
            given &= marked[wild][cards[:, column]]
        can |= given
    return can


def shuffles(known: dict[int, int], unseen: Sequence[int], count: int, seed: int) -> np.ndarray:
    """Return rows with the unseen cards in any order in the spots that are not known."""
    rng = np.random.default_rng(seed)
    return _rows(known, rng.permuted(np.tile(np.array(unseen, np.uint8), (count, 1)), axis=1))


def _rows(known: dict[int, int], orders: np.ndarray) -> np.ndarray:
    size = len(known) + orders.shape[1]
    rows = np.zeros((len(orders), size), np.uint8)
    for spot, card in known.items():
        rows[:, spot] = card
    rows[:, [spot for spot in range(size) if spot not in known]] = orders
    return rows


def every_row(known: dict[int, int], unseen: Sequence[int]) -> np.ndarray:
    """Return a row for each order of the unseen cards in the spots that are not known."""
    orders = np.array(list(permutations(unseen)), np.uint8)
    return _rows(known, orders)
