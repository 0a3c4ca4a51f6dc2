"""Personal data of cups: exported, deleted, and purged when old."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import and_, col, or_, select

from bot.contract.tables import Person
from bot.features.cups.models import CupEntrantRow, CupRow
from bot.features.cups.rows import change_cup, info_of, read_cup
from bot.features.cups.sign_up import finish
from bot.features.cups.values import Entrant
from bot.tables.work.unit_of_work import Deps
from bot.tables.work.waking_hours import DAY
from engine.core.text import words

OPEN: Final = select(CupRow.id).where(CupRow.state == "open")


async def cups_of(deps: Deps, person: Person) -> list[dict[str, Any]]:
    """Return the cups for which the person has signed up."""
    rows = await deps.database.read(select(CupEntrantRow).where(CupEntrantRow.person == person.id))
    return [{"cup": row.cup_id, "number": row.number, "name": row.person_name, "gone": row.gone} for row in rows]


async def hosted_cups(deps: Deps, person: Person) -> list[dict[str, Any]]:
    """Return the cups that the person hosts, and the name used there."""
    rows = await deps.database.read(select(CupRow).where(CupRow.host == person.id).order_by(col(CupRow.id)))
    return [{"cup": row.id, "title": row.name, "name": row.host_name, "made_at": row.made_at} for row in rows]


async def export_cups(deps: Deps, guild: int) -> list[dict[str, Any]]:
    """Return the public facts of a server's cups."""
    found: list[dict[str, Any]] = []
    for row in await deps.database.read(select(CupRow).where(CupRow.guild == guild).order_by(col(CupRow.id))):
        cup = info_of(deps, await read_cup(deps, row.id or 0))
        stands = [{"player": _name(line.entrant), "points": line.points / 100} for line in cup.lines]
        people = [_name(one) for one in cup.entrants]
        found.append({"cup": cup.id, "name": cup.plan.name, "game": cup.game, "state": cup.state, "host": cup.host.name,
                      "round": cup.round, "players": people, "standings": stands})  # fmt: skip
    return found


def _name(one: Entrant) -> str | None:
    return one.person.name if one.person is not None else None


async def forget(session: AsyncSession, person: int) -> None:
    """Remove the person from cups that haven't begun, and their name from the others; a cup they hosted has no host."""
    mine = col(CupEntrantRow.person) == person
    named = select(CupEntrantRow.cup_id).where(mine)
    await session.execute(update(CupRow).where(col(CupRow.id).in_(named)).values(posted=0))
    await session.execute(delete(CupEntrantRow).where(mine, col(CupEntrantRow.cup_id).in_(OPEN)))
    await session.execute(update(CupEntrantRow).where(mine).values(person=0, person_name="", gone=True))
    nobody = {"host": 0, "host_name": words("prefs.forgotten_host"), "posted": 0}
    await session.execute(update(CupRow).where(col(CupRow.host) == person).values(**nobody))


TOLD: Final = or_(
    col(CupRow.post_message).is_(None), and_(col(CupRow.state) == "over", col(CupRow.posted) == col(CupRow.version))
)  # whose post, if there is one, says that it is over and has nothing to be pressed


async def purge(deps: Deps, ended: float, idle: float) -> None:
    """Delete cups that ended before `ended`, and those opened before `idle` that have never begun.

    One that still has a post to sign up with is over from now on, and deleted on a later night.
    """
    never = and_(col(CupRow.round) == 0, col(CupRow.made_at) < idle)
    old = and_(col(CupRow.state) == "over", col(CupRow.over_at) < ended)
    await _let_go(deps, or_(old, never))


async def remove(deps: Deps, guild: int) -> bool:
    """Delete the cups of a server; whether none is left for a later night."""
    here = col(CupRow.guild) == guild
    await _let_go(deps, here)
    return not await deps.database.read(select(CupRow.id).where(here))


async def _let_go(deps: Deps, those: ColumnElement[bool]) -> None:
    """Delete those whose posts say that they are over, and let the others be over."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(CupRow).where(those, TOLD))
    for number in await deps.database.read(select(CupRow.id).where(those, col(CupRow.state) != "over")):
        await change_cup(deps, number, lambda cup: finish(cup, deps.now()))


async def nightly(deps: Deps, now: float) -> None:
    """Delete cups that ended two years ago, and those that weren't started within a month."""
    await purge(deps, ended=now - 730 * DAY, idle=now - 30 * DAY)
