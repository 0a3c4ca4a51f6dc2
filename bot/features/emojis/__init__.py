"""Emojis of the application: one for each card, civilization and piece, shown beside its name."""
