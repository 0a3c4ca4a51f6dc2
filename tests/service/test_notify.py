"""Who is rung and when: nobody in quiet hours, and each the way they have wished."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlmodel import col, select

from bot.contract.posts import Post, PostPicture, Words
from bot.contract.preferences import Preferences
from bot.contract.table_settings import Settings
from bot.contract.tables import Person
from bot.delivery.outbox import Outbox
from bot.delivery.post_screens import recipe
from bot.store.models import OutboxRow
from bot.tables.people.profiles import set_dm_closed
from bot.tables.work.waking_hours import awake_at
from tests.service.tables import ANA, BEN, CHO, HERE, Room, begun, give, refused, seated
from tests.service.wires import Recording

EVENING = 1_750_019_400.0  # 22:30 in Berlin
MORNING = EVENING + 8.5 * 3600
BERLIN = Preferences("Europe/Berlin")


async def asleep(room: Room, *people: Person, pace: str = "daily", **wanted: object) -> str:
    """A game of three at half past eleven in the evening in Berlin, where these people live."""
    room.clock.now = EVENING + 3600
    for person in people:
        await room.service.set_preferences(person, Preferences("Europe/Berlin", **wanted))  # type: ignore[arg-type]
    return await begun(room, ANA, BEN, CHO, settings=Settings(pace=pace))  # type: ignore[arg-type]


async def turn_of_ben(room: Room, table: str) -> Post:
    """Ana ends her turn; the last post of the channel."""
    await give(room, table, ANA, "walk", "done")
    return (await room.posts())[-1]


async def waiting(room: Room, person: Person) -> Sequence[OutboxRow]:
    """What waits until that person is awake."""
    async with room.database.session() as session:
        here = col(OutboxRow.lane).like(f"q%.{person.id}")
        return list((await session.execute(select(OutboxRow).where(here))).scalars())


def test_awake_at_the_end_of_the_night() -> None:
    assert awake_at(EVENING, BERLIN) == EVENING
    assert awake_at(EVENING + 3600, BERLIN) == MORNING
    assert awake_at(EVENING + 3600, Preferences()) == EVENING + 3600
    assert awake_at(EVENING + 3600, Preferences("Europe/Berlin", 3, 3)) == EVENING + 3600


async def test_who_is_asleep_is_named_without_a_mention_and_told_in_the_morning(room: Room) -> None:
    table = await asleep(room, BEN)
    post = await turn_of_ben(room, table)
    assert "asked seat_2" in str(post)
    assert post.mentions == ()
    assert [row.next_at for row in await waiting(room, BEN)] == [MORNING]
    wire = Recording()
    await Outbox(room.game_service, wire, room.clock).drain()
    assert "turn of seat_2" not in wire.texts(BEN.id)
    room.clock.now = MORNING
    await Outbox(room.game_service, wire, room.clock).drain()
    assert wire.texts(BEN.id)[-1] == "turn of seat_2"


async def test_what_is_no_longer_true_in_the_morning_is_not_told(room: Room) -> None:
    table = await asleep(room, BEN)
    await turn_of_ben(room, table)
    await give(room, table, BEN, "walk", "done")
    assert await waiting(room, BEN) == []


async def test_others_are_rung_as_ever(room: Room) -> None:
    table = await asleep(room, CHO)
    assert (await turn_of_ben(room, table)).mentions == (BEN.id,)
    assert await waiting(room, CHO) == []


async def test_a_live_table_knows_no_night(room: Room) -> None:
    table = await asleep(room, BEN, pace="live")
    assert (await turn_of_ben(room, table)).mentions == (BEN.id,)


async def test_the_zone_of_the_host_stands_in_for_one_that_is_not_set(room: Room) -> None:
    table = await asleep(room, ANA)
    assert (await turn_of_ben(room, table)).mentions == ()


async def test_without_any_zone_there_is_no_night(room: Room) -> None:
    table = await asleep(room)
    assert (await turn_of_ben(room, table)).mentions == (BEN.id,)


async def test_who_takes_no_dms_is_mentioned_in_the_morning(room: Room) -> None:
    table = await asleep(room, BEN)
    await set_dm_closed(room.game_service.deps, BEN.id, closed=True)
    await give(room, table, ANA, "walk", "done")
    rows = await waiting(room, BEN)
    assert [(row.user, row.next_at) for row in rows] == [(None, MORNING)]
    room.clock.now, wire = MORNING, Recording()
    await Outbox(room.game_service, wire, room.clock).drain()
    assert wire.texts()[-1] == f"<@{BEN.id}>"


@pytest.mark.parametrize(("wish", "mentioned", "written"), [("off", 1, 0), ("dm", 0, 1), ("both", 1, 1)])
async def test_each_learns_of_the_turn_as_wished(room: Room, wish: str, mentioned: int, written: int) -> None:
    table = await begun(room, ANA, BEN)
    await room.service.set_preferences(BEN, Preferences(turn_notices=wish))  # type: ignore[arg-type]
    post = await turn_of_ben(room, table)
    assert len(post.mentions) == mentioned
    assert (await room.texts(BEN.id)).count("turn of seat_2") == written


async def test_a_window_at_night_is_told_in_the_morning_unless_it_is_over(room: Room) -> None:
    table = await asleep(room, BEN, CHO, window_notices="all")
    sheet = await room.service.sheet(table, ANA)
    card = next(o.token for o in sheet.options if o.token.isdigit())
    await room.service.answer(table, ANA, sheet.ask_no, [[card]])
    for person in (BEN, CHO):
        assert [row.next_at for row in await waiting(room, person)] == [MORNING]
    await room.service.answer(table, BEN, None, [["pass"]])
    assert await waiting(room, BEN) == []
    assert len(await waiting(room, CHO)) == 1
    await room.service.undo(table, ANA)
    assert await waiting(room, CHO) == []


async def test_the_hand_comes_at_any_hour_and_rings_nobody(room: Room) -> None:
    await asleep(room, BEN)
    posts = await room.posts(BEN.id)
    assert "hand" in {post.kind for post in posts}
    assert all(not post.mentions for post in posts)
    assert await waiting(room, BEN) == []


async def test_discreet_dms_name_no_cards(room: Room) -> None:
    await room.service.set_preferences(BEN, Preferences(discreet=True))
    table = await begun(room, ANA, BEN)
    assert [text for text in await room.texts(BEN.id) if text.startswith("hand")] == [f"hand at {table}"]
    assert any(text.startswith("hand of seat_1") for text in await room.texts(ANA.id))


async def test_pictures_of_dms_are_drawn_as_their_reader_wants(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.service.set_preferences(BEN, Preferences(palette="deutan"))
    picture = PostPicture("hand", {})
    post_maker = room.game_service.deps.post_maker
    monkeypatch.setattr(post_maker, "seated", lambda *_: Post("seated", (Words("hello"), picture)))
    await seated(room, ANA, BEN, CHO)
    for person, style in ((CHO, {}), (BEN, {"palette": "deutan"})):
        posts = [post for post in await room.posts(person.id) if post.kind == "seated"]
        drawn = [part for post in posts for part in post.parts if isinstance(part, PostPicture)]
        assert [part.style for part in drawn] == [style]
        assert [recipe(part).get("style", {}) for part in drawn] == [style]


async def test_texts_of_dms_are_as_their_reader_wants(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.service.set_preferences(BEN, Preferences(words="first", emoji=False))
    post_maker = room.game_service.deps.post_maker
    monkeypatch.setattr(post_maker, "seated", lambda *_: Post("seated", (Words("**Zab** 1→2 · {area:zab}"),)))
    await seated(room, ANA, BEN, CHO)
    for person, told in ((CHO, "**Zab** 1→2 · {area:zab}"), (BEN, "Zab 1 to 2\n{area:zab}")):
        assert [post.parts for post in await room.posts(person.id) if post.kind == "seated"] == [(Words(told),)]


async def test_without_pictures_dms_have_none(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.service.set_preferences(BEN, Preferences(pictures=False))
    picture = PostPicture("hand", {})
    post_maker = room.game_service.deps.post_maker
    monkeypatch.setattr(post_maker, "seated", lambda *_: Post("seated", (Words("hello"), picture)))
    await seated(room, ANA, BEN)
    for person, drawn in ((ANA, True), (BEN, False)):
        posts = [post for post in await room.posts(person.id) if post.kind == "seated"]
        assert all((picture in post.parts) is drawn for post in posts)
    assert [post.parts for post in await room.posts(BEN.id)] == [(Words("hello"),)]


async def test_a_zone_or_hour_that_is_none_is_refused(room: Room) -> None:
    for wanted in (Preferences("Europe/Atlantis"), Preferences("UTC", 24, 7)):
        assert (await refused(room.service.set_preferences(BEN, wanted))).code == "bad_option"


async def test_what_is_told_first_stands_below_the_lobby_of_a_game_begun_at_once(room: Room) -> None:
    await room.service.open_table(ANA, HERE, "walk", npcs=1, begun=True)
    slots = [post.slot.partition(":")[0] for post in await room.posts()]
    assert slots[0] == "lobby"
    assert len(slots) > 1
