"""Lengths of time as one types them: `90m`, `2h`, `10 days`, `1d 12h`."""

from __future__ import annotations

import re
from typing import Final

MINUTES: Final = {"m": 1, "h": 60, "d": 24 * 60}
SPAN: Final = re.compile(r"(\d{1,6})\s*(m|min|mins|minutes?|h|hrs?|hours?|d|days?)(?![a-z])", re.IGNORECASE)


def read_span(text: str) -> tuple[int, str]:
    """The minutes that a text names, 0 if none, and the text without them."""
    minutes = sum(int(n) * MINUTES[unit[0].lower()] for n, unit in SPAN.findall(text))
    return minutes, " ".join(SPAN.sub(" ", text).split())


def short_span(minutes: int) -> str:
    """`90m`, `2h`, `10d`: the largest unit that needs no fraction."""
    unit = next(unit for unit in ("d", "h", "m") if minutes % MINUTES[unit] == 0)
    return f"{minutes // MINUTES[unit]}{unit}"
