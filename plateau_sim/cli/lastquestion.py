"""The last question about a hand, remembered in the user's cache folder for ``--continue``."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from plateau_sim.errors import PlateauError

_FILE = "last-question.json"
_ADDED = {"bidding": ", ", "knows": "; "}
_MY_TURN = re.compile(r"[\s,;]*\b(me|i)\s*$", re.IGNORECASE)


def remember(text: str, chosen: dict[str, Any]) -> None:
    """Write a question down, if there is a place for it.

    Parameters
    ----------
    text
        The cards as typed.
    chosen
        The options of `handoptions`, by name.
    """
    kept = {name: _plain(value) for name, value in chosen.items()}
    with suppress(OSError):
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps({"cards": text, "options": kept}), "utf-8")
        draft.replace(path)


def recall(text: str, chosen: dict[str, Any], given: set[str]) -> tuple[str, dict[str, Any]]:
    """Return the last question with what is new: calls and facts are added, the rest replaced.

    Parameters
    ----------
    text, chosen
        Cards and options of this command line.
    given
        Names of the options that were typed.

    Raises
    ------
    PlateauError
        If there is no last question.
    """
    try:
        last = json.loads(_path().read_text("utf-8"))
        cards, options = str(last["cards"]), dict(last["options"])
    except (OSError, ValueError, KeyError, TypeError):
        fault, example = "there is no earlier question", "plateau-sim bid CARDS -p 4, then this"
        raise PlateauError("--continue", fault, example) from None
    for name, value in chosen.items():
        if name in given and name in _ADDED and options.get(name):
            before = _MY_TURN.sub("", options[name]) if name == "bidding" else options[name]
            options[name] = _ADDED[name].join(filter(None, (before, value)))
        elif name in given or name not in options:
            options[name] = value
    if options.get("values") is not None:
        options["values"] = Path(options["values"])
    return text or cards, options


def _path() -> Path:
    from platformdirs import user_cache_dir

    return Path(os.environ.get("PLATEAU_SIM_CACHE") or user_cache_dir("plateau_sim"), _FILE)


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value
