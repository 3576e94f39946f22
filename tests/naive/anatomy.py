"""What made up a hand, read from its transcript: owners, decision, lead, formations, spaces.

The transcript is of a hand that was played to its last card.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from .board import COORDINATES
from .cards import EXCUSE
from .formations import can_still_be_made, made
from .rng import play_key, subkey

Owners = list[str | None]
WORDS, WORD_BITS, STREAM = 64, 8, 2**20
OWN, OTHER = "declarer", "opponents"


def objective_of(hand: dict[str, Any]) -> str:
    """Objective with its raises."""
    raised = [objective for _, objective in hand["increases"] if objective]
    return str([hand["forced_bid"]["bid"]["objective"], *raised][-1])


def declaring_seats(hand: dict[str, Any]) -> set[int]:
    """Seats of the declaring side: who declares, and who holds a called card."""
    declarer = hand["forced_bid"]["seat"]
    return {declarer, *(c["holder"] for c in hand["partner_calls"] if c["holder"] is not None)}


def boards(hand: dict[str, Any]) -> list[Owners]:
    """Owners before the first trick, after each trick, and after the talon."""
    own, layout = declaring_seats(hand), hand["layout"]
    team = [OWN if seat in own else OTHER for seat in range(hand["players"])]
    owners: Owners = [None] * 37
    found = [list(owners)]
    for number, trick in enumerate(hand["tricks"], 1):
        for turn, card in enumerate(trick["cards"]):
            apart = card == EXCUSE and hand["options"].get("excuse_variant")
            seat = (trick["leader"] + turn) % hand["players"] if apart else trick["winner"]
            _claim(owners, layout, card, team[seat])
        _claim(owners, layout, f"trick{number}", team[trick["winner"]])
        found.append(list(owners))
    for claim in hand["talon_claims"]:
        _claim(owners, layout, claim["card"], claim["team"])
    return [*found, owners]


def _claim(owners: Owners, layout: Sequence[str], token: str, team: str) -> None:
    if token in layout:
        owners[layout.index(token)] = team


def spaces(owners: Owners, *teams: str | None) -> list[int]:
    """Spaces of some teams."""
    return [space for space in range(37) if owners[space] in teams]


def verdict(hand: dict[str, Any], owners: Owners) -> str | None:
    """Whether the hand is won or lost on this board; None: open."""
    objective, strict = objective_of(hand), hand["options"].get("strict_formations", False)
    own, other = spaces(owners, OWN), spaces(owners, OTHER)
    if made(objective, own, strict):
        return "won"
    return None if can_still_be_made(objective, own, other, strict) else "lost"


def decided_after(hand: dict[str, Any]) -> int | None:
    """Tricks after which the hand was decided; None: open after the last one."""
    after = enumerate(boards(hand)[1:-1], 1)
    return next((number for number, owners in after if verdict(hand, owners)), None)


def pivotal_spaces(hand: dict[str, Any]) -> list[int]:
    """Spaces that decide the result alone, all else as at the end."""
    owners = boards(hand)[-1]
    found = []
    for space in range(37):
        results = []
        for team in (OWN, OTHER):
            given = list(owners)
            given[space] = team
            results.append(verdict(hand, given))
        if results == ["won", "lost"]:
            found.append(space)
        elif results[0] != results[1]:
            raise AssertionError("a space can only help its owner")
    return found


def fillings(seed: int, deal: int, share: int) -> list[list[bool]]:
    """For each filling, whether each space falls to the declaring side if it is open.

    A space has a bit of its own in eight random words: they are the binary digits of a number,
    the last word the first digit; the space falls to the declaring side if it is below the share.
    """
    stream = subkey(play_key(seed, deal), STREAM)
    found = []
    for number in range(WORDS):
        words = [subkey(stream, number * WORD_BITS + place) for place in range(WORD_BITS)]
        falls = []
        for q, r in COORDINATES:
            bit = 8 * (r + 3) + q + 3
            drawn = sum((1 - (word >> bit & 1)) << place for place, word in enumerate(words))
            falls.append(drawn < share)
        found.append(falls)
    return found


def leader(hand: dict[str, Any], owners: Owners, falls: list[list[bool]]) -> str | None:
    """Who wins more than half of the fillings; None: exactly half."""
    wins = 0
    for filling in falls:
        own = [
            space
            for space, owner in enumerate(owners)
            if owner == OWN or (owner is None and hand["layout"][space] and filling[space])
        ]
        strict = hand["options"].get("strict_formations", False)
        wins += made(objective_of(hand), own, strict)
    return None if 2 * wins == len(falls) else OWN if 2 * wins > len(falls) else OTHER


def lead_changes(hand: dict[str, Any], falls: list[list[bool]]) -> int:
    """How often another side leads than the one that led last; at the end the winner leads."""
    played = boards(hand)[:-1]
    open_boards = [owners for owners in played if verdict(hand, owners) is None]
    if verdict(hand, played[0]) is not None:  # decided by the layout: still asked once
        open_boards = [played[0]]
    led = [leader(hand, owners, falls) for owners in open_boards]
    led = [side for side in [*led, OWN if hand["result"] == "won" else OTHER] if side]
    return sum(one != other for one, other in pairwise(led))
