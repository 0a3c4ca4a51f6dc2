"""Interactions by HTTP: each is signed with the key of the application and posted to the address that it has named."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bot.local_table.errors import Json, encode

PATIENCE = 5.0
SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"
_JSON = {"Content-Type": "application/json"}
_log = logging.getLogger(__name__)


def hex_key(key: Ed25519PrivateKey) -> str:
    """Return the public half of a key as Discord shows it: 64 hexadecimal digits."""
    return key.public_key().public_bytes_raw().hex()


def sign_body(key: Ed25519PrivateKey, body: bytes, now: float) -> dict[str, str]:
    """Return the headers that go with the body, signed at that time in seconds since 1970."""
    at = str(int(now))
    return {SIGNATURE: key.sign(at.encode() + body).hex(), TIMESTAMP: at}


class SignedPoster:
    """Posts what is signed with that key to an address, over as many connections as are needed."""

    def __init__(self, url: str, key: Ed25519PrivateKey) -> None:
        self.url, self.key = url, key
        self._session: aiohttp.ClientSession | None = None

    async def post(self, payload: Json, headers: dict[str, str] | None = None) -> int:
        """Return the status of the answer. Raises aiohttp.ClientError, TimeoutError."""
        body = encode(payload)
        return (await self.send(body, {**sign_body(self.key, body, time.time()), **(headers or {})}))[0]

    async def send(self, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        """Return the status and body of the answer to that body with these headers. Raises as `post`."""
        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=PATIENCE)
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout)
        async with self._session.post(self.url, data=body, headers={**_JSON, **headers}) as answer:
            return answer.status, await answer.read()

    async def is_heeded(self) -> bool:
        """Return whether a ping is answered as Discord wants it: with a pong if signed by this key, else with 401."""
        body = encode({"type": 1})
        forged = sign_body(Ed25519PrivateKey.generate(), body, time.time())
        try:
            status, said = await self.send(body, sign_body(self.key, body, time.time()))
            return (
                status == 200 and said.replace(b" ", b"") == b'{"type":1}' and (await self.send(body, forged))[0] == 401
            )
        except (aiohttp.ClientError, TimeoutError):
            return False

    async def close(self) -> None:
        """Post nothing more."""
        if self._session is not None:
            await self._session.close()
            self._session = None


class Endpoint:
    """The address to which the bot wants its interactions posted; without one, the gateway brings them.

    `times`: how often each is posted. `missed` is called when one didn't arrive.
    """

    def __init__(self) -> None:
        self.key = Ed25519PrivateKey.generate()
        self.times = 1
        self.missed: Callable[[str], None] = lambda _interaction: None
        self._poster: SignedPoster | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Return the address; empty while there is none."""
        return self._poster.url if self._poster else ""

    @property
    def public_key(self) -> str:
        """Return the key by which the bot knows that an interaction comes from here."""
        return hex_key(self.key)

    async def name(self, url: str) -> bool:
        """Post to that address from now on, to none if it is empty; false if it does not answer as it should."""
        poster = SignedPoster(url, self.key) if url else None
        if poster is not None and not await poster.is_heeded():
            await poster.close()
            return False
        await self.forget()
        self._poster = poster
        return True

    def post(self, payload: Json) -> None:
        """Send an interaction off."""
        if self._poster is not None:
            task = asyncio.create_task(self._post(self._poster, payload))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _post(self, poster: SignedPoster, payload: Json) -> None:
        try:
            statuses = await asyncio.gather(*(poster.post(payload) for _ in range(self.times)))
        except (aiohttp.ClientError, TimeoutError) as error:
            _log.info("The bot's HTTP endpoint didn't answer: %r", error)
            statuses = []
        if not any(200 <= status < 300 for status in statuses):
            self.missed(str(payload["id"]))

    async def forget(self) -> None:
        """Post to no address."""
        poster, self._poster = self._poster, None
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if poster is not None:
            await poster.close()
