"""Who has asked for no language is written to in that of their Discord: stored when they look at a table."""

from __future__ import annotations

import pytest

from bot.contract import table_ids
from bot.contract.posts import Post
from bot.contract.preferences import Preferences
from bot.contract.tables import Person, TableInfo
from bot.tables.people.profiles import set_dm_closed
from bot.ui.parts import Screen, Text
from bot.ui.settings.notices import Notices
from bot.ui.settings.reader_style import ReaderStyle
from bot.ui.visit import Visit
from engine.core.text import speaking
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, said, words
from tests.ui.table.test_languages import some_answers, table


async def looked(room: Room, table: str, person: Person, locale: str, about: str = "turn") -> str:
    """What that person's next private screen says, in a client of that language."""
    looks = ReaderStyle(room.service, Notices(room.service).prepend)
    visit = Visit(person.id, HERE.channel, table=table, name=person.name, guild=HERE.guild, locale=locale)
    with speaking(room.service.language(person.id, locale)):
        shown = said(await looks.apply(Screen((Text(about),), table), visit))
    await room.service.deps.sightings.write(room.service.deps.database)
    return shown


async def seen(room: Room, person: Person) -> str:
    """The language of that person's client as it is stored."""
    return (await room.service.reader(person)).seen_language


async def test_who_has_asked_for_no_language_is_written_to_in_that_of_their_discord_as_last_seen(room: Room) -> None:
    """It is stored with the first screen about a table, again only when it changes, and goes with all else."""
    info = await table(room, "en")
    await room.service.set_preferences(BEN, Preferences(turn_notices="dm"))
    assert (await seen(room, BEN), await written_in(room, info)) == ("", "en")
    for locale, kept in (("de", "de"), ("de", "de"), ("es-ES", "de"), ("fr", "fr"), ("de-DE", "de")):
        await looked(room, info.id, BEN, locale)
        assert (await seen(room, BEN), await written_in(room, info)) == (kept, kept)
    for _ in range(4):
        room.now += 3600
        await some_answers(room, info, 1)
    posts = [post for post in await room.posts() if post.kind != "start"]
    assert {post.language for post in posts if post.user == BEN.id and post.kind == "turn"} == {"de"}
    assert {post.language for post in posts if post.user is None} == {"en"}
    await room.service.set_preferences(BEN, Preferences(turn_notices="dm", language="fr"))
    assert (await seen(room, BEN), await written_in(room, info)) == ("de", "fr")
    assert b'"seen_language": "de"' in (await room.service.personal_data(BEN)).raw
    await room.service.forget_person(BEN)
    assert await seen(room, BEN) == ""
    await looked(room, "", BEN, "de")
    assert await seen(room, BEN) == "", "who looks at no table is not written to"


async def written_in(room: Room, info: TableInfo) -> str:
    """In which language a direct message to Ben about that table is made."""
    here = await room.service.info(info.id)
    return room.service.deps.post_maker.mishap(here, "channel_gone", {"reader": BEN.id}).language


async def test_a_follower_reads_the_phases_in_the_language_of_their_discord(room: Room) -> None:
    """Two who follow have each their own, as the channel and who has none have that of the table."""
    info = await table(room, "en")
    await looked(room, info.id, CHO, "de")
    for person in (CHO, DEE):
        await room.press(person, "watch", table=info.id)
    while not any(post.user == CHO.id for post in await room.posts()):
        await some_answers(room, info, 1)
    posts = await room.posts()
    told = {post.user: words(post) for post in posts if post.kind == "phase"}
    assert ("Tisch" in told[CHO.id], "Tisch" in told[DEE.id], "Tisch" in told[None]) == (True, False, False)
    assert told[DEE.id].startswith(told[None])
    assert not told[CHO.id].startswith(told[None])


async def turns(room: Room, info: TableInfo) -> None:
    """Everybody answers once or twice, hours apart."""
    for _ in range(4):
        room.now += 3600
        await some_answers(room, info, 1)


async def told_since(room: Room, before: int) -> tuple[list[Post], list[Post]]:
    """What has been written since there were so many messages: to the channel, and to Ben."""
    posts = (await room.posts())[before:]
    return [post for post in posts if post.user is None], [post for post in posts if post.user == BEN.id]


@pytest.mark.soak
async def test_at_a_quiet_channel_one_is_told_in_ones_own_language_and_in_the_tables_where_direct_messages_are_closed(
    room: Room,
) -> None:
    """Closed: rung in the channel in the table's language, and told why with the next screen in one's own."""
    info = await table(room, "fr")
    await room.service.set_preferences(BEN, Preferences(turn_notices="dm"))
    await room.service.change_settings(info.id, ANA, channel="brief")
    await looked(room, info.id, BEN, "de")
    before = len(await room.posts())
    await turns(room, info)
    channel, own = await told_since(room, before)
    assert [(post.kind, post.language) for post in own][:1] == [("turn", "de")]
    assert "Tisch" in words(own[0])
    assert {post.language for post in channel} <= {"fr"}
    assert not any(BEN.id in post.mentions for post in channel), "who is told privately is not rung"
    await set_dm_closed(room.service.deps, BEN.id, closed=True, table=table_ids.read(info.id))
    before = len(await room.posts())
    await turns(room, info)
    await turns(room, info)
    channel, own = await told_since(room, before)
    assert own == []
    rung = [post for post in channel if BEN.id in post.mentions]
    assert rung
    assert {post.language for post in rung} == {"fr"}
    told = await looked(room, info.id, BEN, "de")
    assert told.startswith("Ich darf dir keine Direktnachrichten schicken")
    assert "Direktnachrichten" not in await looked(room, info.id, BEN, "de"), "it is told once"
