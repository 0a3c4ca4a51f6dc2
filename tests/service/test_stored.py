"""A database as the first release wrote it opens, and every game in it is played on."""

from __future__ import annotations

import gzip
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.service.files.file_key import FileKey
from bot.service.game_service import GameService
from bot.store.database import Database
from bot.ui.posts.post_factory import PostFactory
from bot.ui.presentations import names_of
from bot.values import Refused, Sheet, TableInfo
from engine.games import GAMES
from tests.service.tables import ANA, BEN, CHO, DEE, Hand

STORED = Path(__file__).parent / "stored" / "first.db.gz"
LATER = 1_760_000_000.0
ASKED_BACK, REQUEST = "105", 69
RUNNING = {
    "100": "acme", "101": "acme", "102": "acme", "103": "acme", "104": "acme", "105": "culture_wars",
    "106": "culture_wars", "109": "acme", "10A": "acme",
}  # fmt: skip
OVER = {"107": "culture_wars", "108": "acme"}


@pytest.fixture
def clock() -> Hand:
    """Months after the last answer."""
    return Hand(LATER)


@pytest.fixture
async def room(tmp_path: Path, clock: Hand) -> AsyncIterator[GameService]:
    """A service over that database."""
    file = tmp_path / "first.db"
    file.write_bytes(gzip.decompress(STORED.read_bytes()))
    database = Database(f"sqlite+aiosqlite:///{file}")
    await database.migrate()
    yield GameService(database, GAMES, PostFactory(names_of), clock, FileKey("key"), lambda: "stored")
    await database.close()


async def asked(room: GameService, table: str) -> Sheet | None:
    """The sheet of somebody who is asked there now."""
    for person in (ANA, BEN, CHO, DEE):
        try:
            sheet = await room.sheet(table, person)
        except Refused:
            continue
        if sheet.ask is not None:
            return sheet
    return None


async def one_more(room: GameService, clock: Hand, table: str, dice: random.Random) -> None:
    """A random answer of whoever is asked, or the close of the window that is open."""
    info = await room.info(table)
    if info.window is not None:
        clock.now = max(clock.now, info.window.closes_at.timestamp())
        assert await room.ring(table, "window", info.ask_no)
        return
    sheet = await asked(room, table)
    assert sheet is not None
    assert sheet.ask is not None
    assert sheet.seat.person is not None
    most = min(sheet.ask.most, len(sheet.ask.options))
    picks = dice.sample(list(sheet.ask.options), dice.randint(sheet.ask.least, most))
    await room.answer(table, sheet.seat.person, sheet.ask_no, [picks], seat=sheet.seat.number)


async def played_on(room: GameService, clock: Hand, table: str, answers: int) -> TableInfo:
    """So many more answers, unless the game ends before."""
    dice = random.Random(table)
    for _ in range(answers):
        if (await room.info(table)).state == "over":
            break
        await one_more(room, clock, table, dice)
    return await room.info(table)


@pytest.mark.soak
@pytest.mark.parametrize("table", RUNNING)
async def test_a_running_game_of_the_first_release_is_played_on(room: GameService, clock: Hand, table: str) -> None:
    before = await room.info(table)
    assert (before.game, before.state) == (RUNNING[table], "running")
    after = await played_on(room, clock, table, 12)
    assert after.state == "over" or after.ask_no >= before.ask_no + 6


@pytest.mark.soak
async def test_what_was_sealed_before_is_opened_with_its_window(room: GameService) -> None:
    info = await room.info("10A")
    assert info.window is not None
    assert (await room.sheet("10A", BEN)).sealed is not None
    assert await room.ring("10A", "window", info.ask_no)
    answered = (await room.info("10A")).window
    assert answered is not None
    assert answered.kind == "chain"


@pytest.mark.soak
@pytest.mark.parametrize("table", OVER)
async def test_a_finished_game_of_the_first_release_is_verified_and_exported(room: GameService, table: str) -> None:
    assert (await room.info(table)).state == "over"
    assert (await room.verify(table)).fits
    assert (await room.export(table, CHO)).raw
    assert (await room.log(table, None)).lines


@pytest.mark.soak
async def test_a_request_and_a_draft_of_the_first_release_are_still_there(room: GameService) -> None:
    assert (await room.sheet("101", ANA)).draft is not None
    request = await room.petition(ASKED_BACK, REQUEST)
    assert (request.result, request.by, request.seat and request.seat.person) == ("open", ANA, ANA)
