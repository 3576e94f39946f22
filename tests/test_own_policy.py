"""Policies and bidders from users' files (docs/policies.md)."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers import KINDS, Kind, every_kind

import plateau_sim
from plateau_sim.cli.main import main
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.runner import PolicyError, Runner

DOCS = Path(plateau_sim.__file__).parent.parent / "docs" / "policies.md"
COMPILED = """
from plateau_sim.jit import entry, part
from plateau_sim.kernels.bits import ONE, nth_card, size
from plateau_sim.kernels.rng import below
from plateau_sim.plateau.state import DECIDE_SIGNATURE

PARAMS = [2.0]
SCRATCH = 4
number = 3

@part
def helper(legal, key):
    return nth_card(legal, below(key, size(legal)))

def same(view, kind, legal, params, scratch, key):
    return helper(legal, key)

@entry(DECIDE_SIGNATURE)
def ready(view, kind, legal, params, scratch, key):
    return helper(legal, key)

def with_constants(view, kind, legal, params, scratch, key):
    scratch[3] += 1
    return helper(legal, key) if params[0] == 2.0 and scratch[3] > 0 else 99

def illegal(view, kind, legal, params, scratch, key):
    return 0 if kind == 7 and view.table.trick == 2 else helper(legal, key)

def raises(view, kind, legal, params, scratch, key):
    if kind == 7 and view.table.trick == params[0]:
        raise ValueError("two\\nlines")
    return helper(legal, key)

def short(view, legal):
    return 0

def misspelt(view, kind, legal, params, scratch, key):
    return view.tabel.trick

def no_field(view, kind, legal, params, scratch, key):
    return view.table.tirck

def text(view, kind, legal, params, scratch, key):
    return "S1"
"""
PLAIN = """
from plateau_sim import plain_policy

@plain_policy
def same(view, legal, rng):
    return rng.choice(legal)

@plain_policy
def nosy(view, legal, rng):
    for name in dir(view):
        if not name.startswith("_"):
            getattr(view, name)
    assert len(view.tokens) == 37 and view.kind
    assert view.kind != "card" or set(legal) <= set(view.hand)
    assert not set(view.hand) & set(view.unseen)
    assert len(view.tricks) == view.trick_number - 1
    view.hand.clear(); view.owners.clear(); legal.reverse()
    return legal[rng.randrange(len(legal))]

@plain_policy
def illegal(view, legal, rng):
    return "XX" if view.trick_number == 3 else rng.choice(legal)

@plain_policy
def raises(view, legal, rng):
    return {}["a\\nb"] if view.trick_number == 3 else rng.choice(legal)

@plain_policy
def stops(view, legal, rng):
    raise KeyboardInterrupt

@plain_policy
def short(view, legal):
    return legal[0]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a file of each kind."""
    monkeypatch.chdir(tmp_path)
    Path("compiled.py").write_text(COMPILED, "utf-8")
    Path("plain.py").write_text(PLAIN, "utf-8")
    return tmp_path


def runner_of(policy: str, kind: Kind = KINDS[0], **options: Any) -> Runner:
    return Runner(Experiment(kind.rules(), declaring=policy, defending=policy, **options))


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(shlex.split(line))
    told = capsys.readouterr()
    return int(stop.value.code or 0), told.out, told.err


@pytest.mark.plain_python
@pytest.mark.parametrize("name", ["same", "ready", "with_constants"])
def test_a_compiled_policy_plays_like_the_same_one_built_in(name: str) -> None:
    for auction in (False, True):
        options = {"auction": auction, "bidder": "random"}
        built_in, own = (runner_of(p, **options) for p in ("random", f"compiled.py:{name}"))
        assert (built_in(3, 5) == own(3, 5)).all()


def test_a_compiled_bidder_bids() -> None:
    Path("bids.py").write_text("def none(v, k, l, p, s, key):\n    return 0\n", "utf-8")
    runner = runner_of("random", auction=True, bidder="bids.py:none")
    assert runner(0, 20)[-1, 0, 0] == 20


@pytest.mark.plain_python
@every_kind
@pytest.mark.parametrize("auction", [False, True])
def test_a_plain_policy_reads_every_view_and_keeps_the_rules(kind: Kind, auction: bool) -> None:
    bidder = "plain.py:nosy" if auction else "random"
    options: dict[str, Any] = {"auction": True} if auction else {"raises": True}
    runner = runner_of("plain.py:nosy", kind, bidder=bidder, **options)
    again = runner_of("plain.py:nosy", kind, bidder=bidder, **options)
    for number in range(2):
        row = number % len(runner.cells)
        one, other = runner.play(number, row)[1], again.play(number, row)[1]
        assert one.table.tobytes() == other.table.tobytes()


def test_plain_policies_play_the_same_on_several_threads() -> None:
    from plateau_sim import simulate

    runner = runner_of("plain.py:same")
    one, many = (simulate.run(runner, 24, jobs=jobs, chunk=3) for jobs in (1, 4))
    assert (one == many).all()


WRONGS = {
    "compiled.py:illegal": r"chose the illegal action 0",
    "compiled.py:raises": r"raised ValueError: two lines",
    "plain.py:illegal": r"chose the illegal action 'XX'",
    "plain.py:raises": r"raised KeyError: 'a\\nb' \(line 26\)",
}


@pytest.mark.plain_python
@pytest.mark.parametrize(("policy", "deed"), WRONGS.items(), ids=WRONGS)
def test_a_fault_in_play_names_policy_deal_seat_and_decision(policy: str, deed: str) -> None:
    experiment = Experiment(Kind(4).rules(), declaring=policy, defending="random", seat=2)
    for go in (lambda runner: runner(7, 3), lambda runner: runner.play(7)):
        with pytest.raises(PolicyError) as error:
            go(Runner(experiment))
        text = str(error.value)
        assert re.search(rf"^policy {policy} {deed}.* in deal 7, seat \d, card 2$", text), text
        runner = Runner(Experiment(Kind(4).rules(), declaring="random", defending="random"))
        assert runner(0, 2).any()  # nothing of it is left behind


@pytest.mark.parametrize("policy", WRONGS)
def test_a_fault_in_play_is_one_line_on_the_screen(
    policy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, f"table --policy {policy} --deals 20 --team solo")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"error: policy {policy} ")


def test_a_bidder_at_fault_is_called_a_bidder() -> None:
    Path("bids.py").write_text("def far(v, k, l, p, s, key):\n    return 77\n", "utf-8")
    with pytest.raises(PolicyError, match=r"bidder bids.py:far .*77 in deal 3, seat 0, bid 0"):
        runner_of("random", auction=True, bidder="bids.py:far")(3, 1)


def test_an_interruption_is_no_fault_of_a_plain_policy() -> None:
    with pytest.raises(KeyboardInterrupt):
        runner_of("plain.py:stops").play(0)


BAD_FILES = {
    "empty.py:f": ("", "has no f"),
    "syntax.py:f": ("def f(:\n", "line 1: invalid syntax"),
    "binary.py:f": ("\0\0", "no Python"),
    "fails.py:f": ("\n1/0\n", r"ZeroDivisionError: division by zero \(line 2\)"),
    "exits.py:f": ("raise SystemExit(3)", "SystemExit: 3"),
    "params.py:f": ("PARAMS = 'x'\ndef f(v, k, l, p, s, key):\n    return 0\n", "PARAMS"),
    "scratch.py:f": ("SCRATCH = -1\ndef f(v, k, l, p, s, key):\n    return 0\n", "SCRATCH"),
    "other.py:f": (
        "from numba import int64\nfrom plateau_sim.jit import entry\n"
        "@entry(int64(*[int64] * 6))\ndef f(v, k, l, p, s, key):\n    return 0\n",
        "another signature",
    ),
    "missing.py:f": (None, "can't be read"),
    "compiled.py": (None, "names no function"),
    "compiled.py:": (None, "names no function"),
    "compiled.py:nobody": (None, "has no nobody; it has helper, same"),
    "compiled.py:number": (None, "no function but of type int"),
    "compiled.py:short": (None, r"short\(view, legal\) should be short\(view, kind"),
    "compiled.py:misspelt": (None, r"does not compile \(line \d+\): .*tabel.* of type view$"),
    "compiled.py:no_field": (None, "does not compile: a record has no field 'tirck'"),
    "compiled.py:text": (None, r"does not compile \(line \d+\): .*str"),
    "plain.py:short": (None, r"short\(view, legal\) should be short\(view, legal, rng\)"),
    "plain.txt:same": (None, "no such policy"),
}


@pytest.mark.parametrize("policy", BAD_FILES)
def test_a_bad_file_is_told_in_a_few_lines(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, fault = BAD_FILES[policy]
    if text is not None:
        Path(policy.partition(":")[0]).write_text(text, "utf-8")
    status, out, err = run(capsys, f"table --policy '{policy}' --deals 5")
    lines = err.splitlines()
    assert (status, out) == (2, "") and len(lines) <= 3, err
    assert lines[0].startswith(f"error: policy '{policy}': ")
    assert re.search(fault, lines[0]), err
    assert lines[-1].startswith("valid: ")


def test_the_command_tells_the_pace_of_plain_python_alone() -> None:
    pace = r"plain Python policy: [\d,]+ deals a second; compiled ones play about 500,000\n"
    for policy, told in (("plain.py:same", pace), ("compiled.py:same", "")):
        line = f"-m plateau_sim table --policy {policy} --deals 10 --team solo"
        assert re.fullmatch(told, in_a_process(line).stderr)


def test_an_experiment_keeps_name_and_hash() -> None:
    experiment = Experiment(Kind(4).rules(), declaring="plain.py:same", defending="random")
    digest = hashlib.sha256(PLAIN.encode()).hexdigest()
    assert experiment.own_files == (("plain.py:same", digest),)
    data = json.loads(json.dumps(experiment.to_json()))
    assert data["declaring"] == "plain.py:same" and data["own_files"] == {"plain.py:same": digest}
    assert Experiment.from_json(data) == experiment
    Path("plain.py").write_text(PLAIN + "# edited\n", "utf-8")
    for again in (lambda: Experiment.from_json(data), lambda: Runner(experiment)):
        with pytest.raises(PlateauError, match="has changed"):
            again()


def test_tables_name_the_policy_as_given(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "table --policy compiled.py:same --deals 5 --format json")
    manifest = json.loads(out)["manifest"]
    assert status == 0 and manifest["declaring_policy"] == "compiled.py:same"


def in_a_process(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    root = str(Path(plateau_sim.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *shlex.split(line)],
        env={**os.environ, "PYTHONPATH": root, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def cached(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("own-*/**/*.nb?")}


LOAD = """-c "from plateau_sim.plateau.choosers import load_policy
for name in ('same', 'ready'):
    decide = load_policy('compiled.py:' + name).decide
    print(sum(decide.stats.cache_hits.values()), sum(decide.stats.cache_misses.values()))" """


def test_a_second_process_compiles_nothing_until_the_file_changes(folder: Path) -> None:
    def load() -> str:
        return in_a_process(LOAD, PLATEAU_SIM_CACHE=str(folder / "cache")).stdout

    assert load() == "0 1\n0 1\n"
    before = cached(folder)
    assert before and load() == "1 0\n1 0\n" and cached(folder) == before
    Path("compiled.py").write_text(COMPILED.replace("[2.0]", "[3.0]"), "utf-8")
    assert load() == "0 1\n0 1\n"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", DOCS.read_text("utf-8"), re.M | re.S)


def test_the_examples_of_the_documentation_run(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks("python"):
        name = re.match(r"# (\w+\.py)\n", block)
        assert name is not None
        Path(name[1]).write_text(block, "utf-8")
    commands = "".join(blocks("sh")).splitlines()
    assert len(commands) == 4
    for line in commands:
        status, out, err = run(capsys, line.removeprefix("plateau-sim "))
        assert status == 0 and out, err


def test_the_documentation_lists_every_attribute_of_the_plain_view() -> None:
    from plateau_sim.plateau.plainview import PlainView

    text = DOCS.read_text("utf-8")
    public = {name for name in vars(PlainView) if not name.startswith("_")}
    assert all(f"`{name}`" in text for name in public), public
