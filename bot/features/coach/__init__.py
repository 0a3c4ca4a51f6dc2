"""What the computer would do in a player's place, and a review of the player's decisions after the end."""
