"""The historical scenarios: their facts, how they are cast and laid out, and what each changes in the rules."""
