"""Auto-answers and the queue: what a player has decided in advance."""
