"""The options that all measuring commands share at the end: threads, what to print, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from plateau_sim.cli.inputs import OneOf, OutFile, Whole

F = TypeVar("F", bound=Callable[..., Any])
FORMATS = ("text", "json", "csv")


def jobs_option(function: F) -> F:
    """Add ``--jobs``."""
    option = click.option(
        "-j", "--jobs", type=Whole(1, 1024, 2), help="Threads.  [default: all cores]"
    )
    return option(function)


def writing_options(formats: tuple[str, ...] = FORMATS) -> Callable[[F], F]:
    """Add ``--jobs``, ``--format`` (the command gets it as ``form``) and ``--out``."""

    def add(function: F) -> F:
        out = click.option(
            "-o", "--out", type=OutFile(), help="Write to a file in place of standard output."
        )
        form = click.option(
            "--format",
            "form",
            type=OneOf(formats),
            default=formats[0],
            show_default=True,
            help="What to print.",
        )
        return jobs_option(form(out(function)))

    return add
