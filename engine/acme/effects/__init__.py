"""Effects of cards, Events and Deities, with their choices and responses."""
