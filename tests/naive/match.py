"""Policies against each other, counted from single hands, without arrays."""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean, stdev


def over(
    won: Callable[[str, str, int, int], bool], one: str, other: str, deals: int, cells: int
) -> dict[str, tuple[float, float]]:
    """Return by role how much better a policy is than another, with its standard error.

    ``won(declaring, defending, deal, cell)`` tells whether the bid is made.
    """

    def rate(declaring: str, defending: str, deal: int) -> float:
        return mean(won(declaring, defending, deal, cell) for cell in range(cells))

    found: dict[str, list[float]] = {"declaring": [], "defending": []}
    for deal in range(deals):
        base = rate(other, other, deal)
        found["declaring"].append(rate(one, other, deal) - base)
        found["defending"].append(base - rate(other, one, deal))
    return {role: (mean(each), stdev(each) / deals**0.5) for role, each in found.items()}


def games_won(
    won: Callable[[str, str, int, int], bool], one: str, other: str, deals: int, cells: int
) -> list[int]:
    """Return by deal the games that a policy wins from another: it alone makes the bid."""
    return [
        sum(
            won(one, other, deal, cell) and not won(other, one, deal, cell) for cell in range(cells)
        )
        for deal in range(deals)
    ]
