"""Pictures are drawn by processes of their own: the same as by a thread, whatever happens to a process."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from asyncio import create_subprocess_exec
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from subprocess import PIPE
from threading import Event
from typing import Any, cast

import pytest

from bot.app import create_bot
from bot.delivery import drawers
from bot.delivery.drawers import Drawers, DrawingThread, Folders, drawn_ahead, submit_in_turn
from bot.delivery.painter import Painter
from bot.settings import read
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import speaking
from engine.games import GAMES
from render.film import Film
from tests.service.fatal import die

LEGEND: Mapping[str, Any] = {"draw": "legend", "game": "culture_wars", "view": {}, "options": {}}
PLANS = [SeatPlan("suns"), SeatPlan("moons")]
PATIENCE = 60.0
PAUSE = 0.02
DRAWS = """
import asyncio, sys
from bot.delivery.drawers import Drawers, Folders
async def main():
    made = Drawers(1, Folders())
    await made.draw({"draw": "legend", "game": "culture_wars"})
    print(*made.processes(), flush=True)
    if sys.argv[1] == "stay":
        await asyncio.sleep(600)
    made.close()
asyncio.run(main())
"""


@asynccontextmanager
async def opened(number: int = 1, lasting: int = drawers.LASTING) -> AsyncIterator[Drawers]:
    """Processes that draw, which are gone at the end."""
    made = Drawers(number, Folders(), lasting)
    try:
        yield made
    finally:
        await asyncio.to_thread(made.close)
        assert active_children() == []


async def gone(process: int) -> None:
    """Wait until there is no process of that number, or only what is left of it until its parent has looked."""
    async with asyncio.timeout(PATIENCE):
        await asyncio.to_thread(wait_until_gone, process)


def wait_until_gone(process: int) -> None:
    for _ in range(int(PATIENCE / PAUSE)):
        if not is_there(process):
            return
        time.sleep(PAUSE)
    raise TimeoutError(f"{process} is still there")


def is_there(process: int) -> bool:
    """Whether a process of that number runs."""
    try:
        told = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return told.rpartition(")")[2].split()[0] not in {"Z", "X"}


@pytest.mark.soak
async def test_a_process_draws_what_the_thread_draws_in_the_language_being_spoken() -> None:
    here = DrawingThread()
    async with opened() as made:
        for language in ("en", "de"):
            with speaking(language):
                assert await made.draw(LEGEND) == await here.draw(LEGEND)
        style = {**LEGEND, "style": {"palette": "high"}}
        assert await made.draw(style) == await here.draw(style)
        sprites = {"part": "sprites", "game": "culture_wars", "names": ["people.suns.3"]}
        assert await made.make_part(sprites) == await here.make_part(sprites)
        assert made.processes() != [os.getpid()]
    here.close()


async def test_what_nobody_can_draw_is_the_same_error_and_ends_no_process() -> None:
    async with opened() as made:
        for recipe in ({"draw": "mural", "game": "acme"}, {"draw": "legend", "game": "go"}):
            with pytest.raises(KeyError):
                await made.draw(recipe)
        first = made.processes()
        await made.draw(LEGEND)
        assert made.processes() == first


async def test_a_process_that_dies_is_replaced_and_its_picture_drawn() -> None:
    async with opened() as made:
        wanted = await made.draw(LEGEND)
        (first,) = made.processes()
        os.kill(first, signal.SIGSTOP)  # it gets the picture and cannot draw it
        drawing = asyncio.create_task(made.draw(LEGEND))
        await asyncio.sleep(0)
        os.kill(first, signal.SIGKILL)
        assert await drawing == wanted
        assert first not in made.processes()
        await gone(first)


@pytest.mark.soak
async def test_all_pictures_under_way_are_drawn_when_every_process_dies() -> None:
    async with opened(2) as made:
        await asyncio.gather(made.draw(LEGEND), made.draw(LEGEND))
        for process in made.processes():
            os.kill(process, signal.SIGSTOP)
        under_way = [asyncio.create_task(made.draw(LEGEND)) for _ in range(5)]
        await asyncio.sleep(0)
        for process in made.processes():
            os.kill(process, signal.SIGKILL)
        assert len({picture.png for picture in await asyncio.gather(*under_way)}) == 1


@pytest.mark.soak
async def test_a_picture_that_ends_every_process_is_given_up_and_the_next_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened() as made:
        with monkeypatch.context() as patched:
            patched.setattr(drawers, "drawn_in", die)
            with pytest.raises(BrokenProcessPool):
                await made.draw(LEGEND)
        assert (await made.draw(LEGEND)).png


@pytest.mark.soak
async def test_processes_that_have_drawn_for_long_make_room_for_others() -> None:
    seen: list[int] = []
    async with opened(lasting=2) as made:
        for _ in range(5):
            await made.draw(LEGEND)
            seen += made.processes()
        assert [seen.count(process) for process in dict.fromkeys(seen)] == [2, 2, 1]
        for process in seen[:4]:
            await gone(process)


async def test_processes_start_when_they_are_told_to_or_when_the_first_picture_is_wanted() -> None:
    async with opened(2) as made:
        assert made.processes() == []
        made.begin()
        there = made.processes()
        assert len(there) == 2
        await made.draw(LEGEND)
        assert made.processes() == there


def test_what_gets_a_process_ready_lets_pictures_go_first() -> None:
    pool, begun, done = ThreadPoolExecutor(1), Event(), list[str]()
    submit_in_turn(cast("Any", pool), [begun.wait, partial(done.append, "first"), partial(done.append, "second")])
    pictures = [pool.submit(done.append, "picture")]
    begun.set()
    while len(done) < 3:
        pictures.append(pool.submit(done.append, "picture"))
        pictures[-1].result()
    assert done[0] == "picture"
    assert [one for one in done if one != "picture"] == ["first", "second"]
    pool.shutdown()
    submit_in_turn(cast("Any", pool), [begun.wait])


@pytest.mark.soak
async def test_a_board_that_is_expected_and_cannot_be_drawn_ends_no_process() -> None:
    async with opened() as made:
        made.expect("acme", "nowhere")
        made.begin()
        made.expect("acme", "nowhere else")
        there = made.processes()
        await made.draw(LEGEND)
        assert made.processes() == there


@pytest.mark.soak
async def test_a_film_is_drawn_by_processes(tmp_path: Path) -> None:
    views = [Table.new(GAMES["culture_wars"], "standard", PLANS, {}, seed).view(None) for seed in ("ur", "uruk")]
    painter = Painter(drawers=1, folders=Folders(tmp_path))
    made = await painter.draw({"draw": "film", "game": "culture_wars", "views": views, "each": 100})
    assert isinstance(made, Film)
    await asyncio.to_thread(painter.close)
    assert active_children() == []


@pytest.mark.soak
async def test_a_base_map_drawn_ahead_is_left_on_disk_by_a_process_that_ends(tmp_path: Path) -> None:
    await asyncio.to_thread(drawn_ahead, "acme", "abbreviated_western", Folders(tmp_path / "bases"))
    assert [file.suffix for file in (tmp_path / "bases").iterdir()] == [".base"]
    assert active_children() == []
    with pytest.raises(KeyError):
        await asyncio.to_thread(drawn_ahead, "acme", "nowhere", Folders(tmp_path / "bases"))


async def started(how: str) -> tuple[asyncio.subprocess.Process, int]:
    """A program whose process has drawn a picture; the number of that process."""
    program = await create_subprocess_exec(sys.executable, "-c", DRAWS, how, stdout=PIPE)
    assert program.stdout is not None
    async with asyncio.timeout(PATIENCE):
        return program, int(await program.stdout.readline())


@pytest.mark.soak
@pytest.mark.sample(1)
@pytest.mark.parametrize("end", [lambda p: p.kill(), lambda p: p.terminate()], ids=["killed", "terminated"])
async def test_no_process_outlives_a_program_that_is_killed(end: Callable[[asyncio.subprocess.Process], None]) -> None:
    program, drawer = await started("stay")
    assert is_there(drawer)
    end(program)
    await program.wait()
    await gone(drawer)


@pytest.mark.soak
async def test_no_process_outlives_a_program_that_ends() -> None:
    program, drawer = await started("end")
    async with asyncio.timeout(PATIENCE):
        assert await program.wait() == 0
    await gone(drawer)


def test_a_bot_draws_in_processes_unless_it_is_told_not_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NISABA_DRAWERS")
    assert read(data=tmp_path).drawers >= 1
    bots = [create_bot(read(data=tmp_path, drawers=number)) for number in (0, 2)]
    assert [type(bot.painter._hands) for bot in bots] == [DrawingThread, Drawers]
    for bot in bots:
        bot.painter.close()
        bot.bases.close()
