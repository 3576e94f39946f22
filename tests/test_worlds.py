"""Sampled worlds: all that a seat knows holds in them, and each is as likely as it should be."""

from collections import Counter
from random import Random

import pytest
from helpers import every_kind, ids
from naive.tricks import suit
from naive.worlds import every_world, faults, key_of, pasts
from scipy.stats import chisquare
from worlds_tools import BLANK, Table

from plateau_sim.plateau.playing import AUCTION
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.view import ABDICATE, CARD, RAISE

UNLIKELY = 1e-4


def check_decisions(kind, deals, worlds):
    """Check worlds at the decisions of random hands; return how many there were."""
    table, checked = Table(kind.rules()), 0
    for number in range(deals):
        random = Random(number)
        cell = AUCTION if number % 3 == 0 else random.randrange(len(table.rules.cells))
        for _ in table.decisions(number, random.randrange(kind.players), cell):
            known = table.known()
            for world in table.worlds(worlds, number):
                assert not faults(known, world), (number, known, world)
            checked += 1
    return checked


@every_kind
def test_worlds_agree_with_all_that_was_public(kind):
    assert check_decisions(kind, 6, 3) > 100


@pytest.mark.long
@every_kind
def test_worlds_agree_with_all_that_was_public_in_1000_decisions(kind):
    assert check_decisions(kind, 40, 5) > 1000


def small(players, hand, talon, deck, **options):
    """Return the rules of a small game."""
    own, deck = GameRules.published(players), tuple(sorted(ids(deck)))
    tricks = hand + (9 if players == 2 else 0) + bool(own.gifts)
    return GameRules(
        players,
        deck,
        hand,
        tricks,
        talon,
        min(own.swap_size, talon),
        gifts=own.gifts,
        tableau=own.tableau,
        **options,
    )


_PLAIN = "SD SR HD HR DD DR CD CR"
SMALL = {
    "2 players": small(
        2, 2, 4, f"S8 S9 S10 SV SC {_PLAIN} T1 T2 T3 T4 T5 T6 T7 T8 T15 T16 T20 T21 EX"
    ),
    "3 players": small(3, 3, 3, f"SC {_PLAIN} T1 T2 EX"),
    "4 players": small(4, 3, 3, f"SC HC {_PLAIN} T1 T2 T3 T4 EX"),
    "5 players": small(5, 2, 3, f"SC {_PLAIN} T1 T2 T3 EX"),
    "6 players": small(6, 2, 6, f"SC HC DC {_PLAIN} T1 T2 T3 T4 T5 T6 EX"),
}  # fmt: skip
MOST, LEAST, CASES = 3000, 6, 6


def expected(known, like):
    """Return how many pasts each world that agrees with what is known has."""
    ways = {}
    for world in every_world(known, like, MOST):
        if not faults(known, world):
            ways[key_of(known, world)] = pasts(known, world)
    return ways


def is_told(known):
    """Tell whether something is known besides the cards seen: a suit lacked, a call."""
    short = any(
        suit(card) != suit(cards[0]) for _, cards in known.tricks if cards for card in cards
    )
    return short or bool(known.calls)


@pytest.mark.parametrize("counted", [False, True], ids=["shuffles first", "counted ways"])
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] if name[0] in "35" else []) for name in SMALL],
)
def test_each_deal_that_agrees_with_what_was_public_is_equally_likely(name, counted):
    table, cases = Table(SMALL[name], BLANK), 0
    uneven = 0
    for number in range(3000):
        cell = Random(number).randrange(len(table.rules.cells))
        for kind in table.decisions(number, number % table.rules.players, cell):
            known = table.known()
            if kind not in (CARD, RAISE, ABDICATE) or not is_told(known):
                continue
            ways = expected(known, table.worlds(1)[0])
            if not LEAST <= len(ways) <= 400 or cases == CASES:
                continue
            gifts_told = len(set(ways.values())) > 1
            if known.dealt_out and cases >= CASES // 2 and not (uneven or gifts_told):
                continue  # six players: wait for calls that tell of gifts
            cases += 1
            total = sum(ways.values())
            count = min(20_000, 8 * total // min(ways.values()) + 200)
            seen = Counter(key_of(known, world) for world in table.worlds(count, 3, counted))
            assert set(seen) <= set(ways)
            odds = [count * pasts / total for pasts in ways.values()]
            assert chisquare([seen[key] for key in ways], odds).pvalue > UNLIKELY, (number, known)
            uneven += gifts_told
        if cases == CASES:
            break
    assert cases == CASES
    assert (uneven > 0) == (table.rules.players == 6)
