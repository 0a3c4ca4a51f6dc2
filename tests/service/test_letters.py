"""Letters between seats: who may write to whom, who reads them and when, and that nobody else ever does."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from sqlmodel import select

from bot.beside import LETTERS_A_DAY
from bot.lengths import LENGTHS
from bot.posts import Words
from bot.preferences import Preferences
from bot.service.beside import talks
from bot.service.people.profiles import set_dm_closed
from bot.service.people.purge import NAMES, purge
from bot.service.transaction import do
from bot.service.unit_of_work import UnitOfWork
from bot.store.beside_models import BlockRow, MissiveReaderRow, MissiveRow
from bot.store.models import OutboxRow
from bot.values import Letters, Person, Settings
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, opened_room, refused, seated, stop

SECRET = "Let us both turn on Cho"
DAY = 86400.0


async def table_with(room: Room, letters: Letters, *people: Person) -> str:
    return await begun(room, *(people or (ANA, BEN, CHO)), settings=Settings(letters=letters))


async def letters(room: Room, person: Person) -> list[str]:
    """The letters that wait to be sent to that person."""
    posts = [post for post in await room.posts(person.id) if post.kind == "missive"]
    return [part.text for post in posts for part in post.parts if isinstance(part, Words)]


async def read(room: Room, table: str, person: Person) -> list[str]:
    """What that person reads there."""
    return [one.text for one in (await room.service.letters(table, person)).letters]


async def test_a_letter_is_read_by_who_wrote_it_and_who_got_it_and_told_by_direct_message(room: Room) -> None:
    table = await table_with(room, "sealed")
    there = await room.service.write_letter(table, ANA, 2, f"  {SECRET} ")
    assert [(one.seat.number, [to.number for to in one.to], one.text) for one in there.letters] == [(1, [2], SECRET)]
    await room.service.write_letter(table, BEN, 1, "Agreed")
    assert await read(room, table, ANA) == ["Agreed", SECRET]
    assert await read(room, table, BEN) == ["Agreed", SECRET]
    assert await read(room, table, CHO) == []
    assert f"1: {SECRET}" in await room.texts(BEN.id)
    assert await letters(room, CHO) == []


@pytest.mark.soak
@pytest.mark.parametrize("letters", ["open", "sealed"])
async def test_nobody_else_sees_what_a_letter_says_in_any_post_view_log_or_file(room: Room, letters: Letters) -> None:
    table = await table_with(room, letters)
    before = await room.texts()
    await room.service.write_letter(table, ANA, 2, SECRET)
    public = await room.texts()
    assert public[len(before) :] == ([f"letter {table}"] if letters == "open" else [])
    assert SECRET not in "".join([*public, *await room.texts(CHO.id)])
    for person in (CHO, DEE):
        assert SECRET not in repr(await room.service.standing(table, person))
        assert SECRET not in repr(await room.service.log(table, person))
        assert SECRET not in repr(await room.service.digest(table, person))
    assert SECRET not in repr(await room.service.seat(table, CHO))
    assert SECRET.encode() not in (await room.service.export(table, ANA)).raw
    assert (await refused(room.service.all_letters(table, ANA))).code == "letters_secret"
    assert SECRET.encode() not in (await room.service.personal_data(CHO)).raw


async def test_sealed_letters_change_nothing_that_others_are_told_or_see(room: Room) -> None:
    async with opened_room(room.file.with_suffix(".other")) as other:
        seen = []
        for made, writes in ((room, True), (other, False)):
            table = await table_with(made, "sealed")
            if writes:
                await made.service.write_letter(table, ANA, 2, SECRET)
            await made.service.answer(table, ANA, None, [["walk"]])
            told = (await made.texts(), await made.texts(CHO.id))
            view = await made.service.sheet(table, CHO)
            seen.append(
                (told, view.view, view.ask_no, view.public.latest, view.info, await made.service.log(table, CHO))
            )
        assert seen[0] == seen[1]


async def test_sealed_letters_lie_open_to_everybody_after_the_end_and_open_ones_never_do(room: Room) -> None:
    table = await table_with(room, "sealed")
    await room.service.write_letter(table, ANA, 2, SECRET)
    await stop(room.service, table)
    assert [one.text for one in (await room.service.all_letters(table, DEE)).letters] == [SECRET]
    assert (await refused(room.service.write_letter(table, ANA, 2, "x"))).code == "over"
    raw = (await room.service.export(table, DEE)).raw
    assert SECRET.encode() in raw


async def test_open_letters_stay_between_two_also_after_the_end(room: Room) -> None:
    table = await table_with(room, "open")
    await room.service.write_letter(table, ANA, 2, SECRET)
    await stop(room.service, table)
    assert (await refused(room.service.all_letters(table, ANA))).code == "letters_secret"
    assert SECRET.encode() not in (await room.service.export(table, ANA)).raw
    assert await read(room, table, BEN) == [SECRET]


async def test_a_file_brings_the_letters_that_lie_open_to_another_bot(room: Room) -> None:
    table = await table_with(room, "sealed")
    await room.service.write_letter(table, ANA, 2, f"{SECRET}\nor\x07 on me")
    await stop(room.service, table)
    raw = (await room.service.export(table, ANA)).raw
    async with opened_room(room.file.with_suffix(".there")) as other:
        info = await other.service.import_(DEE, (await room.service.info(table)).place, raw)
        (there,) = (await other.service.all_letters(info.id, DEE)).letters
        assert (there.text, there.seat.number, there.to[0].number, there.by) == (f"{SECRET}\nor  on me", 1, 2, None)
    forged = json.loads(raw)
    assert forged["table"]["letters"][0]["by"] == 1


async def test_where_there_are_none_and_in_a_lobby_nobody_writes(room: Room) -> None:
    table = await table_with(room, "off")
    for attempt in (room.service.write_letter(table, ANA, 2, "x"), room.service.letters(table, ANA)):
        assert (await refused(attempt)).code == "letters_off"
    await stop(room.service, table)
    lobby = (await seated(room, ANA, BEN, settings=Settings(letters="open"))).id
    assert (await refused(room.service.write_letter(lobby, ANA, 2, "x"))).code == "not_begun"


async def test_what_was_agreed_about_letters_stays_once_the_game_has_begun(room: Room) -> None:
    table = await table_with(room, "sealed")
    assert (await refused(room.service.change_settings(table, ANA, letters="open"))).code == "letters_fixed"


async def test_one_writes_to_people_who_play_another_seat_and_nobody_else(room: Room) -> None:
    table = await table_with(room, "open")
    await room.service.control(table, CHO, 3, "npc")
    for to, code in ((1, "letter_own"), (3, "letter_npc"), (9, "no_seat")):
        assert (await refused(room.service.write_letter(table, ANA, to, "x"))).code == code
    assert (await refused(room.service.write_letter(table, DEE, 1, "x"))).code == "no_seat"
    assert [one.number for one in (await room.service.letters(table, ANA)).others] == [2]


@pytest.mark.soak
async def test_letters_are_bounded_in_length_and_number(room: Room) -> None:
    table = await table_with(room, "sealed")
    assert (await refused(room.service.write_letter(table, ANA, 2, " \n "))).code == "missive_empty"
    long = room.service.write_letter(table, ANA, 2, "x" * (LENGTHS.missive + 1))
    assert (await refused(long)).code == "missive_long"
    for n in range(LETTERS_A_DAY):
        await room.service.write_letter(table, ANA, 2 + n % 2, f"{n:03}" + "x" * (LENGTHS.missive - 3))
    assert (await refused(room.service.write_letter(table, ANA, 2, "x"))).code == "missives_day"
    await room.service.write_letter(table, BEN, 1, "x")
    room.clock.now += DAY + 1
    await room.service.write_letter(table, ANA, 2, "x")


async def test_all_letters_are_met_page_by_page(room: Room) -> None:
    table = await table_with(room, "sealed")
    for n in range(LETTERS_A_DAY):
        await room.service.write_letter(table, ANA, 2, f"{n}")
    first = await room.service.letters(table, BEN)
    second = await room.service.letters(table, BEN, before=first.before)
    assert (first.newest, second.newest, second.before) == (True, False, 0)
    assert [one.text for one in (*first.letters, *second.letters)] == [str(n) for n in reversed(range(LETTERS_A_DAY))]
    assert len(first.letters) == talks.PAGE


async def test_a_new_owner_reads_none_of_the_old_ones_and_the_old_owner_none_any_more(room: Room) -> None:
    table = await table_with(room, "sealed")
    await room.service.write_letter(table, ANA, 2, SECRET)
    offer = await room.service.give_seat(table, BEN, 2, DEE)
    await room.service.answer_offer(table, DEE, offer.no, accepts=True)
    assert await read(room, table, DEE) == []
    assert (await refused(room.service.letters(table, BEN))).code == "replaced"
    await room.service.write_letter(table, ANA, 2, "Who are you?")
    assert await read(room, table, DEE) == ["Who are you?"]
    (_, first) = (await room.service.letters(table, ANA)).letters
    assert (first.text, first.to[0].person) == (SECRET, DEE)


async def test_whose_letters_are_not_taken_is_told_so_and_others_are_not_concerned(room: Room) -> None:
    table = await table_with(room, "open")
    await room.service.write_letter(table, ANA, 2, SECRET)
    assert (await room.service.block_letters(table, BEN, 1)).blocked == {1}
    before = await room.texts()
    assert (await refused(room.service.write_letter(table, ANA, 2, "Still there?"))).code == "letter_blocked"
    assert await room.texts() == before
    await room.service.write_letter(table, CHO, 2, "x")
    await room.service.write_letter(table, BEN, 1, "x")
    await room.service.block_letters(table, BEN, 1)
    assert (await room.service.block_letters(table, BEN, 1, on=False)).blocked == frozenset()
    await room.service.write_letter(table, ANA, 2, "Thanks")


async def test_the_number_of_a_letter_tells_nobody_what_others_have_written(room: Room) -> None:
    async with opened_room(room.file.with_suffix(".other")) as other:
        numbers = []
        for made, writes in ((room, True), (other, False)):
            table = await table_with(made, "sealed")
            if writes:
                await made.service.write_letter(table, CHO, 1, SECRET)
            made.clock.now += 60
            numbers.append((await made.service.write_letter(table, ANA, 2, "x")).letters[0].no)
    assert numbers[0] == numbers[1]


async def test_a_letter_is_shown_to_the_host_once_by_who_got_it(room: Room) -> None:
    table = await table_with(room, "sealed")
    no = (await room.service.write_letter(table, CHO, 2, SECRET)).letters[0].no
    for person, wanted in ((CHO, no), (ANA, no), (BEN, no + 1), (DEE, no)):
        assert (await refused(room.service.report_letter(table, person, wanted))).code in {"letter_gone", "no_seat"}
    for _ in range(2):
        assert (await room.service.report_letter(table, BEN, no)).text == SECRET
    assert [post.kind for post in await room.posts(ANA.id)].count("letter_reported") == 1
    await room.service.write_letter(table, ANA, 2, "x")
    assert (await refused(room.service.report_letter(table, BEN, no + 1))).code == "letter_host"


async def test_a_host_who_takes_no_messages_is_shown_none(room: Room) -> None:
    table = await table_with(room, "sealed")
    no = (await room.service.write_letter(table, CHO, 2, SECRET)).letters[0].no
    await set_dm_closed(room.service.deps, ANA.id, closed=True)
    assert (await refused(room.service.report_letter(table, BEN, no))).code == "host_deaf"
    await set_dm_closed(room.service.deps, ANA.id, closed=False)
    await room.service.report_letter(table, BEN, no)


async def test_a_letter_waits_until_its_reader_is_awake_whatever_happens_meanwhile(room: Room) -> None:
    await room.service.set_preferences(BEN, Preferences(zone="UTC", quiet_from=0, quiet_to=23))
    table = await table_with(room, "sealed")
    await room.service.write_letter(table, ANA, 2, SECRET)
    await room.service.answer(table, ANA, None, [["walk"]])
    await room.service.answer(table, ANA, None, [["done"]])
    rows = [row for row in await room.database.read(select(OutboxRow)) if SECRET.encode() in row.post]
    assert [(row.user, row.next_at > room.clock.now) for row in rows] == [(BEN.id, True)]


async def test_who_takes_no_messages_is_told_once_by_the_next_screen(room: Room) -> None:
    table = await table_with(room, "sealed")
    await set_dm_closed(room.service.deps, BEN.id, closed=True)
    for text in ("first", "second"):
        await room.service.write_letter(table, ANA, 2, text)
    assert await letters(room, BEN) == []
    codes = [(one.code, one.said["table"]) for one in await room.service.take_notices(BEN) if one.code == "letter"]
    assert codes == [("letter", table)]
    assert await read(room, table, BEN) == ["second", "first"]


async def test_they_are_given_out_and_whoever_is_forgotten_leaves_them_to_their_readers_without_a_name(
    room: Room,
) -> None:
    table = await table_with(room, "open")
    await room.service.write_letter(table, ANA, 2, SECRET)
    await room.service.write_letter(table, BEN, 1, "Agreed")
    await room.service.block_letters(table, CHO, 1)
    about = json.loads((await room.service.personal_data(ANA)).raw)
    assert [(one["table"], one["mine"], one["text"]) for one in about["letters"]] == [
        (table, True, SECRET),
        (table, False, "Agreed"),
    ]
    await stop(room.service, table)
    await room.service.forget_person(ANA)
    assert json.loads((await room.service.personal_data(ANA)).raw)["letters"] == []
    there = (await room.service.letters(table, BEN)).letters
    assert [(one.text, one.by) for one in there] == [("Agreed", BEN), (SECRET, None)]
    rows = await room.database.read(select(MissiveRow))
    assert sorted(row.person for row in rows) == [0, BEN.id]
    assert sorted(row.person for row in await room.database.read(select(MissiveReaderRow))) == [0, BEN.id]
    assert await room.database.read(select(BlockRow)) == []


async def test_letters_are_gone_with_the_names_of_their_table(room: Room) -> None:
    table = await table_with(room, "sealed")
    await room.service.write_letter(table, ANA, 2, SECRET)
    await stop(room.service, table)
    room.clock.now += NAMES + timedelta(days=1).total_seconds()
    await purge(room.service.deps)
    assert await room.database.read(select(MissiveRow)) == []
    assert await room.database.read(select(MissiveReaderRow)) == []


async def test_a_talk_of_three_rings_each_person_once_and_is_heard_by_all(room: Room) -> None:
    table = await table_with(room, "sealed", ANA, BEN, CHO)

    async def speaking(work: UnitOfWork) -> list[str]:
        told = await talks.say(work, work.numbered(1), work.seats[1:], SECRET, "letter", a_day=1)
        return [str(seat.number) for seat in told.to]

    assert await do(room.service.deps, table, speaking) == ["2", "3"]
    assert [len(await letters(room, person)) for person in (ANA, BEN, CHO)] == [0, 1, 1]
    assert [await read(room, table, person) for person in (BEN, CHO)] == [[SECRET], [SECRET]]


async def test_letters_are_gone_after_that_time_also_where_everybody_is_forgotten(room: Room) -> None:
    table = await table_with(room, "sealed", ANA, BEN)
    await room.service.write_letter(table, ANA, 2, SECRET)
    await stop(room.service, table)
    for person in (ANA, BEN):
        await room.service.forget_person(person)
    assert len(await room.database.read(select(MissiveRow))) == 1
    room.clock.now += NAMES + 1
    await purge(room.service.deps)
    assert await room.database.read(select(MissiveRow)) == []
