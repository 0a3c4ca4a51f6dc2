"""The last free seat of a lobby is taken: its host, who alone begins the game, hears of it."""

from __future__ import annotations

from bot.contract.tables import Person, TableInfo
from bot.features.start_times.schedule import ask_host
from bot.tables.lobby import lobby
from bot.tables.work.unit_of_work import UnitOfWork


async def join(work: UnitOfWork, person: Person, civ: str, number: int | None, *, again: bool) -> TableInfo:
    """As `lobby.join`; whoever takes the last seat calls the host. Refused: as there."""
    before = len(work.seats)
    info = await lobby.join(work, person, civ, number, again=again)
    full = len(work.seats) + work.row.npcs >= work.row.most
    if work.row.state == "lobby" and full and len(work.seats) > before and person.id != work.row.host:
        await ask_host(work, "full", {})
    return info
