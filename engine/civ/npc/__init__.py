"""The computer opponent of Advanced Civilization: what it decides from public facts and its own hand, and why."""
