"""Cups: people of a server sign up, are drawn to tables round by round, and come to stand by how those have ended."""
