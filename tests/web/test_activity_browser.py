"""The page inside Discord in Chromium: the real SDK, a page of Discord around it at another site, Discord's proxy."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import FrameLocator, Page, expect
from sqlalchemy import delete

from bot.contract.tables import Place
from bot.store.person_models import WebSessionRow
from bot.tables.people.web_sessions import sign_out
from tests.ui.table.room import ANA, BEN
from tests.web.fake_discord import FakeDiscord, FakeProxy, discord_around, discord_at
from tests.web.site import Site, opened_site
from tests.web.test_browser import Tab, browsing, more, played, violations

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240), pytest.mark.xdist_group("localhost:3333")]
PARENT = "http://localhost:3333"


@pytest.fixture
async def discord() -> FakeDiscord:
    return FakeDiscord()


@pytest.fixture
async def site(tmp_path: Path, discord: FakeDiscord) -> AsyncIterator[Site]:
    """Pages that a page at `localhost:3333` shows as Discord does."""
    async with discord_at(discord) as login, opened_site(tmp_path / "nisaba.db", None, login, [PARENT]) as made:
        yield made


@asynccontextmanager
async def inside(
    site: Site, discord: FakeDiscord, more_of_it: str = "", refuses: str = "", width: int = 1280, **how: Any
) -> AsyncIterator[tuple[Tab, FakeProxy]]:
    """Ana has opened the Activity in the channel of her tables."""
    instance = discord.opened(ANA.id, channel=how.pop("channel", 100))
    asked = f"frame_id=f1&instance_id={instance}&platform=desktop&channel_id=100&guild_id=5{more_of_it}"
    bot = str(site.client.make_url(""))
    async with discord_around(discord, ANA.id, bot) as proxy, browsing() as browser:
        proxy.holds_streams = how.pop("holds_streams", False)
        context = await browser.new_context(viewport={"width": width, "height": 800}, **how)
        tab = Tab(await context.new_page())
        await tab.page.goto(f"{PARENT}/around?source={quote(asked)}&refuses={refuses}")
        yield tab, proxy
        assert [said for said in tab.trouble if not said.startswith("Failed to load resource")] == []


def board(page: Page) -> FrameLocator:
    """The page of a table, in the frame of the Activity, in the frame of Discord."""
    return page.frame_locator("iframe").frame_locator("#board")


async def shown(page: Page, version: str = "") -> None:
    there = f"body[data-shown^='{version}']" if version else "body[data-shown]"
    await expect(board(page).locator(there)).to_be_attached(timeout=30_000)


async def version(site: Site, table: str) -> str:
    return await site.pages.pages.version(site.pages.addresses.table(site.pages.addresses.of(table)) or 0)


async def heard(page: Page, command: str) -> list[Any]:
    """What the page around was asked for."""
    said = await page.evaluate("window.said")
    return [given for _, cmd, given in said if cmd == command]


async def test_a_table_opens_signed_in_and_moves_by_itself(site: Site, discord: FakeDiscord) -> None:
    table = await played(site, "culture_wars")
    await site.room.service.change_settings(table, ANA, page="members")
    async with inside(site, discord) as (tab, proxy):
        await shown(tab.page)
        await expect(board(tab.page).locator("h1")).to_contain_text("Culture Wars")
        assert (await heard(tab.page, "AUTHORIZE"))[0]["scope"] == ["identify"]
        kept = await tab.page.context.cookies()
        assert [(one["name"], one["sameSite"], one.get("partitionKey")) for one in kept] == [
            ("nisaba-5", "None", "http://localhost")
        ]
        await more(site, table, 1)
        await shown(tab.page, await version(site, table))
        frames = [frame.url for frame in tab.page.frames]
        assert "frame_id=f1" in frames[1], "the frame's own address stays as Discord has made it"
        assert any(path.startswith("/news?") for path in proxy.asked)
        assert tab.trouble == []
        await sign_out(site.room.service.deps, ANA)
        await expect(board(tab.page).locator("main")).to_contain_text("Only members of its server see this board.")
        assert {host.partition(":")[0] for host in tab.hosts} == {"localhost", "127.0.0.1"}


async def test_a_press_after_the_session_has_ended_says_so_and_nothing_else(site: Site, discord: FakeDiscord) -> None:
    await played(site, "culture_wars")
    async with inside(site, discord) as (tab, _):
        await shown(tab.page)
        page = board(tab.page)
        await expect(page.locator("body[data-answered][data-waiting='0']")).to_be_attached()
        async with site.room.database.session() as session, site.room.database.writing(session):
            await session.execute(delete(WebSessionRow))
        await page.get_by_role("button", name="Move nothing").click()
        await expect(page.locator("#question")).to_have_text(
            "You are signed out here. Press My turn in Discord for a new link."
        )
        await expect(page.locator("body[data-waiting='0']")).to_be_attached()
        await expect(page.locator("#said")).to_have_text("")


async def until_asked(proxy: FakeProxy, times: int) -> None:
    """Wait until the page has asked so often for what its seat is asked."""
    before = proxy.answered.count(("press", 200))
    async with asyncio.timeout(30):
        while proxy.answered.count(("press", 200)) < before + times:  # noqa: ASYNC110 - the page tells nothing
            await asyncio.sleep(0.2)


@pytest.mark.parametrize("holds_streams", [False, True])
async def test_the_seat_is_played_and_shows_what_is_chosen_elsewhere(
    site: Site, discord: FakeDiscord, holds_streams: bool
) -> None:
    table = await played(site, "culture_wars")
    async with inside(site, discord, holds_streams=holds_streams) as (tab, proxy):
        await shown(tab.page)
        page = board(tab.page)
        await expect(page.locator("body[data-answered][data-waiting='0']")).to_be_attached()
        before = await page.locator("body").get_attribute("data-answered")
        await page.get_by_role("button", name="Move nothing").click()
        await expect(page.locator(f"body[data-waiting='0']:not([data-answered='{before}'])")).to_be_attached()
        assert {status for path, status in proxy.answered if path == "press"} == {200}
        asked = await page.locator("#question").inner_text()
        if holds_streams:
            await until_asked(proxy, 2)  # what is told once is gone by then
            await page.locator("#question").evaluate("place => place.firstElementChild.classList.add('untouched')")
            await until_asked(proxy, 2)
            await expect(page.locator("#question > .untouched")).to_be_attached()
        await more(site, table, 1)
        await shown(tab.page, await version(site, table))
        await expect(page.locator("#question")).not_to_have_text(asked, timeout=20_000)


async def test_on_a_phone_it_fills_the_window_and_nothing_hangs_over(site: Site, discord: FakeDiscord) -> None:
    await played(site, "culture_wars")
    async with inside(site, discord, width=390, has_touch=True) as (tab, _):
        await shown(tab.page)
        inner = tab.page.frames[1]
        assert await inner.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await inner.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert await violations(tab.page) == []


async def test_in_a_window_like_a_thumb_the_board_stands_alone(site: Site, discord: FakeDiscord) -> None:
    await played(site, "culture_wars")
    async with inside(site, discord) as (tab, _):
        await shown(tab.page)
        await tab.page.wait_for_function("window.said.filter(([, cmd]) => cmd === 'SUBSCRIBE').length > 0")
        await tab.page.set_viewport_size({"width": 320, "height": 240})
        await tab.page.evaluate("window.tell('ACTIVITY_LAYOUT_MODE_UPDATE', { layout_mode: 1 })")
        page = board(tab.page)
        await expect(page.locator("header")).to_be_hidden()
        for name in ("#beside", "#moments", "#facts", "#tools", "footer"):
            await expect(page.locator(name)).to_be_hidden()
        await expect(page.locator("#view svg")).to_be_visible()
        await tab.page.evaluate("window.tell('ACTIVITY_LAYOUT_MODE_UPDATE', { layout_mode: 0 })")
        await expect(page.locator("header")).to_be_visible()


async def test_of_several_tables_one_is_chosen_and_another_one_later(site: Site, discord: FakeDiscord) -> None:
    first = await played(site, "culture_wars")
    made = await site.room.service.open_table(ANA, Place(5, 101), "culture_wars", npcs=2, begun=True)
    second = made.id
    async with inside(site, discord, channel=102, locale="de-DE") as (tab, _):
        around = tab.page.frame_locator("iframe")
        await expect(around.locator("#text")).to_have_text("Welchen Tisch möchtest du sehen?")
        await around.get_by_role("button", name=f"· {first}").click()
        await shown(tab.page, await version(site, first))
        await around.get_by_role("button", name=f"· {second}").click()
        await shown(tab.page, await version(site, second))
        assert await violations(tab.page) == []


async def test_the_table_of_the_link_is_opened(site: Site, discord: FakeDiscord) -> None:
    await played(site, "culture_wars")
    other = await site.room.service.open_table(ANA, Place(6, 9), "culture_wars", npcs=1, begun=True)
    async with inside(site, discord, f"&custom_id={other.id.lower()}") as (tab, _):
        await shown(tab.page, await version(site, other.id))


async def test_where_the_proxy_holds_streams_back_the_page_asks_every_three_seconds(
    site: Site, discord: FakeDiscord
) -> None:
    table = await played(site, "culture_wars")
    async with inside(site, discord, holds_streams=True) as (tab, _):
        await shown(tab.page)
        await more(site, table, 1)
        await shown(tab.page, await version(site, table))


AWAY = "place => place.insertAdjacentHTML('beforeend', '<a id=away href=https://example.org/x>away</a>')"


async def press_away(page: Page) -> None:
    """Press a link on the page of the table that leads elsewhere."""
    await board(page).locator("footer").evaluate(AWAY)
    await board(page).locator("#away").click()


async def test_links_that_lead_elsewhere_are_opened_by_discord(site: Site, discord: FakeDiscord) -> None:
    await played(site, "culture_wars")
    async with inside(site, discord) as (tab, _):
        await shown(tab.page)
        link = (
            "const a = document.createElement('a'); a.href = 'https://example.org/x'; a.id = 'away'; a.append('away');"
        )
        await tab.page.frames[2].evaluate(f"{link} document.querySelector('footer').append(a)")
        await board(tab.page).locator("#away").click()
        await tab.page.wait_for_function("window.said.some(([, cmd]) => cmd === 'OPEN_EXTERNAL_LINK')")
        assert (await heard(tab.page, "OPEN_EXTERNAL_LINK")) == [{"url": "https://example.org/x"}]


@pytest.mark.parametrize(
    ("refuses", "told"),
    [("AUTHORIZE", "Your Discord app is too old for this."), ("OPEN_EXTERNAL_LINK", "https://example.org/x")],
)
async def test_an_old_app_that_knows_no_such_command_is_told_what_to_do(
    site: Site, discord: FakeDiscord, refuses: str, told: str
) -> None:
    await played(site, "culture_wars")
    async with inside(site, discord, refuses=refuses) as (tab, _):
        around = tab.page.frame_locator("iframe")
        if refuses != "AUTHORIZE":
            await shown(tab.page)
            await press_away(tab.page)
        await expect(around.locator("#text" if refuses == "AUTHORIZE" else "#link")).to_contain_text(told)


async def test_who_is_not_known_is_told_so_and_can_try_again(site: Site, discord: FakeDiscord) -> None:
    table = await played(site, "culture_wars")
    discord.status = 500
    async with inside(site, discord) as (tab, _):
        around = tab.page.frame_locator("iframe")
        await expect(around.locator("#text")).to_contain_text("Discord doesn't answer.")
        discord.status = 200
        held, discord.instances = discord.instances, {}
        await around.get_by_role("button", name="Try again").click()
        await expect(around.locator("#text")).to_contain_text("Discord didn't confirm who you are.")
        discord.instances = held
        await around.get_by_role("button", name="Try again").click()
        await shown(tab.page, await version(site, table))


async def test_who_has_no_seat_is_told_so(site: Site, discord: FakeDiscord) -> None:
    await site.room.service.open_table(BEN, Place(5, 100), "culture_wars", npcs=1, begun=True)
    async with inside(site, discord) as (tab, _):
        await expect(tab.page.frame_locator("iframe").locator("#text")).to_contain_text("You have no seat")
