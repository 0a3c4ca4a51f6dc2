"""Culture Wars: peoples with few coins settle a ring of tiles."""
