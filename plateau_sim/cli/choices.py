"""What the commands for later decisions share: discard, gift, call, raise, play."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plateau_sim.cli.inputs import MAX_DEALS, MAX_SEED, Fraction, Whole
from plateau_sim.cli.output import command_line, destination
from plateau_sim.cli.progress import progress_bar
from plateau_sim.cli.recorded import content_of, moment_of
from plateau_sim.cli.selection import policies_from
from plateau_sim.cli.typedhand import typed_decision, typed_names, typed_options
from plateau_sim.cli.writing import writing_options
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.analysis.ranking import Kind, Ranking
    from plateau_sim.plateau.stepper import Decision

F = TypeVar("F", bound=Callable[..., Any])
_POLICY, _WORLDS, _BUDGET, _CONFIDENCE = "tuned", 20_000, 10.0, 0.95
_OPTIONS = (
    click.option("--hand", type=Whole(1, 10**9, 3), help="FILE: which of its hands, from 1."),
    click.option("--policy", metavar="NAME", help=f"Who plays on.  [default: {_POLICY}]"),
    click.option("--declaring", metavar="NAME", help="Policy of declarer and partners."),
    click.option("--defending", metavar="NAME", help="Policy of the defenders."),
    click.option(
        "-n",
        "--deals",
        type=Whole(1, MAX_DEALS, 2000),
        help="Deals of the hidden cards at most, the same for every choice; repeats to the bit."
        f"  [default: {_WORLDS}]",
    ),
    click.option(
        "--budget",
        type=Fraction(10**6, 10),
        help=f"Seconds after which it stops at the next look.  [default: {_BUDGET:g}; none with "
        "--deals]",
    ),
    click.option(
        "--confidence",
        type=Fraction(1, 0.95),
        default=_CONFIDENCE,
        show_default=True,
        help="How sure the best choice is to be.",
    ),
    click.option("--seed", type=Whole(0, MAX_SEED, 1), default=1, show_default=True, help="Seed."),
    click.option("--all", "everything", is_flag=True, help="Show all choices that raced."),
)


def choice_options(kind: Kind) -> Callable[[F], F]:
    """Add the options that these commands have."""

    def add(function: F) -> F:
        function = writing_options(("text", "json"))(function)
        for option in reversed(_OPTIONS):
            function = option(function)
        return typed_options(kind)(function)

    return add


def answer(context: click.Context, kind: Kind, words: tuple[str, ...]) -> None:
    """Rank the choices of the decision that was asked about, and show them."""
    chosen = context.params
    ranking, spent = _rank(*_asked(context, kind, words), chosen)
    with destination(chosen["out"]) as stream:
        stream.write(_content(ranking, spent, chosen))


def _asked(
    context: click.Context, kind: Kind, words: tuple[str, ...]
) -> tuple[Decision, tuple[int, ...]]:
    """Return the decision, of a file's hand or as it is typed, and what was chosen there."""
    chosen = context.params
    if not words:
        fault = "no file and no cards"
        raise PlateauError(kind, fault, f"plateau-sim {kind} hands.jsonl --hand 1")
    content = content_of(words, chosen)
    if isinstance(content, bytes):
        _refuse(context, typed_names(kind), {"play": ("seat",), "raise": ("seat",)}.get(kind, ()))
        moment = moment_of(kind, words[0], content, chosen)
        return moment.decision, moment.taken
    _refuse(context, ("hand", "trick"))
    return typed_decision(kind, content, chosen), ()


def _refuse(context: click.Context, names: Iterable[str], but: tuple[str, ...] = ()) -> None:
    """Refuse options that go with the other way to ask."""
    for name in names:
        given = context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
        if name in but or name not in context.params or not given:
            continue
        if name in ("hand", "trick"):
            raise PlateauError(f"--{name}", "goes with a transcript", "hands.jsonl --hand 1")
        fault = "the transcript says it already"
        raise PlateauError(f"--{name.replace('_', '-')}", fault, "hands.jsonl --hand 1 alone")


def _rank(
    decision: Decision, taken: tuple[int, ...], chosen: dict[str, Any]
) -> tuple[Ranking, str]:
    from plateau_sim.studies.choices import Effort, rank

    declaring, defending = policies_from(chosen, _POLICY)
    started = time.perf_counter()
    worlds = chosen["deals"] or _WORLDS
    budget = chosen["budget"] or (None if chosen["deals"] else _BUDGET)
    effort = Effort(worlds, chosen["confidence"], budget, chosen["jobs"] or 0)
    with progress_bar(worlds, "worlds") as progress:
        ranking = rank(
            decision,
            declaring=declaring,
            defending=defending,
            seed=chosen["seed"],
            effort=effort,
            taken=taken,
            progress=progress,
        )
    spent = f"{time.perf_counter() - started:.1f} s" if sys.stdout.isatty() else ""
    return ranking, spent


def _content(ranking: Ranking, spent: str, chosen: dict[str, Any]) -> str:
    if chosen["form"] == "json":
        from plateau_sim.report.choiceexport import choices_as_json

        return json.dumps(choices_as_json(ranking, command_line()), indent=1) + "\n"
    from plateau_sim.report.choicetext import choice_screen

    return choice_screen(ranking, everything=chosen["everything"], spent=spent)
