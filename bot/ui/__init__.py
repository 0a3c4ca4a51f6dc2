"""What people see and press in Discord: messages as plain data, and the handlers of presses."""
