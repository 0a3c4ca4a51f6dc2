"""Which release of the bot this is, and where it is explained."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, metadata, version
from typing import Final

DISTRIBUTION: Final = "nisaba-gamemaster"
FROM_SOURCE: Final = "source"


def release() -> str:
    """Return the installed version; without an installation, a note that it runs from source."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return FROM_SOURCE


@cache
def documentation() -> str:
    """Return the address of the documentation without a slash at its end; empty if the package names none."""
    try:
        urls = metadata(DISTRIBUTION).get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    named = (line.partition(", ") for line in urls)
    return next((url.rstrip("/") for label, _, url in named if label == "Documentation"), "")
