"""A command line in its own process, interrupted as by Ctrl-C once it has counted something."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_COMMAND = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
from plateau_sim import simulate
from plateau_sim.cli.main import main
chunks, counted = simulate._in_order, Path(sys.argv.pop(1))

def telling(*arguments):
    for chunk in chunks(*arguments):
        yield chunk
        counted.touch()

simulate._in_order = telling
main()
"""
_PATIENCE = 300  # seconds


def interrupted(*arguments: str) -> tuple[int, str, str]:
    """Return exit status, standard output and standard error of an interrupted command line."""
    with tempfile.TemporaryDirectory() as folder:
        counted = Path(folder) / "counted"
        process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND, str(counted), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            last = time.monotonic() + _PATIENCE
            while not counted.exists() and process.poll() is None and time.monotonic() < last:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=_PATIENCE)
        finally:
            process.kill()
    return process.returncode, out, errors
