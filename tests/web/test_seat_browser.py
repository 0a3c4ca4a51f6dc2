"""Turns played on the page alone, with a mouse, a finger and the keyboard, at two widths."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page, expect

from bot.contract.tables import Place
from tests.ui.table.room import ANA, BEN, CHO
from tests.web.clicker import POINT, Thinker, Way, end_window, forward, thinking, widths
from tests.web.site import Site, opened_site
from tests.web.test_browser import browsing, violations

log = logging.getLogger(__name__)
pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
WAYS: Final[Mapping[str, tuple[int, Way]]] = {
    "mouse": (1280, "mouse"),
    "finger": (390, "finger"),
    "keys": (1280, "keys"),
}
OFTEN: Final = {"acme": "finger", "civ": "mouse", "culture_wars": "keys"}
"""The way in which each game is always tried; the others take long."""
OPTIONS: Final[dict[str, dict[str, Any]]] = {"acme": {"map": "western"}}
PEOPLE: Final = {"acme": (ANA, BEN), "culture_wars": (ANA, BEN), "civ": (ANA, BEN, CHO)}
BEGINS: Final = {"acme": 0, "culture_wars": 3, "civ": 10}
"""The turn before the one that is played."""
LENGTH: Final = {"acme": 1, "culture_wars": 3, "civ": 1}


def turn_of(view: Any) -> int:
    """The turn or round of a view."""
    return int(view.turn if hasattr(view, "turn") else view.round)


async def begun(site: Site, game: str) -> str:
    """A game of people alone, computers having played the turns before for them."""
    people = PEOPLE[game]
    service = site.room.service
    info = await service.open_table(people[0], Place(5, 100), game, options=OPTIONS.get(game, {}))
    for person in people[1:]:
        await service.join(info.id, person)
    await service.start(info.id, people[0])
    await forward(site, info.id, people, lambda view: turn_of(view) > BEGINS[game])
    return info.id


@asynccontextmanager
async def seated(
    browser: Browser, site: Site, table: str, game: str, width: int, way: Way
) -> AsyncIterator[list[Thinker]]:
    """Everyone at a page of their own."""
    made = []
    for person in PEOPLE[game]:
        player = await thinking(await browser.new_context(**widths(width)), way)
        await player.sit_down(site, table, person)
        made.append(player)
    yield made
    for player in made:
        assert player.trouble == []
        await player.page.context.close()


async def next_player(site: Site, players: Sequence[Thinker]) -> Thinker:
    """Who has to answer, once their page shows it. Where all who may respond have done so, the time for it ends."""
    for n in range(100):
        for player in players:
            stage = await player.stage()
            if stage is None or stage.sheet.sealed is not None:
                continue
            if await player.page.get_attribute("body", "data-live") == "asked" or n > 20:
                return player
            if await player.page.locator("#turn").is_visible():
                return player
        await asyncio.sleep(0.05)
        if n % 10 == 9:
            await end_window(site, players[0].table)
    raise AssertionError("nobody is asked on any page")


async def play_turns(site: Site, table: str, players: Sequence[Thinker], turns: int) -> list[str]:
    """Play until the turns are over; the keys of the questions."""
    last, keys = turn_of((await site.room.service.standing(table)).view) + turns, list[str]()
    for _ in range(900):
        standing = await site.room.service.standing(table)
        if turn_of(standing.view) >= last or standing.info.state == "over":
            return keys
        keys.append(await (await next_player(site, players)).move_on())
    raise AssertionError(f"it goes on and on: {keys[-20:]}")


def taps(players: Sequence[Thinker]) -> dict[str, tuple[int, int]]:
    """How many taps each kind of question took, and would have taken in Discord."""
    whole = defaultdict[str, list[int]](lambda: [0, 0])
    for player in players:
        for key, (here, there) in player.by_question.items():
            for name in (key, "all"):
                whole[name][0] += here
                whole[name][1] += there
    return {key: (here, there) for key, (here, there) in sorted(whole.items())}


def trials() -> list[Any]:
    """Each game in each way."""
    return [
        pytest.param(game, way, marks=[] if OFTEN[game] == way else [pytest.mark.long], id=f"{game}-{way}")
        for game in sorted(PEOPLE)
        for way in WAYS
    ]


@pytest.mark.parametrize(("game", "how"), trials())
async def test_whole_turns_are_played_on_the_page(tmp_path: Path, game: str, how: str) -> None:
    width, way = WAYS[how]
    async with opened_site(tmp_path / "nisaba.db") as site, browsing() as browser:
        table = await begun(site, game)
        async with seated(browser, site, table, game, width, way) as players:
            turns = 1 if OFTEN[game] == how else LENGTH[game]
            keys = await play_turns(site, table, players, turns)
            assert len(keys) > 5
            counted = taps(players)
            log.info("taps here and in Discord: %s %s %s %s", game, width, way, counted)
            assert counted["all"][0] < counted["all"][1]
            for player in players:
                wide = "document.documentElement.scrollWidth - innerWidth"
                assert await player.page.evaluate(wide) <= 0, "nothing hangs over"
                assert await violations(player.page) == []


async def to_focus(page: Page, wanted: str, key: str = "Tab") -> None:
    """Press a key until what has the focus is of that kind."""
    for _ in range(80):
        if await page.evaluate(f"document.activeElement?.matches({wanted!r})"):
            return
        await page.keyboard.press(key)
    raise AssertionError(f"{key} never comes to {wanted}")


async def test_growth_with_nothing_but_the_keyboard(tmp_path: Path) -> None:
    async with opened_site(tmp_path / "nisaba.db") as site, browsing() as browser:
        table = await begun(site, "acme")
        async with seated(browser, site, table, "acme", 1280, "keys") as players:
            player = players[0]
            for _ in range(30):
                stage = await player.current() if await player.stage() else None
                if stage is not None and stage.key == "growth.retire":
                    break
                await (await next_player(site, players)).move_on()
            page = player.page
            await to_focus(page, "path.offered")
            for key, count in (("Enter", "1 of"), ("Enter", "2 of"), ("-", "1 of"), ("Delete", "0 of")):
                before = await player.count()
                await page.keyboard.press(key)
                await player.done(before)
                await expect(page.locator("#question")).to_contain_text(count)
                assert await page.evaluate("document.activeElement.matches('path.shape')"), "the focus stays there"
            here = await page.evaluate("document.activeElement.dataset.id")
            await page.keyboard.press("ArrowDown")
            await page.keyboard.press("ArrowRight")
            assert await page.evaluate("document.activeElement.matches('path.offered')")
            assert await page.evaluate("document.activeElement.dataset.id") != here
            await page.keyboard.press("Enter")
            await expect(page.locator("#question")).to_contain_text("1 of")
            await to_focus(page, "#question button[data-id*='|stop|']")
            before = await player.count()
            await page.keyboard.press("Enter")
            await player.done(before)
            after = await player.stage()
            assert after is None or after.key != "growth.retire"


BESIDE = """(path) => {
  const box = path.getBBox(), matrix = path.getScreenCTM();
  const ends = [[0, 0.5, -1.5, 0], [1, 0.5, 1.5, 0], [0.5, 0, 0, -1.5], [0.5, 1, 0, 1.5]];
  return ends.some(([right, down, x, y]) => {
    const end = new DOMPoint(box.x + box.width * right, box.y + box.height * down).matrixTransform(matrix);
    return document.elementFromPoint(end.x + x, end.y + y) === path;
  });
}"""
"""Whether a point just beside a shape hits it."""


@pytest.mark.parametrize(("width", "way"), [(1280, "mouse"), (390, "finger")])
async def test_a_drag_is_a_move_and_one_that_ends_nowhere_is_none(tmp_path: Path, width: int, way: Way) -> None:
    async with opened_site(tmp_path / "nisaba.db") as site, browsing() as browser:
        table = await begun(site, "culture_wars")
        async with seated(browser, site, table, "culture_wars", width, way) as players:
            player = await next_player(site, players)
            if await player.page.locator("#turn").is_visible():
                await player.press(player.page.locator("#turn"))
            await player.current()
            moves = next(part for part in player.answer["parts"] if part.get("choices") and part["choices"][0]["on"])
            start, goal = (player.page.locator(f"#view path[data-id='{one}']") for one in moves["choices"][0]["on"])
            before, point = await player.count(), await start.evaluate(POINT)
            await player.drag_between(point, (point[0], 10))
            assert not await player.way_begun()
            await expect(player.page.locator("line.drag")).to_have_count(0)
            assert await player.count() == before
            await player.click(start)
            assert await player.way_begun()
            assert not await start.evaluate(BESIDE), "the broad line around it takes nothing from its neighbours"
            await player.page.keyboard.press("Escape")
            assert await player.drag(start, goal)
            await player.done(before)
            await expect(player.page.locator("#question")).not_to_contain_text("0 move,")
            stage = await player.stage()
            assert stage is not None
            assert len(stage.work.plan) == 1
