"""Slash commands and message commands: thin, each answered by the same handlers as the buttons."""
