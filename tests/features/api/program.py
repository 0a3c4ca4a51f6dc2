"""A program that uses the API, with every answer checked against the OpenAPI document."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import pytest
from aiohttp import ClientResponse
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from bot.contract.tables import Person, Refused
from bot.features.api import tokens
from bot.features.api.openapi import document
from bot.features.api.routes import ENDPOINTS, ROOT, Api
from tests.web.site import Site

DOCUMENT: Final = document(ENDPOINTS, "")
Sent: TypeAlias = Mapping[str, str]
NONE: Final[Sent] = {}
LINES: Final = "application/x-ndjson"


def api_of(site: Site) -> Api:
    """What answers."""
    found: Any = site.pages._doors[0].close
    assert isinstance(found.__self__, Api)
    return found.__self__


async def end_game(site: Site, table: str) -> None:
    """A moderator ends a game."""
    moderator = Person(99, "Mo", 5, moderator=True)
    with pytest.raises(Refused) as asked:
        await site.room.service.end(table, moderator)
    await site.room.service.end(table, moderator, confirm=str(asked.value.said["confirm"]))


def operation(method: str, path: str) -> Mapping[str, Any]:
    """What the document says of a request."""
    for pattern, found in DOCUMENT["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), path) and method in found:
            return dict(found[method])
    raise AssertionError(f"the document doesn't know {method} {path}")


def check(said: Any, schema: Mapping[str, Any]) -> None:
    """Compare something with a schema of the document."""
    whole = {**schema, "components": DOCUMENT["components"]}
    Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(said)


class Program:
    """A program with a token; empty: without."""

    def __init__(self, site: Site, token: str = "") -> None:
        self.site, self.token = site, token

    @classmethod
    async def of(cls, site: Site, person: Person, *, plays: bool = True) -> Program:
        """One with a new token of that person."""
        return cls(site, await tokens.make(site.room.service.deps, person, "test", plays=plays))

    @property
    def headers(self) -> dict[str, str]:
        """What it sends with each request."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def ask(self, method: str, path: str, *, data: bytes | None = None, headers: Sent = NONE) -> ClientResponse:
        """The answer to a request; checked, streams apart."""
        sent = {**self.headers, **headers}
        answer = await self.site.client.request(method, f"{ROOT}{path}", data=data, headers=sent)
        told = operation(method, f"{ROOT}{path.partition('?')[0]}")["responses"]
        assert str(answer.status) in told, (method, path, answer.status)
        content = told[str(answer.status)]["content"]
        assert answer.content_type in content
        if answer.content_type == "application/json":
            check(json.loads(await answer.read()), content["application/json"]["schema"])
        return answer

    async def get(self, path: str, headers: Sent = NONE) -> Any:
        """What is told, where nothing is refused."""
        answer = await self.ask("get", path, headers=headers)
        assert answer.status == 200, (path, answer.status, await answer.text())
        return json.loads(await answer.read())

    async def status(self, path: str, headers: Sent = NONE) -> int:
        """The status of an answer."""
        answer = await self.ask("get", path, headers=headers)
        answer.close()
        return answer.status

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        """The status of an answer, and what it says."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = await self.ask("post", path, data=sent)
        return answer.status, json.loads(await answer.read())

    async def waiting(self) -> list[dict[str, Any]]:
        """What waits for its person."""
        found: list[dict[str, Any]] = (await self.get("/waiting"))["waiting"]
        return found

    async def answer(self, asked: Mapping[str, Any], picks: Any, number: int | None = None) -> tuple[int, Any]:
        """Answer what waits."""
        question = asked["question"]["number"] if number is None else number
        path = f"/tables/{asked['table']}/seats/{asked['seat']}/answer"
        return await self.post(path, {"question": question, "picks": picks})

    async def events(self, path: str, headers: Sent = NONE) -> list[dict[str, Any]]:
        """All that a stream tells that doesn't wait."""
        join = "&" if "?" in path else "?"
        answer = await self.ask("get", f"{path}{join}follow=no", headers=headers)
        assert answer.status == 200
        lines = [json.loads(line) for line in (await answer.text()).splitlines() if line]
        for line in lines:
            check_event(line)
        return lines

    async def stream(self, path: str, headers: Sent = NONE) -> EventStream:
        """A stream that goes on."""
        answer = await self.ask("get", path, headers=headers)
        assert answer.status == 200
        return EventStream(answer)


def check_event(line: Any) -> None:
    """Compare an item of a stream with the document."""
    told = operation("get", f"{ROOT}/tables/x/events")["responses"]["200"]["content"]
    check(line, told[LINES]["schema"])


class EventStream:
    """A stream of JSON lines that is being read."""

    def __init__(self, answer: ClientResponse) -> None:
        self._answer = answer

    async def next(self, seconds: float = 5) -> dict[str, Any] | None:
        """The next item; None at the end. Raises TimeoutError if there is none."""
        async with asyncio.timeout(seconds):
            while line := await self._answer.content.readline():
                if line.strip():
                    found: dict[str, Any] = json.loads(line)
                    check_event(found)
                    return found
        return None

    async def until(self, kind: str) -> dict[str, Any]:
        """The next item of that kind."""
        while (found := await self.next()) is not None:
            if found["kind"] == kind:
                return found
        raise AssertionError(f"the stream ended without {kind}")

    def close(self) -> None:
        """Read no more."""
        self._answer.close()
