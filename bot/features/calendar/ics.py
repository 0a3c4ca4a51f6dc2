"""A calendar as text in the format iCalendar (RFC 5545)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

LINE: Final = 75
"""The most bytes in a line. A longer one continues on the next line, after a space."""
ESCAPED: Final = re.compile(r"[\\;,]")


class CalendarEntry(NamedTuple):
    """A moment in a calendar; `uid` is the same whenever the moment is."""

    uid: str
    at: datetime
    title: str
    url: str = ""


def calendar(name: str, entries: Sequence[CalendarEntry]) -> bytes:
    """Return a calendar with these entries."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Nisaba//Nisaba//EN", f"X-WR-CALNAME:{_text(name)}"]
    lines += [line for entry in entries for line in _event(entry)]
    return b"".join(_folded(line) for line in (*lines, "END:VCALENDAR"))


def _event(entry: CalendarEntry) -> list[str]:
    at = entry.at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    url = [f"URL:{entry.url}"] if entry.url else []
    about = [f"UID:{entry.uid}@nisaba", f"DTSTAMP:{at}", f"DTSTART:{at}", f"SUMMARY:{_text(entry.title)}"]
    return ["BEGIN:VEVENT", *about, *url, "END:VEVENT"]


def _text(text: str) -> str:
    return ESCAPED.sub(r"\\\g<0>", " ".join(text.split()))


def _folded(line: str) -> bytes:
    return b"\r\n ".join(_pieces(line)) + b"\r\n"


def _pieces(line: str) -> Iterator[bytes]:
    """Yield the line in pieces that end between letters; each but the first has a space before it."""
    piece = b""
    for letter in line:
        raw = letter.encode()
        if len(piece) + len(raw) >= LINE:
            yield piece
            piece = b""
        piece += raw
    yield piece
