"""Back in time: undo, going back with consent, earlier moments, damaged and corrected records."""
