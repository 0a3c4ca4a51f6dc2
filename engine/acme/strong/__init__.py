"""The strong computer: by a person's rules, it estimates what each answer brings until the end of the game."""
