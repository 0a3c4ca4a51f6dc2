"""The browsers in which a person is signed in: listed among their settings, and signed out there."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import ClientResponse

from bot.contract.tables import Person
from bot.tables.people.web_sessions import sign_out, signed_in
from bot.ui.parts import Menu, Screen, controls
from bot.ui.settings.browsers import browsers_screen
from bot.web.sessions import number_of
from tests.ui.table.room import ANA, BEN, CHO, DEE, labels, said
from tests.web.site import News, Site
from tests.web.test_members import REFUSED, ended, entered, statuses, stored, table

__all__ = ["table"]
DAY = 86400.0


async def prefs(site: Site, person: Person = CHO) -> Screen:
    screen = await site.room.press(person, "browsers")
    assert isinstance(screen, Screen)
    return screen


def menu(screen: Screen) -> Menu:
    return next(one for one in controls(screen) if isinstance(one, Menu))


async def test_settings_lead_to_the_browsers_only_where_the_bot_has_pages(site: Site) -> None:
    assert "Browsers" in labels(await site.room.press(CHO, "prefs_show"))
    site.room.service.deps.pages.clear()
    assert "Browsers" not in labels(await site.room.press(CHO, "prefs_show"))


async def test_a_person_sees_their_own_browsers_and_the_one_used_last_comes_first(site: Site) -> None:
    assert "You aren't signed in anywhere." in said(await prefs(site))
    await entered(site)
    await entered(site, DEE)
    site.room.now += DAY
    await entered(site, guild=6)
    screen = await prefs(site)
    lines = [line for line in said(screen).splitlines() if line[:2] in {"1.", "2."}]
    now, before = (int(site.room.now - ago) for ago in (0, DAY))
    assert lines == [
        f"1. **another server** since <t:{now}:D>, last used <t:{now}:R>",
        f"2. **another server** since <t:{before}:D>, last used <t:{before}:R>",
    ]
    site.room.now += 29 * DAY
    assert len(await signed_in(site.room.service.deps, CHO)) == 1, "what is over is no longer shown"


async def test_servers_are_named_where_the_bot_knows_their_names(site: Site) -> None:
    await entered(site)
    there = await signed_in(site.room.service.deps, CHO)
    screen = browsers_screen(there, {5: "The **Inn**"}.__getitem__)
    assert r"1. **The \*\*Inn\*\*** since" in said(screen)
    assert [one.label for one in menu(screen).choices] == ["1. The **Inn**"]


async def test_one_browser_is_signed_out_and_the_others_stay(site: Site, table: str) -> None:
    gone, stays, other = await entered(site), await entered(site), await entered(site, DEE)
    number = number_of(gone.partition("=")[2])
    shown = await site.room.press(CHO, "sign_out", "", str(number))
    assert "You've signed out 1 browser." in said(shown)
    assert await statuses(site, table, gone) == REFUSED
    for cookie in (stays, other):
        assert 403 not in await statuses(site, table, cookie)


async def test_all_are_signed_out_but_those_of_others(site: Site, table: str) -> None:
    mine, other = [await entered(site) for _ in range(3)], await entered(site, DEE)
    assert "You've signed out 3 browsers." in await site.room.say(CHO, "sign_out", "all")
    for cookie in mine:
        assert await statuses(site, table, cookie) == REFUSED
    assert 403 not in await statuses(site, table, other)


@pytest.mark.parametrize("value", ["x", "-1", "9" * 40, "1", "²", ""])
async def test_what_names_no_browser_of_ones_own_signs_nobody_out(site: Site, value: str) -> None:
    await entered(site)
    await entered(site, DEE)
    (theirs,) = await signed_in(site.room.service.deps, DEE)
    for wanted in (value, str(theirs.number)):
        assert "You've signed out 0 browsers." in await site.room.say(CHO, "sign_out", "", wanted)
    assert len(await stored(site.room.database)) == 2


async def test_fifteen_are_listed_and_the_button_signs_out_more(site: Site) -> None:
    for _ in range(30):
        await entered(site)
    assert len(menu(await prefs(site)).choices) == 15
    assert "You've signed out 30 browsers." in await site.room.say(CHO, "sign_out", "all")


@pytest.mark.parametrize("forgets", [False, True])
async def test_open_streams_of_that_browser_end_at_once(site: Site, table: str, forgets: bool) -> None:
    address = site.pages.addresses.of(table)
    mine, other = [await site.get(f"/news?t={address}", Cookie=await entered(site, one)) for one in (CHO, DEE)]
    await News(other).next()
    await site.room.service.forget_person(CHO) if forgets else await sign_out(site.room.service.deps, CHO)
    rest = await ended(mine)
    assert "event: bye" in rest
    assert '"v":""' in rest
    with pytest.raises(TimeoutError):
        await News(other).next(0.3)
    other.close()


async def heard(answer: ClientResponse, line: bytes) -> None:
    """Read a stream until that line."""
    async with asyncio.timeout(5):
        while await answer.content.readline() != line:
            pass


async def test_on_a_page_for_everyone_only_that_browser_hears_of_it_and_its_stream_goes_on(site: Site) -> None:
    info = await site.room.begun(ANA, BEN)
    address = site.pages.addresses.of(info.id)
    cookie = await entered(site)
    mine, anyone = await site.get(f"/news?t={address}", Cookie=cookie), await site.get(f"/news?t={address}")
    await News(mine).next()
    await News(anyone).next()
    await sign_out(site.room.service.deps, CHO)
    await heard(mine, b"event: bye\n")
    site.room.service.deps.signed_out.notify(None)
    await site.room.service.change_settings(info.id, ANA, page="off")
    for stream in (mine, anyone):
        assert "bye" not in await ended(stream)
