"""What is noted of each deal of a verdict: rows for the deal, for passing and for each bid."""

from __future__ import annotations

ROW_DEAL, ROW_PASS, FIRST_BID = range(3)
"""Rows of a deal; those of the bids played come last, in table order."""

TRIES, EXACT = range(2)
"""Facts of the deal's row: deals drawn until one was taken; 1 if the calls heard are exactly what
the bidder says with it."""

(
    POINTS,
    WON,
    PLAIN_POINTS,
    PLAIN_WON,
    OBJECTIVE,
    DECLARER,
    CELL,
    ROLE,
    PARTNER,
    IN_TALON,
    CALL_CARD,
    RAISER,
    FACTS,
) = range(13)
"""Facts of an option: the seat's points (times the players, so that they are whole), whether the
declaring side won, both also without raises, the objective in the end, who declares what, the
seat's part in it, the first partner, calls that nobody answered, the first card called, who raised
last; -1 where there is none."""

DEFENDS, CALLED, DECLARES, ALL_PASS = range(4)
"""Roles of the seat that asks."""
