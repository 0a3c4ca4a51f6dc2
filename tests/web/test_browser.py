"""The page of a table in Chromium: boards of all games, two widths, by mouse, finger and keyboard."""

from __future__ import annotations

import asyncio
import importlib
import random
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from bot.contract.tables import Place
from tests.conformance.players import answer
from tests.ui.table.room import ANA
from tests.web.site import Site, opened_site

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
GAMES = {"acme": ({"map": "western"}, 3, 30), "culture_wars": ({}, 1, 15), "civ": ({}, 3, 12)}
WIDTHS = (1280, 390)


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    async with async_playwright() as play:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        yield browser
        await browser.close()


async def played(site: Site, game: str, steps: int | None = None) -> str:
    """A game against computers after so many answers; its table."""
    options, npcs, usual = GAMES[game]
    info = await site.room.service.open_table(ANA, Place(5, 100), game, options=options, npcs=npcs, begun=True)
    await more(site, info.id, usual if steps is None else steps)
    return info.id


async def more(site: Site, table: str, steps: int) -> None:
    """Answer so often, by chance."""
    rng = random.Random(steps)
    for _ in range(steps):
        sheet = await site.room.service.sheet(table, ANA)
        if sheet.request is None or sheet.ask is None:
            return
        await site.room.service.answer(table, ANA, sheet.ask_no, [answer(rng, sheet.request.key, sheet.ask)])


class Tab:
    """A page that is open; what went wrong on it, and whom it has asked."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.trouble: list[str] = []
        self.hosts: set[str] = set()
        self.bytes: dict[str, int] = {}
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("console", lambda said: self.trouble.append(said.text) if said.type == "error" else None)
        page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))

    async def shown(self, version: str = "") -> None:
        """Wait until the page shows a board, and that version of it if one is named."""
        await expect(
            self.page.locator(f"body[data-shown^='{version}']" if version else "body[data-shown]")
        ).to_be_attached(timeout=30_000)


@asynccontextmanager
async def visited(site: Site, table: str, width: int = 1280, **how: Any) -> AsyncIterator[Tab]:
    """The page of a table in a browser."""
    base = str(site.client.make_url("/")).rstrip("/")
    async with browsing() as browser:
        context = await browser.new_context(viewport={"width": width, "height": 800}, **how)
        tab = Tab(await context.new_page())
        await tab.page.goto(base + site.path(table))
        if how.get("java_script_enabled", True):
            await tab.shown()
        yield tab
        assert tab.trouble == []
        assert tab.hosts == {base.split("/")[2]}


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with opened_site(tmp_path / "nisaba.db") as made:
        yield made


async def violations(page: Page) -> list[str]:
    """What axe-core finds wrong, as far as it is installed."""
    if find_spec("axe_playwright_python") is None:
        return []
    checker = importlib.import_module("axe_playwright_python.async_playwright").Axe()
    found = (await checker.run(page)).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


@pytest.mark.parametrize("game", GAMES)
async def test_the_board_is_shown_and_tells_about_its_areas(site: Site, game: str) -> None:
    table = await played(site, game)
    for width in WIDTHS:
        async with visited(site, table, width) as tab:
            page = tab.page
            shapes = page.locator("#view path.shape[role=button]")
            assert await shapes.count() > 20
            assert await page.locator("#view image.mark").count() > 5
            one = shapes.nth(3)
            name = await one.get_attribute("aria-label")
            await one.dispatch_event("click")
            await expect(page.locator("#facts")).to_contain_text(str(name))
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing hangs over"
            assert await violations(page) == []


async def test_it_moves_by_itself_and_comes_back_after_the_bot_was_away(site: Site) -> None:
    table = await played(site, "acme", 4)
    async with visited(site, table) as tab:
        before = (await site.board(table))["v"]
        await tab.shown(before)
        await more(site, table, 3)
        after = (await site.board(table))["v"]
        assert after != before
        await tab.shown(after)


@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.long)])
async def test_a_page_that_is_open_outlives_the_bot(tmp_path: Path, times: int) -> None:
    file = tmp_path / "nisaba.db"
    async with opened_site(file) as first:
        table = await played(first, "culture_wars", 2)
        port, path = first.client.port, first.path(table)
    async with browsing() as browser:
        tab = Tab(await browser.new_page())
        for n in range(times):
            async with opened_site(file, port) as site:
                if not n:
                    await tab.page.goto(str(site.client.make_url(path)))
                await tab.shown((await site.board(table))["v"])
                await expect(tab.page.locator("#link")).to_have_text("")
                await more(site, table, 1)
                if n % 2:
                    await tab.shown((await site.board(table))["v"])
                version = (await site.board(table))["v"]
        await expect(tab.page.locator("#link")).to_have_text("The connection is lost. Trying again…")
        async with opened_site(file, port) as site:
            assert (await site.board(table))["v"] == version
            await tab.shown(version)


async def test_earlier_phases_are_a_press_away_and_have_addresses(site: Site) -> None:
    table = await played(site, "acme")
    async with visited(site, table) as tab:
        page = tab.page
        shown = page.locator("#shown")
        await expect(shown).to_have_text("Now")
        await page.get_by_role("button", name="One phase back").click()
        await expect(shown).not_to_have_text("Now")
        assert "at=" in page.url
        then = await shown.text_content()
        await page.reload()
        await tab.shown()
        await expect(shown).to_have_text(str(then))
        await page.get_by_role("button", name="Now").click()
        await expect(shown).to_have_text("Now")
        assert "at=" not in page.url


async def test_by_keyboard_alone_one_goes_from_area_to_area_and_zooms(site: Site) -> None:
    table = await played(site, "acme", 4)
    async with visited(site, table) as tab:
        page = tab.page
        for _ in range(12):
            await page.keyboard.press("Tab")
            if await page.evaluate("document.activeElement.classList.contains('shape')"):
                break
        first = await page.evaluate("document.activeElement.getAttribute('aria-label')")
        for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
            await page.keyboard.press(key)
        there = await page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert there not in {first, None}
        await expect(page.locator("#facts")).to_contain_text(there)
        whole = await page.locator("#view svg").get_attribute("viewBox")
        await page.keyboard.press("+")
        assert await page.locator("#view svg").get_attribute("viewBox") != whole
        await page.keyboard.press("0")
        assert await page.locator("#view svg").get_attribute("viewBox") == whole


async def test_wheel_and_drag_look_closer(site: Site) -> None:
    table = await played(site, "culture_wars", 4)
    async with visited(site, table) as tab:
        page, svg = tab.page, tab.page.locator("#view svg")
        box = await svg.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await page.mouse.move(x, y)
        await page.mouse.wheel(0, -500)
        near = await svg.get_attribute("viewBox")
        await page.mouse.down()
        await page.mouse.move(x - 60, y - 40, steps=4)
        await page.mouse.up()
        assert await svg.get_attribute("viewBox") not in {near, f"0 0 {box['width']} {box['height']}"}
        assert await page.locator(".shape.chosen").count() == 0, "a drag is no click"


async def test_rules_and_cards_open_over_the_page(site: Site) -> None:
    table = await played(site, "acme", 60)
    async with visited(site, table, 390) as tab:
        page, looked = tab.page, tab.page.locator("dialog#look")
        await page.get_by_role("link", name="Rules and cards").click()
        await expect(looked).to_contain_text("Rules")
        assert await violations(page) == []
        await page.keyboard.press("Escape")
        card = page.locator("#story .thing[data-kind=card]").first
        name = await card.text_content()
        await card.click()
        await expect(looked).to_contain_text(str(name))


async def test_colours_letters_and_language_are_kept_in_the_address(site: Site) -> None:
    table = await played(site, "acme", 4)
    async with visited(site, table, color_scheme="dark") as tab:
        page = tab.page
        await page.locator("select[name=palette]").select_option("high")
        await page.wait_for_url("**palette=high**")
        await page.locator("select[name=lang]").select_option("de")
        await page.wait_for_url("**lang=de**")
        await tab.shown()
        await expect(page.get_by_role("heading", name="Stand", exact=True)).to_be_visible()
        assert "palette=high" in page.url
        assert await violations(page) == []


async def test_without_scripts_there_is_a_picture_with_standings_and_story(site: Site) -> None:
    table = await played(site, "acme", 12)
    async with visited(site, table, java_script_enabled=False) as tab:
        page = tab.page
        picture = page.locator("#board img")
        await expect(picture).to_be_visible()
        assert int(await picture.evaluate("picture => picture.naturalWidth", timeout=30_000) or 0) >= 0
        await expect(page.locator("#standings li").first).to_be_visible()
        await page.get_by_text("All phases of the game").click()
        await page.locator("#frames a").last.click()
        assert "at=" in page.url
        await page.get_by_role("link", name="Legend").click()
        await expect(page.locator("main img")).to_be_visible(timeout=30_000)


@pytest.mark.parametrize("many", [9, pytest.param(50, marks=pytest.mark.long)])
async def test_many_tabs_of_one_browser_hear_of_news_over_one_stream(site: Site, many: int) -> None:
    table = await played(site, "culture_wars", 2)
    base = str(site.client.make_url("/")).rstrip("/")
    async with browsing() as browser:
        context = await browser.new_context()
        tabs = [Tab(await context.new_page()) for _ in range(many)]
        for tab in tabs:
            await tab.page.goto(base + site.path(table))
        await asyncio.gather(*(tab.shown() for tab in tabs))
        assert len(site.pages.streams.watched()) == 1
        await more(site, table, 1)
        version = (await site.board(table))["v"]
        await asyncio.gather(*(tab.shown(version) for tab in tabs))


@pytest.mark.long
async def test_while_the_stream_flows_nothing_is_asked(site: Site) -> None:
    table = await played(site, "culture_wars", 2)
    base = str(site.client.make_url("/")).rstrip("/")
    async with browsing() as browser:
        context = await browser.new_context()
        asked: list[str] = []
        for _ in range(2):
            tab = Tab(await context.new_page())
            tab.page.on("request", lambda request: asked.append(request.url))
            await tab.page.goto(base + site.path(table))
            await tab.shown()
        await asyncio.sleep(35)
    assert [url for url in asked if url.partition("?")[0].endswith("/board")] == []


async def test_what_a_first_visit_takes_is_bounded(site: Site) -> None:
    table = await played(site, "acme")
    taken: dict[str, int] = {}
    async with visited(site, table) as tab:
        sizes: list[Any] = []
        tab.page.on("requestfinished", lambda request: sizes.append(request))  # noqa: PLW0108 - it must be a function
        await tab.page.reload()
        await tab.shown()
        await asyncio.sleep(1)
        for request in sizes:
            size = await request.sizes()
            kind = "picture" if request.resource_type == "image" else "page"
            taken[kind] = taken.get(kind, 0) + size["responseBodySize"]
    assert taken["page"] <= 60_000
    assert taken["page"] + taken.get("picture", 0) <= 250_000


async def test_a_link_of_ones_own_lets_a_browser_in_and_leaves_no_trace(site: Site) -> None:
    table = await played(site, "culture_wars", 4)
    await site.room.service.change_settings(table, ANA, page="members")
    base = site.pages.addresses.url = str(site.client.make_url("/")).rstrip("/")
    token = site.pages.token(ANA.id, 5)
    async with browsing() as browser:
        mine, other = await browser.new_context(), await browser.new_context()
        tab = Tab(await mine.new_page())
        await tab.page.goto(base + site.path(table))
        await expect(tab.page.locator("main")).to_contain_text("Only members of its server see this board.")
        assert await violations(tab.page) == []
        tab.trouble.clear()  # of the page that was refused
        await tab.page.goto(f"{base}{site.path(table)}?lang=de#{token}")
        await tab.shown()
        assert tab.page.url == f"{base}{site.path(table)}?lang=de"
        await tab.page.go_back()
        assert token not in tab.page.url
        await tab.page.go_forward()
        assert token not in tab.page.url
        await more(site, table, 1)
        await tab.shown((await board_of(tab.page))["v"])
        assert await tab.page.evaluate("document.cookie") == ""
        used = await other.new_page()
        await used.goto(f"{base}{site.path(table)}#{token}")
        await expect(used.locator("main")).to_contain_text("Only members of its server see this board.")
        await expect(used).to_have_url(f"{base}{site.path(table)}")
        await used.evaluate("token => (location.hash = token)", site.pages.token(ANA.id, 5))
        await Tab(used).shown()
        await site.room.service.change_settings(table, ANA, page="off")
        await expect(tab.page.locator("h1")).to_have_text("Diese Seite gibt es nicht", timeout=20_000)


async def board_of(page: Page) -> dict[str, Any]:
    """The board as the browser of that page gets it."""
    found: dict[str, Any] = await page.evaluate("fetch(location.pathname + '/board').then((answer) => answer.json())")
    return found
