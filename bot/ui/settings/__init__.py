"""What a host and a person can set, and what needs the others' consent."""
