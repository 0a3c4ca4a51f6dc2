"""The message with the lobby of each table, pinned so that a busy channel finds it; off unless a server wants it."""
