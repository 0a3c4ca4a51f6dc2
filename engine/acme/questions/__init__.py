"""What can be asked of a position. Nothing here changes it."""
