#!/usr/bin/env python3
"""Remake the outputs in docs/walkthroughs*.md and docs/decisions.md: run what stands behind $.

    python scripts/make_walkthroughs.py [--check] [FILE ...]

The commands of a section's console blocks run in a folder of its own, one after the other:
`plateau-sim ...`, and `cat FILE`, which writes the file with what is shown below. A command that is
meant to be refused shows a line `error: ...` before it is run.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from plateau_sim.cli.main import main as plateau_sim

FOLDER = Path(__file__).resolve().parents[1] / "docs"
FILES = tuple(
    FOLDER / f"{name}.md"
    for name in ("walkthroughs", "walkthroughs-games", "walkthroughs-later", "decisions")
)
_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (?:.*\\\n)*.*\n", re.MULTILINE)
_LAST_QUESTION = "plateau_sim.cli.lastquestion._path"


def sections(text: str) -> dict[str, str]:
    """Return the sections of a file by their titles, what stands before them under ``""``."""
    parts = _SECTION.split(text)
    return {
        part.split("\n")[0].removeprefix("## ") if number else "": part
        for number, part in enumerate(parts)
    }


def commands(text: str) -> list[str]:
    """Return the commands of a text as one would type them, on one line each."""
    return [
        found.group().removeprefix("$ ").replace("\\\n", "").strip()
        for block in _BLOCK.findall(text)
        for found in _COMMAND.finditer(block)
    ]


def remade(section: str) -> str:
    """Return a section with what its commands print now."""
    with tempfile.TemporaryDirectory() as folder, _inside(Path(folder)):
        return _BLOCK.sub(lambda block: _run_block(block.group()), section)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Work in a folder, and leave the user's last question as it is."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with patch(_LAST_QUESTION, lambda: folder / "last-question.json"):
            yield
    finally:
        os.chdir(before)


def _run_block(block: str) -> str:
    starts = [found.span() for found in _COMMAND.finditer(block)]
    ends = [start for start, _ in starts[1:]] + [len(block)]
    told = []
    for (start, output), end in zip(starts, ends, strict=True):
        typed, shown = block[start:output], block[output:end]
        told.append(typed + _run(commands(f"```console\n{typed}```\n")[0], shown))
    return "".join(told)


def _run(command: str, shown: str) -> str:
    """Run a command and return its output; a file is written as it is shown."""
    program, *arguments = shlex.split(command)
    if program == "cat":
        Path(arguments[0]).write_text(shown, "utf-8")
        return shown
    assert program == "plateau-sim", command
    printed, refused, status = io.StringIO(), io.StringIO(), None
    try:
        with redirect_stdout(printed), redirect_stderr(refused):
            plateau_sim(arguments)
    except SystemExit as stop:
        status = stop.code
    assert bool(status) == shown.startswith("error: "), f"{command}\n{refused.getvalue()}"
    return printed.getvalue() + refused.getvalue()


def main() -> int:
    """Remake the files, or tell which are not as they would be."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("files", nargs="*", type=Path, default=FILES)
    parser.add_argument("--check", action="store_true", help="write nothing")
    chosen = parser.parse_args()
    changed = 0
    for file in chosen.files:
        before = file.read_text("utf-8")
        after = "".join(remade(part) for part in sections(before).values())
        if after != before:
            changed += 1
            print(f"{file.name}: {'differs' if chosen.check else 'remade'}")
            if not chosen.check:
                file.write_text(after, "utf-8")
    return int(bool(changed) and chosen.check)


if __name__ == "__main__":
    sys.exit(main())
