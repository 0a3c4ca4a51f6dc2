"""Sessions: browsers that have entered by a link from Discord, each for one person and the tables of one server."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from sqlalchemy import delete, update
from sqlmodel import col, select

from bot.store import leases
from bot.store.person_models import WebSessionRow
from bot.tables.people.web_sessions import KEPT, LIFE, USED, old_ended, session_number
from bot.tables.work.unit_of_work import Deps
from bot.web import tokens
from bot.web.tokens import Token

AGAIN: Final = 600.0
"""Seconds after which Discord is asked again whether a person is still a member."""
LONGEST: Final = 64

IsMember: TypeAlias = Callable[[int, int], Awaitable[bool | None]]
"""Tells whether a server has that person as a member; None if Discord doesn't say."""


class Sessions:
    """The sessions. A browser keeps the key of its own; of keys only hashes are stored."""

    def __init__(self, deps: Deps, is_member: IsMember) -> None:
        self._database, self.now, self._is_member = deps.database, deps.now, is_member
        self._asked: dict[str, float] = {}

    def read(self, secret: bytes, text: str) -> Token | None:
        """Return what a token says now; None as `tokens.read`."""
        return tokens.read(secret, text, self.now())

    async def enter(self, token: Token, before: str) -> str | None:
        """Return the key of a new session in place of the one before; None for a link that was used, and for whoever
        is no longer a member.
        """
        now = self.now()
        if not await leases.take_turn(self._database, f"{USED}{token.nonce.hex()}", KEPT, now):
            return None
        if token.guild and await self._is_member(token.guild, token.person) is False:
            return None
        key = secrets.token_urlsafe(32)
        made = WebSessionRow(hash=_hash(key), person=token.person, guild=token.guild, made_at=now, seen_at=now)
        async with self._database.session() as session, self._database.writing(session):
            for old in (*old_ended(now), delete(WebSessionRow).where(col(WebSessionRow.hash) == _hash(before))):
                await session.execute(old)
            session.add(made)
        return key

    async def person(self, key: str, guild: int) -> int | None:
        """Return whose session has that key, if it is for tables of that server (0: for the person's own seats alone).
        It ends if the person has left the server.
        """
        row = await self._find(key)
        if row is None or row.guild != guild or row.made_at <= self.now() - LIFE:
            return None
        if not row.guild or not self._is_due(row):
            return row.person
        is_member = await self._is_member(row.guild, row.person)
        if is_member is not None:
            await self._note(row.hash, is_member=is_member)
        return None if is_member is False else row.person

    async def _find(self, key: str) -> WebSessionRow | None:
        if not key or len(key) > LONGEST:
            return None
        found = await self._database.read(select(WebSessionRow).where(WebSessionRow.hash == _hash(key)))
        return next(iter(found), None)

    def _is_due(self, row: WebSessionRow) -> bool:
        """Return whether to ask Discord now; of requests that come together only the first does."""
        now = self.now()
        if max(row.seen_at, self._asked.get(row.hash, 0.0)) > now - AGAIN:
            return False
        self._asked = {one: at for one, at in self._asked.items() if at > now - AGAIN} | {row.hash: now}
        return True

    async def _note(self, session_id: str, *, is_member: bool) -> None:
        """Note that the person is a member, or end the session."""
        here = col(WebSessionRow.hash) == session_id
        done = update(WebSessionRow).where(here).values(seen_at=self.now()) if is_member else None
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(WebSessionRow).where(here) if done is None else done)


def number_of(key: str) -> int:
    """Return the number of the session with that key."""
    return session_number(_hash(key))


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
