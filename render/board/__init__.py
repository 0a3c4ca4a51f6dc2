"""What the boards of all games share: the printed map, bands, pieces side by side, parts of it, and cached base
maps.
"""
