"""Counting the ways to fill places of several kinds, and drawing one of them: see `constrained`.

Kinds are filled in turn, a *stage* each. From a stage on, groups of cards that the kinds still to
come may hold alike are merged; the ways to go on depend on how many are left of each merged group.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import CARDS
from plateau_sim.jit import part
from plateau_sim.kernels.draws import COUNTED, MAX_GROUPS, MAX_WAYS, NOBODY, TOO_LARGE, mix
from plateau_sim.kernels.rng import subkey

_MANTISSA, _UNIT = np.uint64(11), 2.0**-53


def _binomials() -> np.ndarray:
    table = np.zeros((CARDS + 1, CARDS + 1))
    table[:, 0] = 1.0
    for n in range(1, CARDS + 1):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    table.setflags(write=False)
    return table


CHOOSE = _binomials()


@part
def count_ways(draw: Any) -> None:
    """Count the ways to fill each kind of place, for all counts of groups that may be left."""
    draw.state = TOO_LARGE
    if not _find_groups(draw):
        return
    _find_kinds(draw)
    used: Any = 0
    for stage in range(draw.kinds):
        _merge_groups(draw, stage)
        draw.start[stage] = used
        if 1 <= stage < draw.kinds - 1:
            used += draw.span[stage]
        if used > MAX_WAYS:
            return
    for stage in range(draw.kinds - 1):
        for merged in range(draw.width[stage]):
            draw.next[stage, merged] = NOBODY
        for group in range(draw.groups):
            merged = draw.merged[stage, group]
            if merged != NOBODY:
                draw.next[stage, merged] = draw.merged[stage + 1, group]
    for stage in range(draw.kinds - 2, 0, -1):
        _fill_stage(draw, stage)
    draw.state = COUNTED
    draw.first_ways = 1.0
    for group in range(draw.groups):
        if draw.merged[0, group] == NOBODY:
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
            draw.merged[stage, group] = NOBODY
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
        if merged != largest and size <= MAX_WAYS:
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
        draw.low[merged] = count if draw.next[stage, merged] == NOBODY else 0
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
        ways *= CHOOSE[count, take]
        following = draw.next[stage, merged]
        if following != NOBODY:
            state += (count - take) * draw.stride[after, following]
    return ways * draw.ways[state] if after < draw.kinds - 1 else ways


@part
def allot_by_ways(draw: Any, key: Any) -> Any:
    """As `allot`, after `count_ways`: draw counts by their ways, then cards."""
    if not draw.first_ways > 0.0:
        return False
    for index in range(draw.cards):
        draw.kind[index] = NOBODY
    for merged in range(draw.width[0]):
        draw.count[0, merged] = draw.most[0, merged]
    for stage in range(draw.kinds - 1):
        _draw_counts(draw, stage, subkey(key, 2 * stage))
        # Another order each time: in the last one, what was taken of a group stands first.
        mix(draw, subkey(key, 2 * stage + 1))
        _draw_cards(draw, stage)
    mix(draw, subkey(key, 2 * draw.kinds))
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
        if following != NOBODY:
            left = draw.count[stage, merged] - draw.taken[merged]
            draw.count[stage + 1, following] += left


@part
def _draw_cards(draw: Any, stage: Any) -> None:
    for spot in range(draw.cards):
        index = draw.order[spot]
        if draw.pinned[index] or draw.kind[index] != NOBODY:
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
        kind = draw.kind[index] if draw.kind[index] != NOBODY else draw.kinds - 1
        place = 0
        while draw.left[place] <= 0 or draw.kind_of[place] != kind:
            place += 1
        draw.left[place] -= 1
        draw.place[index] = place
