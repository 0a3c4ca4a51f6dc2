"""Results, ratings, statistics of a game and of a career."""
