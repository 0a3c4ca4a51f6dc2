"""Looking after a table: settings, seats, host, going back, the end, files."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.contract import posts
from bot.contract.posts import PostPicture
from bot.contract.table_settings import SETTINGS, TIMES
from bot.contract.tables import Place, TableInfo
from bot.features.files import export_import
from bot.features.files.screens import FileHandlers
from bot.features.host.reports import ReportHandlers
from bot.ui.lobby.settings import BOXES, TOPICS, VALUES
from bot.ui.parts import Form, Pick, Row, Screen, controls
from bot.ui.visit import Visit
from engine.core.text import languages, speaking
from tests.service.tables import stop
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, fits, labels, said, words
from tests.ui.table.test_looking import answer_somehow


def visit(person: int = ANA.id, channel: int = HERE.channel) -> Visit:
    return Visit(person, channel, name="Ana", guild=HERE.guild)


async def test_settings_are_changed_by_the_host_and_told_to_all(room: Room) -> None:
    await room.begun(ANA, BEN)
    assert "Only the host, Ana, can change these settings." in await room.say(BEN, "settings")
    shown = await room.say(ANA, "settings")
    assert "**Updates** channel every action · language English · no digest in the channel" in shown
    assert "Changed: time to respond ends early" in await room.say(ANA, "set", "window_close", "early")
    assert "time to respond ends early, once all have responded" in words((await room.posts())[-1])
    assert "Only the host, Ana, can do that." in await room.say(BEN, "set", "channel", "brief")
    wrong = await room.ask(visit(), partial(room.all_handlers.host.change, setting="pace", value="warp"))
    assert "“Pace” can't be “warp”. You can use Live; Brisk; Daily; Slow." in said(wrong)
    unknown = await room.ask(visit(), partial(room.all_handlers.host.change, setting="colour", value=""))
    assert "There's no setting “colour”. Settings: Pace; Time to respond; Channel; Visitors;" in said(unknown)
    for setting, value in (("Time to respond", "EARLY"), ("time to respond", "at the time shown")):
        await room.ask(visit(), partial(room.all_handlers.host.change, setting=setting, value=value))
    with speaking("de"):
        await room.ask(visit(), partial(room.all_handlers.host.change, setting="tempo", value="langsam"))
    info = await room.service.table_in(HERE.channel)
    assert info is not None
    assert (info.settings.window_close, info.settings.pace) == ("fixed", "slow")


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, one in SETTINGS.items() for value in one.offered])
async def test_every_value_that_a_menu_offers_is_kept_and_told(room: Room, name: str, value: str) -> None:
    info = await room.service.open_table(ANA, HERE, "acme")
    assert "Changed: " in await room.say(ANA, "set", name, value)
    kept = (await room.service.info(info.id)).settings
    assert str(getattr(kept, name)) == value
    assert kept == replace(info.settings, **{name: getattr(kept, name)})


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("state", ["lobby", "running"])
async def test_every_setting_of_a_table_stands_in_one_form_with_what_is_set(
    room: Room, language: str, state: str
) -> None:
    room.service.deps.pages.append("https://boards.example/t/{}".format)
    info = await room.service.open_table(ANA, HERE, "acme")
    await room.service.join(info.id, BEN)
    if state == "running":
        await room.service.start(info.id, ANA)
    with speaking(language):
        forms = [await room.press(ANA, "set_form", topic) for topic in TOPICS]
        screen = await room.press(ANA, "settings")
    assert [one.option for one in controls(screen) if one.verb == "set_form"] == list(TOPICS)  # type: ignore[arg-type]
    lists = {
        pick.key: pick for form in forms if isinstance(form, Form) for pick in form.fields if isinstance(pick, Pick)
    }
    boxes = {one.value: one.chosen for one in lists.pop(BOXES).choices}
    there = {*lists, *boxes}
    closed = {"rated", "listed", "rooms", "advice", *TIMES} if state == "running" else {"digest"}
    assert there == {*VALUES} - closed - {"bank_hours", "refill_hours"}
    chosen = {key: [one.value for one in pick.choices if one.chosen] for key, pick in lists.items()}
    assert chosen == {key: [getattr(info.settings, key)] for key in lists}
    assert [name for name, on in boxes.items() if on] == (["listed"] if state == "lobby" else [])


async def test_a_form_of_settings_changes_what_is_different_and_says_so(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "acme")
    before = len(await room.posts())
    same = {"pace": ("daily",), "window_close": ("fixed",), "late": ("offer",), "clock": ("move",)}
    assert "OK, everything stays as it is." in await room.say(ANA, "set_sent", "times", fields=same)
    assert len(await room.posts()) == before
    told = await room.say(ANA, "set_sent", "times", fields={**same, "pace": ("slow",), "late": ("npc",)})
    assert "Changed: pace slow, out of time: the computer answers." in told
    told = await room.say(ANA, "set_sent", "people", fields={BOXES: ("guests", "rooms")})
    assert "Changed: visitors can see and join, not listed in /game find, rooms." in told
    kept = (await room.service.info(info.id)).settings
    assert (kept.pace, kept.late, kept.guests, kept.listed, kept.rooms) == ("slow", "npc", "yes", "no", "on")
    wrong = await room.say(ANA, "set_sent", "times", fields={**same, "pace": ("warp",)})
    assert "warp" in wrong
    assert "There's no setting" in await room.say(ANA, "set_sent", "weather")


async def test_only_the_host_opens_and_sends_the_forms_of_settings(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    assert "Only the host, Ana, can do that." in await room.say(BEN, "set_form", "posts")
    sent = await room.say(BEN, "set_sent", "posts", fields={"channel": ("brief",)})
    assert "Only the host, Ana, can do that." in sent
    assert (await room.service.info(info.id)).settings == info.settings


async def test_a_form_of_the_lobby_that_is_sent_after_the_start_changes_no_times(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    told = await room.say(ANA, "set_sent", "times", fields={"late": ("npc",), "pace": ("daily",)})
    assert "OK, everything stays as it is." in told
    assert (await room.service.info(info.id)).settings == info.settings


async def test_before_it_has_a_civilization_a_seat_that_changes_hands_is_called_by_its_number(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "civ")
    await room.service.join(info.id, BEN)
    await room.service.start(info.id, ANA)
    await room.service.give_seat(info.id, BEN, 2, CHO)
    shown = next(post for post in await room.posts() if post.kind == "offer")
    assert "**seat 2**" in words(shown)
    accept = next(part for part in shown.parts if isinstance(part, posts.PostRow)).buttons[0]
    answer = await room.say(CHO, "accept", accept.option, table=info.id, dm=True)
    assert "You now play **seat 2**." in answer
    assert "**seat 2**" in words((await room.posts())[-1])


async def test_a_seat_goes_to_the_npc_and_back_and_to_somebody_else(room: Room) -> None:
    await room.begun(ANA, BEN)
    host = room.all_handlers.host
    to_npc = await room.ask(visit(), partial(host.seat, typed="egypt", player=None, by="npc"))
    assert "The computer plays **Egypt** until you take it back." in said(to_npc)
    back = await room.ask(visit(), partial(host.seat, typed="egypt", player=None, by="human"))
    assert "You play **Egypt** again." in said(back)
    foreign = await room.ask(visit(), partial(host.seat, typed="hittites", player=CHO, by="human"))
    assert "Ben was last seen at this table <t:" in said(foreign)
    assert "Only the owner" in said(
        await room.ask(visit(), partial(host.seat, typed="hittites", player=None, by="human"))
    )
    given = await room.ask(visit(BEN.id), partial(host.seat, typed="hittites", player=CHO, by="human"))
    assert "Cho can accept until <t:" in said(given)
    assert labels(given) == ["Withdraw the offer"]
    offer = next(post for post in await room.posts() if post.kind == "offer")
    assert f"offers **Hittites** to <@{CHO.id}>, who will then see everything that seat sees." in words(offer)
    accept = next(part for part in offer.parts if isinstance(part, posts.PostRow)).buttons[0]
    assert "That offer is for Cho" in await room.say(ANA, "accept", accept.option, table="100")
    answer = await room.say(CHO, "accept", accept.option, table="100", dm=True)
    assert "You now play **Hittites**." in answer
    assert "That offer is no longer open." in await room.say(CHO, "accept", accept.option, table="100")
    told = [words(post) for post in await room.posts() if post.kind == "matter"]
    assert any(f"<@{CHO.id}> now plays **Hittites**" in text for text in told)
    unknown = await room.ask(visit(), partial(host.seat, typed="rome", player=None, by="npc"))
    assert "There's no seat “rome”" in said(unknown)


async def request(room: Room) -> str:
    """The number of the last request, from its buttons."""
    post = next(post for post in reversed(await room.posts()) if post.kind == "petition" and post.user is None)
    fits(post)
    return next(part for part in post.parts if isinstance(part, posts.PostRow)).buttons[0].option


async def test_a_hand_goes_with_a_seat_only_where_there_are_hands(room: Room) -> None:
    await room.begun(ANA, BEN)
    assert "gets your hand." in await room.say(BEN, "leave")
    other = await room.service.open_table(ANA, Place(HERE.guild, HERE.channel + 1), "culture_wars")
    await room.service.join(other.id, BEN)
    await room.service.start(other.id, ANA)
    told = await room.say(BEN, "leave", table=other.id)
    assert "until someone takes the seat." in told
    assert "hand" not in told


async def test_leaving_a_running_game_asks_once(room: Room) -> None:
    await room.begun(ANA, BEN)
    asked = await room.press(BEN, "leave")
    assert "If you leave, the computer plays Hittites until someone takes the seat." in said(asked)
    assert labels(asked) == ["Leave Hittites", "Stay"]
    assert isinstance(asked, Screen)
    rows = [part for part in asked.parts if isinstance(part, Row)]
    assert "The computer plays for you" in await room.say(BEN, "leave_yes", rows[0].buttons[0].option)
    assert "everything stays as it is" in await room.say(BEN, "stay")


@pytest.mark.soak
async def test_the_host_goes_back_to_an_earlier_phase_with_the_yes_of_the_other(room: Room) -> None:
    await room.begun(ANA, BEN)
    for _ in range(12):
        await answer_somehow(room)
    assert "Only the host, Ana" in await room.say(BEN, "rewind")
    screen = await room.press(ANA, "rewind")
    assert isinstance(screen, Screen)
    menu = screen.parts[1]
    value = menu.choices[-1].value  # type: ignore[union-attr]
    asked = await room.press(ANA, "rewind_ask", "", value)
    assert labels(asked) == ["Go back", "Keep playing"]
    assert "Hittites can agree until" in await room.say(ANA, "rewind_yes", value)
    assert "Everyone agreed" in await room.say(BEN, "agree", await request(room))
    assert any("took the game back to" in words(post) for post in await room.posts())
    assert "can't go back to that point" in await room.say(ANA, "rewind_ask", "", "999")


async def test_the_end_asks_once_and_publishes_the_number(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    assert "The number is published when the game ends" in await room.say(BEN, "verify")
    ask = partial(room.all_handlers.host.end, reason="agreed")
    asked = await room.ask(visit(), ask)
    assert "You can't undo this." in said(asked)
    assert isinstance(asked, Screen)
    option = asked.parts[1].buttons[0].option  # type: ignore[union-attr]
    assert "I've asked the others" in await room.say(ANA, "end_yes", option)
    assert "The number is published when the game ends" in await room.say(BEN, "verify")
    assert "The vote passed, so it's done." in await room.say(BEN, "agree", await request(room))
    end = [post for post in await room.posts() if post.kind == "end"][-1]
    assert "ab" * 32 in words(end)
    assert "Ana ended the game: agreed" in words(end)
    assert "The fingerprint matches." in await room.say(CHO, "verify")
    over = await room.ask(visit(), ask)
    assert f"The game at table {info.id} ended on <t:" in said(over)
    assert labels(over) == ["Final board", "Replay", "Fair shuffles", "Rematch"]
    assert "The game is over." in await room.say(CHO, "status")


async def test_a_table_moves_to_another_channel_and_comes_back_from_a_file(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    moved = await room.ask(visit(channel=88), partial(room.all_handlers.host.move, table=info.id, place=Place(5, 88)))
    assert "continues in this channel" in said(moved)
    file = await export_import.export(room.service, info.id, ANA)
    assert file.sealed
    here = partial(room.of(FileHandlers).imported, place=Place(5, 99), raw=file.raw)
    assert "this bot already has that table" in said(await room.ask(visit(channel=99), here))
    broken = partial(room.of(FileHandlers).imported, place=Place(5, 99), raw=b"{}")
    assert "I can't use this file: it's damaged" in said(await room.ask(visit(channel=99), broken))


async def test_a_new_channel_is_shown_the_board_and_rings_who_is_asked(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    await room.service.move(info.id, ANA, Place(5, 88))
    standing = await room.service.standing(info.id)
    assert standing.ask is not None
    post = (await room.posts())[-1]
    text = words(post)
    asks, head, *_ = text.split("\n")
    assert "<@" in asks
    assert head.startswith(f"## Table {info.id} continues here · ")
    assert [part.draw for part in post.parts if isinstance(part, PostPicture)] == ["board"]
    asked = [seat.person.id for seat in standing.ask.asked if seat.person]
    assert post.mentions == tuple(asked)
    assert all(f"<@{person}>" in text for person in asked)


async def brought(room: Room, *, over: bool) -> TableInfo:
    """A game of two that Cho has brought to another channel: finished, or running."""
    info = await room.begun(ANA, BEN)
    running = await export_import.export(room.service, info.id, ANA)
    await stop(room.service, info.id)
    raw = (await export_import.export(room.service, info.id, BEN)).raw if over else running.raw
    here = partial(room.of(FileHandlers).imported, place=Place(5, 99), raw=raw)
    answer = await room.ask(visit(CHO.id, channel=99), here)
    made = await room.service.table_in(99)
    assert made is not None
    assert f"Table {made.id} " in said(answer)
    if over:
        assert "is over. You can look at" in said(answer)
        assert labels(answer) == ["Log", "Map", "Status"]
    else:
        assert (
            "continues here once everyone is back. Seats: Egypt (reserved for Ana) and Hittites (reserved for Ben)"
            in said(answer)
        )
    return made


async def test_a_finished_game_is_brought_to_be_looked_at(room: Room) -> None:
    info = await brought(room, over=True)
    for verb, shown in (("status", "The game is over."), ("log", "Hittites"), ("map", "")):
        assert shown in await room.say(CHO, verb, channel=99, table=info.id)
    assert [post.kind for post in await room.posts() if post.user is None][-1] == "end"


async def test_a_running_game_that_was_brought_waits_for_those_who_played_it(room: Room) -> None:
    info = await brought(room, over=False)
    post = (await room.posts())[-1]
    fits(post)
    assert f"brought table {info.id} here" in words(post)
    assert "Still open: Egypt (reserved for Ana) and Hittites (reserved for Ben)." in words(post)
    assert post.mentions == ()
    there: dict[str, Any] = {"channel": 99, "table": info.id}
    assert "The game waits until everyone is back." in await room.say(CHO, "status", **there)
    assert "already started" in await room.say(CHO, "join", **there)
    assert "You play **Egypt** again." in await room.say(ANA, "join", **there)
    assert "Ana plays **Egypt** again. Still open: Hittites (reserved for Ben)." in words((await room.posts())[-2])
    taken = await room.press(BEN, "join", **there)
    assert labels(taken) == ["My turn"]
    told = [words(post) for post in await room.posts()]
    assert any(f"Table {info.id} continues here" in text for text in told)


async def test_more_holds_the_rest_and_a_report_is_noted(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    more = await room.press(CHO, "more")
    assert labels(more) == [
        "Log",
        "Status",
        "Rules",
        "Legend",
        "Settings",
        "Help",
        "Follow",
        "Report a problem",
        "Replay",
    ]
    assert labels(await room.press(CHO, "watch", table=info.id)) == ["Stop following"]
    assert "Stop following" in labels(await room.press(CHO, "more"))
    assert "Leave the table" in labels(await room.press(BEN, "more"))
    form = await room.press(CHO, "report")
    assert isinstance(form, Form)
    noted = await room.say(CHO, "report_in", fields={"text": ("The map is upside down",)})
    assert f"with table {info.id}, question " in noted
    asked = await room.press(CHO, "report", "7F3A")
    assert isinstance(asked, Form)
    assert asked.option == "7F3A"
    assert "Reported to the bot owner as 7F3A" in await room.say(
        CHO, "report_in", asked.option, fields={"text": ("Twice now",)}
    )
    elsewhere = replace(visit(CHO.id, channel=4711), fields={"text": ("No table at all",)})
    assert "with version" in said(await room.ask(elsewhere, room.of(ReportHandlers).report_in))
    assert "I'll try again" in await room.say(CHO, "retry_dm")


async def test_without_a_table_here_mine_are_named(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    second = await room.service.open_table(ANA, Place(5, 78), "acme")
    lost = await room.ask(visit(channel=4711), room.all_handlers.look.status)
    yours = f"Your tables: {info.id} <#77> (your turn) and {second.id} <#78>. Or open one"
    assert f"There's no game in this channel. {yours}" in said(lost)
    assert len(labels(lost)) == 2
    nobody = await room.ask(Visit(CHO.id, 4711, name="Cho"), room.all_handlers.look.status)
    assert "Open one with `/game new`." in said(nobody)
    listed = await room.ask(visit(), room.all_handlers.look.tables)
    assert said(listed).count("<#") == 2
    unknown = await room.ask(Visit(CHO.id, 4711, "zzz", name="Cho"), room.all_handlers.look.status)
    assert "I can't find table ZZZ here." in said(unknown)


async def test_a_forged_button_of_another_servers_moderator_ends_nothing(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    elsewhere = {"table": info.id, "guild": 6, "moderator": True}
    for option in (f"end-{info.id}-0~1~mine", f"end-{info.id}-0~~mine", f"end-{info.id}-0"):
        assert f"I can't find table {info.id} here." in await room.say(CHO, "end_yes", option, **elsewhere)
        told = await room.say(CHO, "end_yes", option, table=info.id)
        assert "Only the host, Ana" in told or "This button no longer works" in told
    assert (await room.service.info(info.id)).state == "running"
    assert "has ended" in await room.say(CHO, "end_yes", f"end-{info.id}-0", table=info.id, moderator=True)


async def test_a_thread_stands_for_its_channel_and_a_dm_for_ones_own_tables(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    status = room.all_handlers.look.status
    thread = Visit(CHO.id, 4711, name="Cho", guild=HERE.guild, parent=HERE.channel)
    assert info.id in said(await room.ask(thread, status))
    assert "There's no game in this channel." in said(await room.ask(replace(thread, parent=12), status))
    assert "There's no game in this channel." in said(await room.ask(replace(thread, guild=6), status))
    assert info.id in await room.say(BEN, "status", dm=True, channel=99)
    for verb in ("status", "map", "log", "settings", "verify", "more", "join", "options"):
        assert "You can't use tables of other servers" in await room.say(CHO, verb, dm=True, channel=99, table=info.id)
