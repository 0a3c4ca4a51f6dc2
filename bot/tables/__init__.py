"""A game at a table, and nothing optional: everything that changes a table is one transaction made here."""
