"""Leases: one of several processes on a database has a thing for a while, and another takes over if it dies."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Executable, bindparam, delete
from sqlalchemy.dialects.postgresql import insert as insert_there
from sqlalchemy.dialects.sqlite import insert as insert_here
from sqlmodel import col, select

from bot.store.cluster_models import HouseFactRow, HouseRow, LaneLeaseRow
from bot.store.database import Database
from bot.store.prepared import Prepared
from bot.store.steps import BoundStatement


def taking(database: Database, lane: str, owner: str, now: float, until: float) -> BoundStatement:
    """Return the step that takes or renews a lease; it returns no row while another owner has it."""
    said = {"for_lane": lane, "by": owner, "now": now, "ends": until}
    return _TAKEN[database.lite].step(database.dialect, said)


def _taking(*, lite: bool) -> Prepared:
    wanted = _inserting(LaneLeaseRow, lite=lite).values(
        lane=bindparam("for_lane"), owner=bindparam("by"), until=bindparam("ends")
    )
    free = (col(LaneLeaseRow.until) <= bindparam("now")) | (col(LaneLeaseRow.owner) == bindparam("by"))
    taken = {"owner": wanted.excluded.owner, "until": wanted.excluded.until}
    return Prepared(_returning(wanted, ["lane"], taken, free, col(LaneLeaseRow.lane)))


async def claim(database: Database, lane: str, owner: str, now: float, until: float) -> bool:
    """Take the lease until then. Return whether that owner has it."""
    (taken,) = await database.write([taking(database, lane, owner, now, until)])
    return bool(taken)


async def release(database: Database, lane: str, owner: str) -> None:
    """Release the lease, if that owner has it."""
    async with database.session() as session, database.writing(session):
        mine = (col(LaneLeaseRow.lane) == lane, col(LaneLeaseRow.owner) == owner)
        await session.execute(delete(LaneLeaseRow).where(*mine))


async def fact(database: Database, key: str) -> str:
    """Return what the processes know under that key; empty if nothing."""
    known: list[str] = await database.read(select(HouseFactRow.value).where(HouseFactRow.key == key))
    return known[0] if known else ""


async def change_fact(database: Database, key: str, old: str, new: str, now: float) -> bool:
    """Let the house know that, if it knows what was read before or nothing: whether this process was the first."""
    taking = _inserting(HouseFactRow, lite=database.lite).values(key=key, value=new, at=now)
    taken = {"value": taking.excluded.value, "at": taking.excluded.at}
    return await _is_done(
        database, _returning(taking, ["key"], taken, col(HouseFactRow.value) == old, col(HouseFactRow.key))
    )


async def take_turn(database: Database, key: str, every: float, now: float) -> bool:
    """Return whether this process takes a turn at something done once in `every` seconds."""
    return await _is_done(database, turn_taken(key, every, now, lite=database.lite))


def turn_taken(key: str, every: float, now: float, *, lite: bool) -> Executable:
    """Return the statement that takes a turn at something done once in `every` seconds; it returns no row if it is too
    soon.
    """
    taking = _inserting(HouseFactRow, lite=lite).values(key=key, value="", at=now)
    free = col(HouseFactRow.at) <= now - every
    return _returning(taking, ["key"], {"at": taking.excluded.at}, free, col(HouseFactRow.key))


async def give_back(database: Database, key: str) -> None:
    """Give a turn back that was taken in vain, so that the next process takes it."""
    async with database.session() as session, database.writing(session):
        await session.execute(delete(HouseFactRow).where(col(HouseFactRow.key) == key))


async def beat(database: Database, process: str, role: str, started: float, now: float) -> None:
    """Note that the process is alive; with an empty role, that it has ended."""
    taking = _inserting(HouseRow, lite=database.lite).values(id=process, role=role, started_at=started, beat_at=now)
    taken = {"role": taking.excluded.role, "beat_at": taking.excluded.beat_at}
    async with database.session() as session, database.writing(session):
        await session.execute(taking.on_conflict_do_update(index_elements=["id"], set_=taken))


def _inserting(model: Any, *, lite: bool) -> Any:
    return (insert_here if lite else insert_there)(model)


def _returning(taking: Any, key: list[str], taken: dict[str, Any], free: Any, what: Any) -> Executable:
    done: Executable = taking.on_conflict_do_update(index_elements=key, set_=taken, where=free).returning(what)
    return done


_TAKEN: Final = {lite: _taking(lite=lite) for lite in (True, False)}


async def _is_done(database: Database, statement: Executable) -> bool:
    async with database.session() as session, database.writing(session):
        return (await session.execute(statement)).scalar() is not None
