"""Who plays which seat, and offers of a seat or of the host's role."""
