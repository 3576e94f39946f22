"""Policies and bidders from a user's file: run, compiled or called back, and what they do wrong.

A plain Python policy enters the kernels as the compiled function `decide_plain`, the same for all:
its only weight is the address of a callback, so nothing of it has to be compiled for each policy.
"""

from __future__ import annotations

import ctypes
import inspect
import logging
import random
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
from numba.core.errors import NumbaError

from plateau_sim.cards import cards_in
from plateau_sim.errors import PlateauError
from plateau_sim.jit import COMPILED, OWN_MODULE, entry
from plateau_sim.plateau.choosers import Chooser, OwnFile
from plateau_sim.plateau.plainview import PlainView, choices, is_plain, read_view
from plateau_sim.plateau.playout import NO_ACTION
from plateau_sim.plateau.state import (
    DECIDE_SIGNATURE,
    GAME,
    GAME_TYPE,
    SEAT,
    SEAT_TYPE,
    TABLE,
    TABLE_TYPE,
    VIEW_TYPE,
)
from plateau_sim.pointers import address_of, call_address

COMPILED_RATE = 500_000
"""Deals a second that a compiled policy plays, about, on one core (benchmarks/)."""
_COMPILED_FORM, _PLAIN_FORM = "(view, kind, legal, params, scratch, key)", "(view, legal, rng)"
_MOST_SCRATCH = 1_000_000
_LONGEST = 200  # characters of a foreign message
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_NAMED_TYPES = ((VIEW_TYPE, "view"), (GAME_TYPE, "game"), (TABLE_TYPE, "table"), (SEAT_TYPE, "own"))
_LOG = logging.getLogger("plateau_sim")
_Callback = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_uint64] * 7)
_raised = threading.local()


class _IllegalChoice(Exception):
    """A plain policy returned what is not among the legal actions."""


@cache  # for good: the kernels may hold the address of a callback
def load(file: OwnFile) -> Chooser:
    """Return the policy or bidder of a file, compiled unless it is marked as plain Python.

    Raises
    ------
    PlateauError
        If the file fails, or has no such function, or a wrong one.
    """
    names = vars(_run(file))
    function = names.get(file.function)
    if function is None:
        here = [name for name, value in names.items() if _is_own(value, file)]
        found = f"the file has no {file.function}; it has {', '.join(here) or 'no functions'}"
        raise PlateauError(file.subject, found, f"{file.path}:{here[0] if here else 'NAME'}")
    written = getattr(function, "py_func", function)
    form = _PLAIN_FORM if is_plain(written) else _COMPILED_FORM
    _check_form(file, written, form)
    if is_plain(written):
        return _plain_chooser(written)
    params, scratch = _constants(file, names)
    return Chooser(_compiled(file, function, written), params, scratch)


def _is_own(value: Any, file: OwnFile) -> bool:
    return callable(value) and getattr(value, "__module__", "") == OWN_MODULE + file.digest


def _run(file: OwnFile) -> ModuleType:
    path = str(Path(file.path).resolve())
    try:
        return _module(path, file.source, file.digest)
    except NumbaError as error:
        raise PlateauError(file.subject, _compile_fault(error), _example(_COMPILED_FORM)) from None
    except (Exception, SystemExit) as error:
        fault = f"the file raised {_told(error)}"
        raise PlateauError(file.subject, fault, f"a file that runs: python {file.path}") from None


@cache
def _module(path: str, source: bytes, digest: str) -> ModuleType:
    """Run a file as a module, named by the file's hash: `jit` keeps its cache apart by that."""
    module = ModuleType(OWN_MODULE + digest)
    module.__file__ = path
    sys.modules[module.__name__] = module  # dataclasses look there
    folder = str(Path(path).parent)
    sys.path.append(folder)  # for files beside it
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    finally:
        sys.path.remove(folder)
    return module


def _check_form(file: OwnFile, function: Any, form: str) -> None:
    if not inspect.isfunction(function):
        fault = f"{file.function} is no function but of type {type(function).__name__}"
        raise PlateauError(file.subject, fault, _example(form, file.function))
    arguments = inspect.signature(function)
    try:
        arguments.bind(*form.split())
    except TypeError:
        fault = f"{file.function}{arguments} should be {file.function}{form}"
        raise PlateauError(file.subject, fault, _example(form, file.function)) from None


def _example(form: str, name: str = "decide") -> str:
    return f"def {name}{form}: ..., see docs/policies.md"


def _constants(file: OwnFile, names: dict[str, Any]) -> tuple[npt.NDArray[np.float64], int]:
    given, scratch = names.get("PARAMS", [0.0]), names.get("SCRATCH", 0)
    try:
        params = np.array(given, np.float64)
    except (TypeError, ValueError):
        params = np.zeros((0, 0))
    if params.ndim != 1:
        raise PlateauError(file.subject, "PARAMS is no list of numbers", "PARAMS = [0.5, 2.0]")
    if type(scratch) is not int or not 0 <= scratch <= _MOST_SCRATCH:
        fault = f"SCRATCH must be a number of bytes from 0 to {_MOST_SCRATCH:,}"
        raise PlateauError(file.subject, fault, "SCRATCH = 64")
    return params, scratch


def _compiled(file: OwnFile, function: Any, written: Any) -> Callable[..., int]:
    signatures = getattr(function, "nopython_signatures", [])
    if DECIDE_SIGNATURE in signatures or not COMPILED:
        ready: Callable[..., int] = function
        return ready
    if signatures:
        fault = f"{file.function} is compiled with another signature than DECIDE_SIGNATURE"
        raise PlateauError(file.subject, fault, _example(_COMPILED_FORM, file.function))
    try:
        return entry(DECIDE_SIGNATURE)(written)
    except Exception as error:
        example = _example(_COMPILED_FORM, file.function)
        raise PlateauError(file.subject, _compile_fault(error), example) from None


def _compile_fault(error: Exception) -> str:
    """Return the first useful line of numba's message, and the line of the file that it is about.

    The types of records are named: written out, each of them would fill a screen.
    """
    text = _COLOURS.sub("", str(error))
    for kind, name in _NAMED_TYPES:
        text = text.replace(str(kind), name)
    if isinstance(error, KeyError):
        text = f"a record has no field {text}"
    lines = [line.strip() for line in text.splitlines()]
    useful = [line for line in lines if line and not line.startswith("Failed in ")]
    told = useful[0] if useful else type(error).__name__
    if told.endswith(":") and len(useful) > 1:
        told = f"{told} {useful[1]}"
    place = re.search(r'^File "[^"]*", line (\d+)', text, re.MULTILINE)
    return f"does not compile{f' (line {place[1]})' if place else ''}: {_short(told)}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _told(error: BaseException) -> str:
    """Return an exception in one line, with its last line in a user's file where that is known."""
    line, trace = "", error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").startswith(OWN_MODULE):
            line = f" (line {trace.tb_lineno})"
        trace = trace.tb_next
    return _short(f"{type(error).__name__}: {error}".rstrip(": ")) + line


def decide_plain(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Let the callback at the address ``params[0]`` decide; addresses fit a float64."""
    game, table, own = address_of(view.game), address_of(view.table), address_of(view.own)
    words = (game, table, own, np.uint64(kind), legal[0], legal[1], key)
    return call_address(np.uint64(params[0]), words)


_decide_plain = cache(lambda: entry(DECIDE_SIGNATURE)(decide_plain))  # compiled only if needed


def _plain_chooser(function: Callable[..., Any]) -> Chooser:
    def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> int:
        return _ask(function, read_view(view), int(kind), legal, int(key))

    def called(
        game: int, table: int, own: int, kind: int, plain: int, trumps: int, key: int
    ) -> int:
        # No exception passes through compiled code: it waits for `guarded`.
        try:
            records = ((game, GAME), (table, TABLE), (own, SEAT))
            view = PlainView(*(ctypes.string_at(at, kept.itemsize) for at, kept in records))
            return _ask(function, view, kind, (plain, trumps), key)
        except BaseException as error:
            _raised.error = error
            return NO_ACTION

    if not COMPILED:
        return Chooser(decide, np.zeros(1), 0, plain=True)
    callback = _Callback(called)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    return Chooser(_decide_plain(), np.array([address], np.float64), 0, plain=True, keep=callback)


def _ask(function: Callable[..., Any], view: PlainView, kind: int, legal: Any, key: int) -> int:
    actions = cards_in(*legal)
    offered = choices(view, kind, actions)
    choice = function(view, list(offered), random.Random(key))
    if choice not in offered:
        raise _IllegalChoice(_short(repr(choice)))
    return actions[offered.index(choice)]


def guarded(kernel: Callable[..., int], *arguments: Any) -> tuple[int, Exception | None]:
    """Call a kernel; return what it returns, and what a policy raised meanwhile in this thread."""
    _raised.error = None
    try:
        fault = kernel(*arguments)
    except Exception as raised:
        return NO_ACTION, raised
    error: BaseException | None = _raised.error
    _raised.error = None  # it holds the frames of the policy
    if error is not None and not isinstance(error, Exception):
        raise error  # Ctrl-C while a plain policy thought
    return fault, error


def deed(fault: int, error: BaseException | None) -> str:
    """Return in words what a policy did wrong: raised, or chose an illegal action."""
    if isinstance(error, _IllegalChoice):
        return f"chose the illegal action {error}"
    if error is not None:
        return f"raised {_told(error)}"
    return "chose no action" if fault == NO_ACTION else f"chose the illegal action {fault}"


class Pace:
    """Lets plain Python policies play in one thread at a time, and tells how fast they were."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._deals, self._seconds, self._failed = 0, 0.0, False

    @contextmanager
    def playing(self, deals: int) -> Iterator[None]:
        """Hold the turn: threads that wait for the interpreter at each decision would be slower."""
        with self._turn:
            started = time.perf_counter()
            try:
                yield
            except BaseException:
                self._failed = True
                raise
            self._seconds += time.perf_counter() - started
            self._deals += deals

    def tell(self) -> None:
        """Log the pace of a run that went well; without a logging set-up, on standard error."""
        if self._deals and not self._failed:
            rate = f"{self._deals / self._seconds:,.0f}"
            others = f"compiled ones play about {COMPILED_RATE:,}"
            _LOG.warning("plain Python policy: %s deals a second; %s", rate, others)
