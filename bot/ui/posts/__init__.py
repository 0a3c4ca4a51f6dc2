"""Posts of the channel, and direct messages to one person."""
