"""Which release of the bot this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final

DISTRIBUTION: Final = "nisaba-gamemaster"
FROM_SOURCE: Final = "source"


def release() -> str:
    """The version that is installed, or that this is a tree without an installation."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return FROM_SOURCE
