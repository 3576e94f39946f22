"""Whether the bid table is fair."""

from __future__ import annotations

from plateau_sim.analysis.verdict import Verdict
from plateau_sim.report.fairtext import answer, findings
from plateau_sim.report.figures.bids import best_bids
from plateau_sim.report.page import Section
from plateau_sim.report.parts.part import Part, paragraphs, played


def fairness_part(verdict: Verdict, *, name: str = "best-bids") -> Part:
    """Return the part of a verdict on a bid table; see `analysis.verdict`."""
    counts = verdict.counts
    size = f"{counts.hands:,} hands x {counts.playouts:,} playouts"
    caption = (
        "In each cell: the bid's value, for which share of the hands that bid it is the best one, "
        "and how often these hands win it, measured on the other half of the playouts. "
        + played(counts.experiment, size)
    )
    said = answer(verdict)
    section = Section(
        "Is the bid table fair?",
        paragraphs(findings(verdict)),
        [best_bids(verdict.table, caption)],
    )
    data = {name: verdict.table, f"{name}-neighbours": verdict.neighbours}
    return Part(said, [section], data)
