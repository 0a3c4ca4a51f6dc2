"""Reminders as they are read: the direct message with its buttons, the last call, and what people can wish."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import pytest
from sqlalchemy import update

from bot.contract.posts import Post, PostRow
from bot.contract.preferences import Preferences, TurnNotices
from bot.contract.records import OtherTable, Reminder
from bot.contract.table_settings import Late, Settings
from bot.contract.tables import Person, Place, PublicAsk, TableInfo
from bot.store.models import TableRow
from bot.tables.alarm_clock import Clock
from bot.tables.people.profiles import set_dm_closed
from bot.ui.parts import Screen, Text
from bot.ui.posts import direct_messages
from bot.ui.settings.notices import Notices
from bot.ui.settings.preference_forms import value_of
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.visit import Visit
from bot.ui.words import prompt, wording
from bot.ui.words.presentations import names_of
from engine.core import text
from engine.core.message import as_told
from engine.core.text import speaking
from engine.games import GAMES
from tests.ui.play.verbs import handlers
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, fits, labels, said, words
from tests.ui.table.test_digest import answer_first

HOUR = 3600.0


async def pass_by(room: Room, hours: float) -> None:
    """So much time, and the clock looks."""
    room.now += hours * HOUR
    await Clock(room.service, lambda: room.now).close_due()


async def waited(room: Room) -> tuple[TableInfo, Person]:
    """A game of two, and who is asked first, for nine hours now."""
    info = await room.begun(ANA, BEN)
    standing = await room.service.standing(info.id)
    assert standing.ask is not None
    person = standing.ask.asked[0].person
    assert person is not None
    await pass_by(room, 9)
    return info, person


async def reminder_of(room: Room) -> Post:
    """The direct message."""
    (post,) = [post for post in await room.posts() if post.kind == "reminder"]
    fits(post)
    return post


async def test_the_dm_says_what_waits_and_offers_four_ways_on(room: Room) -> None:
    info, person = await waited(room)
    post = await reminder_of(room)
    assert post.user == person.id
    assert post.mentions == (person.id,)
    assert words(post).startswith(f"**Your turn at table {info.id}** (")
    row = next(part for part in post.parts if isinstance(part, PostRow))
    assert [button.verb for button in row.buttons] == ["seat", "since", "snooze", "fewer"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_the_second_dm_says_what_has_happened_since(room: Room, language: str) -> None:
    for person in (ANA, BEN):
        await room.service.set_preferences(person, replace(Preferences(), language=language))
    _, person = await waited(room)
    first = await reminder_of(room)
    await pass_by(room, 8)
    second = [post for post in await room.posts() if post.kind == "reminder"][-1]
    fits(second)
    assert second.user == person.id
    assert len(words(second).splitlines()) > len(words(first).splitlines())
    with speaking(language):
        assert words(second).splitlines()[1] == wording.table_text("since.happened")


@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize("late", ["offer", "wait"])
async def test_who_has_left_the_server_is_named_and_not_rung(room: Room, late: Late, gone: bool) -> None:
    info = await room.service.open_table(ANA, HERE, "acme", settings=Settings(late=late))
    await room.service.join(info.id, BEN)
    await room.service.start(info.id, ANA)

    async def has_left(_guild: int | None, _person: int) -> bool:
        return gone

    clock = Clock(room.service, lambda: room.now, has_left)
    for hours in (9, 0) if gone else (25,):
        room.now += hours * HOUR
        await clock.close_due()
    post = [
        post for post in await room.posts() if "has left the server" in words(post) or "is out of time" in words(post)
    ][-1]
    fits(post)
    assert ("has left the server" in words(post)) == gone
    if late == "offer":
        assert ("<@" in words(post).partition("table")[0]) != gone


@pytest.mark.parametrize(
    ("wanted", "begins"),
    [({"language": "de"}, "**Du bist am Zug an Tisch "), ({"discreet": True}, "**Your turn at table ")],
)
async def test_the_dm_comes_as_its_reader_likes_it(room: Room, wanted: dict[str, object], begins: str) -> None:
    for person in (ANA, BEN):
        await room.service.set_preferences(person, replace(Preferences(), **wanted))  # type: ignore[arg-type]
    await waited(room)
    text = words(await reminder_of(room))
    assert text.startswith(begins)
    assert ("(" in text) != bool(wanted.get("discreet"))


async def test_a_dm_about_several_tables_leads_to_each(room: Room) -> None:
    other = await room.service.open_table(ANA, Place(HERE.guild, HERE.channel + 1), "culture_wars")
    await room.service.join(other.id, BEN)
    await room.service.start(other.id, ANA)
    info, person = await waited(room)
    posts = [post for post in await room.posts() if post.kind == "reminder" and post.user == person.id]
    for post in posts:
        fits(post)
    both = next((post for post in posts if "2 tables wait for you" in words(post)), None)
    standing = await room.service.standing(other.id)
    waits = standing.ask is not None and person in [seat.person for seat in standing.ask.asked]
    assert waits == (both is not None)
    screen = await handlers(room.service)["seat_at"](
        Visit(person.id, HERE.channel, table=info.id, verb="seat_at", option=other.id, name=person.name, guild=5)
    )
    assert isinstance(screen, Screen)
    assert screen.table == other.id.lower()


async def test_each_of_several_tables_is_named_with_its_game_and_channel(room: Room) -> None:
    """The one whose question is told has a line like the others, above its question, and a button like theirs."""
    info, person = await waited(room)
    (seat,) = info.of(person)
    other = OtherTable("200", "civ", 78)
    told = Reminder(None, (await room.service.standing(info.id)).view, None, 0, (other,))
    post = direct_messages.reminder(info, seat, told, names_of(info.game))
    lines = words(post).splitlines()
    assert lines[0] == "**Your turn at 2 tables**"
    assert lines[1] == f"**{info.id}** {GAMES[info.game].title} · <#{HERE.channel}>"
    assert lines[2] == f"**200** {GAMES['civ'].title} · <#78>"
    assert lines[3].startswith(f"**Your turn at table {info.id}**")
    rows = [[button.label for button in part.buttons] for part in post.parts if isinstance(part, PostRow)]
    assert rows[0] == [f"My turn at {info.id}", "My turn at 200"]
    assert rows[1] == ["Catch up", "Remind me in 4 h", "Fewer reminders"]
    assert isinstance(post.parts[-1], PostRow), "below everything that is to be read"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_of_each_other_table_a_line_tells_what_it_asks_and_until_when(room: Room, language: str) -> None:
    """A question that a game has no public words for is told by its own, cut where it is long."""
    info, person = await waited(room)
    (seat,) = info.of(person)
    until = datetime(2026, 3, 2, 18, tzinfo=UTC)
    plain = PublicAsk("new.question", as_told("Where? " * 90), (), sealed=False, harm=False, about=())
    asked = PublicAsk("card.play", as_told("Play a card?"), (), sealed=False, harm=False, about=())
    others = (OtherTable("200", "civ", 78, plain), OtherTable("300", "acme", 79, asked, until))
    with speaking(language):
        told = Reminder(None, (await room.service.standing(info.id)).view, None, 0, others)
        post = direct_messages.reminder(info, seat, told, names_of(info.game))
        fits(post)
        _, _, long, line, _ = words(post).splitlines()
        assert line.startswith(f"**300** {GAMES['acme'].title} · <#79>")
        assert prompt.what(asked, names_of("acme")) in line
        assert line.endswith(f" {wording.table_text('dm.reminder_until', time='<t:1772474400:f>')}")
        assert 200 < len(long) < 300


async def test_the_last_call_names_and_mentions_who_is_asked(room: Room) -> None:
    _, person = await waited(room)
    await pass_by(room, 13.5)
    post = [post for post in await room.posts() if "Your time runs out" in words(post)][-1]
    assert post.mentions == (person.id,)
    assert f"<@{person.id}>" in words(post)
    assert post.row


async def test_fewer_reminders_by_a_button_and_all_of_it_under_prefs(room: Room) -> None:
    prefs = PreferenceHandlers(room.service, lambda: room.now)
    visit = Visit(ANA.id, HERE.channel, name=ANA.name)
    screens = [await room.ask(visit, prefs.handlers()["fewer"]) for _ in range(3)]
    told = [said(screen) for screen in screens]
    assert ["only the second" in told[0], "no reminders" in told[1], "no reminders" in told[2]] == [True] * 3
    assert ["Fewer reminders" in labels(screen) for screen in screens] == [True, False, False]
    back = replace(visit, option="reminders.last")
    assert "only the second" in said(await room.ask(back, prefs.handlers()["not_fewer"]))
    await room.ask(visit, partial(prefs.change, setting="reminders", value="all"))
    await room.ask(visit, partial(prefs.change, setting="first", value="12"))
    await room.ask(visit, partial(prefs.change, setting="bundle", value="off"))
    wanted = await room.service.preferences(ANA)
    assert (wanted.ping_hours, wanted.bundle, wanted.reminders) == (12, False, "all")
    screen = await room.ask(visit, prefs.show)
    assert "Reminders" in labels(screen)


@pytest.mark.soak
@pytest.mark.parametrize(("wish", "offered"), [("both", True), ("off", False)])
async def test_fewer_notices_are_not_offered_where_there_are_none_left(
    room: Room, wish: TurnNotices, *, offered: bool
) -> None:
    """The channel is quiet, and tells of a turn by DM whatever somebody wishes."""
    info = await room.begun(ANA, BEN)
    await room.service.change_settings(info.id, ANA, channel="brief")
    for person in (ANA, BEN):
        await room.service.set_preferences(person, Preferences(turn_notices=wish))
    while not (told := [post for post in await room.posts() if post.kind == "turn"]):
        await answer_first(room, info.id)
    (row,) = (part for part in told[-1].parts if isinstance(part, PostRow))
    assert ("fewer" in [button.verb for button in row.buttons]) is offered


@pytest.mark.parametrize(
    ("kind", "most", "steps"),
    [("turn", "both", ["dm", "off", "off"]), ("window", "all", ["holders", "never", "never"])],
)
async def test_fewer_notices_go_down_to_the_last_step_and_can_be_taken_back(
    room: Room, kind: str, most: str, steps: list[str]
) -> None:
    """A step that changes nothing has nothing to take back; the last one leads no further."""
    prefs = PreferenceHandlers(room.service, lambda: room.now)
    visit = Visit(ANA.id, HERE.channel, name=ANA.name, option=kind)
    await room.ask(visit, partial(prefs.change, setting=kind, value=most))
    screens = [await room.ask(visit, prefs.handlers()["fewer"]) for _ in steps]
    assert [said(screen) for screen in screens] == [text.words(f"prefs.fewer.{kind}_{step}") for step in steps]
    assert [labels(screen) for screen in screens] == [["Fewer reminders", "Undo"], ["Undo"], []]
    back = await room.ask(replace(visit, option=f"{kind}.{steps[0]}"), prefs.handlers()["not_fewer"])
    assert said(back) == text.words(f"prefs.fewer.{kind}_{steps[0]}")
    assert value_of(await room.service.preferences(ANA), kind) == steps[0]
    for verb, option in (("fewer", "stats"), ("not_fewer", "stats.off"), ("not_fewer", f"{kind}.x")):
        await room.ask(replace(visit, option=option), prefs.handlers()[verb])
    wanted = await room.service.preferences(ANA)
    assert (wanted.stats, value_of(wanted, kind)) == (True, steps[0])


async def test_snoozing_says_when_the_next_reminder_comes(room: Room) -> None:
    info, person = await waited(room)
    snooze = room.handlers["snooze"]
    visit = Visit(person.id, 0, table=info.id, name=person.name)
    told = said(await room.ask(visit, snooze))
    assert told.startswith(f"Table {info.id} won't remind you before <t:{int(room.now + 4 * HOUR)}")
    other = BEN if person == ANA else ANA
    refusal = said(await room.ask(replace(visit, person=other.id), snooze))
    assert "won't remind you" not in refusal
    assert "won't remind you" not in said(await room.ask(replace(visit, person=CHO.id, guild=5), snooze))


async def test_who_takes_no_dms_is_told_in_the_channel(room: Room) -> None:
    for person in (ANA, BEN):
        await set_dm_closed(room.service.deps, person.id, closed=True)
    info, person = await waited(room)
    call = (await room.posts())[-1]
    fits(call)
    assert call.mentions == (person.id,)
    assert words(call).startswith(f"<@{person.id}>")
    assert f"Your turn at table {info.id}" in words(call).replace("**", "")


async def test_who_can_be_reached_in_neither_way_is_told_on_the_next_screen(room: Room) -> None:
    for person in (ANA, BEN):
        await set_dm_closed(room.service.deps, person.id, closed=True)
    info = await room.begun(ANA, BEN)
    async with room.database.session() as session:
        await session.execute(update(TableRow).values(may_post=False))
        await session.commit()
    await pass_by(room, 9)
    visits = [Visit(person.id, HERE.channel, name=person.name) for person in (ANA, BEN)]
    screens = [await Notices(room.service).prepend(Screen((Text("x"),)), visit) for visit in visits]
    assert [f"It's been your turn at table {info.id}" in said(screen) for screen in screens].count(True) == 1
