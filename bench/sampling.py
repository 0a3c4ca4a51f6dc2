"""Where the processor goes: the stack of the main thread, looked at whenever the process has worked for so long.

The timer runs while the process works and not while it waits, and its signal is taken by the main thread itself,
between two steps of whatever that is doing. (Another thread would see it only where it has just let go of the
interpreter, and so mostly waiting.) A look counts for as much as the thread has worked since the last one; what other
threads have worked is known to the clock of each.
"""

from __future__ import annotations

import re
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Final, Self

EVERY: Final = 0.01  # seconds of the processor, of all threads together
WHERE: Final[tuple[tuple[str, str], ...]] = (
    ("/engine/", "engine"),
    ("/render/", "render"),
    ("/bot/store/", "bot: store"),
    ("/bot/tables/", "bot: service"),
    ("/bot/features/", "bot: service"),
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
NUMBER: Final = re.compile(r"[-_]?\d+")


class Sampling:
    """Looks at the main thread, which has to open it, until it is closed; then the shares are written to the file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._begun = self._last = 0.0
        self._clocks: dict[int, float] = {}
        self.own: defaultdict[str, float] = defaultdict(float)
        self.within: defaultdict[str, float] = defaultdict(float)
        self.others: defaultdict[str, float] = defaultdict(float)

    def __enter__(self) -> Self:
        self._begun, self._last = time.monotonic(), time.thread_time()
        signal.signal(signal.SIGPROF, self._look)
        signal.siginterrupt(signal.SIGPROF, False)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        self._file.write_text("\n".join(self.lines(time.monotonic() - self._begun)) + "\n")

    def _look(self, _: int, frame: FrameType | None) -> None:
        worked = time.thread_time() - self._last
        if frame is not None:
            self.note(frame, worked)
        self._note_others()
        self._last = time.thread_time()

    def note(self, frame: FrameType, seconds: float) -> None:
        """Count what runs, and once each part of the bot within which it does; imports are left out."""
        if any("importlib" in here.f_code.co_filename for here in stack(frame)):
            return
        self.own[part(frame)] += seconds
        own = {place(here) for here in stack(frame) if "/bot/" in here.f_code.co_filename}
        for name in own:
            self.within[name] += seconds

    def _note_others(self) -> None:
        """What the other threads have worked since the last look, by what they are for."""
        for thread in threading.enumerate():
            if thread is not threading.main_thread() and thread.ident and thread.native_id:
                now = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
                self.others[NUMBER.sub("", thread.name)] += now - self._clocks.get(thread.native_id, 0.0)
                self._clocks[thread.native_id] = now

    def lines(self, seconds: float) -> list[str]:
        """What the main thread has worked within so many seconds, and where; then the other threads."""
        busy = sum(self.own.values()) or 1.0
        others = [f"other threads, {name}: {spent:.1f} s" for name, spent in ranked(self.others)]
        said = [f"main thread: {busy:.1f} s of the processor in {seconds:.0f} s", *others, ""]
        said += [f"{name}: {spent / busy:.1%}" for name, spent in ranked(self.own)]
        return [*said, "", *(f"within {name}: {spent / busy:.1%}" for name, spent in ranked(self.within)[:60])]


def ranked(spent: Mapping[str, float]) -> list[tuple[str, float]]:
    """The largest first."""
    return sorted(spent.items(), key=lambda one: -one[1])


def place(frame: FrameType) -> str:
    """The module and function that runs there."""
    return f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}"


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
