"""What a run counts: integers per bid cell and declarer's seat that add up on any split.

A tally is int64 of shape (rows, seats, COLUMNS). In forced mode a row is a chosen cell. In auction
mode a row is a cell with a final objective (objectives running faster); the last row counts the
hands that were passed out, at seat 0. The first columns count deals by final objective, abdication
and result: all that points depend on.
"""

from __future__ import annotations

from plateau_sim.plateau.bids import OBJECTIVES

OUTCOMES = len(OBJECTIVES) * 4
TRICKS = OUTCOMES
"""Sum of the tricks played."""
BY_TALON = OUTCOMES + 1
"""Deals still open after the last trick."""
AS_EASIER = OUTCOMES + 2
"""Deals with the same result as under the next lower chosen objective, exchange and team alike."""
COLUMNS = OUTCOMES + 3


def outcome(objective: int, abdicated: int, won: int) -> int:
    """Return the column that counts deals with this final objective and result."""
    return 4 * objective + 2 * abdicated + won
