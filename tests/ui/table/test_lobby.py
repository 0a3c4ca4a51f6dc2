"""From `/game new` to the first question, by commands and buttons."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from sqlmodel import select

from bot.contract.preferences import Preferences
from bot.contract.tables import Busy, Person, Place, Refused, TableInfo
from bot.features.host import server_setup
from bot.store.models import SlotRow
from bot.tables.alarm_clock import Clock
from bot.ui.lobby.basics_form import OWN
from bot.ui.lobby.form_reader import read_end
from bot.ui.lobby.handlers import thread_title
from bot.ui.parts import Button, Form, Line, Note, Pick, Screen, controls
from bot.ui.visit import Visit
from bot.ui.words import options_in_words
from bot.ui.words.presentations import lobby_of
from engine.core.text import speaking
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, fits, labels, said, words


async def opened(room: Room, person: Person = ANA) -> TableInfo:
    visit = Visit(person.id, HERE.channel, name=person.name, guild=HERE.guild)
    await room.ask(visit, partial(room.all_handlers.lobby.open, place=HERE, game="acme"))
    info = await room.service.table_in(HERE.channel)
    assert info is not None
    return info


async def test_a_new_table_posts_its_lobby_and_the_host_sits(room: Room) -> None:
    info = await opened(room)
    (post,) = await room.posts()
    assert words(post).startswith("## Ancient Civilizations of the Middle East · table ")
    assert "Full map · ends with Epoch II" in words(post)
    assert f"**Players: 1 ({info.least}–{info.most})**" in words(post)
    assert options_in_words.seats(replace(info, most=info.least), 1) == f"**Players: 1 of {info.least}**"
    assert info.of(ANA)


async def test_joining_tries_a_dm_and_edits_the_lobby(room: Room) -> None:
    await opened(room)
    assert "You have a seat at table" in await room.say(BEN, "join")
    lobby, dm = (await room.posts())[-2:]
    assert "Ana (host) · Ben" in words(lobby)
    assert (dm.user, dm.kind) == (BEN.id, "seated")
    assert "You've already joined table 100." in await room.say(BEN, "join")
    assert "already" in await room.say(BEN, "join")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_whoever_takes_the_last_seat_calls_the_host_who_starts_from_there(room: Room, language: str) -> None:
    await room.service.set_preferences(ANA, Preferences(language=language))
    info = await opened(room)
    await room.service.set_options(info.id, ANA, most=3)
    await room.press(BEN, "join")
    assert not [post for post in await room.posts() if post.kind == "full"]
    await room.press(CHO, "join")
    (post,) = [post for post in await room.posts() if post.kind == "full"]
    fits(post)
    assert (post.user, post.mentions) == (ANA.id, (ANA.id,))
    with speaking(language):
        assert words(post).startswith(f"<@{ANA.id}>")
    await room.press(ANA, "start", table=info.id, dm=True)
    assert (await room.service.info(info.id)).state == "running"


async def test_the_options_screen_is_the_hosts_and_read_only_for_others(room: Room) -> None:
    await opened(room)
    await room.press(BEN, "join")
    mine = await room.press(ANA, "options")
    assert labels(mine) == [
        "opt_set",
        "opt_set",
        "Board, length, pace",
        "More options",
        "Computers",
        "Choose civilizations",
        "Invasions",
        "Culture Tracks",
        "One vs. Two",
        "Teams",
        "Done",
    ]
    theirs = await room.press(BEN, "options")
    assert "Only the host, Ana, can change these options." in said(theirs)
    assert labels(theirs) == ["opt_civ", "Done"]
    assert "Only the host, Ana, can do that." in await room.say(BEN, "opt_set", "map", "western")


async def test_each_line_of_what_is_agreed_on_begins_with_a_capital(room: Room) -> None:
    """At a table of Culture Wars the end comes first: `ends when 3 settlements …`."""
    await room.service.open_table(ANA, HERE, "culture_wars")
    lines = said(await room.press(BEN, "options")).removeprefix("### ").splitlines()
    assert [line for line in lines if line[:1].islower()] == []


async def test_menus_set_map_length_pace_and_npcs(room: Room) -> None:
    info = await opened(room)
    await room.press(ANA, "opt_set", "map", "western")
    await room.press(ANA, "opt_set", "length", "vp_target:50")
    await room.press(ANA, "opt_set", "pace", "brisk")
    await room.press(ANA, "opt_set", "npcs", "2")
    info = await room.service.info(info.id)
    assert info.options == {"map": "western", "vp_target": 50}
    assert (info.settings.pace, info.npcs) == ("brisk", 2)
    await room.press(ANA, "opt_set", "length", "epochs:2")
    assert (await room.service.info(info.id)).options == {"map": "western", "epochs": 2}
    assert isinstance(await room.press(ANA, "opt_set", "length", "own"), Form)


async def test_the_form_of_basics_sets_only_what_was_changed_in_it(room: Room) -> None:
    info = await opened(room)
    form = await room.press(ANA, "opt_basic")
    assert isinstance(form, Form)
    assert [field.key for field in form.fields if isinstance(field, Pick)] == [
        *("map", "start_epoch", "length", "pace", "npcs")
    ]
    fields = {"map": ("western",), "start_epoch": ("1",), "length": ("vp_target:50",), "pace": ("brisk",)}
    shown = await room.say(ANA, "basic_sent", fields={**fields, "npcs": ("2",)})
    assert "Standard game · Western map · to 50 VP" in shown
    info = await room.service.info(info.id)
    assert info.options == {"map": "western", "vp_target": 50}
    assert (info.settings.pace, info.npcs) == ("brisk", 2)
    assert "Only the host, Ana, can do that." in await room.say(BEN, "basic_sent", fields={"npcs": ("0",)})


@pytest.mark.parametrize(
    ("sent", "fields", "wrong"),
    [
        ("opt_sent", {"end": "sixty", "note": "Be kind.", "house": "initial_deities"}, "sixty"),
        ("opt_sent", {"out": "Flod, Atlantis", "end": "time 2h"}, "Flod"),
        ("npcs_sent", {"civs": "atlantis", "presets": "weaker"}, "atlantis"),
        ("npcs_sent", {"knobs": "npc_gold 2"}, "npc_gold"),
        ("basic_sent", {"map": "atlantis", "length": "vp_target:50"}, "must be one of"),
        ("page_sent", {"limited_events": "7"}, "list of numbers from these"),
    ],
)
async def test_what_is_wrong_in_a_form_is_told_above_a_button_that_opens_it_as_it_was_filled_in(
    room: Room, sent: str, fields: dict[str, str], wrong: str
) -> None:
    info = await opened(room)
    page = "invasions" if sent == "page_sent" else ""
    shown = await room.press(ANA, sent, page, fields={key: (value,) for key, value in fields.items()})
    assert isinstance(shown, Screen)
    assert "### Options of table" in said(shown)
    assert wrong in said(shown)
    assert await room.service.info(info.id) == info
    again = next(one for one in controls(shown) if isinstance(one, Button))
    assert (again.label, again.style) == ("Correct the form", "primary")
    for _ in range(2):
        assert fields.items() >= filled(await room.press(ANA, again.verb, again.option), fields).items()
    assert "Correct the form" not in labels(await room.press(ANA, "options"))
    await room.press(ANA, "npcs_sent", fields={"civs": ("mordor",)})
    assert isinstance(await room.press(ANA, again.verb, again.option), Form)


def filled(form: Screen | Form, wanted: dict[str, str]) -> dict[str, str]:
    """What stands in these fields of a form; a list without the value that was sent has nothing chosen."""
    assert isinstance(form, Form)
    there = {field.key: field for field in form.fields if not isinstance(field, Note)}
    assert there.keys() >= wanted.keys()
    lines = {key: one.value for key, one in there.items() if isinstance(one, Line) and key in wanted}
    lists = {key: [c.value for c in one.choices if c.chosen] for key, one in there.items() if isinstance(one, Pick)}
    return {**lines, **{key: values[0] for key, values in lists.items() if key in wanted and values}}


async def test_whoever_has_many_seats_names_three_of_them_on_a_screen(room: Room) -> None:
    info = await opened(room)
    for _ in range(4):
        await room.press(ANA, "join_again")
    first = await room.press(ANA, "opt_civs")
    assert labels(first) == ["opt_civ", "opt_civ", "opt_civ", "Other seats", "Options"]
    second = await room.press(ANA, "opt_civs", "3")
    assert labels(second) == ["opt_civ", "opt_civ", "Other seats", "Options"]
    fifth = (await room.service.info(info.id)).of(ANA)[4]
    named = await room.press(ANA, "opt_civ", str(fifth.number), "egypt")
    assert labels(named) == labels(second)
    assert "Egypt" in said(named)
    assert labels(await room.press(ANA, "opt_civs", "0")) == labels(first)
    assert labels(await room.press(ANA, "opt_civs", "99")) == labels(first)


@pytest.mark.parametrize(
    ("typed", "minutes"), [("time 2h", 120), ("time=90m", 90), ("2 hours", 120), ("time: 10d", 14400), ("1d 12h", 2160)]
)
def test_a_limit_of_time_is_read_in_minutes_hours_and_days(typed: str, minutes: int) -> None:
    ends = {"epochs": None, "vp_target": None, "turns": None, "time": minutes}
    assert read_end(typed, lobby_of("acme"), "acme") == ends


@pytest.mark.parametrize(("typed", "epochs"), [("short", 1), ("Medium", 2), ("long", 4)])
def test_a_length_is_read_by_its_word(typed: str, epochs: int) -> None:
    """ACME-SET-03."""
    ends = {"epochs": epochs, "vp_target": None, "turns": None, "time": None}
    assert read_end(typed, lobby_of("acme"), "acme") == ends
    assert read_end("medium", lobby_of("acme"), "acme", {"start_epoch": 2}) == {**ends, "epochs": 3}


@pytest.mark.parametrize("typed", ["time", "time 2", "2h 60 vp", "turns 2h", "2 houses", "time h"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_end(typed, lobby_of("acme"), "acme")


async def test_a_limit_of_time_is_shown_and_counted_from_the_start(room: Room) -> None:
    await opened(room)
    await room.press(BEN, "join")
    await room.press(ANA, "opt_sent", fields={"end": ("time 2h",)})
    assert "Full map · ends after 2 hours" in words((await room.posts())[-1])
    assert "Custom end: ends after 2 hours" in str(await room.press(ANA, "opt_basic"))
    form = await room.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert "time 2h" in {getattr(f, "value", "") for f in form.fields}
    assert ("Ends after 3 hours", "time 3h") in await room.all_handlers.suggest.lengths("acme", "time 3")
    await room.press(ANA, "start")
    begins = next(told for post in await room.posts() if " starts · " in (told := words(post)))
    assert f"after 2 hours, <t:{int(room.now) + 7200}:f>" in begins
    assert "time limit ends <t:" in await room.say(BEN, "status")
    room.now += 7200
    assert await Clock(room.service, lambda: room.now).close_due() == 1
    told = words((await room.posts())[-1])
    assert "**Time is up**: 2 hours have passed since the start." in told
    assert "time limit ends <t:" not in await room.say(BEN, "status")


async def test_the_form_sets_everything_else(room: Room) -> None:
    """ACME-SET-38: what a table agrees on beside the rules is a note, which changes none of them."""
    info = await opened(room)
    form = await room.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert len(form.fields) == 5
    fields = {
        "house": ("initial_deities", "negate_window", "window_close", "channel"),
        "end": ("turns 10",),
        "out": ("97, hand-axe",),
        "returns": ("off",),
        "note": ("friendly first Epoch",),
    }
    assert "There's no Event card called" in await room.say(ANA, "opt_sent", fields=fields)
    answer = await room.press(ANA, "opt_sent", fields={**fields, "out": ("97, 101",)})
    assert "Options of table" in said(answer)
    info = await room.service.info(info.id)
    assert info.options == {
        "initial_deities": True,
        "negate_window": "holders",
        "turns": 10,
        "without_events": [97, 101],
        "gilgamesh_returns": "off",
    }
    assert (info.settings.window_close, info.settings.channel) == ("early", "brief")
    (post,) = (await room.posts())[-1:]
    assert "2 Event cards left out" in words(post)
    assert "Table agreement: friendly first Epoch" in words(post)
    assert "“soon” isn't a way to end the game" in await room.say(
        ANA, "opt_sent", fields={**fields, "out": (), "end": ("soon",)}
    )


async def test_civilizations_can_be_named_in_advance(room: Room) -> None:
    info = await opened(room)
    await room.press(BEN, "join")
    assert "Ana: Egypt" in await room.say(ANA, "opt_civ", "", "egypt")
    assert "Another player has just taken Egypt. Free: Akkad" in await room.say(BEN, "opt_civ", "", "egypt")
    assert "Ben: Hittites" in await room.say(BEN, "opt_civ", "", "hittites")
    assert "Ben: Hittites" not in await room.say(BEN, "opt_civ", "", "any")
    assert [s.civ for s in (await room.service.info(info.id)).seats] == ["egypt", ""]


async def test_starting_needs_two_seats_and_the_host(room: Room) -> None:
    await opened(room)
    alone = await room.press(ANA, "start")
    assert "One seat is taken, but the game needs 2. Wait for players, or add computers." in said(alone)
    assert labels(alone) == ["Add a computer"]
    await room.press(ANA, "join")
    await room.press(BEN, "join")
    assert "Only the host, Ana" in await room.say(BEN, "start")
    assert "has started" in await room.say(ANA, "start")
    kinds = [post.kind for post in await room.posts()]
    assert kinds[-2:] == ["start", "lobby"] or "start" in kinds
    assert "has already started, with 2 of" in await room.say(CHO, "join")


@pytest.mark.parametrize(
    ("verb", "option", "values"),
    [
        ("opt_basic", "", ()),
        ("opt_more", "", ()),
        ("opt_page", "end", ()),
        ("opt_npcs", "", ()),
        ("opt_civs", "", ()),
        ("opt_set", "length", (OWN,)),
        ("join_again", "", ()),
    ],
)
async def test_an_old_screen_opens_no_form_once_the_game_has_begun(
    room: Room, verb: str, option: str, values: tuple[str, ...]
) -> None:
    """Nobody fills in what could not be sent."""
    await room.begun(ANA, BEN)
    assert "The game at table 100 has already started, with 2 of 6 seats taken." in await room.say(
        ANA, verb, option, *values
    )


def button(answer: Screen | Form) -> Button:
    """The only button of a refusal."""
    assert isinstance(answer, Screen)
    (there,) = [part for part in controls(answer) if isinstance(part, Button)]
    return there


async def test_one_table_a_channel_but_a_thread_for_another(room: Room) -> None:
    info = await opened(room)
    visit = Visit(BEN.id, HERE.channel, name=BEN.name, guild=HERE.guild)
    answer = await room.ask(visit, partial(room.all_handlers.lobby.open, place=HERE, game="acme"))
    assert f"This channel already has table {info.id}" in said(answer)
    assert labels(answer) == ["Open a thread for it"]
    option = button(answer).option
    assert "is open in <#78>" in await room.say(BEN, "thread", option)
    assert "This button no longer works" in await room.say(BEN, "thread", option)
    assert "This button no longer works" in await room.say(CHO, "thread", option)


async def test_what_cannot_be_opened_in_a_thread_now_can_be_once_threads_are_allowed(room: Room) -> None:
    await opened(room)
    visit = Visit(BEN.id, HERE.channel, name=BEN.name, guild=HERE.guild)
    answer = await room.ask(visit, partial(room.all_handlers.lobby.open, place=HERE, game="acme"))
    room.places.opened = ["one already"]
    assert "I can't open a thread here" in await room.say(BEN, "thread", button(answer).option)
    room.places.opened = []
    assert "is open in <#78>" in await room.say(BEN, "thread", button(answer).option)


async def test_a_table_in_a_thread_names_it_and_takes_the_options_along(room: Room) -> None:
    visit = Visit(BEN.id, HERE.channel, name=BEN.name, guild=HERE.guild)
    answer = await room.ask(visit, partial(room.all_handlers.lobby.open_thread, game="acme", settings={"pace": "slow"}))
    assert "is open in <#78>" in said(answer)
    info = await room.service.table_in(78, BEN)
    assert info is not None
    assert info.settings.pace == "slow"
    assert room.places.opened == ["ACME · Ben"]
    assert (await room.posts())[0].kind == "lobby"


@pytest.mark.parametrize(
    ("game", "scenario", "people", "title"),
    [
        ("acme", "", ["Ana", "Ben", "Ana"], "ACME · Ana, Ben"),
        ("acme", "standard", ["Ana"], "ACME · Ana"),
        ("acme", "alexander", ["Hal"], "Alexander the Great · Hal"),
        ("culture_wars", "", ["Ana"], "Culture Wars · Ana"),
        ("civ", "basic", ["Ana"], "Advanced Civilization · Ana"),
        ("civ", "nowhere", ["Ana"], "Advanced Civilization · Ana"),
    ],
)
def test_a_thread_is_called_after_its_game_or_scenario_and_its_players(
    game: str, scenario: str, people: list[str], title: str
) -> None:
    assert thread_title(game, scenario, people) == title


def test_the_title_of_a_thread_is_never_too_long() -> None:
    assert len(thread_title("acme", "", [f"Somebody with a long name {n}" for n in range(8)])) <= 100


@pytest.mark.parametrize("begun", [False, True])
async def test_the_lobby_of_a_table_in_a_forum_is_the_first_message_of_its_post(room: Room, begun: bool) -> None:
    place = Place(HERE.guild, 900, post=True)
    info = await room.service.open_table(ANA, place, "culture_wars", npcs=1, begun=begun)
    assert info.state == ("running" if begun else "lobby")
    (slot,) = await room.database.read(select(SlotRow))
    assert (slot.name, slot.channel, slot.message) == (f"lobby:{info.id}", 900, 900)
    assert (await room.posts())[0].slot == slot.name


async def test_a_server_with_a_forum_has_its_tables_there_and_one_that_is_gone_is_passed_over(room: Room) -> None:
    manager = replace(ANA, moderator=True)
    await server_setup.set_defaults(room.service.deps, manager, {"forum": "900"}, ["900"])
    opening = partial(room.all_handlers.lobby.open_thread, game="acme")
    visit = Visit(BEN.id, HERE.channel, name=BEN.name, guild=HERE.guild)
    assert "is open in <#901>" in said(await room.ask(visit, opening))
    room.places.gone, room.places.opened = {900}, []
    visit = Visit(CHO.id, HERE.channel, name=CHO.name, guild=HERE.guild)
    assert "is open in <#78>" in said(await room.ask(visit, opening))


async def test_nothing_is_left_of_a_thread_whose_table_is_refused(room: Room) -> None:
    visit = Visit(BEN.id, HERE.channel, name=BEN.name, guild=HERE.guild)
    opening = partial(room.all_handlers.lobby.open_thread, game="acme", options={"map": "flat"})
    assert "map: must be one of" in said(await room.ask(visit, opening))
    assert room.places.closed == [78]
    assert await room.service.table_in(78, BEN) is None
    opening = partial(room.all_handlers.lobby.open_thread, game="acme")
    assert "Create Public Threads is missing" in said(await room.ask(visit, opening))
    assert await room.service.list_tables(BEN) == ()


@pytest.mark.parametrize(
    ("settings", "told"),
    [({"note": "n" * 301}, "note"), ({"rooms": "some"}, "you can use off, on")],
)
async def test_no_table_is_opened_whose_settings_are_refused(room: Room, settings: dict[str, str], told: str) -> None:
    visit = Visit(BEN.id, HERE.channel, name=BEN.name, guild=HERE.guild)
    here = partial(room.all_handlers.lobby.open, place=HERE, game="acme", settings=settings)
    assert told in said(await room.ask(visit, here))
    assert await room.service.table_in(HERE.channel) is None
    await room.ask(visit, partial(room.all_handlers.lobby.open_thread, game="acme", settings=settings))
    assert room.places.closed == [78]
    assert await room.service.list_tables(BEN) == ()


async def test_nothing_is_left_of_a_thread_whose_table_meets_too_much_to_do(room: Room) -> None:
    async def nothing_free(_place: Place) -> TableInfo:
        raise Busy

    visit = Visit(BEN.id, HERE.channel, name=BEN.name, guild=HERE.guild)
    with pytest.raises(Busy):
        await room.all_handlers.lobby.in_thread(visit, "acme", nothing_free)
    assert room.places.closed == [78]


async def test_leaving_a_lobby_and_closing_it(room: Room) -> None:
    info = await opened(room)
    await room.press(BEN, "join")
    assert "You've left table" in await room.say(BEN, "leave")
    assert "You aren't playing at table" in await room.say(BEN, "leave")
    ask = await room.ask(
        Visit(ANA.id, HERE.channel, name="Ana", guild=HERE.guild), partial(room.all_handlers.host.end, reason="")
    )
    assert labels(ask) == ["End the game", "Keep playing"]
    option = next(b.option for b in ask.parts[1].buttons)  # type: ignore[union-attr]
    assert "has ended" in await room.say(ANA, "end_yes", option)
    assert (await room.service.info(info.id)).state == "over"


async def test_an_option_line_is_read_item_by_item(room: Room) -> None:
    from bot.ui.commands.game import asked_for

    wanted = asked_for(
        room.all_handlers.lobby,
        "acme",
        "western",
        "vp 60",
        "slow",
        "double disks, window early, without events 97 101, note fair play",
    )
    assert wanted["options"] == {"double_disks": True, "without_events": [97, 101], "map": "western", "vp_target": 60}
    assert wanted["settings"] == {"window_close": "early", "pace": "slow", "note": "fair play"}


async def test_settings_of_the_command_are_those_of_the_table(room: Room) -> None:
    visit = Visit(ANA.id, HERE.channel, name="Ana", guild=HERE.guild)
    wanted = {"pace": "slow", "note": "fair play"}
    await room.ask(visit, partial(room.all_handlers.lobby.open, place=HERE, game="acme", settings=wanted))
    info = await room.service.table_in(HERE.channel)
    assert info is not None
    assert (info.settings.pace, info.settings.note, info.settings.window_close) == ("slow", "fair play", "fixed")


@pytest.mark.parametrize(("game", "phase"), [("acme", "Growth"), ("culture_wars", "settlement"), ("civ", "advances")])
async def test_how_it_works_explains_the_game_and_leads_to_its_guided_game(room: Room, game: str, phase: str) -> None:
    info = await room.service.open_table(ANA, HERE, game)
    screen = await room.press(BEN, "how", table=info.id)
    assert isinstance(screen, Screen)
    told = said(screen)
    assert "### The game" in told
    assert phase in told
    assert "### How it works" in told
    assert [(button.verb, button.option) for button in controls(screen)] == [("learn", game)]


async def test_the_start_tells_those_who_may_talk_that_nothing_is_read(room: Room) -> None:
    await room.begun(ANA, BEN)
    alone = await room.service.open_table(ANA, Place(5, 99), "acme", options={"map": "western"}, npcs=3)
    await room.service.start(alone.id, ANA)
    starts = [words(post) for post in await room.posts() if post.kind == "start"]
    assert ["The bot can't read messages" in start for start in starts] == [True, False]


async def test_windows_of_double_length_outlast_a_form_that_only_knows_early_ones(room: Room) -> None:
    info = await opened(room)
    assert "with twice the time" in await room.say(ANA, "set", "window_close", "double")
    await room.press(ANA, "opt_sent")
    assert (await room.service.info(info.id)).settings.window_close == "double"
    await room.press(ANA, "opt_sent", fields={"house": ("window_close",)})
    assert (await room.service.info(info.id)).settings.window_close == "early"
