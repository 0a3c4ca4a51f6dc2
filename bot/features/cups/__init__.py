"""Cups: members of a server sign up and play one game in rounds."""
