"""What people see and press in Discord: messages as plain data, and what answers each press."""
