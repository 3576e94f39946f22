"""Policies and bidders, one file each."""
