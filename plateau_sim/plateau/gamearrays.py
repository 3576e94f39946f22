"""Rules and layout as the record that kernels get: made once, at the edge."""

from __future__ import annotations

import numpy as np

from plateau_sim.cards import NAMES, card_set
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, value_of
from plateau_sim.plateau.board import BITS
from plateau_sim.plateau.formations import made_table
from plateau_sim.plateau.layouts import Layout, trick_number
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.scoring import points
from plateau_sim.plateau.state import GAME


def game_record(
    rules: GameRules,
    layout: Layout,
    *,
    raises: bool = False,
    play_on: bool = False,
    fixed_partners: tuple[int, ...] = (),
) -> np.record:
    """Return the record `state.GAME` of a game.

    Parameters
    ----------
    rules, layout
        A legal pair.
    raises
        Whether the chances to raise are played.
    play_on
        Whether a decided hand goes on to the last card (the result is the same).
    fixed_partners
        Seat offsets from the declarer of partners who need no call.
    """
    game: np.record = np.zeros(1, GAME)[0]
    for field in ("players", "tricks", "hand_size", "talon_size", "swap_size", "gifts", "tableau"):
        game[field] = getattr(rules, field)
    game["excuse_apart"] = rules.excuse_variant
    game["sabotage"] = rules.sabotage_in_force
    game["raises"], game["play_on"] = raises, play_on
    game["fixed_partners"][: len(fixed_partners)] = fixed_partners
    game["deck_size"] = len(rules.deck)
    game["deck"][: len(rules.deck)] = rules.deck
    game["deck_plain"], game["deck_trumps"] = card_set(rules.deck)
    game["made"] = made_table(rules.strict_formations)
    _place_tokens(game, rules, layout)
    _list_cells(game, rules)
    _list_stakes(game, rules)
    return game


def _place_tokens(game: np.record, rules: GameRules, layout: Layout) -> None:
    for space, token in enumerate(layout.tokens):
        word, trick = 1 << BITS[space], trick_number(token)
        if trick is not None:
            game["trick_space"][trick - 1] = word
        elif token:
            game["card_space"][NAMES.index(token)] = word
        game["claimable"] |= np.uint64(word if token else 0)


def _list_cells(game: np.record, rules: GameRules) -> None:
    game["cells"] = len(rules.cells)
    for index, cell in enumerate(rules.cells):
        game["cell_exchange"][index] = cell.exchange
        game["cell_objective"][index] = OBJECTIVES.index(cell.objective)
        game["cell_partners"][index] = PARTNERS[cell.team]
        game["cell_value"][index] = value_of(rules.players, cell)


def _list_stakes(game: np.record, rules: GameRules) -> None:
    for partners in {PARTNERS[cell.team] for cell in rules.cells}:
        for won in (False, True):
            declarer, partner, opponent = points(rules, partners, won, 1)
            opponents = rules.players - 1 - partners
            mean = (declarer + partners * partner + opponents * opponent) / rules.players
            game["stake"][partners, int(won)] = declarer - mean, partner - mean
