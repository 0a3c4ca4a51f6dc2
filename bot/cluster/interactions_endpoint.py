"""The door: where Discord posts interactions over HTTP, instead of sending them through the gateway.

Each is handed to discord.py as if the gateway had brought it, and answered by requests as there; what goes back at once
is only that it has been taken. https://discord.com/developers/docs/interactions/overview#preparing-for-interactions
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec
import structlog
from aiohttp import web
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy.exc import SQLAlchemyError

from bot.cluster.interaction_dedup import Claims
from bot.contract.tables import Busy, Refused
from bot.tables.work.cache import InFlight

log = structlog.get_logger(__name__)

PATH: Final = "/interactions"
LAST_TRY: Final = "X-Last-Try"
"""Set by a balancer that will ask no other process: then even what another could do better is done here."""
PING: Final = 1
AUTOCOMPLETE: Final = 4
SNOWFLAKE: Final = re.compile("[0-9]{1,19}")
LARGEST_ID: Final = 2**63 - 1
HOLD: Final = 1.0
BODY: Final = 5.0

Payload: TypeAlias = dict[str, Any]


class Door:
    """Takes the interactions that Discord posts with the application's signature; closed until it is opened."""

    def __init__(
        self,
        key: str,
        take: Callable[[Payload], None],
        in_flight: InFlight,
        *,
        shared: bool = False,
        claims: Claims | None = None,
    ) -> None:
        self._key, self._take, self._in_flight, self._shared = public_key(key), take, in_flight, shared
        self.claims = claims or Claims()
        self.is_open = False
        self._held: dict[int, asyncio.Future[bool]] = {}

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of this endpoint."""
        return [web.post(PATH, self.respond)]

    async def respond(self, request: web.Request) -> web.Response:
        """Answer a request: 401 without a good signature, 503 while closed or if another process is to be asked; PONG,
        else 202.
        """
        if not self.is_open:
            return web.Response(status=503)
        try:
            async with asyncio.timeout(BODY):
                body = await request.read()
        except TimeoutError:
            return web.Response(status=408)
        if not is_signed(self._key, request.headers, body, time.time()):
            return web.Response(status=401, text="invalid request signature\n")
        return await self._signed(body, last=LAST_TRY in request.headers)

    async def _signed(self, body: bytes, *, last: bool) -> web.Response:
        """Answer what Discord has signed."""
        payload = _read(body)
        if payload is None:
            return web.Response(status=400)
        if payload["type"] == PING:
            return web.json_response({"type": PING})
        with self._in_flight:
            try:
                return web.Response(status=202 if await self._taken(payload, last=last) else 503)
            except (SQLAlchemyError, OSError, Refused, Busy) as error:
                log.warning("door.unclaimed", reason=str(error))
                return web.Response(status=503)

    async def _taken(self, payload: Payload, *, last: bool) -> bool:
        """Take it, unless that was done before; false if another process is to have it."""
        interaction = int(payload["id"])
        if payload["type"] != AUTOCOMPLETE and not await self.claims.claim(interaction):
            log.info("door.twice", interaction=interaction)
            return True
        if await self._kept(interaction, payload, last=last):
            return True
        await self.claims.give_back(interaction)
        return False

    async def _kept(self, interaction: int, payload: Payload, *, last: bool) -> bool:
        """Hand it on and wait until it is known that it will be answered here, for a second at most."""
        held: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._shared and not last and payload["type"] != AUTOCOMPLETE:
            self._held[interaction] = held
        try:
            self._take(payload)
            if interaction not in self._held:
                return True
            async with asyncio.timeout(HOLD):
                return await held
        except TimeoutError:
            return True
        except Exception as error:
            log.exception("door.unread", interaction=interaction, exc_info=error)
            return True
        finally:
            self._held.pop(interaction, None)

    def note_taken(self, interaction: int) -> None:
        """Note that this process answers the interaction."""
        self._settle(interaction, here=True)

    def passed_on(self, interaction: int) -> bool:
        """Pass the interaction on to another process. Return False if it's too late or there is none."""
        return self._settle(interaction, here=False)

    def _settle(self, interaction: int, *, here: bool) -> bool:
        held = self._held.pop(interaction, None)
        if held is None or held.done():
            return False
        held.set_result(here)
        return True


def _read(body: bytes) -> Payload | None:
    """An interaction as discord.py takes it, or a ping; None if it is neither."""
    try:
        payload = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not isinstance(payload, dict) or not isinstance(payload.get("type"), int):
        return None
    return payload if payload["type"] == PING or _is_id(payload.get("id")) else None


def _is_id(value: Any) -> bool:
    """Whether that is a number of Discord's, which the database can hold."""
    return isinstance(value, str) and SNOWFLAKE.fullmatch(value) is not None and int(value) <= LARGEST_ID


SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"
FRESH: Final = 60.0
"""So many seconds may lie between the time that is signed and that of this machine."""


def public_key(text: str) -> Ed25519PublicKey:
    """Return the key of an application as Discord shows it: 64 hexadecimal digits. Raises ValueError."""
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))


def is_signed(key: Ed25519PublicKey, headers: Mapping[str, str], body: bytes, now: float) -> bool:
    """Return whether the body was signed with that key within the last minute; `now` in seconds since 1970."""
    sealed, at = headers.get(SIGNATURE, ""), headers.get(TIMESTAMP, "")
    if not (at.isascii() and at.isdecimal() and len(at) <= 12) or abs(now - int(at)) > FRESH:
        return False
    try:
        key.verify(bytes.fromhex(sealed), at.encode() + body)
    except (ValueError, InvalidSignature):
        return False
    return True
