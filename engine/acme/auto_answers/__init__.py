"""What a civilization has set in advance: its auto-answers and its queue."""
