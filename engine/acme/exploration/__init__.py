"""Exploration: NPCs whose places nobody knows at the start (Playbook, Exploration Phase; RUL-171 to RUL-176)."""
