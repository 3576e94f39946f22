"""Marks in place of cards, and the places of a two-player tableau, for plain and compiled code."""

from __future__ import annotations

LOWER_ROW, UPPER_ROW = 5, 4
TABLEAU = LOWER_ROW + UPPER_ROW
NO_CARD, FACE_DOWN = 255, 254
