"""Requests to Discord that never wait: a limit, an outage or a refusal raises at once, so the caller can do something
else.

Limits that Discord has told are remembered, and requests that would be refused aren't sent. What refusals mean:
https://discord.com/developers/docs/topics/opcodes-and-status-codes
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

import aiohttp
import discord
import msgspec
from discord.http import MultipartParameters, Route

from bot.delivery.rate_share import A_SECOND, RateShare
from bot.delivery.wire import Bad, Closed, Failed, Later, MayNot, TargetGone, Unreachable

THIS_MESSAGE: Final[Mapping[int, str]] = {
    30046: "it was edited too often",
    40005: "it is larger than may be uploaded",
    50006: "there is nothing in it",
    50035: "something in it has not the form that Discord asks for",
    50045: "one of its files is larger than may be uploaded",
    50046: "one of its files is damaged",
    50109: "it cannot be read as JSON",
    200000: "a moderation rule of the server does not let its words pass",
    240000: "it holds a link that Discord takes for harmful",
}
TOO_LARGE: Final = 413
CLOSED: Final = 50007
"""The only refusal that is a setting of the person. To share no server (50278) ends with a new one, and whatever else
forbids a DM may be over tomorrow: such a DM waits, unless it calls somebody.
"""
GONE: Final[Mapping[int, str]] = {
    10003: "the channel does not exist",
    10004: "the server does not exist",
    10008: "the message does not exist",
    10013: "the person does not exist",
}
NO_ACCESS: Final = 50001
SHUT: Final[Mapping[int, str]] = {
    50083: "the thread is archived",
    160005: "the thread is locked",
}
LIMITED: Final = 429


def refusal(status: int, said: Any, *, dm: bool) -> Failed:
    """Return the failure that an answer of Discord is, with its code; `dm` if it was about a DM."""
    code = int(said.get("code") or 0) if isinstance(said, dict) else 0
    failure = _failure(status, said, code, dm=dm)
    failure.code = code
    return failure


def _failure(status: int, said: Any, code: int, *, dm: bool) -> Failed:
    why = f"{status} (error code {code}): {_told(said) if isinstance(said, dict) else str(said)[:200]}"
    if code == CLOSED:
        return Closed(why)
    if status == LIMITED:
        return Later(why, _wait(said), unknown=False)
    if code in THIS_MESSAGE or status == TOO_LARGE:
        return Bad(why)
    if code in GONE:
        return TargetGone(why)
    if not dm and (code in SHUT or status == 403):
        return MayNot(why, ("view_channel",) if code == NO_ACCESS else ("open_thread",) if code in SHUT else ())
    if dm and status == 403:
        return Unreachable(why, unknown=False)
    return Later(why, unknown=status >= 500 or status == 408)


def _told(said: Mapping[str, Any]) -> str:
    """Return the message of a refusal, and what it says of the places that are wrong."""
    return " ".join([str(said.get("message", "")), *([str(said["errors"])[:500]] if said.get("errors") else [])])


def _wait(said: Any) -> float | None:
    return float(said["retry_after"]) if isinstance(said, dict) and "retry_after" in said else None


PATIENCE: Final = 30.0
EVERYWHERE: Final = "everywhere"
MANY: Final = 1000


class RateLimits:
    """Discord's limits as far as they are known: until when a route of a channel is shut, or all of them are.

    `share`: how many requests this process may make in a second.
    """

    def __init__(self, now: Callable[[], float], share: Callable[[], int] = lambda: A_SECOND) -> None:
        self._now = now
        self._share = share
        self._until: dict[str, float] = {}
        self._latest: deque[float] = deque(maxlen=A_SECOND)

    def take(self, route: str) -> None:
        """Note that a request is being made. Later, if it has to wait."""
        now = self._now()
        until = max(self._full_until(now), self._until.get(route, 0.0), self._until.get(EVERYWHERE, 0.0))
        if until > now:
            raise Later(f"a limit of {route}", until - now, unknown=False)
        self._latest.append(now)

    def _full_until(self, now: float) -> float:
        """Return when there is room within the share again."""
        share = self._share()
        if share <= 0:
            return now + 1.0
        return self._latest[-share] + 1.0 if len(self._latest) >= share else 0.0

    def heed(self, route: str, status: int, headers: Mapping[str, str], said: Any) -> None:
        """Learn the limits from an answer of Discord."""
        if status == LIMITED:
            known = isinstance(said, dict) and "retry_after" in said
            wait = float(said["retry_after"]) if known else float(headers.get("Retry-After", 5))
            self._shut(EVERYWHERE if not known or said.get("global") else route, wait)
        elif headers.get("X-RateLimit-Remaining") == "0":
            self._shut(route, float(headers.get("X-RateLimit-Reset-After", 0)))

    def remaining(self) -> int:
        """Return how many requests may still be made within this second; 0 while all routes are blocked."""
        now = self._now()
        if self._until.get(EVERYWHERE, 0.0) > now:
            return 0
        return max(0, self._share() - sum(at > now - 1.0 for at in self._latest))

    def _shut(self, route: str, wait: float) -> None:
        now = self._now()
        if len(self._until) > MANY:
            self._until = {kept: until for kept, until in self._until.items() if until > now}
        self._until[route] = now + wait


class Requests:
    """Requests in the name of a client of discord.py, which has logged in."""

    def __init__(self, client: discord.Client, share: RateShare | None = None) -> None:
        self._client = client
        self._share = share
        self._session: aiohttp.ClientSession | None = None
        self._limits: RateLimits | None = None

    async def ask(
        self, method: str, path: str, params: MultipartParameters | None = None, *, dm: bool = False, **query: object
    ) -> Any:
        """Return the answer to a request of that path below Discord's address. Raises Failed."""
        limits, route = self._known(), _route(method, path)
        if self._share is not None:
            self._share.wish()
        limits.take(route)
        try:
            status, headers, said = await self._asked(method, path, params, query)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Later(f"{type(error).__name__}: {error}") from error
        limits.heed(route, status, headers, said)
        if not 200 <= status < 300:
            raise refusal(status, said, dm=dm)
        return said

    async def _asked(
        self, method: str, path: str, params: MultipartParameters | None, query: Mapping[str, object]
    ) -> tuple[int, Mapping[str, str], Any]:
        http = self._client.http
        headers = {"User-Agent": http.user_agent, "Authorization": f"Bot {http.token}"}
        body = _body(params, headers)
        said = {key: str(value) for key, value in query.items()}
        async with self._opened().request(method, Route.BASE + path, params=said, data=body, headers=headers) as answer:
            return answer.status, answer.headers, _read(await answer.read())

    def remaining(self) -> int:
        """Return how many requests may still be made within this second."""
        return self._known().remaining()

    def _known(self) -> RateLimits:
        if self._limits is None:
            share = (self._share.per_second,) if self._share is not None else ()
            self._limits = RateLimits(asyncio.get_running_loop().time, *share)
        return self._limits

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE))
        return self._session

    async def close(self) -> None:
        """Close the session; a later request opens another."""
        if self._session is not None:
            await self._session.close()
            self._session = None


def _body(params: MultipartParameters | None, headers: dict[str, str]) -> Any:
    if params is None:
        return None
    if not params.multipart:
        headers["Content-Type"] = "application/json"
        return msgspec.json.encode(params.payload)
    form = aiohttp.FormData(quote_fields=False)
    for field in params.multipart:
        form.add_field(**field)
    return form


def _read(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw) if raw else None
    except msgspec.DecodeError:
        return raw.decode(errors="replace")


def _route(method: str, path: str) -> str:
    """Return what shares a rate limit: the method, the channel, and whether it is about one message."""
    return " ".join([method, *path.split("/")[1:4], "one" if path.count("/") > 3 else "all"])
