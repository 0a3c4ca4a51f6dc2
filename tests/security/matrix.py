"""The matrix of `docs/authorisation.md` as data, and a table in each of its states with somebody in every role."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sqlalchemy import func
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.table_settings import Settings
from bot.contract.tables import Person
from bot.features.clocks import overdue as clocks_overdue
from bot.store.models import OfferRow, OutboxRow, PetitionRow, PresenceRow, TableRow
from tests.service.databases import SERVER
from tests.service.tables import ANA, BEN, CHO, DEE, Hand, Room, begun, give, opened_room, refused, seated, stop

Build = Callable[[Room], Awaitable[None]]
DOC: Final = Path(__file__).parents[2] / "docs" / "authorisation.md"
DAYS: Final = 86400.0
TABLE: Final = "100"
EVE: Final = replace(DEE, id=DEE.id + 2, name="Eve")
ROLES: Final[dict[str, Person]] = {
    "owner": BEN,
    "other": CHO,
    "host": ANA,
    "moderator": replace(DEE, id=DEE.id + 3, name="Mo", moderator=True),
    "moderator elsewhere": replace(DEE, id=DEE.id + 4, name="Max", guild=6, moderator=True),
    "spectator": replace(DEE, id=DEE.id + 5, name="Sam"),
    "former": DEE,
    "stranger": replace(DEE, id=DEE.id + 6, name="Zoe", guild=6),
}
STRANGER_BY_DM: Final = replace(ROLES["stranger"], guild=None)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: what is done, by which methods and controls, and what comes of it for each role."""

    section: str
    action: str
    methods: tuple[str, ...]
    verbs: tuple[str, ...]
    cells: dict[str, str]


def lines() -> tuple[Line, ...]:
    """Every line of every table."""
    found: list[Line] = []
    section = ""
    heads: list[str] = []
    for raw in DOC.read_text().splitlines():
        if raw.startswith("## "):
            section, heads = raw.removeprefix("## "), []
        if not raw.startswith("|") or raw.startswith("|---"):
            continue
        cells = [cell.strip() for cell in raw.strip("|").split("|")]
        if not heads:
            heads = cells
            continue
        methods, verbs = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in cells[1:3])
        found.append(Line(section, cells[0], methods, verbs, dict(zip(heads[3:], cells[3:], strict=True))))
    return tuple(found)


async def lobby(made: Room) -> None:
    """A lobby of three; somebody else has got up from it."""
    info = await seated(made, ANA, BEN, CHO, DEE)
    await made.service.leave(info.id, DEE)


async def running(made: Room, settings: Settings | None = None) -> None:
    """A game in which the owner is asked; its host and somebody else have given up their seats."""
    table = await begun(made, ANA, BEN, CHO, DEE, settings=settings)
    for person in (ANA, DEE):
        confirm = (await refused(made.service.leave(table, person))).said["confirm"]
        await made.service.leave(table, person, confirm=confirm)


async def stepped(made: Room) -> None:
    """The owner has answered."""
    await running(made)
    await give(made, TABLE, BEN, "walk", "done")


async def request(made: Room) -> None:
    """The other asks to go back over the owner's answer."""
    await stepped(made)
    await made.service.ask_back(TABLE, CHO, await before(made))


async def away(made: Room) -> None:
    """Days later: nobody has been there since."""
    await running(made)
    made.clock.now += 30 * DAYS


async def without(made: Room) -> None:
    """The other asks to be host instead of the host, who is away."""
    await away(made)
    await made.service.ask_host(TABLE, CHO, CHO)


async def offered(made: Room) -> None:
    """The owner offers the seat to a spectator."""
    await running(made)
    await made.service.give_seat(TABLE, BEN, 2, ROLES["spectator"])


async def overdue(made: Room) -> None:
    """The owner has not answered in time."""
    await running(made)
    made.clock.now += 2 * DAYS
    await made.service.ring(TABLE, "late", (await made.service.info(TABLE)).ask_no)


async def sought(made: Room) -> None:
    """The other looks for somebody to take the owner's seat."""
    await overdue(made)
    await clocks_overdue.vote(made.service, TABLE, CHO, 2, "find")


async def volunteered(made: Room) -> None:
    """A spectator would take it."""
    await sought(made)
    await clocks_overdue.ask_for_seat(made.service, TABLE, ROLES["spectator"], 2)


async def over(made: Room) -> None:
    """The game has been ended."""
    await running(made)
    await stop(made.service, TABLE)


async def with_rooms(made: Room) -> None:
    """A game whose seats may open rooms."""
    await running(made, Settings(rooms="on"))


class States:
    """Tables in each state, made once and copied (made each time where files cannot be), used until they change."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0
        self.made: dict[str, tuple[Path, float]] = {}
        self.open: tuple[Build, Room, tuple[object, ...]] | None = None
        self.stack = AsyncExitStack()

    async def table(self, build: Build) -> Room:
        """A service over a table in that state: the one used last, if it is as it was."""
        if self.open is not None:
            state, made, before = self.open
            if state is build and await looked(made, build) == before:
                return made
        await self.close()
        made = await self.stack.enter_async_context(self._fresh(build))
        self.open = (build, made, await looked(made, build))
        return made

    async def close(self) -> None:
        """Close what is open."""
        self.open = None
        await self.stack.aclose()

    @asynccontextmanager
    async def _fresh(self, build: Build) -> AsyncIterator[Room]:
        self.count += 1
        file = self.folder / f"{build.__name__}{self.count}.db"
        if SERVER:
            async with opened_room(file) as made:
                await build(made)
                yield made
            return
        template, now = self.made.get(build.__name__) or await self._template(build)
        shutil.copy(template, file)
        if template.with_suffix(".key").exists():
            shutil.copy(template.with_suffix(".key"), file.with_suffix(".key"))
        async with opened_room(file, Hand(now)) as made:
            yield made

    async def _template(self, build: Build) -> tuple[Path, float]:
        file = self.folder / f"{build.__name__}.db"
        async with opened_room(file) as made:
            await build(made)
            now = made.clock.now
        self.made[build.__name__] = (file, now)
        return self.made[build.__name__]


async def looked(made: Room, state: Build) -> tuple[object, ...]:
    """What must be as it was for the next role: also who has been there, where somebody is away."""
    there = await seen(made) if state in {away, without} else ()
    return (*await version(made), *there)


async def before(made: Room) -> int:
    """How many answers stood before the last action."""
    return (await made.service.back_points(TABLE, CHO))[0].answers


async def number(made: Room) -> int:
    """The number of the request that is open."""
    async with made.database.session() as session:
        return int((await session.execute(select(PetitionRow.no))).scalar_one())


async def seen(made: Room) -> list[tuple[int, float]]:
    """Who has been noted at the table, and when."""
    await made.service.deps.sightings.write(made.database)
    async with made.database.session() as session:
        return [(row.person, row.at) for row in (await session.execute(select(PresenceRow))).scalars()]


COUNTED: Final = (PetitionRow, OfferRow, OutboxRow, aliased(TableRow))
VERSION: Final = (
    select(
        col(TableRow.version),
        col(TableRow.answers),
        col(TableRow.host),
        *(select(func.count()).select_from(rows).scalar_subquery() for rows in COUNTED),
    )
    .where(col(TableRow.id) == table_ids.read(TABLE))
)  # fmt: skip


async def version(made: Room) -> tuple[object, ...]:
    """What tells that anything about the table has changed."""
    async with made.database.session() as session:
        return tuple((await session.execute(VERSION)).one())
