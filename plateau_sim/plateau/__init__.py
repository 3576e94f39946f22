"""Le Plateau: rules, board, bids, play."""
