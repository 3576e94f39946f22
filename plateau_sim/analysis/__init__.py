"""Tallies to estimates with their uncertainty; no simulation, no input or output."""
