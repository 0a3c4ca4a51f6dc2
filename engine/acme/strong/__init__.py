"""The strong computer: by the rules of a person it reckons what each answer will bring until the end of the game."""
