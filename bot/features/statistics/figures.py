"""The statistics of a game: what its log says about a person's seat, counted once at the end, for that person only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, Final

from sqlmodel import col, select

from bot.contract.preferences import Preferences
from bot.contract.records import SeatFigures
from bot.contract.tables import Person, Refused, is_program
from bot.features.statistics.models import GameStatRow
from bot.store.models import EntryRow, LineRow, SeatRow
from bot.tables.play.seat_view import own_seats
from bot.tables.work.operations import of_table
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import waking_time
from engine.core.figures import Figures, seat_in
from engine.core.message import Message, from_json
from engine.games import PRESENTATIONS

BY_NPC: Final = "by_npc"
MEDIAN: Final = "median"
OWN: Final = (BY_NPC, MEDIAN)  # what is counted of every game


async def keep(work: UnitOfWork) -> None:
    """Count a game that has just ended, while its end is being written."""
    presentation = PRESENTATIONS.get(work.row.game)
    here = (LineRow.table_id == work.number, col(LineRow.undone).is_(False), LineRow.to == "")
    told = select(LineRow.key, LineRow.said).where(*here).order_by(col(LineRow.no))
    lines = list((await work.session.execute(told)).all())
    order = select(EntryRow).where(EntryRow.table_id == work.number).order_by(col(EntryRow.seq))
    entries = (await work.session.execute(order)).scalars().all()
    declared = presentation.figures if presentation else Figures()
    counts, names = await work.run(lambda: count_figures(declared, ((key, from_json(raw)) for key, raw in lines)))
    table = await work.table()
    kept = await work.run(lambda: declared.kept(table.state))
    for row in work.seats:
        if row.person is not None and not is_program(row.person):
            own = {name for name, now in names.items() if now == row.seat} | {row.seat}
            found = {name: float(n) for (seat, name), n in counts.items() if seat == row.seat}
            found |= {name: float(n) for name, n in kept.get(row.seat, {}).items() if n}
            mine = [entry for entry in entries if entry.seat in own]
            found |= _answers(mine, entries, work.row.started_at, work.wishes(row.person))
            work.session.add_all(_rows(work, row, found))


def _rows(work: UnitOfWork, row: SeatRow, found: dict[str, float]) -> Iterable[GameStatRow]:
    return [GameStatRow(table_id=work.number, number=row.number, key=key, value=n) for key, n in found.items()]


def count_figures(
    declared: Figures, lines: Iterable[tuple[str, Message]]
) -> tuple[Counter[tuple[str, str]], dict[str, str]]:
    """Return each statistic by seat (its last name), and the last names of seats that were renamed."""
    by_key: dict[str, list[Any]] = {}
    for figure in declared.figures:
        for key, of in figure.counts.items():
            by_key.setdefault(key, []).append((figure.name, of))
    counts: Counter[tuple[str, str]] = Counter()
    names: dict[str, str] = {}
    for key, said in lines:
        for name, of in by_key.get(key, ()):
            for seat, n in of(said):
                counts[seat, name] += n
        if key in declared.successions:
            new, old = (seat_in(said, value) for value in declared.successions[key])
            names = {**{name: new if now == old else now for name, now in names.items()}, old: new}
            for name in {figure.name for figure in declared.figures}:
                counts[new, name] += counts.pop((old, name), 0)
    return counts, names


def _answers(
    own: Sequence[EntryRow], entries: Sequence[EntryRow], begun: float | None, wanted: Preferences
) -> dict[str, float]:
    """Return how many answers a seat gave, and the median waking time that they took.

    A question begins when the answer to the one before has come.
    """
    asked = {entries[0].ask_no: begun} if entries and begun is not None else {}
    for before, entry in pairwise(entries):
        if before.ask_no != entry.ask_no:
            asked.setdefault(entry.ask_no, before.at)
    given = {entry.ask_no: entry.at for entry in reversed(own) if not entry.auto}
    times = [waking_time(asked[no], at, wanted) for no, at in given.items() if no in asked]
    found = {BY_NPC: float(sum(entry.auto for entry in own))}
    return found | ({MEDIAN: median(times)} if times else {})


@of_table
async def of_seats(work: UnitOfWork, person: Person, number: int | None = None) -> tuple[SeatFigures, ...]:
    """Return the statistics of one's seats, or of that one. Refused: no_seat, replaced, figures_later."""
    rows = [row for row in own_seats(work, person) if number in {None, row.number}]
    if not rows:
        raise Refused("no_seat", table=work.id, host=work.row.host_name)
    if work.row.state != "over":
        raise Refused("figures_later", table=work.id, info=info_of(work))
    stats: list[GameStatRow] = await work.read(select(GameStatRow).where(GameStatRow.table_id == work.number))
    return tuple(
        SeatFigures(seat_info(work, row), {stat.key: stat.value for stat in stats if stat.number == row.number})
        for row in rows
    )
