"""The phases of a turn in their order, and the end of Epochs and of the game."""
