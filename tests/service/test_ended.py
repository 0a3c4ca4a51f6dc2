"""A table whose game has ended: nothing is set there any more, and nothing is asked for that only a game needs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.features.clocks import more_time
from bot.features.start_times import schedule
from bot.ui.lobby.settings import STARTS, VALUES
from bot.ui.lobby.typed_settings import TYPED
from tests.service.tables import ANA, BEN, CHO, Room, begun, refused, stop


@pytest.mark.parametrize("setting", [*VALUES, *TYPED])
async def test_nothing_is_set_at_a_table_that_has_ended(room: Room, setting: str) -> None:
    table = await begun(room, ANA, BEN)
    await stop(room.service, table)
    before = await room.service.info(table)
    if setting == STARTS:
        refusal = await refused(schedule.set_start(room.service, table, ANA, room.now + 7200))
    else:
        wanted = {setting: VALUES.get(setting, ("x",))[-1]}
        refusal = await refused(room.service.change_settings(table, ANA, **wanted))
    assert refusal.code == "over"
    assert (await room.service.info(table)).settings == before.settings


@pytest.mark.parametrize("do", ["pause", "resume", "extend", "times", "seat", "host", "start", "undo"])
async def test_nothing_else_is_asked_of_a_table_that_has_ended(room: Room, do: str) -> None:
    table = await begun(room, ANA, BEN)
    await stop(room.service, table)
    service = room.service
    acts: dict[str, Callable[[], Awaitable[object]]] = {
        "pause": lambda: service.pause(table, ANA, 3),
        "resume": lambda: service.resume(table, ANA),
        "extend": lambda: more_time.extend(service, table, ANA, 3),
        "times": lambda: service.ask_times(table, ANA, late="npc"),
        "seat": lambda: service.give_seat(table, BEN, 2, CHO),
        "host": lambda: service.give_host(table, ANA, BEN),
        "start": lambda: service.start(table, ANA),
        "undo": lambda: service.undo(table, ANA),
    }
    assert (await refused(acts[do]())).code in {"over", "not_paused", "nothing_to_undo", "begun"}
