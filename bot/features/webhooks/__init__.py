"""Webhooks: what happens at a table, or asks for oneself, sent to an address on the Internet."""
