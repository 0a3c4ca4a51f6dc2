"""What a bot owner and a server's moderators look after: faults, setup, stored data."""
