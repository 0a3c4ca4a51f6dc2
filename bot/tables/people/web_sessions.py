"""Browsers that have entered pages of tables as a person: which ones, how they are signed out, and what is deleted
of them once it is old.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Delete, delete
from sqlmodel import col, select

from bot.contract.tables import Person
from bot.store.cluster_models import HouseFactRow
from bot.store.person_models import WebSessionRow
from bot.tables.work.operations import of_person
from bot.tables.work.unit_of_work import Deps
from bot.telemetry import note_change

LIFE: Final = 30 * 86400.0
"""Seconds that a session lasts."""
USED: Final = "page.used:"
"""Begins the facts by which all processes know the links that were used."""
KEPT: Final = 3600.0
"""Seconds that such a fact is kept; the links work for less."""
BYTES: Final = 6


@dataclass(frozen=True, slots=True)
class SignedInBrowser:
    """A browser that has entered pages of a server's tables as a person."""

    number: int
    guild: int
    made_at: float
    seen_at: float
    """When it was last used, to within ten minutes."""


def session_number(row_hash: str) -> int:
    """Return the number by which a session is named to people and processes; it opens nothing."""
    return int.from_bytes(hashlib.blake2b(row_hash.encode(), digest_size=BYTES).digest(), "big")


@of_person
async def signed_in(deps: Deps, person: Person) -> list[SignedInBrowser]:
    """Return the browsers that are signed in as that person, the one used last first."""
    lasts = col(WebSessionRow.made_at) > deps.now() - LIFE
    rows = await deps.database.read(select(WebSessionRow).where(WebSessionRow.person == person.id, lasts))
    made = [SignedInBrowser(session_number(row.hash), row.guild, row.made_at, row.seen_at) for row in rows]
    return sorted(made, key=lambda one: (-one.seen_at, -one.made_at, one.number))


@of_person
async def sign_out(deps: Deps, person: Person, browser: int | None = None) -> int:
    """Sign out one browser of that person, or all of them; their open streams end at once. Return how many."""
    rows = await deps.database.read(select(WebSessionRow.hash).where(WebSessionRow.person == person.id))
    ended = [row for row in rows if browser in {None, session_number(row)}]
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(WebSessionRow).where(col(WebSessionRow.hash).in_(ended)))
    note_change()
    deps.signed_out.notify([session_number(row) for row in ended])
    return len(ended)


def old_ended(now: float) -> Sequence[Delete]:
    """Return the statements that delete sessions and used links whose time is over."""
    used = col(HouseFactRow.key).startswith(USED)
    return (
        delete(WebSessionRow).where(col(WebSessionRow.made_at) <= now - LIFE),
        delete(HouseFactRow).where(used, col(HouseFactRow.at) <= now - KEPT),
    )
