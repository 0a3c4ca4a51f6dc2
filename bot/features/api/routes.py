"""The API over HTTP: who asks, what they may, and what goes back. Everything is done by the service's own functions."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec
from aiohttp import web

from bot.contract import table_ids
from bot.contract.tables import Busy, Person, Refused, TableId
from bot.features.api import tokens, views
from bot.features.api.event_streams import SSE, EventReader, EventStreams
from bot.features.api.limits import Limit
from bot.features.api.models import ApiTokenRow
from bot.features.api.openapi import JSON, ApiEndpoint, document
from bot.features.api.problems import ApiProblem, problem, refusal
from bot.features.api.shapes import (
    ApiAnswer,
    ApiDone,
    ApiPosition,
    ApiState,
    ApiTables,
    ApiWaiting,
    Pick,
    Streamed,
    asked_of,
    state_of,
    table_of,
    told_of,
)
from bot.features.feature import HttpDoor
from bot.tables.game_service import GameService
from engine.core.decoding import decoder
from engine.core.text import ENGLISH, speaking

ROOT: Final = "/api/v1"
BODY: Final = 64 * 1024
"""Bytes of an answer."""
PATIENCE: Final = 5.0
"""Seconds in which it must have arrived."""
MINUTE: Final = 60.0
OF_TOKEN: Final = 300
"""Requests of one token in a minute."""
OF_ADDRESS: Final = 600
"""Requests from one address in a minute."""
NEAR: Final = frozenset({"127.0.0.1", "::1"})
"""From here a web server passes requests on, and says for whom."""
EVENT: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")
FILE: Final[dict[str, Any]] = {"type": "object", "description": "The file of `/game export`."}
DOCUMENT: Final[dict[str, Any]] = {"type": "object", "description": "This document."}
ANSWER: Final = decoder(ApiAnswer)
T = TypeVar("T")

TABLE: Final = f"{ROOT}/tables/{{table}}"
ENDPOINTS: Final = (
    ApiEndpoint("document", "get", f"{ROOT}/openapi.json", "This document.", "all", {JSON: DOCUMENT}),
    ApiEndpoint("tables", "get", f"{ROOT}/tables", "Your tables that aren't over.", "read", {JSON: ApiTables}),
    ApiEndpoint("waiting", "get", f"{ROOT}/waiting", "The questions that wait for you.", "read", {JSON: ApiWaiting}),
    ApiEndpoint(
        "table", "get", TABLE, "A table as everyone or a seat of yours sees it.", "page", {JSON: ApiState}, ("seat",),
        problems=(400,),
    ),
    ApiEndpoint(
        "events", "get", f"{TABLE}/events", "What happens at a table, from any event on.", "page",
        {"application/x-ndjson": Streamed, SSE: {"type": "string"}}, ("seat", "after", "follow"), problems=(400,),
    ),
    ApiEndpoint(
        "position", "get", f"{TABLE}/position", "The last position of a game that is over.", "read",
        {JSON: ApiPosition}, problems=(403, 404, 409),
    ),
    ApiEndpoint(
        "record", "get", f"{TABLE}/record", "The whole record of a game that is over.", "read", {JSON: FILE},
        problems=(403, 404, 409),
    ),
    ApiEndpoint(
        "answer", "post", f"{TABLE}/seats/{{seat}}/answer", "Answer the question that your seat is asked.", "play",
        {JSON: ApiDone}, body=ApiAnswer, problems=(400, 404, 408, 409, 413, 422),
    ),
)  # fmt: skip


class ApiCaller(NamedTuple):
    """The caller of a request: the key for rate limits, and the token."""

    who: str
    token: ApiTokenRow | None

    @property
    def person(self) -> Person | None:
        """Return the person for whom the program speaks, as if in a DM: reach comes from having a part alone."""
        return None if self.token is None else Person(self.token.person, self.token.person_name)

    @property
    def known(self) -> Person:
        """Return the person. Raises ApiProblem without a token."""
        if self.person is None:
            raise ApiProblem(401, "no_token")
        return self.person


Handler: TypeAlias = Callable[[web.Request, ApiCaller], Awaitable[web.StreamResponse]]


class Api:
    """The routes of the API."""

    def __init__(self, service: GameService) -> None:
        self._service, self._deps = service, service.deps
        self.streams = EventStreams(service)
        self._of_token = Limit(OF_TOKEN, MINUTE, service.deps.now)
        self._of_address = Limit(OF_ADDRESS, MINUTE, service.deps.now)

    def routes(self) -> list[web.RouteDef]:
        """Return all routes."""
        return [self._route(one, getattr(self, one.name)) for one in ENDPOINTS]

    def close(self) -> None:
        """End what is open."""
        self.streams.close()

    def _route(self, one: ApiEndpoint, handler: Handler) -> web.RouteDef:
        answered = partial(self._answered, one, handler)
        return web.get(one.path, answered, allow_head=False) if one.method == "get" else web.post(one.path, answered)

    async def _answered(self, one: ApiEndpoint, handler: Handler, request: web.Request) -> web.StreamResponse:
        with speaking(ENGLISH):
            try:
                return await handler(request, await self._caller(one, request))
            except ApiProblem as found:
                return problem(found)
            except Refused as refused:
                return refusal(refused)
            except Busy:
                return problem(ApiProblem(503, "busy"))

    async def _caller(self, one: ApiEndpoint, request: web.Request) -> ApiCaller:
        """Return who asks. Raises ApiProblem for a token that is none or may not do that, and for who asks too
        often.
        """
        address = _address(request)
        if not self._of_address.allows(address):
            raise ApiProblem(429, "too_many")
        sent = request.headers.get("Authorization")
        if sent is None:
            if one.scope in {"all", "page"}:
                return ApiCaller(address, None)
            raise ApiProblem(401, "no_token")
        scheme, _, text = sent.partition(" ")
        token = await tokens.find(self._deps, text.strip() if scheme.casefold() == "bearer" else "")
        if token is None:
            raise ApiProblem(401, "bad_token")
        if not self._of_token.allows(token.hash):
            raise ApiProblem(429, "too_many")
        if one.scope == "play" and not token.plays:
            raise ApiProblem(403, "scope")
        return ApiCaller(token.hash, token)

    async def document(self, _request: web.Request, _caller: ApiCaller) -> web.Response:
        """Return the OpenAPI document."""
        return _json(document(ENDPOINTS, ""))

    async def tables(self, _request: web.Request, caller: ApiCaller) -> web.Response:
        """Return the person's tables."""
        lines = await self._service.list_tables(caller.known)
        return _json(ApiTables(tuple(table_of(line.info) for line in lines)))

    async def waiting(self, _request: web.Request, caller: ApiCaller) -> web.Response:
        """Return what waits for the person."""
        sheets = await views.waiting(self._deps, caller.known)
        return _json(ApiWaiting(tuple(asked for sheet in sheets if (asked := asked_of(sheet)))))

    async def table(self, request: web.Request, caller: ApiCaller) -> web.Response:
        """Return a table with its position."""
        table, person, seat = await self._seen(request, caller)
        return await _state(await views.look(self._service, table, person, seat))

    async def events(self, request: web.Request, caller: ApiCaller) -> web.StreamResponse:
        """Return the stream of a table's events."""
        after = str(request.query.get("after") or request.headers.get("Last-Event-ID") or "0")
        follow = request.query.get("follow", "yes")
        if EVENT.fullmatch(after) is None or follow not in {"yes", "no"}:
            raise ApiProblem(400, "bad_value")
        table, person, seat = await self._seen(request, caller)
        self.streams.require_room(caller.who)

        async def allowed() -> None:
            await self._still(caller)
            await self._seen(request, caller)

        sse = SSE in request.headers.get("Accept", "")
        reader = EventReader(caller.who, table, person, seat, after, follow == "yes", sse, allowed)
        return await self.streams.serve(request, reader)

    async def position(self, request: web.Request, caller: ApiCaller) -> web.Response:
        """Return the last position of a game that is over."""
        table, person = await self._own(request, caller)
        return _json(ApiPosition(await views.position(self._service, table, person)))

    async def record(self, request: web.Request, caller: ApiCaller) -> web.Response:
        """Return the record of a game that is over."""
        table, person = await self._own(request, caller)
        return _raw(await views.record(self._service, table, person))

    async def answer(self, request: web.Request, caller: ApiCaller) -> web.Response:
        """Answer for a seat."""
        sent = await _answer_in(request)
        table, person = await self._own(request, caller)
        seat, batch = _number(request.match_info["seat"]), _batch(sent)
        done = await self._service.answer(table, person, sent.question, batch, seat=seat, freely=True)
        self._deps.pressed.notify(table_ids.read(done.info.id) or 0, person.id, "")
        look = await views.look(self._service, table, person, seat)
        events = tuple(told_of(event) for event in done.events if not event.is_reason)
        return await asyncio.to_thread(_json, ApiDone(done.repeated, events, state_of(look)))

    async def _own(self, request: web.Request, caller: ApiCaller) -> tuple[TableId, Person]:
        table, _ = await self._table(request, caller)
        return table, caller.known

    async def _seen(self, request: web.Request, caller: ApiCaller) -> tuple[TableId, Person | None, int | None]:
        """Return the table of a request, as whom it is seen, and as which seat."""
        seat = _number(request.query["seat"]) if "seat" in request.query else None
        table, is_open = await self._table(request, caller)
        person = caller.person
        if seat is not None or not is_open:
            person = caller.known
        elif person is not None and not await self._has_part(table, person):
            person = None
        return table, person, seat

    async def _has_part(self, table: TableId, person: Person) -> bool:
        try:
            await views.look(self._service, table, person)
        except Refused:
            return False
        return True

    async def _table(self, request: web.Request, caller: ApiCaller) -> tuple[TableId, bool]:
        """Return the table that a request names, and whether everyone who knows that address sees it. Refused: no_page
        for an address that is none, and for a page that the host has closed to this person.
        """
        named = request.match_info["table"]
        table, dash, _ = named.partition("-")
        if not dash:
            return table, False
        try:
            info = (await views.look(self._service, table, None)).info
        except Refused as refused:
            raise Refused("no_page") from refused
        address = info.page.rpartition("/")[2]
        if not address or not secrets.compare_digest(address.encode(), named.encode()):
            raise Refused("no_page")
        if info.settings.page == "link":
            return table, True
        if caller.person is None or not await self._has_part(table, caller.person):
            raise Refused("no_page")
        return table, False

    async def _still(self, caller: ApiCaller) -> None:
        """Check that a token hasn't ended. Raises ApiProblem."""
        if caller.token is not None and not await tokens.is_valid(self._deps, caller.token):
            raise ApiProblem(401, "bad_token")


def http(service: GameService) -> HttpDoor:
    """Return what the API answers over HTTP."""
    api = Api(service)
    return HttpDoor(api.routes(), api.close)


def _address(request: web.Request) -> str:
    """Return where a request comes from, as far as is known."""
    remote = request.remote or ""
    passed_on = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return passed_on[:64] if remote in NEAR and passed_on else remote


def _number(text: str) -> int:
    if NUMBER.fullmatch(text) is None:
        raise ApiProblem(400, "bad_value")
    return int(text)


async def _answer_in(request: web.Request) -> ApiAnswer:
    """Return the answer that was sent. Raises ApiProblem."""
    try:
        async with asyncio.timeout(PATIENCE):
            raw = await request.clone(client_max_size=BODY).read()
        return ANSWER.json(raw)
    except web.HTTPRequestEntityTooLarge:
        raise ApiProblem(413, "too_large") from None
    except TimeoutError:
        raise ApiProblem(408, "slow") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ApiProblem(400, "bad_json") from None


def _batch(sent: ApiAnswer) -> list[list[str]]:
    if (sent.picks is None) == (sent.batch is None):
        raise ApiProblem(400, "picks_or_batch")
    several: tuple[tuple[Pick, ...], ...] = sent.batch if sent.batch is not None else (sent.picks or (),)
    return [[str(pick) for pick in picks] for picks in several]


async def _state(look: views.TableLook) -> web.Response:
    return await asyncio.to_thread(_json, state_of(look))


def _json(told: Any) -> web.Response:
    return _raw(msgspec.json.encode(told))


def _raw(body: bytes) -> web.Response:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    response = web.Response(body=body, content_type=JSON, headers=headers)
    response.enable_compression()
    return response
