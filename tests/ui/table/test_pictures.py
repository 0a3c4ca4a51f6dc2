"""Pictures mark what has changed since the last one posted; anybody can ask for changes since the own last answer."""

from __future__ import annotations

from typing import Any

from bot.contract import Place, Post
from bot.posts import Picture
from tests.ui.table.room import ANA, CHO, Room, people, said


def board(post: Post) -> Picture | None:
    return next((part for part in post.parts if isinstance(part, Picture) and part.draw == "board"), None)


def disks(view: Any, civ: str) -> int:
    return sum(there["disks"].get(civ, 0) for there in view["areas"].values())


async def set_up(desk: Room) -> str:
    """A game whose first phase is over: the first disks are placed."""
    info = await desk.begun(*people(2), map="abbreviated_western")
    await place_all(desk, info.id)
    return info.id


async def place_all(desk: Room, table: str) -> None:
    while (ask := (await desk.service.standing(table)).ask) is not None and ask.key.startswith("setup"):
        for person in people(2):
            sheet = await desk.service.sheet(table, person)
            if sheet.ask is not None and sheet.request is not None and sheet.request.key.startswith("setup"):
                await desk.service.answer(table, person, sheet.ask_no, [[sheet.ask.options[0]]])


async def answer(desk: Room, table: str, key: str) -> None:
    """Answers of whoever is asked, the last option each, until that is asked or the phase is another."""
    phase = (await desk.service.standing(table)).view["phase"]
    while (standing := await desk.service.standing(table)).view["phase"] == phase and standing.ask is not None:
        if standing.ask.key == key:
            return
        asked = standing.ask.asked[0].person
        assert asked is not None
        sheet = await desk.service.sheet(table, asked)
        assert sheet.ask is not None
        await desk.service.answer(table, asked, sheet.ask_no, [[sheet.ask.options[-1]]])


async def test_a_picture_marks_what_has_changed_since_the_one_before(desk: Room) -> None:
    table = await set_up(desk)
    first, *_, last = [picture for post in await desk.posts() if (picture := board(post))]
    assert first.options == {}
    assert disks(last.options["since"], "egypt") < disks(last.view, "egypt")
    await answer(desk, table, "")
    newest = [picture for post in await desk.posts() if (picture := board(post))][-1]
    assert newest.options["since"] == last.view
    assert newest.view != last.view


async def test_in_a_new_channel_nothing_is_marked(desk: Room) -> None:
    table = await set_up(desk)
    await desk.service.move(table, ANA, Place(5, 78))
    await answer(desk, table, "")
    assert [p for post in await desk.posts() if (p := board(post))][-1].options == {}


async def test_changes_are_counted_from_the_readers_own_last_answer(desk: Room) -> None:
    table = await set_up(desk)
    await answer(desk, table, "growth.deploy")
    standing = await desk.service.standing(table)
    assert standing.ask is not None
    first = standing.ask.asked[0].person
    assert first is not None
    other = next(person for person in people(2) if person != first)
    sheet = await desk.service.sheet(table, first)
    assert sheet.ask is not None
    await desk.service.answer(table, first, sheet.ask_no, [[sheet.ask.options[0]]])
    mine, theirs, strangers = [await desk.service.since(table, person) for person in (first, other, CHO)]
    now = (await desk.service.standing(table)).view
    civ = standing.ask.asked[0].seat
    assert mine is not None
    assert theirs is not None
    assert mine["areas"] == now["areas"]
    assert disks(now, civ) == disks(theirs, civ) + 1
    assert strangers == [p for post in await desk.posts() if (p := board(post))][-1].view
    assert "Nothing on the board has changed since your last answer." in await desk.say(first, "map_show", "changes")
    text = await desk.say(other, "map_text", "changes~1")
    assert "Changes since my last answer" in text
    assert "→" in text
    screen = await desk.press(other, "map_show", "changes")
    assert "→" in str(screen)


async def test_a_stranger_is_shown_changes_since_the_last_picture(desk: Room) -> None:
    await set_up(desk)
    assert "Changes since the last picture" in said(await desk.press(CHO, "map_show", "changes"))
