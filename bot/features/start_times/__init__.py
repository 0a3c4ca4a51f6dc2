"""Lobbies that start by themselves or stay open too long."""
