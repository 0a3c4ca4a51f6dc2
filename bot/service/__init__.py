"""The game master's desk: everything that changes a table is one transaction made here."""
