"""A comparison of setups as JSON and CSV, with its manifest."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pandas as pd

from plateau_sim.report.comparetext import Compared
from plateau_sim.report.export import DIGITS, manifest, plain
from plateau_sim.report.screen import Result

_FACTS = ("version", "rules_version", "command")


def comparison_manifest(compared: Compared, command: str) -> dict[str, Any]:
    """Return the manifest of all setups, the base first, each with its name."""
    results = [
        Result(
            setup.experiment,
            compared.table,
            compared.deals,
            own_values=setup.own_values,
            partial=compared.partial,
        )
        for setup in compared.setups
    ]
    facts = manifest(results, command)
    named = zip(compared.setups, facts["setups"], strict=True)
    facts["setups"] = [{"name": setup.name, **said} for setup, said in named]
    return {**facts, "notes": compared.notes}


def as_json(compared: Compared, command: str) -> str:
    """Return ``{"manifest": ..., "rows": [...], "seats": [...]}``: by cell, and by seat too."""
    facts = json.dumps(comparison_manifest(compared, command))
    rows, seats = _lines(compared.table), _lines(compared.seats)
    return f'{{"manifest": {facts},\n "rows": [{rows}],\n "seats": [{seats}]}}\n'


def _lines(table: pd.DataFrame) -> str:
    records = table.astype(object).to_dict("records")
    rows = [{str(name): plain(value) for name, value in row.items()} for row in records]
    return ",".join("\n  " + json.dumps(row) for row in rows)


def as_csv(compared: Compared, command: str) -> str:
    """Return a header and one line per row; the manifest's main facts are columns at the end."""
    return _csv(compared.table, compared, command)


def seats_as_csv(compared: Compared, command: str) -> str:
    """Return the same of the table by seat."""
    return _csv(compared.seats, compared, command)


def _csv(table: pd.DataFrame, compared: Compared, command: str) -> str:
    facts = comparison_manifest(compared, command)
    base = compared.setups[0].experiment
    more = {"seed": base.seed, "partial": compared.partial, **{key: facts[key] for key in _FACTS}}
    return table.assign(**more).to_csv(
        index=False, float_format=f"%.{DIGITS}g", lineterminator="\n"
    )


WRITERS: dict[str, Callable[[Compared, str], str]] = {"json": as_json, "csv": as_csv}
