"""Where tables are kept: models, migrations and the unit of work."""
