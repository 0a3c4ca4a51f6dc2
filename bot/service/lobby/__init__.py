"""Before and around a game: opening a table, its options, who sits where, and looking after it."""
