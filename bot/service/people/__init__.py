"""People apart from tables: preferences, presence, and all that is stored about them."""
