"""The data files of the game: their shape, how they are read and checked, and what follows from them."""
