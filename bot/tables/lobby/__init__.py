"""Before the game: opening a table, its options, and the start."""
