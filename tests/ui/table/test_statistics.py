"""`/stats`: how people have fared in games with others, and the ratings of a server; nobody who wants to be in none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sqlalchemy import update
from sqlmodel import col, select

from bot.contract.tables import Person
from bot.features.statistics.models import RatingRow, ResultRow
from bot.features.statistics.screens import StatisticsHandlers
from bot.store.models import TableRow
from bot.ui.visit import Visit
from engine.core.text import speaking
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, NOW, Room, said

DAY = 24 * 60 * 60


async def stored(made: Room, rows: Sequence[object]) -> None:
    async with made.database.session() as session, made.database.writing(session):
        session.add_all(rows)


async def over(made: Room, game: str, days: float, *seats: tuple[Person, str, int, int], guild: int = 5) -> None:
    """A game that has ended after so many days: who had which civ, score and place."""
    number = 500 + len(await made.database.read(select(TableRow)))
    row = TableRow(
        id=number, version=1, game=game, game_version=1, scenario="standard", state="over", guild=guild, channel=77,
        host=1, host_name="Ana", started_at=NOW - days * DAY, over_at=NOW,
    )  # fmt: skip
    people = {person.id for person, *_ in seats}
    results = [
        ResultRow(
            table_id=number, number=i, person=person.id, game=game, scenario="standard", civ=civ, score=score,
            place=place, seats=len(seats), guild=guild, people=len(people), over_at=NOW,
        )
        for i, (person, civ, score, place) in enumerate(seats, 1)
    ]  # fmt: skip
    await stored(made, [row])
    await stored(made, results)


def rating(person: Person, mu: float, games: int, game: str = "acme", guild: int = 5) -> RatingRow:
    return RatingRow(person=person.id, game=game, guild=guild, mu=mu, sigma=2.0, games=games, at=NOW)


async def show(made: Room, asks: Person, who: Person | None = None, game: str = "", guild: int | None = 5) -> str:
    visit = Visit(asks.id, HERE.channel, name=asks.name, guild=guild)
    return said(await made.ask(visit, partial(StatisticsHandlers(made.service).of_person, who=who, game=game), dm=True))


async def table(made: Room, asks: Person, game: str = "", guild: int | None = 5) -> str:
    visit = Visit(asks.id, HERE.channel, name=asks.name, guild=guild)
    return said(await made.ask(visit, partial(StatisticsHandlers(made.service).of_server, game=game), dm=True))


async def hide(made: Room, person: Person) -> None:
    await made.service.set_preferences(person, replace(await made.service.preferences(person), stats=False))


async def test_a_game_that_was_left_is_not_among_those_played(room: Room) -> None:
    await over(room, "acme", 10, (ANA, "egypt", 30, 1), (BEN, "babylon", 20, 2))
    await over(room, "acme", 20, (ANA, "egypt", 31, 1), (BEN, "babylon", 5, 2))
    left = update(ResultRow).where(col(ResultRow.score) == 5).values(has_left=True)
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(left)
    assert "1 game:" in await show(room, ANA, BEN)
    assert "2 games:" in await show(room, BEN, ANA)


async def test_games_with_others_are_told_game_by_game(room: Room) -> None:
    await over(room, "acme", 10, (ANA, "egypt", 30, 1), (BEN, "babylon", 20, 2))
    await over(room, "acme", 20, (BEN, "babylon", 40, 1), (ANA, "egypt", 25, 2), (ANA, "hittites", 10, 3))
    await over(room, "acme", 90, (BEN, "babylon", 41, 1), (ANA, "assyria", 33, 2))
    await over(room, "culture_wars", 0.1, (ANA, "moons", 7, 1), (BEN, "suns", 5, 2))
    await over(room, "acme", 1, (ANA, "egypt", 99, 1))
    await stored(room, [rating(ANA, 31, 5)])
    told = await show(room, BEN, ANA)
    assert f"<@{ANA.id}>'s games with others" in told
    acme, _, rest = told.partition("Culture Wars**")
    assert "3 games: 1× place 1 and 2× place 2" in acme
    assert "33 VP as Assyria" in acme
    assert "most often Egypt (2×)" in acme
    assert "took 20 days or less" in acme
    assert "rated **2000** after 5 rated games" in acme
    assert "1 game: 1× place 1" in rest
    assert "it took 2 hours · not rated" in rest
    assert "most often" not in rest, "of one game nothing is most often"
    only = await show(room, ANA, game="culture_wars")
    assert "Culture Wars" in only
    assert "Egypt" not in only


async def test_who_has_played_nothing_is_told_so(room: Room) -> None:
    assert "No finished games yet" in await show(room, ANA)
    assert "No rated game" in await table(room, ANA)


async def test_the_ratings_of_a_server_are_ordered_and_numbers_come_after_five_games(room: Room) -> None:
    await stored(room, [rating(ANA, 31, 5), rating(BEN, 40, 4), rating(CHO, 36, 9), rating(DEE, 31, 6)])
    await stored(room, [rating(ANA, 50, 9, guild=6), rating(ANA, 25, 1, "culture_wars")])
    lines = (await table(room, ANA)).splitlines()
    assert lines[2:6] == [
        f"1. <@{CHO.id}> · rated **2200** after 9 rated games",
        f"2. <@{DEE.id}> · rated **2000** after 6 rated games",
        f"2. <@{ANA.id}> · rated **2000** after 5 rated games",
        f"– <@{BEN.id}> · 4 rated games",
    ]
    assert lines[-1] == f"– <@{ANA.id}> · 1 rated game"
    assert "Culture Wars" not in await table(room, ANA, "acme")
    with speaking("de"):
        assert "Wertungszahl **2200**, 9 gewertete Partien" in await table(room, ANA)


async def test_of_a_long_table_the_first_are_shown_and_the_reader(room: Room) -> None:
    await stored(room, [rating(Person(900 + n, "x"), 100 - n, 9) for n in range(40)])
    lines = (await table(room, Person(939, "x"))).splitlines()
    assert lines[-2].startswith("40. <@939>")
    assert lines[-1] == "… and 24 more."
    assert len(lines) == 2 + 15 + 2


async def test_who_wants_no_statistics_appears_nowhere_but_to_themselves(room: Room) -> None:
    await over(room, "acme", 10, (ANA, "egypt", 30, 1), (BEN, "babylon", 20, 2))
    await stored(room, [rating(ANA, 31, 5), rating(BEN, 30, 5)])
    await hide(room, ANA)
    assert "has chosen not to appear in statistics" in await show(room, BEN, ANA)
    assert str(ANA.id) not in await table(room, BEN)
    assert str(BEN.id) in await table(room, BEN)
    assert "30 VP" in await show(room, ANA)


async def test_the_forgotten_appear_nowhere(room: Room) -> None:
    await over(room, "acme", 10, (ANA, "egypt", 30, 1), (BEN, "babylon", 20, 2))
    await stored(room, [rating(ANA, 31, 5), rating(BEN, 30, 5)])
    await room.service.forget_person(ANA)
    assert "No finished games" in await show(room, BEN, ANA)
    assert (await table(room, BEN)).count("<@") == 1


async def test_another_server_and_a_dm_are_told_nothing_of_others(room: Room) -> None:
    await over(room, "acme", 10, (ANA, "egypt", 30, 1), (BEN, "babylon", 20, 2))
    await stored(room, [rating(ANA, 31, 5)])
    assert "No finished games" in await show(room, BEN, ANA, guild=6)
    assert "No rated game" in await table(room, BEN, guild=6)
    assert "Ratings belong to a server" in await show(room, BEN, ANA, guild=None)
    assert "Ratings belong to a server" in await table(room, BEN, guild=None)
    assert "30 VP" in await show(room, ANA, guild=None), "one's own games of all servers"
