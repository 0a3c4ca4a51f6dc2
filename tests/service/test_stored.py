"""A database from just before the first release opens, and everything in it goes on."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.contract.tables import Refused, Sheet, TableInfo
from bot.features.cups import sign_up
from bot.features.files import export_import, verification
from bot.features.notes import service as notes
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import OutboxRow, StandingOrderRow
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES
from tests.service.tables import ANA, BEN, CHO, DEE, MODERATOR, Hand
from tests.service.test_migrations import unreleased

LATER = 1_800_000_000.0
RUNNING = {
    "100": "acme", "101": "culture_wars", "102": "civ", "105": "acme", "106": "culture_wars", "107": "culture_wars",
}  # fmt: skip
OVER, LOBBY, REQUEST = "103", "104", 33


@pytest.fixture
def clock() -> Hand:
    """Months after the last answer."""
    return Hand(LATER)


@pytest.fixture
async def room(tmp_path: Path, clock: Hand) -> AsyncIterator[GameService]:
    """A service over that database."""
    database = Database(f"sqlite+aiosqlite:///{unreleased(tmp_path)}")
    await database.migrate()
    yield GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), clock, lambda: "stored", FileKey("key"), features=ALL)
    )
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
async def test_a_running_game_is_played_on(room: GameService, clock: Hand, table: str) -> None:
    before = await room.info(table)
    assert (before.game, before.state) == (RUNNING[table], "running")
    after = await played_on(room, clock, table, 12)
    assert after.state == "over" or after.ask_no >= before.ask_no + 6


async def test_what_was_sealed_before_is_opened_with_its_window(room: GameService) -> None:
    info = await room.info("100")
    assert info.window is not None
    assert [(await room.sheet("100", person)).sealed is not None for person in (ANA, BEN, CHO)].count(True) == 1
    assert await room.ring("100", "window", info.ask_no)
    assert (await room.info("100")).ask_no > info.ask_no


async def test_a_finished_game_is_verified_and_exported(room: GameService) -> None:
    assert (await room.info(OVER)).state == "over"
    assert (await verification.verify_game(room, OVER)).fits
    assert (await export_import.export(room, OVER, ANA)).raw
    assert (await room.log(OVER, None)).lines
    assert (await room.personal_data(ANA)).raw


async def test_a_lobby_fills_and_begins(room: GameService) -> None:
    lobby = await room.join(LOBBY, CHO)
    assert (lobby.state, [seat.person for seat in lobby.seats]) == ("lobby", [DEE, ANA, CHO])
    await room.start(LOBBY, DEE)
    assert (await room.info(LOBBY)).state == "running"


async def test_a_request_a_draft_orders_and_notes_are_still_there(room: GameService) -> None:
    mover = (await asked(room, "101")) or pytest.fail("nobody is asked")
    assert mover.draft is not None
    request = await room.petition("101", REQUEST)
    assert (request.result, request.by) == ("open", ANA)
    assert [note.text for note in (await notes.notes(room, "102", ANA)).notes] == ["A note on civ"]
    assert [(await room.seat(table, BEN)).advance is not None for table in ("100", "102")] == [True, True]


async def test_people_keep_what_they_want(room: GameService) -> None:
    ana, ben = await room.preferences(ANA), await room.preferences(BEN)
    assert (ana.zone, ana.language, ana.palette, ana.turn_notices) == ("Europe/Berlin", "de", "deutan", "both")
    assert (ben.zone, ben.reminders, ben.words, ben.emoji, ben.stats) == (
        "America/New_York",
        "last",
        "first",
        False,
        False,
    )


async def test_a_cup_goes_on(room: GameService) -> None:
    (cup,) = await sign_up.here(room.deps, MODERATOR)
    assert (cup.state, cup.round, [one.person for one in cup.entrants]) == ("running", 1, [ANA, BEN, CHO, DEE])
    assert sorted(table.table for table in cup.tables) == ["106", "107"]


async def test_orders_of_before_end_or_go_on_as_auto_answers(room: GameService, clock: Hand) -> None:
    """Only two of the five correspond to a kind; their owner is told once of the others."""
    for table in ("100", "102"):
        await played_on(room, clock, table, 2)
    async with room.deps.database.session() as session:
        kept = [(row.table_id, row.line) for row in (await session.execute(select(StandingOrderRow))).scalars()]
        posts = [(row.user, row.post) for row in (await session.execute(select(OutboxRow))).scalars()]
    assert kept == [(1, "negate: any"), (3, "tax: 3")]
    told = [(user, post) for user, post in posts if b"no longer offers" in post or b"nicht mehr gibt" in post]
    assert [user for user, _ in told] == [BEN.id, BEN.id]
    assert b"pass: always unless hit <8 or home" in told[0][1]
    assert b"losses: auto up to 7" in told[1][1]
