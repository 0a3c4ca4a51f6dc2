"""Nations named in the lobby, on boards that depend on how many play: what does not fit is open again at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.contract.tables import Place, TableInfo
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import OutboxRow
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.lobby.post import seats
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, CHO, DEE, Hand, refused


class Lobby:
    """A lobby of Advanced Civilization, opened by Ana."""

    def __init__(self, file: Path) -> None:
        self.database = Database(f"sqlite+aiosqlite:///{file}")
        self.service = GameService(
            Deps(
                self.database,
                GAMES,
                PostFactory(names_of, ALL),
                Hand(),
                lambda: "nations",
                FileKey("key"),
                features=ALL,
            )
        )

    async def told(self, person: int) -> str:
        async with self.database.session() as session:
            rows = list((await session.execute(OutboxRow.__table__.select())).all())  # type: ignore[attr-defined]
        return "\n".join(bytes(row.post).decode() for row in rows if row.user == person)


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    made = Lobby(tmp_path / "lobby.db")
    await ready(made.database)
    yield made
    await made.database.close()


def named(info: TableInfo) -> list[str]:
    return [seat.civ for seat in info.seats]


async def test_a_nation_without_a_place_on_the_board_of_so_many_is_open_again(lobby: Lobby) -> None:
    """CIV-229: two play in the west, four in the east; who has chosen is told, and the game can begin."""
    info = await lobby.service.open_table(ANA, Place(5, 77), "civ", civ="italy")
    info = await lobby.service.join(info.id, BEN, civ="thrace")
    info = await lobby.service.join(info.id, CHO)
    assert named(info) == ["italy", "thrace", ""]
    info = await lobby.service.join(info.id, DEE, civ="egypt")
    assert named(info) == ["", "", "", "egypt"]
    for person in (ANA, BEN):
        assert "The players or options have changed, so you can choose again:" in await lobby.told(person.id)
    assert "open again" not in await lobby.told(DEE.id)
    assert "Italy" in await lobby.told(ANA.id)
    await lobby.service.start(info.id, ANA)
    assert (await lobby.service.info(info.id)).state == "running"


async def test_a_nation_is_open_again_when_somebody_leaves_or_the_board_is_changed(lobby: Lobby) -> None:
    info = await lobby.service.open_table(ANA, Place(5, 77), "civ")
    for person in (BEN, CHO):
        info = await lobby.service.join(info.id, person)
    info = await lobby.service.join(info.id, ANA, civ="crete")
    assert named(info) == ["crete", "", ""]
    info = await lobby.service.leave(info.id, CHO)
    assert named(info) == ["", ""]
    assert "Crete" in await lobby.told(ANA.id)
    info = await lobby.service.join(info.id, BEN, civ="italy")
    info = await lobby.service.set_options(info.id, ANA, options={"map": "full-wx"})
    assert named(info) == ["", ""], "with the Western Extension Iberia plays in its place"


async def test_a_nation_that_has_no_place_now_cannot_be_named(lobby: Lobby) -> None:
    """The reason says on which board it does not play."""
    info = await lobby.service.open_table(ANA, Place(5, 77), "civ")
    said = await refused(lobby.service.join(info.id, BEN, civ="egypt"))
    assert said.code == "setup"
    assert "isn't in play on" in str(said.said["reason"])


async def test_a_board_for_more_than_sit_as_yet_is_kept_until_they_have_come(lobby: Lobby) -> None:
    """CIV §1.3: the board for exactly three, chosen by one; its nations can be named, and two cannot begin on it."""
    info = await lobby.service.open_table(ANA, Place(5, 77), "civ")
    info = await lobby.service.set_options(info.id, ANA, options={"map": "3p"})
    assert info.options["map"] == "3p"
    assert "This board is for 3 players. So far: 1." in seats(info, names_of("civ"))
    info = await lobby.service.join(info.id, BEN, civ="crete")
    assert named(info) == ["", "crete"], "Crete plays on the board for three alone, not on that for two"
    said = await refused(lobby.service.start(info.id, ANA))
    assert "is for 3 players, not 2" in str(said.said["reason"])
    info = await lobby.service.join(info.id, CHO)
    assert "This board is for" not in seats(info, names_of("civ"))
    await lobby.service.start(info.id, ANA)
    assert (await lobby.service.info(info.id)).state == "running"


async def test_a_board_for_fewer_than_sit_is_refused(lobby: Lobby) -> None:
    """CIV §1.3."""
    info = await lobby.service.open_table(ANA, Place(5, 77), "civ")
    for person in (BEN, CHO):
        info = await lobby.service.join(info.id, person)
    said = await refused(lobby.service.set_options(info.id, ANA, options={"map": "2p"}))
    assert "is for 2 players, not 3" in str(said.said["reason"])
    assert "map" not in (await lobby.service.info(info.id)).options


async def test_a_lobby_of_teams_says_for_how_many_it_is_in_words(lobby: Lobby) -> None:
    """It said `4 / 6 seats`."""
    info = await lobby.service.open_table(ANA, Place(5, 78), "acme")
    info = await lobby.service.set_options(info.id, ANA, options={"map": "full", "teams": 2})
    assert "This board is for 4 or 6 players. So far: 1." in seats(info, names_of("acme"))
