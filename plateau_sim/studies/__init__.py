"""Loops over simulation and analysis."""
