"""Lobbies, and who plays which seat."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from bot.contract.table_settings import Settings
from bot.contract.tables import Place
from bot.tables.work.unit_of_work import Quotas
from tests.service.tables import ANA, BEN, CHO, DEE, HERE, Room, begun, give, opened_room, refused, seated


async def test_one_table_a_channel(room: Room) -> None:
    info = await seated(room, ANA)
    refusal = await refused(room.service.open_table(BEN, HERE, "walk"))
    assert (refusal.code, refusal.said["table"]) == ("channel_taken", info.id)
    both = [room.service.open_table(p, Place(5, 99), "walk") for p in (BEN, CHO)]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert len([r for r in results if not isinstance(r, BaseException)]) == 1


async def test_a_lobby_fills_up_and_empties(room: Room) -> None:
    info = await seated(room, ANA, BEN, npcs=1)
    assert (await refused(room.service.join(info.id, ANA))).code == "joined"
    await room.service.join(info.id, CHO)
    assert (await refused(room.service.join(info.id, DEE))).code == "full"
    info = await room.service.leave(info.id, ANA)
    assert [s.person for s in info.seats] == [BEN, CHO]
    assert info.host == BEN
    await room.service.leave(info.id, BEN)
    assert (await room.service.leave(info.id, CHO)).state == "over"
    assert (await room.service.open_table(DEE, HERE, "walk")).state == "lobby"


async def test_options_are_read_and_checked(room: Room) -> None:
    info = await seated(room, ANA)
    info = await room.service.set_options(info.id, ANA, options={"goal": "33", "night": "yes"})
    assert info.options == {"goal": 33, "night": True}
    info = await room.service.set_options(info.id, ANA, options={"night": None})
    assert info.options == {"goal": 33}
    for wrong in ({"gait": "lame"}, {"night": "maybe"}, {"goal": "far"}):
        assert (await refused(room.service.set_options(info.id, ANA, options=wrong))).code == "bad_option"
    assert (await refused(room.service.set_options(info.id, ANA, options={"speed": 1}))).code == "option_elsewhere"
    assert (await refused(room.service.set_options(info.id, ANA, options={"goal": 1}))).code == "setup"
    assert (await refused(room.service.set_options(info.id, BEN, options={}))).code == "host_only"
    assert (await room.service.info(info.id)).options == {"goal": 33}


async def test_a_game_needs_enough_seats(room: Room) -> None:
    info = await seated(room, ANA)
    assert (await refused(room.service.start(info.id, ANA))).code == "too_few_seats"
    await room.service.set_options(info.id, ANA, npcs=2)
    done = await room.service.start(info.id, ANA)
    assert [s.by for s in done.info.seats] == ["human", "npc", "npc"]
    assert (await refused(room.service.join(info.id, BEN))).code == "full"
    assert (await refused(room.service.start(info.id, ANA))).code == "begun"


async def test_joining_tries_a_dm(room: Room) -> None:
    await seated(room, ANA, BEN)
    assert (await room.texts(BEN.id))[0].startswith("You sit at")


async def test_the_npc_plays_for_its_owner_until_the_owner_is_back(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    done = await room.service.control(table, BEN, 2, "npc")
    assert done.info.seats[1].person == BEN
    assert done.info.seats[1].by == "npc"
    await give(room, table, ANA, "done")
    assert (await room.service.sheet(table, BEN)).request is None
    done = await room.service.control(table, BEN, 2, "human")
    assert done.info.seats[1].by == "human"
    assert (await refused(room.service.control(table, BEN, 1, "npc"))).code == "owner_only"


async def test_a_seat_changes_hands_and_the_old_owner_is_told(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert (await refused(room.service.give_seat(table, CHO, 2, CHO))).code == "owner_only"
    offered = await room.service.give_seat(table, BEN, 2, CHO)
    assert (await room.service.answer_offer(table, CHO, offered.no, accepts=True)).result == "accepted"
    assert (await room.service.sheet(table, CHO)).seat.number == 2
    refusal = await refused(room.service.sheet(table, BEN))
    assert (refusal.code, refusal.said["seat"].person) == ("replaced", CHO)
    by_message = replace(BEN, guild=None)  # whose last direct message has a button **I am back**
    assert (await refused(room.service.control(table, by_message, 2, "human"))).code == "replaced"
    assert (await refused(room.service.control(table, replace(DEE, guild=None), 2, "human"))).code == "no_table"
    assert any(text.startswith("hand of seat_2") for text in await room.texts(CHO.id))


async def test_leaving_a_running_game_asks_once_and_hands_the_seat_to_the_npc(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    refusal = await refused(room.service.leave(table, ANA))
    assert refusal.code == "leave"
    info = await room.service.leave(table, ANA, confirm=refusal.said["confirm"])
    assert (info.seats[0].by, info.seats[0].person, info.host) == ("npc", None, ANA)
    assert (await room.service.sheet(table, BEN)).request is not None
    assert (await refused(room.service.sheet(table, ANA))).code == "replaced"


async def test_the_host_ends_a_game_without_others_after_a_second_word(room: Room) -> None:
    table = await begun(room, ANA, npcs=1)
    assert (await refused(room.service.end(table, BEN))).code == "host_only"
    refusal = await refused(room.service.end(table, ANA, reason="late"))
    info = await room.service.end(table, ANA, reason="late", confirm=refusal.said["confirm"])
    assert (info.state, info.over_reason) == ("over", "late")
    assert (await refused(room.service.undo(table, ANA))).code == "over"
    assert (await room.service.open_table(BEN, HERE, "walk")).state == "lobby"


async def test_settings_the_host_and_the_channel_can_change(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    info = await room.service.change_settings(table, ANA, pace="slow", note="be kind")
    assert info.settings == Settings("slow", "fixed", "full", "be kind")
    assert (await refused(room.service.change_settings(table, ANA, pace="fast"))).code == "bad_option"
    assert (await refused(room.service.change_settings(table, BEN, pace="live"))).code == "host_only"
    offered = await room.service.give_host(table, ANA, BEN)
    await room.service.answer_offer(table, BEN, offered.no, accepts=True)
    assert (await room.service.info(table)).host == BEN
    assert (await room.service.move(table, BEN, Place(5, 78))).place.channel == 78
    assert (await room.service.table_in(HERE.channel)) is None
    found = await room.service.table_in(78)
    assert found is not None
    assert found.id == table


async def test_ones_tables_are_listed_waiting_ones_first(room: Room) -> None:
    one = await begun(room, ANA, BEN)
    other = await room.service.open_table(BEN, Place(5, 80), "walk")
    await room.service.join(other.id, ANA)
    await room.service.start(other.id, BEN)
    lines = await room.service.list_tables(ANA)
    assert [(line.info.id, line.yours) for line in lines] == [(one, True), (other.id, False)]
    assert await room.service.list_tables(DEE) == ()


async def test_an_unknown_table_is_refused(room: Room) -> None:
    for name in ("ZZZ", "", "??", "1"):
        assert (await refused(room.service.info(name))).code == "no_table"


async def test_the_host_takes_somebody_s_seats_in_a_lobby_who_cannot_join_it_again(room: Room) -> None:
    info = await seated(room, ANA, BEN, CHO)
    await room.service.join(info.id, BEN, again=True)
    assert (await refused(room.service.remove(info.id, BEN, CHO))).code == "host_only"
    assert (await refused(room.service.remove(info.id, ANA, ANA))).code == "host_stays"
    assert (await refused(room.service.remove(info.id, ANA, DEE))).code == "not_here"
    info = await room.service.remove(info.id, ANA, BEN)
    assert [s.person for s in info.seats] == [ANA, CHO]
    assert (await room.texts())[-1] == f"lobby {info.id} lobby: Ana, Cho"
    assert (await refused(room.service.join(info.id, BEN))).code == "removed"
    assert (await room.service.join(info.id, DEE)).of(DEE)
    await room.service.start(info.id, ANA)
    assert (await refused(room.service.remove(info.id, ANA, CHO))).code == "begun"


async def test_open_tables_of_a_host_and_of_a_server_are_limited(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db", quotas=Quotas(person=2, server=4)) as room:
        service = room.service
        first, _ = [await service.open_table(ANA, Place(5, channel), "walk") for channel in (1, 2)]
        refusal = await refused(service.open_table(ANA, Place(5, 3), "walk"))
        assert (refusal.code, refusal.said) == ("too_many_tables", {"whose": "host", "n": 2})
        await service.leave(first.id, ANA)
        again = await service.open_table(ANA, Place(5, 3), "walk")
        for channel in (4, 5):
            await service.open_table(BEN, Place(5, channel), "walk")
        refusal = await refused(service.open_table(CHO, Place(5, 6), "walk"))
        assert (refusal.code, refusal.said) == ("too_many_tables", {"whose": "server", "n": 4})
        offered = await service.give_host(again.id, ANA, BEN)
        assert (await refused(service.answer_offer(again.id, BEN, offered.no, accepts=True))).code == "too_many_tables"
        assert (await service.open_table(CHO, Place(6, 7), "walk")).state == "lobby"
        raced = [service.open_table(DEE, Place(7, channel), "walk") for channel in range(8, 14)]
        opened = [r for r in await asyncio.gather(*raced, return_exceptions=True) if not isinstance(r, BaseException)]
        assert len(opened) == 2
