"""`/game find` as people meet it: the page, its buttons, and what they lead to."""

from __future__ import annotations

from functools import partial

import pytest

from bot.contract.tables import Person, Place
from bot.features.find.screens import FindHandlers
from bot.features.start_times import schedule
from bot.ui.parts import Form, Row, Screen, Text, controls
from bot.ui.visit import Visit
from engine.core.text import speaking
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, everything, labels, said

LONG = Person(ANA.id, "*" * 32, 5)


async def look(room: Room, person: Person, game: str = "", pace: str = "") -> Screen | Form:
    """The answer to `/game find`."""
    visit = Visit(person.id, HERE.channel, name=person.name, sight=everything)
    return await room.ask(visit, partial(room.of(FindHandlers).find, game=game, pace=pace))


def options(answer: Screen | Form, verb: str) -> list[str]:
    """What the buttons of that verb are about."""
    assert isinstance(answer, Screen)
    return [c.option for c in controls(answer) if c.verb == verb]


async def test_a_lobby_is_told_with_all_that_matters_and_joined_from_there(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "acme", options={"map": "western"})
    answer = await look(room, BEN)
    for part in (f"**{info.id}** ", info.game_title, "Open seats: **", "Daily pace", "host Ana", f"<#{HERE.channel}>"):
        assert part in said(answer)
    assert "windows" not in said(answer)
    assert isinstance(answer, Screen)
    assert [type(part) for part in answer.parts] == [Text, Text, Row], "words have the whole width of a telephone"
    (option,) = options(answer, "find_join")
    assert "You have a seat" in said(await room.press(BEN, "find_join", option, channel=1))
    assert [s.person for s in (await room.service.info(info.id)).seats] == [ANA, BEN]
    again = await look(room, BEN)
    assert "You play here." in said(again)
    assert options(again, "find_join") == []


async def test_where_it_is_played_and_when_it_begins_stand_with_it(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "acme", options={"map": "western"})
    told = said(await look(room, BEN))
    assert "Western" in told
    assert "<t:" not in told, "it begins when its host says so"
    await schedule.set_start(room.service, info.id, ANA, room.now + 3600)
    assert f"<t:{int(room.now + 3600)}" in said(await look(room, BEN))


async def test_pages_keep_what_the_search_was_narrowed_to(room: Room) -> None:
    for n in range(7):
        await room.service.open_table(ANA, Place(HERE.guild, 80 + n), "civ" if n else "acme")
    answer = await look(room, BEN, "civ", "daily")
    assert "Daily · page 1 of 2" in said(answer)
    assert labels(answer).count("Join") == 5
    second = await room.press(BEN, "find", *options(answer, "find"))
    assert (labels(second).count("Join"), "page 2 of 2" in said(second)) == (1, True)
    assert "page 1 of 2" in said(await room.press(BEN, "find", *options(second, "find")))
    assert "ACME" not in said(second)


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_longest_page_fits(room: Room, language: str) -> None:
    for n in range(11):
        await room.service.open_table(LONG, Place(HERE.guild, 80 + n), "acme", scenario="king_of_the_four_corners")
    with speaking(language):
        answer = await look(room, BEN)
        assert len(options(answer, "find_join")) == 5
        middle = await room.press(BEN, "find", "2..")
        assert len(options(middle, "find")) == 2


async def test_without_places_the_way_to_open_one_is_told_and_in_a_dm_where_to_ask(room: Room) -> None:
    assert "No table is looking for players" in said(await look(room, BEN))
    visit = Visit(BEN.id, 1, name=BEN.name)
    assert "Use it in one of that server's channels" in said(await room.ask(visit, room.of(FindHandlers).find, dm=True))
    assert "No table is looking" in said(await room.press(BEN, "find", "garbage"))


async def test_a_seat_that_was_left_is_taken_over_with_two_presses(room: Room) -> None:
    info = await room.begun(ANA, BEN, CHO)
    confirm = options(await room.press(BEN, "leave"), "leave_yes")[0]
    await room.press(BEN, "leave_yes", confirm)
    answer = await look(room, DEE)
    assert "You can take over" in said(answer)
    (option,) = options(answer, "find_seat")
    assert "I've asked the host" in said(await room.press(DEE, "find_seat", option, channel=1))
    seat = option.partition(".")[2]
    assert "has a new player" in said(await room.press(ANA, "stand_yes", f"{seat}.{DEE.id}"))
    assert (await room.service.info(info.id)).of(DEE)


async def test_a_press_that_comes_too_late_is_refused(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "acme", options={"map": "western"})
    (option,) = options(await look(room, BEN), "find_join")
    await room.service.join(info.id, CHO)
    await room.service.start(info.id, ANA)
    before = await room.service.info(info.id)
    assert "The game at table 100 has already started, with 2 of 6 seats taken." in said(
        await room.press(BEN, "find_join", option, channel=1)
    )
    assert "no_table" not in said(await room.press(BEN, "find_join", "zzzz", channel=1))
    assert "no_table" not in said(await room.press(BEN, "find_seat", "garbage", channel=1))
    assert (await room.service.info(info.id)).seats == before.seats
