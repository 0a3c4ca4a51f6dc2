"""Lobbies, and who plays which seat."""

from __future__ import annotations

import asyncio

from bot.contract import Place, Settings
from tests.service.tables import ANA, BEN, CHO, DEE, HERE, Room, begun, give, refused, seated


async def test_one_table_a_channel(desk: Room) -> None:
    info = await seated(desk, ANA)
    refusal = await refused(desk.service.open_table(BEN, HERE, "walk"))
    assert (refusal.code, refusal.said["table"]) == ("channel_taken", info.id)
    both = [desk.service.open_table(p, Place(5, 99), "walk") for p in (BEN, CHO)]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert len([r for r in results if not isinstance(r, BaseException)]) == 1


async def test_a_lobby_fills_up_and_empties(desk: Room) -> None:
    info = await seated(desk, ANA, BEN, npcs=1)
    assert (await refused(desk.service.join(info.id, ANA))).code == "joined"
    await desk.service.join(info.id, CHO)
    assert (await refused(desk.service.join(info.id, DEE))).code == "full"
    info = await desk.service.leave(info.id, ANA)
    assert [s.person for s in info.seats] == [BEN, CHO]
    assert info.host == BEN
    await desk.service.leave(info.id, BEN)
    assert (await desk.service.leave(info.id, CHO)).state == "over"
    assert (await desk.service.open_table(DEE, HERE, "walk")).state == "lobby"


async def test_options_are_read_and_checked(desk: Room) -> None:
    info = await seated(desk, ANA)
    info = await desk.service.set_options(info.id, ANA, options={"goal": "33", "night": "yes"})
    assert info.options == {"goal": 33, "night": True}
    info = await desk.service.set_options(info.id, ANA, options={"night": None})
    assert info.options == {"goal": 33}
    for wrong in ({"gait": "lame"}, {"night": "maybe"}, {"goal": "far"}):
        assert (await refused(desk.service.set_options(info.id, ANA, options=wrong))).code == "bad_option"
    assert (await refused(desk.service.set_options(info.id, ANA, options={"speed": 1}))).code == "option_elsewhere"
    assert (await refused(desk.service.set_options(info.id, ANA, options={"goal": 1}))).code == "setup"
    assert (await refused(desk.service.set_options(info.id, BEN, options={}))).code == "host_only"
    assert (await desk.service.info(info.id)).options == {"goal": 33}


async def test_a_game_needs_enough_seats(desk: Room) -> None:
    info = await seated(desk, ANA)
    assert (await refused(desk.service.start(info.id, ANA))).code == "too_few_seats"
    await desk.service.set_options(info.id, ANA, npcs=2)
    done = await desk.service.start(info.id, ANA)
    assert [s.by for s in done.info.seats] == ["human", "npc", "npc"]
    assert (await refused(desk.service.join(info.id, BEN))).code == "full"
    assert (await refused(desk.service.start(info.id, ANA))).code == "begun"


async def test_joining_tries_a_dm(desk: Room) -> None:
    await seated(desk, ANA, BEN)
    assert (await desk.texts(BEN.id))[0].startswith("You sit at")


async def test_the_npc_plays_for_its_owner_until_the_owner_is_back(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    done = await desk.service.control(table, BEN, 2, "npc")
    assert done.info.seats[1].person == BEN
    assert done.info.seats[1].by == "npc"
    await give(desk, table, ANA, "done")
    assert (await desk.service.sheet(table, BEN)).request is None
    done = await desk.service.control(table, BEN, 2, "human")
    assert done.info.seats[1].by == "human"
    assert (await refused(desk.service.control(table, BEN, 1, "npc"))).code == "owner_only"


async def test_a_seat_changes_hands_and_the_old_owner_is_told(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    assert (await refused(desk.service.give_seat(table, CHO, 2, CHO))).code == "owner_only"
    await desk.service.give_seat(table, ANA, 2, CHO)
    assert (await desk.service.sheet(table, CHO)).seat.number == 2
    refusal = await refused(desk.service.sheet(table, BEN))
    assert (refusal.code, refusal.said["seat"].person) == ("replaced", CHO)
    assert any(text.startswith("hand of seat_2") for text in await desk.texts(CHO.id))


async def test_leaving_a_running_game_asks_once_and_hands_the_seat_to_the_npc(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    refusal = await refused(desk.service.leave(table, ANA))
    assert refusal.code == "leave"
    info = await desk.service.leave(table, ANA, confirm=refusal.said["confirm"])
    assert (info.seats[0].by, info.seats[0].person, info.host) == ("npc", None, BEN)
    assert (await desk.service.sheet(table, BEN)).request is not None
    assert (await refused(desk.service.sheet(table, ANA))).code == "replaced"


async def test_the_host_ends_a_game_after_a_second_word(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    assert (await refused(desk.service.end(table, BEN))).code == "host_only"
    refusal = await refused(desk.service.end(table, ANA, reason="late"))
    info = await desk.service.end(table, ANA, reason="late", confirm=refusal.said["confirm"])
    assert (info.state, info.over_reason) == ("over", "late")
    assert (await refused(desk.service.undo(table, ANA))).code == "over"
    assert (await desk.service.open_table(BEN, HERE, "walk")).state == "lobby"


async def test_settings_the_host_and_the_channel_can_change(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    info = await desk.service.change_settings(table, ANA, pace="slow", note="be kind")
    assert info.settings == Settings("slow", "fixed", "full", "be kind")
    assert (await refused(desk.service.change_settings(table, ANA, pace="fast"))).code == "bad_option"
    assert (await refused(desk.service.change_settings(table, BEN, pace="live"))).code == "host_only"
    assert (await desk.service.give_host(table, ANA, BEN)).host == BEN
    assert (await desk.service.move(table, BEN, Place(5, 78))).place.channel == 78
    assert (await desk.service.table_in(HERE.channel)) is None
    found = await desk.service.table_in(78)
    assert found is not None
    assert found.id == table


async def test_ones_tables_are_listed_waiting_ones_first(desk: Room) -> None:
    one = await begun(desk, ANA, BEN)
    other = await desk.service.open_table(BEN, Place(5, 80), "walk")
    await desk.service.join(other.id, ANA)
    await desk.service.start(other.id, BEN)
    lines = await desk.service.list_tables(ANA)
    assert [(line.info.id, line.yours) for line in lines] == [(one, True), (other.id, False)]
    assert await desk.service.list_tables(DEE) == ()


async def test_an_unknown_table_is_refused(desk: Room) -> None:
    for name in ("ZZZ", "", "??", "1"):
        assert (await refused(desk.service.info(name))).code == "no_table"
