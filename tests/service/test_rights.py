"""Who reaches a table at all, and where the rights of a moderator count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.contract.tables import Person, Place
from bot.features.files import export_import, verification
from bot.tables.history import since
from tests.service.tables import ANA, BEN, CHO, DEE, HERE, Room, begun, refused, seated

ELSEWHERE = 6
MODERATOR = replace(DEE, moderator=True)
STRANGER = replace(DEE, guild=ELSEWHERE)
STRANGE_MODERATOR = replace(DEE, guild=ELSEWHERE, moderator=True)
IN_A_DM = replace(DEE, guild=None)


def dm(person: Person) -> Person:
    return replace(person, guild=None)


async def test_a_moderator_of_another_server_ends_and_moves_nothing(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    service = room.service
    for person in (STRANGE_MODERATOR, replace(IN_A_DM, moderator=True)):
        assert (await refused(service.end(table, person))).code == "no_table"
        assert (await refused(service.end(table, person, confirm=f"end-{table}-0"))).code == "no_table"
        assert (await refused(service.move(table, person, Place(ELSEWHERE, 9)))).code == "no_table"
    await service.change_settings(table, ANA, guests="yes")
    confirm = f"end-{table}-0"
    assert (await refused(service.end(table, STRANGE_MODERATOR, confirm=confirm))).code == "host_only"
    assert (await refused(service.move(table, STRANGE_MODERATOR, Place(ELSEWHERE, 9)))).code == "host_only"
    assert (await service.info(table)).state == "running"


async def test_who_is_no_moderator_any_more_ends_nothing_with_the_button_pressed_before(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    asked = await refused(room.service.end(table, MODERATOR))
    assert asked.code == "end"
    assert (await refused(room.service.end(table, DEE, confirm=asked.said["confirm"]))).code == "host_only"
    ended = await room.service.end(table, MODERATOR, confirm=asked.said["confirm"])
    assert ended.state == "over"


async def test_a_table_stays_in_its_server_unless_its_host_is_alone(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert (await refused(room.service.move(table, ANA, Place(ELSEWHERE, 9)))).code == "other_server"
    assert (await refused(room.service.move(table, MODERATOR, Place(ELSEWHERE, 9)))).code == "other_server"
    assert (await room.service.move(table, MODERATOR, Place(5, 9))).place.channel == 9
    alone = await begun(room, ANA, npcs=1)
    assert (await room.service.move(alone, ANA, Place(ELSEWHERE, 10))).place == Place(ELSEWHERE, 10)


@pytest.mark.parametrize("person", [STRANGER, STRANGE_MODERATOR, IN_A_DM])
async def test_people_of_other_servers_neither_look_nor_join_nor_learn_that_there_is_a_table(
    room: Room, person: Person
) -> None:
    table = await begun(room, ANA, BEN)
    service = room.service
    looks = (
        service.info(table, person),
        service.standing(table, person),
        service.checkpoints(table, person),
        service.history(table, 1, person),
        since.board_since(service, table, person),
        service.log(table, person),
        service.reasons(table, 1, person),
        service.npc_hand(table, "seat_1", person),
        service.petition(table, 1, person),
        verification.verify_game(service, table, None, person),
        export_import.export(service, table, person),
        service.sheet(table, person),
        service.join(table, person),
    )
    unknown = await refused(service.info("ZZZ", person))
    for look in looks:
        refusal = await refused(look)
        assert (refusal.code, refusal.said) == ("no_table", {**unknown.said, "table": table})
    assert await service.table_in(HERE.channel, person) is None


async def test_who_sits_or_is_host_reaches_the_table_from_anywhere_and_others_from_its_server(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    for person in (dm(ANA), dm(BEN), replace(BEN, guild=ELSEWHERE), CHO):
        assert (await room.service.standing(table, person)).info.id == table
        assert (await room.service.table_in(HERE.channel, person)) is not None


async def test_the_host_opens_a_table_to_other_servers_but_never_to_the_direct_messages_of_strangers(
    room: Room,
) -> None:
    info = await seated(room, ANA)
    assert info.settings.guests == "no"
    assert (await refused(room.service.join(info.id, STRANGER))).code == "no_table"
    await room.service.change_settings(info.id, ANA, guests="yes")
    assert (await refused(room.service.join(info.id, IN_A_DM))).code == "no_table"
    assert [s.person for s in (await room.service.join(info.id, STRANGER)).seats] == [ANA, DEE]
    await room.service.change_settings(info.id, ANA, guests="no")
    assert (await room.service.info(info.id, IN_A_DM)).id == info.id, "who sits there stays"
    assert (await refused(room.service.change_settings(info.id, ANA, guests="some"))).code == "bad_option"
