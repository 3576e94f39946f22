"""What is counted of decisions judged by perfect play: integers that add up on any split.

A tally is int64 of shape (policies, ROLES_TOLD, 1 + last, COLUMNS): by who was to move, and by how
many tricks were left (0: all together). The decisions of one deal depend on each other, so sums
of squares and products over deals are kept beside the sums.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

DECISIONS, WON, CRITICAL, THROWN = range(4)
"""Cards chosen from two or more; of these, in endings won for the side to move; of these, with a
card that loses it; of these, such a card chosen."""
COUNTS = 4
PAIRS = tuple(combinations_with_replacement(range(COUNTS), 2))
"""Products of two counts of a deal, in the order in which they are kept, after the counts."""
WITH_FIRST = COUNTS + len(PAIRS)
"""Then: thrown by this policy times thrown by the first one."""
COLUMNS = WITH_FIRST + 1
ROLES_TOLD = ("defending", "declaring", "both")
"""Who was to move: the sides in their order, and both together."""
BOTH = 2


def product(one: int, other: int) -> int:
    """Return the column of the product of two counts."""
    return COUNTS + PAIRS.index((min(one, other), max(one, other)))
