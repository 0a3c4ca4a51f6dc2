"""Pictures mark what has changed since the last one posted; anybody can ask for changes since the own last answer."""

from __future__ import annotations

from bot.contract.posts import Post, PostPicture
from bot.contract.tables import Place
from bot.tables.history import since
from engine.acme.view import AcmeView
from render import typed_view
from tests.ui.table.room import ANA, CHO, Room, people, said


def board(post: Post) -> PostPicture | None:
    return next((part for part in post.parts if isinstance(part, PostPicture) and part.draw == "board"), None)


def disks(view: AcmeView, civ: str) -> int:
    return sum(there.disks.get(civ, 0) for there in view.areas.values())


async def set_up(room: Room) -> str:
    """A game whose first phase is over: the first disks are placed."""
    info = await room.begun(*people(2), map="abbreviated_western")
    await place_all(room, info.id)
    return info.id


async def place_all(room: Room, table: str) -> None:
    while (ask := (await room.service.standing(table)).ask) is not None and ask.key.startswith("setup"):
        for person in people(2):
            sheet = await room.service.sheet(table, person)
            if sheet.ask is not None and sheet.request is not None and sheet.request.key.startswith("setup"):
                await room.service.answer(table, person, sheet.ask_no, [[sheet.ask.options[0]]])


async def answer(room: Room, table: str, key: str) -> None:
    """Answers of whoever is asked, the last option each, until that is asked or the phase is another."""
    phase = (await room.service.standing(table)).view.phase
    while (standing := await room.service.standing(table)).view.phase == phase and standing.ask is not None:
        if standing.ask.key == key:
            return
        asked = standing.ask.asked[0].person
        assert asked is not None
        sheet = await room.service.sheet(table, asked)
        assert sheet.ask is not None
        await room.service.answer(table, asked, sheet.ask_no, [[sheet.ask.options[-1]]])


async def test_a_picture_marks_what_has_changed_since_the_one_before(room: Room) -> None:
    table = await set_up(room)
    first, *_, last = [picture for post in await room.posts() if (picture := board(post))]
    assert first.options == {}
    assert disks(typed_view("acme", last.options["since"]), "egypt") < disks(typed_view("acme", last.view), "egypt")
    await answer(room, table, "")
    newest = [picture for post in await room.posts() if (picture := board(post))][-1]
    assert newest.options["since"] == last.view
    assert newest.view != last.view


async def test_in_a_new_channel_nothing_is_marked(room: Room) -> None:
    table = await set_up(room)
    await room.service.move(table, ANA, Place(5, 78))
    assert [p for post in await room.posts() if (p := board(post))][-1].options == {}


async def test_changes_are_counted_from_the_readers_own_last_answer(room: Room) -> None:
    table = await set_up(room)
    await answer(room, table, "growth.deploy")
    standing = await room.service.standing(table)
    assert standing.ask is not None
    first = standing.ask.asked[0].person
    assert first is not None
    other = next(person for person in people(2) if person != first)
    sheet = await room.service.sheet(table, first)
    assert sheet.ask is not None
    await room.service.answer(table, first, sheet.ask_no, [[sheet.ask.options[0]]])
    mine, theirs, strangers = [await since.board_since(room.service, table, person) for person in (first, other, CHO)]
    now = (await room.service.standing(table)).view
    civ = standing.ask.asked[0].seat
    assert mine is not None
    assert theirs is not None
    assert mine.areas == now.areas
    assert disks(now, civ) == disks(theirs, civ) + 1
    posted = [p for post in await room.posts() if (p := board(post))][-1]
    assert strangers == typed_view("acme", posted.view)
    assert "Nothing on the board has changed since your last answer." in await room.say(first, "map_show", "changes")
    text = await room.say(other, "map_text", "changes~1")
    assert "Changes since my last answer" in text
    assert "→" in text
    screen = await room.press(other, "map_show", "changes")
    assert "→" in str(screen)


async def test_a_stranger_is_shown_changes_since_the_last_picture(room: Room) -> None:
    await set_up(room)
    assert "Changes since the last picture" in said(await room.press(CHO, "map_show", "changes"))
