"""Counts of hands as a file, so that they can be judged again without playing."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from plateau_sim import __version__
from plateau_sim.analysis.hands import HandCounts
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import RULES_VERSION

_FORMAT, _EXAMPLE = "plateau_sim hands 1", "a file that fair --save wrote"


def hands_as_bytes(counts: HandCounts, command: str) -> bytes:
    """Return counts as a NumPy archive: ``wins``, and ``manifest`` as JSON text."""
    manifest = {
        "format": _FORMAT,
        "package": "plateau_sim",
        "version": __version__,
        "rules_version": RULES_VERSION,
        "command": command,
        "playouts": counts.playouts,
        "experiment": counts.experiment.to_json(),
    }
    file = io.BytesIO()
    wins = counts.wins.astype(np.min_scalar_type(counts.half))
    np.savez_compressed(file, wins=wins, manifest=np.array(json.dumps(manifest)))
    return file.getvalue()


def read_hands(path: Path) -> HandCounts:
    """Return the counts of a file that `hands_as_bytes` made.

    Raises
    ------
    PlateauError
        If it can't be read, is something else, or is of other rules of play than these.
    """
    name = f"hands {path}"
    try:
        with np.load(path, allow_pickle=False) as archive:
            wins, manifest = archive["wins"], json.loads(str(archive["manifest"]))
    except OSError as error:
        fault = f"can't be read: {error.strerror or 'it is no archive'}"
        raise PlateauError(name, fault, _EXAMPLE) from None
    except (ValueError, KeyError, EOFError, AttributeError, TypeError, zipfile.BadZipFile):
        raise PlateauError(name, "is no file of hands", _EXAMPLE) from None
    if not isinstance(manifest, dict) or manifest.get("format") != _FORMAT:
        raise PlateauError(name, "is no file of hands", _EXAMPLE)
    if manifest.get("rules_version") != RULES_VERSION:
        fault = f"is of rules version {manifest.get('rules_version')}, this is {RULES_VERSION}"
        raise PlateauError(name, fault, "the same hands played anew")
    try:
        return _checked(name, wins, manifest)
    except PlateauError:
        raise
    except (KeyError, TypeError, ValueError):
        raise PlateauError(name, "its manifest is damaged", _EXAMPLE) from None


def _checked(name: str, wins: Any, manifest: dict[str, Any]) -> HandCounts:
    experiment, playouts = Experiment.from_json(manifest["experiment"]), manifest["playouts"]
    shape = (2, len(experiment.cells))
    whole = wins.dtype.kind in "iu" and type(playouts) is int and playouts > 0 == playouts % 2
    if not whole or wins.ndim != 3 or wins.shape[1:] != shape or len(wins) < 2:
        raise PlateauError(name, "its counts do not fit its setup", _EXAMPLE)
    if wins.min() < 0 or wins.max() > playouts // 2:
        raise PlateauError(name, "a hand has won more often than it was played", _EXAMPLE)
    return HandCounts(experiment, playouts, wins.astype(np.int64))
