"""What the anatomy of played hands counts: integers per bid cell that add up on any split.

A tally is int64 of shape (cells, COLUMNS). Every deal is one count of each block.
"""

from __future__ import annotations

from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.board import SPACES
from plateau_sim.plateau.rules import PLAYER_COUNTS

FILLINGS = 64
"""Random ends of a hand that say who leads, see `anatomy`."""
MAX_TRICKS = 18
TALON = MAX_TRICKS
"""Among the moments of the decision: open after the last trick. Else the trick, from 0."""
MOMENTS = MAX_TRICKS + 1

DECIDED = 0
"""Deals by result (lost, won) and moment of the decision, the moments running faster."""
CHANGES = DECIDED + 2 * MOMENTS
"""Deals by the number of changes of the lead; only where the lead was followed."""
MOST_CHANGES = MAX_TRICKS + 1
FORMATIONS = CHANGES + MOST_CHANGES + 1
"""Deals in which the declaring side's final board makes each objective, or a better one."""
SEATS = FORMATIONS + len(OBJECTIVES)
"""By the declarer's seat from forehand = 0: deals, wins."""
SPACE = SEATS + 2 * PLAYER_COUNTS[-1]
"""By space, in canonical order: deals in which the declaring side owns it at the end; those of them
that it wins; deals in which the space alone decides the result."""
OWNED, OWNED_AND_WON, PIVOTAL = range(3)
SPACE_COUNTS = 3
COLUMNS = SPACE + SPACE_COUNTS * SPACES
