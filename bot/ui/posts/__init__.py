"""What everybody reads in the channel, and what one person reads as a direct message."""
