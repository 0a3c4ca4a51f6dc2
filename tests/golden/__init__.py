"""Recorded games: what was answered, and what everybody saw of it."""
