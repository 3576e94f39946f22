"""Counting judged decisions, one by one."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

# One decision: deal, side to move, tricks left, won, critical, and by policy whether it was thrown.
Decision = tuple[int, str, int, bool, bool, Sequence[bool]]


def counted(decisions: Sequence[Decision], policy: int, role: str, left: int) -> list[int]:
    """Counts of a policy, their products by deal, and with the first policy's mistakes.

    Parameters
    ----------
    role : "declaring", "defending" or "both".
    left : tricks left, 0 for any.
    """
    by_deal: dict[int, list[int]] = {}
    for deal, side, tricks, won, critical, thrown in decisions:
        if role in (side, "both") and left in (tricks, 0):
            facts = [1, int(won), int(critical), int(thrown[policy]), int(thrown[0])]
            known = by_deal.get(deal, [0] * 5)
            by_deal[deal] = [a + b for a, b in zip(known, facts, strict=True)]
    result = [sum(counts[place] for counts in by_deal.values()) for place in range(4)]
    for one, other in combinations_with_replacement(range(4), 2):
        result.append(sum(counts[one] * counts[other] for counts in by_deal.values()))
    return [*result, sum(counts[3] * counts[4] for counts in by_deal.values())]
