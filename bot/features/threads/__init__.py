"""The threads and forum posts of tables: their titles, their tags, and that they stay open while a game is played."""
