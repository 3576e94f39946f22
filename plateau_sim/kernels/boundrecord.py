"""A plan of `boundplan` as the record and tables that `bounded` deals by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from plateau_sim.cards import card_set
from plateau_sim.kernels.bounded import BOUNDED, MAX_CHECKS, Asked
from plateau_sim.kernels.boundplan import Plan, TooLarge
from plateau_sim.kernels.boundstages import Bound
from plateau_sim.kernels.boundsteps import AFTER, ROOM, Layer, Stage, Step


def asked_of(
    plan: Plan,
    spots: Mapping[int, Sequence[int]],
    known: Mapping[int, int],
    ordered: Sequence[int] = (),
    checks: Sequence[Bound] = (),
) -> Asked:
    """Return a plan as kernels get it.

    Parameters
    ----------
    plan
        A possible one.
    spots
        For each place its spots in the row of cards; as many as it has room for.
    known
        Cards by spot that are dealt already.
    ordered
        Places where it matters which card lies in which spot.
    checks
        Bounds that the plan has left out.

    Raises
    ------
    TooLarge
        If there are too many checks.
    """
    record: np.record = np.zeros(1, BOUNDED)[0]
    record["row_size"] = sum(map(len, spots.values())) + len(known)
    for spot, card in known.items():
        record["template"][spot] = card
    open_spots = {place: list(reversed(each)) for place, each in spots.items()}
    for card, place in plan.pins.items():
        record["template"][open_spots[place].pop()] = card
    record["cards"], record["card"][: len(plan.cards)] = len(plan.cards), sorted(plan.cards)
    tables = _write_stages(record, plan, open_spots)
    free = [spot for each in open_spots.values() for spot in each]
    record["free"], record["free_spot"][: len(free)] = len(free), sorted(free)
    touched = {*plan.pins.values(), *(stage.place for stage in plan.stages)}
    for place in (place for place in ordered if place in touched):
        _list_spots(record, "mix", int(record["mixes"]), spots[place])
        record["mixes"] += 1
    _write_checks(record, checks, spots)
    return Asked(record, tables)


def _list_spots(record: np.record, name: str, number: int, spots: Sequence[int]) -> None:
    record[f"{name}_size"][number] = len(spots)
    record[f"{name}_spot"][number, : len(spots)] = spots


def _write_checks(
    record: np.record, checks: Sequence[Bound], spots: Mapping[int, Sequence[int]]
) -> None:
    if len(checks) > MAX_CHECKS:
        raise TooLarge
    record["checks"] = len(checks)
    for number, bound in enumerate(checks):
        _list_spots(record, "check", number, spots[bound.place])
        record["check_plain"][number], record["check_trumps"][number] = card_set(bound.cards)
        record["check_low"][number], record["check_high"][number] = bound.low, bound.high


def _write_stages(
    record: np.record, plan: Plan, open_spots: dict[int, list[int]]
) -> npt.NDArray[np.float64]:
    """Write the stages; return their tables, one behind the other."""
    record["stages"] = len(plan.stages)
    tables = [np.ones(1)]
    number = 0
    for index, stage in enumerate(plan.stages):
        _write_stage(record, index, stage, open_spots[stage.place], number)
        for position, step in enumerate(stage.steps):
            following = stage.steps[position + 1 :]
            _write_step(record, number, step, following[0].layer if following else None)
            _write_layer(record, number, step.layer, sum(map(len, tables)))
            tables.append(step.layer.ways)
            number += 1
    if plan.stages:
        first = plan.stages[0].groups
        record["group_size"][: len(first)] = [len(group) for group in first]
    return np.concatenate(tables).reshape(1, -1)


def _write_stage(
    record: np.record, index: int, stage: Stage, open_spots: list[int], first_step: int
) -> None:
    record["stage_room"][index] = stage.room
    record["stage_spot"][index, : stage.room] = open_spots
    open_spots.clear()
    record["stage_groups"][index], record["stage_step"][index] = len(stage.groups), first_step
    for group, cards in enumerate(stage.groups):
        record["group_of"][index, sorted(cards)] = group


def _write_step(record: np.record, number: int, step: Step, following: Layer | None) -> None:
    """Write what a step may take; ``following`` is the layer of the stage's next step."""
    slot = AFTER + step.after
    record["group"][number], record["after"][number] = step.group, slot
    record["low"][number], record["high"][number] = step.low, step.high
    if following is None:
        return
    record["room_low"][number], record["room_high"][number] = following.ranges[ROOM]
    record["after_low"][number], record["after_high"][number] = following.ranges[slot]
    strides = following.strides
    move = -strides.get(slot, 0) - strides.get(ROOM, 0)
    record["sums"][number] = len(step.sums)
    for index, (sum_slot, (low, high)) in enumerate(step.sums.items()):
        record["sum_slot"][number, index] = sum_slot
        record["sum_opened"][number, index] = sum_slot in step.opened
        record["sum_low"][number, index], record["sum_high"][number, index] = low, high
        move += strides.get(sum_slot, 0)
    record["move"][number + 1] = move


def _write_layer(record: np.record, number: int, layer: Layer, start: int) -> None:
    record["start"][number] = start + layer.start
    record["variables"][number] = len(layer.strides)
    for index, (slot, stride) in enumerate(layer.strides.items()):
        record["slot"][number, index], record["stride"][number, index] = slot, stride
