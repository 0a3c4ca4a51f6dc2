"""The pictures of the guides: every screen, as a phone shows it, and every board with its numbers.

Run as `python -m tools.pictures`; it needs Chromium. Screens whose words are the same keep their picture, unless it is
run with `--all`.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from tests.wire.sitting import sitting
from tools.boards import boards
from tools.screens import CASTS, LANGUAGES, Show, Shown, file_of, kept, words_of

WIDE, HIGH = 390, 2600
EVERYTHING: Final = "--all"
QUALITY: Final = 80
SETTLED: Final = (
    "(article) => [...article.querySelectorAll('img')].every((image) => image.complete && image.naturalWidth)"
)


class Camera:
    """A phone at the table, which photographs single messages in one language."""

    def __init__(self, browser: Browser, url: str, language: str) -> None:
        self.browser, self.url, self.language = browser, url, language

    async def photograph(self, shown: Shown) -> Image.Image:
        """The message as its person sees it."""
        page = await self.browser.new_page(viewport={"width": WIDE, "height": HIGH}, locale=self.language)
        try:
            await page.goto(f"{self.url}/?as={shown.person.name}#{shown.message.channel}")
            return Image.open(io.BytesIO(await self._taken(page, shown.message.id))).convert("RGB")
        finally:
            await page.close()

    async def _taken(self, page: Page, message: str) -> bytes:
        article = page.locator(f"article[data-id='{message}']")
        await article.wait_for()
        handle = await article.element_handle()
        await page.wait_for_function(SETTLED, arg=handle)
        return await article.screenshot()


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """Debian's Chromium."""
    async with async_playwright() as play:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        yield browser
        await browser.close()


async def screens(language: str, browser: Browser) -> None:
    """Play in that language, and write each screen with its words."""
    words, known = {}, kept(language) if file_of(language).exists() else {}
    for cast in CASTS:
        with TemporaryDirectory() as folder:
            async with sitting(Path(folder)) as here:
                camera, channel = Camera(browser, here.table.url, language), await here.visit.new_channel(cast.game)
                async for shown in Show(here, cast, language, channel).shown():
                    words[shown.name] = words_of(shown.message)
                    file = file_of(language).parent / f"{shown.name}.webp"
                    if EVERYTHING in sys.argv or not file.exists() or known.get(shown.name) != words[shown.name]:
                        write(await camera.photograph(shown), file)
    file_of(language).write_text(json.dumps(words, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write(picture: Image.Image, file: Path) -> None:
    """The picture, small."""
    file.parent.mkdir(exist_ok=True, parents=True)
    picture.save(file, quality=QUALITY, method=6)


async def made() -> None:
    """Everything in every language."""
    async with browsing() as browser:
        for language in LANGUAGES:
            await screens(language, browser)
            for name, board in boards(language):
                write(board, file_of(language).parent / f"{name}.webp")


if __name__ == "__main__":
    os.environ["NISABA_DRAWERS"] = "0"  # the bot in this process draws by itself
    asyncio.run(made())
