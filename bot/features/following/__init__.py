"""Following a table without a seat."""
