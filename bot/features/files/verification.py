"""Checks whether a finished game follows from its secret number, by replaying every answer."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import structlog

from bot.contract.records import Difference, Verified
from bot.contract.tables import Person, Refused, TableId
from bot.features.files.admission import POSITION, POSITIONS, admit
from bot.features.files.export_import import read_file, saved_of
from bot.features.files.file_format import Inflater, Saved
from bot.tables.lobby.start_game import first_position
from bot.tables.work.operations import Service, of_person, of_table
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from engine.core.chance import fingerprint
from engine.core.decoding import decoder
from engine.core.errors import TableError
from engine.core.game import Game, SeatPlan, SetupError
from engine.core.record import Checkpoint, Entry, Record

log = structlog.get_logger(__name__)


@of_table
async def verify(work: UnitOfWork, _: Person | None) -> Verified:
    """Check a table. Refused: seed_secret (with its fingerprint), not_begun."""
    if work.row.record is None:
        raise Refused("not_begun", table=work.id)
    if work.row.state != "over":
        raise Refused("seed_secret", table=work.id, fingerprint=fingerprint(work.row.seed))
    saved = await saved_of(work)
    return await asyncio.to_thread(check, work.game, saved)


async def verify_file(deps: Deps, raw: bytes) -> Verified:
    """Check a file. Refused: import, seed_secret."""
    async with deps.reading:
        saved, _ = await asyncio.to_thread(read_file, raw, deps.file_key, dict(deps.games))
        if saved.state != "over":
            raise Refused("seed_secret", table=saved.table, fingerprint=saved.fingerprint)
        game = deps.games[saved.game]
        await asyncio.to_thread(admit, saved, game, deps.now())
        return await asyncio.to_thread(check, game, saved)


def check(game: Game[Any], saved: Saved) -> Verified:
    """Play the game again from its setup and compare every position that was stored."""
    if fingerprint(saved.seed) != saved.fingerprint:
        return _result(saved, 0, 0, "fingerprint")
    try:
        first, table = _replayed(game, saved)
    except (TableError, SetupError, msgspec.MsgspecError, ValueError) as error:
        log.info("verify.answers", table=saved.table, reason=str(error))
        return _result(saved, 0, 0, "answers")
    except Exception as error:  # the rules may stumble over made-up answers in any way
        log.exception("verify.answers", table=saved.table, exc_info=error)
        return _result(saved, 0, 0, "answers")
    computed = [first, *table.boundaries()]
    draws = game.chance(table.state)
    return _result(saved, draws, len(saved.points), *_difference(game, saved, computed))


def _replayed(game: Game[Any], saved: Saved) -> tuple[Checkpoint, RecordedTable]:
    plans = [seat_plan(*plan) for plan in saved.plans]
    state, step = first_position(game, saved.scenario, plans, saved.options, saved.seed)
    game.drain(state)
    raw = msgspec.Raw(msgspec.json.encode(state))
    entries = [Entry(e.key, e.seat, tuple(e.picks), e.auto) for e in saved.entries]
    table = RecordedTable(game, Record(game.name, game.version, step, raw, entries), npcs=False)
    return Checkpoint(0, step, raw), table


def seat_plan(civ: str, by: str, player: str, home: str, team: str = "") -> SeatPlan:
    """Return a seat as it was set up, of what is stored of it."""
    return SeatPlan(civ, "npc" if by == "npc" else "human", player, home, team=team)


def _difference(game: Game[Any], saved: Saved, computed: list[Checkpoint]) -> tuple[Difference, dict[str, int]]:
    """The first stored position that does not follow; positions of older rules cannot be compared."""
    if len(saved.points) > len(computed):
        return "positions", {"n": len(saved.points), "follow": len(computed)}
    inflater = Inflater(POSITION, POSITIONS)
    for number, (stored, point) in enumerate(zip(saved.points, computed, strict=False), 1):
        if stored.version != game.version:
            continue
        state = inflater.inflate(b64decode(stored.state))
        if (stored.first, stored.step) != (point.first, point.step) or not _same(game, state, bytes(point.state)):
            return "position", {"number": number, "n": stored.first}
    return "", {}


def _same(game: Game[Any], one: bytes, other: bytes) -> bool:
    """Whether they are the same state, but for what an earlier version of the bot has stored that no rule reads."""
    states = decoder(game.state_type)
    try:
        if one == other or states.json(one) == states.json(other):
            return True
        counts: frozenset[str] = getattr(game, "counts", frozenset())
        older = _without(counts, msgspec.json.decode(one), msgspec.json.decode(other))
        return bool(states.json(one) == states.json(msgspec.json.encode(older)))
    except msgspec.MsgspecError:
        return False


def _without(counts: Collection[str], stored: Any, follows: Any) -> Any:
    """Return what follows without the counts that did not exist when the other was stored."""
    if not isinstance(stored, dict) or not isinstance(follows, dict):
        return follows
    missing = {name for name in counts if name not in stored}
    return {name: _without(counts, stored.get(name), value) for name, value in follows.items() if name not in missing}


def _result(
    saved: Saved, draws: int, checkpoints: int, difference: Difference, where: Mapping[str, int] | None = None
) -> Verified:
    answers = len(saved.entries)
    return Verified(not difference, saved.fingerprint, saved.seed, draws, checkpoints, answers, difference, where or {})


@of_person
async def verify_game(
    service: Service, table: TableId, raw: bytes | None = None, person: Person | None = None
) -> Verified:
    """Replay a finished game from its number; `raw`: a file. Refused: seed_secret (with `fingerprint`), import."""
    if raw is not None:
        return await verify_file(service.deps, raw)
    return await verify(service, table, person)
