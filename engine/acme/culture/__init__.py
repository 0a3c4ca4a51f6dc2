"""The Culture Tracks, an optional rule (Playbook, Cultural Development Tracks)."""
