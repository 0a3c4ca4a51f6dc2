"""A running game: answers and drafts, windows and their times, what a seat sees."""
