"""What people have at a table beside the game itself, outside its record: private notes, and who follows it."""
