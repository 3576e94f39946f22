"""A user's own values of the bid table, from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plateau_sim.errors import PlateauError
from plateau_sim.files import read_toml
from plateau_sim.plateau.bids import OBJECTIVES, TEAMS, BidCell, cells, value_of

Values = dict[BidCell, int]
_EXAMPLE = "[y] duo = [3, 4] gives Y Duo 3 with exchange and 4 without"


def read_values(path: Path, players: int) -> Values:
    """Return the value of every bid cell: the file's where it has one, else the rulebook's.

    The file is TOML: a table per objective, in it for each team the value with exchange and the
    value without. Teams of other player counts may stand there and are left out.

    Raises
    ------
    PlateauError
        If the file can't be read or is not of this form.
    """
    name = f"values {path}"
    content = read_toml(path, name, _EXAMPLE)
    values = {cell: value_of(players, cell) for cell in cells(players)}
    for objective, teams in content.items():
        if objective not in OBJECTIVES or not isinstance(teams, dict):
            raise PlateauError(name, f"no such objective as {objective!r}", ", ".join(OBJECTIVES))
        for team, pair in teams.items():
            _check_pair(name, f"{objective}.{team}", team, pair)
            if team in TEAMS[players]:
                for exchange, value in zip((True, False), pair, strict=True):
                    values[BidCell(exchange, objective, team)] = value
    return values


def _check_pair(name: str, where: str, team: str, pair: Any) -> None:
    if team not in TEAMS[6]:
        raise PlateauError(name, f"{where}: no such team", ", ".join(TEAMS[6]))
    whole = isinstance(pair, list) and len(pair) == 2 and all(type(item) is int for item in pair)
    if not whole or not all(0 < item < 10**6 for item in pair):
        raise PlateauError(name, f"{where}: needs two whole numbers from 1", _EXAMPLE)
