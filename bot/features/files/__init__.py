"""Games as files: export, import, the key that seals them, and verification."""
