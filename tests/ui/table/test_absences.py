"""Deciding without somebody who is away, as people meet it: the command, the post, the DM, and what comes of it."""

from __future__ import annotations

from functools import partial

from bot.contract import posts
from bot.contract.posts import Post
from bot.contract.tables import Person
from bot.tables.alarm_clock import Clock
from bot.ui.visit import Visit
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, fits, labels, said, words

DAY = 86400.0


def visit(person: Person) -> Visit:
    return Visit(person.id, HERE.channel, name=person.name, guild=HERE.guild, moderator=person.moderator)


async def asked(room: Room, user: int | None = None) -> tuple[Post, str]:
    """The last request posted, or sent to that person, and its number."""
    post = next(post for post in reversed(await room.posts()) if post.kind == "petition" and post.user == user)
    fits(post)
    return post, next(part for part in post.parts if isinstance(part, posts.PostRow)).buttons[0].option


async def close(room: Room) -> None:
    room.now += DAY + 1
    await Clock(room.service, lambda: room.now).close_due()


async def test_a_seat_of_somebody_who_has_left_the_server_goes_to_the_npc_and_then_to_somebody_new(room: Room) -> None:
    info = await room.begun(ANA, BEN, CHO)
    room.places.left.add(BEN.id)
    to_npc = partial(room.all_handlers.host.seat, typed="hittites", player=None, by="npc")
    answer = await room.ask(visit(ANA), to_npc)
    assert "unless Ben is back by then" in said(answer)
    post, no = await asked(room)
    assert "Ben has been inactive at table 100 for a long time, or has left the server." in words(post)
    assert set(post.mentions) == {BEN.id, CHO.id}
    dm, _ = await asked(room, BEN.id)
    assert [b.label for part in dm.parts if isinstance(part, posts.PostRow) for b in part.buttons] == ["I'm here"]
    assert "You voted yes." in await room.say(CHO, "agree", no)
    await close(room)
    seat = (await room.service.info(info.id)).seat("hittites")
    assert seat is not None
    assert (seat.by, seat.person) == ("npc", BEN)
    to_dee = partial(room.all_handlers.host.seat, typed="hittites", player=DEE, by="human")
    await room.ask(visit(ANA), to_dee)
    assert "to Dee, who would see everything that seat sees." in words((await asked(room))[0])
    await room.press(CHO, "agree", (await asked(room))[1])
    await close(room)
    offer = next(post for post in reversed(await room.posts()) if post.kind == "offer")
    button = next(part for part in offer.parts if isinstance(part, posts.PostRow)).buttons[0]
    assert "You now play **Hittites**." in await room.say(DEE, "accept", button.option, table=info.id)


async def test_i_am_here_stops_it_and_is_for_the_one_it_calls_only(room: Room) -> None:
    info = await room.begun(ANA, BEN, CHO)
    room.places.left.add(ANA.id)
    answer = await room.ask(visit(BEN), partial(room.all_handlers.host.host, player=BEN))
    assert labels(answer) == ["Withdraw the request"]
    post, no = await asked(room)
    assert "The host, Ana, has been inactive at table 100 for a long time, or has left" in words(post)
    assert "so you don't vote" in await room.say(CHO, "here", no)
    assert "Nothing is decided without you" in await room.say(ANA, "here", no, table=info.id, dm=True)
    assert "Ana is back and stays the host." in words((await room.posts())[-1])
    assert "is no longer open" in await room.say(CHO, "agree", no)
    assert (await room.service.info(info.id)).host == ANA


async def test_the_answer_of_who_was_away_is_a_return_and_leaves_the_request_without_buttons(
    room: Room,
) -> None:
    info = await room.begun(ANA, BEN, CHO)
    room.places.left.add(ANA.id)
    await room.ask(visit(BEN), partial(room.all_handlers.host.host, player=BEN))
    before, (post, no), dm = len(await room.posts()), await asked(room), (await asked(room, ANA.id))[0]
    room.now += 120
    assert "Nothing is decided without you" in await room.say(ANA, "refuse", no, table=info.id)
    settled = [one for one in (await room.posts())[before:] if one.kind == "petition"]
    assert [(one.user, one.slot, one.mentions) for one in settled] == [(None, post.slot, ()), (ANA.id, dm.slot, ())]
    for one in settled:
        assert "The inactive player is back" in words(one)
        assert not [part for part in one.parts if isinstance(part, posts.PostRow)]


async def test_a_host_who_has_vanished_is_replaced_by_whoever_the_others_want(room: Room) -> None:
    info = await room.begun(ANA, BEN, CHO)
    to_ben = partial(room.all_handlers.host.host, player=BEN)
    assert "Ana was last seen at this table <t:" in said(await room.ask(visit(BEN), to_ben))
    room.now += 4 * DAY
    await room.ask(visit(BEN), to_ben)
    await room.press(CHO, "agree", (await asked(room))[1])
    await close(room)
    assert (await room.service.info(info.id)).host == BEN
    assert any(f"<@{BEN.id}> is now the host of table 100." in words(post) for post in await room.posts())


async def test_a_moderator_s_end_is_told_as_one(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    await room.press(CHO, "end_yes", f"end-{info.id}-0~~spam", table=info.id, moderator=True)
    end = next(post for post in reversed(await room.posts()) if post.kind == "end")
    assert "Cho, a moderator ended the game: spam" in words(end)
