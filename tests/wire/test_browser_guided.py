"""The guided games in a browser: a newcomer who does what the hints say, and nothing else, wins each of them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from engine.games import GAMES
from tests.wire.test_browser import Player, completed, table, typed
from tests.wire.test_playground_page import browsing, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(300)]
MOST = 60


class Newcomer:
    """Somebody in a guided game at the page, with a picture of each step."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        self.done = set[str]()
        self.hint = ""

    @property
    def screen(self) -> Locator:
        """The newest private screen."""
        return self.page.get_by_role("log").locator("article.ephemeral").last

    async def follow(self) -> str:
        """Follow the hints to the end; what the last screen says."""
        for step in range(MOST):
            before = await self.screen.inner_text()
            await self.player.keep(f"step-{step:02}")
            await self.player.is_well()
            if "You win!" in before:
                return before
            await self.press_what_is_named(await self.named())
            await self.changed(before)
        raise AssertionError(await self.screen.inner_text())

    async def changed(self, before: str) -> None:
        """Wait until the screen says something else."""
        for _ in range(300):
            answered = await self.page.locator("article.ephemeral .busy").count() == 0
            if answered and await self.screen.inner_text() != before:
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f"nothing has changed: {before}")

    async def named(self) -> Sequence[str]:
        """What the hint says to press and has not been pressed yet."""
        hints = self.screen.locator("blockquote")
        if await hints.count() == 0:
            return ()
        hint = await hints.last.inner_text()
        if hint != self.hint:
            self.hint = hint
            self.done.clear()
        return [name for name in (await hints.last.locator("strong").all_inner_texts())[1:] if name not in self.done]

    async def press_what_is_named(self, names: Sequence[str]) -> None:
        """Press or pick the first thing with one of these names, else what stands out."""
        for name in names:
            if await self.press(name) or await self.press_beside(name) or await self.pick(name):
                self.done.add(name)
                return
        main = self.screen.locator("button.button.primary:not([disabled])")
        if await main.count():
            await main.first.click()
        else:
            await self.pick("")

    async def press(self, name: str) -> bool:
        """Press the button of that name; false if there is none."""
        button = self.screen.locator("button.button:not([disabled])").filter(has_text=re.compile(f"^{re.escape(name)}"))
        if await button.count() == 0:
            return False
        await button.first.click()
        return True

    async def press_beside(self, name: str) -> bool:
        """Press the button that stands beside that name; false if there is none."""
        section = self.screen.locator(".section").filter(has=self.page.locator("strong", has_text=name))
        button = section.locator("button.button:not([disabled])")
        if await button.count() == 0:
            return False
        await button.first.click()
        return True

    async def pick(self, name: str) -> bool:
        """Pick what begins so from a menu of the screen, the last menu first; false if none has it."""
        for menu in reversed(await self.screen.locator("button.select").all()):
            await menu.click()
            option = self.page.locator("[role=listbox]").get_by_role(
                "option", name=re.compile(f"^{re.escape(name)}"), selected=False
            )
            if await option.count():
                await option.first.click()
                await self.close_menu()
                return True
            await self.page.keyboard.press("Escape")
        return False

    async def close_menu(self) -> None:
        """Send what is picked in a menu that takes several."""
        done = self.page.get_by_role("button", name="Done")
        if await done.count():
            await done.click()


async def begin(page: Page, player: Player, title: str) -> None:
    """Open the guided game of that title by a command."""
    await expect(player.button("Join")).to_be_visible()
    await typed(page, "/game learn", "Enter")
    await page.get_by_role("button", name="+ game").click()
    await completed(player, title[:8], re.compile(re.escape(title)))
    await typed(page, "Enter")
    await expect(page.get_by_role("log").locator("article.ephemeral blockquote").last).to_be_visible()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("game", GAMES)
async def test_who_follows_the_hints_in_the_browser_wins(tmp_path: Path, game: str, width: int) -> None:
    async with browsing() as browser, table(tmp_path / "table") as url:
        shots = tmp_path / f"shots-{game}-{width}"
        await asyncio.to_thread(shots.mkdir)
        tab = await sit_down(browser, url, "ana", width)
        player = Player(tab, "ana", shots, phone=width < 600)
        await begin(tab.page, player, GAMES[game].title)
        async with asyncio.timeout(45):
            assert "You win!" in await Newcomer(player).follow()
