"""The local table in a picture: writes `docs/local-table.png` from a game of a known seed, as a browser shows it.

Run as `python -m tools.local_table`; it needs Chromium. The picture keeps the words of the buttons that it shows, by
which a test tells when they are others.
"""

from __future__ import annotations

import asyncio
import shutil
import socket
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.async_api import Page, async_playwright

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "local-table.png"
CHANNEL, SEED, BUTTONS = "100000000000000021", "page", "Buttons"
WIDE, HIGH, COLOURS = 1280, 1360, 128
SETTLED: Final = 4000  # milliseconds, after which pictures have come behind their words


async def seen(page: Page, url: str) -> bytes:
    """The table once somebody has begun a game there and places the first disks."""
    await page.goto(f"{url}/?as=ana#{CHANNEL}")
    log = page.get_by_role("log")
    await log.get_by_role("button", name="Start").last.click()
    await log.get_by_role("button", name="More").last.wait_for()
    await log.get_by_role("button", name="My turn").last.click()
    await page.locator("[data-custom-id*='|pick|']").last.click()
    await page.get_by_role("option", name="Egypt").first.click()
    await log.get_by_role("button", name="Take Egypt at Thebes").last.click()
    await page.wait_for_timeout(SETTLED)
    return await page.screenshot()


async def labels(page: Page) -> list[str]:
    """The words of the row under the newest post."""
    row = page.locator("[data-custom-id*='|more|']").last.locator("xpath=..").get_by_role("button")
    shown: list[str] = await row.all_inner_texts()
    return shown


async def made() -> None:
    """Play as far as that, and write the picture."""
    with TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        free.close()
        given = ("--local", "--port", str(port), "--folder", folder, "--seed", SEED)
        bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", *given, stdout=asyncio.subprocess.PIPE)
        try:
            if bot.stdout is not None:
                await bot.stdout.readline()
            async with async_playwright() as play:
                flags = ["--no-sandbox", "--disable-gpu"]
                browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
                page = await browser.new_page(viewport={"width": WIDE, "height": HIGH})
                write(await seen(page, f"http://127.0.0.1:{port}"), await labels(page))
                await browser.close()
        finally:
            bot.terminate()
            await bot.communicate()


def write(raw: bytes, shown: list[str]) -> None:
    """The picture in few colours, with the words of its buttons."""
    told = PngInfo()
    told.add_text(BUTTONS, ", ".join(shown))
    picture = Image.open(BytesIO(raw)).convert("RGB").quantize(COLOURS)
    picture.save(PAGE, pnginfo=told, optimize=True)


if __name__ == "__main__":
    asyncio.run(made())
