"""What is kept about a person apart from tables: profile, presence, personal data."""
