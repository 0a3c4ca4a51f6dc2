"""No public post is higher than 700 pixels on a phone, its pictures left out."""

from __future__ import annotations

from contextlib import suppress

import pytest

from bot.contract.tables import Refused, TableInfo
from bot.ui.words.presentations import scenarios_of
from engine.games import GAMES
from tests.core.policy import legal
from tests.service.tables import stop
from tests.ui.table.room import ANA, BEN, HERE, HIGHEST, Room, height, labels, said, words

ALL = [(game, scenario) for game in sorted(GAMES) for scenario in sorted(scenarios_of(game))]
ANSWERS = 12


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("game", "scenario"), ALL)
async def test_posts_of_every_scenario_are_short_from_the_lobby_to_the_end(
    room: Room, game: str, scenario: str, language: str
) -> None:
    """With as many computers as there may be, a link to its page, and ended early."""
    room.service.deps.pages.append("https://boards.example/t/{}-key".format)
    info = await room.service.open_table(ANA, HERE, game, scenario=scenario)
    info = await room.service.change_settings(info.id, ANA, language=language)
    if scenarios_of(game)[scenario].most > 1:
        info = await room.service.join(info.id, BEN)
    info = await fullest(room, info)
    await begun(room, info)
    for n in range(ANSWERS):
        await answered(room, info, n)
    await stop(room.service, info.id)
    seen = {post.kind for post in await room.posts() if post.user is None}
    assert "lobby" in seen
    high = [(post.kind, height(post), words(post)) for post in await room.posts() if post.user is None]
    assert [one for one in high if one[1] > HIGHEST] == []


async def fullest(room: Room, info: TableInfo) -> TableInfo:
    """The table with as many computers as it takes."""
    free = info.most - len([seat for seat in info.seats if seat.person])
    try:
        return await room.service.set_options(info.id, ANA, npcs=free) if free else info
    except Refused:
        return info


async def begun(room: Room, info: TableInfo) -> None:
    """The table begun, if it can begin with these people."""
    with suppress(Refused):
        await room.service.start(info.id, ANA)


async def answered(room: Room, info: TableInfo, n: int) -> None:
    """One answer of whoever is asked, or of the computers."""
    for person in (ANA, BEN):
        if (await room.service.info(info.id)).state != "running" or not info.of(person):
            return
        sheet = await room.service.sheet(info.id, person)
        if sheet.ask is not None and sheet.request is not None:
            await room.service.answer(info.id, person, sheet.ask_no, [legal(sheet.request, sheet.ask, str(n))])
            return
    room.now += 60
    now = await room.service.info(info.id)
    await (room.service.ring(info.id, "window", now.ask_no) if now.window else room.service.ring(info.id, "npcs"))


async def test_a_story_that_is_too_long_for_the_lobby_ends_with_a_sentence(room: Room) -> None:
    """It ended with `Its demands are harder, markers of…`."""
    await room.service.open_table(ANA, HERE, "civ", scenario="expert")
    (lobby,) = [post for post in await room.posts() if post.kind == "lobby"]
    assert "51 advances in 17 chains and the Expert A.S.T.\n" in words(lobby)


async def test_what_the_lobby_of_a_scenario_leaves_out_is_told_behind_its_button(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "acme", scenario="alexander")
    (lobby,) = [post for post in await room.posts() if post.kind == "lobby"]
    assert "A young king has inherited" in words(lobby)
    assert "How often computers win" not in words(lobby)
    assert "**Still free:** Macedon" in words(lobby)
    shown = [one.label for part in lobby.parts for one in getattr(part, "buttons", ())]
    assert shown == ["Join", "Start with 1", "Options", "About this scenario", "More"]
    told = said(await room.press(BEN, "about", table=info.id))
    assert "But time is not on his side." in told
    assert "How often computers win when they play your seat" in told
    more = labels(await room.press(ANA, "more", table=info.id))
    assert {"How it works", "Rules", "Leave the table", "About this scenario"} <= set(more)
