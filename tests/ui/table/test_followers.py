"""People without a seat who follow a table: told by direct message what the channel is told of a phase, no more."""

from __future__ import annotations

import json

import pytest
from sqlmodel import select

from bot.contract.posts import Post, PostRow
from bot.contract.preferences import Preferences
from bot.contract.tables import Person, Refused, TableInfo
from bot.features.following import service as following
from bot.features.following.service import MOST_FOLLOWERS, FollowRow
from bot.store.models import OutboxRow
from tests.ui.table.room import ANA, BEN, CHO, DEE, NOW, Room, labels, said, words


async def dms(room: Room, person: Person) -> list[Post]:
    return [post for post in await room.posts() if post.user == person.id]


async def phase(room: Room, table: str) -> None:
    """Everybody answers with what is offered first, until the channel is told of a new phase."""
    before = len([post for post in await room.posts() if post.kind == "phase"])
    for _ in range(40):
        for person in (ANA, BEN):
            sheet = await room.service.sheet(table, person)
            if sheet.ask is not None:
                picks = list(sheet.ask.silence or sheet.ask.options[: max(1, sheet.ask.least)])
                await room.service.answer(table, person, None, [picks])
        if len([post for post in await room.posts() if post.kind == "phase"]) > before:
            return
    raise AssertionError("no phase has ended")


@pytest.fixture
async def info(room: Room) -> TableInfo:
    return await room.begun(ANA, BEN)


@pytest.mark.soak
async def test_a_follower_gets_the_post_of_a_phase_without_its_buttons_and_stops_by_the_same_button(
    room: Room, info: TableInfo
) -> None:
    start = next(post for post in await room.posts() if post.kind == "start")
    assert "watch" in [b.verb for part in start.parts if isinstance(part, PostRow) for b in part.buttons]
    answer = await room.press(CHO, "watch", table=info.id)
    assert "You now follow table 100" in said(answer)
    assert labels(answer) == ["Stop following"]
    await phase(room, info.id)
    (dm,) = await dms(room, CHO)
    public = [post for post in await room.posts() if post.user is None and post.kind == "phase"][-1]
    assert words(dm).startswith(words(public))
    assert not dm.row
    assert dm.mentions == (CHO.id,)
    assert [[b.verb for b in part.buttons] for part in dm.parts if isinstance(part, PostRow)] == [["watch"]]
    assert await dms(room, DEE) == []
    away = await room.press(CHO, "watch", table=info.id, dm=True)
    assert "You no longer follow table 100" in said(away)
    assert await dms(room, CHO) == []
    await phase(room, info.id)
    assert await dms(room, CHO) == []


@pytest.mark.soak
async def test_a_newer_dm_takes_the_place_of_one_that_waits_until_its_reader_is_awake(
    room: Room, info: TableInfo
) -> None:
    await room.service.set_preferences(CHO, Preferences(zone="UTC", quiet_from=0, quiet_to=23))
    await following.toggle(room.service, info.id, CHO)
    for _ in range(2):
        await phase(room, info.id)
    rows = [row for row in await room.database.read(select(OutboxRow)) if row.user == CHO.id]
    assert len(rows) == 1
    assert rows[0].next_at > NOW


async def test_who_has_or_gets_a_seat_follows_nothing(room: Room, info: TableInfo) -> None:
    with pytest.raises(Refused, match="follow_seated"):
        await following.toggle(room.service, info.id, ANA)
    await following.toggle(room.service, info.id, CHO)
    offer = await room.service.give_seat(info.id, BEN, 2, CHO)
    await room.service.answer_offer(info.id, CHO, offer.no, accepts=True)
    assert await room.database.read(select(FollowRow)) == []


async def test_people_of_other_servers_follow_only_while_there_are_guests(room: Room, info: TableInfo) -> None:
    stranger = Person(DEE.id, DEE.name, 6)
    with pytest.raises(Refused, match="no_table"):
        await following.toggle(room.service, info.id, stranger)
    await room.service.change_settings(info.id, ANA, guests="yes")
    await following.toggle(room.service, info.id, stranger)
    await room.service.change_settings(info.id, ANA, guests="no")
    await phase(room, info.id)
    assert await dms(room, stranger) == []


async def test_a_table_has_room_for_so_many_followers(room: Room, info: TableInfo) -> None:
    people = [Person(10**16 + n, f"P{n}", 5) for n in range(MOST_FOLLOWERS + 1)]
    for person in people[:-1]:
        await following.toggle(room.service, info.id, person)
    with pytest.raises(Refused, match="followers_full"):
        await following.toggle(room.service, info.id, people[-1])
    await following.toggle(room.service, info.id, people[0])
    assert (await following.toggle(room.service, info.id, people[-1])).on


async def test_following_is_given_out_and_ends_with_all_else_and_at_once(room: Room, info: TableInfo) -> None:
    await following.toggle(room.service, info.id, CHO)
    about = json.loads((await room.service.personal_data(CHO)).raw)
    assert [row["table"] for row in about["follows"]] == [info.id]
    await phase(room, info.id)
    await room.service.forget_person(CHO)
    assert await dms(room, CHO) == []
    assert await room.database.read(select(FollowRow)) == []
    assert (await following.toggle(room.service, info.id, CHO)).on
