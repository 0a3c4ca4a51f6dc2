"""A seat and the host's role pass when the one who is to have them accepts, and not before."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from bot.contract.preferences import Preferences
from bot.contract.tables import Person, Refused
from bot.features.clocks import overdue
from bot.store.models import OutboxRow
from bot.tables.people.profiles import set_dm_closed
from bot.tables.work.notify import RECLAIMED
from tests.service.tables import (
    ANA,
    BEN,
    CHO,
    DEE,
    MODERATOR,
    Room,
    begun,
    give,
    opened_room,
    refused,
    seated,
    without_deadlines,
)
from tests.service.test_deadlines import late

DAY = 86400.0
STRANGER = replace(DEE, guild=6)
EVE, FAY = (Person(10**17 + n, name, 5) for n, name in ((5, "Eve"), (6, "Fay")))


async def owner(room: Room, table: str, number: int) -> object:
    return (await room.service.info(table)).seats[number - 1].person


async def test_an_offer_changes_nothing_until_it_is_accepted_and_then_the_hand_is_shown(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    offered = await room.service.give_seat(table, BEN, 2, CHO)
    assert (offered.result, offered.to, offered.by) == ("open", CHO, BEN)
    assert await owner(room, table, 2) == BEN
    assert (await refused(room.service.sheet(table, CHO))).code == "no_seat"
    assert await room.texts(CHO.id) == ["offer open: seat_2 to Cho"]
    await room.service.answer_offer(table, CHO, offered.no, accepts=True)
    assert await owner(room, table, 2) == CHO
    assert (await refused(room.service.sheet(table, BEN))).code == "replaced"
    assert (await refused(room.service.answer_offer(table, CHO, offered.no, accepts=True))).code == "offer_over"


async def lose(room: Room, table: str, by: Person = MODERATOR) -> None:
    """Ana, who is late, loses her seat to Dee, whom the host takes, or a moderator."""
    for person in (BEN, CHO):
        await overdue.vote(room.service, table, person, 1, "find")
    await overdue.ask_for_seat(room.service, table, DEE, 1)
    await overdue.accept_volunteer(room.service, table, by, 1, DEE.id)


async def test_who_has_lost_a_seat_is_told_who_has_it_and_nobody_else_is(room: Room) -> None:
    table = await late(room, ANA, BEN, CHO)
    await lose(room, table)
    assert (await room.texts(ANA.id))[-1] == f"replaced {table}"
    assert (await room.posts(ANA.id))[-1].mentions == (ANA.id,)
    assert f"replaced {table}" not in [*await room.texts(), *await room.texts(BEN.id), *await room.texts(DEE.id)]


async def test_who_hands_a_seat_over_need_not_be_told_whether_messages_reach_him_or_not(room: Room) -> None:
    """The owner offers it, or is the host who takes somebody for it."""
    table = await late(room, ANA, BEN, CHO)
    await lose(room, table, by=ANA)
    await set_dm_closed(room.game_service.deps, CHO.id, closed=True)
    for giver, number, to in ((BEN, 2, EVE), (CHO, 3, FAY)):
        offered = await room.service.give_seat(table, giver, number, to)
        await room.service.answer_offer(table, to, offered.no, accepts=True)
    assert [await owner(room, table, number) for number in (1, 2, 3)] == [DEE, EVE, FAY]
    assert f"replaced {table}" not in [*await room.texts(ANA.id), *await room.texts(BEN.id)]
    assert await room.service.take_notices(CHO) == ()


async def test_who_takes_no_dms_reads_on_the_next_screen_that_somebody_else_has_the_seat(room: Room) -> None:
    table = await late(room, ANA, BEN, CHO)
    await set_dm_closed(room.game_service.deps, ANA.id, closed=True)
    await lose(room, table)
    assert f"replaced {table}" not in await room.texts(ANA.id)
    told = [(one.code, one.said) for one in await room.service.take_notices(ANA) if one.code == "replaced"]
    assert told == [("replaced", {"table": table})]


async def test_that_somebody_else_has_the_seat_waits_for_the_morning_and_stays_true(room: Room) -> None:
    table = await late(room, ANA, BEN, CHO)
    await room.service.set_preferences(ANA, Preferences("Europe/Berlin"))
    room.clock.now = datetime(2026, 3, 2, 23, 30, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
    await lose(room, table)
    await give(room, table, BEN, "walk", "done")
    async with room.database.session() as session:
        rows = (await session.execute(select(OutboxRow).where(col(OutboxRow.user) == ANA.id))).scalars().all()
    (told,) = [row for row in rows if f"replaced {table}".encode() in row.post]
    assert datetime.fromtimestamp(told.next_at, ZoneInfo("Europe/Berlin")).hour == 7


async def test_only_the_one_it_is_made_to_accepts_and_only_its_giver_takes_it_back(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    offered = await room.service.give_seat(table, BEN, 2, CHO)
    for person in (ANA, BEN, DEE):
        assert (await refused(room.service.answer_offer(table, person, offered.no, accepts=True))).code == "offer_other"
    assert (await refused(room.service.answer_offer(table, DEE, offered.no, accepts=False))).code == "offer_other"
    assert (await refused(room.service.answer_offer(table, STRANGER, offered.no, accepts=True))).code == "no_table"
    assert (await refused(room.service.answer_offer(table, STRANGER, 99, accepts=True))).code == "no_table"
    assert (await room.service.answer_offer(table, BEN, offered.no, accepts=False)).result == "withdrawn"
    assert (await refused(room.service.answer_offer(table, CHO, offered.no, accepts=True))).code == "offer_over"
    again = await room.service.give_seat(table, BEN, 2, CHO)
    assert (await room.service.answer_offer(table, CHO, again.no, accepts=False)).result == "declined"
    assert await owner(room, table, 2) == BEN


async def test_an_offer_reaches_the_one_it_is_made_to_in_a_dm(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    offered = await room.service.give_seat(table, BEN, 2, DEE)
    dm = replace(DEE, guild=None)
    assert (await refused(room.service.info(table, dm))).code == "no_table"
    assert (await room.service.answer_offer(table, dm, offered.no, accepts=True)).result == "accepted"
    assert (await room.service.info(table, dm)).id == table


async def test_nobody_receives_a_seat_who_plays_or_has_played_another_of_the_game(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    assert (await refused(room.service.give_seat(table, BEN, 2, ANA))).code == "seat_seen"
    offered = await room.service.give_seat(table, BEN, 2, DEE)
    await room.service.answer_offer(table, DEE, offered.no, accepts=True)
    assert (await refused(room.service.give_seat(table, CHO, 3, BEN))).code == "seat_seen"
    assert (await room.service.give_seat(table, DEE, 2, BEN)).result == "open", (
        "one's own former seat shows nothing new"
    )


async def test_what_is_offered_twice_is_looked_at_again_when_it_is_accepted(room: Room) -> None:
    eve = replace(DEE, id=DEE.id + 1, name="Eve")
    table = await begun(room, ANA, BEN, CHO)
    two = [await room.service.give_seat(table, person, n, eve) for n, person in ((2, BEN), (3, CHO))]
    await room.service.answer_offer(table, eve, two[0].no, accepts=True)
    assert (await refused(room.service.answer_offer(table, eve, two[1].no, accepts=True))).code == "seat_seen"


async def test_an_offer_lapses_after_its_time_also_over_a_restart(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as first:
        table = await begun(first, ANA, BEN)
        offered = await first.service.give_seat(table, BEN, 2, CHO)
        assert offered.closes_at.timestamp() == first.clock.now + 3 * DAY
        clock = first.clock
    async with opened_room(tmp_path / "a.db", clock) as second:
        assert await without_deadlines(second, 3 * DAY + 1) == 1
        assert (await second.texts())[-1] == "offer lapsed: seat_2 to Cho"
        assert (await refused(second.service.answer_offer(table, CHO, offered.no, accepts=True))).code == "offer_over"


async def test_a_new_offer_takes_the_place_of_the_one_before(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    old = await room.service.give_seat(table, BEN, 2, CHO)
    new = await room.service.give_seat(table, BEN, 2, DEE)
    assert (await refused(room.service.answer_offer(table, CHO, old.no, accepts=True))).code == "offer_over"
    assert (await room.service.answer_offer(table, DEE, new.no, accepts=True)).result == "accepted"


async def test_the_host_s_role_passes_when_it_is_accepted(room: Room) -> None:
    info = await seated(room, ANA, BEN)
    assert (await refused(room.service.give_host(info.id, BEN, BEN))).code == "host_only"
    assert (await refused(room.service.give_host(info.id, ANA, ANA))).code == "host_own"
    offered = await room.service.give_host(info.id, ANA, BEN)
    assert (await room.service.info(info.id)).host == ANA
    await room.service.answer_offer(info.id, BEN, offered.no, accepts=True)
    assert (await room.service.info(info.id)).host == BEN
    assert (await refused(room.service.start(info.id, ANA))).code == "host_only"


async def test_a_host_who_leaves_a_game_stays_host_until_somebody_who_sits_there_takes_the_role(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    confirm = (await refused(room.service.leave(table, ANA))).said["confirm"]
    assert (await room.service.leave(table, ANA, confirm=confirm)).host == ANA
    assert (await room.texts())[-1] == "offer open: host to all"
    assert (await refused(room.service.answer_offer(table, DEE, 1, accepts=True))).code == "offer_other"
    await room.service.answer_offer(table, CHO, 1, accepts=True)
    assert (await room.service.info(table)).host == CHO


async def test_the_host_hands_nobody_else_s_seat_on_and_to_no_npc(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    for change in (
        room.service.give_seat(table, ANA, 2, CHO),
        room.service.give_seat(table, ANA, 2, ANA),
        room.service.control(table, ANA, 2, "npc"),
        room.service.give_seat(table, replace(CHO, moderator=True), 2, CHO),
    ):
        assert (await refused(change)).code == "owner_only"


async def had(room: Room) -> str:
    """A game of Ana and Ben whose second seat Ben has handed to Cho; its id."""
    table = await begun(room, ANA, BEN)
    offered = await room.service.give_seat(table, BEN, 2, CHO)
    await room.service.answer_offer(table, CHO, offered.no, accepts=True)
    return table


async def test_who_had_a_seat_asks_for_it_and_gets_it_if_its_owner_offers_it(room: Room) -> None:
    table = await had(room)
    await room.service.reclaim_seat(table, BEN, 2)
    assert (await room.texts(CHO.id))[-1] == f"reclaimed {table}"
    assert await owner(room, table, 2) == CHO
    for person, code in ((ANA, "owner_only"), (BEN, "owner_only"), (DEE, "owner_only")):
        assert (await refused(room.service.return_seat(table, person, 2, BEN.id))).code == code
    offered = await room.service.return_seat(table, CHO, 2, BEN.id)
    assert (offered.result, offered.to) == ("open", BEN)
    await room.service.answer_offer(table, BEN, offered.no, accepts=True)
    assert await owner(room, table, 2) == BEN
    assert (await refused(room.service.return_seat(table, BEN, 2, BEN.id))).code == "seat_own"


async def test_a_seat_that_nobody_has_is_asked_of_the_host(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    confirm = (await refused(room.service.leave(table, BEN))).said["confirm"]
    await room.service.leave(table, BEN, confirm=confirm)
    await room.service.reclaim_seat(table, BEN, 2)
    assert (await room.texts(ANA.id))[-1] == f"reclaimed {table}"
    assert (await refused(room.service.return_seat(table, CHO, 2, BEN.id))).code == "host_only"
    offered = await room.service.return_seat(table, ANA, 2, BEN.id)
    await room.service.answer_offer(table, BEN, offered.no, accepts=True)
    assert await owner(room, table, 2) == BEN


async def test_nobody_asks_back_what_was_never_theirs_is_theirs_or_would_show_a_second_hand(room: Room) -> None:
    table = await had(room)
    for person, number, code in ((DEE, 2, "no_seat"), (BEN, 1, "no_seat"), (CHO, 2, "no_seat"), (BEN, 9, "no_seat")):
        assert (await refused(room.service.reclaim_seat(table, person, number))).code == code
    assert (await refused(room.service.return_seat(table, CHO, 2, DEE.id))).code == "no_seat"
    assert (await refused(room.service.reclaim_seat(table, STRANGER, 2))).code == "no_table"
    offered = await room.service.give_seat(table, ANA, 1, DEE)
    await room.service.answer_offer(table, DEE, offered.no, accepts=True)
    again = await room.service.give_seat(table, CHO, 2, BEN)
    await room.service.answer_offer(table, BEN, again.no, accepts=True)
    assert (await refused(room.service.reclaim_seat(table, BEN, 2))).code == "seat_seen"


async def test_it_is_asked_in_the_channel_of_who_takes_no_messages_and_not_again_and_again(room: Room) -> None:
    table = await had(room)
    await set_dm_closed(room.game_service.deps, CHO.id, closed=True)
    before = len(await room.texts(CHO.id))
    codes = [await code_of(room.service.reclaim_seat(table, BEN, 2)) for _ in range(12)]
    assert codes == [""] * codes.count("") + ["too_many_requests"] * (12 - codes.count(""))
    assert 0 < codes.count("") < 12
    told = [post for post in await room.posts() if post.kind == RECLAIMED]
    assert {post.mentions for post in told} == {(CHO.id,)}
    assert len(await room.texts(CHO.id)) == before


async def code_of(asking: Awaitable[object]) -> str:
    """Why it is refused; empty if it is not."""
    try:
        await asking
    except Refused as refusal:
        return refusal.code
    return ""
