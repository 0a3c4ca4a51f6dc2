"""Screens for questions that only ACME asks: its cards, losses, fights and what is bought."""
