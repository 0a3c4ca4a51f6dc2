"""What can be looked up at any time: board, log, rules, status, help."""
