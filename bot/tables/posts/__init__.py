"""What a table posts in its channel, and what couldn't be delivered."""
