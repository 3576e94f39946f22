"""Verdicts on bid tables as JSON and CSV."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pandas as pd

from plateau_sim.analysis.changes import Changes
from plateau_sim.analysis.verdict import Verdict
from plateau_sim.report.export import as_csv, manifest, plain
from plateau_sim.report.screen import Result


def fair_json(verdicts: list[Verdict], command: str) -> str:
    """Return the manifest and a list of verdicts, each with its rows, neighbours and changes."""
    tables = [
        {
            "values": verdict.own_values or "rulebook",
            "hands": verdict.counts.hands,
            "playouts": verdict.counts.playouts,
            "share": verdict.share,
            "bidding": asdict(verdict.bidding),
            "changes": _changes(verdict.changes),
            "neighbours": _records(verdict.neighbours),
            "rows": _records(verdict.table),
        }
        for verdict in verdicts
    ]
    facts = manifest([_result(verdict) for verdict in verdicts], command)
    return json.dumps({"manifest": facts, "verdicts": tables}, indent=1) + "\n"


def fair_csv(verdicts: list[Verdict], command: str) -> str:
    """Return a header and one line per cell; main facts of the manifest are columns at the end."""
    return as_csv([_result(verdict) for verdict in verdicts], command)


FAIR_WRITERS: dict[str, Callable[[list[Verdict], str], str]] = {"json": fair_json, "csv": fair_csv}


def _result(verdict: Verdict) -> Result:
    table = verdict.table.assign(values=verdict.own_values or "rulebook")
    counts = verdict.counts
    return Result(counts.experiment, table, counts.hands, own_values=verdict.own_values)


def _changes(changes: Changes) -> dict[str, Any]:
    """Return what the rows of the table do not say."""
    return {
        "reached": changes.reached,
        "total": changes.total,
        "smallest": changes.smallest,
        "all_tried_up_to": changes.tried,
        "rows_needed": changes.requirement.need,
    }


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {str(name): plain(value) for name, value in record.items()}
        for record in table.astype(object).to_dict("records")
    ]
