"""What a table can live without: one folder for each feature, with its rows, service, screens and posts."""
