"""Team talk on private screens and as direct messages: from a form, by `/tell`, or below a line; read in pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.beside import TEAM_LINES_A_DAY
from bot.lengths import LENGTHS
from bot.posts import Post, PostButton, PostRow
from bot.ui.parts import DESIGN, Address, Form, Line, faults
from bot.ui.play.all_handlers import handlers, questions
from bot.ui.play.team_screens import TeamTalkHandlers, team_screen
from bot.ui.posts import direct_messages
from bot.ui.presentations import presentation_of
from bot.ui.visit import Visit
from bot.values import Person
from tests.service.test_team_talk import begun
from tests.service.test_teams import DEE
from tests.ui.play.fake_service import Presser
from tests.ui.table.room import ANA, BEN, Room, fits, opened_room, said, words


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "talk.db") as made:
        yield made


async def last(room: Room, person: Person) -> Post:
    return [post for post in await room.posts() if post.user == person.id][-1]


def below(post: Post) -> dict[str, PostButton]:
    return {button.verb: button for part in post.parts if isinstance(part, PostRow) for button in part.buttons}


async def test_a_people_among_the_readers_has_its_article(room: Room) -> None:
    there = await room.service.team_talk(await begun(room), ANA)
    people = replace(there, mates=(replace(there.mates[0], civ="hittites"),))
    assert "It is read by the Hittites too." in said(team_screen(people, presentation_of("acme")))


async def test_a_line_is_written_and_answered_and_shown_to_the_team(room: Room) -> None:
    table = await begun(room)
    ana, dee = (Presser(handlers(room.service), person) for person in (ANA, DEE))
    await ana.go(Address(table, None, "hand"), private=False)
    await ana.press("Team talk")
    assert "Nothing has been written yet" in ana.text()
    assert "It is read by Babylon too." in ana.text()
    await ana.press("Write to the team")
    assert isinstance(ana.at, Form)
    assert [(field.label, field.most) for field in ana.at.fields if isinstance(field, Line)] == [
        ("Up to 1,000 characters", 1000)
    ]
    await ana.fill(letter="Judah is *mine*")
    assert "On its way to Babylon." in ana.text()
    line = await last(room, DEE)
    fits(line)
    assert line.mentions == (DEE.id,)
    assert words(line).startswith("**Egypt (Ana)** writes to your team (you are Babylon) at table 100:")
    answer = below(line)["team_form"]
    await dee.go(Address(table, None, answer.verb, answer.option), private=False)
    await dee.fill(letter="Good")
    assert dee.text().index("Judah is") < dee.text().index("> Good"), "an answer stands below, as in a channel"
    for way in ("Letters", "Team talk", "Notes", "Team talk", "Letters", "Notes", "Letters"):
        await dee.press(way)
    discreet = direct_messages.discreet(line, table)
    assert words(discreet) == "Somebody has written to you at **table 100**."
    assert set(below(discreet)) >= {"team_talk", "team_form"}


async def test_tell_writes_to_the_team_or_to_a_seat_and_offers_both(room: Room) -> None:
    table = await begun(room)
    talk = TeamTalkHandlers(questions(room.service))
    visit = Visit(ANA.id, 0, table, name=ANA.name, guild=ANA.guild)
    assert ("Team", "team") in await talk.readers(visit, "")
    assert await talk.readers(visit, "tea") == [("Team", "team")]
    assert await talk.readers(visit, "hitt") == [("Hittites — Ben", "2")]
    await talk.typed(visit, " TEAM", "to us")
    await talk.typed(visit, "2", "to Ben")
    assert [one.text for one in (await room.service.team_talk(table, DEE)).lines] == ["to us"]
    assert [one.text for one in (await room.service.letters(table, BEN)).letters] == ["to Ben"]


@pytest.mark.soak
async def test_the_longest_lines_fit_their_pages_and_all_are_met(room: Room) -> None:
    table = await begun(room)
    for n in range(TEAM_LINES_A_DAY // 2):
        await room.service.tell_team(table, ANA, f"{n:02}" + "*" * (LENGTHS.missive - 2))
    dee, seen = Presser(handlers(room.service), DEE), ""
    await dee.go(Address(table, None, "team_talk", "4"), private=False)
    for _ in range(TEAM_LINES_A_DAY):
        assert faults(dee.screen, DESIGN) == []
        seen += dee.text()
        if "Older lines" in [button.label for button in dee.buttons()]:
            await dee.press("Older lines")
    assert all(rf"{n:02}\*" in seen for n in range(TEAM_LINES_A_DAY // 2))
    await dee.press("Newest lines")
    assert "> 24" in dee.text()
