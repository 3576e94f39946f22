"""How many endings the exact solver solves a second, by players and tricks left.

The endings are those at the start of a trick of greedy play, one a deal, the bids in turn. Seconds
are those of the processor, so that other work on the machine counts little.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from numba import types

from plateau_sim.jit import kernel
from plateau_sim.plateau.auction import start_forced
from plateau_sim.plateau.dealing import begin, deal_hand
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.perfect import POSITIONS_TYPE, Positions, new_positions
from plateau_sim.plateau.playing import CHOOSERS_TYPE, deciders_of, forget
from plateau_sim.plateau.playout import apply, ask, legal_actions
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner, new_deal
from plateau_sim.plateau.solver import NOTES, declaring_wins, workspace_words
from plateau_sim.plateau.solverseen import WORDS, Workspace
from plateau_sim.plateau.state import DEAL_TYPE, STATE_TYPE, new_state
from plateau_sim.plateau.view import CARD, OVER
from plateau_sim.pointers import copy_record, record_at, row_of, rows_of

ENTRIES = 1 << 16
_notes_at = record_at(NOTES)


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        types.int64,
        types.int64,
        CHOOSERS_TYPE,
        POSITIONS_TYPE,
    )
)
def endings(
    state: Any,
    deal: Any,
    cells: Any,
    trick: Any,
    choosers: Any,
    positions: Any,
) -> Any:
    """Play deals up to a trick, until so many are still open there; return how many were dealt."""
    deciders = deciders_of(choosers)
    table, number, place = state.table, 0, 0
    while place < positions.deals.size:
        deal_hand(state.game, 1, number, deal)
        begin(state, deal)
        forget(deciders, state.game.players)
        start_forced(state, deal.forced_declarer, number % cells)
        while table.kind != OVER and (table.kind != CARD or table.trick < trick):
            role = table.side[table.seat]
            apply(state, ask(state, deciders, role, legal_actions(state)))
        if table.kind != OVER:
            copy_record(positions.tables[place], table)
            copy_record(positions.hidden[place], state.hidden)
            place += 1
        number += 1
    return number


@kernel(types.int64(STATE_TYPE, POSITIONS_TYPE, types.int64, types.uint64[:, ::1], types.int64))
def solve(state: Any, positions: Any, place: Any, block: Any, entries: Any) -> Any:
    """Solve one position, or all for a place of 0; return how many were looked into."""
    work = Workspace(row_of(rows_of(block), 0), entries)
    start = _notes_at(work.words, WORDS * entries).positions
    last = place + 1 if place > 0 else positions.deals.size
    for index in range(max(place, 0), last):
        copy_record(state.table, positions.tables[index])
        copy_record(state.hidden, positions.hidden[index])
        declaring_wins(state, work)
    return _notes_at(work.words, WORDS * entries).positions - start


def line(players: int, tricks: int, count: int) -> str:
    """Return the line of a table."""
    rules = GameRules.published(players)
    runner = Runner(Experiment(rules))
    found = new_positions(count)
    state = new_state(runner.game)
    endings(
        *(state, new_deal(), len(rules.cells), rules.tricks - tricks, tuple(runner.choosers)), found
    )
    block = np.zeros((1, workspace_words(ENTRIES)), np.uint64)
    solve(state, Positions(*(each[:2] for each in found)), 0, block, ENTRIES)
    spent, looked = [], 0
    for index in range(1, count):
        started = time.thread_time()
        looked += solve(state, found, index, block, ENTRIES)
        spent.append(time.thread_time() - started)
        if sum(spent) > 20:
            break
    # Short ones are timed together: a call from Python takes longer than they do.
    if sum(spent) < 1:
        started = time.thread_time()
        for _ in range(5):
            solve(state, found, 0, block, ENTRIES)
        mean = (time.thread_time() - started) / 5 / count
    else:
        mean = sum(spent) / len(spent)
    worst = f"{1000 * max(spent):,.1f}"
    each = looked / len(spent)
    return (
        f"| {players} | {tricks} | {1 / mean:,.0f} | {each:,.0f} | {worst} | "
        f"{1000 * float(np.quantile(spent, 0.95)):,.1f} | {len(spent)} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--tricks", type=int, nargs="+", default=[2, 3, 4, 5, 6, 7, 8])
    parser.add_argument("--count", type=int, default=200)
    arguments = parser.parse_args()
    print("| players | tricks | endings/s | positions each | worst ms | 95% ms | endings |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for players in arguments.players:
        for tricks in arguments.tricks:
            print(line(players, tricks, arguments.count), flush=True)


if __name__ == "__main__":
    main()
