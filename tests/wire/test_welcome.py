"""The first screen of the local table: two presses at most to the first decision of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.wire.test_browser import table
from tests.wire.test_playground_page import browsing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


@pytest.mark.parametrize(
    ("width", "button", "decision"),
    [
        (1280, "First game, 10 minutes", "Fill Settlements"),
        (390, "First game, 10 minutes", "Fill Settlements"),
        (1280, "Alexander the Great, solo", "Type it"),
    ],
)
async def test_one_press_from_the_page_to_the_first_decision(
    tmp_path: Path, width: int, button: str, decision: str
) -> None:
    async with browsing() as browser, table(tmp_path / "table") as url:
        page = await browser.new_page(viewport={"width": width, "height": 800})
        await page.goto(url)
        said = page.get_by_role("log")
        await expect(said.get_by_text("Who you are:")).to_be_visible()
        assert await page.locator(".seat").count() == 0
        assert await page.locator("#members .member").count() == 2
        await said.get_by_role("button", name=button).click()
        await expect(said.get_by_role("button", name=decision)).to_be_visible()
        wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0


async def test_the_others_are_there_once_one_of_them_is(tmp_path: Path) -> None:
    async with browsing() as browser, table(tmp_path / "table") as url:
        ana = await browser.new_page()
        await ana.goto(f"{url}/?as=ana")
        await ana.get_by_role("button", name="Play as someone else").click()
        await expect(ana.locator(".seat")).to_have_count(9)
        ben = await browser.new_page()
        await ben.goto(f"{url}/?as=ben")
        await expect(ben.locator(".seat")).to_have_count(9)
        await ana.reload()
        await expect(ana.locator(".seat")).to_have_count(9)


async def test_a_thread_that_the_page_has_not_heard_of_is_named_once_it_has(tmp_path: Path) -> None:
    """A post can come before the thread that it names."""
    async with browsing() as browser, table(tmp_path / "table") as url:
        page = await browser.new_page()
        await page.goto(url)
        await expect(page.get_by_role("log").get_by_text("Who you are:")).to_be_visible()
        before, after = await page.evaluate(
            """async () => {
                const [text, known] = [await import("/page/inline.js"), await import("/page/store.js")];
                const line = document.createElement("p");
                line.append(...text.inline("Posts go to <#77>."));
                document.body.append(line);
                const before = line.textContent;
                known.store.channels.set("77", { id: "77", name: "first-game" });
                text.namePlaces();
                return [before, line.textContent];
            }"""
        )
        assert (before, after) == ("Posts go to #unknown.", "Posts go to #first-game.")
