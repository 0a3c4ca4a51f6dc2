"""What all pictures are drawn with: colours, patterns, fonts, icons and pieces; and a finished picture."""
