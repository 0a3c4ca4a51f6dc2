"""Deadlines: clocks of turns, players who are out of time, vacations."""
