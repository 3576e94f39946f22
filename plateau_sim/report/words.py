"""How people say seats, numbers and setups."""

from __future__ import annotations

import math

from plateau_sim.plateau.choosers import WEAK
from plateau_sim.plateau.experiment import Experiment

WIDTH = 100
"""Columns of a screen."""


def decimals(error: float) -> int:
    """Return how many decimals an error of this size supports."""
    return max(0, -math.floor(math.log10(error))) if 0 < error < 1 else 0


def percent(rate: float, low: float, high: float) -> str:
    """Return a rate in percent with no more digits than its interval supports."""
    digits = decimals(50 * (high - low) * 2)
    return f"{100 * rate:.{digits}f}%"


def signed(value: float, low: float, high: float) -> str:
    """Return points with a sign and no more digits than their interval supports."""
    text = f"{value:+.{decimals((high - low) / 2)}f}"
    return text.replace("-0", "0", 1).replace("+0", "0", 1) if float(text) == 0 else text


def setup_parts(experiment: Experiment) -> list[str]:
    """Return players, variant, layout and policies, each as words."""
    rules = experiment.rules
    parts = [f"{rules.players} players"]
    parts += ["full deck"] * rules.full_deck + ["excuse variant"] * rules.excuse_variant
    parts += ["strict formations"] * rules.strict_formations
    if rules.positive_only:
        parts.append("positive-only" + " with counter-sabotage" * rules.counter_sabotage)
    parts.append(f"layout {experiment.layout}")
    return [*parts, f"{experiment.declaring} against {experiment.defending}"]


def joined(parts: list[str], width: int = WIDTH) -> list[str]:
    """Return parts with a dot between them, in a line if they fit."""
    lines = parts[:1]
    for part in parts[1:]:
        longer = f"{lines[-1]} · {part}"
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def headline(experiment: Experiment) -> str:
    """Return players, variant, layout and policies, in a line if they fit."""
    return "\n".join(joined(setup_parts(experiment)))


def weakness(*experiments: Experiment) -> str | None:
    """Return a warning if the policies are weak, None if they are not."""
    named = {name for each in experiments for name in (each.declaring, each.defending)}
    weak = sorted(named & set(WEAK))
    if not weak:
        return None
    verb = "plays" if len(weak) == 1 else "play"
    return f"{' and '.join(weak)} {verb} simply: good players' rates differ, most in Solo"
