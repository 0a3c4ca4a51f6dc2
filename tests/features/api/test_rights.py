"""Who may do what through the API: every endpoint, asked by everyone, with every kind of token."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

import pytest
from sqlmodel import select

from bot.contract.tables import Person, Refused
from bot.features.api import tokens
from bot.features.api.models import ApiTokenRow
from bot.features.api.routes import ENDPOINTS, ROOT
from tests.features.api.program import Program, end_game
from tests.ui.table.room import ANA, BEN, CHO, DEE
from tests.web.site import Site

HOST: Final = Person(ANA.id + 50, "Hal", 5)
WHO: Final = ("owner", "reader", "other", "former", "stranger", "nobody", "forged", "ended")
"""The owner of seat 2, the same with a token that only reads, who has seat 1, who has left, who has no part, who sends
no token, one that was never made, one that has ended.
"""
RIGHTS: Final[Mapping[str, tuple[int, ...]]] = {
    "document": (200, 200, 200, 200, 200, 200, 401, 401),
    "tables": (200, 200, 200, 200, 200, 401, 401, 401),
    "waiting": (200, 200, 200, 200, 200, 401, 401, 401),
    "table": (200, 200, 200, 403, 404, 401, 401, 401),
    "table by address": (200, 200, 200, 200, 200, 200, 401, 401),
    "table by address, members": (200, 200, 200, 404, 404, 404, 401, 401),
    "table by address, off": (200, 200, 200, 404, 404, 404, 401, 401),
    "table as a seat": (200, 200, 403, 403, 404, 401, 401, 401),
    "table as a seat by address": (200, 200, 403, 403, 404, 401, 401, 401),
    "events": (200, 200, 200, 403, 404, 401, 401, 401),
    "events by address": (200, 200, 200, 200, 200, 200, 401, 401),
    "events by address, members": (200, 200, 200, 404, 404, 404, 401, 401),
    "events as a seat": (200, 200, 403, 403, 404, 401, 401, 401),
    "position": (409, 409, 409, 403, 404, 401, 401, 401),
    "record": (409, 409, 409, 403, 404, 401, 401, 401),
    "position by address": (409, 409, 409, 403, 404, 401, 401, 401),
    "record by address": (409, 409, 409, 403, 404, 401, 401, 401),
    "position after the end": (200, 200, 200, 403, 404, 401, 401, 401),
    "record after the end": (200, 200, 200, 403, 404, 401, 401, 401),
    "answer": (422, 403, 403, 403, 404, 401, 401, 401),
    "answer by address": (422, 403, 403, 403, 404, 401, 401, 401),
}
"""The status of each request for each of them; 422 is an answer that is looked at and is none of the options."""


@pytest.fixture
async def table(site: Site) -> str:
    """A game of Ana and Ben, who is asked; Cho has left it."""
    info = await site.room.begun(ANA, BEN, CHO)
    with pytest.raises(Refused) as asked:
        await site.room.service.leave(info.id, CHO)
    await site.room.service.leave(info.id, CHO, confirm=str(asked.value.said["confirm"]))
    for _ in range(60):
        for person in (ANA, BEN):
            sheet = await site.room.service.sheet(info.id, person)
            if sheet.ask is None:
                continue
            if person is BEN:
                return info.id
            await site.room.service.answer(info.id, ANA, None, [list(sheet.ask.options)[: max(1, sheet.ask.least)]])
    raise AssertionError("Ben is never asked")


async def callers(site: Site) -> dict[str, Program]:
    """A program of each."""
    ended = await Program.of(site, BEN)
    (known,) = await tokens.listed(site.room.service.deps, BEN)
    await tokens.end(site.room.service.deps, BEN, known.number)
    made = {
        "owner": await Program.of(site, BEN),
        "reader": await Program.of(site, BEN, plays=False),
        "other": await Program.of(site, ANA),
        "former": await Program.of(site, CHO),
        "stranger": await Program.of(site, DEE),
        "nobody": Program(site),
        "forged": Program(site, "nisaba_" + "a" * 43),
        "ended": ended,
    }
    assert tuple(made) == WHO
    return made


async def status(program: Program, request: str, table: str) -> int:
    """What that program gets for that request."""
    site = program.site
    name = request.split(" ", maxsplit=1)[0]
    named = site.pages.addresses.of(table) if "by address" in request else table
    one = next(one for one in ENDPOINTS if one.name == name)
    path = one.path.removeprefix(ROOT).format(table=named, seat=2)
    query = ["seat=2"] if "as a seat" in request else []
    query += ["follow=no"] if name == "events" else []
    whole = f"{path}?{'&'.join(query)}" if query else path
    if one.method == "get":
        return await program.status(whole)
    number = (await site.room.service.sheet(table, BEN)).ask_no
    return (await program.post(whole, {"question": number, "picks": ["nowhere"]}))[0]


@pytest.mark.parametrize("request_", RIGHTS)
async def test_each_request_comes_out_for_everyone_as_the_matrix_says(site: Site, table: str, request_: str) -> None:
    page = "members" if "members" in request_ else "off" if "off" in request_ else "link"
    await site.room.service.change_settings(table, ANA, page=page)
    if "after the end" in request_:
        await end_game(site, table)
    before = (await site.room.service.info(table)).ask_no
    found = {who: await status(program, request_, table) for who, program in (await callers(site)).items()}
    assert found == dict(zip(WHO, RIGHTS[request_], strict=True))
    assert (await site.room.service.info(table)).ask_no == before


def test_every_route_is_in_the_matrix(site: Site) -> None:
    assert {request.split(" ")[0] for request in RIGHTS} == {one.name for one in ENDPOINTS}
    there = {(route.method.lower(), route.path) for route in site.pages.routes() if route.path.startswith("/api")}
    assert there == {(one.method, one.path) for one in ENDPOINTS}


async def test_a_page_that_is_closed_ends_its_streams(site: Site, table: str) -> None:
    nobody = Program(site)
    stream = await nobody.stream(f"/tables/{site.pages.addresses.of(table)}/events?after=9999")
    await site.room.service.change_settings(table, ANA, page="members")
    assert await stream.next() is None


async def test_who_gives_the_seat_up_sees_no_more(site: Site, table: str) -> None:
    ben = await Program.of(site, BEN)
    stream = await ben.stream(f"/tables/{table}/events?seat=2&after=9999")
    await stream.until("question")
    with pytest.raises(Refused) as asked:
        await site.room.service.leave(table, BEN)
    await site.room.service.leave(table, BEN, confirm=str(asked.value.said["confirm"]))
    assert await stream.next() is None


async def test_reading_makes_nobody_present(site: Site, table: str) -> None:
    ben = await Program.of(site, BEN)
    before = await site.room.service.personal_data(BEN)
    site.room.now += 5 * 86400
    for path in (
        f"/tables/{table}",
        f"/tables/{table}?seat=2",
        "/waiting",
        "/tables",
        f"/tables/{table}/events?follow=no",
    ):
        answer = await ben.ask("get", path)
        assert answer.status == 200
        assert await answer.read()
    assert _presence(before.raw) == _presence((await site.room.service.personal_data(BEN)).raw)


def _presence(raw: bytes) -> object:
    return json.loads(raw)["last_at_tables"]


@pytest.mark.parametrize("named", ["zzzzzzz", "1K9", "..", "%2e%2e", "1k9-" + "a" * 26, "é", "1k9-é", "-", "100-"])
async def test_an_unknown_table_is_not_found(site: Site, table: str, named: str) -> None:
    ben = await Program.of(site, BEN)
    answer = await site.client.get(f"{ROOT}/tables/{named}", headers=ben.headers)
    assert answer.status == 404


@pytest.mark.parametrize(
    "sent", ["", "x", "Bearer", "Bearer ", "Basic nisaba_", "Bearer nisaba_" + "a" * 5000, "Bearer \u00e9"]
)
async def test_a_forged_token_opens_nothing(site: Site, table: str, sent: str) -> None:
    await Program.of(site, BEN)
    answer = await site.client.get(f"{ROOT}/tables", headers={"Authorization": sent})
    assert answer.status == 401


async def test_what_is_stored_is_no_token(site: Site) -> None:
    ben = await Program.of(site, BEN)
    (row,) = await site.room.database.read(select(ApiTokenRow))
    assert ben.token not in repr(row)
    assert await Program(site, row.hash).status("/tables") == 401
    assert await Program(site, f"nisaba_{row.hash}").status("/tables") == 401
