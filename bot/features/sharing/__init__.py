"""A board, a preview or cards shown to others."""
