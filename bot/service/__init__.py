"""The service of the game master: everything that changes a table is one transaction made here."""
