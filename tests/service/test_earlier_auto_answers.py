"""What earlier versions have stored of standing orders: it goes on where it corresponds to a kind, else it ends."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import update

from bot.features.auto_answers import service as auto_answers
from bot.store.models import EntryRow, SeatRow, StandingOrderRow
from engine.core import notation
from engine.core.auto_answers import auto_answers_of, read
from engine.core.message import Message, to_json
from engine.culture_wars.game import GAME as CULTURE
from engine.games import GAMES
from tests.culture_wars.story import position
from tests.service.tables import ANA, BEN
from tests.service.test_auto_answers import War
from tests.service.test_late_auto_answers import losses, stricken
from tests.service.test_standing_auto_answers import changed, struck, told

__all__ = ["stricken"]
THREE = ["crowns", "moons", "suns"]
EARLIER: Final[dict[str, list[list[str]]]] = tomllib.loads(
    Path(__file__).with_name("earlier_rows.toml").read_text(encoding="utf-8")
)
WAYS = {(game, line): way for game, rows in EARLIER.items() for _, way, line, _ in rows}


@pytest.mark.parametrize("game", EARLIER)
def test_every_row_of_earlier_versions_is_read_as_what_it_says_or_as_none(game: str) -> None:
    known = auto_answers_of(GAMES[game])
    assert known is not None
    for _, _, line, now in EARLIER[game]:
        found = read(known, line)
        assert (found.line if found else "") == now, line
    assert {now.partition(":")[0] for *_, now in EARLIER[game] if now} >= known.kinds.keys() - {
        "respond",
        "commit",
        "setup",
    }


async def stored(war: War, game: str, *lines: str, paused: bool = False) -> None:
    """Rows of Ben's as they were written by an earlier version."""
    async with war.database.session() as session, war.database.writing(session):
        for line in lines:
            kind, way = line.partition(":")[0], WAYS[game, line]
            session.add(StandingOrderRow(table_id=1, number=2, kind=kind, way=way, line=line, paused=paused))
        await session.execute(update(SeatRow).where(SeatRow.number == 2).values(ordered=True))  # type: ignore[arg-type]
    war.service.deps.forget(1)


async def lines(war: War) -> list[str]:
    """What is stored now."""
    return [row.line for row in await war.rows(StandingOrderRow)]


async def test_what_no_longer_exists_ends_and_its_owner_is_told_once(stricken: War) -> None:
    """In plain words; the table goes on, and what corresponds to a kind goes on answering."""
    await stored(stricken, "acme", "pass: always up to 2", "losses: save home, cities, rest lose", "fights: pass")
    assert (await stricken.service.seat(stricken.table, BEN)).advance is not None
    await struck(stricken)
    (post,) = await told(stricken, b"stopped")
    assert post.user == BEN.id
    assert "fights: pass; pass: always up to 2. To see what you can set now, press Auto-answers" in str(post.parts)
    assert await lines(stricken) == ["losses: save home, cities, rest lose"]
    await stricken.later()
    given = [row.picks for row in await stricken.rows(EntryRow) if row.key == "loss.buy_off"]
    assert given == ['["mina"]']
    assert len(await told(stricken, b"stopped")) == 1


@pytest.mark.parametrize(
    "kept",
    [
        ("negate: any", "negate: cheapest when lose 3 else pass"),
        ("negate: any", "negate-keep: 1"),
        ("losses: lose", "losses: mina up to 3"),
    ],
)
async def test_what_acted_only_together_ends_together(stricken: War, kept: tuple[str, ...]) -> None:
    """Left alone one of them would do more than its owner wanted."""
    await stored(stricken, "acme", *kept)
    await stricken.give(ANA, "73")
    assert await lines(stricken) == []
    (post,) = await told(stricken, b"stopped")
    assert all(line in str(post.parts) for line in kept)


async def test_what_pauses_ends_too_since_nothing_pauses_any_more(stricken: War) -> None:
    await stored(stricken, "acme", "losses: lose", paused=True)
    await struck(stricken)
    assert (await lines(stricken), await losses(stricken)) == ([], 0)
    assert len(await told(stricken, b"stopped")) == 1


async def test_what_no_longer_exists_answers_nothing_even_before_it_ends(stricken: War) -> None:
    """It was due when the bot was stopped."""
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    await struck(stricken)
    await changed(stricken, line="losses: lose up to 5")
    await stricken.later()
    assert await losses(stricken) == 0


async def test_a_reason_that_is_no_longer_told_is_left_out(stricken: War) -> None:
    """Why an earlier version did not answer is stored as the key of a text."""
    async with stricken.database.session() as session, stricken.database.writing(session):
        why = to_json(Message("acme.order.stop.pass_hit", {"what": "3"}))
        await session.execute(update(SeatRow).values(stopped=json.dumps({"ask": 1, "by": "pass", "why": why})))
    stricken.service.deps.forget(1)
    assert (await stricken.service.seat(stricken.table, BEN)).advance.stopped is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("game", "gone", "stays"),
    [("civ", "ships: keep", "losses: auto"), ("culture_wars", "coins: put e9, b9, rest ask", "grow: most")],
)
async def test_the_other_games_end_what_they_no_longer_have_too(
    tmp_path: Path, game: str, gone: str, stays: str
) -> None:
    war = War(tmp_path / "old.db")
    if game == "civ":
        await war.begin()
    else:
        land = {"c4": "suns 3", "c8": "suns 6", "d4": "moons 3", "h4": "moons 4", "h5": "crowns 3"}
        begun = notation.load(
            CULTURE, position("movement", cultures={name: {} for name in THREE}, order=THREE, tokens=land)
        )
        await war.put("culture_wars", begun, THREE[::-1])
    await stored(war, game, gone, stays)
    await war.give(ANA, "done")
    assert await lines(war) == [stays]
    (post,) = await told(war, b"stopped")
    assert (post.user, gone in str(post.parts)) == (BEN.id, True)
    await war.database.close()
