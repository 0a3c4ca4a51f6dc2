"""The example plays a whole game of each title: for a person, and as a program with a seat of its own."""

from __future__ import annotations

import asyncio
import contextlib
import runpy
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.contract.tables import Place
from bot.features.api import programs, tokens
from bot.tables.alarm_clock import Clock
from tests.ui.table.room import ANA
from tests.web.site import Site

EXAMPLE = Path(__file__).parents[3] / "examples" / "play.py"
LONG = [pytest.mark.long, pytest.mark.timeout(900)]
GAMES = [
    ("culture_wars", {"rounds": 2}),
    pytest.param(("culture_wars", {"rounds": 10}), marks=LONG),
    pytest.param(("acme", {"map": "abbreviated_western", "epochs": 1}), marks=LONG),
    pytest.param(("civ", {"turn_limit": 10}), marks=LONG),
]


def test_the_example_has_at_most_forty_lines() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40


@contextlib.asynccontextmanager
async def passing_time(site: Site) -> AsyncIterator[None]:
    """Alarms ring while the games are played."""

    async def ticking() -> None:
        clock = Clock(site.room.service, lambda: site.room.now)
        while True:
            site.room.now += 20
            await clock.close_due()
            await asyncio.sleep(0.02)

    task = asyncio.create_task(ticking())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("game", GAMES)
async def test_the_example_plays_a_whole_game(
    site: Site, game: tuple[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep = time.sleep
    monkeypatch.setattr(time, "sleep", lambda _: sleep(0.02))
    monkeypatch.setattr("time.sleep", lambda _: None)
    room, deps = site.room, site.room.service.deps
    own = await tokens.make(deps, ANA, "play", plays=True)
    hers = await programs.register(deps, ANA, "Hal")
    (hal,) = await programs.registered(deps, ANA)
    info = await room.service.open_table(ANA, Place(5, 80), game[0], options=game[1])
    await programs.seat(room.service, info.id, ANA, -hal.id)
    await room.service.start(info.id, ANA)
    url, play = str(site.client.make_url("")).rstrip("/"), runpy.run_path(str(EXAMPLE))["play"]
    async with passing_time(site):
        await asyncio.gather(*(asyncio.to_thread(play, url, token) for token in (own, hers)))
    over = await room.service.info(info.id)
    assert over.state == "over"
    standing = await room.service.standing(info.id)
    assert standing.outcome is not None
    assert [seat.person and seat.person.name for seat in over.seats] == ["Ana", "Hal (program)"]
    assert all(seat.by == "human" for seat in over.seats), "nobody was late"
