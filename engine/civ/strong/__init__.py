"""The strong computer: it tries several plans for its movement in positions that look alike to it."""
