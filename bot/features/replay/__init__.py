"""A game that is over, step by step and as one animated picture."""
