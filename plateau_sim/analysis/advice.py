"""Whether the advice stays the same where something else is assumed."""

from __future__ import annotations

from typing import NamedTuple

from plateau_sim.analysis.handverdict import NO, PASSING, SOUND, Verdict
from plateau_sim.plateau.bids import BidCell

SAME, UNSURE, OTHER = "same", "unsure", "other"


class Agreement(NamedTuple):
    """Another verdict beside the main one.

    Attributes
    ----------
    kind : str
        ``same``: the option advised is best there too, or can't be told from the best;
        ``unsure``: it leads there no more, but is not known to be worse, or not known to be
        better than passing; ``other``: something else is better there.
    instead : BidCell or None
        What leads there, None for passing.
    lead : float
        Of the advised bid over passing there; of the next bid if passing is advised.
    """

    kind: str
    instead: BidCell | None
    lead: float


def agreement(verdict: Verdict, other: Verdict) -> Agreement:
    """Compare a verdict with one that was reached otherwise, of some of the same options."""
    advised, there = verdict.best, other.standing
    place = other.options.index(advised)
    if not other.in_order:
        return Agreement(SAME, None, 0.0)
    bid = place if place != PASSING else other.in_order[0]
    lead = float(there.to_baseline.mean[bid])
    if there.out[place]:
        return Agreement(OTHER, other.best, lead)
    if place != PASSING and verdict.label(verdict.standing.best) == SOUND:
        if other.label(place) == NO:
            return Agreement(OTHER, None, lead)
        if other.label(place) != SOUND:
            return Agreement(UNSURE, other.best, lead)
    if there.best != place and not _is_close(verdict, other.best):
        return Agreement(UNSURE, other.best, lead)
    return Agreement(SAME, other.best, lead)


def _is_close(verdict: Verdict, option: BidCell | None) -> bool:
    """Tell whether an option can't be told from the best in a verdict."""
    return verdict.options.index(option) in verdict.standing.too_close
