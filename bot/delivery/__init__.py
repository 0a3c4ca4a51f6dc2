"""From stored posts to messages on Discord."""
