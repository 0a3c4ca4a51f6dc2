"""Where a thread spends its time: its stack, looked at a hundred times a second by another thread."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Final, Self

EVERY: Final = 0.01
WAITING: Final = frozenset({"select", "poll"})
WHERE: Final[tuple[tuple[str, str], ...]] = (
    ("/engine/", "engine"),
    ("/render/", "render"),
    ("/bot/store/", "bot: store"),
    ("/bot/service/", "bot: service"),
    ("/bot/ui/", "bot: screens and posts"),
    ("/bot/", "bot: the rest"),
    ("/sqlalchemy/", "SQLAlchemy"),
    ("/sqlmodel/", "SQLAlchemy"),
    ("/aiosqlite/", "database driver"),
    ("/asyncpg/", "database driver"),
    ("/discord/", "discord.py"),
    ("/aiohttp/", "aiohttp"),
    ("/msgspec/", "msgspec"),
    ("/asyncio/", "asyncio"),
    ("selectors.py", "asyncio"),
)


class Sampling:
    """Looks at the thread that opens it until it is closed; then the shares are written to the file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread_id = threading.get_ident()
        self._over = threading.Event()
        self._looking = threading.Thread(target=self._look, name="sampling", daemon=True)
        self.own: Counter[str] = Counter()
        self.within: Counter[str] = Counter()

    def __enter__(self) -> Self:
        self._looking.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._looking.join()
        self._file.write_text("\n".join(self.lines()) + "\n")

    def _look(self) -> None:
        while not self._over.wait(EVERY):
            frame = sys._current_frames().get(self._thread_id)  # noqa: SLF001 - what a profiler is for
            if frame is not None:
                self.note(frame)

    def note(self, frame: FrameType) -> None:
        """Count what runs, and once each part of the bot within which it does; imports are left out."""
        if any("importlib" in here.f_code.co_filename for here in stack(frame)):
            return
        if frame.f_code.co_name in WAITING:
            self.own["waiting"] += 1
            return
        self.own[part(frame)] += 1
        own = (here.f_code for here in stack(frame) if "/bot/" in here.f_code.co_filename)
        self.within.update({f"{Path(code.co_filename).stem}.{code.co_qualname}" for code in own})

    def lines(self) -> list[str]:
        """The shares, largest first: of all time, then of the time at work."""
        whole, busy = max(1, self.own.total()), max(1, self.own.total() - self.own["waiting"])
        own = [f"{name}: {count / whole:.1%}" for name, count in self.own.most_common()]
        return [*own, "", *(f"{name}: {count / busy:.1%} of work" for name, count in self.within.most_common(40))]


def stack(frame: FrameType) -> Iterator[FrameType]:
    """What runs, from the inside out."""
    here: FrameType | None = frame
    while here is not None:
        yield here
        here = here.f_back


def part(frame: FrameType) -> str:
    """Which part of the program that is: the innermost one that has a name here."""
    for here in stack(frame):
        for path, name in WHERE:
            if path in here.f_code.co_filename:
                return name
    return "the rest of Python"
