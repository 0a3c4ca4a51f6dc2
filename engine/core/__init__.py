"""The kernel. It knows no game."""
