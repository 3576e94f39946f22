"""Le Plateau by the million: which bids are sound, which boards are fair.

Public names are loaded when first used, so that importing the package is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "BidCell": "plateau.bids",
    "Experiment": "plateau.experiment",
    "GameRules": "plateau.rules",
    "HandQuestion": "plateau.handquestion",
    "Layout": "plateau.layouts",
    "PlateauError": "errors",
    "Runner": "plateau.runner",
    "Setup": "analysis.joint",
    "bid_table": "studies.measure",
    "compare": "studies.compare",
    "find_layout": "plateau.layouts",
    "judge": "studies.verdict",
    "plain_policy": "plateau.plainview",
    "measure": "studies.measure",
    "play_transcript": "plateau.transcript",
}
# PLE0604: ruff can't see that the unpacked names are strings.
__all__ = ["__version__", *_HOMES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"plateau_sim.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return list(__all__)
