"""What is to be told once comes on top of the next private screen."""

from __future__ import annotations

from sqlalchemy import update

from bot.contract import table_ids
from bot.contract.tables import Notice
from bot.store.models import TableRow
from bot.tables.people.profiles import set_dm_closed
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, Screen, Text
from bot.ui.settings.notices import Notices, with_notice
from bot.ui.visit import Visit
from tests.ui.table.room import ANA, BEN, Room, labels, said


async def test_closed_dms_are_told_once_with_a_way_to_try_again(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    for person in (ANA, BEN):
        await room.service.take_notices(person)
    await set_dm_closed(room.service.deps, BEN.id, closed=True, table=table_ids.read(info.id))
    notices, screen = Notices(room.service), Screen((Text("Hello"),), "1k9")
    first = await notices.prepend(screen, Visit(BEN.id))
    assert "I can't send you DMs, so see your hand with `/hand`." in said(first)
    assert labels(first) == ["Try again"]
    assert faults(first, DESIGN) == []
    assert await notices.prepend(screen, Visit(BEN.id)) == screen
    assert await notices.prepend(screen, Visit(ANA.id)) == screen


def test_where_nobody_holds_a_hand_no_notice_speaks_of_one() -> None:
    told = {
        game: said(with_notice(Screen(()), Notice("dm_closed", {}), game)) for game in ("acme", "culture_wars", "civ")
    }
    assert ["`/hand`" in told[game] for game in told] == [True, False, False]
    assert "your money cards" in told["civ"]


def test_a_corrected_rule_says_what_had_been_answered() -> None:
    screen = Screen((Text("Hello"),))
    told = with_notice(screen, Notice("rules_corrected", {"key": "growth.deploy", "picks": ["tarsus"]}))
    assert "You had answered: Tarsus." in said(told)
    assert with_notice(screen, Notice("something", {})) == screen


async def test_a_full_screen_waits_for_the_next(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    await set_dm_closed(room.service.deps, BEN.id, closed=True, table=table_ids.read(info.id))
    full = Screen((Text("x" * 3000),))
    assert await Notices(room.service).prepend(full, Visit(BEN.id)) == full
    assert "I can't send you DMs, so see your hand with `/hand`." in said(
        await Notices(room.service).prepend(Screen((Text("x"),)), Visit(BEN.id))
    )


async def test_as_long_as_the_bot_may_not_post_the_status_says_so(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    await room.service.take_notices(BEN, here=info.id)
    visit, screen = Visit(BEN.id, table=info.id, verb="status"), Screen((Text("Hello"),))
    assert await Notices(room.service).prepend(screen, visit) == screen
    async with room.database.session() as session:
        await session.execute(update(TableRow).values(may_post=False))
        await session.commit()
    told = said(await Notices(room.service).prepend(screen, visit))
    assert told.startswith("I can't post in <#77>")
    assert len(told) < 600
