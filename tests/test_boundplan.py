"""Ways to deal cards to places with bounds: counted as all ways tried out would be."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from naive.allotments import allotments
from numba import types

from plateau_sim.jit import entry
from plateau_sim.kernels.bounded import ASKED_TYPE, deal_bounded
from plateau_sim.kernels.boundplan import plan_deal
from plateau_sim.kernels.boundrecord import asked_of
from plateau_sim.kernels.boundstages import Bound
from plateau_sim.kernels.rng import subkey


@entry(types.int64(ASKED_TYPE, types.uint8[:, ::1]))
def _deal(asked, rows):
    """Fill rows with cards by spot; return how many could be dealt."""
    found = 0
    for number in range(rows.shape[0]):
        found += deal_bounded(asked, subkey(np.uint64(7), number), rows[number])
    return found


def random_question(random):
    """Return rooms of a few places and bounds on the cards 0, 1, ... in them."""
    cards, places = random.randint(3, 8), random.randint(2, 4)
    cuts = [0, *sorted(random.randint(0, cards) for _ in range(places - 1)), cards]
    rooms = {place: cuts[place + 1] - cuts[place] for place in range(places)}
    bounds = []
    for _ in range(random.randint(1, 5)):
        low = random.randint(0, 2)
        counted = frozenset(random.sample(range(cards + 1), random.randint(1, cards)))
        bounds.append(Bound(random.randrange(places), counted, low, low + random.randint(0, 3)))
    return rooms, bounds


def fits(places, bounds):
    """Tell whether a way, by card its place, keeps the bounds."""
    counts = [
        sum(places[card] == bound.place for card in bound.cards if card < len(places))
        for bound in bounds
    ]
    return all(b.low <= count <= b.high for b, count in zip(bounds, counts, strict=True))


@pytest.mark.plain_python
@pytest.mark.parametrize("seed", range(4))
def test_the_share_is_that_of_all_ways_tried_out(seed):
    random, impossible = Random(seed), 0
    for _ in range(50):
        rooms, bounds = random_question(random)
        cards, everywhere = sum(rooms.values()), frozenset(rooms)
        every = list(allotments([everywhere] * cards, list(rooms.values())))
        found = sum(fits(places, bounds) for places in every)
        plan = plan_deal(range(cards), rooms, bounds)
        assert plan.share == pytest.approx(found / len(every), rel=1e-12, abs=0)
        assert (plan.ways > 0) == (found > 0)
        impossible += found == 0
    assert 0 < impossible < 40


def test_all_ways_that_keep_the_bounds_are_dealt_and_no_others():
    random, tried = Random(5), 0
    while tried < 20:
        rooms, bounds = random_question(random)
        cards = sum(rooms.values())
        ways = allotments([frozenset(rooms)] * cards, list(rooms.values()))
        expected = {places for places in ways if fits(places, bounds)}
        if not expected:
            continue
        tried += 1
        spots, start = {}, 0
        for place, room in rooms.items():
            spots[place], start = list(range(start, start + room)), start + room
        place_of = np.repeat(list(rooms), list(rooms.values()))
        rows = np.zeros((30 * len(expected), cards), np.uint8)
        asked = asked_of(plan_deal(range(cards), rooms, bounds), spots, {})
        assert _deal(asked, rows) == len(rows)
        dealt = {tuple(place_of[np.argsort(row)].tolist()) for row in rows}
        assert dealt == expected
