"""Somebody who plays on the page of a table with a mouse, a finger or the keyboard alone, and counts what it takes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any, Final, Literal

from playwright.async_api import BrowserContext, Locator, Page, expect

from bot.contract.tables import Person
from tests.web.site import Site

OPENED: Final = 30_000
Way = Literal["mouse", "finger", "keys"]

POINT: Final = """(path) => {
  const box = path.getBBox(), svg = path.ownerSVGElement, matrix = path.getScreenCTM();
  const view = svg.getBoundingClientRect();
  for (let n = 0; n < 400; n++) {
    const [right, down] = [((n * 37) % 97 + 1) / 99, ((n * 61) % 89 + 1) / 91];
    const seen = new DOMPoint(box.x + box.width * right, box.y + box.height * down).matrixTransform(matrix);
    if (seen.x < view.left || seen.x > view.right || seen.y < view.top || seen.y > view.bottom) continue;
    if (document.elementFromPoint(seen.x, seen.y) === path) return [seen.x, seen.y];
  }
  return null;
}"""
"""A point of the screen at which a shape is hit."""


class Clicker:
    """One person at one page."""

    def __init__(self, page: Page, way: Way, chance: Random) -> None:
        self.page, self.way, self.chance = page, way, chance
        self.taps = self.unseen = 0
        self.trouble: list[str] = []
        self.questions: list[str] = []
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("console", lambda said: self.trouble.append(said.text) if said.type == "error" else None)
        page.set_default_timeout(OPENED)

    async def sit_down(self, site: Site, table: str, person: Person) -> None:
        """Follow the link of a private screen."""
        await self.page.goto(site.link(table, person))
        await self.answered("0")

    async def answered(self, before: str) -> None:
        """Wait until a press has been answered, and nothing waits."""
        await expect(self.page.locator(f"body[data-answered]:not([data-answered='{before}'])")).to_be_attached()
        await self.settled()

    async def settled(self) -> None:
        """Wait until no press is under way."""
        await expect(self.page.locator("body[data-waiting='0']")).to_be_attached()

    async def count(self) -> str:
        """How many answers the page has shown."""
        return await self.page.get_attribute("body", "data-answered") or "0"

    @property
    def offered(self) -> Locator:
        """The shapes that can be clicked."""
        return self.page.locator("#view path.offered")

    async def is_asked(self) -> bool:
        """Whether the seat is asked something."""
        return await self.page.evaluate("document.querySelector('#question button') !== null") and bool(
            await self.page.locator("#turn").is_hidden()
        )

    async def says(self) -> str:
        """What the question says."""
        return await self.page.inner_text("#question")

    async def press(self, button: Locator) -> None:
        """Press a control and wait for the answer."""
        before = await self.count()
        self.taps += 1
        if self.way == "keys":
            await button.focus()
            await self.page.keyboard.press("Enter")
        elif self.way == "finger":
            await button.tap()
        else:
            await button.click()
        await self.done(before)

    async def done(self, before: str) -> None:
        """Wait until what was pressed has been answered, or has opened a form."""
        both = self.page.locator(f"body[data-answered]:not([data-answered='{before}']), #form[open]")
        await expect(both.first).to_be_attached()
        await self.settled()

    async def click(self, shape: Locator) -> None:
        """Click a shape of the board; it may take further clicks, or a press."""
        self.taps += 1
        if self.way == "keys":
            await shape.focus()
            await self.page.keyboard.press("Enter")
            return
        point = await shape.evaluate(POINT)
        if point is None:
            self.unseen += 1
            await shape.dispatch_event("click")
        elif self.way == "finger":
            await self.page.touchscreen.tap(*point)
        else:
            await self.page.mouse.click(*point)

    async def way_begun(self) -> bool:
        """Whether a click waits for the next one."""
        return await self.page.locator("#view path.way").count() > 0

    async def choose_on_board(self) -> bool:
        """Click through one offer by chance. Return whether something was pressed."""
        before = await self.count()
        for _ in range(4):
            n = await self.offered.count()
            if not n:
                return False
            ways = self.page.locator("#view path.offered:not(.way)")
            n = await ways.count()
            if not n:
                return False
            await self.click(ways.nth(self.chance.randrange(n)))
            chooser = self.page.locator("#chooser:not([hidden]) button.choice:not([aria-pressed])")
            if await chooser.count():
                await self.press(chooser.first)
                return True
            if not await self.way_begun():
                await asyncio.sleep(0.02)
                if await self.page.get_attribute("body", "data-waiting") != "0" or await self.count() != before:
                    await self.done(before)
                    return True
                return False
        await self.page.keyboard.press("Escape")
        return False

    async def buttons(self, style: str) -> Sequence[Locator]:
        """The buttons of a style that can be pressed."""
        found = self.page.locator(f"#question .row button.{style}:not(:disabled)")
        return [found.nth(n) for n in range(await found.count())]


async def sitting(context: BrowserContext, way: Way, seed: int) -> Clicker:
    """A new page of a browser."""
    return Clicker(await context.new_page(), way, Random(seed))


def widths(width: int) -> dict[str, Any]:
    """How wide the window is, and whether it is touched."""
    return {"viewport": {"width": width, "height": 800}, "has_touch": width < 600}
