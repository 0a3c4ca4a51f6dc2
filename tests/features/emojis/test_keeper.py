"""The emojis of the application: made one by one, resumed after a kill, replaced, left out where Discord refuses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.wire import Bad, Failed, Later, MayNot
from bot.features.emojis import service
from bot.features.emojis.keeper import AGAIN, FULL, HELD, KEPT, LOOK, REST, AppEmojis, EmojiKeeper
from render.emojis import name_of
from tests.ui.table.room import Room, opened_room

pytestmark = pytest.mark.filterwarnings("error")


class Killed(BaseException):
    """The process dies here."""


def coded(failure: Failed, code: int) -> Failed:
    failure.code = code
    return failure


class Application(AppEmojis):
    """Emojis that are remembered; `most` fit. `fail`: what the next requests to make one meet, None for nothing.

    `lost`: what they meet once the emoji is made.
    """

    def __init__(self) -> None:
        self.there: dict[str, int] = {}
        self.pictures: dict[str, bytes] = {}
        self.most, self.made, self.id = 2000, 0, 77
        self.fail: list[BaseException | None] = []
        self.lost: list[BaseException | None] = []
        self.asked, self.goes_on = asyncio.Event(), asyncio.Event()
        self.goes_on.set()

    @property
    def application(self) -> int:
        return self.id

    async def all(self) -> dict[str, int]:
        return dict(self.there)

    async def make(self, name: str, png: bytes) -> int:
        self.asked.set()
        await self.goes_on.wait()
        if failure := self.fail.pop(0) if self.fail else None:
            raise failure
        if len(self.there) >= self.most:
            raise coded(Later("full", unknown=False), FULL)
        assert name not in self.there, "nothing is doubled"
        self.made += 1
        self.there[name] = 900 + self.made
        self.pictures[name] = png
        if failure := self.lost.pop(0) if self.lost else None:
            raise failure
        return self.there[name]

    async def delete(self, emoji: int) -> None:
        self.there = {name: known for name, known in self.there.items() if known != emoji}

    async def close(self) -> None:
        pass


class Sitting:
    """A room, an application without emojis, and three drawings."""

    def __init__(self, room: Room) -> None:
        self.room, self.app = room, Application()
        self.drawn = {"acme_mina": b"a coin", "acme_disk": b"a disk", "civ_ship": b"a ship"}
        self.keeper = self.started()

    def started(self, process: str = "") -> EmojiKeeper:
        """A keeper that knows nothing of before, as after a restart, perhaps in another process."""
        deps = self.room.service.deps
        return EmojiKeeper(
            replace(deps, process=process) if process else deps, self.app, lambda: self.room.now, lambda: self.drawn
        )

    def named(self, key: str) -> str:
        return name_of(key, self.drawn[key])

    async def used(self) -> dict[str, str]:
        return dict(await service.in_use(self.room.service.deps))

    async def all_used(self) -> bool:
        """Whether each drawing is used, by the id that Discord gave it."""
        wanted = {key: f"<:{self.named(key)}:{self.app.there[self.named(key)]}>" for key in self.drawn}
        return await self.used() == wanted


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield Sitting(made)


async def test_a_fresh_application_gets_all_of_them_under_speaking_names(here: Sitting) -> None:
    assert await here.used() == {}
    assert await here.keeper.settle() == REST
    assert await here.all_used()
    assert [name.rpartition("_")[0] for name in here.app.there] == ["acme_mina", "acme_disk", "civ_ship"]
    assert list(here.app.pictures.values()) == list(here.drawn.values())
    await here.started().settle()
    assert here.app.made == 3


async def test_a_changed_drawing_is_made_first_then_used_and_the_old_one_deleted_days_later(here: Sitting) -> None:
    await here.keeper.settle()
    old, before = here.named("acme_mina"), await here.used()
    here.drawn["acme_mina"] = b"a better coin"
    here.app.fail = [Later("502")]
    await here.keeper.settle()
    assert await here.used() == before, "the old one stays until the new one is there"
    await here.keeper.settle()
    assert await here.all_used()
    assert old in here.app.there
    here.room.now += KEPT - 1
    await here.keeper.settle()
    assert old in here.app.there
    here.room.now += 1
    await here.keeper.settle()
    assert sorted(here.app.there) == sorted(map(here.named, here.drawn))


async def test_a_drawing_that_comes_back_before_it_is_deleted_is_used_again(here: Sitting) -> None:
    await here.keeper.settle()
    first = dict(here.drawn)
    here.drawn["acme_mina"] = b"a better coin"
    await here.keeper.settle()
    here.drawn = first
    await here.keeper.settle()
    assert await here.all_used()
    assert here.app.made == 4


async def test_what_is_no_longer_drawn_is_shown_no_more_and_deleted_later(here: Sitting) -> None:
    await here.keeper.settle()
    gone = here.named("civ_ship")
    del here.drawn["civ_ship"]
    await here.keeper.settle()
    assert await here.all_used()
    assert gone in here.app.there
    here.room.now += KEPT
    await here.keeper.settle()
    assert gone not in here.app.there


async def test_a_full_application_keeps_what_it_has_and_the_rest_are_words(here: Sitting) -> None:
    here.app.there = {f"owners_own_{n}": n for n in range(1990)}
    here.drawn = {f"acme_{n}": str(n).encode() for n in range(12)}
    assert await here.keeper.settle() == REST
    assert len(await here.used()) == 10
    assert len(here.app.there) == 2000
    for n in range(5):
        del here.app.there[f"owners_own_{n}"]
    assert await here.keeper.settle() == REST
    assert await here.all_used()
    assert sum(name.startswith("owners_own") for name in here.app.there) == 1985


async def test_a_limit_in_the_middle_is_waited_out_and_no_other_process_runs_into_it(here: Sitting) -> None:
    here.app.fail = [None, Later("429", 1800.0, unknown=False)]
    assert await here.keeper.settle() == 1800.0
    assert len(await here.used()) == 1
    other = here.started("another process")
    here.room.now += 1799
    assert await other.settle() == LOOK
    assert here.app.made == 1
    here.room.now += 2
    assert await other.settle() == REST
    assert await here.all_used()
    assert here.app.made == 3


async def test_a_short_limit_is_waited_out_at_once(here: Sitting) -> None:
    here.app.fail = [None, Later("429", 0.01, unknown=False), Later("429", 0.01, unknown=False)]
    assert await here.keeper.settle() == REST
    assert await here.all_used()


@pytest.mark.parametrize("when", ["before it is made", "before it is noted"])
async def test_a_kill_in_the_middle_is_resumed_and_nothing_is_doubled(here: Sitting, when: str) -> None:
    (here.app.fail if when == "before it is made" else here.app.lost).extend([None, Killed()])
    with pytest.raises(Killed):
        await here.keeper.settle()
    assert len(await here.used()) == 1
    again = here.started("the next process")
    here.room.now += HELD + 1
    assert await again.settle() == REST
    assert await here.all_used()
    assert here.app.made == 3


async def test_a_lost_answer_doubles_nothing(here: Sitting) -> None:
    here.app.lost = [Later("the connection broke")]
    assert await here.keeper.settle() == AGAIN
    assert await here.keeper.settle() == REST
    assert await here.all_used()


@pytest.mark.parametrize("failure", [MayNot("403"), Bad("400"), Later("401", unknown=False)], ids=str)
async def test_where_discord_refuses_the_bot_goes_on_without(here: Sitting, failure: Failed) -> None:
    here.app.fail = [failure]
    assert await here.keeper.settle() == REST
    assert await here.used() == {}


async def test_what_somebody_has_deleted_is_made_again(here: Sitting) -> None:
    await here.keeper.settle()
    await here.app.delete(here.app.there[here.named("acme_disk")])
    await here.keeper.settle()
    assert await here.all_used()
    assert here.app.made == 4


async def test_another_application_has_none_of_them(here: Sitting) -> None:
    await here.keeper.settle()
    here.app.there, here.app.id = {}, 78
    await here.keeper.settle()
    assert await here.all_used()
    assert here.app.made == 6


async def test_only_one_process_makes_them(here: Sitting) -> None:
    here.app.goes_on.clear()
    first = asyncio.create_task(here.keeper.settle())
    await here.app.asked.wait()
    assert await here.started("another process").settle() == LOOK
    here.app.goes_on.set()
    assert await first == REST
    assert here.app.made == 3
