"""Everything about a table that is no question of the game: lobby, posts, log, map, status, rules, settings."""
