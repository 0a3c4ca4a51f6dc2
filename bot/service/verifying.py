"""Whether a finished game follows from its secret number: every answer is given again from the very start."""

from __future__ import annotations

import asyncio
import json
import zlib
from base64 import b64decode
from typing import Any

import msgspec

from bot.service.files import read_file, saved_of
from bot.service.kept import KeptTable
from bot.service.saved import Saved
from bot.service.sealing import Sealer
from bot.service.work import Deps, Work
from bot.values import Refused, Verified
from engine.core.chance import fingerprint
from engine.core.errors import TableError
from engine.core.game import Game, SeatPlan, SetupError
from engine.core.record import Checkpoint, Entry, Record


async def verify(work: Work) -> Verified:
    """Check a table. Refused: seed_secret (with its fingerprint), not_begun."""
    if work.row.record is None:
        raise Refused("not_begun", table=work.id)
    if work.row.state != "over":
        raise Refused("seed_secret", table=work.id, fingerprint=fingerprint(work.row.seed))
    saved = await saved_of(work)
    return await asyncio.to_thread(check, work.game, saved)


async def verify_file(deps: Deps, raw: bytes, sealer: Sealer) -> Verified:
    """Check a file. Refused: import, seed_secret."""
    saved = await asyncio.to_thread(read_file, raw, sealer, dict(deps.games))
    if saved.state != "over":
        raise Refused("seed_secret", table=saved.table, fingerprint=saved.fingerprint)
    return await asyncio.to_thread(check, deps.games[saved.game], saved)


def check(game: Game[Any], saved: Saved) -> Verified:
    """Play the game again from its setup and compare every position that was stored."""
    if fingerprint(saved.seed) != saved.fingerprint:
        return _result(saved, 0, 0, "fingerprint")
    try:
        first, table = _replayed(game, saved)
    except (TableError, SetupError, msgspec.MsgspecError, ValueError) as error:
        return _result(saved, 0, 0, str(error))
    computed = [first, *table.boundaries()]
    draws = int(getattr(table.state, "draws", 0))
    return _result(saved, draws, len(saved.points), _difference(game, saved, computed))


def _replayed(game: Game[Any], saved: Saved) -> tuple[Checkpoint, KeptTable]:
    plans = [SeatPlan(civ, "npc" if by == "npc" else "human", player, home) for civ, by, player, home in saved.plans]
    state, step = game.setup(saved.scenario, plans, saved.options, saved.seed)
    game.drain(state)
    raw = msgspec.Raw(msgspec.json.encode(state))
    entries = [Entry(e.key, e.seat, tuple(e.picks), e.auto) for e in saved.entries]
    table = KeptTable(game, Record(game.name, game.version, step, raw, entries), npcs=False)
    return Checkpoint(0, step, raw), table


def _difference(game: Game[Any], saved: Saved, computed: list[Checkpoint]) -> str:
    """The first stored position that does not follow; positions of older rules cannot be compared."""
    if len(saved.points) > len(computed):
        return f"{len(saved.points)} positions are stored and {len(computed)} follow"
    for number, (stored, point) in enumerate(zip(saved.points, computed, strict=False), 1):
        if stored.version != game.version:
            continue
        state = zlib.decompress(b64decode(stored.state))
        if (stored.first, stored.step) != (point.first, point.step) or not _same(state, bytes(point.state)):
            return f"position {number}, after {stored.first} answers"
    return ""


def _same(one: bytes, other: bytes) -> bool:
    return one == other or json.loads(one) == json.loads(other)


def _result(saved: Saved, draws: int, checkpoints: int, difference: str) -> Verified:
    return Verified(not difference, saved.fingerprint, saved.seed, draws, checkpoints, len(saved.entries), difference)
