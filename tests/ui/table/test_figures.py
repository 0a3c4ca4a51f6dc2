"""**Figures** under the last post: what one's own seats have done, told to nobody else."""

from __future__ import annotations

from sqlalchemy import delete

from bot.contract import table_ids
from bot.contract.posts import PostRow
from bot.features.statistics.models import GameStatRow
from bot.features.statistics.screens import spell
from engine.core.text import speaking
from tests.service.tables import stop
from tests.ui.table.room import ANA, BEN, CHO, Room

COUNTED = (
    *((1, "played", 12.0), (1, "lost", 30.0), (1, "median", 5400.0), (2, "played", 99.0)),
    *((1, "earned.growth", 9.0), (1, "earned.else", 2.0)),
)


async def ended(made: Room) -> str:
    """A game of ACME that is over, with figures for two seats; its id."""
    info = await made.begun(ANA, BEN)
    await stop(made.service, info.id)
    async with made.database.session() as session, made.database.writing(session):
        for number, key, value in (
            (1, "played", 12.0),
            (1, "lost", 30.0),
            (1, "median", 5400.0),
            (2, "played", 99.0),
            (1, "earned.growth", 9.0),
            (1, "earned.else", 2.0),
        ):
            await session.merge(GameStatRow(table_id=table_ids.read(info.id) or 0, number=number, key=key, value=value))
    return info.id


async def test_the_last_post_leads_to_the_figures(room: Room) -> None:
    await ended(room)
    end = next(post for post in await room.posts() if post.kind == "end")
    row = next(part for part in end.parts if isinstance(part, PostRow))
    assert [button.verb for button in row.buttons if button.verb in {"replay", "figures"}] == ["replay", "figures"]
    assert len(row.buttons) <= 5


async def test_everybody_is_told_of_their_own_seats(room: Room) -> None:
    await ended(room)
    told = (await room.say(ANA, "figures")).splitlines()
    assert "- Cards played: 12" in told
    assert "- Disks lost outside Competition rounds: 30" in told
    assert "- Cities sacked: 0" in told
    assert "- Mina earned: 11 (9 in Growth Phases, 2 at other times)" in told
    assert "- Mina spent: 0" in told
    assert "- Half of your answers came within 90 min, counting only waking hours" in told
    assert "99" not in "".join(told)
    assert "- Cards played: 99" in await room.say(BEN, "figures")
    with speaking("de"):
        assert "- Scheiben verloren, ohne die Runden der Wettstreite: 30" in await room.say(ANA, "figures")
    assert "Cards played" not in await room.say(CHO, "figures")


def test_a_time_is_told_in_the_largest_unit_and_never_as_nothing() -> None:
    assert [spell(n) for n in (2, 5400, 7200, 200000)] == ["1 min", "90 min", "2 h", "2 × 24 h"]


async def test_a_game_that_was_not_counted_says_so(room: Room) -> None:
    await ended(room)
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(delete(GameStatRow))
    assert "There are no stats for this game." in await room.say(ANA, "figures")


async def test_while_the_game_goes_on_nothing_is_counted(room: Room) -> None:
    await room.begun(ANA, BEN)
    assert "see its stats when it's over" in await room.say(ANA, "figures")
