"""The only place with numba options, cache rules and bit intrinsics.

numba checks one file when it looks for compiled code on disk; a kernel here is built from many.
So the cache folder is named by a hash of every source that compiled code depends on: after any
edit, nothing stale can be found. With ``NUMBA_DISABLE_JIT=1`` everything runs as plain Python.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic
from platformdirs import user_cache_dir

# numba calls functions as arguments experimental; what is needed of them here is tested.
warnings.filterwarnings("ignore", "First-class function", NumbaExperimentalFeatureWarning)

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent
_COMPILED = ("cards.py", "jit.py", "pointers.py", "kernels/**/*.py", "plateau/**/*.py")
_CACHES_KEPT, _OWN_KEPT = 4, 32
_COMPILING = threading.Lock()
OWN_MODULE = "plateau_sim_own_"
"""What the module of a file outside the package is called, before the hash of that file."""
COMPILED = not config.DISABLE_JIT
if not COMPILED:
    np.seterr(over="ignore")  # words are meant to wrap around
HAS_PDEP = platform.machine() in ("x86_64", "AMD64") and bool(
    llvmlite.binding.get_host_cpu_features().get("bmi2")
)


def source_hash(root: Path = _PACKAGE) -> str:
    """Return a hash of all that compiled code depends on: sources, numba, Python, processor."""
    digest = hashlib.sha256(
        repr((numba.__version__, llvmlite.__version__, sys.version, HAS_PDEP)).encode()
    )
    for pattern in _COMPILED:
        for path in sorted(root.glob(pattern)):
            digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path | None:
    """Return a writable folder for this version of the sources, or None."""
    name = f"kernels-{source_hash()}"
    chosen = os.environ.get("PLATEAU_SIM_CACHE")
    bases = [chosen] if chosen else [user_cache_dir("plateau_sim"), _temporary_base()]
    for base in bases:
        folder = Path(base) / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                os.utime(folder)
        except OSError:
            continue
        _forget_old(folder, "kernels-*", _CACHES_KEPT)
        return folder
    return None


def _temporary_base() -> str:
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return os.path.join(tempfile.gettempdir(), f"plateau_sim-{user}")


def _forget_old(folder: Path, pattern: str, kept: int) -> None:
    """Keep the few caches used last: each edit of a source starts a new one."""
    others = [p for p in folder.parent.glob(pattern) if p != folder and p.is_dir()]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[kept - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


CACHE = _cache_folder() if COMPILED else None


def _cache_of(function: Callable[..., Any]) -> Path | None:
    """Return the folder for a function: one a version of each file outside the package."""
    if CACHE is None or not function.__module__.startswith(OWN_MODULE):
        return CACHE
    folder = CACHE / f"own-{function.__module__.removeprefix(OWN_MODULE)}"
    try:
        folder.mkdir(exist_ok=True)
        os.utime(folder)
        _forget_old(folder, "own-*", _OWN_KEPT)
    except OSError:
        return None
    return folder


@contextmanager
def _cache_in(folder: Path | None) -> Iterator[None]:
    """Let numba choose this folder for the functions decorated meanwhile, and only for them."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        yield
    finally:
        config.CACHE_DIR = before


# Pieces are never handed over as C functions; without a wrapper for that they compile sooner.
_PIECE = {"error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}


def part(function: F) -> F:
    """Compile a piece of the kernels, together with each entry that calls it."""
    compiled: F = numba.njit(**_PIECE)(function)
    return compiled


def inline(function: F) -> F:
    """Compile a small piece for the innermost loop: as `part`, but always inlined."""
    compiled: F = numba.njit(**_PIECE, forceinline=True)(function)
    return compiled


def entry(signature: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function that Python calls or that kernels get as an argument; cached on disk."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        folder = _cache_of(function)
        with _cache_in(folder):
            compiled: Callable[..., Any] = numba.njit(
                signature, error_model="numpy", nogil=True, cache=folder is not None
            )(function)
        return compiled

    return decorate


def kernel(signature: Any) -> Callable[..., Any]:
    """As `entry`, for what only Python calls: compiled at its first call, in whichever thread."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        compiled: list[Callable[..., Any]] = []

        @functools.wraps(function)
        def call(*arguments: Any) -> Any:
            if not compiled:
                with _COMPILING:
                    if not compiled:
                        compiled.append(entry(signature)(function))
            return compiled[0](*arguments)

        return call

    return decorate


def _word_intrinsic(plain: Callable[..., Any], words: int, emit: Callable[..., Any]) -> Any:
    """Return an intrinsic on 64-bit words, or its plain Python twin where nothing is compiled."""
    if not COMPILED:
        return plain

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return emit(builder, *args)

    if words == 1:

        @intrinsic
        def one(typing_context: Any, a: Any) -> Any:
            return types.uint64(types.uint64), codegen

        return one

    @intrinsic
    def two(typing_context: Any, a: Any, b: Any) -> Any:
        return types.uint64(types.uint64, types.uint64), codegen

    return two


_I64, _I128 = ir.IntType(64), ir.IntType(128)


def _emit_popcount(builder: Any, word: Any) -> Any:
    return builder.ctpop(word)


def _emit_lowest(builder: Any, word: Any) -> Any:
    return builder.cttz(word, ir.Constant(ir.IntType(1), 0))


def _emit_high_product(builder: Any, a: Any, b: Any) -> Any:
    product = builder.mul(builder.zext(a, _I128), builder.zext(b, _I128))
    return builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)


def _emit_deposit(builder: Any, word: Any, mask: Any) -> Any:
    kind = ir.FunctionType(_I64, [_I64, _I64])
    pdep = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
    return builder.call(pdep, [word, mask])


def _plain_popcount(word: Any) -> Any:
    return np.uint64(int(word).bit_count())


def _plain_lowest(word: Any) -> Any:
    return np.uint64((int(word) & -int(word)).bit_length() - 1 if word else 64)


def _plain_high_product(a: Any, b: Any) -> Any:
    return np.uint64(int(a) * int(b) >> 64)


popcount = _word_intrinsic(_plain_popcount, 1, _emit_popcount)
"""Number of set bits of a uint64, as uint64."""
lowest = _word_intrinsic(_plain_lowest, 1, _emit_lowest)
"""Index of the lowest set bit of a uint64 that is not 0, as uint64."""
high_product = _word_intrinsic(_plain_high_product, 2, _emit_high_product)
"""High 64 bits of the 128-bit product of two uint64, as uint64."""


def _portable_nth_bit(word: Any, n: Any) -> Any:
    while n:
        word &= word - np.uint64(1)
        n -= np.uint64(1)
    return lowest(word)


portable_nth_bit = inline(_portable_nth_bit)
"""Index of the n-th set bit (from 0, lowest first) of a uint64, on any processor."""

if COMPILED and HAS_PDEP:
    _deposit = _word_intrinsic(lambda a, b: a, 2, _emit_deposit)

    @inline
    def nth_bit(word: Any, n: Any) -> Any:
        """Index of the n-th set bit (from 0, lowest first) of a uint64, as uint64."""
        return lowest(_deposit(np.uint64(1) << n, word))

else:
    nth_bit = portable_nth_bit
