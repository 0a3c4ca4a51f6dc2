"""Rooms: private threads that the seats of a table open among themselves. The bot reads nothing in them."""
