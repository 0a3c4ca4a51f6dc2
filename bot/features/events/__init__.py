"""Scheduled events: a table that starts at a time of its own is among the events of its server."""
