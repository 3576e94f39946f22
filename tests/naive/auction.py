"""The auction: rulebook 2, Bidding, and rulings 4."""

from .bids import cell_value, legal_bids
from .decisions import Choose, Kind, ask


def run_auction(players: int, choose: Choose) -> list[tuple[int, int | None]]:
    """Let the seats speak in turn from forehand on.

    Returns
    -------
    List of (seat, cell), or (seat, None) for a pass.
    """
    calls: list[tuple[int, int | None]] = []
    high = 0
    seat = 0
    while not is_over(players, calls):
        if (seat, None) not in calls:
            ordinal = sum(1 for speaker, _ in calls if speaker == seat)
            action = ask(choose, seat, Kind.BID, ordinal, legal_bids(players, high))
            if action == 0:
                calls.append((seat, None))
            else:
                calls.append((seat, action - 1))
                high = cell_value(players, action - 1)
        seat = (seat + 1) % players
    return calls


def is_over(players: int, calls: list[tuple[int, int | None]]) -> bool:
    """Tell whether all passed, or all but one and there is a bid."""
    passes = sum(1 for _, cell in calls if cell is None)
    return passes == players or (passes == players - 1 and winning_bid(calls) is not None)


def winning_bid(calls: list[tuple[int, int | None]]) -> tuple[int, int] | None:
    """Seat and cell of the last bid; None if there is none."""
    bids = [(seat, cell) for seat, cell in calls if cell is not None]
    return bids[-1] if bids else None
