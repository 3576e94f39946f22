"""Estimates to tables, drawings and files; computes nothing new."""
