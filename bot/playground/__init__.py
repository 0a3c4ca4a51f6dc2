"""The local table: a server on this machine that a Discord client library takes for Discord, and a page to play on."""
