"""Storage of the local table: messages, channels, files and facts in one SQLite file, and a transcript."""

import asyncio
import io
import sqlite3
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from PIL import Image

from bot.local_table.errors import Json, decode, encode
from bot.local_table.places import Channel
from engine.core.decoding import decoder

CHANNELS: Final = decoder(Channel)
_TABLES = """
create table if not exists records (kind text, id text, body blob, primary key (kind, id));
create table if not exists files (id text primary key, name text, kind text, body blob);
"""
_PAUSE = 0.5


@dataclass(slots=True, frozen=True)
class StoredFile:
    """A file that was sent with a message."""

    id: str
    name: str
    kind: str
    body: bytes

    def picture_size(self) -> tuple[int, int] | None:
        """Return the width and height if the file is a picture."""
        if not self.kind.startswith("image/") or self.kind == "image/svg+xml":
            return None
        try:
            with Image.open(io.BytesIO(self.body)) as picture:
                return picture.size
        except OSError:
            return None


class Archive:
    """Keeps records and files in a SQLite file, or without a path in a temporary one that is gone at the end.

    Records are written together, half a second after the first change, and at the end.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._database = sqlite3.connect(path or "", isolation_level=None)
        self._database.executescript(_TABLES)
        if path:
            self._database.execute("pragma journal_mode = wal")
            self._database.execute("pragma synchronous = normal")
        self._lasting = path is not None
        self._waiting: dict[tuple[str, str], Any] = {}
        self._handle: asyncio.TimerHandle | None = None

    def keep(self, kind: str, key: str, value: Any) -> None:
        """Remember a record; it is written as it is when the pause has passed."""
        if self._lasting:
            self._waiting[kind, key] = value
            self._wind()

    def drop(self, kind: str, key: str) -> None:
        """Forget a record."""
        self.keep(kind, key, None)

    def flush(self) -> None:
        """Write all waiting records now."""
        waiting, self._waiting, self._handle = self._waiting, {}, None
        gone = [key for key, value in waiting.items() if value is None]
        kept = [(*key, encode(value)) for key, value in waiting.items() if value is not None]
        self._database.execute("begin")
        self._database.executemany("delete from records where kind = ? and id = ?", gone)
        self._database.executemany("insert or replace into records values (?, ?, ?)", kept)
        self._database.execute("commit")

    def read(self, kind: str) -> list[Json]:
        """Return all records of one kind in the order of their ids."""
        rows = self._database.execute("select body from records where kind = ? order by length(id), id", (kind,))
        return [decode(row[0]) for row in rows]

    def read_channels(self) -> list[Channel]:
        """Return all channels."""
        return [CHANNELS.plain(body) for body in self.read("channel")]

    def facts(self) -> Json:
        """Return all single facts by name."""
        rows = self._database.execute("select id, body from records where kind = 'fact'")
        return {row[0]: decode(row[1]) for row in rows}

    def keep_file(self, file: StoredFile) -> None:
        """Store a file at once."""
        values = (file.id, file.name, file.kind, file.body)
        self._database.execute("insert or replace into files values (?, ?, ?, ?)", values)

    def file(self, file_id: str) -> StoredFile | None:
        """Return a stored file, or None."""
        row = self._database.execute("select id, name, kind, body from files where id = ?", (file_id,)).fetchone()
        return StoredFile(*row) if row else None

    def close(self) -> None:
        """Write what waits and close the file."""
        if self._handle:
            self._handle.cancel()
        self.flush()
        self._database.close()

    def _wind(self) -> None:
        if self._handle is None:
            try:
                self._handle = asyncio.get_running_loop().call_later(_PAUSE, self.flush)
            except RuntimeError:
                self.flush()


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
        """Return the lines in memory, oldest first."""
        return [decode(line) for line in self._lines]

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()
            self._file = None
