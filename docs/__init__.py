"""The documentation that is made by a program."""
