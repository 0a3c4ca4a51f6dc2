"""Export, import and verification of whole games."""

from __future__ import annotations

import asyncio
import json
import zlib
from base64 import b64decode, b64encode
from typing import Any

import msgspec
import structlog
from sqlmodel import col, select

from bot.service.facts import info_of
from bot.service.kept import KeptTable
from bot.service.limits import set_timer
from bot.service.lobby import insert
from bot.service.saved import Saved, SavedEntry, SavedLine, SavedPoint, SavedSeat, packed, packed_sealed, unpacked
from bot.service.sealing import Sealer
from bot.service.telling import Change, note, seen
from bot.service.work import Deps, Work, dumped
from bot.store.models import CheckpointRow, EntryRow, LineRow, SeatRow, TableRow
from bot.values import Export, Person, Place, Refused, TableInfo
from engine.core import record as records
from engine.core.chance import fingerprint
from engine.core.errors import TableError
from engine.core.game import Game

log = structlog.get_logger(__name__)


async def export(work: Work, person: Person | None, sealer: Sealer) -> Export:
    """The game as a file: None as the person stands for everybody. Refused: not_begun, export_sealed."""
    if work.row.record is None:
        raise Refused("not_begun", table=work.id)
    name = f"{work.row.game}-{work.id.lower()}.json"
    over = work.row.state == "over"
    if not over and (person is None or person.id != work.row.host):
        raise Refused("export_sealed", table=work.id, host=work.row.host_name)
    raw = await asyncio.to_thread(packed, await saved_of(work))
    sealed = None if over else await asyncio.to_thread(sealer.seal, raw)
    log.info("exported", table=work.id, sealed=sealed is not None)
    if sealed is not None:
        return Export(name, packed_sealed(sealed), sealed=True, warn=False)
    return Export(name, raw, sealed=False, warn=not over)


async def saved_of(work: Work) -> Saved:
    """Everything of a table as it is written to files."""
    row = work.row
    return Saved(
        table=work.id,
        game=row.game,
        version=row.game_version,
        scenario=row.scenario,
        state=row.state,
        options=json.loads(row.options),
        settings={
            "pace": row.pace,
            "window_close": row.window_close,
            "channel": row.style,
            "note": row.note,
        },
        npcs=row.npcs,
        most=row.most,
        seed=row.seed,
        fingerprint=fingerprint(row.seed),
        plans=json.loads(row.plans),
        ask=row.ask_no,
        opened_at=row.opened_at,
        started_at=row.started_at,
        over_at=row.over_at,
        over_reason=row.over_reason,
        record=(row.record or b"").decode(),
        seats=[_seat(s) for s in work.seats],
        entries=[_entry(e) for e in await _all(work, EntryRow, EntryRow.seq)],
        points=[_point(p) for p in await _all(work, CheckpointRow, CheckpointRow.no)],
        lines=[_line(r) for r in await _all(work, LineRow, LineRow.no)],
    )


async def _all(work: Work, model: Any, order: Any) -> list[Any]:
    return await work.read(select(model).where(model.table_id == work.number).order_by(col(order)))


def _seat(row: SeatRow) -> SavedSeat:
    return SavedSeat(row.number, row.seat, row.civ, row.person, row.person_name, row.by, json.loads(row.former))


def _entry(row: EntryRow) -> SavedEntry:
    return SavedEntry(row.key, row.seat, json.loads(row.picks), row.auto, row.ask_no, row.at, row.sealed)


def _point(row: CheckpointRow) -> SavedPoint:
    state = b64encode(row.state).decode()
    return SavedPoint(row.first, row.game_version, row.step, row.chapter, state, row.at)


def _line(row: LineRow) -> SavedLine:
    focus = json.loads(row.focus)
    return SavedLine(row.seq, row.text, row.to, focus, row.action, row.key, row.chapter, row.undone, row.at)


def read_file(raw: bytes, sealer: Sealer, games: dict[str, Game[Any]]) -> Saved:
    """The table of a file. Refused: import (damaged, newer, other_key, unknown_game)."""
    file = unpacked(raw)
    if file.table is None:
        inner = sealer.open(file.sealed.encode())
        if inner is None:
            raise Refused("import", reason="other_key")
        file = unpacked(inner)
    saved = file.table
    if saved is None:
        raise Refused("import", reason="damaged")
    game = games.get(saved.game)
    if game is None:
        raise Refused("import", reason="unknown_game", game=saved.game)
    if saved.version > game.version:
        raise Refused("import", reason="newer", version=saved.version, known=game.version)
    return saved


def _require_whole(saved: Saved, game: Game[Any]) -> None:
    """The record must be readable and as long as the journal. Refused: import (damaged)."""
    try:
        record = records.decode(saved.record)
        if record.first + len(record.entries) != len(saved.entries) or saved.scenario not in game.scenarios:
            raise Refused("import", reason="damaged")
        KeptTable.kept(game, record)
        for point in saved.points:
            zlib.decompress(b64decode(point.state))
    except (TableError, msgspec.MsgspecError, ValueError, KeyError, zlib.error) as error:
        raise Refused("import", reason="damaged") from error


async def import_table(deps: Deps, person: Person, place: Place, raw: bytes, sealer: Sealer) -> TableInfo:
    """A new table here from a file, with that person as host. Refused: import, channel_taken."""
    saved = await asyncio.to_thread(read_file, raw, sealer, dict(deps.games))
    await asyncio.to_thread(_require_whole, saved, deps.games[saved.game])
    await _require_gone(deps, saved)
    return await insert(deps, _table_row(saved, person, place, deps.now()), lambda work: _fill(work, saved))


async def _require_gone(deps: Deps, saved: Saved) -> None:
    """A game that is being played here cannot be played twice. Refused: import (here)."""
    async with deps.database.session() as session:
        same = (TableRow.seed == saved.seed, TableRow.state == "running")
        if (await session.execute(select(TableRow.id).where(*same))).first():
            raise Refused("import", reason="here")


def _table_row(saved: Saved, person: Person, place: Place, now: float) -> TableRow:
    return TableRow(
        game=saved.game,
        game_version=saved.version,
        scenario=saved.scenario,
        state="lobby",
        guild=place.guild,
        channel=place.channel,
        host=person.id,
        host_name=person.name,
        options=dumped(saved.options),
        pace=saved.settings["pace"],
        window_close=saved.settings["window_close"],
        style=saved.settings["channel"],
        note=saved.settings["note"],
        npcs=saved.npcs,
        most=saved.most,
        seed=saved.seed,
        plans=dumped(saved.plans),
        record=saved.record.encode(),
        ask_no=saved.ask,
        answers=len(saved.entries),
        points=len(saved.points),
        lines=len(saved.lines),
        opened_at=saved.opened_at,
        started_at=saved.started_at,
        over_at=saved.over_at,
        over_reason=saved.over_reason,
        changed_at=now,
    )


async def _fill(work: Work, saved: Saved) -> TableInfo:
    """The rows of the table, and news of it if it is to be played on."""
    table_id = work.number
    work.row.state = saved.state
    for seat in saved.seats:
        row = SeatRow(
            table_id=table_id, number=seat.number, seat=seat.seat, civ=seat.civ, person=seat.person,
            person_name=seat.name, by=seat.by, former=dumped(seat.former),
        )  # fmt: skip
        work.seats.append(row)
        work.add(row)
        if seat.person is not None:
            await work.know(seat.person)
    _fill_history(work, saved)
    if saved.state == "running":
        set_timer(work)
        table = await work.table()
        what = Change("import", base=table.record.first, old=list(table.journal), said={"from": saved.table})
        what.view = await work.run(lambda: table.view(None))
        note(work, table, what, await work.run(lambda: seen(work, table)))
    return info_of(work)


def _fill_history(work: Work, saved: Saved) -> None:
    table_id = work.number
    for seq, e in enumerate(saved.entries, 1):
        picks = dumped(e.picks)
        work.add(
            EntryRow(
                table_id=table_id, seq=seq, key=e.key, seat=e.seat, picks=picks, auto=e.auto, sealed=e.sealed,
                ask_no=e.ask, at=e.at,
            )
        )  # fmt: skip
    for no, p in enumerate(saved.points, 1):
        state = b64decode(p.state)
        work.add(
            CheckpointRow(
                table_id=table_id, no=no, first=p.first, game_version=p.version, step=p.step, chapter=p.chapter,
                state=state, at=p.at,
            )
        )  # fmt: skip
    for no, r in enumerate(saved.lines, 1):
        work.add(
            LineRow(
                table_id=table_id, no=no, seq=r.seq, text=r.text, to=r.to, focus=dumped(r.focus), action=r.action,
                key=r.key, chapter=r.chapter, undone=r.undone, at=r.at,
            )
        )  # fmt: skip
