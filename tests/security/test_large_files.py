"""Files as large as whoever uploads them likes: they keep nobody waiting, and hold no more than a game has made."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from copy import deepcopy
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from bot.contract import table_ids
from bot.features.files import admission, export_import
from bot.features.files import export_import as history_rows
from bot.features.files.file_format import Saved
from bot.store.models import LineRow
from tests.conformance.players import step
from tests.golden.replay import RECORDED, opened
from tests.security.file_edits import Table
from tests.security.test_imported_files import THERE, file_of, forged
from tests.service.conftest import room
from tests.service.tables import CHO, Room

__all__ = ["room"]


def grown(table: Table, answers: int, lines: int) -> Table:
    """The same game after so many more answers and lines."""
    inside, whole = json.loads(table["record"]), deepcopy(table)
    whole["entries"] = [table["entries"][0]] * answers + table["entries"]
    whole["record"] = json.dumps({**inside, "first": inside["first"] + answers})
    whole["lines"] = [{**table["lines"][0], "seq": 1} for _ in range(lines)]
    return whole


async def counted_turns(turns: list[int]) -> None:
    """How often the loop has come round."""
    while True:
        turns[0] += 1
        await asyncio.sleep(0)


async def test_a_large_file_is_written_in_portions_between_which_the_loop_serves_others(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are made beside the loop, and each portion of them is written by itself."""
    monkeypatch.setattr(history_rows, "PORTION", 50)
    makers, turns, between = [], [0], []
    made, execute = history_rows.of, AsyncSession.execute

    def noted(saved: Saved) -> history_rows.Rows:
        makers.append(threading.current_thread())
        return made(saved)

    async def counted(session: AsyncSession, statement: Any, values: Any = None, **more: Any) -> Any:
        if isinstance(values, list):
            between.append((len(values), turns[0]))
        return await execute(session, statement, values, **more)

    monkeypatch.setattr(history_rows, "of", noted)
    monkeypatch.setattr(AsyncSession, "execute", counted)
    meanwhile = asyncio.ensure_future(counted_turns(turns))
    info = await export_import.import_table(
        room.service.deps, CHO, THERE, forged(grown(await file_of(room, over=True), 300, 3000))
    )
    meanwhile.cancel()
    assert makers
    assert threading.main_thread() not in makers
    assert max(size for size, _ in between) == 50
    assert len(between) > 3300 / 50
    assert len({turn for _, turn in between}) == len(between), "the loop came round between any two"
    stored = await room.database.rows(select(LineRow.no).where(LineRow.table_id == table_ids.read(info.id)))
    assert sorted(row[0] for row in stored) == [*range(1, 3001)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["alone", "scorpions", "explorers", "macedon", "cultures"])
def test_games_stay_far_below_what_a_file_may_hold(name: str) -> None:
    """Computers tell their reasons, and one person may play against several."""
    table, rng = opened(RECORDED[name]), random.Random(name)
    for _ in range(60):
        if table.pending is not None:
            step(rng, table)
    answers = len(table.journal)
    assert len(table.events) < (admission.BEFORE + admission.LINES * answers) / 3
    assert len(table.boundaries()) < (admission.BEFORE + admission.POINTS * answers) / 3
    assert len(table.events) < admission.UNDONE * 60
