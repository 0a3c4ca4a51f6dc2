"""Speed and size, measured and printed: never asserted."""
