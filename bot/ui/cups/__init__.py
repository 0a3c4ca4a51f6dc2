"""Cups on private screens, and what their tables are told."""
