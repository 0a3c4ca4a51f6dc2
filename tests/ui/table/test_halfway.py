"""What fails after a part of it was done says so, and never that nothing was changed."""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.preferences import Preferences
from bot.contract.servers import Forum
from bot.contract.tables import Busy, Person, Place, Refused
from bot.features.clocks import vacations
from bot.features.cups import sign_up
from bot.features.cups import sign_up as cups_sign_up
from bot.features.cups.handlers import CupHandlers
from bot.features.cups.values import CupPlan
from bot.features.host import server_setup
from bot.features.host.models import FaultRow
from bot.store.models import OutboxRow, TableRow
from bot.telemetry import new_trace
from bot.ui.discord_reply import DiscordRouter
from bot.ui.lookup import errors
from bot.ui.parts import Screen
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from engine.core.text import languages, speaking, words
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, labels, opened_room, said


class BadGateway(Exception):
    """Discord answers 502."""


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


class Failing:
    """Threads of which the second cannot be opened: forbidden, or with an error."""

    def __init__(self, error: Exception | None) -> None:
        self.error, self.opened, self.closed = error, 0, list[int]()

    async def forums(self, guild: int) -> list[Forum]:
        return []

    async def thread(self, channel: int, name: str, game: str) -> Place | None:
        self.opened += 1
        if self.opened != 2:
            return Place(HERE.guild, 1000 + self.opened)
        if self.error is not None:
            raise self.error
        return None

    async def rename(self, thread: int, name: str) -> None:
        """Nothing is to be seen of it here."""

    async def close(self, thread: int) -> None:
        self.closed.append(thread)


@pytest.mark.parametrize("error", [None, BadGateway("502")])
async def test_a_round_is_drawn_although_a_thread_cannot_be_opened_and_a_press_opens_the_rest(
    room: Room, error: Exception | None
) -> None:
    cup = await sign_up.open_cup(room.service, ANA, HERE, CupPlan("Spring"), "culture_wars")
    for person in (ANA, BEN, CHO, DEE):
        await sign_up.join(room.service.deps, person, cup.id)
    places: Any = Failing(error)
    handlers = CupHandlers(room.service, names_of, places)
    visit = Visit(ANA.id, HERE.channel, verb="cup_draw", option=str(cup.id), name=ANA.name)
    told = await room.ask(visit, handlers.draw)
    assert words("cup.text.drawn_only", round=1) in said(told)
    assert words("cup.button.tables") in labels(told)
    assert [bool(one.table) for one in (await sign_up.look(room.service.deps, ANA, cup.id)).tables] == [True, False]
    assert words("cup.text.drawn", round=1) in said(await room.ask(visit, handlers.draw))
    assert [bool(one.table) for one in (await sign_up.look(room.service.deps, ANA, cup.id)).tables] == [True, True]
    assert len(await room.database.read(select(FaultRow))) == (error is not None)


BY_ITSELF = {
    # marks of what was read or seen, and what is kept so that it can be asked for again
    *("digest.note_look", "sightings._write", "profiles.set_dm_closed", "profiles.take_notices"),
    *(
        "tokens.find",
        "sender._note_arrived",
        "sender._note_failed",
        "put_off.put_off",
        "put_off.take_up",
        "faults._keep",
        "faults.tell",
        "board.note_posted",
        "rooms.note",
        "rooms.drop",
        "events.note",
        "events.drop",
        "emojis.use",
        "emojis.retire",
        "emojis.forget",
        "threads.note",
        "pins.note",
        "film_keeper.bring",
        "emojis.use",
        "emojis.retire",
        "options.note_once",
        "emojis.forget",
    ),
    # what the start and the night do
    *(
        "alarm_clock.give_grace",
        "downtime.come_back",
        "faults.forget_old",
        "people._let_go",
        "purge_job._delete",
        "purge_job.purge",
        "sharing.nightly",
    ),
    *("ratings.rate_again", "server_data._delete", "server_data.remove_due"),
}
Does = Callable[[Room], Awaitable[None]]
MANAGER = Person(ANA.id, ANA.name, HERE.guild, moderator=True)


async def opens(room: Room) -> None:
    await room.service.open_table(ANA, HERE, "culture_wars")


async def prefers(room: Room) -> None:
    await room.service.set_preferences(ANA, Preferences(zone="Europe/Berlin"))


async def goes_away(room: Room) -> None:
    await vacations.announce(room.service.deps, ANA, 3, "pause")


async def sets_up(room: Room) -> None:
    await server_setup.set_defaults(room.service.deps, MANAGER, {"pace": "slow"})


async def removes(room: Room) -> None:
    await server_setup.remove(room.service.deps, MANAGER)


async def forgets(room: Room) -> None:
    await room.service.forget_person(ANA)


async def opens_a_cup(room: Room) -> None:
    await cups_sign_up.open_cup(room.service, ANA, HERE, CupPlan("Spring"), "culture_wars")


DOING = (opens, prefers, goes_away, sets_up, removes, forgets, opens_a_cup)


async def answered(room: Room, failure: Exception | None, *, before: bool, does: Does = opens) -> str:
    """What somebody is told whose press does that, if it fails before or after it."""

    async def handler(visit: Visit) -> Screen:
        if before and failure is not None:
            raise failure
        await does(room)
        if failure is not None:
            raise failure
        return Screen(())

    router = DiscordRouter(trouble=errors.trouble)
    router.handlers["x"] = handler
    answer, _ = await router.make_ready(Visit(ANA.id, HERE.channel, verb="x"))
    return said(cast("Screen", answer))


@pytest.mark.parametrize("failure", [BadGateway("502"), Busy(), Refused("not_stored")])
async def test_who_meets_an_error_is_told_whether_something_was_done_before(room: Room, failure: Exception) -> None:
    halfway = words("error.halfway", reference="").split("(")[0]
    done = words("error.halfway", reference="").split(")")[1][:40]
    assert done not in await answered(room, failure, before=True)
    told = await answered(room, failure, before=False)
    assert told.startswith(halfway)
    assert done in told
    assert "Nothing was changed" not in told


@pytest.mark.parametrize("does", DOING, ids=lambda does: does.__name__)
async def test_whatever_was_done_before_an_error_is_said_to_be_done(room: Room, does: Does) -> None:
    halfway = words("error.halfway", reference="").split("(")[0]
    assert (await answered(room, BadGateway("502"), before=False, does=does)).startswith(halfway)


async def test_who_goes_on_a_vacation_is_away_although_a_table_cannot_be_read(room: Room) -> None:
    """The other table counts its clocks accordingly, and is told."""
    tables = []
    for place in (HERE, Place(HERE.guild, 78)):
        info = await room.service.open_table(ANA, place, "culture_wars")
        await room.service.join(info.id, BEN)
        tables.append((await room.service.start(info.id, ANA)).info.id)
    number = table_ids.read(tables[0]) or 0
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(update(TableRow).where(col(TableRow.id) == number).values(record=b"x"))
    room.service.deps.forget(number)
    assert (await vacations.announce(room.service.deps, ANA, 3, "pause")).mode == "pause"
    told = {row.table_id for row in await room.database.read(select(OutboxRow)) if b"is on vacation from" in row.post}
    assert told == {table_ids.read(tables[1])}


def _writes(call: ast.Attribute) -> bool:
    """Whether that is a transaction of the database, by a session or by itself."""
    return call.attr == "writing" or (call.attr == "write" and ast.unparse(call.value).endswith("database"))


def writers() -> dict[str, bool]:
    """Each function of the service that commits something, and whether it notes that."""
    found = {}
    for path in (file for top in ("tables", "features") for file in Path("bot", top).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)):
            calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
            if any(isinstance(call, ast.Attribute) and _writes(call) for call in calls):
                noted = any(isinstance(call, ast.Name) and call.id == "note_change" for call in calls)
                found[f"{path.parent.name if path.stem == 'service' else path.stem}.{function.name}"] = noted
    return found


def test_whatever_is_asked_for_and_committed_is_noted() -> None:
    """Otherwise an error behind it is answered with "Nothing was changed"."""
    silent = {name for name, noted in writers().items() if not noted}
    assert silent == BY_ITSELF


async def test_a_table_that_was_opened_keeps_its_thread_whatever_fails_behind_it(room: Room) -> None:
    """One of which nothing came leaves none."""
    places: Any = Failing(None)
    handlers = CupHandlers(room.service, names_of, places)
    visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)

    async def opens(place: Place) -> Any:
        await room.service.open_table(ANA, place, "culture_wars")
        raise BadGateway("502")

    async def fails(place: Place) -> Any:
        raise BadGateway("502")

    with new_trace(), pytest.raises(BadGateway):
        await handlers.in_thread(visit, "culture_wars", opens)
    assert places.closed == []
    places.opened = 2
    with new_trace(), pytest.raises(BadGateway):
        await handlers.in_thread(replace(visit, channel=99), "culture_wars", fails)
    assert places.closed == [1003]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", ["error.internal", "error.halfway"])
def test_a_failure_names_its_button_as_the_button_does(language: str, key: str) -> None:
    with speaking(language):
        assert f"**{words('table.button.report')}**" in words(key, reference="7F3A")
