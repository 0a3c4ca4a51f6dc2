"""The lobby of a table: its post, screens and forms, and what is typed there."""
