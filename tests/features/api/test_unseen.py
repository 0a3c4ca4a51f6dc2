"""What must not be seen changes no byte of what programs read, public or at a seat."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bot.contract.tables import Sheet, Standing, TableInfo
from bot.features.api.shapes import state_of
from bot.features.api.views import TableLook
from bot.tables.work.row_mappers import public_ask
from engine.core.table import Table
from engine.core.text import speaking
from tests.civ import test_random_play as civ_play
from tests.conformance import test_culture_wars as culture_wars
from tests.conformance import test_secrets as acme_secrets
from tests.conformance.players import answer, step
from tests.features.api.program import Program
from tests.ui.table.room import ANA, BEN, CHO
from tests.web.site import Site
from tests.web.test_unseen import SHUFFLED, asked, begun

OWN: dict[str, Any] = {
    "acme": acme_secrets.shuffled,
    "civ": civ_play.shuffled,
    "culture_wars": lambda state, _seat, dice: culture_wars.shuffled(state, dice),
}


def told(info: TableInfo, table: Table[Any], view: Any, seat: str | None, own: Any) -> bytes:
    """The bytes of a table over these views."""
    standing = Standing(info, view, public_ask(info, table.pending), table.outcome())
    sheet = None
    if seat is not None:
        request, ask = table.question_to(seat), table.ask_of(seat)
        mine = next((one for one in info.seats if one.seat == seat), info.seats[0])
        sheet = Sheet(info, mine, (mine,), 7, request, ask, (), False, None, None, own, standing, "")
    with speaking("en"):
        return msgspec.json.encode(state_of(TableLook(info, standing, sheet, 3)))


@pytest.mark.parametrize("views", [60, pytest.param(1500, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", SHUFFLED)
async def test_hidden_things_change_no_byte_of_an_answer(site: Site, game: str, views: int) -> None:
    make, shuffle = SHUFFLED[game]
    info = await site.room.service.info(await begun(site, game))
    compared = number = 0
    seen: set[bytes] = set()
    while compared < views:
        number += 1
        table, rng, dice = make(number), random.Random(number), random.Random(number + 1)
        while table.pending is not None and compared < views:
            public = table.game.view(shuffle(table.state, dice), None, table.pending.asked)
            assert told(info, table, public, None, None) == told(info, table, table.view(None), None, None)
            seat = rng.choice(table.game.seats(table.state))
            own = table.game.view(OWN[game](table.state, seat, dice), seat, table.pending.asked)
            mine = told(info, table, table.view(None), seat, table.view(seat))
            assert told(info, table, public, seat, own) == mine
            seen.add(mine)
            compared += 1
            step(rng, table)
    assert len(seen) > views / 4


@pytest.mark.parametrize("game", ["acme", pytest.param("civ", marks=pytest.mark.soak)])
async def test_an_answer_that_others_still_wait_for_is_not_told(site: Site, game: str) -> None:
    """Neither what is read nor a stream changes by a byte while a secret answer waits for the others."""
    table, rng, hidden = await begun(site, game), random.Random(5), 0
    programs = {person.id: await Program.of(site, person) for person in (ANA, BEN, CHO)}
    for _ in range(150):
        there = await asked(site, table)
        if not there or hidden > 3:
            break
        one = rng.choice(there)
        assert one.ask is not None
        assert one.request is not None
        assert one.seat.person is not None
        others = {person: program for person, program in programs.items() if person != one.seat.person.id}
        before = await everything(others, table)
        await site.room.service.answer(table, one.seat.person, one.ask_no, [answer(rng, one.request.key, one.ask)])
        still = [sheet.ask_no for sheet in await asked(site, table)]
        if len(there) > 1 and one.ask_no in still:
            assert await everything(others, table) == before
            hidden += 1
        site.room.now += 60
    assert hidden


async def everything(programs: dict[int, Program], table: str) -> list[object]:
    """All that these programs can read of a table."""
    found: list[object] = []
    for program in programs.values():
        seats = (await program.get("/tables"))["tables"][0]["seats"]
        found.append(seats)
        found.append(await program.get(f"/tables/{table}"))
        found.append(await program.events(f"/tables/{table}/events"))
        found.append(await program.waiting())
    return found


async def test_nobody_can_count_what_others_are_told(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of public events have no gaps, however much seats are told between."""
    table = await begun(site, "acme")
    programs = {person.id: await Program.of(site, person) for person in (ANA, BEN, CHO)}
    rng = random.Random(3)
    for _ in range(60):
        one = rng.choice(await asked(site, table))
        assert one.ask is not None
        assert one.request is not None
        assert one.seat.person is not None
        await site.room.service.answer(table, one.seat.person, one.ask_no, [answer(rng, one.request.key, one.ask)])
        site.room.now += 60
    public = await programs[ANA.id].events(f"/tables/{table}/events")
    assert [event["no"] for event in public] == [str(n) for n in range(1, len(public) + 1)]
    private = 0
    for seat, program in enumerate(programs.values(), 1):
        own = await program.events(f"/tables/{table}/events?seat={seat}")
        assert [event for event in own if event["kind"] == "event" and event["to"] is None] == public
        private += sum(event["kind"] == "event" and event["to"] is not None for event in own)
    assert private
