"""Who is rung and when: nobody in quiet hours, and each the way they have wished."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlmodel import col, select

from bot.contract import Person, Picture, Post, Preferences, Settings, Words
from bot.outbox import Outbox
from bot.service.hours import awake_at
from bot.service.people import set_dm_closed
from bot.store.models import OutboxRow
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, refused, seated
from tests.service.wires import Recording

EVENING = 1_750_019_400.0  # 22:30 in Berlin
MORNING = EVENING + 8.5 * 3600
BERLIN = Preferences("Europe/Berlin")


async def asleep(desk: Room, *people: Person, pace: str = "daily", **wanted: object) -> str:
    """A game of three at half past eleven in the evening in Berlin, where these people live."""
    desk.clock.now = EVENING + 3600
    for person in people:
        await desk.service.set_preferences(person, Preferences("Europe/Berlin", **wanted))  # type: ignore[arg-type]
    return await begun(desk, ANA, BEN, CHO, settings=Settings(pace=pace))  # type: ignore[arg-type]


async def turn_of_ben(desk: Room, table: str) -> Post:
    """Ana ends her turn; the last post of the channel."""
    await give(desk, table, ANA, "walk", "done")
    return (await desk.posts())[-1]


async def waiting(desk: Room, person: Person) -> Sequence[OutboxRow]:
    """What waits until that person is awake."""
    async with desk.database.session() as session:
        here = col(OutboxRow.lane).like(f"q%.{person.id}")
        return list((await session.execute(select(OutboxRow).where(here))).scalars())


def test_awake_at_the_end_of_the_night() -> None:
    assert awake_at(EVENING, BERLIN) == EVENING
    assert awake_at(EVENING + 3600, BERLIN) == MORNING
    assert awake_at(EVENING + 3600, Preferences()) == EVENING + 3600
    assert awake_at(EVENING + 3600, Preferences("Europe/Berlin", 3, 3)) == EVENING + 3600


async def test_who_is_asleep_is_named_without_a_mention_and_told_in_the_morning(desk: Room) -> None:
    table = await asleep(desk, BEN)
    post = await turn_of_ben(desk, table)
    assert "asked seat_2" in str(post)
    assert post.mentions == ()
    assert [row.next_at for row in await waiting(desk, BEN)] == [MORNING]
    wire = Recording()
    await Outbox(desk.desk, wire, desk.clock).drain()
    assert "turn of seat_2" not in wire.texts(BEN.id)
    desk.clock.now = MORNING
    await Outbox(desk.desk, wire, desk.clock).drain()
    assert wire.texts(BEN.id)[-1] == "turn of seat_2"


async def test_what_is_no_longer_true_in_the_morning_is_not_told(desk: Room) -> None:
    table = await asleep(desk, BEN)
    await turn_of_ben(desk, table)
    await give(desk, table, BEN, "walk", "done")
    assert await waiting(desk, BEN) == []


async def test_others_are_rung_as_ever(desk: Room) -> None:
    table = await asleep(desk, CHO)
    assert (await turn_of_ben(desk, table)).mentions == (BEN.id,)
    assert await waiting(desk, CHO) == []


async def test_a_live_table_knows_no_night(desk: Room) -> None:
    table = await asleep(desk, BEN, pace="live")
    assert (await turn_of_ben(desk, table)).mentions == (BEN.id,)


async def test_the_zone_of_the_host_stands_in_for_one_that_is_not_set(desk: Room) -> None:
    table = await asleep(desk, ANA)
    assert (await turn_of_ben(desk, table)).mentions == ()


async def test_without_any_zone_there_is_no_night(desk: Room) -> None:
    table = await asleep(desk)
    assert (await turn_of_ben(desk, table)).mentions == (BEN.id,)


async def test_who_takes_no_dms_is_mentioned_in_the_morning(desk: Room) -> None:
    table = await asleep(desk, BEN)
    await set_dm_closed(desk.desk.deps, BEN.id, closed=True)
    await give(desk, table, ANA, "walk", "done")
    rows = await waiting(desk, BEN)
    assert [(row.user, row.next_at) for row in rows] == [(None, MORNING)]
    desk.clock.now, wire = MORNING, Recording()
    await Outbox(desk.desk, wire, desk.clock).drain()
    assert wire.texts()[-1] == f"<@{BEN.id}>"


@pytest.mark.parametrize(("wish", "mentioned", "written"), [("off", 1, 0), ("dm", 0, 1), ("both", 1, 1)])
async def test_each_learns_of_the_turn_as_wished(desk: Room, wish: str, mentioned: int, written: int) -> None:
    table = await begun(desk, ANA, BEN)
    await desk.service.set_preferences(BEN, Preferences(turn_notices=wish))  # type: ignore[arg-type]
    post = await turn_of_ben(desk, table)
    assert len(post.mentions) == mentioned
    assert (await desk.texts(BEN.id)).count("turn of seat_2") == written


async def test_a_window_at_night_is_told_in_the_morning_unless_it_is_over(desk: Room) -> None:
    table = await asleep(desk, BEN, CHO, window_notices="all")
    sheet = await desk.service.sheet(table, ANA)
    card = next(o.token for o in sheet.options if o.token.isdigit())
    await desk.service.answer(table, ANA, sheet.ask_no, [[card]])
    for person in (BEN, CHO):
        assert [row.next_at for row in await waiting(desk, person)] == [MORNING]
    await desk.service.answer(table, BEN, None, [["pass"]])
    assert await waiting(desk, BEN) == []
    assert len(await waiting(desk, CHO)) == 1
    await desk.service.undo(table, ANA)
    assert await waiting(desk, CHO) == []


async def test_the_hand_comes_at_any_hour_and_rings_nobody(desk: Room) -> None:
    await asleep(desk, BEN)
    posts = await desk.posts(BEN.id)
    assert "hand" in {post.kind for post in posts}
    assert all(not post.mentions for post in posts)
    assert await waiting(desk, BEN) == []


async def test_discreet_dms_name_no_cards(desk: Room) -> None:
    await desk.service.set_preferences(BEN, Preferences(discreet=True))
    table = await begun(desk, ANA, BEN)
    assert [text for text in await desk.texts(BEN.id) if text.startswith("hand")] == [f"hand at {table}"]
    assert any(text.startswith("hand of seat_1") for text in await desk.texts(ANA.id))


async def test_without_pictures_dms_have_none(desk: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.service.set_preferences(BEN, Preferences(pictures=False))
    picture = Picture("hand", {})
    narrator = desk.desk.deps.narrator
    monkeypatch.setattr(narrator, "seated", lambda *_: Post("seated", (Words("hello"), picture)))
    await seated(desk, ANA, BEN)
    for person, drawn in ((ANA, True), (BEN, False)):
        posts = [post for post in await desk.posts(person.id) if post.kind == "seated"]
        assert all((picture in post.parts) is drawn for post in posts)
    assert [post.parts for post in await desk.posts(BEN.id)] == [(Words("hello"),)]


async def test_a_zone_or_hour_that_is_none_is_refused(desk: Room) -> None:
    for wanted in (Preferences("Europe/Atlantis"), Preferences("UTC", 24, 7)):
        assert (await refused(desk.service.set_preferences(BEN, wanted))).code == "bad_option"
