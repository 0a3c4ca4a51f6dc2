"""What comes over HTTP: only what the application has signed is taken, and nothing twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestServer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy.ext.asyncio import AsyncSession

from bot.cluster.http_server import LARGEST, serve
from bot.cluster.interaction_dedup import KEPT, WAITS, Claims, SharedClaims, forget_old
from bot.cluster.interactions_endpoint import FRESH, LAST_TRY, PATH, SIGNATURE, TIMESTAMP, Door, Payload, is_signed
from bot.contract.tables import Busy
from bot.local_table.endpoint import SignedPoster, hex_key, sign_body
from bot.local_table.errors import encode
from bot.store.database import Database, NotStored
from bot.tables.work.cache import InFlight

KEY = Ed25519PrivateKey.generate()
PRESS: Payload = {"id": "77", "type": 3, "token": "t"}
NO_INTERACTIONS = (
    b"",
    b"[]",
    b"{",
    b'{"type": "3"}',
    b'{"type": 3}',
    b'{"type": 3, "id": "x"}',
    b'{"type": 3, "id": 77}',
    b'{"type": 3, "id": ["7"]}',
    b'{"type": 3, "id": "' + b"7" * 5000 + b'"}',
    b'{"type": 3, "id": "9999999999999999999"}',
    '{"type": 3, "id": "٧"}'.encode(),
    b'{"type": 3, "id": "77", "data": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    b'{"type": 1, "x": "\xff"}',
    b"\xff",
)


@dataclass
class Opened:
    """A door that stands open, what was taken through it, and somebody who signs with the right key."""

    door: Door
    poster: SignedPoster
    taken: list[Payload]
    in_flight: InFlight = field(default_factory=InFlight)

    async def forged(self, body: bytes, **headers: str) -> int:
        """The status for a body with these headers in place of the right ones."""
        right = sign_body(KEY, body, time.time())
        return (await self.poster.send(body, {**right, **{k.replace("_", "-"): v for k, v in headers.items()}}))[0]


@asynccontextmanager
async def opened(take: Callable[[Payload], None] | None = None, *, shared: bool = False) -> AsyncIterator[Opened]:
    taken: list[Payload] = []
    in_flight = InFlight()
    door = Door(hex_key(KEY), take or taken.append, in_flight, shared=shared)
    door.is_open = True
    server = TestServer(serve(door.routes()))
    await server.start_server()
    poster = SignedPoster(str(server.make_url(PATH)), KEY)
    try:
        yield Opened(door, poster, taken, in_flight)
    finally:
        await poster.close()
        await server.close()


async def test_a_ping_is_answered_with_a_pong_and_an_interaction_is_taken() -> None:
    async with opened() as here:
        body = encode({"type": 1})
        status, said = await here.poster.send(body, sign_body(KEY, body, time.time()))
        assert (status, said.replace(b" ", b"")) == (200, b'{"type":1}')
        assert await here.poster.is_heeded()
        assert await here.poster.post(PRESS) == 202
        assert here.taken == [PRESS]


async def test_what_is_not_signed_by_the_application_is_refused_and_goes_no_further() -> None:
    async with opened() as here:
        body, stranger = encode(PRESS), Ed25519PrivateKey.generate()
        assert await here.forged(body, **{SIGNATURE: sign_body(stranger, body, time.time())[SIGNATURE]}) == 401
        assert await here.forged(body, **{SIGNATURE: "no hexadecimal"}) == 401
        assert await here.forged(body, **{SIGNATURE: ""}) == 401
        assert await here.forged(body, **{TIMESTAMP: str(int(time.time()) - 5)}) == 401
        assert (await here.poster.send(body, {}))[0] == 401
        assert (await here.poster.send(body + b" ", sign_body(KEY, body, time.time())))[0] == 401
        assert here.taken == []


@pytest.mark.parametrize("away", [-FRESH - 2, FRESH + 2])
async def test_what_was_signed_at_another_time_is_refused(away: float) -> None:
    async with opened() as here:
        body = encode(PRESS)
        assert (await here.poster.send(body, sign_body(KEY, body, time.time() + away)))[0] == 401
        assert here.taken == []


@pytest.mark.parametrize("at", ["", "now", "1e9", "-5", "٣", "9" * 400])
def test_a_time_that_is_none_is_no_signature(at: str) -> None:
    body = b"{}"
    sealed = KEY.sign(at.encode() + body).hex()
    assert not is_signed(KEY.public_key(), {SIGNATURE: sealed, TIMESTAMP: at}, body, 0.0)


async def test_a_body_that_is_too_large_or_no_interaction_is_refused() -> None:
    async with opened() as here:
        for body in NO_INTERACTIONS:
            assert (await here.poster.send(body, sign_body(KEY, body, time.time())))[0] == 400
        large = b" " * (LARGEST + 1)
        assert (await here.poster.send(large, sign_body(KEY, large, time.time())))[0] == 413
        assert here.taken == []


async def test_an_interaction_that_comes_again_is_taken_once() -> None:
    async with opened() as here:
        assert await asyncio.gather(*(here.poster.post(PRESS) for _ in range(5))) == [202] * 5
        assert await here.poster.post({**PRESS, "id": "78"}) == 202
        assert here.taken == [PRESS, {**PRESS, "id": "78"}]


@pytest.mark.soak
async def test_an_interaction_that_one_process_has_taken_is_left_alone_by_the_others(tmp_path: Path) -> None:
    databases = [Database(f"sqlite+aiosqlite:///{tmp_path / 'nisaba.db'}") for _ in range(2)]
    await databases[0].migrate()
    first, second = (SharedClaims(database, lambda: 1000.0) for database in databases)
    try:
        assert [await first.claim(77), await second.claim(77), await first.claim(77)] == [True, False, False]
        await first.give_back(77)
        assert await second.claim(77) is False
        third = SharedClaims(databases[1], lambda: 1000.0)
        assert await third.claim(77) is True
        await forget_old(databases[0], 1000.0 + KEPT + 1)
        assert await SharedClaims(databases[0], lambda: 9000.0).claim(77) is True
    finally:
        for database in databases:
            await database.close()


class Failing(Database):
    """A database that cannot be written to so many times."""

    left = 0

    @asynccontextmanager
    async def writing(self, session: AsyncSession) -> AsyncIterator[None]:
        if self.left:
            self.left -= 1
            raise NotStored(again=False)
        async with super().writing(session):
            yield


@pytest.mark.sample(1)
@pytest.mark.parametrize(("failures", "free"), [(0, True), (len(WAITS), True), (len(WAITS) + 1, False)])
async def test_what_is_passed_on_is_free_for_the_next_even_if_the_database_fails_for_a_moment(
    tmp_path: Path, failures: int, *, free: bool
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'nisaba.db'}"
    failing, whole = Failing(url), Database(url)
    await whole.migrate()
    doors: list[Door] = []

    def take(payload: Payload) -> None:
        failing.left = failures
        asyncio.get_running_loop().call_soon(doors[0].passed_on, int(payload["id"]))

    try:
        async with opened(take, shared=True) as here:
            doors.append(here.door)
            here.door.claims = SharedClaims(failing, lambda: 1000.0)
            assert await here.poster.post(PRESS) == 503
        assert failing.left == 0
        assert await SharedClaims(whole, lambda: 1000.0).claim(77) is free
    finally:
        await failing.close()
        await whole.close()


@pytest.mark.parametrize("error", [OSError("no database"), NotStored(again=True), Busy("no turn to write")])
async def test_without_its_database_a_process_sends_everybody_to_another_one(error: Exception) -> None:
    class Lost(Claims):
        async def claim(self, interaction: int) -> bool:
            raise error

    async with opened() as here:
        here.door.claims = Lost()
        assert await here.poster.post(PRESS) == 503
        assert here.taken == []


async def test_a_door_that_is_shut_sends_everybody_to_another_process() -> None:
    async with opened() as here:
        here.door.is_open = False
        assert await here.poster.post(PRESS) == 503
        here.door.is_open = True
        assert await here.poster.post(PRESS) == 202


async def test_what_cannot_be_read_by_the_library_stops_nothing() -> None:
    def broken(_: Payload) -> None:
        raise KeyError("data")

    async with opened(broken) as here:
        assert await here.poster.post(PRESS) == 202
        assert await here.poster.post({**PRESS, "id": "78"}) == 202


async def test_what_a_newer_version_has_written_is_passed_on_to_another_process_and_may_come_back() -> None:
    doors: list[Door] = []

    def take(payload: Payload) -> None:
        asyncio.get_running_loop().call_soon(doors[0].passed_on, int(payload["id"]))

    async with opened(take, shared=True) as here:
        doors.append(here.door)
        assert await here.poster.post(PRESS) == 503
        assert await here.poster.post(PRESS) == 503
        assert await here.poster.post(PRESS, {LAST_TRY: "1"}) == 202


async def test_what_is_answered_here_is_acknowledged_before_its_answer_and_cannot_be_passed_on_any_more() -> None:
    told: list[Any] = []

    async with opened(shared=True) as here:
        posting = asyncio.create_task(here.poster.post(PRESS))
        while not here.taken:  # noqa: ASYNC110 - nothing tells when it has come
            await asyncio.sleep(0.01)
        assert not await here.in_flight.wait_until_empty(0.0)
        here.door.note_taken(77)
        told.append(here.door.passed_on(77))
        assert await posting == 202
        assert await here.in_flight.wait_until_empty(5.0)
    assert told == [False]


async def test_with_one_process_alone_nothing_is_passed_on() -> None:
    async with opened() as here:
        assert await here.poster.post(PRESS) == 202
        assert not here.door.passed_on(77)
