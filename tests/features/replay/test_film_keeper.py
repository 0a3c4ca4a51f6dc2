"""The film of a game comes into the post of its end by itself, whatever happens before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from bot.contract import table_ids
from bot.contract.posts import POSTS, Post, PostPicture
from bot.delivery.post_screens import recipe
from bot.delivery.wire import Bad, Later, ReadyPost, Sent, TargetGone
from bot.features.replay.film_keeper import FilmKeeper, FilmRow
from bot.store.models import OutboxRow, SlotRow
from render.film import MOST
from tests.service.tables import stop
from tests.ui.table.room import Room, opened_room
from tests.ui.table.test_digest import GAMES
from tests.ui.table.test_replay import played

pytestmark = pytest.mark.filterwarnings("error")


class Messages:
    """Messages that are edited. `fail` is what the next edits meet."""

    def __init__(self) -> None:
        self.edits: list[tuple[Sent, ReadyPost]] = []
        self.fail: list[Exception] = []

    async def edit(self, sent: Sent, one: ReadyPost) -> Sent:
        if self.fail:
            raise self.fail.pop(0)
        self.edits.append((sent, one))
        return sent


class Cinema:
    """A room whose game is over, and the keeper of films."""

    def __init__(self, room: Room) -> None:
        self.room, self.messages = room, Messages()

    def keeper(self) -> FilmKeeper:
        """A keeper that knows nothing of before, as after a restart."""
        wire: Any = self.messages
        return FilmKeeper(self.room.service, wire, lambda: self.room.now)

    async def posted(self, table: str) -> Post:
        """The post of the end, sent as message 900."""
        rows = await self.room.database.read(select(OutboxRow))
        row = next(one for one in rows if one.slot == f"end:{table}" and one.user is None)
        async with self.room.database.session() as session, self.room.database.writing(session):
            await session.merge(SlotRow(name=row.slot, table_id=row.table_id, channel=77, message=900))
        return POSTS.json(row.post)

    async def waiting(self) -> list[str]:
        return [table_ids.spell_id(row.table_id) for row in await self.room.database.read(select(FilmRow))]


@pytest.fixture
async def cinema(tmp_path: Path) -> AsyncIterator[Cinema]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield Cinema(made)


@pytest.mark.parametrize("game", GAMES)
async def test_the_film_comes_below_the_board_once(cinema: Cinema, game: str) -> None:
    info = await played(cinema.room, game, 40 if game == "acme" else 12)
    await stop(cinema.room.service, info.id)
    assert await cinema.keeper().settle()
    assert cinema.messages.edits == [], "nothing is sent yet"
    post = await cinema.posted(info.id)
    assert await cinema.keeper().settle()
    ((sent, ready),) = cinema.messages.edits
    assert (sent.channel, sent.message) == (77, 900)
    added = [part for part in ready.post.parts if part not in post.parts]
    assert [part for part in ready.post.parts if part not in added] == list(post.parts)
    (film,) = added
    assert isinstance(film, PostPicture)
    drawn = recipe(film)
    assert (drawn["draw"], drawn["game"]) == ("film", game)
    assert 3 <= len(drawn["views"]) <= MOST
    assert "pictures, one after another" in film.alt
    assert film.file.endswith(f"{info.id.lower()}.webp")
    assert [file.name for file in ready.files] == [f"{game}-{info.id.lower()}.json"], "the file of the game stays"
    assert await cinema.waiting() == []
    assert await cinema.keeper().settle()
    assert len(cinema.messages.edits) == 1


async def test_what_fails_for_now_is_tried_again_and_what_is_refused_is_left(cinema: Cinema) -> None:
    info = await played(cinema.room, "acme", 40)
    await stop(cinema.room.service, info.id)
    await cinema.posted(info.id)
    cinema.messages.fail = [Later("busy")]
    assert not await cinema.keeper().settle()
    assert await cinema.waiting() == [info.id]
    cinema.messages.fail = [Bad("too large")]
    assert await cinema.keeper().settle()
    assert (cinema.messages.edits, await cinema.waiting()) == ([], [])


async def test_a_post_that_was_deleted_gets_no_film(cinema: Cinema) -> None:
    info = await played(cinema.room, "acme", 40)
    await stop(cinema.room.service, info.id)
    await cinema.posted(info.id)
    cinema.messages.fail = [TargetGone("deleted")]
    assert await cinema.keeper().settle()
    assert await cinema.waiting() == []
