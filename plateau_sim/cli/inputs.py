"""Types of option values: a fault names the input, what is wrong and a valid example."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from plateau_sim.errors import PlateauError

MAX_SEED, MAX_DEALS = 2**63 - 1, 10**12


class Whole(click.ParamType[int]):
    """A whole number between two bounds."""

    name = "n"

    def __init__(self, low: int, high: int, example: int) -> None:
        self.low, self.high, self.example = low, high, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        text = str(value).strip()
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 25):
            raise PlateauError(_said(param, value), "not a whole number", self._valid(param))
        if not self.low <= int(text) <= self.high:
            fault = f"must be from {self.low:,} to {self.high:,}"
            raise PlateauError(_said(param, value), fault, self._valid(param))
        return int(text)

    def _valid(self, param: click.Parameter | None) -> str:
        return f"{_flag(param)} {self.example}"


class Fraction(click.ParamType[float]):
    """A number between 0 and a bound, both left out."""

    name = "p"

    def __init__(self, bound: float, example: float) -> None:
        self.bound, self.example = bound, example

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        valid = f"{_flag(param)} {self.example}"
        try:
            number = float(value)
        except ValueError:
            raise PlateauError(_said(param, value), "not a number", valid) from None
        if not 0 < number < self.bound:
            fault = f"must be between 0 and {self.bound}"
            raise PlateauError(_said(param, value), fault, valid)
        return number


class OneOf(click.ParamType[str]):
    """One of some words, in any case."""

    name = "word"

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return all the words."""
        return "|".join(self.words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word in lower case."""
        word = str(value).strip().lower()
        if word not in self.words:
            fault = "no such " + (param.name or "value").replace("_", " ") if param else "unknown"
            raise PlateauError(_said(param, value), fault, ", ".join(self.words))
        return word


class OutFile(click.ParamType[Path]):
    """A file to be written; its folder must be there before the work starts."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path, if it can be written to."""
        path = Path(value)
        if path.is_dir():
            raise PlateauError(
                _said(param, value), "this is a folder", f"{_flag(param)} table.json"
            )
        if not path.parent.is_dir():
            fault = f"there is no folder {path.parent}"
            raise PlateauError(_said(param, value), fault, f"{_flag(param)} table.json")
        if not os.access(path.parent, os.W_OK):
            fault = f"the folder {path.parent} can't be written to"
            raise PlateauError(_said(param, value), fault, f"{_flag(param)} table.json")
        return path


class OutFolder(OutFile):
    """A folder to be written; the one it lies in must be there before the work starts."""

    name = "folder"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path, if it can be written to."""
        path = Path(value)
        if path.exists() and not path.is_dir():
            raise PlateauError(_said(param, value), "this is a file", f"{_flag(param)} report")
        return path if path.exists() else super().convert(value, param, ctx)


def _flag(param: click.Parameter | None) -> str:
    return max(param.opts, key=len) if param else ""


def _said(param: click.Parameter | None, value: Any) -> str:
    return f"{_flag(param)} {value}".strip()
