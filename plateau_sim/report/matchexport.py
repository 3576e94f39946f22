"""Matches and ladders as JSON and CSV, with their manifest."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd

from plateau_sim.report.export import DIGITS, manifest, plain
from plateau_sim.report.matchtext import Played
from plateau_sim.report.screen import Result

_FACTS = ("version", "rules_version", "command")
_SIDES = ("declaring_policy", "defending_policy")


def _manifest(matches: list[Played], command: str) -> dict[str, Any]:
    """Return the manifest; policies stand in a list in place of one for each side."""
    results = [
        Result(experiment, played.table, played.duel.deals, played.precision,
               partial=played.duel.partial)
        for played in matches
        for experiment in [_with_policies(played)]
    ]  # fmt: skip
    facts = manifest(results, command)
    for setup, played in zip(facts.get("setups", [facts]), matches, strict=True):
        for side in _SIDES:
            del setup[side]
        setup["policies"] = list(played.duel.policies)
        setup["own_files"] = dict(own_files(played))
        setup["open_cells_only"] = played.open_only
    return facts


def _with_policies(played: Played) -> Any:
    first, *_ = played.duel.policies
    return replace(played.duel.experiment, declaring=first, defending=first)


def own_files(played: Played) -> tuple[tuple[str, str], ...]:
    """Return the users' files among the policies with their SHA-256."""
    from plateau_sim.plateau.choosers import own_hashes

    return own_hashes(played.duel.policies)


def as_json(matches: list[Played], command: str) -> str:
    """Return ``{"manifest": ..., "rows": [...], "pairings": [...]}``; pairings by cell."""
    facts = json.dumps(_manifest(matches, command))
    rows = _lines([played.table for played in matches])
    pairings = _lines([played.pairings for played in matches])
    return f'{{"manifest": {facts},\n "rows": [{rows}],\n "pairings": [{pairings}]}}\n'


def _lines(tables: list[pd.DataFrame]) -> str:
    records = [row for table in tables for row in table.astype(object).to_dict("records")]
    rows = [{str(name): plain(value) for name, value in row.items()} for row in records]
    return ",".join("\n  " + json.dumps(row) for row in rows)


def as_csv(matches: list[Played], command: str) -> str:
    """Return a header and one line per row; the manifest's main facts are columns at the end."""
    facts = _manifest(matches, command)
    tables = [
        played.table.assign(
            seed=played.duel.experiment.seed,
            partial=played.duel.partial,
            **{name: facts[name] for name in _FACTS},
        )
        for played in matches
    ]
    return pd.concat(tables, ignore_index=True).to_csv(
        index=False, float_format=f"%.{DIGITS}g", lineterminator="\n"
    )


WRITERS: dict[str, Callable[[list[Played], str], str]] = {"json": as_json, "csv": as_csv}
