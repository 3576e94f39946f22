"""Tidy tables as JSON, CSV and Parquet, with the manifest that lets anyone repeat them."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pandas as pd

from plateau_sim import __version__
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import RULES_VERSION
from plateau_sim.report.screen import Result

DIGITS = 8  # after the decimal point; far below any error
_SCREEN_ONLY = ["as_easier"]


def manifest(results: list[Result], command: str) -> dict[str, Any]:
    """Return what is needed to repeat an output; several setups stand in a list."""
    setups = [_setup(result.experiment, result) for result in results]
    facts = {
        "package": "plateau_sim",
        "version": __version__,
        "rules_version": RULES_VERSION,
        "command": command,
    }
    return {**facts, **setups[0]} if len(setups) == 1 else {**facts, "setups": setups}


def _setup(experiment: Experiment, result: Result) -> dict[str, Any]:
    auction = experiment.auction
    return {
        "seed": experiment.seed,
        "deals": result.deals,
        "partial": result.partial,
        "precision": result.precision,
        "mode": "auction" if auction else "forced",
        "raises": experiment.raising,
        "bidder": experiment.bidder if auction else None,
        "declaring_policy": experiment.declaring,
        "defending_policy": experiment.defending,
        "own_files": dict(experiment.own_files),  # SHA-256 by FILE.py:NAME
        "players": experiment.rules.players,
        "variant": experiment.rules.variant,
        "scoring": experiment.rules.scoring,
        "strict": experiment.rules.strict_formations,
        "values": result.own_values or "rulebook",
        "layout": experiment.layout.name,
        "layout_provenance": experiment.layout.provenance,
        "tokens": list(experiment.layout.tokens),
    }


def as_json(results: list[Result], command: str) -> str:
    """Return ``{"manifest": ..., "rows": [...]}``; what a row does not have is null."""
    rows = []
    for result in results:
        table = result.table.drop(columns=_SCREEN_ONLY, errors="ignore").astype(object)
        for record in table.to_dict("records"):
            rows.append({str(name): plain(value) for name, value in record.items()})
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    return f'{{"manifest": {json.dumps(manifest(results, command))},\n "rows": [\n  {lines}\n ]}}\n'


def as_csv(results: list[Result], command: str) -> str:
    """Return a header and one line per row; the manifest's main facts are columns at the end."""
    table = _with_facts(results, command)
    return table.to_csv(index=False, float_format=f"%.{DIGITS}g", lineterminator="\n")


def as_parquet(results: list[Result], command: str) -> bytes:
    """Return the rows of `as_csv` as a Parquet file."""
    table, file = _with_facts(results, command), io.BytesIO()
    table["seat"] = table["seat"].astype(str)  # one type a column: "any" or a number
    table.to_parquet(file, index=False)
    return file.getvalue()


def check_parquet() -> None:
    """Refuse Parquet where its library is missing."""
    if find_spec("pyarrow") is None:
        fault = "the library pyarrow is not installed"
        example = 'pip install "plateau-sim[parquet]", or --format csv'
        raise PlateauError("--format parquet", fault, example)


WRITERS: dict[str, Callable[[list[Result], str], str | bytes]] = {
    "json": as_json,
    "csv": as_csv,
    "parquet": as_parquet,
}


def _with_facts(results: list[Result], command: str) -> pd.DataFrame:
    tables = []
    for result in results:
        facts = manifest([result], command)
        table = result.table.drop(columns=_SCREEN_ONLY, errors="ignore").copy()
        names = ("mode", "raises", "bidder", "seed", "partial", "version", "rules_version")
        for name in (*names, "command"):
            table[name] = facts[name]
        tables.append(table)
    return pd.concat(tables, ignore_index=True)


def plain(value: Any) -> Any:
    """Return a value as JSON has it; what is missing is None."""
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, float):
        return round(value, DIGITS)
    return value.item() if hasattr(value, "item") else value
