"""Finding a table with an open seat."""
