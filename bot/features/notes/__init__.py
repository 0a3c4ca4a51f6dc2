"""Private notes of a seat."""
