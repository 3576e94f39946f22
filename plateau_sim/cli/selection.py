"""The options that choose what is simulated, shared by several commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plateau_sim.cli.inputs import MAX_SEED, OneOf, Whole
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, TEAMS

if TYPE_CHECKING:
    from plateau_sim.plateau.bids import BidCell
    from plateau_sim.plateau.experiment import Experiment
    from plateau_sim.plateau.rules import GameRules

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "-p",
        "--players",
        type=Whole(2, 6, 4),
        multiple=True,
        default=(4,),
        help="Players, 2 to 6; may be repeated.  [default: 4]",
    ),
    click.option(
        "--policy",
        metavar="NAME",
        multiple=True,
        help="Policy of all seats; may be repeated.  [default: greedy]",
    ),
    click.option("--declaring", metavar="NAME", help="Policy of declarer and partners."),
    click.option("--defending", metavar="NAME", help="Policy of the defenders."),
    click.option(
        "--objective", multiple=True, type=OneOf(OBJECTIVES), help="Only this; may be repeated."
    ),
    click.option(
        "--team", multiple=True, type=OneOf(reversed(PARTNERS)), help="Only this; may be repeated."
    ),
    click.option("--exchange", type=OneOf(("yes", "no", "both")), help="[default: both]"),
    click.option(
        "--seat", metavar="any|1st|2nd|..|dealer", help="Declarer's seat.  [default: any]"
    ),
    click.option(
        "-l",
        "--layout",
        multiple=True,
        default=("standard",),
        metavar="LAYOUT",
        help="standard, NAME, random:SEED, grouped:SEED, tricks-central:SEED or FILE.toml; may be "
        "repeated.  [default: standard]",
    ),
    click.option("--full-deck", is_flag=True, help="54 cards with 3 players, 78 with 4 or 5."),
    click.option(
        "--excuse-variant", is_flag=True, help="The excuse as in French Tarot (78 cards)."
    ),
    click.option("--positive-only", is_flag=True, help="Only the winning side scores."),
    click.option(
        "--counter-sabotage", is_flag=True, help="With positive-only scoring and 5 players."
    ),
    click.option("--strict-formations", is_flag=True, help="A Y alone does not win a Bridge."),
    click.option(
        "--mode",
        type=OneOf(("forced", "auction")),
        default="forced",
        show_default=True,
        help="Force each bid on each deal, or hold auctions.",
    ),
    click.option("--raises", is_flag=True, help="Play the chances to raise (auction: always)."),
    click.option("--bidder", metavar="NAME", help="Who bids in an auction.  [default: threshold]"),
    click.option("--seed", type=Whole(0, MAX_SEED, 1), default=1, show_default=True, help="Seed."),
)


def selection_options(function: F) -> F:
    """Add the options; the command gets them as keyword arguments for `experiments_from`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def experiments_from(chosen: dict[str, Any]) -> list[Experiment]:
    """Return the experiments that the options describe: players, then layouts, then policies."""
    both = chosen["policy"] or (None,)
    return [
        _experiment({**chosen, "players": players, "layout": layout, "policy": policy})
        for players in dict.fromkeys(chosen["players"])
        for layout in dict.fromkeys(chosen["layout"])
        for policy in dict.fromkeys(both)
    ]


def _experiment(chosen: dict[str, Any]) -> Experiment:
    from plateau_sim.plateau.experiment import Experiment
    from plateau_sim.plateau.layouts import find_layout
    from plateau_sim.plateau.rules import GameRules

    flags = ("excuse_variant", "positive_only", "counter_sabotage", "strict_formations")
    rules = GameRules.published(
        chosen["players"],
        full_deck=chosen["full_deck"],
        **{name: chosen[name] for name in flags},
    )
    auction = chosen["mode"] == "auction"
    _check_mode(chosen, auction)
    declaring, defending = policies_from(chosen)
    return Experiment(
        rules,
        find_layout(chosen["layout"], rules),
        cells=() if auction else _cells(chosen, rules),
        declaring=declaring,
        defending=defending,
        auction=auction,
        bidder=chosen["bidder"] or "threshold",
        seat=None if auction else _seat(chosen["seat"], rules.players),
        raises=chosen["raises"],
        seed=chosen["seed"],
    )


def _check_mode(chosen: dict[str, Any], auction: bool) -> None:
    if not auction and chosen["bidder"]:
        fault = "there is no bidding in forced mode"
        raise PlateauError(
            f"--bidder {chosen['bidder']}", fault, "--mode auction --bidder threshold"
        )
    for name in ("objective", "team", "exchange", "seat") if auction else ():
        if chosen[name]:
            fault = "can't be chosen in an auction: the bidders decide"
            raise PlateauError(f"--{name}", fault, "--mode auction without it")


def policies_from(chosen: dict[str, Any], default: str = "greedy") -> tuple[str, str]:
    """Return the policies of the declaring side and of the defenders."""
    both, declaring, defending = chosen["policy"], chosen["declaring"], chosen["defending"]
    if both and (declaring or defending):
        fault = "--policy already says who plays on both sides"
        example = "--declaring greedy --defending random"
        raise PlateauError(f"--policy {both}", fault, example)
    return declaring or both or default, defending or both or default


def _cells(chosen: dict[str, Any], rules: GameRules) -> tuple[BidCell, ...]:
    """Return the chosen cells, in table order."""
    teams = chosen["team"] or TEAMS[rules.players]
    for team in teams:
        if team not in TEAMS[rules.players]:
            fault = f"with {rules.players} players there is no {team}"
            raise PlateauError(f"--team {team}", fault, f"--team {TEAMS[rules.players][0]}")
    objectives = chosen["objective"] or OBJECTIVES
    exchanges = {"yes": (True,), "no": (False,)}.get(chosen["exchange"], (True, False))
    return tuple(
        cell
        for cell in rules.cells
        if cell.team in teams and cell.objective in objectives and cell.exchange in exchanges
    )


def _seat(text: str | None, players: int) -> int | None:
    from plateau_sim.plateau.seats import seat_names, seat_number

    if text is None or text.strip().lower() == "any":
        return None
    seat = seat_number(text, players)
    if seat is None:
        fault = f"there is no such seat with {players} players"
        raise PlateauError(f"--seat {text}", fault, ", ".join(["any", *seat_names(players)]))
    return seat
