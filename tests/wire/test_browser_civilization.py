"""Advanced Civilization in a browser: two people play the first turn, one by buttons and menus, one by lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.wire.test_browser import Player, completed, two_players, typed
from tests.wire.test_playground_page import browsing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
NATIONS = re.compile("Choose your nation")


async def open_table(ana: Player, ben: Player) -> None:
    """Ana closes the table that is open and opens one of Advanced Civilization; Ben joins it."""
    await expect(ben.button("Join")).to_be_visible()
    await typed(ana.page, "/game end", "Enter", "Enter")
    await ana.press(re.compile("^End"))
    await typed(ana.page, "/game new", "Enter")
    await completed(ana, "adv", re.compile("Advanced Civilization"))
    await ana.keep("new")
    await typed(ana.page, "Enter")
    await ben.reads("Players without a nation choose one when the game starts")
    await ben.press("Join")
    await ben.reads("You've joined table")
    await ana.press(re.compile("Start with 2"))


async def choose_nations(ana: Player, ben: Player) -> None:
    """Ana by menu and button, Ben by a command."""
    await ana.reads("choose a nation")
    await ana.open_seat()
    await ana.reads(NATIONS)
    await ana.pick("pick", re.compile("Italy"))
    await ana.press(re.compile("Etruria"))
    await ana.press("Begin there")
    await ben.reads(re.compile("Italy begins in Etruria"))
    await typed(ben.page, "/civ nation", "Enter")
    await completed(ben, "thr", re.compile("Thrace"))
    await ben.keep("nation")
    await typed(ben.page, "Enter")
    await ana.reads(re.compile("Italy 2 and Thrace 2"))


async def build_no_ships(ana: Player, ben: Player) -> None:
    """Ana by the button of her screen, Ben by a command: both unseen, at the same time."""
    await ana.reads(re.compile("keep and build ships"))
    await ana.open_seat()
    await ana.reads("New ships")
    await ana.keep("ships")
    await ana.press("Build no ship")
    await typed(ben.page, "/civ ships", "Enter")
    await ben.page.get_by_role("button", name="+ build").click()
    await typed(ben.page, "none")
    await ben.page.get_by_role("button", name="Send the command").click()  # Enter could take a completion instead
    await ben.press("Confirm")
    await ana.reads(re.compile("move tokens and ships"))


async def move(ana: Player, ben: Player) -> None:
    """Ana by the menu, Ben by a line; whoever is first in the census goes first."""
    await ana.open_seat()
    await ana.reads("0 move, 2 stay")
    await ana.pick("shortcut", re.compile("Settle empty areas: Italy"))
    await ana.reads("1 move, 1 stay")
    await ana.keep("moves")
    await ana.press(re.compile("^Move 1, 1 stay"))
    await ben.reads(re.compile("Thrace — .*move tokens and ships"))
    await ben.open_seat()
    await ben.press("Type it")
    form = ben.page.get_by_role("dialog")
    await form.get_by_role("textbox").fill("scythia>dacia 1")
    await form.get_by_role("button", name=re.compile("Submit|Send")).click()
    await ben.reads("Dacia 0→1")
    await ben.keep("line")
    await ben.press(re.compile("^Move 1, 1 stay"))
    await ana.reads(re.compile("Turn 2 · Moves"))


async def look(ana: Player) -> None:
    """The board and the track by commands."""
    await typed(ana.page, "/civ track", "Enter", "Enter")
    await ana.reads("A.S.T.")
    await ana.keep("track")


@pytest.mark.parametrize("width", [1280, 390])
async def test_two_people_play_the_first_turn_of_advanced_civilization(tmp_path: Path, width: int) -> None:
    async with browsing() as browser, two_players(browser, tmp_path, width) as (ana, ben):
        await open_table(ana, ben)
        await choose_nations(ana, ben)
        await build_no_ships(ana, ben)
        await move(ana, ben)
        await look(ana)
