"""What people see of a game whose record is damaged."""

from __future__ import annotations

from sqlalchemy import update

from bot.contract.tables import TableInfo
from bot.store.models import CheckpointRow, TableRow
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.visit import Visit
from tests.ui.table.room import ANA, BEN, CHO, Room, labels, said, words


async def spoiled(room: Room) -> TableInfo:
    """A running game of Ana and Ben whose record has lost its end."""
    info = await room.begun(ANA, BEN)
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(update(TableRow).values(record=b'{"game":"acme","ver'))
    room.service.deps.forget(1)
    return info


async def test_the_status_says_that_it_is_damaged_and_what_the_host_can_do(room: Room) -> None:
    info = await spoiled(room)
    for person in (ANA, BEN):
        screen = await room.press(person, "status")
        assert f"The saved data of table {info.id} is damaged" in said(screen)
        assert "Ana can press the button to continue from the newest good position, or end" in said(screen)
        assert labels(screen) == ["Newest good position"]


async def test_the_list_of_tables_names_it_among_the_others(room: Room) -> None:
    info = await spoiled(room)
    look: LookupHandlers = room.all_handlers.look
    shown = said(await room.ask(Visit(ANA.id), look.tables))
    assert f"**{info.id}**" in shown
    assert "saved data damaged" in shown


async def test_the_host_goes_on_and_the_table_is_told(room: Room) -> None:
    await spoiled(room)
    asked = await room.press(ANA, "mend")
    assert "No answers are lost." in said(asked)
    assert labels(asked) == ["Continue from there", "Stay"]
    assert "continues from" in await room.say(ANA, "mend_yes")
    told = words((await room.posts())[-1])
    assert "This game's saved data was damaged." in told
    assert "No answers are lost." in told
    assert "isn't damaged" in await room.say(ANA, "mend")
    assert "damaged" not in await room.say(BEN, "status")


async def test_others_are_told_that_the_host_decides(room: Room) -> None:
    await spoiled(room)
    for person in (BEN, CHO):
        for verb in ("mend", "mend_yes"):
            assert "Ana" in await room.say(person, verb)
    assert "damaged" in await room.say(BEN, "status")


async def test_where_nothing_is_whole_the_host_hears_who_can_help(room: Room) -> None:
    await spoiled(room)
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(update(CheckpointRow).values(state=b"gone"))
    assert "restore a backup" in await room.say(ANA, "mend")
