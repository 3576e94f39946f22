"""Where results go: standard output or a file that is there whole or not at all."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from plateau_sim.errors import PlateauError


class Destination:
    """Takes text, and bytes as they are."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, content: str | bytes) -> None:
        """Write text or bytes."""
        if isinstance(content, bytes):
            self._stream.flush()
            self._stream.buffer.write(content)
        else:
            self._stream.write(content)


@contextmanager
def destination(path: Path | None) -> Iterator[Destination]:
    """Yield what to write to: standard output, or a file beside ``path`` that is renamed."""
    if path is None:
        yield Destination(sys.stdout)
        sys.stdout.flush()
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise PlateauError(
            f"file {path}", str(error.strerror), "a file in another folder"
        ) from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield Destination(stream)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def write_folder(path: Path, files: Mapping[str, str | bytes], mark: str) -> None:
    """Write files by their path in a folder, which is there whole or not at all.

    A folder that holds the file ``mark`` is an earlier one of these and is replaced.
    """
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as scratch:
        made = Path(scratch, "made")
        for name, content in files.items():
            target = made / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
        check_folder(path, mark)
        if path.exists():
            path.rename(Path(scratch, "earlier"))
        made.rename(path)


def check_folder(path: Path, mark: str) -> None:
    """Refuse to write a folder in place of something else."""
    if path.exists() and not Path(path, mark).is_file():
        fault = "is there already, and is no earlier report"
        raise PlateauError(f"folder {path}", fault, "a new folder")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def command_line() -> str:
    """Return the command as typed."""
    return shlex.join(["plateau-sim", *sys.argv[1:]])
