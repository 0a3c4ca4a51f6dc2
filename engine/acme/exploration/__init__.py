"""Exploration: NPCs whose places are unknown at the start (Playbook, Exploration Phase; RUL-171 to RUL-176)."""
