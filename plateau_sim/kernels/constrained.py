"""Dealing cards to places that can't hold all of them: uniform over what is possible, exactly.

A few plain shuffles are tried first. Where they keep failing, places with the same bars form a
*kind*, cards with the same possible places a *group*, and the number of ways to fill the kinds is
counted once by dynamic programming over the counts of the groups that still differ; then each deal
draws counts by their ways and cards at random within them. Nothing is allocated.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from plateau_sim.cards import CARDS
from plateau_sim.jit import part, record_tools
from plateau_sim.kernels.deal import shuffle
from plateau_sim.kernels.rng import subkey

MAX_PLACES, MAX_GROUPS = 10, 16
TRIES = 4
"""Plain shuffles a deal before ways are counted."""
_MANY_TRIES = 20_000  # where the tables of ways would be too large: never seen
_WAYS = 8192
_NOBODY = 255
_COUNTED, _TOO_LARGE = 1, 2
_MANTISSA, _UNIT = np.uint64(11), 2.0**-53

DRAW: np.dtype[Any] = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # what is asked
                ("cards", "i8"),  # as many as there is room for
                ("places", "i8"),
                ("card", "u1", (CARDS,)),
                ("allowed", "u2", (CARDS,)),  # bit per place
                ("room", "i8", (MAX_PLACES,)),
                # the answer: by index of the card
                ("place", "u1", (CARDS,)),
                # the rest is filled in here
                ("pinned", "u1", (CARDS,)),  # by index of the card: 1: only one place is left
                ("spare", "i8", (MAX_PLACES,)),  # room besides the pinned cards
                ("state", "i8"),  # 0: ways are not counted
                ("order", "u1", (CARDS,)),
                ("group", "u1", (CARDS,)),  # by index of the card
                ("kind", "u1", (CARDS,)),
                ("groups", "i8"),
                ("group_places", "u2", (MAX_GROUPS,)),
                ("group_size", "i8", (MAX_GROUPS,)),
                ("kinds", "i8"),
                ("kind_of", "u1", (MAX_PLACES,)),
                ("kind_groups", "i8", (MAX_PLACES,)),  # bit per group
                ("kind_room", "i8", (MAX_PLACES,)),
                ("left", "i8", (MAX_PLACES,)),
                # by stage (kinds are filled in turn): groups are merged that differ no more
                ("width", "i8", (MAX_PLACES,)),
                ("merged", "u1", (MAX_PLACES, MAX_GROUPS)),  # by group
                ("kinds_open", "i8", (MAX_PLACES, MAX_GROUPS)),  # by merged group: bit per kind
                ("most", "i8", (MAX_PLACES, MAX_GROUPS)),
                ("least", "i8", (MAX_PLACES, MAX_GROUPS)),
                ("next", "u1", (MAX_PLACES, MAX_GROUPS)),  # merged group of the next stage
                ("stride", "i8", (MAX_PLACES, MAX_GROUPS)),  # 0: follows from the others
                ("start", "i8", (MAX_PLACES,)),
                ("span", "i8", (MAX_PLACES,)),
                ("total", "i8", (MAX_PLACES,)),
                ("count", "i8", (MAX_PLACES, MAX_GROUPS)),
                ("low", "i8", (MAX_GROUPS,)),
                ("high", "i8", (MAX_GROUPS,)),
                ("taken", "i8", (MAX_GROUPS,)),
                ("first_ways", "f8"),
                ("ways", "f8", (_WAYS,)),
            ],
            align=True,
        ),
    )
)
"""The workspace of `allot`: set ``cards``, ``places``, ``card``, ``allowed``, ``room``, then call
`prepare`."""
DRAW_TYPE = numba.from_dtype(DRAW)
draw_at, _ = record_tools(DRAW)


def _binomials() -> np.ndarray:
    table = np.zeros((CARDS + 1, CARDS + 1))
    table[:, 0] = 1.0
    for n in range(1, CARDS + 1):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    table.setflags(write=False)
    return table


_CHOOSE = _binomials()


@part
def prepare(draw: Any) -> None:
    """Get ready for a question: what has only one place is put there, full places are barred."""
    draw.state = 0
    for index in range(draw.cards):
        draw.order[index] = index
        draw.pinned[index] = 0
    for place in range(draw.places):
        draw.spare[place] = draw.room[place]
    changed = True
    while changed:
        changed = False
        spare: Any = 0
        for place in range(draw.places):
            spare |= np.int64(draw.spare[place] > 0) << place
        for index in range(draw.cards):
            if draw.pinned[index]:
                continue
            places = np.int64(draw.allowed[index]) & spare
            if places & (places - 1) == 0 and places != 0:
                _pin(draw, index, places)
                changed = True
                break


@part
def _pin(draw: Any, index: Any, places: Any) -> None:
    place = 0
    while not (places >> place) & 1:
        place += 1
    draw.pinned[index] = 1
    draw.place[index] = place
    draw.spare[place] -= 1


@part
def allot(draw: Any, key: Any) -> Any:
    """Draw who gets which card, each possible way with the same probability.

    Parameters
    ----------
    draw
        Record of type `DRAW`, after `prepare`.
    key
        uint64, see `kernels.rng`.

    Returns
    -------
    bool
        Whether there is a way; then ``draw.place`` holds it.
    """
    tries = TRIES if draw.state == 0 else 0 if draw.state == _COUNTED else _MANY_TRIES
    if _try(draw, subkey(key, 0), tries):
        return True
    if draw.state == 0:
        count_ways(draw)
    if draw.state == _COUNTED:
        return allot_by_ways(draw, subkey(key, 1))
    return _try(draw, subkey(key, 2), _MANY_TRIES)


@part
def _try(draw: Any, key: Any, tries: Any) -> Any:
    for attempt in range(tries):
        _shuffle(draw, subkey(key, attempt))
        if _fits_in_order(draw):
            return True
    return False


@part
def _shuffle(draw: Any, key: Any) -> None:
    if draw.cards > 1:
        shuffle(draw.order, draw.cards, key, draw.order)


@part
def _fits_in_order(draw: Any) -> Any:
    """Fill place by place with the cards in their random order, if each may lie there."""
    place, left = 0, draw.spare[0]
    for spot in range(draw.cards):
        index = np.int64(draw.order[spot])
        if draw.pinned[index]:
            continue
        while left <= 0:
            place += 1
            if place == draw.places:
                return False
            left = draw.spare[place]
        if not (np.int64(draw.allowed[index]) >> place) & 1:
            return False
        draw.place[index] = place
        left -= 1
    return True


@part
def count_ways(draw: Any) -> None:
    """Count the ways to fill each kind of place, for all counts of groups that may be left."""
    draw.state = _TOO_LARGE
    if not _find_groups(draw):
        return
    _find_kinds(draw)
    used: Any = 0
    for stage in range(draw.kinds):
        _merge_groups(draw, stage)
        draw.start[stage] = used
        if 1 <= stage < draw.kinds - 1:
            used += draw.span[stage]
        if used > _WAYS:
            return
    for stage in range(draw.kinds - 1):
        for merged in range(draw.width[stage]):
            draw.next[stage, merged] = _NOBODY
        for group in range(draw.groups):
            merged = draw.merged[stage, group]
            if merged != _NOBODY:
                draw.next[stage, merged] = draw.merged[stage + 1, group]
    for stage in range(draw.kinds - 2, 0, -1):
        _fill_stage(draw, stage)
    draw.state = _COUNTED
    draw.first_ways = 1.0
    for group in range(draw.groups):
        if draw.merged[0, group] == _NOBODY:
            draw.first_ways = 0.0
    if draw.kinds > 1 and draw.first_ways > 0.0:
        for merged in range(draw.width[0]):
            draw.count[0, merged] = draw.most[0, merged]
        draw.first_ways = _sum_ways(draw, 0, np.inf)


@part
def _find_groups(draw: Any) -> Any:
    open_places: Any = 0
    for place in range(draw.places):
        open_places |= np.int64(draw.spare[place] > 0) << place
    draw.groups = 0
    for index in range(draw.cards):
        if draw.pinned[index]:
            continue
        places = np.int64(draw.allowed[index]) & open_places
        group = 0
        while group < draw.groups and draw.group_places[group] != places:
            group += 1
        if group == draw.groups:
            if group == MAX_GROUPS:
                return False
            draw.group_places[group] = places
            draw.group_size[group] = 0
            draw.groups += 1
        draw.group_size[group] += 1
        draw.group[index] = group
    return True


@part
def _find_kinds(draw: Any) -> None:
    """Number the kinds of places; the one that may hold all cards, if any, comes last."""
    draw.kinds = 0
    for last in range(2):
        for place in range(draw.places):
            groups: Any = 0
            for group in range(draw.groups):
                groups |= ((np.int64(draw.group_places[group]) >> place) & 1) << group
            holds_all = np.int64(groups == (1 << draw.groups) - 1)
            if draw.spare[place] <= 0 or holds_all != last:
                continue
            kind = 0
            while kind < draw.kinds and draw.kind_groups[kind] != groups:
                kind += 1
            if kind == draw.kinds:
                draw.kind_groups[kind] = groups
                draw.kind_room[kind] = 0
                draw.kinds += 1
            draw.kind_room[kind] += draw.spare[place]
            draw.kind_of[place] = kind


@part
def _merge_groups(draw: Any, stage: Any) -> None:
    """Merge the groups that the kinds from a stage on may hold alike; lay out their table."""
    draw.width[stage] = 0
    for group in range(draw.groups):
        kinds: Any = 0
        for kind in range(stage, draw.kinds):
            kinds |= ((draw.kind_groups[kind] >> group) & 1) << kind
        merged = 0
        while merged < draw.width[stage] and draw.kinds_open[stage, merged] != kinds:
            merged += 1
        if kinds == 0:
            draw.merged[stage, group] = _NOBODY
            continue
        if merged == draw.width[stage]:
            draw.kinds_open[stage, merged] = kinds
            draw.most[stage, merged] = 0
            draw.least[stage, merged] = 0
            draw.width[stage] += 1
        gone: Any = 0
        for kind in range(stage):
            gone += draw.kind_room[kind] if (draw.kind_groups[kind] >> group) & 1 else 0
        draw.most[stage, merged] += draw.group_size[group]
        draw.least[stage, merged] += max(draw.group_size[group] - gone, 0)
        draw.merged[stage, group] = merged
    _lay_out(draw, stage)


@part
def _range(draw: Any, stage: Any, merged: Any) -> Any:
    """Return how many different numbers of a merged group may be left."""
    return draw.most[stage, merged] - draw.least[stage, merged] + 1


@part
def _lay_out(draw: Any, stage: Any) -> None:
    """Lay out the table of a stage; the largest group's count follows from the others."""
    largest, size = 0, 1
    for merged in range(draw.width[stage]):
        if _range(draw, stage, merged) > _range(draw, stage, largest):
            largest = merged
    for merged in range(draw.width[stage]):
        draw.stride[stage, merged] = 0
        if merged != largest and size <= _WAYS:
            draw.stride[stage, merged] = size
            size *= _range(draw, stage, merged)
    draw.span[stage] = size
    draw.total[stage] = 0
    for kind in range(stage, draw.kinds):
        draw.total[stage] += draw.kind_room[kind]


@part
def _first(draw: Any, stage: Any) -> Any:
    """Return the place that the least of each group would have, counted from 0 of each."""
    place: Any = 0
    for merged in range(draw.width[stage]):
        place += draw.least[stage, merged] * draw.stride[stage, merged]
    return place


@part
def _fill_stage(draw: Any, stage: Any) -> None:
    """Count the ways from a stage on, for every possible rest of the groups."""
    for state in range(draw.span[stage]):
        left, largest = draw.total[stage], 0
        for merged in range(draw.width[stage]):
            stride = draw.stride[stage, merged]
            if stride == 0:
                largest = merged
                continue
            count = draw.least[stage, merged] + state // stride % _range(draw, stage, merged)
            draw.count[stage, merged] = count
            left -= count
        ways = 0.0
        if draw.least[stage, largest] <= left <= draw.most[stage, largest]:
            draw.count[stage, largest] = left
            ways = _sum_ways(draw, stage, np.inf)
        draw.ways[draw.start[stage] + state] = ways


@part
def _sum_ways(draw: Any, stage: Any, goal: Any) -> Any:
    """Add up the ways of all that a kind may take; stop at what carries the sum over a goal."""
    width, room = draw.width[stage], draw.kind_room[stage]
    last: Any = -1
    for merged in range(width):
        count = draw.count[stage, merged]
        is_open = (draw.kinds_open[stage, merged] >> stage) & 1
        draw.high[merged] = min(count, room) if is_open else 0
        draw.low[merged] = count if draw.next[stage, merged] == _NOBODY else 0
        draw.taken[merged] = draw.low[merged]
        if draw.low[merged] > draw.high[merged]:
            return 0.0
        if is_open:
            last = merged
    total = 0.0
    while True:
        rest = room
        for merged in range(width):
            rest -= draw.taken[merged] if merged != last else 0
        fits = rest == 0
        if last >= 0:
            fits = draw.low[last] <= rest <= draw.high[last]
            draw.taken[last] = rest
        if fits:
            total += _ways_of(draw, stage)
            if total > goal:
                return total
        place = 0
        while place < width and (place == last or draw.taken[place] == draw.high[place]):
            draw.taken[place] = draw.low[place]
            place += 1
        if place == width:
            return total
        draw.taken[place] += 1


@part
def _ways_of(draw: Any, stage: Any) -> Any:
    """Return the ways with what a kind takes of each group as it stands."""
    ways, after = 1.0, stage + 1
    state = draw.start[after] - _first(draw, after)
    for merged in range(draw.width[stage]):
        count, take = draw.count[stage, merged], draw.taken[merged]
        ways *= _CHOOSE[count, take]
        following = draw.next[stage, merged]
        if following != _NOBODY:
            state += (count - take) * draw.stride[after, following]
    return ways * draw.ways[state] if after < draw.kinds - 1 else ways


@part
def allot_by_ways(draw: Any, key: Any) -> Any:
    """As `allot`, after `count_ways`: draw counts by their ways, then cards."""
    if not draw.first_ways > 0.0:
        return False
    for index in range(draw.cards):
        draw.kind[index] = _NOBODY
    for merged in range(draw.width[0]):
        draw.count[0, merged] = draw.most[0, merged]
    for stage in range(draw.kinds - 1):
        _draw_counts(draw, stage, subkey(key, 2 * stage))
        # Each time another order: in the last one, what was taken of a group stands before its rest.
        _shuffle(draw, subkey(key, 2 * stage + 1))
        _draw_cards(draw, stage)
    _shuffle(draw, subkey(key, 2 * draw.kinds))
    _draw_places(draw)
    return True


@part
def _draw_counts(draw: Any, stage: Any, key: Any) -> None:
    """Draw what a kind takes of each group; note what is left for the next."""
    ways = draw.first_ways
    if stage > 0:
        state = draw.start[stage] - _first(draw, stage)
        for merged in range(draw.width[stage]):
            state += draw.count[stage, merged] * draw.stride[stage, merged]
        ways = draw.ways[state]
    _sum_ways(draw, stage, ways * (np.float64(key >> _MANTISSA) * _UNIT))
    for merged in range(draw.width[stage + 1]):
        draw.count[stage + 1, merged] = 0
    for merged in range(draw.width[stage]):
        following = draw.next[stage, merged]
        if following != _NOBODY:
            left = draw.count[stage, merged] - draw.taken[merged]
            draw.count[stage + 1, following] += left


@part
def _draw_cards(draw: Any, stage: Any) -> None:
    for spot in range(draw.cards):
        index = draw.order[spot]
        if draw.pinned[index] or draw.kind[index] != _NOBODY:
            continue
        merged = draw.merged[stage, draw.group[index]]
        if draw.taken[merged] > 0:
            draw.taken[merged] -= 1
            draw.kind[index] = stage


@part
def _draw_places(draw: Any) -> None:
    """Share each kind's cards among its places, in their random order."""
    for place in range(draw.places):
        draw.left[place] = draw.spare[place]
    for spot in range(draw.cards):
        index = draw.order[spot]
        if draw.pinned[index]:
            continue
        kind = draw.kind[index] if draw.kind[index] != _NOBODY else draw.kinds - 1
        place = 0
        while draw.left[place] <= 0 or draw.kind_of[place] != kind:
            place += 1
        draw.left[place] -= 1
        draw.place[index] = place
