"""A week of four people over the wire in time travel, with everything that a week brings, and twenty kills."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.delivery.outbox_rows import MARKS
from bot.local_table.component_limits import walk
from bot.local_table.errors import Json
from tests.wire.running import Running, running
from tests.wire.weeks import AWAY, FOR_GOOD, ONCE, Week

SEED = "ugarit"
KILLS = 20
TOLD = (
    "is out of time",
    "The computer answered once for",
    "The computer now plays **",
    "is on vacation from",
    "paused table",
    "The clocks of table",
)


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_a_week_goes_by_with_vacations_late_answers_orders_a_pause_and_twenty_kills(tmp_path: Path) -> None:
    """Whatever comes between, each post is sent once, what was announced is told, a Negate is decided by order."""
    async with running(tmp_path, "--seed", SEED) as here:
        week = Week(here, SEED, KILLS)
        await week.begin()
        await week.live()
        await week.back()
        assert here.starts > KILLS
        status = await week.surely(lambda: week.spectator.slash("/game status"))
        assert "Akkad" in status.message.text
        answers, acted = stored(here)
    assert min(week.told_of[what] for what in (ONCE, FOR_GOOD, *(f"{who} announced" for who in AWAY))) >= 1
    lines = [json.loads(line) for line in (tmp_path / "transcript.jsonl").read_text().splitlines()]
    said = json.dumps([line["body"] for line in sent(lines)], ensure_ascii=False)
    assert [text for text in TOLD if text not in said] == []
    assert [mark for mark, times in marks(lines).items() if times > 1] == []
    assert acted["negate"] >= 1
    assert answers["turns"] > 1


def stored(here: Running) -> tuple[Counter[str], Counter[str]]:
    """What lies in the database in the end: how many answers of which kind, and what orders have done."""
    with closing(sqlite3.connect(here.folder / "bot" / "nisaba.db", timeout=10)) as store:
        answers = Counter(dict(store.execute("select key, count(*) from entry group by key")))
        answers["turns"] = store.execute("select count(distinct chapter) from line").fetchone()[0]
        acted = Counter(dict(store.execute("select kind, sum(acts) from standing_order group by kind")))
        return answers, acted


def sent(lines: Iterable[Json]) -> Iterator[Json]:
    """The messages that have arrived."""
    return (m for m in lines if m.get("method") == "POST" and m["path"].endswith("/messages") and m["status"] == 200)


def marks(lines: Iterable[Json]) -> Counter[int]:
    """How many messages hold each post."""
    inside = (part for line in sent(lines) for part in walk(line["body"].get("components", ())))
    return Counter(part["id"] for part in inside if part.get("id", 0) >= MARKS)
