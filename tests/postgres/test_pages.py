"""Several processes serve pages from one PostgreSQL: the same addresses, and each hears of what the others commit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.cluster.notify import WakeUps
from bot.contract.tables import Place
from bot.delivery.painter import Painter
from bot.tables.people.web_sessions import sign_out
from bot.ui.router import Router
from bot.web.server import TablePages
from bot.web.tokens import Token
from tests.postgres.crowd import PEOPLE, service_at
from tests.web.site import URL, News

pytestmark = pytest.mark.postgres


async def everyone(_guild: int, _person: int) -> bool:
    """Everybody is a member."""
    return True


async def test_who_looks_through_one_process_sees_what_is_played_through_another(
    own_database: str, tmp_path: Path
) -> None:
    one, other = service_at(own_database, tmp_path), service_at(own_database, tmp_path)
    await one.deps.database.migrate()
    pages = [TablePages(service, Painter(), Router(), URL, everyone) for service in (one, other)]
    await asyncio.gather(*(each.begin() for each in pages))
    bells = [WakeUps(service.deps) for service in (one, other)]
    running = [asyncio.create_task(bell.run()) for bell in bells]
    for bell in bells:
        await bell.connected.wait()
    info = await one.open_table(PEOPLE[0], Place(5, 1), "walk")
    await one.join(info.id, PEOPLE[1])
    await one.start(info.id, PEOPLE[0])
    assert pages[0].addresses.link(info.id) == pages[1].addresses.link(info.id) != ""
    app = web.Application()
    app.add_routes(pages[1].routes())
    async with TestClient(TestServer(app)) as client, asyncio.timeout(30):
        news = News(await client.get(f"/news?t={pages[1].addresses.of(info.id)}"))
        first = (await news.next())["v"]
        sheet = await one.sheet(info.id, PEOPLE[0])
        assert sheet.ask is not None
        await one.answer(info.id, PEOPLE[0], sheet.ask_no, [[sheet.ask.options[0]]])
        after = (await news.next(20))["v"]
        assert after != first
        board = await client.get(f"{pages[1].addresses.link(info.id).removeprefix(URL)}/board")
        assert (await board.json())["v"] == after
        news.close()
        key = await pages[1].entrance.sessions.enter(Token(PEOPLE[0].id, 5, 0, b"n" * 16), "")
        mine = await client.get(f"/news?t={pages[1].addresses.of(info.id)}", headers={"Cookie": f"nisaba-5={key}"})
        await asyncio.sleep(0.2)
        pages[0].pressed(PEOPLE[0].id, info.id)
        while await mine.content.readline() != b"event: seat\n":
            pass
        assert await sign_out(one.deps, PEOPLE[0]) == 1
        while await mine.content.readline() != b"event: bye\n":
            pass
        mine.close()
        for each in pages:
            await each.close()
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    for service in (one, other):
        await service.deps.database.close()
