"""Tidy tables as JSON and CSV, with the manifest that lets anyone repeat them."""

from __future__ import annotations

import json
import math
from typing import Any

import pandas as pd

from plateau_sim import __version__
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import RULES_VERSION

_DIGITS = 8  # after the decimal point; far below any error
_SCREEN_ONLY = ["as_easier"]


def manifest(experiment: Experiment, deals: int, command: str) -> dict[str, Any]:
    """Return what is needed to repeat an output."""
    auction = experiment.auction
    return {
        "package": "plateau_sim",
        "version": __version__,
        "rules_version": RULES_VERSION,
        "command": command,
        "seed": experiment.seed,
        "deals": deals,
        "mode": "auction" if auction else "forced",
        "raises": experiment.raising,
        "bidder": experiment.bidder if auction else None,
        "declaring_policy": experiment.declaring,
        "defending_policy": experiment.defending,
        "players": experiment.rules.players,
        "variant": experiment.rules.variant,
        "scoring": experiment.rules.scoring,
        "strict": experiment.rules.strict_formations,
        "layout": experiment.layout.name,
        "layout_provenance": experiment.layout.provenance,
        "tokens": list(experiment.layout.tokens),
    }


def as_json(table: pd.DataFrame, facts: dict[str, Any]) -> str:
    """Return ``{"manifest": ..., "rows": [...]}``; what a row does not have is null."""
    records = table.drop(columns=_SCREEN_ONLY, errors="ignore").astype(object).to_dict("records")
    rows = [{str(name): _plain(value) for name, value in record.items()} for record in records]
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    return f'{{"manifest": {json.dumps(facts)},\n "rows": [\n  {lines}\n ]}}\n'


def as_csv(table: pd.DataFrame, facts: dict[str, Any]) -> str:
    """Return a header and one line per row; the manifest's main facts are columns at the end."""
    table = table.drop(columns=_SCREEN_ONLY, errors="ignore").copy()
    for name in ("mode", "raises", "bidder", "seed", "version", "rules_version", "command"):
        table[name] = facts[name]
    return table.to_csv(index=False, float_format=f"%.{_DIGITS}g", lineterminator="\n")


def _plain(value: Any) -> Any:
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, float):
        return round(value, _DIGITS)
    return value.item() if hasattr(value, "item") else value
