"""The page of a table: the board, the standings and the story in a browser, for everyone who has its address."""
