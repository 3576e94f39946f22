"""Compiled pieces that any trick-taking game on this deck shares."""
