"""The hands that are shown are the hands that are counted."""

import numpy as np
import pytest
from helpers import QUICK_POLICIES

from plateau_sim import simulate
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.state import PASSED, WON
from plateau_sim.plateau.tallies import AS_EASIER, BY_TALON, COLUMNS, TRICKS, outcome
from plateau_sim.plateau.transcript import play_transcript

PLAYERS = range(2, 7)
DEALS, MANY_DEALS, SHOWN = {"random": 150, "search:2": 5}, 1_000, 10
FEWER = 60  # under other policies
QUICK = [name for name in QUICK_POLICIES if "search" not in name]
every_policy = pytest.mark.parametrize("policy", QUICK_POLICIES)
every_count = pytest.mark.parametrize("players", PLAYERS)


def experiment(players, policy, **options):
    """Return an experiment in which everybody plays by one policy."""
    rules = options.pop("rules", GameRules.published(players))
    chosen = {"declaring": policy, "defending": policy, "bidder": "random"} | options
    return Experiment(rules, **chosen)


def row_count(setup):
    """Return the number of rows of an experiment's tallies."""
    return len(setup.cells) * len(OBJECTIVES) + 1 if setup.auction else len(setup.cells)


def played(runner, deals):
    """Return the tallies of hands played one by one, read off their last states."""
    setup = runner.experiment
    rows = row_count(setup)
    tallies = np.zeros((rows, setup.rules.players, COLUMNS), np.int64)
    easier = runner.easier
    for number in range(deals):
        won = np.zeros(rows, bool)
        for row in range(1 if setup.auction else rows):
            table = runner.play(number, row)[1].table
            if table.result == PASSED:
                tallies[-1, 0, 0] += 1
                continue
            won[row] = table.result == WON
            place = table.cell * len(OBJECTIVES) + table.objective if setup.auction else row
            tally = tallies[place, table.declarer]
            tally[outcome(table.objective, table.abdicated, int(won[row]))] += 1
            tally[TRICKS] += table.trick
            tally[BY_TALON] += table.by_talon
            if not setup.auction and easier[row] >= 0:
                tally[AS_EASIER] += won[row] == won[easier[row]]
    return tallies


def shown(runner, deals):
    """Return the tallies of the transcripts of hands."""
    setup = runner.experiment
    players = setup.rules.players
    rows = row_count(setup)
    tallies = np.zeros((rows, players, COLUMNS), np.int64)
    for number in range(deals):
        for row in range(1 if setup.auction else rows):
            hand = play_transcript(runner, number, row)
            if hand["result"] == "passed":
                tallies[-1, 0, 0] += 1
                continue
            bidder, cell = bid_of(hand)
            declarer = (bidder - hand["dealer"] - 1) % players
            place = setup.cells.index(cell_of(setup, cell))
            objective = [cell["objective"], *(to for _, to in hand["increases"] if to)][-1]
            result = outcome(
                OBJECTIVES.index(objective), hand["abdication"], hand["result"] == "won"
            )
            if setup.auction:
                place = place * len(OBJECTIVES) + OBJECTIVES.index(objective)
            tally = tallies[place, declarer]
            tally[result] += 1
            tally[TRICKS] += len(hand["tricks"])
            tally[BY_TALON] += bool(hand["talon_claims"])
    return tallies


def bid_of(hand):
    """Return seat and bid that a transcript's hand was played under."""
    if "forced_bid" in hand:
        return hand["forced_bid"]["seat"], hand["forced_bid"]["bid"]
    return [(seat, bid) for seat, bid in hand["auction"] if bid != "pass"][-1]


def cell_of(setup, bid):
    """Return the bid cell of a transcript's bid."""
    names = (bid["exchange"], bid["objective"], bid["team"])
    return next(cell for cell in setup.cells if (cell.exchange, cell.objective, cell.team) == names)


def check_tallies(runner, deals, tally_of, columns):
    """Compare the tallies of hands looked at one by one with those of a run."""
    counted = simulate.run(runner, deals)
    assert (tally_of(runner, deals)[..., columns] == counted[..., columns]).all()


@every_policy
@every_count
def test_hands_looked_at_are_the_hands_counted(players, policy):
    runner = Runner(experiment(players, policy))
    check_tallies(runner, DEALS.get(policy, FEWER), played, slice(None))


@every_policy
@every_count
def test_hands_looked_at_are_the_hands_counted_with_auction(players, policy):
    runner = Runner(experiment(players, policy, auction=True))
    check_tallies(runner, 300, played, slice(None))


@every_policy
@every_count
def test_transcripts_show_the_hands_counted(players, policy):
    # With six players nothing is left of the talon, so no transcript tells of it.
    columns = slice(None, AS_EASIER if players != 6 else BY_TALON)
    for options in ({}, {"raises": True}, {"auction": True}):
        check_tallies(Runner(experiment(players, policy, **options)), SHOWN, shown, columns)


@pytest.mark.long
@pytest.mark.parametrize("policy", QUICK)
@every_count
def test_thousands_of_hands_looked_at_are_the_hands_counted(players, policy):
    check_tallies(Runner(experiment(players, policy)), MANY_DEALS, played, slice(None))


@pytest.mark.long
@pytest.mark.parametrize(
    "rules",
    [
        GameRules.published(3, full_deck=True),
        GameRules.published(4, full_deck=True),
        GameRules.published(5, full_deck=True),
        GameRules.published(6, excuse_variant=True),
        GameRules.published(4, strict_formations=True),
        GameRules.published(5, positive_only=True, counter_sabotage=True),
    ],
    ids=["3 full", "4 full", "5 full", "6 excuse", "4 strict", "5 sabotage"],
)
def test_hands_of_variants_looked_at_are_the_hands_counted(rules):
    for options in ({}, {"raises": True}, {"auction": True}):
        setup = experiment(rules.players, "random", rules=rules, **options)
        check_tallies(Runner(setup), 500, played, slice(None))
