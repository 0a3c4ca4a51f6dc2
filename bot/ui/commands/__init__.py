"""Slash commands and message commands, each answered by the handlers of the buttons."""
