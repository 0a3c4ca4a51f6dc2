"""Typed lines such as `tarsus, lukka 2, rest zab`: read, resolved, and fitted to the rules."""
