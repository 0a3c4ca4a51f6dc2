"""Plain values that the layers hand each other: tables, records, posts, preferences."""
