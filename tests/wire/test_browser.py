"""The local table as somebody tries it who has just installed it: a browser, two people, and the first turn."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.wire.test_playground_page import PATIENT, Tab, browsing, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]
ROOT = Path(__file__).parents[2]
OPENED = 10_000
SEED = "page"


@asynccontextmanager
async def table(folder: Path) -> AsyncIterator[str]:
    """`python -m bot --local`, and its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "--local", "--port", str(port), "--folder", str(folder), "--seed", SEED),
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert bot.stdout is not None
        assert b"The table is at" in await bot.stdout.readline()
        yield f"http://127.0.0.1:{port}"
    finally:
        bot.terminate()
        await bot.communicate()
        assert bot.returncode == 0


class Player:
    """Somebody at the page. `shots` is a folder for pictures of what was seen."""

    def __init__(self, tab: Tab, name: str, shots: Path, *, phone: bool) -> None:
        self.tab, self.page, self.name, self.phone = tab, tab.page, name, phone
        self.shots, self.taken = shots, 0
        self.page.set_default_timeout(PATIENT)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """The newest button of that name."""
        return self.page.get_by_role("log").get_by_role("button", name=name).last

    async def press(self, name: str | re.Pattern[str]) -> None:
        """Press the newest button of that name."""
        await self.button(name).click()

    async def open_seat(self) -> None:
        """Press My turn and wait for its screen: one that is open has the same buttons, and is taken away."""
        newest = self.page.get_by_role("log").locator("article.ephemeral").last
        before = await newest.get_attribute("data-id") if await newest.count() else None
        await self.press("My turn")
        await expect(newest).not_to_have_attribute("data-id", before or "")
        await expect(newest.locator("[data-custom-id]").first).to_be_visible()

    async def pick(self, verb: str, *names: str | re.Pattern[str]) -> None:
        """Pick from the newest menu of that verb."""
        menu = self.page.locator(f"[data-custom-id*='|{verb}|']").last
        await menu.click()
        for name in names:
            option = self.page.get_by_role("option", name=name).first
            with suppress(AssertionError):
                await expect(option).to_be_visible(timeout=OPENED)
            if not await option.is_visible():  # what came in meanwhile has closed the menu
                await menu.click()
            await option.click()

    async def reads(self, text: str | re.Pattern[str]) -> None:
        """Wait until the newest message with that text can be seen, in full width and without a script error."""
        await expect(self.page.get_by_role("log").get_by_text(text).last).to_be_visible()
        await self.is_well()

    async def is_well(self) -> None:
        """Nothing sticks out at the side, no script has failed, and nobody else was asked for anything."""
        wide = "(box) => box.scrollWidth - box.clientWidth"
        assert await self.page.evaluate(f"({wide})(document.documentElement)") == 0
        assert await self.page.evaluate(f"({wide})(document.getElementById('timeline'))") == 0
        assert self.tab.trouble == []
        assert len(self.tab.hosts) == 1

    async def keep(self, what: str) -> None:
        """A picture of the page as it is."""
        self.taken += 1
        await self.page.screenshot(path=self.shots / f"{self.name}-{self.taken:02}-{what}.png")


@asynccontextmanager
async def two_players(browser: Browser, folder: Path, width: int) -> AsyncIterator[tuple[Player, Player]]:
    """Ana and Ben at a table of their own."""
    shots = folder / f"shots-{width}"
    await asyncio.to_thread(shots.mkdir)
    async with table(folder / "table") as url:
        tabs = [await sit_down(browser, url, name, width) for name in ("ana", "ben")]
        ana, ben = (Player(tab, name, shots, phone=width < 600) for tab, name in zip(tabs, ("ana", "ben"), strict=True))
        yield ana, ben
        for player in (ana, ben):
            await player.is_well()


async def typed(page: Page, *keys: str) -> None:
    """Write and press keys one after the other, as fast as the page follows."""
    for key in keys:
        if key in ("Enter", "Tab"):
            await page.keyboard.press(key)
        else:
            await page.keyboard.type(key)


async def completed(player: Player, words: str, choice: str | re.Pattern[str]) -> None:
    """Write into an option of a command, and take a completion."""
    await player.page.keyboard.type(words)
    await expect(player.page.get_by_role("option", name=choice).first).to_be_visible()
    await player.page.get_by_role("option", name=choice).first.click()


async def start(ana: Player, ben: Player) -> None:
    """Ben joins, Ana starts, and both see the empty board."""
    await expect(ben.button("Join")).to_be_visible()
    await ben.press("Join")
    await ben.reads("You have a seat at table 100")
    await ana.press(re.compile("Start with 3"))
    await ana.reads("choose your civilization")
    await expect(ana.page.get_by_role("button", name=re.compile("Picture: .*"))).to_be_visible()
    await ana.keep("started")


async def choose_civilizations(ana: Player, ben: Player) -> None:
    """Ana by menu and buttons, Ben by a command."""
    await ana.open_seat()
    await ana.reads(re.compile(r"Choose your civilization \(choice 1 of 3\)"))
    await ana.pick("pick", re.compile("Egypt"))
    await ana.reads("Gold of the South")
    await ana.press("Take Egypt at Memphis")
    await ana.reads("Egypt chose the Home Area Memphis")
    await ben.reads("Egypt chose the Home Area Memphis")
    await typed(ben.page, "/choose", "Enter")
    await ben.page.get_by_role("button", name="+ civ").click()
    await completed(ben, "mit", re.compile("Mittani"))
    await ben.keep("command")
    await typed(ben.page, "Enter")
    await ben.reads("Mittani chose the Home Area Mittani")
    await expect(ben.page.locator("textarea.write")).to_have_value("")


async def place_first_disks(ana: Player) -> None:
    """The disks of the beginning that leave a choice: two areas picked from a menu."""
    await ana.reads("place the first disks")
    await ana.open_seat()
    await ana.reads("0 of 2")
    await ana.pick("add", "Abydos", "Egyptian Sea")
    await ana.page.get_by_role("dialog").get_by_role("button", name="Done").click()
    await ana.reads("2 of 2")
    await ana.press(re.compile("^Place 2"))


async def grow(ana: Player, ben: Player) -> None:
    """Growth: Ana types a plan with completions, Ben fills his Settlements with a button."""
    await ana.reads(re.compile(r"place \d growth disks"))
    await typed(ana.page, "/deploy", "Enter")
    await completed(ana, "ama", re.compile("Amarna 2→3"))
    await completed(ana, ", ", re.compile("Memphis 2→3"))
    await ana.keep("plan")
    await typed(ana.page, "Enter")
    await ana.reads("2 of 6")
    await ana.press(re.compile("^Place 2"))
    await ben.reads(re.compile(r"Mittani — .*place \d growth disks"))
    await ben.open_seat()
    await ben.press("Fill Settlements")
    await ben.reads("6 of 7")
    await ben.keep("filled")
    await ben.press(re.compile("^Place 6"))


async def see_the_board_and_the_hand(ana: Player) -> None:
    """The board of the next phase as a picture that can be enlarged, and the hand in the DM."""
    await ana.reads(re.compile("Card Phase"))
    await ana.reads("play a card, build a Deity or pass")
    picture = ana.page.get_by_role("button", name=re.compile("Picture: .*Cities: .*Egypt.*Memphis")).last
    await expect(picture.locator("img")).to_have_js_property("complete", value=True)
    await picture.click()
    await expect(ana.page.get_by_role("dialog", name="Picture").get_by_role("img")).to_be_visible()
    await ana.keep("board")
    await ana.page.keyboard.press("Escape")
    if ana.phone:
        await ana.page.get_by_role("button", name="Channels").click()
    await ana.page.get_by_role("button", name=re.compile("^Nisaba")).first.click()
    await ana.reads(re.compile("Your hand"))
    await expect(ana.page.get_by_role("button", name=re.compile("Picture: 5 cards"))).to_be_visible()
    await ana.keep("hand")


async def agree_on_tracks(ana: Player) -> None:
    """The option in its form, with fewer Cities than usual; the lobby names it, and tells of it at a press."""
    await expect(ana.button("Options")).to_be_visible()
    await ana.press("Options")
    await ana.press("Culture Tracks")
    form = ana.page.get_by_role("dialog", name="Culture Tracks")
    await form.get_by_role("radio", name=re.compile("^Yes: cards, mina and disks")).check()
    await form.get_by_role("radio", name=re.compile("^1, 2, 3, 4: for small maps")).check()
    await ana.keep("form")
    await form.get_by_role("button", name="Submit").click()
    await ana.reads(re.compile("Options: Culture Tracks, Cities needed for Culture Tracks: 1, 2, 3, 4"))
    await ana.press("About this scenario")
    await ana.reads(re.compile("need 1, 2, 3, 4 Cities and cost 1, 2, 3, 4 cards, mina or disks"))
    await ana.reads(re.compile("Stage 4 on all three tracks wins the game"))


async def advance_by_buttons(ana: Player) -> None:
    """The cheapest payment is made ready and confirmed."""
    await ana.open_seat()
    await ana.press("Culture Tracks")
    await ana.reads(re.compile("Stage 1 needs 1 City, costs 1 resource"))
    await ana.keep("tracks")
    await ana.press("To stage 1")
    await ana.press(re.compile("^Advance: Religious-Intellectual"))
    await ana.reads(re.compile("Egypt advanced to stage 1 of Religious-Intellectual and paid"))
    await ana.keep("advanced")


async def advance_by_a_line(ben: Player) -> None:
    """The same as a command, its track completed and what pays as one types it."""
    await ben.reads(re.compile("Mittani — .*play a card"))
    await typed(ben.page, "/acme advance", "Enter")
    await completed(ben, "mil", re.compile("Military-Political"))
    await ben.page.get_by_role("button", name="+ with").click()
    await completed(ben, "gold", re.compile("Gold Smith"))
    await ben.keep("line")
    await typed(ben.page, "Enter")
    await ben.press("Confirm")
    await ben.reads("Mittani advanced to stage 1 of Military-Political and paid")


async def test_tracks_are_advanced_on_by_buttons_and_by_a_line(tmp_path: Path) -> None:
    async with browsing() as browser, two_players(browser, tmp_path, 1280) as (ana, ben):
        await agree_on_tracks(ana)
        await start(ana, ben)
        await choose_civilizations(ana, ben)
        await place_first_disks(ana)
        await grow(ana, ben)
        await ana.reads("play a card, build a Deity or pass")
        await advance_by_buttons(ana)
        await advance_by_a_line(ben)
        await ana.reads("Mittani advanced to stage 1 of Military-Political")


@pytest.mark.parametrize("width", [1280, 390])
async def test_the_link_below_an_update_opens_a_board_that_moves_by_itself(tmp_path: Path, width: int) -> None:
    async with browsing() as browser, two_players(browser, tmp_path, width) as (ana, ben):
        await start(ana, ben)
        async with ana.page.context.expect_page() as opened:
            await ana.page.get_by_role("link", name="Open the board").last.click()
        board = await opened.value
        await expect(board.locator("body[data-shown]")).to_be_attached(timeout=30_000)
        await expect(board.locator("#asked")).to_contain_text("choose your civilization")
        assert await board.locator("#view path.shape").count() > 20
        await choose_civilizations(ana, ben)
        await expect(board.locator("#asked")).not_to_contain_text("choose your civilization")
        assert await board.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [1280, 375])
async def test_two_people_play_the_first_turn_in_the_browser(tmp_path: Path, width: int) -> None:
    async with browsing() as browser, two_players(browser, tmp_path, width) as (ana, ben):
        await start(ana, ben)
        await choose_civilizations(ana, ben)
        await place_first_disks(ana)
        await grow(ana, ben)
        await see_the_board_and_the_hand(ana)
        await ana.open_seat()
        await ana.reads("Your action")
        await ana.keep("cards")


async def to_the_page(player: Player) -> Page:
    """The page of the seat, opened from a private screen."""
    async with player.page.context.expect_page() as opened:
        await player.page.get_by_role("link", name="Play on the board").last.click()
    page = await opened.value
    page.set_default_timeout(PATIENT)
    return page


async def stack(page: Page, *areas: str) -> None:
    """Click areas by their names, whatever pixel they are at."""
    for area in areas:
        await page.get_by_role("group").get_by_role("button", name=re.compile(rf"^{area}\b")).first.press("Enter")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_turn_begins_on_the_page_and_ends_at_the_table_and_the_other_way_round(
    tmp_path: Path, width: int
) -> None:
    async with browsing() as browser, two_players(browser, tmp_path, width) as (ana, ben):
        await start(ana, ben)
        await ana.open_seat()
        page = await to_the_page(ana)
        await expect(
            page.get_by_role("heading", name=re.compile(r"Choose your civilization \(choice 1"))
        ).to_be_visible()
        await page.get_by_role("region", name="Your seat").get_by_role("button", name=re.compile("^Egypt")).click()
        await page.get_by_role("button", name="Take Egypt at Memphis").click()
        await ben.reads("Egypt chose the Home Area Memphis")
        await ben.open_seat()
        await ben.pick("pick", re.compile("Mittani"))
        await ben.press(re.compile("^Take Mittani"))
        await ana.reads("place the first disks")
        await expect(page.locator("#question").get_by_text("0 of 2")).to_be_visible()
        await stack(page, "Abydos")
        await expect(page.locator("#question").get_by_text("1 of 2")).to_be_visible()
        await page.screenshot(path=ana.shots / f"seat-{width}.png")
        await ana.open_seat()
        await ana.reads("1 of 2")
        await ana.pick("add", "Egyptian Sea")
        await expect(page.locator("#question").get_by_text("2 of 2")).to_be_visible()
        await page.get_by_role("button", name=re.compile("^Place 2")).click()
        await ana.reads(re.compile(r"place \d growth disks"))
        await expect(page.locator("#question").get_by_text("0 of 6")).to_be_visible()
        await stack(page, "Amarna", "Memphis")
        await expect(page.locator("#question").get_by_text("2 of 6")).to_be_visible()
        await ana.open_seat()
        await ana.press(re.compile("^Place 2"))
        await expect(page.get_by_text("Waiting for", exact=False).first).to_be_visible()
        await page.close()
