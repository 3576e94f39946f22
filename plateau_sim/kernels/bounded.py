"""Dealing cards to places that hold a bounded number of some of them, as `boundplan` plans it.

Every deal within the bounds is equally likely: what each stage takes of a group is drawn by the
ways to go on, and which cards of it are any. What a plan had to leave out of its tables is checked
afterwards, and the deal thrown back if need be. Nothing is allocated.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from plateau_sim.cards import CARDS
from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import contains
from plateau_sim.kernels.boundplan import MAX_STAGES, MAX_VARIABLES
from plateau_sim.kernels.boundsteps import AFTER, COUNT, MAX_GROUPS, MAX_SUMS, ROOM, SLOTS
from plateau_sim.kernels.deal import shuffle
from plateau_sim.kernels.rng import below, subkey
from plateau_sim.kernels.ways import CHOOSE
from plateau_sim.pointers import row_of, rows_of

MAX_STEPS, MAX_ROOM, MAX_CHECKS = MAX_STAGES * MAX_GROUPS, 30, 16
MOST_TRIES = 1_000_000
"""Deals thrown back at most: `factdeals` sees to it that the number is never reached."""
_MANTISSA, _UNIT = np.uint64(11), 2.0**-53
_REST, _COUNTS, _PICKS, _MIXES = 0, 1, 2, 3

BOUNDED: np.dtype[Any] = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("row_size", "i8"),
                ("template", "u1", (CARDS,)),  # the row with the cards whose place is certain
                ("cards", "i8"),
                ("card", "u1", (CARDS,)),  # the others, ascending
                ("free", "i8"),
                ("free_spot", "u1", (CARDS,)),  # spots of the row for what the stages leave
                # places with cards of both kinds are mixed where the order of their cards matters
                ("mixes", "i8"),
                ("mix_size", "i8", (MAX_STAGES,)),
                ("mix_spot", "u1", (MAX_STAGES, MAX_ROOM)),
                ("stages", "i8"),
                ("stage_room", "i8", (MAX_STAGES,)),
                ("stage_spot", "u1", (MAX_STAGES, MAX_ROOM)),
                ("stage_groups", "i8", (MAX_STAGES,)),  # as many steps
                ("stage_step", "i8", (MAX_STAGES,)),  # the first one
                ("group_of", "u1", (MAX_STAGES, CARDS)),  # by card
                ("group_size", "i8", (MAX_GROUPS,)),  # of the first stage
                ("group", "i8", (MAX_STEPS,)),
                ("after", "i8", (MAX_STEPS,)),  # slot of the next stage's group
                ("low", "i8", (MAX_STEPS,)),
                ("high", "i8", (MAX_STEPS,)),
                ("room_low", "i8", (MAX_STEPS,)),  # of the room that may be left
                ("room_high", "i8", (MAX_STEPS,)),
                ("after_low", "i8", (MAX_STEPS,)),  # of what the next stage's group may have
                ("after_high", "i8", (MAX_STEPS,)),
                ("sums", "i8", (MAX_STEPS,)),
                ("sum_slot", "i8", (MAX_STEPS, MAX_SUMS)),
                ("sum_opened", "i8", (MAX_STEPS, MAX_SUMS)),  # 1: begins with this step
                ("sum_low", "i8", (MAX_STEPS, MAX_SUMS)),
                ("sum_high", "i8", (MAX_STEPS, MAX_SUMS)),
                # the table of each step, and how its place moves with what is taken before it
                ("start", "i8", (MAX_STEPS,)),
                ("move", "i8", (MAX_STEPS,)),
                ("variables", "i8", (MAX_STEPS,)),
                ("slot", "i8", (MAX_STEPS, MAX_VARIABLES)),
                ("stride", "i8", (MAX_STEPS, MAX_VARIABLES)),
                # what the tables leave out
                ("checks", "i8"),
                ("check_size", "i8", (MAX_CHECKS,)),
                ("check_spot", "u1", (MAX_CHECKS, MAX_ROOM)),
                ("check_plain", "u8", (MAX_CHECKS,)),
                ("check_trumps", "u8", (MAX_CHECKS,)),
                ("check_low", "i8", (MAX_CHECKS,)),
                ("check_high", "i8", (MAX_CHECKS,)),
                # workspace
                ("value", "i8", (SLOTS,)),
                ("taken", "i8", (MAX_GROUPS,)),
                ("first", "i8", (MAX_GROUPS,)),
                ("spot", "i8", (MAX_GROUPS,)),
                ("left", "i8"),
                ("rest", "u1", (CARDS,)),
                ("bucket", "u1", (CARDS,)),
            ],
            align=True,
        ),
    )
)
"""A plan as a record; its tables of ways stand in a row of their own."""
BOUNDED_TYPE = numba.from_dtype(BOUNDED)


class Asked(NamedTuple):
    """A plan as kernels get it: a record of type `BOUNDED`, one a thread, and its tables.

    Attributes
    ----------
    plan : record
        Holds a workspace, too.
    ways : float64 array, shape (1, n)
        The tables; read only.
    """

    plan: Any
    ways: Any


ASKED_TYPE = types.NamedTuple((BOUNDED_TYPE, types.float64[:, ::1]), Asked)
"""What a kernel's signature says of an `Asked`."""


@part
def deal_bounded(asked: Any, key: Any, row: Any) -> Any:
    """Deal within the bounds, each deal that fits with the same probability.

    Parameters
    ----------
    asked
        `Asked`.
    key
        uint64, see `kernels.rng`; the deal is a function of plan and key.
    row
        uint8, gets the cards by spot.

    Returns
    -------
    bool
        Whether a deal was found; always, if the plan is possible and its checks not too rare.
    """
    for attempt in range(MOST_TRIES):
        if deal_once(asked, subkey(key, attempt), row):
            return True
    return False


@part
def deal_once(asked: Any, key: Any, row: Any) -> Any:
    """Deal by the tables; tell whether what they leave out holds, too."""
    plan = asked.plan
    _deal(plan, row_of(rows_of(asked.ways), 0), key, row)
    return _passes(plan, row)


@part
def _deal(plan: Any, ways: Any, key: Any, row: Any) -> None:
    for spot in range(plan.row_size):
        row[spot] = plan.template[spot]
    for index in range(plan.cards):
        plan.rest[index] = plan.card[index]
    plan.left = plan.cards
    if plan.stages:
        for group in range(plan.stage_groups[0]):
            plan.value[COUNT + group] = plan.group_size[group]
        for stage in range(plan.stages):
            _draw_counts(plan, ways, stage, subkey(subkey(key, _COUNTS), stage))
            _draw_cards(plan, stage, subkey(subkey(key, _PICKS), stage), row)
    shuffle(plan.rest, plan.left, subkey(key, _REST), plan.bucket)
    for index in range(plan.free):
        row[plan.free_spot[index]] = plan.bucket[index]
    for index in range(plan.mixes):
        _mix_spots(plan.mix_spot[index], plan.mix_size[index], subkey(key, _MIXES + index), row)


@inline
def _place(plan: Any, step: Any) -> Any:
    """Return the place in the tables of the counts as they stand."""
    place = plan.start[step]
    for variable in range(plan.variables[step]):
        place += plan.value[plan.slot[step, variable]] * plan.stride[step, variable]
    return place


@part
def _draw_counts(plan: Any, ways: Any, stage: Any, key: Any) -> None:
    """Draw what a stage takes of each group, step by step."""
    groups = plan.stage_groups[stage]
    plan.value[ROOM] = plan.stage_room[stage]
    for group in range(MAX_GROUPS):
        plan.value[AFTER + group] = 0
    for index in range(groups):
        step = plan.stage_step[stage] + index
        group = plan.group[step]
        take = plan.value[ROOM]
        if index < groups - 1:
            take = _draw_take(plan, ways, step, subkey(key, index))
        else:
            plan.value[plan.after[step]] += plan.value[COUNT + group]
        plan.value[ROOM] -= take
        plan.value[plan.after[step]] -= take
        for number in range(plan.sums[step]):
            plan.value[plan.sum_slot[step, number]] += take
        plan.taken[group] = take


@part
def _draw_take(plan: Any, ways: Any, step: Any, key: Any) -> Any:
    """Draw what is taken of a group; its cards count as left to the next stage before."""
    size = plan.value[COUNT + plan.group[step]]
    room, after = plan.value[ROOM], plan.value[plan.after[step]] + size
    low = max(plan.low[step], room - plan.room_high[step], after - plan.after_high[step])
    high = min(plan.high[step], room - plan.room_low[step], after - plan.after_low[step], size)
    for number in range(plan.sums[step]):
        slot = plan.sum_slot[step, number]
        if plan.sum_opened[step, number]:
            plan.value[slot] = 0
        low = max(low, plan.sum_low[step, number] - plan.value[slot])
        high = min(high, plan.sum_high[step, number] - plan.value[slot])
    goal = 0.0
    if low < high:
        goal = ways[_place(plan, step)] * (np.float64(key >> _MANTISSA) * _UNIT)
    plan.value[plan.after[step]] = after
    if low >= high:
        return low
    place, move = _place(plan, step + 1), plan.move[step + 1]
    total = 0.0
    take: Any = low
    for count in range(low, high + 1):
        more = CHOOSE[size, count] * ways[place + count * move]
        if more > 0.0:
            take = count
        total += more
        if total > goal:
            break
    return take


@part
def _draw_cards(plan: Any, stage: Any, key: Any, row: Any) -> None:
    """Pick the cards that a stage takes, any of each group, and keep the rest together."""
    groups = plan.stage_groups[stage]
    first: Any = 0
    for group in range(groups):
        plan.first[group] = first
        plan.spot[group] = first
        first += plan.value[COUNT + group]
    for index in range(plan.left):
        card = plan.rest[index]
        its_group = np.int64(plan.group_of[stage, card])
        plan.bucket[plan.spot[its_group]] = card
        plan.spot[its_group] += 1
    kept: Any = 0
    filled: Any = 0
    draws: Any = 0
    for group in range(groups):
        start, size = plan.first[group], plan.value[COUNT + group]
        for taken in range(plan.taken[group]):
            spot = start + taken
            other = spot + np.int64(below(subkey(key, draws), size - taken))
            draws += 1
            picked = plan.bucket[other]
            plan.bucket[other] = plan.bucket[spot]
            row[plan.stage_spot[stage, filled]] = picked
            filled += 1
        for spot in range(start + plan.taken[group], start + size):
            plan.rest[kept] = plan.bucket[spot]
            kept += 1
    plan.left = kept
    for group in range(MAX_GROUPS):
        plan.value[COUNT + group] = plan.value[AFTER + group]


@part
def _mix_spots(spots: Any, size: Any, key: Any, row: Any) -> None:
    """Put the cards of some spots in a random order."""
    for index in range(size - 1):
        other = index + np.int64(below(subkey(key, index), size - index))
        card = row[spots[other]]
        row[spots[other]] = row[spots[index]]
        row[spots[index]] = card


@part
def _passes(plan: Any, row: Any) -> Any:
    """Tell whether what the tables leave out holds."""
    for check in range(plan.checks):
        counted = plan.check_plain[check], plan.check_trumps[check]
        count: Any = 0
        for index in range(plan.check_size[check]):
            count += np.int64(contains(counted, row[plan.check_spot[check, index]]))
        if count < plan.check_low[check] or count > plan.check_high[check]:
            return False
    return True
