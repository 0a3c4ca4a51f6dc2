"""Whoever has left the server is late at once when first reminded: nobody waits for the rest of that time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.contract.table_settings import Late, Settings
from bot.features.clocks import overdue
from bot.tables.alarm_clock import Clock
from tests.service.tables import ANA, BEN, CHO, HERE, Room, begun, give, opened_room

HOUR = 3600.0
LONG = {"goal": 20}


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A service over an empty database."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


class Members:
    """Who is in the server, and who has been asked for."""

    def __init__(self, *left: int) -> None:
        self.left = left
        self.asked: list[tuple[int | None, int]] = []

    async def has_left(self, guild: int | None, person: int) -> bool:
        self.asked.append((guild, person))
        return person in self.left


async def pass_by(room: Room, members: Members, hours: float) -> list[str]:
    """Let so much time pass, and what is due come about; what the channel has been told."""
    room.clock.now += hours * HOUR
    clock = Clock(room.game_service, room.clock, members.has_left)
    for _ in range(3):
        await clock.close_due()
    return await room.texts()


async def test_who_has_left_is_late_when_first_reminded(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    members = Members(ANA.id)
    assert "late 100" not in await pass_by(room, members, 7.9)
    assert members.asked == []
    assert (await pass_by(room, members, 0.2))[-1] == f"late {table}"
    assert members.asked == [(HERE.guild, ANA.id)]
    assert [text for text in await room.texts(ANA.id) if " wait for " in text] == []
    done = [(await overdue.vote(room.service, table, person, 1, "npc")).done for person in (BEN, CHO)]
    assert done == [False, True]


async def test_one_post_tells_of_it_and_the_next_question_is_looked_at_anew(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    members = Members(ANA.id, BEN.id)
    await pass_by(room, members, 8.1)
    texts = await pass_by(room, members, 10)
    assert texts.count(f"late {table}") == 1
    assert members.asked == [(HERE.guild, ANA.id)]
    await give(room, table, ANA, "walk", "done")
    texts = await pass_by(room, members, 8.1)
    assert texts.count(f"late {table}") == 2
    assert members.asked[-1] == (HERE.guild, BEN.id)


@pytest.mark.parametrize("late", ["npc", "wait"])
async def test_what_the_table_has_agreed_on_comes_about_at_once(room: Room, late: Late) -> None:
    table = await begun(room, BEN, ANA, CHO, options=LONG, settings=Settings(late=late))
    await give(room, table, BEN, "walk", "done")
    await pass_by(room, Members(ANA.id), 8.1)
    told = {"npc": f"stood_in {table}" in await room.texts(), "wait": f"late_host {table}" in await room.texts(BEN.id)}
    assert told == {late: True, "wait" if late == "npc" else "npc": False}
    assert f"late_owner {table}" not in await room.texts(ANA.id), "nobody writes to who is not there"


async def test_nobody_is_looked_for_who_is_there_or_comes_from_elsewhere(room: Room) -> None:
    """Visitors from other servers are no members of this one, and have not left it."""
    table = await begun(room, ANA, BEN, options=LONG)
    members = Members()
    await pass_by(room, members, 8.1)
    assert members.asked == [(HERE.guild, ANA.id)]
    assert len([text for text in await room.texts(ANA.id) if " wait for " in text]) == 1
    await give(room, table, ANA, "walk", "done")
    await room.service.change_settings(table, ANA, guests="yes")
    await pass_by(room, members, 8.1)
    assert members.asked == [(HERE.guild, ANA.id)]


async def test_of_a_common_question_it_is_told_when_the_others_have_no_time_left(room: Room) -> None:
    """The expiry of one seat tells nothing of who has answered."""
    table = await begun(room, ANA, BEN, options=LONG)
    await give(room, table, ANA, "walk", "done")
    await give(room, table, BEN, "walk", "done")
    asked = (await room.service.standing(table)).ask
    assert asked is not None
    assert len(asked.asked) == 2
    texts = await pass_by(room, Members(BEN.id), 8.1)
    assert f"late {table}" not in texts
    assert f"late {table}" in await pass_by(room, Members(BEN.id), 16)


async def test_a_server_that_does_not_answer_leaves_everything_as_it_is(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)

    async def never(_guild: int | None, _person: int) -> bool:
        raise TimeoutError

    room.clock.now += 8.1 * HOUR
    await Clock(room.game_service, room.clock, never).close_due()
    assert f"late {table}" not in await room.texts()
    assert len([text for text in await room.texts(ANA.id) if " wait for " in text]) == 1


async def test_who_has_left_during_a_pause_is_late_when_it_ends(room: Room) -> None:
    """The first reminder has waited for that moment."""
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    await room.service.pause(table, ANA, 1)
    members = Members(ANA.id)
    assert f"late {table}" not in await pass_by(room, members, 9)
    assert members.asked == []
    assert f"late {table}" in await pass_by(room, members, 15)
    assert members.asked == [(HERE.guild, ANA.id)]
    assert [text for text in await room.texts(ANA.id) if " wait for " in text] == []
