"""A time to begin as people type, see and change it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import partial

import pytest

from bot.contract.posts import Post, PostRow
from bot.contract.preferences import Preferences
from bot.contract.tables import Refused
from bot.features.find.screens import FindHandlers
from bot.features.start_times.screens import read_start
from bot.tables.alarm_clock import Clock
from bot.ui.parts import Form, Line, Note, Screen
from bot.ui.visit import Visit
from engine.core.text import languages, speaking
from tests.ui.table.room import ANA, BEN, HERE, NOW, Room, everything, fits, labels, said, words

DAY = 86400.0
BERLIN = "Europe/Berlin"
VISIT = Visit(ANA.id, HERE.channel, name=ANA.name, sight=everything)


def utc(year: int, month: int, day: int, hour: int, minute: int = 0) -> float:
    return datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()


# NOW is the 15th of June 2025, 15:06:40 in UTC
@pytest.mark.parametrize(
    ("typed", "zone", "wanted"),
    [
        ("2025-07-01 18:00", BERLIN, utc(2025, 7, 1, 16)),
        (" 2025-7-1  18:00 ", BERLIN, utc(2025, 7, 1, 16)),
        ("2025-12-01T18:00", BERLIN, utc(2025, 12, 1, 17)),
        ("1.7.2025 18:00", BERLIN, utc(2025, 7, 1, 16)),
        ("1. 7. 2025 9:05", BERLIN, utc(2025, 7, 1, 7, 5)),
        ("2025-07-01 18:00 UTC", BERLIN, utc(2025, 7, 1, 18)),
        ("2025-07-01 18:00 gmt", "", utc(2025, 7, 1, 18)),
        ("today 20:30", BERLIN, utc(2025, 6, 15, 18, 30)),
        ("Tomorrow 00:15", BERLIN, utc(2025, 6, 15, 22, 15)),
        ("tomorrow 8:00", "Pacific/Auckland", utc(2025, 6, 16, 20)),
        ("3h", "", utc(2025, 6, 15, 18, 6)),
        ("6pm", BERLIN, utc(2025, 6, 15, 16)),
        ("12 a.m.", BERLIN, utc(2025, 6, 15, 22)),
        ("18:00", BERLIN, utc(2025, 6, 15, 16)),
        ("9:00", BERLIN, utc(2025, 6, 16, 7)),
        ("18 Uhr", BERLIN, utc(2025, 6, 15, 16)),
        ("tomorrow at 18:00", BERLIN, utc(2025, 6, 16, 16)),
        ("tomorrow 18h", BERLIN, utc(2025, 6, 16, 16)),
        ("Friday 20:00", BERLIN, utc(2025, 6, 20, 18)),
        ("Fr. 20 Uhr", BERLIN, utc(2025, 6, 20, 18)),
        ("Sunday at 9:00", BERLIN, utc(2025, 6, 22, 7)),
        ("dimanche à 20h30", BERLIN, utc(2025, 6, 15, 18, 30)),
        ("6pm UTC", "", utc(2025, 6, 15, 18)),
        ("<t:1796151600>", "", 1796151600.0),
        ("<t:1796151600:R>", BERLIN, 1796151600.0),
        ("in 2d 30m", "", utc(2025, 6, 17, 15, 36)),
        ("2025-10-26 02:30", BERLIN, utc(2025, 10, 26, 0, 30)),
        ("never", BERLIN, None),
        ("", "", None),
        ("Off", "", None),
    ],
)
def test_what_is_typed_is_read_in_the_zone_of_who_types(typed: str, zone: str, wanted: float | None) -> None:
    assert read_start(typed, zone, NOW) == wanted


def test_words_of_the_language_being_spoken_are_read_and_english_ones_too() -> None:
    with speaking("de"):
        told = [read_start(text, BERLIN, NOW) for text in ("heute 20:30", "morgen 20:30", "tomorrow 20:30", "nie")]
    assert told == [utc(2025, 6, 15, 18, 30), utc(2025, 6, 16, 18, 30), utc(2025, 6, 16, 18, 30), None]


@pytest.mark.parametrize(
    ("typed", "zone", "code"),
    [
        ("soon", BERLIN, "bad_start"),
        ("18", BERLIN, "bad_start"),
        ("13pm", BERLIN, "bad_start"),
        ("someday 18:00", BERLIN, "bad_start"),
        ("2025-02-30 18:00", BERLIN, "bad_start"),
        ("2025-07-01 24:00", BERLIN, "bad_start"),
        ("2025-07-01 18:60", BERLIN, "bad_start"),
        ("2025-07-01", BERLIN, "bad_start"),
        ("07/01/2025 18:00", BERLIN, "bad_start"),
        ("9999-12-31 23:59", "America/New_York", "bad_start"),
        ("0000-01-01 00:00", "", "bad_start"),
        ("0m", "", "bad_start"),
        ("۲۰۲۵-07-01 18:00", BERLIN, "bad_start"),
        ("2025-07-01 18:00", "", "no_zone"),
        ("tomorrow 18:00", "", "no_zone"),
        ("2026-03-29 02:30", BERLIN, "start_gap"),
    ],
)
def test_what_is_no_time_is_refused_with_the_reason(typed: str, zone: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_start(typed, zone, NOW)
    assert refusal.value.code == code


async def planned(room: Room, typed: str = "2d") -> str:
    """A lobby of the host alone that begins by itself; its id."""
    await room.service.set_preferences(ANA, Preferences(zone=BERLIN, quiet_from=0, quiet_to=0))
    await room.service.open_table(ANA, HERE, "acme", options={"map": "western"})
    answer = await room.press(ANA, "starts_in", fields={"starts": (typed,)})
    assert isinstance(answer, Screen)
    return answer.table


async def newest(room: Room, kind: str) -> Post:
    return next(post for post in reversed(await room.posts()) if post.kind == kind)


async def pass_time(room: Room, seconds: float) -> None:
    room.now += seconds
    await Clock(room.service, lambda: room.now).close_due()


async def test_the_host_sets_the_time_with_a_form_and_everybody_sees_it_in_their_own_zone(room: Room) -> None:
    table = await planned(room, "tomorrow 18:00")
    stamp = int(utc(2025, 6, 16, 16))
    shown = f"<t:{stamp}:f> (<t:{stamp}:R>)"
    assert shown in words(await newest(room, "lobby"))
    settings = await room.press(ANA, "settings")
    assert shown in said(settings)
    assert "Start time" in labels(settings)
    assert shown in said(await room.press(BEN, "status"))
    find = partial(room.of(FindHandlers).find)
    assert shown in said(await room.ask(VISIT, find))
    form = await room.press(ANA, "starts")
    assert isinstance(form, Form)
    assert BERLIN in str(form.fields[0])
    assert "starts when its host presses" in said(await room.press(ANA, "starts_in", fields={"starts": ("",)}))
    assert shown not in words(await newest(room, "lobby"))
    assert (await room.service.info(table)).starts_at is None


@pytest.mark.parametrize("language", languages())
async def test_whose_zone_is_not_known_gets_examples_in_utc_each_of_which_is_read(room: Room, language: str) -> None:
    await planned(room)
    await room.service.set_preferences(ANA, Preferences())
    with speaking(language):
        form = await room.press(ANA, "starts")
        assert isinstance(form, Form)
        note, line = form.fields
        assert isinstance(note, Note)
        assert isinstance(line, Line)
        assert "UTC" in note.text
        refused = said(await room.press(ANA, "starts_in", fields={"starts": ("soon",)}))
        for shown in (line.example, ", ".join(re.findall("`(.+?)`", refused)[:3])):
            typed = shown.split(", ")
            assert [one.endswith("UTC") for one in typed] == [True, True, False]
            assert all(read_start(one, "", utc(2025, 6, 15, 12)) for one in typed)


async def test_the_setting_is_typed_too_and_others_than_the_host_are_refused(room: Room) -> None:
    await planned(room)
    change = room.all_handlers.host.change
    assert "starts <t:" in said(await room.ask(VISIT, partial(change, setting="starts", value="3h")))
    assert "I can't read “x” as a time." in said(await room.ask(VISIT, partial(change, setting="starts", value="x")))
    assert "up to 30 days from now" in said(await room.ask(VISIT, partial(change, setting="starts", value="31d")))
    other = Visit(BEN.id, HERE.channel, name=BEN.name, sight=everything)
    assert "host" in said(await room.ask(other, partial(change, setting="starts", value="3h")))
    told = (await room.service.info("100")).starts_at
    assert told is not None
    assert told.timestamp() == int(NOW) // 60 * 60 + 3 * 3600
    assert "never" not in said(await room.ask(VISIT, partial(change, setting="starts", value="never")))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_dm_and_question_fit_in_both_languages_and_their_buttons_work(room: Room, language: str) -> None:
    table = await planned(room)
    await room.service.change_settings(table, ANA, language=language)
    await pass_time(room, DAY)
    dm = await newest(room, "starting")
    fits(dm)
    assert (dm.user, dm.mentions) == (ANA.id, (ANA.id,))
    assert ("starts <t:" if language == "en" else "beginnt <t:") in words(dm)
    await pass_time(room, DAY - 3600)
    await pass_time(room, 3600)
    question = await newest(room, "unfilled")
    fits(question)
    assert "100" in words(question)
    buttons = [button for part in question.parts if isinstance(part, PostRow) for button in part.buttons]
    assert [button.verb for button in buttons] == ["start_fill", "start_wait", "start_end"]
    at = buttons[0].option
    assert "host" in said(await room.press(BEN, "start_wait", at, table=table))
    assert "starts <t:" in said(await room.press(ANA, "start_wait", at, table=table, dm=True))
    assert "already has a new start time" in said(await room.press(ANA, "start_end", at, table=table, dm=True))
    assert "already has a new start time" in said(
        await room.press(ANA, "start_fill", "garbage" * 8, table=table, dm=True)
    )


async def test_npcs_fill_and_the_game_begins(room: Room) -> None:
    table = await planned(room)
    await pass_time(room, 2 * DAY)
    question = await newest(room, "unfilled")
    button = next(button for part in question.parts if isinstance(part, PostRow) for button in part.buttons)
    assert "started" in said(await room.press(ANA, button.verb, button.option, table=table, dm=True))
    assert (await room.service.info(table)).state == "running"


async def test_a_lobby_of_npcs_in_all_seats_begins_without_a_question(room: Room) -> None:
    table = await planned(room)
    await room.service.join(table, BEN)
    await pass_time(room, 2 * DAY)
    assert (await room.service.info(table)).state == "running"
    assert not [post for post in await room.posts() if post.kind == "unfilled"]


@pytest.mark.parametrize("language", ["en", "de"])
async def test_an_idle_lobby_asks_its_host_whose_button_keeps_it_open(room: Room, language: str) -> None:
    info = await room.service.open_table(ANA, HERE, "acme", options={"map": "western"})
    await room.service.change_settings(info.id, ANA, language=language)
    await pass_time(room, 14 * DAY)
    question = await newest(room, "idle")
    fits(question)
    assert question.user == ANA.id
    assert f"<t:{int(room.now + 3 * DAY)}:f>" in words(question)
    (button,) = [button for part in question.parts if isinstance(part, PostRow) for button in part.buttons]
    assert "host" in said(await room.press(BEN, button.verb, button.option, table=info.id))
    assert "stays open" in said(await room.press(ANA, button.verb, button.option, table=info.id, dm=True))
    await pass_time(room, 14 * DAY)
    await pass_time(room, 3 * DAY)
    assert (await room.service.info(info.id)).state == "over"
    closed = await newest(room, "matter")
    assert ("is closed" if language == "en" else "ist geschlossen") in words(closed)
