"""What happened in a recorded hand, in words: bids, seats, calls, the end, the points."""

from __future__ import annotations

import textwrap

from plateau_sim.plateau.bids import OBJECTIVE_TITLES, BidCell, Objective, value_of
from plateau_sim.plateau.following import FollowedHand, Step
from plateau_sim.plateau.groups import best_formation, sides_of
from plateau_sim.plateau.recorded import TeamName
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.boardtext import label

SCREEN = 100
_STUCK = "\u00a0"  # a space at which no line is broken
_TEAM_WORDS: dict[TeamName, str] = {"declarer": "declarers", "opponents": "opponents"}


def bid_words(players: int, bid: BidCell) -> str:
    """Return a bid as people say it, with its value: ``Exchange Y Duo (3)``."""
    exchange = "Exchange" if bid.exchange else "No exchange"
    title = OBJECTIVE_TITLES[bid.objective]
    return f"{exchange} {title} {bid.team.title()} ({value_of(players, bid)})"


def seat_word(followed: FollowedHand, seat: int) -> str:
    """Return how people call an absolute seat: 1st, 2nd, ..., dealer."""
    players = followed.hand.rules.players
    return seat_name((seat - followed.hand.dealer - 1) % players, players)


def seats_in_order(followed: FollowedHand) -> list[int]:
    """Return the absolute seats, forehand first."""
    players, dealer = followed.hand.rules.players, followed.hand.dealer
    return [(dealer + step) % players for step in range(1, players + 1)]


def call_words(followed: FollowedHand) -> str:
    """Return the calls and who answered, as the first line of the screen ends."""
    calls, told = followed.hand.calls, list[str]()
    if not calls:
        return ""
    for card, holder in calls:
        lies = holder is None and "in the talon"
        told.append(f"{card} ({lies})" if lies else card)
    partners = [seat_word(followed, seat) for seat in followed.partners]
    named = _listed([f"the {name}" if name == "dealer" else name for name in partners])
    verb = "is partner" if len(partners) == 1 else "are partners"
    return f" and calls {_listed(told)}: {named} {verb}"


def before_play(followed: FollowedHand) -> list[str]:
    """Return what happened before the first trick, as far as anything did."""
    hand, told = followed.hand, list[tuple[str, str]]()

    def seat(number: int) -> str:
        return seat_word(followed, number)

    if hand.auction is not None:
        calls = [
            f"{seat(who)} " + ("passed" if bid is None else bid_words(hand.rules.players, bid))
            for who, bid in hand.auction
        ]
        told.append(("Auction", " · ".join(call.replace(" ", _STUCK) for call in calls)))
    for number in seats_in_order(followed) if hand.tableaus else ():
        lower, upper = (" ".join(row) for row in hand.tableaus[number])
        told.append(("Tableau", f"{seat(number):<8}lower {lower} · upper {upper}"))
    if hand.discards:
        taken = " ".join(hand.talon[: hand.rules.swap_size])
        told.append(("Exchange", f"takes {taken}, puts away {' '.join(hand.discards)}"))
    elif hand.gifts:
        taken = " ".join(hand.talon[: hand.rules.swap_size])
        gifts = _listed([f"{card} to {seat(to)}" for to, card in hand.gifts])
        told.append(("Exchange", f"takes {taken}, gives {gifts}"))
    if hand.talon_dealt:
        dealt = [f"{card} to {seat(to)}" for to, card in hand.talon_dealt]
        told.append(("Talon", f"dealt out: {_listed(dealt)}"))
    told += _raise_words(followed)
    return [line for word, text in told for line in wrapped(text, f"{word:<10}")]


def _raise_words(followed: FollowedHand) -> list[tuple[str, str]]:
    hand, told = followed.hand, list[tuple[str, str]]()
    raises = [
        f"{seat_word(followed, who)} to {OBJECTIVE_TITLES[to]}" for who, to in hand.raises if to
    ]
    if raises:
        told.append(("Raised", f"{_listed(raises)}: the bid is worth {hand.value}"))
    if hand.abdication and hand.declarer is not None:
        heir = seat_word(followed, followed.partners[0])
        text = f"{seat_word(followed, hand.declarer)} abdicates: {heir} scores as declarer"
        told.append(("Abdicated", text))
    return told


def team_word(followed: FollowedHand, team: TeamName) -> str:
    """Return a team's name, or that of its only seat."""
    seats = [seat for seat, own in enumerate(followed.teams) if own == team]
    return seat_word(followed, seats[0]) if len(seats) == 1 else _TEAM_WORDS[team]


def claim_words(followed: FollowedHand, step: Step) -> str:
    """Return who claims what in a step."""
    told = []
    for team in _TEAM_WORDS:
        spaces = [space for space, owner in step.claims.items() if owner == team]
        if spaces:
            tokens = " ".join(label(followed.hand.layout.tokens[space]) for space in spaces)
            who = team_word(followed, team)
            verb = "claim" if who in _TEAM_WORDS.values() else "claims"
            told.append(f"{who} {verb} {tokens}")
    return "; ".join(told or ["nothing is claimed"]) + "."


def outcome(followed: FollowedHand) -> list[str]:
    """Return how the hand ended, what it pays, and what it might have paid."""
    return [
        *_decision_words(followed),
        *wrapped(_points_words(followed) + _missed_words(followed)),
        *game_words(followed),
    ]


def _decision_words(followed: FollowedHand) -> list[str]:
    """Return when the hand was decided, and by which groups."""
    if followed.decided is None or followed.objective is None:
        return []
    step = followed.steps[followed.decided]
    when = "when the talon was turned" if step.trick is None else f"after trick {step.trick}"
    touched = [" ".join(map(str, sides_of(group))) or "none" for group in followed.chains]
    verb, many = ("touches", "chain") if len(touched) == 1 else ("touch", "chains")
    sides = f"{many} {verb} sides {' and '.join(touched)} (0 = upper right, clockwise)"
    if followed.hand.result == "won":
        best = best_formation(followed.chains[0]) or followed.objective
        return wrapped(f"Won {when}: the {sides} = {formation_word(best)}.")
    owner = "opponent's" if followed.teams.count("opponents") == 1 else "opponents'"
    article = "" if "sides" in followed.objective else "a "
    return [
        f"Lost {when}: {article}{formation_word(followed.objective)} can't be made any more.",
        *wrapped(f"The {owner} {sides}."),
    ]


def formation_word(objective: Objective) -> str:
    """Return a formation's title inside a sentence."""
    title = OBJECTIVE_TITLES[objective]
    return title if title == "Y" else title.lower()


def _points_words(followed: FollowedHand) -> str:
    """Return the points, seats with equal points together, the declaring side first."""
    by_points: dict[int, list[int]] = {}
    for seat in sorted(
        seats_in_order(followed), key=lambda seat: followed.teams[seat] != "declarer"
    ):
        by_points.setdefault(followed.hand.scores[seat], []).append(seat)
    told = [
        f"{_listed([seat_word(followed, seat) for seat in seats])} {points:+d}".replace("+0", "0")
        for points, seats in by_points.items()
    ]
    return ", ".join(told) + "."


def _missed_words(followed: FollowedHand) -> str:
    """Return what a raise to the formation that stood at the end would have paid."""
    hand = followed.hand
    if hand.result != "won" or not (hand.bid and hand.value and hand.formation):
        return ""
    raised = BidCell(hand.bid.exchange, hand.formation, hand.bid.team)
    value = value_of(hand.rules.players, raised)
    if value <= hand.value:
        return ""
    own = [score for score in hand.scores if score > 0]
    most = max(own)
    scorer = seat_word(followed, hand.scores.index(most))
    whom = "" if min(own) == most else f"{scorer} "
    paid = most // hand.value * value
    return f" Raised to {formation_word(hand.formation)} it would have paid {whom}{paid}."


def game_words(followed: FollowedHand) -> list[str]:
    """Return the place in the game and the totals, if the hand belongs to one."""
    if followed.hand.game is None:
        return []
    number, agreed, totals = followed.hand.game
    place = f"Hand {number}" + (f" of {agreed}" if agreed else "")
    if not totals:
        return [f"{place} of the game."]
    sums = [f"{seat_word(followed, seat)} {totals[seat]:+d}" for seat in seats_in_order(followed)]
    return wrapped(f"{place} of the game; totals {', '.join(sums)}.".replace("+0", "0"))


def _listed(words: list[str]) -> str:
    """Return words with commas and an "and"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def wrapped(text: str, start: str = "") -> list[str]:
    """Return a text in lines that fit the screen, further lines indented below the first."""
    lines = textwrap.wrap(text, SCREEN, initial_indent=start, subsequent_indent=" " * len(start))
    return [line.replace(_STUCK, " ") for line in lines]
