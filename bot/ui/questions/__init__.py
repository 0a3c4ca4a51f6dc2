"""The screens of the questions that the rules ask."""
