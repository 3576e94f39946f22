"""Whole pages: what each kind of report is called, and what stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plateau_sim.plateau.experiment import Experiment
from plateau_sim.report.page import Page
from plateau_sim.report.parts.part import Part, warnings_of
from plateau_sim.report.words import headline

TITLES = {
    "study": "A study of {layout} with {players} players",
    "table": "The bids of {layout} with {players} players",
    "board": "The spaces of {layout} with {players} players",
    "shape": "The shape of a hand on {layout} with {players} players",
    "fair": "Is the bid table fair? {layout} with {players} players",
}


def setup_page(
    kind: str, experiment: Experiment, parts: Sequence[Part], manifest: dict[str, Any]
) -> Page:
    """Return the page about one setup; ``kind`` is one of `TITLES`."""
    names = {"layout": experiment.layout.name, "players": experiment.rules.players}
    setup = " · ".join(headline(experiment).splitlines())
    return _page(TITLES[kind].format(**names), setup, parts, manifest, [experiment])


def comparison_page(
    names: Sequence[str],
    experiments: Sequence[Experiment],
    part: Part,
    manifest: dict[str, Any],
) -> Page:
    """Return the page that compares setups with the first of them."""
    base = " · ".join(headline(experiments[0]).splitlines())
    others = ", ".join(names[1:])
    return _page(f"{names[0]} against {others}", f"A: {base}", [part], manifest, experiments)


def _page(
    title: str,
    setup: str,
    parts: Sequence[Part],
    manifest: dict[str, Any],
    experiments: Sequence[Experiment],
) -> Page:
    return Page(
        title,
        setup,
        [answer for part in parts for answer in part.answers],
        [section for part in parts for section in part.sections],
        manifest,
        {name: frame for part in parts for name, frame in part.data.items()},
        warnings_of(experiments),
    )
