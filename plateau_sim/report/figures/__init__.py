"""Figures of the reports: each from one tidy table to one `canvas.Picture`."""
