"""Questions about a position. Nothing here changes it."""
