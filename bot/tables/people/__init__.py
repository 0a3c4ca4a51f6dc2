"""What is stored about a person apart from tables: profile, presence, personal data."""
