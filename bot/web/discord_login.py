"""What Discord tells of who has opened an Activity, and where it runs. Nothing of it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord.http import HTTPClient, Route

PATIENCE: Final = 5.0
"""Seconds that one request may take."""
AGAIN: Final = 60.0
"""Seconds without requests after Discord has refused the secret, and at most after it has called for a pause: too many
such refusals would shut this machine out.
"""
LIMITED: Final = 429

log = structlog.get_logger(__name__)


class NotNow(Exception):
    """Discord doesn't say now; another try may succeed."""


@dataclass(frozen=True, slots=True)
class ActivityPlace:
    """Where an Activity runs, and who has it open."""

    guild: int | None
    channel: int
    people: frozenset[int]


class DiscordLogin:
    """Asks Discord in the name of the application. `application` returns its id, known after login."""

    def __init__(self, http: HTTPClient, application: Callable[[], int], secret: str) -> None:
        self._http, self.application, self._secret = http, application, secret
        self._session: aiohttp.ClientSession | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self._silent_until = 0.0

    async def person(self, code: str) -> int | None:
        """Return who has let the application know them, by the code that their browser got; None for a code that isn't
        good, or not any more. The token that Discord gives for it is used once and given back. Raises NotNow.
        """
        token = await self._token(code)
        if token is None:
            return None
        try:
            _, said = await self._ask("GET", "/users/@me", headers={"Authorization": f"Bearer {token}"})
            return _number(said, "id")
        finally:
            ending = asyncio.create_task(self._revoke(token))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def _token(self, code: str) -> str | None:
        if asyncio.get_running_loop().time() < self._silent_until:
            raise NotNow("Discord is left alone for a while")
        status, said = await self._ask("POST", "/oauth2/token", grant_type="authorization_code", code=code)
        if status == 401:
            self._be_silent(AGAIN)
            log.error("activity.wrong_secret", told=str(said)[:200])
            raise NotNow("the secret is refused")
        token = said.get("access_token") if isinstance(said, dict) else None
        return token if status == 200 and isinstance(token, str) else None

    def _be_silent(self, seconds: float) -> None:
        self._silent_until = asyncio.get_running_loop().time() + seconds

    async def _revoke(self, token: str) -> None:
        try:
            await self._ask("POST", "/oauth2/token/revoke", token=token)
        except NotNow as error:
            log.info("activity.not_revoked", reason=str(error))

    async def _ask(self, method: str, path: str, headers: dict[str, str] | None = None, **form: str) -> tuple[int, Any]:
        """Return status and answer. Raises NotNow if there is none, or none that is worth anything."""
        known = {"client_id": str(self.application()), "client_secret": self._secret, **form} if form else None
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE))
        try:
            async with self._session.request(method, Route.BASE + path, data=known, headers=headers) as answer:
                said = await answer.json(content_type=None)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise NotNow(f"{type(error).__name__}: {error}") from error
        if answer.status == LIMITED:
            self._be_silent(_wait(answer.headers.get("Retry-After", "")))
        if answer.status == LIMITED or answer.status >= 500:
            raise NotNow(f"{answer.status} of {path}")
        return answer.status, said

    async def place(self, instance: str) -> ActivityPlace | None:
        """Return where that Activity runs; None if there is none. Raises NotNow."""
        route = Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance}",
            application_id=self.application(),
            instance=instance,
        )
        try:
            said = await self._http.request(route)
        except discord.NotFound:
            return None
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            raise NotNow(f"{type(error).__name__}: {error}") from error
        try:
            where, people = said["location"], frozenset(map(int, said["users"]))
        except (KeyError, TypeError, ValueError) as error:
            raise NotNow(f"an instance without place or people: {error!r}") from error
        return ActivityPlace(_number(where, "guild_id"), _number(where, "channel_id") or 0, people)

    async def close(self) -> None:
        """Give back what is still to be given back, and close the session."""
        await asyncio.gather(*self._ending)
        if self._session is not None:
            await self._session.close()


def _wait(said: str) -> float:
    """Return the seconds that Discord asks to wait."""
    try:
        return min(max(float(said), 1.0), AGAIN)
    except ValueError:
        return AGAIN


def _number(said: Any, key: str) -> int | None:
    value = said.get(key) if isinstance(said, dict) else None
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else None
