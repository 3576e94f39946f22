"""The setups that a comparison names: layouts, variants, studies."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plateau_sim.cli.run import EXAMPLE, arguments_of, parameters_of_table
from plateau_sim.cli.selection import experiments_from
from plateau_sim.errors import PlateauError
from plateau_sim.files import read_toml

if TYPE_CHECKING:
    from plateau_sim.analysis.joint import Setup

Chosen = dict[str, Any]
PLAIN = "standard"
_VARIANTS = {
    "full-deck": "full_deck",
    "excuse": "excuse_variant",
    "positive-only": "positive_only",
    "counter-sabotage": "counter_sabotage",
    "strict": "strict_formations",
}
_NOT_A_SETUP = ("deals", "precision", "max_deals", "by", "jobs", "form", "out", "seed")
"""What a study may say of how it is run and shown; in a comparison the command says it for all."""
_LAYOUT_KEYS = {"tokens", "board"}


def setups_from(words: Iterable[str], chosen: Chosen) -> tuple[list[Setup], list[str]]:
    """Return the setups, and notes on what was left aside of them.

    Parameters
    ----------
    words
        Each a layout, a variant, ``standard`` for the options as they are, or a study file.
    chosen
        The command's options, which hold for all setups but for what these say.

    Raises
    ------
    PlateauError
        If there is no such setup.
    """
    _check_options(chosen)
    setups: list[Setup] = []
    notes: list[str] = []
    for word in words:
        taken = {setup.name for setup in setups}
        setup, note = _setup(word, chosen)
        setups.append(_renamed(setup, taken))
        notes += [note] * bool(note and note not in notes)
    return setups, notes


def _check_options(chosen: Chosen) -> None:
    """Refuse options that would make several setups of each, or that bids don't have."""
    if chosen["mode"] == "auction":
        fault = "bids are forced here: in auctions the setups would not play the same bids"
        raise PlateauError("--mode auction", fault, "--mode forced")
    for name in ("players", "layout", "policy"):
        if len(set(chosen[name])) > 1:
            fault = "takes one value here; what differs is a setup of its own"
            raise PlateauError(f"--{name}", fault, "plateau-sim compare standard study.toml")


def _renamed(setup: Setup, taken: set[str]) -> Setup:
    """Return the setup under a name of its own: one may be compared with itself."""
    from dataclasses import replace

    names = (f"{setup.name} ({number})" for number in range(2, len(taken) + 2))
    return setup if setup.name not in taken else replace(setup, name=next(iter({*names} - taken)))


def _setup(word: str, chosen: Chosen) -> tuple[Setup, str]:
    """Return the setup of a word, and a note on what was left aside of it."""
    if word == PLAIN:
        return _made(word, chosen), ""
    if set(word.split("+")) <= set(_VARIANTS):
        return _made(word, {**chosen, **{_VARIANTS[name]: True for name in word.split("+")}}), ""
    if word.endswith(".toml"):
        content = read_toml(Path(word), f"setup {word}", EXAMPLE)
        if not _LAYOUT_KEYS & set(content):
            return _study(word, content, chosen)
    elif not _is_layout(word):
        fault = "no such layout, variant or file"
        valid = f"{PLAIN}, standard-13, random:7, {', '.join(_VARIANTS)}, FILE.toml"
        raise PlateauError(f"setup {word!r}", fault, valid)
    if chosen["layout"] != (PLAIN,):
        fault = f"the setup {word} says the layout already"
        raise PlateauError(
            f"--layout {chosen['layout'][0]}", fault, "no --layout, or variants only"
        )
    return _made(word, {**chosen, "layout": (word,)}), ""


def _is_layout(word: str) -> bool:
    from plateau_sim.plateau.layouts import built_in_layouts, generators

    return word in built_in_layouts() or word.partition(":")[0] in generators()


def _study(word: str, content: dict[str, Any], chosen: Chosen) -> tuple[Setup, str]:
    """Return the setup of a study file: the command's options with what it says in their place."""
    from plateau_sim.cli import table

    known, subject = parameters_of_table(), f"setup {word}"
    try:
        context = table.command.make_context("table", arguments_of(subject, content))
        names = [known[key.replace("_", "-")].name or "" for key in content]
        said = {name: context.params[name] for name in names if name not in _NOT_A_SETUP}
        for name in ("players", "layout", "policy"):
            if len(set(said.get(name, ()))) > 1:
                raise PlateauError(name, "several values are several setups", f"one {name}")
        if said.get("mode") == "auction":
            raise PlateauError("mode", "bids are forced here", 'mode = "forced"')
        setup = _made(word, {**chosen, **_policies(said, chosen), **said})
    except PlateauError as error:
        if error.subject.startswith(subject):
            raise
        raise PlateauError(f"{subject}: {error.subject}", error.fault, error.example) from None
    aside = [key for key, name in zip(content, names, strict=True) if name not in said]
    return setup, f"{', '.join(aside)} of {Path(word).name} left aside" if aside else ""


def _policies(said: Chosen, chosen: Chosen) -> Chosen:
    """Return the command's policies as far as a study leaves them."""
    if said.get("policy"):
        return {"declaring": None, "defending": None}
    if said.get("declaring") or said.get("defending"):
        both = chosen["policy"][0] if chosen["policy"] else None
        sides = {name: chosen[name] or both for name in ("declaring", "defending")}
        return {"policy": (), **sides}
    return {}


def _made(name: str, chosen: Chosen) -> Setup:
    from plateau_sim.analysis.joint import Setup
    from plateau_sim.plateau.values import read_values

    (experiment,) = experiments_from(chosen)
    file = chosen["values"]
    values = read_values(file, experiment.rules.players) if file else None
    return Setup(name, experiment, values, str(file or ""))
