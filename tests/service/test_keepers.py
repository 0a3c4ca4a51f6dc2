"""When keepers look at tables: at all of them at the start and after an error, else at those that have changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from bot.delivery import table_keeper
from bot.delivery.table_keeper import TableKeeper
from bot.store import leases
from tests.service.tables import Room


class Counting(TableKeeper):
    """A keeper of tables 1 to 3. `asked`: which tables it has looked for; `fails`: those to be tried again."""

    lane = "counting"

    def __init__(self, room: Room) -> None:
        super().__init__(room.game_service, room.clock)
        self.asked: list[set[int] | None] = []
        self.brought: list[int] = []
        self.looks = 0  # each finds all tables changed once more
        self.fails: set[int] = set()
        self.error: Exception | None = None

    async def versions(self, tables: Collection[int] | None) -> Sequence[tuple[int, int]]:
        self.asked.append(None if tables is None else {*tables})
        self.looks += 1
        return [(table, self.looks) for table in (1, 2, 3) if tables is None or table in tables]

    async def bring(self, table: int) -> bool:
        if self.error is not None:
            raise self.error
        self.brought.append(table)
        return table not in self.fails

    async def look(self) -> tuple[bool, list[int], list[set[int] | None]]:
        """Look once: whether nothing is left, what was brought, and which tables were looked for."""
        self.asked, self.brought = [], []
        return await self.settle(), self.brought, self.asked


async def test_all_tables_at_the_start_then_those_that_have_changed(room: Room) -> None:
    keeper = Counting(room)
    assert await keeper.look() == (True, [1, 2, 3], [None, None])
    assert await keeper.look() == (True, [], [])
    room.game_service.deps.notify(2, 9)
    room.game_service.deps.notify()
    assert await keeper.look() == (True, [2], [{2, 9}, {2, 9}])
    room.game_service.deps.changed.notify(None)
    assert await keeper.look() == (True, [1, 2, 3], [None, None])


async def test_what_failed_is_tried_again_alone(room: Room) -> None:
    keeper = Counting(room)
    keeper.fails = {3}
    assert (await keeper.look())[0] is False
    keeper.fails = set()
    assert await keeper.look() == (True, [3], [{3}, {3}])


async def test_after_an_error_all_are_looked_at(room: Room) -> None:
    keeper = Counting(room)
    await keeper.look()
    room.game_service.deps.notify(1)
    keeper.error = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        await keeper.look()
    keeper.error = None
    assert await keeper.look() == (True, [1, 2, 3], [None, None])


async def test_what_another_process_is_at_is_looked_at_later(room: Room) -> None:
    keeper, now = Counting(room), room.clock()
    await keeper.look()
    await leases.claim(room.database, keeper.lane, "another", now, now + 60)
    room.game_service.deps.notify(1)
    assert await keeper.look() == (True, [], [{1}])
    await leases.release(room.database, keeper.lane, "another")
    assert await keeper.look() == (True, [1], [{1}, {1}])


async def test_more_changes_than_a_query_names_are_a_look_at_all(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_keeper, "MOST", 2)
    keeper = Counting(room)
    await keeper.look()
    for table in (1, 2, 3):
        room.game_service.deps.notify(table)
    assert (await keeper.look())[2] == [None, None]
