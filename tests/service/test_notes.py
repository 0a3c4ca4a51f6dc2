"""Private notes: for the owner of a seat alone, bounded, and gone with the owner."""

from __future__ import annotations

import json

import pytest
from sqlmodel import select

from bot.contract.lengths import LENGTHS
from bot.contract.tables import Person
from bot.features.files import export_import
from bot.features.notes import service as notes
from bot.features.notes.models import NoteRow
from bot.features.notes.values import MOST_NOTES
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, refused, seated, stop

SECRET = "Cho cannot be trusted"


async def noted(room: Room, table: str, person: Person) -> list[str]:
    """What that person has noted."""
    return [note.text for note in (await notes.notes(room.service, table, person)).notes]


async def test_what_one_notes_is_there_the_newest_first_until_it_is_thrown_away(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    for text in ("  first ", "second"):
        await notes.write(room.service, table, ANA, text)
    there = await notes.notes(room.service, table, ANA)
    assert [note.text for note in there.notes] == ["second", "first"]
    left = await notes.remove(room.service, table, ANA, there.notes[0].id)
    assert [note.text for note in left.notes] == ["first"]
    assert await noted(room, table, ANA) == ["first"]
    again = await notes.remove(room.service, table, ANA, there.notes[0].id)
    assert again == left


@pytest.mark.parametrize("person", [BEN, DEE])
async def test_nobody_else_sees_or_removes_a_note(room: Room, person: Person) -> None:
    table = await begun(room, ANA, BEN)
    await notes.write(room.service, table, ANA, SECRET)
    mine = (await notes.notes(room.service, table, ANA)).notes[0]
    for attempt in (
        notes.notes(room.service, table, person, number=1),
        notes.write(room.service, table, person, "x", number=1),
        notes.remove(room.service, table, person, mine.id, number=1),
    ):
        assert (await refused(attempt)).code == "no_seat"
    if person is BEN:
        assert await noted(room, table, BEN) == []
        await notes.remove(room.service, table, BEN, mine.id)
    assert await noted(room, table, ANA) == [SECRET]


async def test_a_note_is_in_no_post_view_log_or_file(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await notes.write(room.service, table, ANA, SECRET)
    assert SECRET not in "".join([*await room.texts(), *await room.texts(ANA.id), *await room.texts(BEN.id)])
    assert SECRET not in repr(await room.service.standing(table, BEN))
    assert SECRET not in repr(await room.service.log(table, ANA))
    assert SECRET.encode() not in (await export_import.export(room.service, table, ANA)).raw
    await stop(room.service, table)
    assert SECRET.encode() not in (await export_import.export(room.service, table, BEN)).raw
    assert await noted(room, table, ANA) == [SECRET]


async def test_notes_are_bounded_and_need_a_text(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert (await refused(notes.write(room.service, table, ANA, " \n "))).code == "note_empty"
    assert (await refused(notes.write(room.service, table, ANA, "x" * (LENGTHS.private_note + 1)))).code == "note_long"
    for _ in range(MOST_NOTES):
        await notes.write(room.service, table, ANA, "x" * LENGTHS.private_note)
    assert (await refused(notes.write(room.service, table, ANA, "x"))).code == "notes_full"
    await notes.write(room.service, table, BEN, "x")


async def test_a_lobby_has_no_seats_to_note_on(room: Room) -> None:
    table = (await seated(room, ANA, BEN)).id
    assert (await refused(notes.write(room.service, table, ANA, "x"))).code == "not_begun"


async def test_an_npc_that_stands_in_keeps_them_and_another_owner_never_has_them(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await notes.write(room.service, table, ANA, SECRET)
    await room.service.control(table, ANA, 1, "npc")
    assert await noted(room, table, ANA) == [SECRET]
    offer = await room.service.give_seat(table, ANA, 1, DEE)
    await room.service.answer_offer(table, DEE, offer.no, accepts=True)
    assert await noted(room, table, DEE) == []
    assert (await refused(notes.notes(room.service, table, ANA))).code == "replaced"
    assert await room.database.read(select(NoteRow)) == []


async def test_who_leaves_a_game_leaves_no_notes(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await notes.write(room.service, table, BEN, SECRET)
    confirm = (await refused(room.service.leave(table, BEN))).said["confirm"]
    await room.service.leave(table, BEN, confirm=confirm)
    assert await room.database.read(select(NoteRow)) == []


async def test_they_are_given_out_to_their_maker_and_forgotten_with_all_else(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await notes.write(room.service, table, ANA, SECRET)
    about = json.loads((await room.service.personal_data(ANA)).raw)
    assert [(note["table"], note["seat"], note["text"]) for note in about["notes"]] == [(table, 1, SECRET)]
    assert SECRET.encode() not in (await room.service.personal_data(BEN)).raw
    await room.service.forget_person(ANA)
    assert await noted(room, table, ANA) == []
