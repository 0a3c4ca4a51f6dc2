"""A bot that plays by itself until it is killed: `main([DATABASE, POSTS, MOMENT, TIMES])`.

With a moment, such as `delete-before 2`, it kills itself when it is about to delete a message for the second time.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.contract.table_settings import Settings
from bot.delivery.outbox import Outbox
from bot.delivery.wire import ReadyPost, Sent, Target
from tests.service.tables import ANA, BEN, Room, begun, give, opened_room
from tests.suite import threads

HOUR = 3601.0


class Paper:
    """A wire that writes what is done with messages on lines of a file, as Discord would keep it."""

    def __init__(self, file: Path, moment: str = "", times: int = 0) -> None:
        self.file = file
        self.moment, self.times = moment, times
        self.done: Counter[str] = Counter()

    def remaining(self) -> int:
        return 40

    def together(self, posts: Sequence[ReadyPost]) -> int:
        return len(posts)

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        self._meet("send-before")
        self._write([["send", target.channel, target.user, one.mark, one.post.kind] for one in posts])
        self._meet("send-after")
        await asyncio.sleep(0.002)
        return Sent(target.channel, posts[0].mark)

    async def edit(self, sent: Sent, one: ReadyPost) -> Sent:
        self._meet("edit-before")
        await asyncio.sleep(0)
        self._meet("edit-after")
        return sent

    async def delete(self, sent: Sent) -> None:
        self._meet("delete-before")
        self._write([["delete", sent.channel, None, sent.message, ""]])
        self._meet("delete-after")
        await asyncio.sleep(0)

    async def find(self, target: Target, mark: int) -> Sent | None:
        return next((Sent(target.channel, m) for _, _, m, _ in self.sent() if m == mark), None)

    def sent(self) -> list[tuple[int, int | None, int, str]]:
        """Everything that has arrived, in order."""
        return [(channel, user, mark, kind) for op, channel, user, mark, kind in self._lines() if op == "send"]

    def deleted(self) -> set[int]:
        """The marks of what has been deleted."""
        return {mark for op, _, _, mark, _ in self._lines() if op == "delete"}

    def _lines(self) -> list[tuple[str, int, int | None, int, str]]:
        text = self.file.read_text() if self.file.exists() else ""
        return [tuple(json.loads(line)) for line in text.splitlines()]

    def _write(self, lines: Sequence[object]) -> None:
        with self.file.open("a") as paper:
            paper.write("".join(json.dumps(line) + "\n" for line in lines))
            paper.flush()
            os.fsync(paper.fileno())

    def _meet(self, moment: str) -> None:
        self.done[moment] += 1
        if moment == self.moment and self.done[moment] == self.times:
            os.kill(os.getpid(), signal.SIGKILL)


async def play(made: Room) -> None:
    """Answer as fast as possible, and say each answer that is committed."""
    table = await begun(made, ANA, BEN, options={"goal": 99}, settings=Settings(pace="live"))
    for number in range(10**6):
        made.clock.now += HOUR if number % 3 == 2 else 0.0
        for person in (ANA, BEN):
            sheet = await made.service.sheet(table, person)
            if sheet.request is None:
                continue
            picks = ("0",) if sheet.request.key == "walk.bid" else ("walk", "done")
            done = await give(made, table, person, *picks)
            sys.stdout.write(f"{done.info.ask_no}\n")
            sys.stdout.flush()


async def live(database: Path, posts: Path, moment: str = "", times: str = "0") -> None:
    """Play and post until the end of the process."""
    async with opened_room(database) as made:
        posting = asyncio.create_task(Outbox(made.game_service, Paper(posts, moment, int(times)), made.clock).run())
        await play(made)
        await posting


def prepare() -> None:
    """Begin once and answer: what a process does once in its life has been done."""
    with TemporaryDirectory() as folder:
        asyncio.run(_begin(Path(folder) / "a.db"))
    threads.wait_for_all()


async def _begin(file: Path) -> None:
    async with opened_room(file) as made:
        await give(made, await begun(made, ANA, BEN), ANA, "walk", "done")


def main(given: list[str]) -> int:
    """Live as the command line says."""
    asyncio.run(live(Path(given[0]), Path(given[1]), *given[2:]))
    return 0
