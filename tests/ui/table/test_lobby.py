"""From `/game new` to the first question, by commands and buttons."""

from __future__ import annotations

from functools import partial

import pytest

from bot.clock import Clock
from bot.contract import Person, Refused, TableInfo
from bot.ui.parts import Form
from bot.ui.router import Visit
from bot.ui.table.written import read_end
from bot.ui.vocabulary import lobby_of
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, labels, said, words


async def opened(desk: Room, person: Person = ANA) -> TableInfo:
    visit = Visit(person.id, HERE.channel, name=person.name)
    await desk.ask(visit, partial(desk.desks.lobby.open, place=HERE, game="acme"))
    info = await desk.service.table_in(HERE.channel)
    assert info is not None
    return info


async def test_a_new_table_posts_its_lobby_and_the_host_sits(desk: Room) -> None:
    info = await opened(desk)
    (post,) = await desk.posts()
    assert words(post).startswith("## Ancient Civilizations of the Middle East · table ")
    assert "Full map · ends with Epoch III" in words(post)
    assert "**Seats 1 of" in words(post)
    assert info.of(ANA)


async def test_joining_tries_a_dm_and_edits_the_lobby(desk: Room) -> None:
    await opened(desk)
    assert "You sit at table" in await desk.say(BEN, "join")
    lobby, dm = (await desk.posts())[-2:]
    assert "Ana (host) · Ben" in words(lobby)
    assert (dm.user, dm.kind) == (BEN.id, "seated")
    assert "You sit at table" in await desk.say(BEN, "join")
    assert "already" in await desk.say(BEN, "join")


async def test_the_options_screen_is_the_hosts_and_read_only_for_others(desk: Room) -> None:
    await opened(desk)
    await desk.press(BEN, "join")
    mine = await desk.press(ANA, "options")
    assert labels(mine) == [
        "opt_set",
        "opt_set",
        "opt_set",
        "opt_set",
        "opt_set",
        "opt_set",
        "More options",
        "NPCs",
        "Name the civilizations",
        "One vs. Two",
        "Done",
    ]
    theirs = await desk.press(BEN, "options")
    assert "Only Ana, the host, can change them." in said(theirs)
    assert labels(theirs) == ["opt_civ", "Done"]
    assert "Only Ana, the host, can do that." in await desk.say(BEN, "opt_set", "map", "western")


async def test_menus_set_map_length_pace_and_npcs(desk: Room) -> None:
    info = await opened(desk)
    await desk.press(ANA, "opt_set", "map", "western")
    await desk.press(ANA, "opt_set", "length", "vp_target:50")
    await desk.press(ANA, "opt_set", "pace", "brisk")
    await desk.press(ANA, "opt_set", "npcs", "2")
    info = await desk.service.info(info.id)
    assert info.options == {"map": "western", "vp_target": 50}
    assert (info.settings.pace, info.npcs) == ("brisk", 2)
    await desk.press(ANA, "opt_set", "length", "epochs:2")
    assert (await desk.service.info(info.id)).options == {"map": "western", "epochs": 2}
    assert isinstance(await desk.press(ANA, "opt_set", "length", "own"), Form)


@pytest.mark.parametrize(
    ("typed", "minutes"), [("time 2h", 120), ("time=90m", 90), ("2 hours", 120), ("time: 10d", 14400), ("1d 12h", 2160)]
)
def test_a_limit_of_time_is_read_in_minutes_hours_and_days(typed: str, minutes: int) -> None:
    ends = {"epochs": None, "vp_target": None, "turns": None, "time": minutes}
    assert read_end(typed, lobby_of("acme"), "acme") == ends


@pytest.mark.parametrize("typed", ["time", "time 2", "2h 60 vp", "turns 2h", "2 houses", "time h"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_end(typed, lobby_of("acme"), "acme")


async def test_a_limit_of_time_is_shown_and_counted_from_the_start(desk: Room) -> None:
    await opened(desk)
    await desk.press(BEN, "join")
    await desk.press(ANA, "opt_sent", fields={"end": ("time 2h",)})
    assert "Full map · ends after 2 hours" in words((await desk.posts())[-1])
    assert "Own end: ends after 2 hours …" in str(await desk.press(ANA, "options"))
    form = await desk.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert "time 2h" in {getattr(f, "value", "") for f in form.fields}
    assert ("time 3h", "time 3h") in await desk.desks.suggest.lengths("acme", "time 3")
    await desk.press(ANA, "start")
    begins = next(told for post in await desk.posts() if "begins" in (told := words(post)))
    assert f"after 2 hours, <t:{int(desk.now) + 7200}:f>" in begins
    assert "Time is up <t:" in await desk.say(BEN, "status")
    desk.now += 7200
    assert await Clock(desk.service, lambda: desk.now).close_due() == 1
    told = words((await desk.posts())[-1])
    assert "**Time is up**: 2 hours have passed since the start." in told
    assert "Time is up <t:" not in await desk.say(BEN, "status")


async def test_the_form_sets_everything_else(desk: Room) -> None:
    info = await opened(desk)
    form = await desk.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert len(form.fields) == 5
    fields = {
        "house": ("initial_deities", "negate_window", "window_close", "channel"),
        "end": ("turns 10",),
        "out": ("97, hand-axe",),
        "returns": ("off",),
        "note": ("friendly first Epoch",),
    }
    assert "is no Event card" in await desk.say(ANA, "opt_sent", fields=fields)
    answer = await desk.press(ANA, "opt_sent", fields={**fields, "out": ("97, 101",)})
    assert "Options of table" in said(answer)
    info = await desk.service.info(info.id)
    assert info.options == {
        "initial_deities": True,
        "negate_window": "holders",
        "turns": 10,
        "without_events": [97, 101],
        "gilgamesh_returns": "off",
    }
    assert (info.settings.window_close, info.settings.channel) == ("early", "brief")
    (post,) = (await desk.posts())[-1:]
    assert "2 Event cards left out" in words(post)
    assert "Table agreement: friendly first Epoch" in words(post)
    assert "I could not read “soon”" in await desk.say(ANA, "opt_sent", fields={**fields, "out": (), "end": ("soon",)})


async def test_civilizations_can_be_named_in_advance(desk: Room) -> None:
    info = await opened(desk)
    await desk.press(BEN, "join")
    assert "Ana: Egypt" in await desk.say(ANA, "opt_civ", "", "egypt")
    assert "Egypt was taken a moment ago. Free: Akkad" in await desk.say(BEN, "opt_civ", "", "egypt")
    assert "Ben: Hittites" in await desk.say(BEN, "opt_civ", "", "hittites")
    assert "Ben: Hittites" not in await desk.say(BEN, "opt_civ", "", "any")
    assert [s.civ for s in (await desk.service.info(info.id)).seats] == ["egypt", ""]


async def test_starting_needs_two_seats_and_the_host(desk: Room) -> None:
    await opened(desk)
    alone = await desk.press(ANA, "start")
    assert "One seat is taken and 2 are needed; NPCs count." in said(alone)
    assert labels(alone) == ["Add an NPC"]
    await desk.press(ANA, "join")
    await desk.press(BEN, "join")
    assert "Only Ana" in await desk.say(BEN, "start")
    assert "has begun" in await desk.say(ANA, "start")
    kinds = [post.kind for post in await desk.posts()]
    assert kinds[-2:] == ["start", "lobby"] or "start" in kinds
    assert "has begun with 2 of" in await desk.say(CHO, "join")


async def test_one_table_a_channel_but_a_thread_for_another(desk: Room) -> None:
    info = await opened(desk)
    visit = Visit(BEN.id, HERE.channel, name=BEN.name)
    answer = await desk.ask(visit, partial(desk.desks.lobby.open, place=HERE, game="acme"))
    assert f"Table {info.id} is played here." in said(answer)
    assert labels(answer) == ["Open a thread for it"]
    assert "is open in <#78>" in await desk.say(BEN, "thread")
    assert "I may not open a thread here" in await desk.say(CHO, "thread")


async def test_leaving_a_lobby_and_closing_it(desk: Room) -> None:
    info = await opened(desk)
    await desk.press(BEN, "join")
    assert "You have left table" in await desk.say(BEN, "leave")
    assert "You have no seat at table" in await desk.say(BEN, "leave")
    ask = await desk.ask(
        Visit(ANA.id, HERE.channel, name="Ana"), partial(desk.desks.host.end, reason="", moderator=False)
    )
    assert labels(ask) == ["End the game", "Go on playing"]
    option = next(b.option for b in ask.parts[1].buttons)  # type: ignore[union-attr]
    assert "has ended" in await desk.say(ANA, "end_yes", option)
    assert (await desk.service.info(info.id)).state == "over"


async def test_an_option_line_is_read_item_by_item(desk: Room) -> None:
    from bot.cogs.game import asked_for

    wanted = asked_for(
        desk.desks.lobby,
        "acme",
        "western",
        "vp 60",
        "slow",
        "double disks, window early, without events 97 101, note fair play",
    )
    assert wanted["options"] == {"double_disks": True, "without_events": [97, 101], "map": "western", "vp_target": 60}
    assert wanted["settings"] == {"window_close": "early", "pace": "slow", "note": "fair play"}


async def test_settings_of_the_command_are_those_of_the_table(desk: Room) -> None:
    visit = Visit(ANA.id, HERE.channel, name="Ana")
    wanted = {"pace": "slow", "note": "fair play"}
    await desk.ask(visit, partial(desk.desks.lobby.open, place=HERE, game="acme", settings=wanted))
    info = await desk.service.table_in(HERE.channel)
    assert info is not None
    assert (info.settings.pace, info.settings.note, info.settings.window_close) == ("slow", "fair play", "fixed")
