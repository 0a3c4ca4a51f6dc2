"""What a table posts in its channel, and what could not be delivered."""
