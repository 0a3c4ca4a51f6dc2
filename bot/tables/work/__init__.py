"""How a table is read and written: rows, rights, the unit of work and its transaction."""
