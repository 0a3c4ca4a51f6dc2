"""Deadlines and starts of one's tables as a calendar, by a private link."""
