"""Reading the user's TOML files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from plateau_sim.errors import PlateauError


def read_toml(path: Path, subject: str, example: str) -> dict[str, Any]:
    """Return the content of a TOML file.

    Parameters
    ----------
    path
        The file.
    subject
        What an error names as the input, such as "layout mine.toml".
    example
        Valid content, for the error.

    Raises
    ------
    PlateauError
        If it can't be read or is not TOML.
    """
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise PlateauError(subject, f"can't be read: {reason}", example) from None
    except tomllib.TOMLDecodeError as error:
        raise PlateauError(subject, f"not TOML: {error}", example) from None
