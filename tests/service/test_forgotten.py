"""Who has their data deleted, at a table in whatever state, breaks nothing that the others were promised.

Each table of the matrix is played on: its alarms ring, it ends, its file is made, verified and brought elsewhere.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from sqlmodel import select

from bot.contract.table_settings import Settings
from bot.contract.tables import Draft, Person, Place
from bot.features.files import export_import, verification
from bot.features.files import export_import as files_export_import
from bot.features.files import verification as files_verification
from bot.features.following import service as following
from bot.features.notes import service as notes
from bot.features.rooms import service
from bot.store.models import DraftRow, OfferRow, PetitionRow
from bot.tables.purge_job import NAMES, purge
from tests.service.tables import (
    ANA,
    BEN,
    CHO,
    DEE,
    MODERATOR,
    Hand,
    Room,
    begun,
    come_about,
    opened_room,
    refused,
    seated,
    stop,
)

Begin: TypeAlias = Callable[[Room], Awaitable[str]]
DAY = 86400.0
THERE = Place(5, 88)
PEOPLE = (ANA, BEN, CHO, DEE)
ROOMS = Settings(rooms="on")


async def lobby(room: Room) -> str:
    return (await seated(room, ANA, BEN, CHO, settings=ROOMS)).id


async def lobby_held_out(room: Room) -> str:
    """Its host's role is on offer, and Dee may not come back."""
    table = (await seated(room, ANA, BEN, CHO, DEE, settings=ROOMS)).id
    await room.service.remove(table, ANA, DEE)
    await room.service.give_host(table, ANA, BEN)
    return table


async def running(room: Room) -> str:
    return await begun(room, ANA, BEN, CHO, settings=ROOMS, options={"goal": 20})


async def with_rooms(room: Room) -> str:
    """Everybody has opened one."""
    table = await running(room)
    for person, to in ((ANA, 2), (BEN, 3), (CHO, 1)):
        await service.open_room(room.service, table, person, [to])
    return table


async def with_a_window(room: Room) -> str:
    """Ana has played a card, and Ben has sealed an answer."""
    table = await running(room)
    sheet = await room.service.sheet(table, ANA)
    await room.service.answer(table, ANA, None, [[next(o.token for o in sheet.options if o.token.isdigit())]])
    there = await room.service.sheet(table, BEN)
    await room.service.answer(table, BEN, there.ask_no, [[there.options[0].token]])
    return table


async def with_drafts_and_notes(room: Room) -> str:
    """And Dee follows it."""
    table = await running(room)
    for person in (ANA, BEN, CHO):
        await notes.write(room.service, table, person, f"{person.name} thinks")
    sheet = await room.service.sheet(table, ANA)
    await room.service.save_draft(table, ANA, sheet.ask_no, Draft(("walk",)))
    await following.toggle(room.service, table, DEE)
    return table


async def with_a_petition(room: Room) -> str:
    """Ana asks to go back."""
    table = await running(room)
    await room.service.answer(table, ANA, None, [["walk"], ["done"]])
    await room.service.ask_back(table, ANA, 0, "a slip")
    return table


async def with_an_end_asked_for(room: Room) -> str:
    table = await running(room)
    refusal = await refused(room.service.end(table, ANA))
    await room.service.end(table, ANA, confirm=refusal.said["confirm"])
    return table


async def with_offers(room: Room) -> str:
    """Ben's seat is held out to Dee, the host's role to Cho."""
    table = await running(room)
    await room.service.give_seat(table, BEN, 2, DEE)
    await room.service.give_host(table, ANA, CHO)
    return table


async def handed_on(room: Room) -> str:
    """Dee sits where Ben has sat; a computer plays for Cho."""
    table = await with_rooms(room)
    offer = await room.service.give_seat(table, BEN, 2, DEE)
    await room.service.answer_offer(table, DEE, offer.no, accepts=True)
    await room.service.control(table, CHO, 3, "npc")
    return table


async def late(room: Room) -> str:
    """Ana is out of time, and the others are asked what to do."""
    table = await running(room)
    room.clock.now += 3 * DAY
    await come_about(room)
    return table


async def over(room: Room) -> str:
    table = await with_rooms(room)
    await stop(room.service, table)
    return table


async def brought(room: Room) -> str:
    """A running game of another house, whose seats wait for their people."""
    async with opened_room(room.file.with_suffix(".from"), Hand(room.now)) as other:
        other.game_service.deps = dataclasses.replace(other.game_service.deps, file_key=room.game_service.deps.file_key)
        raw = (await export_import.export(other.service, await running(other), ANA)).raw
    table = (await export_import.import_table(room.service.deps, DEE, THERE, raw)).id
    await room.service.join(table, ANA)
    return table


STATES: dict[str, Begin] = {
    one.__name__: one
    for one in (
        with_rooms, over, lobby, lobby_held_out, running, with_a_window, with_drafts_and_notes, with_a_petition,
        with_an_end_asked_for, with_offers, handed_on, late, brought,
    )
}  # fmt: skip


async def finish(room: Room, table: str) -> None:
    """The game begins if it has not, whoever is asked answers, time passes, and it ends."""
    info = await room.service.info(table)
    if info.state == "lobby":
        await room.service.start(table, info.host)
    await room.service.log(table, MODERATOR)
    for _ in range(3):
        room.clock.now += DAY
        await come_about(room)
    if (await room.service.info(table)).state != "over":
        await stop(room.service, table)


async def require_whole(room: Room, table: str) -> None:
    """Whatever anybody may do with a game that is over can be done."""
    assert (await files_verification.verify_game(room.service, table)).fits
    raw = await files_export_import.file_of(room.service.deps, table)
    assert (await files_export_import.export(room.service, table, MODERATOR)).raw == raw
    assert (await files_verification.verify_game(room.service, table, raw)).fits
    async with opened_room(room.file.with_suffix(".there"), Hand(room.now)) as other:
        assert (await files_export_import.import_table(other.service.deps, MODERATOR, THERE, raw)).state == "over"
    for person in PEOPLE:
        await room.service.personal_data(person)
        await room.service.list_tables(person)
        await room.service.info(table, person)
        await room.service.log(table, person)


@pytest.mark.sample(8)
@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.name)
@pytest.mark.parametrize("state", STATES)
async def test_whoever_is_forgotten_leaves_a_table_that_ends_and_can_be_verified(
    room: Room, state: str, person: Person
) -> None:
    table = await STATES[state](room)
    stays = await room.service.forget_person(person)
    info = await room.service.info(table)
    assert (table in stays) == (info.state != "over" and (info.host == person or bool(info.of(person))))
    await finish(room, table)
    await require_whole(room, table)


@pytest.mark.sample(2)
@pytest.mark.parametrize("state", STATES)
async def test_a_table_all_of_whose_people_are_forgotten_one_after_another_ends_as_well(room: Room, state: str) -> None:
    table = await STATES[state](room)
    for person in PEOPLE:
        await room.service.forget_person(person)
    await finish(room, table)
    for person in PEOPLE:
        await room.service.forget_person(person)
    await require_whole(room, table)
    assert str(ANA.id) not in (await files_export_import.file_of(room.service.deps, table)).decode()
    room.clock.now += NAMES + DAY
    await purge(room.service.deps)
    assert (await verification.verify_game(room.service, table)).fits


async def test_what_hangs_on_somebody_forgotten_goes_and_all_else_stays(room: Room) -> None:
    """An offer to Dee is gone, that of the host's role to Cho still open; Ana's draft and request are not Dee's."""
    table = await with_offers(room)
    await room.service.forget_person(DEE)
    assert [row.person for row in await room.database.read(select(OfferRow))] == [CHO.id]
    assert (await refused(room.service.answer_offer(table, DEE, 1, accepts=True))).code == "offer_over"
    assert await room.database.read(select(PetitionRow)) == []
    assert await room.database.read(select(DraftRow)) == []
