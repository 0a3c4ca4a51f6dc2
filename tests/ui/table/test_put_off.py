"""What was refused is what the button of its refusal does: nothing that was asked for is lost on the way."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from bot.contract.lengths import LENGTHS
from bot.contract.tables import Refused, TableInfo
from bot.features.start_times.handlers import read_typed_start as typed_start
from bot.ui.commands.game import asked_for
from bot.ui.lobby import option_parser
from bot.ui.lobby.handlers import thread_title
from bot.ui.lookup import errors
from bot.ui.parts import ADDRESS, Button, Form, Screen, controls
from bot.ui.router import Answer
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.visit import Visit
from tests.ui.table.room import ANA, BEN, HERE, Room, said, words
from tests.ui.table.test_errors import REPLIES

DAY = 86400.0
SOON = 7200.0
LONG = "So we all agreed. " * 11
ASKED: list[tuple[str, str, str | None, str | None, str | None, int | None, int, str]] = [
    (
        "acme",
        "standard",
        "western",
        "short",
        "live",
        5,
        2,
        "window_close double, note Mondays, npc_civs egypt + babylon",
    ),
    ("acme", "alexander", None, None, None, None, 0, ""),
    ("culture_wars", "standard", None, None, "slow", 3, 1, f"note {'Only on Sundays. ' * 17}"),
    ("civ", "basic", None, None, "daily", 4, 1, "note Sundays"),
]


def visit(channel: int = HERE.channel) -> Visit:
    return Visit(BEN.id, channel, name=BEN.name, guild=HERE.guild)


async def opening(room: Room, asked: Any, channel: int, starts: float | None) -> Any:
    """`/game new` with all that, in that channel."""
    game, scenario, board, length, pace, people, npcs, line = asked
    wanted = asked_for(room.all_handlers.lobby, game, board, length, pace, line)
    wanted |= {"scenario": option_parser.read_scenario(scenario, game), "npcs": npcs, "most": people, "starts": starts}
    place = replace(HERE, channel=channel)
    return await room.ask(visit(channel), partial(room.all_handlers.lobby.open, place=place, game=game, **wanted))


async def table_in(room: Room, channel: int) -> TableInfo:
    info = await room.service.table_in(channel, BEN)
    assert info is not None
    return replace(info, id="", place=HERE, fingerprint="", opened_at=None)


def pressed(answer: Any) -> Button:
    (button,) = [part for part in controls(answer) if isinstance(part, Button)]
    return button


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: f"{asked[0]} {asked[1]}")
async def test_a_table_refused_in_a_channel_is_opened_in_a_thread_as_it_was_asked_for(room: Room, asked: Any) -> None:
    await room.service.open_table(ANA, HERE, "acme")
    starts = room.now + SOON
    await opening(room, asked, 500, starts)
    refused = await opening(room, asked, HERE.channel, starts)
    button = pressed(refused)
    assert "is open in <#78>" in await room.say(BEN, button.verb, button.option)
    assert await table_in(room, 78) == await table_in(room, 500)
    assert room.places.opened[-1] == thread_title(asked[0], asked[1], [BEN.name])


async def test_an_offer_stands_for_a_day_and_until_something_else_is_asked_for(room: Room) -> None:
    await room.service.open_table(ANA, HERE, "acme")
    first, second = [pressed(await opening(room, asked, HERE.channel, None)) for asked in ASKED[1:3]]
    assert "This button no longer works" in await room.say(BEN, first.verb, first.option)
    room.now += DAY + 1
    assert "This button no longer works" in await room.say(BEN, second.verb, second.option)
    assert await room.service.table_in(78, BEN) is None


@pytest.mark.parametrize("reason", ["", "agreed", LONG])
async def test_the_whole_reason_for_an_end_is_there_once_it_is_confirmed(room: Room, reason: str) -> None:
    assert len(reason) <= LENGTHS.reason
    info = await room.service.open_table(ANA, HERE, "acme", npcs=1, begun=True)
    asked = await room.ask(
        Visit(ANA.id, HERE.channel, name="Ana", guild=HERE.guild), partial(room.all_handlers.host.end, reason=reason)
    )
    assert isinstance(asked, Screen)
    yes = next(part for part in controls(asked) if isinstance(part, Button))
    await room.press(ANA, yes.verb, yes.option)
    assert (await room.service.info(info.id)).state == "over"
    end = next(post for post in reversed(await room.posts()) if post.kind == "end")
    assert reason.strip() in words(end)


def going_on(answer: Any) -> Button:
    return next(part for part in controls(answer) if isinstance(part, Button) and part.verb == "zone_on")


async def two_games(room: Room) -> list[TableInfo]:
    """Two games of Ben, none of them in the channel in which he asks."""
    return [
        await room.service.open_table(BEN, replace(HERE, channel=900 + n), "acme", npcs=1, begun=True) for n in (0, 1)
    ]


async def test_a_look_without_a_table_is_the_same_look_once_the_table_is_chosen(room: Room) -> None:
    tables, look = await two_games(room), room.all_handlers.look
    for asked in (
        partial(look.map_command, area="judah", show=""),
        partial(look.map_command, area="", show="text"),
        partial(look.log_command, about="", turn="", page=2),
        partial(look.log_command, about="judah", turn="", page=1),
    ):
        refused = await room.ask(visit(500), asked)
        assert isinstance(refused, Screen)
        buttons = [part for part in controls(refused) if isinstance(part, Button)]
        assert [button.label for button in buttons] == [f"Open {one.id}" for one in tables]
        for button, table in zip(buttons, tables, strict=True):
            wanted = await room.ask(replace(visit(500), table=table.id), asked)
            assert await room.press(BEN, button.verb, button.option) == wanted
    assert "no longer works" in await room.say(BEN, "there", f"{tables[0].id}~zone~x")


async def test_what_is_refused_for_want_of_a_time_zone_goes_on_once_it_is_set(room: Room) -> None:
    """Also behind a zone that was not understood at first."""
    room.handlers |= PreferenceHandlers(room.service, lambda: room.now).handlers()
    game, scenario, board, length, pace, people, npcs, line = ASKED[0]
    wanted = asked_for(room.all_handlers.lobby, game, board, length, pace, line)
    wanted |= {"scenario": scenario, "npcs": npcs, "most": people}

    async def opens(asking: Visit, channel: int = 500) -> Answer:
        asked = {"place": [HERE.guild, channel], "game": game, **wanted}
        at = await typed_start(room.all_handlers.lobby, asking, "2025-07-01 18:00", asked)
        return await room.all_handlers.lobby.open_at(asking, replace(HERE, channel=channel), game, starts=at, **wanted)

    refused = await room.ask(visit(), opens)
    for typed in ("nowhere at all", "Berlin"):
        form = await room.press(BEN, pressed(refused).verb, pressed(refused).option)
        assert isinstance(form, Form)
        refused = await room.press(BEN, form.verb, form.option, fields={"zone": (typed,), "hours": ("23-7",)})
    onward = going_on(refused)
    assert "is open" in await room.say(BEN, onward.verb, onward.option)
    at = await room.ask(visit(500), partial(opens, channel=501))
    assert said(at)
    assert await table_in(room, 500) == await table_in(room, 501)
    assert (await table_in(room, 500)).starts_at == datetime(2025, 7, 1, 16, tzinfo=UTC)


async def test_the_time_of_a_lobby_goes_on_once_the_zone_is_set(room: Room) -> None:
    room.handlers |= PreferenceHandlers(room.service, lambda: room.now).handlers()
    info = await room.service.open_table(BEN, HERE, "acme")
    refused = await room.press(BEN, "starts_in", fields={"starts": ("2025-07-01 18:00",)}, table=info.id.lower())
    form = await room.press(BEN, pressed(refused).verb, pressed(refused).option)
    assert isinstance(form, Form)
    kept = await room.press(BEN, form.verb, form.option, fields={"zone": ("Berlin",), "hours": ("",)})
    onward = going_on(kept)
    await room.press(BEN, onward.verb, onward.option)
    assert (await room.service.info(info.id)).starts_at == datetime(2025, 7, 1, 16, tzinfo=UTC)


def test_no_button_of_a_refusal_cuts_what_it_carries() -> None:
    screens = {code: errors.screen(Refused(code, **{"table": "1K9", **filled})) for code, filled, _ in REPLIES}
    carried = [(code, one.verb, one.option) for code, screen in screens.items() for one in controls(screen)]
    assert len(carried) > len(errors.NEXT)
    assert [one for one in carried if not ADDRESS.fullmatch("s|1k9||{1}|{2}".format(*one))] == []


async def test_what_was_put_off_is_ones_own_data_and_goes_with_it(room: Room) -> None:
    await room.service.open_table(ANA, HERE, "acme")
    button = pressed(await opening(room, ASKED[2], HERE.channel, None))
    assert b"Only on Sundays" in (await room.service.personal_data(BEN)).raw
    await room.service.forget_person(BEN)
    assert "This button no longer works" in await room.say(BEN, button.verb, button.option)
    assert said(await opening(room, ASKED[2], 500, None))
