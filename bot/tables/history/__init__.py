"""Going back: undo, requests that need the others' consent, damaged games."""
