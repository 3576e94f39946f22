"""Cards dealt to places that can't hold all of them: uniform, exactly, and without hanging."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from naive.allotments import allotments
from numba import types
from scipy.stats import chisquare
from worlds_tools import littered

from plateau_sim.jit import entry
from plateau_sim.kernels.constrained import allot, prepare
from plateau_sim.kernels.draws import DRAW, DRAW_TYPE, MAX_PLACES
from plateau_sim.kernels.rng import subkey
from plateau_sim.kernels.ways import allot_by_ways, count_ways

UNLIKELY = 1e-4


@entry(types.int64(DRAW_TYPE, types.uint64, types.int64, types.uint8[:, ::1]))
def _deal(draw, key, counted, places):
    """Fill rows with places; return how many could be drawn."""
    prepare(draw)
    if counted:
        count_ways(draw)
    found = 0
    for number in range(places.shape[0]):
        if counted:
            found += allot_by_ways(draw, subkey(key, number))
        else:
            found += allot(draw, subkey(key, number))
        for index in range(draw.cards):
            places[number, index] = draw.place[index]
    return found


def question(allowed, room):
    """Return the record of a question."""
    draw = littered(DRAW)[0]
    draw.cards, draw.places = len(allowed), MAX_PLACES
    draw.room[:] = 0
    draw.room[: len(room)] = room
    for index, places in enumerate(allowed):
        draw.card[index] = index
        draw.allowed[index] = sum(1 << place for place in places)
    return draw


def drawn(allowed, room, count, counted, key=1):
    """Return how often each way was drawn."""
    places = np.zeros((count, len(allowed)), np.uint8)
    found = _deal(question(allowed, room), np.uint64(key), counted, places)
    assert found in (0, count)
    return Counter(map(tuple, places.tolist())) if found else Counter()


def random_question(random):
    """Return a few cards in groups with common bars, and places with room for them."""
    places = random.randint(2, 5)
    groups = [
        frozenset(random.sample(range(places), random.randint(1, places)))
        for _ in range(random.randint(1, 4))
    ]
    allowed = [random.choice(groups) for _ in range(random.randint(places, 7))]
    room = [0] * places
    for _ in allowed:
        room[random.randrange(places)] += 1
    return allowed, room


@pytest.mark.parametrize("counted", [0, 1])
def test_each_way_to_deal_comes_up_and_no_other(counted):
    random, impossible = Random(3), 0
    for _ in range(60):
        allowed, room = random_question(random)
        ways = set(allotments(allowed, room))
        seen = drawn(allowed, room, 40 * len(ways) + 1, counted)
        assert set(seen) == ways
        impossible += not ways
    assert 5 < impossible < 55


CASES = {
    "nothing barred": ([{0, 1, 2}] * 6, [2, 2, 2]),
    "one place barred for some": ([{1, 2}] * 3 + [{0, 1, 2}] * 3, [2, 2, 2]),
    "three kinds": ([{1, 2, 3}] * 2 + [{0, 2, 3}] * 2 + [{0, 1, 2, 3}] * 3, [2, 2, 1, 2]),
    "four kinds": ([{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}] * 2, [2, 2, 2, 2]),
    "a pinned card": ([{0}] + [{0, 1, 2}] * 4 + [{1, 2}] * 2, [3, 2, 2]),
    "seldom possible": ([{0}] * 3 + [{0, 1}] * 2 + [{1, 2}] * 2 + [{2, 0}], [4, 2, 2]),
}


@pytest.mark.parametrize("counted", [0, 1], ids=["shuffles first", "counted ways"])
@pytest.mark.parametrize("name", CASES)
def test_ways_to_deal_are_equally_likely(name, counted):
    allowed, room = CASES[name]
    ways = list(allotments([frozenset(places) for places in allowed], room))
    seen = drawn(allowed, room, 60 * len(ways), counted)
    assert set(seen) <= set(ways)
    assert chisquare([seen[way] for way in ways]).pvalue > UNLIKELY


def test_the_number_of_ways_is_counted():
    random = Random(5)
    for _ in range(100):
        allowed, room = random_question(random)
        draw = question(allowed, room)
        _deal(draw, np.uint64(1), 1, np.zeros((0, len(allowed)), np.uint8))
        spots = 1.0
        for kind in range(draw.kinds):
            alike = [p for p in range(len(room)) if draw.spare[p] > 0 and draw.kind_of[p] == kind]
            for left in _shares([int(draw.spare[place]) for place in alike]):
                spots *= left
        pinned_well = draw.first_ways * spots if all(draw.spare[: len(room)] >= 0) else 0
        assert pinned_well == len(list(allotments(allowed, room)))


def _shares(rooms):
    """Return factors of the number of ways to share cards among places that hold them alike."""
    left = sum(rooms)
    for room in rooms:
        for place in range(room):
            yield (left - place) / (place + 1)
        left -= room


@pytest.mark.parametrize("suits", [2, 3, 4, 5])
def test_many_bars_early_in_a_hand_are_dealt_with(suits):
    # Six players, each of the five others without another suit, 13 cards a suit.
    allowed = [
        {place for place in range(5) if place != suit or suit >= suits}
        for suit in range(5)
        for _ in range(13)
    ]
    seen = drawn([frozenset(places) for places in allowed], [13] * 5, 200, 0)
    assert sum(seen.values()) == 200
    for way in seen:
        assert all(place in places for place, places in zip(way, allowed, strict=True))
