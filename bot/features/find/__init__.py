"""Finding a table that has a free seat."""
