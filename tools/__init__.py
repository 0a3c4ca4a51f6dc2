"""Programs that write the guides, or measure what the guides tell; `make docs` runs most of them."""
