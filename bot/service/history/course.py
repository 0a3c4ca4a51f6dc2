"""How a game that has ended went: the points after every turn, and what everybody held in the end."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping

from sqlmodel import col, select

from bot.records import Ending, TurnEnd
from bot.service.unit_of_work import RecordedTable, UnitOfWork, chapter_in, summary_of
from bot.store.models import CheckpointRow
from engine.core.ask import Seat
from engine.core.decoding import decoder

Passed = tuple[str, bytes]


async def ending_of(work: UnitOfWork, table: RecordedTable) -> Ending:
    """The course of the game and the hands; without a course if parts of it were played by other rules."""
    here = select(CheckpointRow).where(CheckpointRow.table_id == work.number).order_by(col(CheckpointRow.no))
    rows: list[CheckpointRow] = await work.read(here)
    current = all(row.game_version == work.game.version for row in rows)
    fresh = [(chapter_in(work.game, bytes(point.state)), bytes(point.state)) for point in table.checkpoints]
    return await work.run(lambda: Ending(_course(table, [*_stored(rows), *fresh]) if current else (), hands(table)))


def _stored(rows: Iterable[CheckpointRow]) -> Iterable[Passed]:
    """The first position of every turn that is stored."""
    turn = ""
    for row in rows:
        if turn_of(row.chapter) != turn:
            turn = turn_of(row.chapter)
            yield row.chapter, zlib.decompress(row.state)


def turn_of(chapter: str) -> str:
    """`2.3` of `2.3.growth`."""
    return chapter.rpartition(".")[0]


def _course(table: RecordedTable, passed: Iterable[Passed]) -> tuple[TurnEnd, ...]:
    """The points before the first turn and after each: as they stand where the next one begins."""
    course: list[TurnEnd] = []
    turn = (0, 0)
    for chapter, raw in passed:
        era, number, _ = chapter.split(".", 2)
        if int(number) < 1 or (int(era), int(number)) == turn:
            continue
        course.append(TurnEnd(*turn, table.game.scores(decoder(table.game.state_type).json(raw))))
        turn = int(era), int(number)
    return (*course, TurnEnd(*turn, table.game.scores(table.state))) if course else ()


def hands(table: RecordedTable) -> Mapping[Seat, tuple[str, ...]]:
    """The hand of every seat, for games that have hands."""
    summary, seats = summary_of(table.game.name), table.game.seats(table.state)
    found = {seat: summary.cards(table.view(seat), seat) for seat in seats}
    return {seat: cards for seat, cards in found.items() if cards is not None}
