"""Compiled code on disk: never stale, never compiled twice, never needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import plateau_sim
from plateau_sim.jit import source_hash

PACKAGE = Path(plateau_sim.__file__).parent
PROBE = """
from numba import types
from plateau_sim.jit import entry
from plateau_sim.plateau.formations import made_table, makes

@entry(types.boolean(types.uint64, types.int64, types.uint8[::1]))
def probe(own, objective, made):
    return makes(own, objective, made)

ROW = sum(1 << 8 * 3 + q for q in range(7))
RESULT = bool(probe(ROW, 0, made_table(False)))
HITS = sum(probe.stats.cache_hits.values())
"""
ASK = "from plateau_sim.plateau.probe import RESULT, HITS; print(RESULT, HITS)"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return the folder of a copy of the package with a small compiled function in it."""
    shutil.copytree(PACKAGE, tmp_path / "plateau_sim", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "plateau_sim" / "plateau" / "probe.py").write_text(PROBE, "utf-8")
    return tmp_path


def run(folder: Path, *arguments: str, cache: Path | None = None) -> str:
    """Run Python in a process of its own on the package in a folder; return what it prints."""
    environment = dict(os.environ, PYTHONPATH=str(folder), PYTHONDONTWRITEBYTECODE="1")
    environment["PLATEAU_SIM_CACHE"] = str(cache or folder / "cache")
    command = [sys.executable, "-W", "ignore", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def probe(folder: Path, **options: Path) -> tuple[str, int]:
    """Return whether a row of the board is a Bridge, and how often the cache was hit."""
    result, hits = run(folder, "-c", ASK, **options).split()
    return result, int(hits)


def files_of(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_a_second_process_compiles_nothing(copy: Path) -> None:
    assert probe(copy) == ("True", 0)
    cached = files_of(copy / "cache")
    assert cached
    assert probe(copy) == ("True", 1)
    assert files_of(copy / "cache") == cached


SIDES = "SIDE_MASKS: tuple[int, ...] = tuple("
PAIRS = "_OPPOSITE = ({0, 3}, {1, 4}, {2, 5})"
EDITS = {
    "a helper in another file": ("formations.py", "if (made[sides", "if 0 * (made[sides"),
    "a table built in": ("board.py", SIDES + "mask_of(side)", SIDES + "0 * mask_of(side)"),
    "a table passed": ("groups.py", PAIRS, "_OPPOSITE = ({0, 1, 2, 3, 4, 5},)"),
}


@pytest.mark.parametrize(("file", "old", "new"), EDITS.values(), ids=EDITS)
def test_an_edit_is_never_answered_by_stale_code(copy: Path, file: str, old: str, new: str) -> None:
    assert probe(copy) == ("True", 0)
    path = copy / "plateau_sim" / "plateau" / file
    before = path.read_text("utf-8")
    assert before.count(old) == 1
    path.write_text(before.replace(old, new), "utf-8")
    assert probe(copy)[0] == "False"
    path.write_text(before, "utf-8")
    assert probe(copy) == ("True", 1)


def test_every_source_of_the_kernels_counts(copy: Path) -> None:
    package = copy / "plateau_sim"
    hashes = {source_hash(package)}
    files = [package / "cards.py", package / "jit.py", package / "pointers.py"]
    files += [*package.glob("kernels/*.py"), *package.glob("plateau/**/*.py")]
    assert len(files) > 25
    for path in files:
        path.write_text(path.read_text("utf-8") + "\n# edited\n", "utf-8")
        hashes.add(source_hash(package))
    assert len(hashes) == len(files) + 1


def test_old_caches_are_forgotten(copy: Path) -> None:
    for age in range(8):
        folder = copy / "cache" / f"kernels-old{age}"
        folder.mkdir(parents=True)
        os.utime(folder, (age, age))
    probe(copy)
    assert len(list((copy / "cache").glob("kernels-*"))) == 4


def test_without_a_writable_folder_it_still_works(copy: Path) -> None:
    blocked = copy / "no folder"
    blocked.write_text("a file where the cache's folder would be", "utf-8")
    assert probe(copy, cache=blocked) == ("True", 0)
    assert not list(copy.rglob("*.nbi"))


@pytest.mark.slow
def test_a_read_only_install_plays_and_is_left_as_it_was(copy: Path) -> None:
    package, cache = copy / "plateau_sim", copy / "cache"
    for path in [*package.rglob("*"), package]:
        path.chmod(path.stat().st_mode & ~0o222)
    before = files_of(package)
    line = ["-m", "plateau_sim", "table", "--policy", "random", "--deals", "100"]
    first = run(copy, *line)
    compiled = files_of(cache)
    assert compiled and first == run(copy, *line)
    assert files_of(cache) == compiled
    assert files_of(package) == before
    for path in [*package.rglob("*"), package]:
        path.chmod(path.stat().st_mode | 0o200)
