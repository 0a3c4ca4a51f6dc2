"""Figures at the end: kept once, with how fast a person answers while awake, and given to nobody else."""

from __future__ import annotations

import json
from dataclasses import replace

from sqlmodel import col, select

from bot.features.statistics import figures
from bot.features.statistics.models import GameStatRow
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, refused, stop

HOUR = 3600.0


async def test_the_time_to_answer_is_that_of_waking_hours(room: Room) -> None:
    wanted = replace(await room.service.preferences(ANA), zone="UTC", quiet_from=23, quiet_to=7)
    await room.service.set_preferences(ANA, wanted)
    room.clock.now += 43 * HOUR - room.clock.now % (24 * HOUR)
    table = await begun(room, ANA, BEN, options={"goal": 3})
    for person in (ANA, BEN):
        room.clock.now += HOUR
        await give(room, table, person, "done")
    for person, hours in ((ANA, 12), (BEN, 1)):
        room.clock.now += hours * HOUR
        await room.service.answer(table, person, None, [["1"]])
    room.clock.now += 5 * HOUR
    await give(room, table, ANA, "walk", "walk", "walk")
    (ana,) = await figures.of_seats(room.service, table, ANA)
    (ben,) = await figures.of_seats(room.service, table, BEN)
    assert ana.values["median"] == 4 * HOUR, "1, 4 and 5: from 21 o'clock to 9 there are four waking hours"
    assert ben.values["median"] == (1 + 5) / 2 * HOUR, "where none is known, nights are those of the host"


async def test_what_others_answered_for_a_seat_is_counted(room: Room) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 6})
    await give(room, table, ANA, "walk", "walk", "walk")
    await room.service.control(table, BEN, 2, "npc")
    await room.service.control(table, BEN, 2, "human")
    await room.service.answer(table, ANA, None, [["1"]])
    await give(room, table, ANA, "walk", "walk", "walk")
    (ben,) = await figures.of_seats(room.service, table, BEN)
    assert ben.values["by_npc"] == 2, "a turn and a bid"


async def test_figures_are_of_own_seats_and_come_at_the_end(room: Room) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 3})
    assert (await refused(figures.of_seats(room.service, table, ANA))).code == "figures_later"
    await give(room, table, ANA, "walk", "walk", "walk")
    assert [one.seat.number for one in await figures.of_seats(room.service, table, BEN)] == [2]
    assert (await refused(figures.of_seats(room.service, table, BEN, number=1))).code == "no_seat"
    assert (await refused(figures.of_seats(room.service, table, CHO))).code == "no_seat"


async def test_a_game_that_is_ended_early_has_figures_too(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk", "done")
    await stop(room.service, table)
    (ana,) = await figures.of_seats(room.service, table, ANA)
    assert ana.values["by_npc"] == 0


async def test_figures_are_personal_data(room: Room) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 3})
    await give(room, table, ANA, "walk", "walk", "walk")
    about = json.loads((await room.service.personal_data(BEN)).raw)
    assert [one["key"] for one in about["tables"][0]["seats"][0]["figures"]] == ["by_npc"]
    await room.service.forget_person(BEN)
    rows = await room.database.read(select(GameStatRow).order_by(col(GameStatRow.number)))
    assert {row.number for row in rows} == {1}
