"""The screens of Advanced Civilization of its own: what is decided unseen stands on one, with one confirmation."""
