"""Bidders, one file each: what speaks in the auction (decision kind BID)."""
