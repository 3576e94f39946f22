"""Files that are read, and files to be written whose names must end as their kind does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from plateau_sim.cli.inputs import OutFile
from plateau_sim.errors import PlateauError


class NamedFile(OutFile):
    """A file to be written with a given ending.

    Parameters
    ----------
    ending
        Such as ".svg".
    example
        A valid input.
    """

    def __init__(self, ending: str, example: str) -> None:
        self.ending, self.example = ending, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path, if it ends so and can be written to."""
        flag = param.opts[-1] if isinstance(param, click.Option) else "file"
        try:
            path = super().convert(value, param, ctx)
        except PlateauError as error:
            raise PlateauError(error.subject, error.fault, self.example) from None
        if path.suffix.lower() != self.ending:
            fault = f"must end in {self.ending}"
            raise PlateauError(f"{flag} {value}", fault, self.example)
        return path


def read_input(file: str, example: str) -> bytes:
    """Return the content of a file; - is standard input.

    Raises
    ------
    PlateauError
        If it can't be read; ``example`` is a valid command.
    """
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no file can be named so"
        raise PlateauError(f"file {file!r}", f"can't be read: {reason}", example) from None
