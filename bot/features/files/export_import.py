"""Export, import and verification of whole games."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any, Final, TypeAlias

import structlog
from msgspec import UNSET
from sqlalchemy import Table
from sqlalchemy import insert as insert_into
from sqlmodel import col, select

from bot.contract.records import Export
from bot.contract.table_settings import TIMES, Settings
from bot.contract.tables import Person, Place, Refused, TableId, TableInfo, is_program
from bot.features.clocks import turn_clocks
from bot.features.files.admission import admit
from bot.features.files.file_format import (
    Saved,
    SavedEntry,
    SavedFormer,
    SavedLine,
    SavedPoint,
    SavedSeat,
    SavedSettings,
    fact_of,
    pack,
    packed_sealed,
    saved_fact,
    tame,
    unpack,
)
from bot.store.file_key import FileKey
from bot.store.models import CheckpointRow, EntryRow, LineRow, SeatRow, TableRow
from bot.store.row import StoredRow
from bot.tables.lobby.lobby import insert
from bot.tables.lobby.options import require_switched_on
from bot.tables.play.reserved_seats import seat_importer
from bot.tables.play.retention import whole
from bot.tables.work.operations import of_person, of_table
from bot.tables.work.rights import require_room_for_brought, require_room_for_new
from bot.tables.work.row_mappers import info_of, settings_of
from bot.tables.work.transaction import do, load
from bot.tables.work.unit_of_work import Deps, UnitOfWork, dump
from bot.tables.work.writing import columns
from engine.core.chance import fingerprint
from engine.core.game import Control, Game
from engine.core.message import to_json
from engine.core.text import ENGLISH, languages

log = structlog.get_logger(__name__)


@of_table
async def export(work: UnitOfWork, person: Person | None) -> Export:
    """Return the game as a file; for None, as the public may see it. Refused: not_begun, export_sealed."""
    if work.row.record is None:
        raise Refused("not_begun", table=work.id)
    name = f"{work.row.game}-{work.id.lower()}.json"
    over = work.row.state == "over"
    if not over and (person is None or person.id != work.row.host):
        raise Refused("export_sealed", table=work.id, host=work.row.host_name)
    raw = await asyncio.to_thread(pack, await saved_of(work))
    sealed = None if over else await asyncio.to_thread(work.deps.file_key.seal, raw)
    log.info("exported", table=work.id, sealed=sealed is not None)
    if sealed is not None:
        return Export(name, packed_sealed(sealed), sealed=True, warn=False)
    return Export(name, raw, sealed=False, warn=not over)


async def saved_of(work: UnitOfWork) -> Saved:
    """Return everything of a table that files contain."""
    row = work.row
    return Saved(
        table=work.id,
        game=row.game,
        version=row.game_version,
        scenario=row.scenario,
        state="over" if row.state == "over" else "running",
        options=json.loads(row.options),
        settings=_settings(settings_of(row)),
        npcs=row.npcs,
        most=row.most,
        seed=row.seed,
        fingerprint=fingerprint(row.seed),
        plans=json.loads(row.plans),
        ask=row.ask_no,
        opened_at=row.opened_at,
        started_at=row.started_at or row.opened_at,
        over_at=row.over_at,
        over_reason=row.over_reason,
        record=(row.record or b"").decode(),
        seats=[_seat(work, s) for s in work.seats],
        entries=[_entry(e) for e in await _all(work, EntryRow, EntryRow.seq)],
        points=[_point(p) for p in await whole(work, await _all(work, CheckpointRow, CheckpointRow.no))],
        lines=[_line(r) for r in await _all(work, LineRow, LineRow.no)],
    )


async def _all(work: UnitOfWork, model: Any, order: Any) -> list[Any]:
    return await work.read(select(model).where(model.table_id == work.number).order_by(col(order)))


def _settings(chosen: Settings) -> SavedSettings:
    rooms = UNSET if chosen.rooms == "off" else chosen.rooms
    return SavedSettings(
        chosen.channel, chosen.note, chosen.pace, chosen.window_close, chosen.language, chosen.late, chosen.clock,
        chosen.bank_hours, chosen.refill_hours, chosen.weekends, rooms=rooms,
    )  # fmt: skip


def _seat(work: UnitOfWork, row: SeatRow) -> SavedSeat:
    person = row.reserved if row.person is None else row.person
    person = None if is_program(person) else person
    people = [gone for gone in json.loads(row.former) if not is_program(gone["person"])]
    former = [SavedFormer(gone["at"], tame(gone["name"]), gone["person"]) for gone in people]
    by: Control = "npc" if row.by == "npc" else "human"
    bank = (UNSET, UNSET) if row.bank is None else (turn_clocks.bank_now(work, row), row.bank_turn)
    return SavedSeat(row.number, row.seat, row.civ, person, tame(row.person_name), by, former, *bank)


def _entry(row: EntryRow) -> SavedEntry:
    return SavedEntry(row.key, row.seat, json.loads(row.picks), row.auto, row.ask_no, row.at, row.sealed)


def _point(row: CheckpointRow) -> SavedPoint:
    state = b64encode(row.state).decode()
    return SavedPoint(row.first, row.game_version, row.step, row.chapter, state, row.at)


def _line(row: LineRow) -> SavedLine:
    focus = json.loads(row.focus)
    return SavedLine(
        row.seq, "", row.to, focus, row.action, row.key, row.chapter, row.undone, row.at, saved_fact(row.said)
    )


def read_file(raw: bytes, file_key: FileKey, games: dict[str, Game[Any]]) -> tuple[Saved, bool]:
    """Return the table of a file, and whether it was sealed.

    Refused: import (large, damaged, newer, other_key, unknown_game).
    """
    file = unpack(raw)
    sealed = file.table is None
    if sealed:
        inner = file_key.open(file.sealed.encode())
        if inner is None:
            raise Refused("import", reason="other_key")
        file = unpack(inner)
    saved = file.table
    if saved is None:
        raise Refused("import", reason="damaged", what="table")
    game = games.get(saved.game)
    if game is None:
        raise Refused("import", reason="unknown_game", game=saved.game)
    if saved.version > game.version:
        raise Refused("import", reason="newer", version=saved.version, known=game.version)
    return saved, sealed


def admit_file(raw: bytes, file_key: FileKey, games: dict[str, Game[Any]], now: float) -> Saved:
    """Return the table of a file that may be written. Refused: import (as `read_file`, `admit`; open: runs
    unsealed).
    """
    saved, sealed = read_file(raw, file_key, games)
    if saved.state == "running" and not sealed:
        raise Refused("import", reason="open")
    admit(saved, games[saved.game], now)
    return saved


@of_person
async def import_table(deps: Deps, person: Person, place: Place, raw: bytes) -> TableInfo:
    """Open a table from a file, with that person as host: a running game with reserved seats, or a finished one to look
    at.

    A finished game that is already here is only shown. Refused: import, channel_taken, games_limit, too_many_tables.
    """
    async with deps.reading:
        saved = await asyncio.to_thread(admit_file, raw, deps.file_key, dict(deps.games), deps.now())
        known = await _known(deps, saved, place)
        if known is not None:
            return known
        await require_switched_on(deps, place.guild, saved.game)
        row, history = _table_row(saved, person, place, deps.now()), await asyncio.to_thread(of, saved)
        return await insert(deps, row, lambda work: _fill(work, saved, person, history))


async def _known(deps: Deps, saved: Saved, place: Place) -> TableInfo | None:
    """The table of that finished game in this channel, if there is one. Refused: import (here: it is still played)."""
    async with deps.database.session() as session:
        playing = (TableRow.seed == saved.seed, TableRow.state == "running")
        if (await session.execute(select(TableRow.id).where(*playing))).first():
            raise Refused("import", reason="here")
        if saved.state == "running":
            return None
        here = (TableRow.seed == saved.seed, TableRow.state == "over", TableRow.channel == place.channel)
        same = select(TableRow.id).where(*here, TableRow.record == saved.record.encode()).order_by(col(TableRow.id))
        number = (await session.execute(same.limit(1))).scalar()
        return info_of(await load(deps, number)) if number is not None else None


def _table_row(saved: Saved, person: Person, place: Place, now: float) -> TableRow:
    return TableRow(
        game=saved.game,
        game_version=saved.version,
        scenario=saved.scenario,
        state=saved.state,
        guild=place.guild,
        channel=place.channel,
        host=person.id,
        host_name=person.name,
        options=dump(saved.options),
        pace=saved.settings.pace,
        window_close=saved.settings.window_close,
        style=saved.settings.channel,
        note=saved.settings.note,
        language=_language(saved),
        **_times(saved.settings),
        rooms="on" if saved.settings.has_rooms else "off",
        npcs=saved.npcs,
        most=saved.most,
        seed=saved.seed,
        plans=dump(saved.plans),
        record=saved.record.encode(),
        ask_no=saved.ask,
        answers=len(saved.entries),
        points=len(saved.points),
        lines=len(saved.lines),
        opened_at=saved.opened_at,
        started_at=saved.started_at,
        over_at=saved.over_at,
        over_reason=saved.over_reason,
        brought_at=now,
        brought="sealed" if saved.state == "running" else "open",
    )


def _times(kept: SavedSettings) -> dict[str, Any]:
    """Return how time is counted, as far as the file says."""
    said = {name: getattr(kept, name) for name in TIMES}
    return {name: value for name, value in said.items() if value is not UNSET}


def _language(saved: Saved) -> str:
    """Return the language of the file if this bot has it; else English."""
    return str(saved.settings.language) if saved.settings.language in languages() else ENGLISH


async def _fill(work: UnitOfWork, saved: Saved, person: Person, history: Rows) -> TableInfo:
    """Fill the rows of the table. The person who brings a running game consents for their own seats."""
    await require_room_for_brought(work, person)
    if saved.state == "running":
        await require_room_for_new(work, person)
    for seat in saved.seats:
        row = SeatRow(
            table_id=work.number, number=seat.number, seat=seat.seat, civ=seat.civ, person_name=seat.name, by=seat.by,
            reserved=seat.person if saved.state == "running" else None,
            bank=None if seat.bank is UNSET else seat.bank, bank_turn="" if seat.bank_turn is UNSET else seat.bank_turn,
        )  # fmt: skip
        work.seats.append(row)
        work.add(row)
    work.lastly.append(partial(write, work, history))
    log.info("imported", table=work.id, state=saved.state)
    if saved.state == "running":
        await seat_importer(work, person)
    return info_of(work)


async def file_of(deps: Deps, table: TableId) -> bytes:
    """Return the file of a finished game, for its last post. Refused: export_sealed, not_begun."""
    return (await do(deps, table, lambda work: export.inside(work, None))).raw


PORTION: Final = 200
KINDS: Final[tuple[Any, ...]] = (EntryRow, CheckpointRow, LineRow)
TABLES: Final[Mapping[type[StoredRow], Table]] = {kind: kind.__table__ for kind in KINDS}
Rows: TypeAlias = list[tuple[Table, list[dict[str, Any]]]]


def of(saved: Saved) -> Rows:
    """Yield portions of rows, each with its model, for a table that has no number yet."""
    made: dict[type[StoredRow], list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for row in chain(_entries(saved), _points(saved), _lines(saved)):
        made[type(row)].append(columns(type(row), row))
    return [
        (TABLES[kind], rows[first : first + PORTION])
        for kind, rows in made.items()
        for first in range(0, len(rows), PORTION)
    ]


async def write(work: UnitOfWork, portions: Rows) -> None:
    """Write them to the table of that work."""
    for table, rows in portions:
        await work.session.execute(insert_into(table), [{**row, "table_id": work.number} for row in rows])


def _entries(saved: Saved) -> Iterator[EntryRow]:
    for seq, e in enumerate(saved.entries, 1):
        picks = dump(e.picks)
        yield EntryRow(
            table_id=0, seq=seq, key=e.key, seat=e.seat, picks=picks, auto=e.auto, sealed=e.sealed, ask_no=e.ask,
            at=e.at,
        )  # fmt: skip


def _points(saved: Saved) -> Iterator[CheckpointRow]:
    for no, p in enumerate(saved.points, 1):
        state = b64decode(p.state)
        yield CheckpointRow(
            table_id=0, no=no, first=p.first, game_version=p.version, step=p.step, chapter=p.chapter, state=state,
            at=p.at,
        )  # fmt: skip


def _lines(saved: Saved) -> Iterator[LineRow]:
    for no, r in enumerate(saved.lines, 1):
        yield LineRow(
            table_id=0, no=no, seq=r.seq, said=to_json(fact_of(r)), to=r.to, focus=dump(r.focus), action=r.action,
            key=r.key, chapter=r.chapter, undone=r.undone, at=r.at,
        )  # fmt: skip
