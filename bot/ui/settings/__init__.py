"""What a host and a person can set, and what takes the consent of others."""
