"""What packages with games use of Nisaba, beside its engine."""
