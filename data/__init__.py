"""Facts, texts and pictures of every game: read with `data.path`."""

from pathlib import Path

ROOT = Path(__file__).parent


def path(*parts: str) -> Path:
    """The file or folder of that name below `data/`."""
    return ROOT.joinpath(*parts)
