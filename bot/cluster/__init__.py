"""Several processes of one bot: heartbeat, wake-ups, deduplication, the HTTP endpoint."""
