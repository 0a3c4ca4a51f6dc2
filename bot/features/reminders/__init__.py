"""Reminders of a question that waits."""
