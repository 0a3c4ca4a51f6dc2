"""The computer opponent of Advanced Civilization: what it decides from what lies open and its own hand, and why."""
