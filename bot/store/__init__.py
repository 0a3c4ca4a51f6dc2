"""Storage of tables: models, migrations and the unit of work."""
