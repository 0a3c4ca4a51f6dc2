"""A bot that plays by itself until it is killed: `python -m tests.service.dying DATABASE POSTS`."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from bot.delivery.wire import Letter, Sent, Target
from bot.outbox import Outbox
from tests.service.tables import ANA, BEN, Room, begun, give, room


class Paper:
    """A wire that writes each message on a line of a file, as Discord would keep it."""

    def __init__(self, file: Path) -> None:
        self.file = file

    async def send(self, target: Target, letter: Letter) -> Sent:
        line = json.dumps([target.channel, target.user, letter.mark, letter.post.kind])
        with self.file.open("a") as paper:
            paper.write(line + "\n")
            paper.flush()
            os.fsync(paper.fileno())
        await asyncio.sleep(0.002)
        return Sent(target.channel, letter.mark)

    async def edit(self, sent: Sent, letter: Letter) -> None:
        await asyncio.sleep(0)

    async def delete(self, sent: Sent) -> None:
        await asyncio.sleep(0)

    async def find(self, target: Target, mark: int) -> Sent | None:
        return next((Sent(target.channel, m) for _, _, m, _ in self.sent() if m == mark), None)

    def sent(self) -> list[tuple[int, int | None, int, str]]:
        """Everything that has arrived, in order."""
        text = self.file.read_text() if self.file.exists() else ""
        return [tuple(json.loads(line)) for line in text.splitlines()]


async def play(made: Room) -> None:
    """Answer as fast as possible, and say each answer that is committed."""
    table = await begun(made, ANA, BEN, options={"goal": 99})
    while True:
        for person in (ANA, BEN):
            sheet = await made.service.sheet(table, person)
            if sheet.request is None:
                continue
            picks = ("0",) if sheet.request.key == "walk.bid" else ("walk", "done")
            done = await give(made, table, person, *picks)
            sys.stdout.write(f"{done.info.ask_no}\n")
            sys.stdout.flush()


async def main(database: Path, posts: Path) -> None:
    """Play and post until the end of the process."""
    async with room(database) as made:
        posting = asyncio.create_task(Outbox(made.desk, Paper(posts), made.clock).run())
        await play(made)
        await posting


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
