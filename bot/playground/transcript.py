"""A record of everything said between the bot and the local table, one JSON object a line."""

from collections import deque
from pathlib import Path
from typing import IO

from bot.playground.shapes import Json, decode, encode


class Transcript:
    """Keeps the last lines in memory and, if a path is given, all of them in a file."""

    def __init__(self, path: Path | None = None, remember: int = 2000) -> None:
        self._lines: deque[bytes] = deque(maxlen=remember)
        self._file: IO[bytes] | None = path.open("ab") if path else None

    def note(self, line: Json) -> None:
        """Add one line."""
        text = encode(line)
        self._lines.append(text)
        if self._file:
            self._file.write(text + b"\n")
            self._file.flush()

    def lines(self) -> list[Json]:
        """The lines in memory, oldest first."""
        return [decode(line) for line in self._lines]

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()
            self._file = None
