"""The local table: a server on this machine that discord.py takes for Discord, and a page to play on."""
