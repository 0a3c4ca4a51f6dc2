"""Several processes of the bot at one PostgreSQL, killed at random, and what must hold afterwards.

`python -m tests.postgres.crowd FOLDER URL NAME` is one of them: its people act at all tables, its clock rings, its
outbox posts into a Discord that all share, in which a message takes 90 to 210 milliseconds. `a_crowd` starts several,
kills and restarts them; `Findings` says what was lost, doubled, out of order or not as its journal says.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import text
from sqlmodel import col, select

from bot.cluster.heartbeat import Heartbeat
from bot.cluster.notify import WakeUps
from bot.contract import table_ids
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place, Refused
from bot.delivery.outbox import Outbox
from bot.delivery.outbox_rows import MARKS
from bot.delivery.wire import ReadyPost, Sent, Target
from bot.features.registered import ALL
from bot.settings import with_driver
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import CheckpointRow, EntryRow, OutboxRow, TableRow
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService
from bot.tables.play.journal import entry_of
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import Deps
from engine.core import record as records
from engine.core.record import Record
from tests.bot.fake_game import WALK
from tests.service.dying import Paper
from tests.service.tables import Hand
from tests.service.told import Plain

ROOT = Path(__file__).parents[2]
PEOPLE = tuple(Person(10**17 + n, name, 5) for n, name in enumerate(("Ana", "Ben", "Cho"), 1))
QUICKEST, SLOWEST = 0.09, 0.21
SETTLING = 60.0
ORDINARY = frozenset({"not_asked", "stale", "window_closed"})  # somebody else was faster
WATCHED = """
CREATE TABLE seen (id bigint, lane text, loose boolean, deletes boolean, gone boolean, attempted boolean);
CREATE FUNCTION note_new() RETURNS trigger AS $$ BEGIN
  INSERT INTO seen VALUES (NEW.id, NEW.lane, NEW.slot <> '' OR NEW.held > 0, NEW.message IS NOT NULL, false, false);
  RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE FUNCTION note_gone() RETURNS trigger AS $$ BEGIN
  UPDATE seen SET gone = true, attempted = OLD.attempted_at IS NOT NULL WHERE id = OLD.id;
  RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER note_new AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION note_new();
CREATE TRIGGER note_gone AFTER DELETE ON outbox FOR EACH ROW EXECUTE FUNCTION note_gone();
CREATE INDEX ON seen (id);
"""


class SlowPaper(Paper):
    """A Discord that several processes write in. A message arrives at some moment of the time that it takes."""

    def __init__(self, file: Path, slow: bool = True) -> None:
        super().__init__(file)
        self._slow = slow

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        return await self._taking(lambda: self._arrive("send", target, posts))

    async def edit(self, sent: Sent, one: ReadyPost) -> Sent:
        return await self._taking(lambda: self._arrive("edit", Target(sent.channel), [one], sent))

    async def delete(self, sent: Sent) -> None:
        await self._taking(lambda: self._arrive("delete", Target(sent.channel), (), sent))

    def _arrive(self, how: str, target: Target, posts: Sequence[ReadyPost], sent: Sent | None = None) -> Sent:
        at = round(time.time(), 4)
        self._write([[how, target.channel, target.user, one.mark, f"{one.table} {at}"] for one in posts])
        return sent or Sent(target.channel, posts[0].mark)

    async def _taking(self, arrive: Callable[[], Sent]) -> Sent:
        takes = random.uniform(QUICKEST, SLOWEST) if self._slow else 0.0
        before = random.uniform(0.0, takes)
        await asyncio.sleep(before)
        done = arrive()
        await asyncio.sleep(takes - before)
        return done


def service_at(url: str, folder: Path, now: Callable[[], float] = time.time) -> GameService:
    """The service over that database, by the clock on the wall if no other is given."""
    key = FileKey("", folder / "a.key")
    return GameService(
        Deps(Database(with_driver(url)), {"walk": WALK}, Plain(), now, lambda: "a seed", key, features=ALL)
    )


async def lay_out(url: str, folder: Path, tables: int) -> list[str]:
    """So many games begun, and everything noted that becomes of the outbox from now on; their ids."""
    service = service_at(url, folder)
    await service.deps.database.migrate()
    async with service.deps.database.engine.begin() as connection:
        raw: Any = await connection.get_raw_connection()
        await raw.driver_connection.execute(WATCHED)
    made = []
    for n in range(tables):
        custom: dict[str, Any] = {"options": {"goal": 999}, "settings": Settings(pace="live")}
        info = await service.open_table(PEOPLE[0], Place(5, 1000 + n), "walk", **custom)
        for person in PEOPLE[1:]:
            await service.join(info.id, person)
        await service.start(info.id, PEOPLE[0])
        made.append(info.id)
    await service.deps.database.close()
    return made


class Member:
    """One process: people who act as fast as they can, at whatever table they are asked."""

    def __init__(self, folder: Path, url: str, name: str) -> None:
        self.service = service_at(url, folder)
        self.acks = (folder / f"acks-{name}").open("a", buffering=1)
        self.errors = (folder / f"errors-{name}").open("a", buffering=1)
        self.outbox = Outbox(self.service, SlowPaper(folder / "posts"), time.time)
        self.clock = Clock(self.service, time.time)
        self.beat = Heartbeat(self.service.deps.database, self.service.deps.process, "all", time.time)
        self.wakeups = WakeUps(self.service.deps)

    async def live(self, tables: Sequence[str]) -> None:
        """Until the process is told to end."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_signal_handler(signal.SIGTERM, ended.set)
        await self.clock.give_grace(await self.beat.away())
        posting = [self.outbox.run(), self.clock.run(), self.beat.run(), self.wakeups.run()]
        working = [*posting, *(self.play(tables) for _ in range(3))]
        tasks = [asyncio.create_task(work) for work in working]
        sys.stdout.write("up\n")
        sys.stdout.flush()
        tasks.append(asyncio.create_task(self.orphaned(ended)))
        await ended.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.service.deps.database.close()

    async def orphaned(self, ended: asyncio.Event) -> None:
        """End when nobody is there any more who would end this process."""
        parent = os.getppid()
        while os.getppid() == parent:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(1.0)
        ended.set()

    async def play(self, tables: Sequence[str]) -> None:
        """Look at a table and answer; every answer that is acknowledged is written down."""
        while True:
            await asyncio.sleep(random.uniform(0.0, 0.1))
            table, person = random.choice(tables), random.choice(PEOPLE)
            try:
                await self._answer(table, person)
            except Refused as refused:
                if refused.code not in ORDINARY:
                    self.errors.write(f"{refused.code}\n")
            except Exception as error:  # noqa: BLE001 - whatever a person meets is a finding
                self.errors.write(f"{type(error).__name__}: {error}\n")

    async def _answer(self, table: str, person: Person) -> None:
        sheet = await self.service.sheet(table, person)
        if sheet.request is None:
            return
        pick = random.choice([option.token for option in sheet.options])
        await self.service.answer(table, person, sheet.ask_no, [[pick]])
        self.acks.write(json.dumps([table, sheet.ask_no, sheet.seat.seat]) + "\n")


@dataclass
class Findings:
    """What has become of everything."""

    acknowledged: int = 0
    unstored: list[Any] = field(default_factory=list)
    posts: int = 0
    lost: list[int] = field(default_factory=list)
    doubled: list[int] = field(default_factory=list)
    disordered: list[Any] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    lives: int = 0

    def __str__(self) -> str:
        faults = {name: len(getattr(self, name)) for name in ("unstored", "lost", "doubled", "disordered", "broken")}
        return f"{self.lives} lives, {self.acknowledged} answers, {self.posts} posts, {faults}, {dict(self.errors)}"


class Crowd:
    """The processes, as their parent has them."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder, self._url = folder, url
        self._members: dict[int, asyncio.subprocess.Process] = {}
        self.lives = 0

    async def begin(self, place: int) -> None:
        """Start the process of that place, and wait until it works."""
        self.lives += 1
        command = (sys.executable, "-m", "tests.postgres.crowd", str(self._folder), self._url, f"{place}-{self.lives}")
        with (self._folder / "log").open("ab") as log:
            self._members[place] = await asyncio.create_subprocess_exec(
                *command,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        out = self._members[place].stdout
        assert out is not None
        assert await out.readline() == b"up\n"

    async def kill(self, place: int) -> None:
        """Kill it without a warning, and start it again."""
        self._members[place].kill()
        await self._members[place].wait()
        await self.begin(place)

    async def end(self) -> None:
        """Ask all of them to end, and wait."""
        for child in self._members.values():
            with suppress(ProcessLookupError):
                child.terminate()
        await asyncio.gather(*(child.wait() for child in self._members.values()))


async def a_crowd(folder: Path, url: str, *, processes: int, tables: int, seconds: float, every: float) -> Findings:
    """Let processes live there for so many seconds; one of them, at random, dies about `every` so many seconds."""
    made = await lay_out(url, folder, tables)
    (folder / "tables").write_text(json.dumps(made))
    crowd = Crowd(folder, url)
    try:
        await asyncio.gather(*(crowd.begin(place) for place in range(processes)))
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            await asyncio.sleep(min(left, random.uniform(0.5, 1.5) * every))
            if time.monotonic() < ends:
                began = time.monotonic()
                await crowd.kill(random.randrange(processes))
                ends += time.monotonic() - began
    finally:
        await crowd.end()
    return await found(folder, url, crowd.lives)


async def found(folder: Path, url: str, lives: int) -> Findings:
    """Send what still waits, when the leases of the dead have lapsed, and look at everything."""
    service = service_at(url, folder)
    paper, clock = SlowPaper(folder / "posts", slow=False), Hand(time.time() + SETTLING)
    box = Outbox(service, paper, clock)
    while await service.deps.database.read(select(OutboxRow.id).limit(1)):
        await box.drain()
        clock.now += SETTLING
    findings = Findings(lives=lives)
    _look_at_posts(findings, paper, await service.deps.database.rows(text("SELECT * FROM seen ORDER BY id")))
    await _look_at_tables(findings, service)
    await _look_at_answers(findings, service, folder)
    findings.errors.update(_lines(folder, "errors-*"))
    await service.deps.database.close()
    return findings


def _look_at_posts(findings: Findings, paper: SlowPaper, seen: Sequence[Any]) -> None:
    lines = paper._lines()
    arrived = {mark for how, _, _, mark, _ in lines if how != "delete"}
    sent = [(channel, user, mark, said.split()[0]) for how, channel, user, mark, said in lines if how == "send"]
    findings.posts = len(sent)
    for row in seen:
        told = row.deletes or (MARKS + row.id in arrived if row.attempted else row.loose)
        if not (row.gone and told):
            findings.lost.append(row.id)
    findings.doubled = [mark for mark, n in Counter(mark for *_, mark, _ in sent).items() if n > 1]
    last: defaultdict[Any, int] = defaultdict(int)
    for channel, user, mark, table in sent:
        if mark < last[channel, user, table]:
            findings.disordered.append((channel, user, mark))
        last[channel, user, table] = max(mark, last[channel, user, table])


async def _look_at_tables(findings: Findings, service: GameService) -> None:
    """Every table stands where its first position and its journal lead."""
    database = service.deps.database
    for row in await database.read(select(TableRow)):
        here = (CheckpointRow.table_id == row.id,)
        point = (await database.read(select(CheckpointRow).where(*here).order_by(col(CheckpointRow.no)).limit(1)))[0]
        journal = await database.read(
            select(EntryRow).where(EntryRow.table_id == row.id, EntryRow.seq > point.first).order_by(col(EntryRow.seq))
        )
        state = msgspec.Raw(zlib.decompress(point.state))
        again = Record("walk", point.game_version, point.step, state, [entry_of(e) for e in journal], point.first)
        told, dropped = RecordedTable.restore(WALK, again)
        kept, _ = RecordedTable.restore(WALK, records.decode(row.record))
        if dropped or told.state != kept.state or len(journal) + point.first != row.answers:
            findings.broken.append(row.id)


async def _look_at_answers(findings: Findings, service: GameService, folder: Path) -> None:
    """Every answer that was acknowledged is in the journal, or waits sealed."""
    database = service.deps.database
    stored = {(table_ids.spell_id(e.table_id), e.ask_no, e.seat) for e in await database.read(select(EntryRow))}
    now = {table_ids.spell_id(row.id or 0): row.ask_no for row in await database.read(select(TableRow))}
    for line in _lines(folder, "acks-*"):
        table, ask_no, seat = json.loads(line)
        findings.acknowledged += 1
        if (table, ask_no, seat) not in stored and now[table] != ask_no:
            findings.unstored.append((table, ask_no, seat))


def _lines(folder: Path, pattern: str) -> list[str]:
    """What the processes have written into their files; one that died may have written half a line."""
    return [line for file in folder.glob(pattern) for line in file.read_text().splitlines(keepends=False)]


async def main(folder: Path, url: str, name: str) -> None:
    """One of the processes."""
    tables = json.loads((folder / "tables").read_text())
    await Member(folder, url, name).live(tables)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
