"""The functions that change the State."""
