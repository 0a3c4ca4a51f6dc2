"""Catch up: what happened since a player last looked."""
