"""A running game: answers, drafts, responses, and what a seat sees."""
