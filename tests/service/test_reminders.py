"""Reminders: when they come and to whom, that nobody is woken, and that they tell nothing of who has answered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.posts import Post, Words
from bot.contract.preferences import Preferences, Reminders
from bot.contract.records import Reminder
from bot.contract.table_settings import Pace, Settings
from bot.contract.tables import Person, Place, PublicAsk, SeatInfo, TableInfo
from bot.features.reminders import service as reminders
from bot.store.models import AlarmRow, OutboxRow
from bot.store.person_models import NoticeRow
from bot.tables.alarm_clock import Clock
from bot.tables.people.profiles import set_dm_closed
from bot.tables.work.rows import KEPT
from tests.service.counting import counted
from tests.service.tables import ANA, BEN, CHO, DEE, HERE, Room, begun, give, lengthen, opened_room, refused, stop
from tests.service.told import Plain

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


async def looks(room: Room, hours: float, minutes: int = 10) -> AsyncIterator[None]:
    """So much time, in which the clock looks every so many minutes; after each look, and where nothing is due, it need
    not.
    """
    clock, end, step = Clock(room.game_service, room.clock), room.clock.now + hours * HOUR, minutes * MINUTE
    while room.clock.now < end:
        due = min([end, *(at for _, at in await clock._times())])
        room.clock.now = min(end, room.clock.now + step)
        while room.clock.now < due:
            room.clock.now = min(end, room.clock.now + step)
        await clock.close_due()
        yield


async def pass_by(room: Room, hours: float) -> None:
    """So much time, in which the clock looks every ten minutes."""
    async for _ in looks(room, hours):
        pass


async def dms(room: Room, person: Person) -> list[str]:
    """The reminders written to that person."""
    return [text for text in await room.texts(person.id) if " wait for " in text]


async def last_calls(room: Room) -> int:
    """How often the channel has been told that time runs out."""
    return len([text for text in await room.texts() if text.startswith("last_call")])


async def sent(room: Room) -> Sequence[OutboxRow]:
    """Everything that waits to be sent."""
    async with room.database.session() as session:
        return list((await session.execute(select(OutboxRow).order_by(col(OutboxRow.id)))).scalars())


async def kinds(room: Room) -> list[tuple[str, int]]:
    """What is armed."""
    async with room.database.session() as session:
        rows = (await session.execute(select(AlarmRow).order_by(col(AlarmRow.kind), col(AlarmRow.number)))).scalars()
        return [(row.kind, row.number) for row in rows if row.kind in {"remind", "last_call"} and row.ask_no >= 0]


async def test_two_dms_and_one_last_call_and_then_silence(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert await kinds(room) == [("last_call", 0), ("remind", 1)]
    await pass_by(room, 7.9)
    assert await dms(room, ANA) == []
    await pass_by(room, 0.3)
    assert await dms(room, ANA) == [f"{table} wait for seat_1: walk.act"]
    await pass_by(room, 8)
    assert len(await dms(room, ANA)) == 2
    assert await last_calls(room) == 0
    await pass_by(room, 6)
    assert await last_calls(room) == 1
    await pass_by(room, 72)
    assert (len(await dms(room, ANA)), await last_calls(room)) == (2, 1)
    assert await dms(room, BEN) == []


@pytest.mark.parametrize(("pace", "hours"), [("brisk", 2), ("daily", 8), ("slow", 24)])
async def test_the_first_reminder_comes_as_the_pace_says(room: Room, pace: Pace, hours: int) -> None:
    await begun(room, ANA, BEN, settings=Settings(pace=pace))
    await pass_by(room, hours - 0.1)
    assert await dms(room, ANA) == []
    await pass_by(room, 0.2)
    assert len(await dms(room, ANA)) == 1


@pytest.mark.parametrize(("lines", "actions"), [(0, 0), (30, 15), (201, 101)])
async def test_a_reminder_counts_all_that_has_happened_since_the_last_answer(
    room: Room, lines: int, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also more than is kept of the log at hand, of which it tells the newest."""
    table, told = await begun(room, ANA, BEN), list[Reminder]()
    await give(room, table, ANA, "walk", "done")
    room.clock.now += MINUTE
    await give(room, table, BEN, "walk", "done")
    for person in (ANA, BEN):
        await give(room, table, person, "0")
    room.clock.now += MINUTE
    await lengthen(room, table, lines)

    def reminder(_: Plain, info: TableInfo, seat: SeatInfo, what: Reminder) -> Post:
        told.append(what)
        return Post("reminder", (Words(f"{info.id} {seat.seat}"),))

    monkeypatch.setattr(Plain, "reminder", reminder)
    await pass_by(room, 20)
    first, second = told
    assert first.until == second.until == (await room.service.info(table)).deadlines[1]
    assert first.actions == second.actions == actions
    assert first.lines == ()
    assert second.earlier + len({line.action for line in second.lines}) == actions
    assert (second.earlier > 0) is (lines > KEPT)


async def test_whoever_has_answered_is_not_reminded_and_the_next_one_is(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await pass_by(room, 5)
    await give(room, table, ANA, "done")
    assert await kinds(room) == [("last_call", 0), ("remind", 2)]
    await pass_by(room, 7)
    assert (await dms(room, ANA), await dms(room, BEN)) == ([], [])
    await pass_by(room, 1.5)
    assert await dms(room, BEN) == [f"{table} wait for seat_2: walk.act"]


async def test_reminders_cost_an_answer_two_statements_at_most(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def statements(n: int) -> list[int]:
        table, found = await elsewhere(room, n, ANA, BEN, CHO), list[int]()
        for person in (ANA, BEN, CHO):
            with counted(room.database) as counts:
                await give(room, table, person, "done")
            found.append(len(counts.sql))
        return found

    reminded = await statements(1)
    monkeypatch.setattr(reminders, "set_alarms", lambda *_: None)
    more = [all_of_it - without for all_of_it, without in zip(reminded, await statements(2), strict=True)]
    assert sum(more) > 0
    assert max(more) <= 2


async def test_nobody_is_reminded_of_a_question_that_is_gone(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk", "done")
    await pass_by(room, 7)
    await room.service.undo(table, ANA)
    await pass_by(room, 7)
    assert await dms(room, BEN) == []
    await pass_by(room, 2)
    assert len(await dms(room, ANA)) == 1


async def test_who_has_looked_since_gets_no_dm_but_the_last_call_comes(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await pass_by(room, 4)
    await room.service.sheet(table, ANA)
    await pass_by(room, 5)
    assert await dms(room, ANA) == []
    await pass_by(room, 14)
    assert len(await dms(room, ANA)) == 1, "the second: nobody has looked since the first was due"
    assert await last_calls(room) == 1


async def test_nobody_is_woken_and_the_night_does_not_count(room: Room) -> None:
    await room.service.set_preferences(ANA, Preferences("Europe/Berlin"))
    room.clock.now = datetime(2026, 3, 2, 18, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
    await begun(room, ANA, BEN)
    await pass_by(room, 13)
    assert await dms(room, ANA) == []
    await pass_by(room, 2.8)
    assert await dms(room, ANA) == []
    await pass_by(room, 0.5)
    assert len(await dms(room, ANA)) == 1, "five hours in the evening, three in the morning"


async def test_who_takes_no_dms_is_reminded_by_a_mention(room: Room) -> None:
    await begun(room, ANA, BEN)
    await set_dm_closed(room.game_service.deps, ANA.id, closed=True)
    await pass_by(room, 8)
    assert await dms(room, ANA) == []
    assert await mentions(room, ANA) == 1
    await pass_by(room, 15)
    assert await mentions(room, ANA) == 2


async def test_of_a_common_question_no_mention_tells_who_has_not_answered(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    for person in (ANA, BEN):
        await give(room, table, person, "done")
    await set_dm_closed(room.game_service.deps, ANA.id, closed=True)
    await pass_by(room, 21)
    assert await mentions(room, ANA) == 0
    async with room.database.session() as session:
        notices = (await session.execute(select(NoticeRow).where(NoticeRow.person == ANA.id))).scalars()
        assert [notice.code for notice in notices] == ["waits"]


async def mentions(room: Room, person: Person) -> int:
    """How many posts of the channel begin with a mention of that person."""
    return (await room.texts()).count(f"<@{person.id}>")


@pytest.mark.parametrize(("wish", "first", "second"), [("all", 1, 2), ("last", 0, 1), ("none", 0, 0)])
async def test_dms_come_as_wished_and_the_last_call_to_all(
    room: Room, wish: Reminders, first: int, second: int
) -> None:
    await room.service.set_preferences(ANA, Preferences(reminders=wish))
    await begun(room, ANA, BEN)
    await pass_by(room, 9)
    assert len(await dms(room, ANA)) == first
    await pass_by(room, 14)
    assert len(await dms(room, ANA)) == second
    assert await last_calls(room) == 1


async def test_the_first_dm_comes_after_the_hours_that_one_wants(room: Room) -> None:
    await room.service.set_preferences(ANA, Preferences(ping_hours=2))
    await begun(room, ANA, BEN)
    await pass_by(room, 2.3)
    assert len(await dms(room, ANA)) == 1


async def test_the_first_dm_comes_before_the_last_call_however_late_it_is_wanted(room: Room) -> None:
    await room.service.set_preferences(ANA, Preferences(ping_hours=60))
    await begun(room, ANA, BEN)
    await pass_by(room, 22.2)
    assert len(await dms(room, ANA)) == 1


async def test_snoozing_after_the_second_dm_brings_one_more(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await pass_by(room, 17)
    assert len(await dms(room, ANA)) == 2
    await reminders.snooze(room.service, table, ANA)
    await pass_by(room, 4.3)
    assert len(await dms(room, ANA)) == 3


async def test_a_last_call_that_was_missed_in_the_evening_waits_for_the_morning(room: Room) -> None:
    await room.service.set_preferences(ANA, Preferences("Europe/Berlin", quiet_from=23, quiet_to=7))
    berlin = ZoneInfo("Europe/Berlin")
    room.clock.now = datetime(2026, 3, 2, 15, 30, tzinfo=berlin).timestamp()
    await begun(room, ANA, BEN)
    await pass_by(room, 29.8)
    assert await last_calls(room) == 0
    night = datetime(2026, 3, 3, 23, 30, tzinfo=berlin).timestamp()
    assert night > room.clock.now
    room.clock.now = night
    await Clock(room.game_service, room.clock).close_due()
    assert await last_calls(room) == 0
    room.clock.now = datetime(2026, 3, 4, 7, 1, tzinfo=berlin).timestamp()
    await Clock(room.game_service, room.clock).close_due()
    assert await last_calls(room) == 1


async def test_snoozing_puts_a_dm_off_and_not_the_last_call(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await pass_by(room, 7)
    assert await reminders.snooze(room.service, table, ANA) == room.clock.now + 4 * HOUR
    await pass_by(room, 3.8)
    assert await dms(room, ANA) == []
    await pass_by(room, 0.5)
    assert len(await dms(room, ANA)) == 1
    await pass_by(room, 10)
    assert len(await dms(room, ANA)) == 2
    await reminders.snooze(room.service, table, ANA)
    await pass_by(room, 2)
    assert await last_calls(room) == 1
    assert (await refused(reminders.snooze(room.service, table, BEN))).code == "not_asked"
    assert (await refused(reminders.snooze(room.service, table, CHO))).code == "no_seat"


async def test_several_tables_share_a_dm(room: Room) -> None:
    first = await begun(room, ANA, BEN)
    second = await elsewhere(room, 1, ANA, CHO)
    room.clock.now += 10 * MINUTE
    third = await elsewhere(room, 2, ANA, DEE)
    await pass_by(room, 9)
    assert await dms(room, ANA) == [f"{first}, {second}, {third} wait for seat_1: walk.act"]
    await room.service.set_preferences(BEN, Preferences(bundle=False))
    await give(room, first, ANA, "done")
    fourth = await elsewhere(room, 3, BEN, CHO)
    await pass_by(room, 9)
    wanted = [f"{table} wait for seat_{n}: walk.act" for table, n in ((first, 2), (fourth, 1))]
    assert sorted(await dms(room, BEN)) == wanted


async def test_a_dm_knows_what_each_of_several_tables_asks_and_until_when(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kept in the alarm, through a second reminder and a snooze; one that was set before that is told without it."""
    told: list[Reminder] = []
    plain = Plain.reminder

    def reminder(self: Plain, info: TableInfo, seat: SeatInfo, one: Reminder) -> Post:
        told.append(one)
        return plain(self, info, seat, one)

    monkeypatch.setattr(Plain, "reminder", reminder)
    first = await begun(room, ANA, BEN)
    second = await elsewhere(room, 1, ANA, CHO)
    old = await elsewhere(room, 2, ANA, DEE)
    await reminders.snooze(room.service, second, ANA)
    async with room.database.session() as session:
        here = (col(AlarmRow.table_id) == table_ids.read(old), col(AlarmRow.kind) == "remind")
        await session.execute(update(AlarmRow).where(*here).values(body='{"step":1,"begun":0}'))
        await session.commit()
    room.service.deps.rows.forget(table_ids.read(old) or 0)
    await pass_by(room, 9)
    due = (await room.service.standing(second)).info.deadlines[1]
    others = {other.id: other for one in told for other in one.others}
    assert others.keys() == {first, second, old}, "two reminders, each with the tables that it is not about"
    known = await ask_at(room, second)
    assert others[first].ask == others[second].ask == replace(known, asked=(), about=())
    assert others[second].until == due
    assert others[old].ask is None


async def ask_at(room: Room, table: str) -> PublicAsk:
    """What is asked there, as everybody may know it."""
    ask = (await room.service.standing(table)).ask
    assert ask is not None
    return ask


async def test_a_dm_tells_how_many_tables_wait_for_its_reader_alone(room: Room) -> None:
    """However many they are, each once; none that is over, waits for somebody else, or waits for nobody."""
    first = await begun(room, ANA, BEN)
    waiting = [await elsewhere(room, n, ANA, CHO) for n in range(1, 5)]
    twice = await elsewhere(room, 8, ANA, ANA, CHO)
    for person in (ANA, ANA, CHO):
        await give(room, twice, person, "done")
    over, answered = await elsewhere(room, 5, ANA, CHO), await elsewhere(room, 6, ANA, CHO)
    await elsewhere(room, 7, BEN, CHO)
    await stop(room.service, over)
    await give(room, answered, ANA, "done")
    await room.service.give_seat(answered, ANA, 1, BEN)
    room.clock.now += 8.1 * HOUR
    await Clock(room.game_service, room.clock).close_due()
    assert await dms(room, ANA) == [f"{', '.join([first, *waiting, twice])} wait for seat_1: walk.act"]


async def elsewhere(room: Room, n: int, *people: Person, **options: object) -> str:
    """A game of these people in another channel."""
    place = Place(HERE.guild, HERE.channel + n)
    info = await room.service.open_table(people[0], place, "walk", options=options)
    for person in people[1:]:
        await room.service.join(info.id, person, again=person == people[0])
    await room.service.start(info.id, people[0])
    return info.id


@pytest.mark.soak
async def test_of_a_common_question_the_last_call_comes_whoever_has_answered(room: Room) -> None:
    calls = []
    for answered in ((), (ANA,), (ANA, BEN)):
        async with opened_room(room.file.with_name(f"{len(answered)}.db")) as made:
            table = await begun(made, ANA, BEN, CHO)
            for person in (ANA, BEN, CHO):
                await give(made, table, person, "done")
            begins = made.clock.now
            for person in answered:
                await give(made, table, person, "1")
            await pass_by(made, 23)
            posts = [(row.made_at - begins, row.post) for row in await sent(made) if b"last_call" in row.post]
            calls.append(posts)
            assert len(await dms(made, CHO)) == 2
            if not answered:
                await give(made, table, ANA, "1")
                await pass_by(made, 30)
                assert (len(await dms(made, CHO)), await last_calls(made)) == (2, 1)
            assert [await dms(made, person) for person in answered] == [[] for _ in answered]
    assert calls[0] == calls[1] == calls[2]
    assert len(calls[0]) == 1


@pytest.mark.parametrize("hours", [24, 40])
async def test_there_is_no_last_call_for_what_is_over(room: Room, hours: int) -> None:
    await begun(room, ANA, BEN)
    room.clock.now += hours * HOUR
    await Clock(room.game_service, room.clock).close_due()
    assert (len(await dms(room, ANA)), await last_calls(room)) == (1, 0)


@pytest.mark.soak
@pytest.mark.parametrize(("hours", "before"), [(10, 0), (23, 1)])
async def test_a_last_call_that_has_come_does_not_come_again_after_the_bot_was_away(
    room: Room, hours: int, before: int
) -> None:
    table = await begun(room, ANA, BEN, CHO)
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "done")
    await pass_by(room, hours)
    assert await last_calls(room) == before
    room.clock.now += 20 * HOUR
    await Clock(room.game_service, room.clock).give_grace(20 * HOUR)
    await pass_by(room, 13.5)
    assert await last_calls(room) == 1


async def test_windows_and_evenings_bring_no_dms(room: Room) -> None:
    table = await begun(room, ANA, BEN, settings=Settings(pace="live"))
    assert await kinds(room) == [("last_call", 0)]
    await pass_by(room, 0.21)
    assert await last_calls(room) == 0, "it comes two minutes before the end"
    await pass_by(room, 0.02)
    assert await last_calls(room) == 1
    card = next(o.token for o in (await room.service.sheet(table, ANA)).options if o.token.isdigit())
    await give(room, table, ANA, card)
    assert await kinds(room) == []


async def test_who_plays_alone_is_never_reminded(room: Room) -> None:
    await begun(room, ANA, npcs=1)
    assert await kinds(room) == []


@pytest.mark.soak
async def test_who_lets_two_questions_run_out_gets_no_dms_until_the_next_look(room: Room) -> None:
    tables = [await elsewhere(room, n, ANA, BEN) for n in (1, 2)]
    await pass_by(room, 30)
    before = len(await dms(room, ANA))
    assert before == 2
    third = await elsewhere(room, 3, ANA, CHO)
    await pass_by(room, 23)
    assert len(await dms(room, ANA)) == before
    await room.service.sheet(third, ANA)
    await pass_by(room, 30)
    fourth = await elsewhere(room, 4, ANA, DEE)
    await pass_by(room, 9)
    assert (await dms(room, ANA))[before:] == [f"{fourth}, {tables[0]}, {tables[1]}, {third} wait for seat_1: walk.act"]


async def test_who_answers_anywhere_is_written_to_again(room: Room) -> None:
    for n in (1, 2):
        await elsewhere(room, n, ANA, BEN)
    await pass_by(room, 30)
    before = len(await dms(room, ANA))
    await give(room, await elsewhere(room, 3, ANA, CHO), ANA, "done")
    fourth = await elsewhere(room, 4, ANA, DEE)
    await pass_by(room, 9)
    assert [text for text in (await dms(room, ANA))[before:] if text.startswith(fourth)]
