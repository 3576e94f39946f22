"""One deal of a verdict: drawn by what was heard, played in each bid and after a pass."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import contains, words
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.dealing import begin
from plateau_sim.plateau.factdeals import deal_facts
from plateau_sim.plateau.heard import HEARD_FIELDS, finish_auction, hear, is_accepted, replay
from plateau_sim.plateau.marks import TABLEAU
from plateau_sim.plateau.playout import FINISHED, play_out
from plateau_sim.plateau.state import DECLARING, NONE_YET, PASSED, WON
from plateau_sim.plateau.verdictfacts import (
    ALL_PASS,
    CALL_CARD,
    CALLED,
    CELL,
    DECLARER,
    DECLARES,
    DEFENDS,
    EXACT,
    IN_TALON,
    OBJECTIVE,
    PARTNER,
    PLAIN_POINTS,
    PLAIN_WON,
    POINTS,
    RAISER,
    ROLE,
    TRIES,
)
from plateau_sim.plateau.verdictfacts import WON as MADE
from plateau_sim.plateau.view import NO_RAISE
from plateau_sim.pointers import row_of

MOST_TRIES = 1 << 16
"""Deals drawn for one that fits the bids heard; far more than `heard.RAREST` lets be needed."""
UNIT = 1 << 40
"""Likelihoods are noted as whole parts of 1 / UNIT."""
_AS_DECLARER, _AS_PARTNER, _AS_OPPONENT = range(3)
QUESTION = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("me", "i8"),
                # by exchange, objective, partners: what a bid is worth
                ("value", "i8", (2, len(OBJECTIVES), 3)),
                # by partners, lost or won, part: multiple of the value less all seats' mean, times
                # the number of seats
                ("stake", "i8", (3, 2, 3)),
                *HEARD_FIELDS,
            ],
            align=True,
        ),
    )
)
QUESTION_TYPE = numba.from_dtype(QUESTION)


@part
def draw_deal(
    state: Any, asked: Any, question: Any, seed: Any, number: Any, deal: Any, deciders: Any
) -> Any:
    """Draw the deal of a number: the first of its candidates that fits; return how many it took.

    A pure function of question, seed and number. The state is left after the calls heard.
    """
    for attempt in range(MOST_TRIES):
        deal_facts(state.game, asked, seed, number * MOST_TRIES + attempt, deal)
        begin(state, deal)
        likelihood = hear(state, question, deciders)
        if is_accepted(likelihood, deal.play_key):
            deal.number = number
            return attempt + 1
    deal.number = number
    return MOST_TRIES


@part
def listen(
    state: Any,
    asked: Any,
    question: Any,
    seed: Any,
    number: Any,
    deal: Any,
    deciders: Any,
    facts: Any,
) -> None:
    """Note for a candidate how likely each seat's calls are with it, a row a seat."""
    deal_facts(state.game, asked, seed, number, deal)
    begin(state, deal)
    hear(state, question, deciders)
    for seat in range(state.game.players):
        facts[seat, 0] = np.int64(question.likelihood[seat] * UNIT)


@part
def note_deal(game: Any, question: Any, tries: Any, facts: Any) -> None:
    """Note how many candidates it took, and whether the bidder bids just so."""
    exact: Any = 1
    for seat in range(game.players):
        exact &= np.int64(question.likelihood[seat] == 1.0)
    facts[TRIES] = tries
    facts[EXACT] = exact


@part
def _start(state: Any, deal: Any, question: Any, deciders: Any) -> None:
    """Put the deal back to where the seat is to speak."""
    begin(state, deal)
    for player in range(state.game.players):
        notes = row_of(deciders.scratch, player)
        for byte in range(deciders.width):
            notes[byte] = 0
    replay(state, question)


@part
def play_call(
    state: Any, deal: Any, question: Any, call: Any, goes_on: Any, deciders: Any, facts: Any
) -> Any:
    """Make a call, finish the auction, play the hand and note how it ends.

    A bid that the seat plays is played without raises, too, if somebody raised: else it is the
    same.

    Parameters
    ----------
    state
        Its game is the caller's own: raises are switched on and off in it.
    deal, question
        After `draw_deal`.
    call
        Action of the auction: 0 pass, else 1 + cell.
    goes_on
        See `heard.finish_auction`.
    deciders, facts
        See `playout`; the option's row of facts.

    Returns
    -------
    int
        As `play_out`.
    """
    game, table = state.game, state.table
    for raises in range(1, -1, -1):
        game.raises = raises
        _start(state, deal, question, deciders)
        fault = finish_auction(state, question.me, call, goes_on, deciders)
        if fault == FINISHED:
            fault = play_out(state, deciders)
        if fault != FINISHED:
            return fault
        if raises == 1:
            _note(state, question, facts)
        facts[PLAIN_POINTS] = _points(state, question)
        facts[PLAIN_WON] = table.result == WON
        if facts[ROLE] != DECLARES or not (facts[RAISER] != NONE_YET or table.abdicated):
            break
    game.raises = 1
    return FINISHED


@part
def _note(state: Any, question: Any, facts: Any) -> None:
    """Note how a hand ended for the seat that asks."""
    table = state.table
    facts[POINTS] = _points(state, question)
    facts[MADE] = table.result == WON
    facts[OBJECTIVE] = table.objective
    facts[DECLARER] = table.declarer
    facts[CELL] = table.cell
    facts[PARTNER] = table.partner[0]
    unanswered: Any = 0
    for call in range(table.calls):
        unanswered += np.int64(table.call_holder[call] == NONE_YET)
    facts[IN_TALON] = unanswered
    facts[CALL_CARD] = np.int64(table.call_card[0]) if table.calls > 0 else NONE_YET
    facts[RAISER] = NONE_YET
    for chance in range(table.chances):
        if table.raise_to[chance] != NO_RAISE:
            facts[RAISER] = table.chance_seat[chance]
    facts[ROLE] = _role(table, question.me)


@part
def _role(table: Any, seat: Any) -> Any:
    if table.result == PASSED:
        return ALL_PASS
    if table.declarer == seat:
        return DECLARES
    return CALLED if table.side[seat] == DECLARING else DEFENDS


@part
def _points(state: Any, question: Any) -> Any:
    """Return the points of the seat less all seats' mean, times the number of seats."""
    game, table, seat = state.game, state.table, question.me
    if table.result == PASSED:
        return 0
    cell, won = table.cell, np.int64(table.result == WON)
    partners = game.cell_partners[cell]
    scorer = table.partner[0] if table.abdicated else table.declarer
    part_played: Any = _AS_OPPONENT
    if seat == scorer:
        part_played = _AS_DECLARER
    elif table.side[seat] == DECLARING:
        part_played = _AS_PARTNER
    value = question.value[game.cell_exchange[cell], table.objective, partners]
    return question.stake[partners, won, part_played] * value


@part
def change_places(game: Any, deal: Any, pairs: Any) -> None:
    """Let the cards of each pair change places; a card paired with itself stays."""
    for pair in range(pairs.shape[0]):
        if pairs[pair, 0] != pairs[pair, 1]:
            _exchange(game, deal, pairs[pair, 0], pairs[pair, 1])


@part
def _exchange(game: Any, deal: Any, one: Any, other: Any) -> None:
    """Let two cards of a deal change places."""
    a, b = words(one), words(other)
    for seat in range(game.players):
        holds = deal.plain[seat], deal.trumps[seat]
        if contains(holds, one) != contains(holds, other):
            deal.plain[seat] = holds[0] ^ a[0] ^ b[0]
            deal.trumps[seat] = holds[1] ^ a[1] ^ b[1]
    for place in range(game.talon_size):
        deal.talon[place] = _exchanged(deal.talon[place], one, other)
    if game.tableau:
        for seat in range(game.players):
            for place in range(TABLEAU):
                deal.tableau[seat, place] = _exchanged(deal.tableau[seat, place], one, other)


@inline
def _exchanged(card: Any, one: Any, other: Any) -> Any:
    if card == one:
        return other
    return one if card == other else np.int64(card)
