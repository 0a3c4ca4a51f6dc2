"""The screens of Advanced Civilization: several hidden decisions on one screen, with one confirmation."""
