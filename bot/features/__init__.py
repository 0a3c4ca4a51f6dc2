"""Features: what a table can live without. Each has a folder with its rows, service, screens and posts."""
