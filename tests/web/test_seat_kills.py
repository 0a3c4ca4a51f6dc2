"""A bot that is killed under an open seat: what was answered is there once, and the page goes on."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from bot.web.seat import KEY

ROOT = Path(__file__).parents[2]
KILLS = 20
pytestmark = [pytest.mark.timeout(1800), pytest.mark.long]


class Bot:
    """The process of a site."""

    process: asyncio.subprocess.Process

    def __init__(self, file: Path) -> None:
        self.file, self.table, self.path, self.token = file, "", "", ""
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"

    async def begin(self) -> None:
        """Start it, again if it was killed."""
        port, table = self.url.rpartition(":")[2], [self.table] if self.table else []
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.web.site_process", str(self.file), port, *table),
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert self.process.stdout is not None
        while not (line := await self.process.stdout.readline()).startswith(b"{"):
            assert line, "it has not started"
        told = json.loads(line)
        self.table, self.path, self.token = told["table"], told["path"], told["token"]

    async def kill(self) -> None:
        """Kill it, whatever it does."""
        self.process.kill()
        await self.process.wait()

    def answers(self) -> list[tuple[str, ...]]:
        """What Ana has answered, as it is stored."""
        with sqlite3.connect(self.file) as connection:
            rows = connection.execute("SELECT seat, picks FROM entry WHERE auto = 0 ORDER BY seq").fetchall()
        return [tuple(json.loads(picks)) for _, picks in rows]


class Browser:
    """Ana's browser, which sends one press after the other and none twice."""

    def __init__(self, bot: Bot, session: aiohttp.ClientSession) -> None:
        self.bot, self.session, self.key = bot, session, ""

    async def enter(self) -> None:
        """Come in by the link."""
        headers = {"Origin": self.bot.url}
        answer = await self.session.post(f"{self.bot.url}/enter", json={"token": self.bot.token}, headers=headers)
        assert answer.status == 204
        page = await (await self.session.get(self.bot.url + self.bot.path)).text()
        found = re.search('data-key="(.+?)"', page)
        assert found is not None
        self.key = found[1]

    async def press(self, where: str = "", *values: str) -> dict[str, Any]:
        """What a press is answered with. Raises aiohttp.ClientError if the bot is gone."""
        headers = {"Origin": self.bot.url, KEY: self.key}
        sent = {"id": where, "values": list(values)}
        answer = await self.session.post(f"{self.bot.url}{self.bot.path}/press", json=sent, headers=headers)
        assert answer.status == 200
        told: dict[str, Any] = await answer.json()
        return told


def next_press(told: Mapping[str, Any], chance: Random) -> tuple[str, tuple[str, ...]]:
    """Something to press on a screen: a choice that adds or picks, or what sends."""
    menus = [p for p in told["answer"]["parts"] if p["kind"] == "menu" and ("less" in p or "toggle" in p)]
    rows = [p for p in told["answer"]["parts"] if p["kind"] in ("row", "section")]
    buttons = [b for p in rows for b in p.get("buttons", [p.get("button")])]
    verbs = ("go", "stop", "take", "both", "pay", "f_go", "save_go", "lose_all", "f_none", "let_pass", "deity_ok")
    sends = [b["id"] for b in buttons if not b.get("disabled") and b["id"].split("|")[3] in verbs]
    if menus and (not sends or chance.random() < 0.6):
        menu = chance.choice(menus)
        return menu["id"], (chance.choice(menu["choices"])["value"],)
    return (chance.choice(sends), ()) if sends else ("", ())


def planned(told: Mapping[str, Any]) -> list[str]:
    return [one["value"] for one in told.get("board", {}).get("plan", ())]


async def test_no_answer_is_lost_or_doubled(tmp_path: Path) -> None:
    chance, bot = Random(KILLS), Bot(tmp_path / "nisaba.db")
    await bot.begin()
    under_way = 0
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        browser = Browser(bot, session)
        await browser.enter()
        try:
            for _ in range(KILLS):
                for _ in range(chance.randrange(1, 6)):
                    told = await browser.press()
                    where, values = next_press(told, chance)
                    await browser.press(where, *values)
                told = await browser.press()
                before, plan = bot.answers(), planned(told)
                where, values = next_press(told, chance)
                press = asyncio.ensure_future(browser.press(where, *values))
                await asyncio.sleep(chance.random() * 0.06)
                await bot.kill()
                answer: Any = (await asyncio.gather(press, return_exceptions=True))[0]
                under_way += isinstance(answer, Exception)
                after = bot.answers()
                assert after[: len(before)] == before, "nothing is lost"
                await bot.begin()
                again = await browser.press()
                if isinstance(answer, dict) and answer["answer"].get("ask") is not None:
                    assert again["answer"].get("ask", 0) >= answer["answer"]["ask"], "what was told is true"
                if len(after) == len(before):
                    assert planned(again) in (plan, [*plan, *values]), "a choice is there once or not at all"
                else:
                    given = [pick for picks in after[len(before) :] for pick in picks]
                    assert all(given.count(pick) <= plan.count(pick) + 1 for pick in plan), "no plan is there twice"
        finally:
            await bot.kill()
    assert under_way
