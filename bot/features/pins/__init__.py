"""Pins the lobby of each table, so that people find it in a busy channel; off unless the server turns it on."""
