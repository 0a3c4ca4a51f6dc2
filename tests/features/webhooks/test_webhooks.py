"""Webhooks: who names them, what they are told, how it is sent, and when they end."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from sqlmodel import select

from bot.contract.posts import Words
from bot.contract.tables import Place, Refused
from bot.features.webhooks import events, sender, service
from bot.features.webhooks.models import WebhookEventRow, WebhookRow
from bot.features.webhooks.sender import ENDS, FIRST, LONGEST, WebhookSender, signature
from bot.store import leases
from bot.store.models import TableRow
from bot.store.person_models import PersonRow
from bot.tables.work.row_mappers import public_ask
from bot.ui.parts import controls
from tests.conformance.players import answer, step
from tests.features.api.program import end_game
from tests.ui.table.room import ANA, BEN, CHO, said
from tests.web.site import Site, opened_site
from tests.web.test_unseen import SHUFFLED, asked, begun

URL = "https://hooks.example.org/nisaba"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A service over an empty database."""
    async with opened_site(tmp_path / "nisaba.db") as made:
        yield made


async def waiting(site: Site, hook: int | None = None) -> list[dict[str, Any]]:
    """What waits to be sent."""
    rows = await site.room.database.read(select(WebhookEventRow).order_by(WebhookEventRow.id))  # type: ignore[arg-type]
    return [json.loads(row.body) for row in rows if hook in {None, row.webhook_id}]


async def played(site: Site, table: str, answers: int) -> None:
    """People answer so often."""
    rng = random.Random(4)
    for _ in range(answers):
        one = rng.choice(await asked(site, table))
        assert one.ask is not None
        assert one.request is not None
        assert one.seat.person is not None
        await site.room.service.answer(table, one.seat.person, one.ask_no, [answer(rng, one.request.key, one.ask)])
        site.room.now += 60


async def test_a_host_hears_of_the_start_questions_phases_and_the_end(site: Site) -> None:
    service_ = site.room.service
    info = await service_.open_table(ANA, Place(5, 80), "culture_wars")
    await service_.join(info.id, BEN)
    await service.name_for_game(service_, info.id, ANA, URL)
    await service_.start(info.id, ANA)
    for _ in range(60):
        for person in (ANA, BEN):
            sheet = await service_.sheet(info.id, person)
            if sheet.ask is not None:
                await service_.answer(info.id, person, None, [list(sheet.ask.options)[: max(1, sheet.ask.least)]])
    await end_game(site, info.id)
    told = await waiting(site)
    kinds = [event["kind"] for event in told]
    assert kinds[:2] == ["started", "asked"]
    assert kinds[-1] == "finished"
    assert "phase" in kinds
    assert {event["table"] for event in told} == {info.id}
    first = next(event for event in told if event["kind"] == "asked")
    assert first["key"] == "tile.move"
    assert [set(seat) for seat in first["seats"]] == [{"number", "seat", "deadline"}]
    assert "Ana" not in json.dumps(told)
    assert str(ANA.id) not in json.dumps(told)


async def test_own_turns_are_told_without_those_of_others(site: Site) -> None:
    made = [await service.name_for_turns(site.room.service.deps, person, URL) for person in (ANA, BEN, CHO)]
    assert len({one.secret for one in made}) == 3
    info = await site.room.begun(ANA, BEN)
    await played_by_two(site, info.id, 30)
    hooks = {row.person: row.id for row in await site.room.database.read(select(WebhookRow))}
    for number, person in ((1, ANA), (2, BEN)):
        told = await waiting(site, hooks[person.id])
        questions = [event for event in told if event["kind"] == "asked"]
        assert questions
        assert all(number in {seat["number"] for seat in event["seats"]} for event in questions)
    assert await waiting(site, hooks[CHO.id]) == []


async def played_by_two(site: Site, table: str, answers: int) -> None:
    """Ana and Ben answer so often."""
    for _ in range(answers):
        for person in (ANA, BEN):
            sheet = await site.room.service.sheet(table, person)
            if sheet.ask is not None:
                picks = list(sheet.ask.options)[: max(1, sheet.ask.least)]
                await site.room.service.answer(table, person, None, [picks])
                break


async def test_what_was_undone_is_not_told_as_a_phase_again(site: Site) -> None:
    info = await site.room.begun(ANA, BEN)
    await service.name_for_game(site.room.service, info.id, ANA, URL)
    await played_by_two(site, info.id, 40)
    chapters = [event["chapter"] for event in await waiting(site) if event["kind"] == "phase"]
    assert chapters
    assert len(chapters) == len(set(chapters))


async def test_only_the_host_names_webhooks_of_a_table(site: Site) -> None:
    info = await site.room.begun(ANA, BEN)
    room = site.room
    hosts = await room.press(ANA, "more", table=info.id)
    others = await room.press(BEN, "more", table=info.id)
    assert "hooks" in [one.verb for one in controls(hosts)]  # type: ignore[arg-type]
    assert "hooks" not in [one.verb for one in controls(others)]  # type: ignore[arg-type]
    for act in (
        service.of_game(room.service, info.id, BEN),
        service.name_for_game(room.service, info.id, BEN, URL),
        service.end_for_game(room.service, info.id, BEN, 1),
    ):
        with pytest.raises(Refused, match="host_only"):
            await act
    shown = said(await room.press(ANA, "hook_sent", "table", table=info.id, fields={"hook": (URL,)}))
    (row,) = await room.database.read(select(WebhookRow))
    assert row.secret in shown
    again = said(await room.press(ANA, "hooks", "table", table=info.id))
    assert row.secret not in again
    assert "hooks.example.org" in again.replace("\\", "")
    assert "Removed" in said(await room.press(ANA, "hook_end", "table", str(row.id), table=info.id))
    assert await room.database.read(select(WebhookRow)) == []
    assert await room.database.read(select(TableRow.hooks)) == [0]


async def test_own_webhooks_are_named_and_ended_in_prefs(site: Site) -> None:
    room = site.room
    assert "Webhooks" in repr(await room.press(ANA, "prefs_show"))
    for url in ("http://example.org", "https://localhost/", "https://10.0.0.1/"):
        assert "public address" in said(await room.press(ANA, "hook_sent", fields={"hook": (url,)}))
    assert "secret" in said(await room.press(ANA, "hook_sent", fields={"hook": (URL,)}))
    (row,) = await room.database.read(select(WebhookRow))
    await room.press(BEN, "hook_end", "", str(row.id))
    assert await room.database.read(select(PersonRow.hooks).where(PersonRow.person == ANA.id)) == [1]
    await room.press(ANA, "hook_end", "", str(row.id))
    assert await room.database.read(select(WebhookRow)) == []
    assert await room.database.read(select(PersonRow.hooks).where(PersonRow.person == ANA.id)) == [0]
    for _ in range(service.MOST):
        await service.name_for_turns(room.service.deps, ANA, URL)
    with pytest.raises(Refused, match="hooks_full"):
        await service.name_for_turns(room.service.deps, ANA, URL)


async def test_webhooks_go_with_their_person(site: Site) -> None:
    info = await site.room.begun(ANA, BEN)
    await service.name_for_turns(site.room.service.deps, ANA, URL)
    await service.name_for_game(site.room.service, info.id, ANA, URL)
    kept = json.loads((await site.room.service.personal_data(ANA)).raw)["webhooks"]
    assert [one["url"] for one in kept] == [URL, URL]
    assert "secret" not in kept[0]
    await site.room.service.forget_person(ANA)
    assert await site.room.database.read(select(WebhookRow)) == []
    assert await site.room.database.read(select(TableRow.hooks)) == [0]


class Listening:
    """A server that takes what is sent to it, or refuses it."""

    def __init__(self) -> None:
        self.status, self.got = 204, list[web.Request]()
        self.bodies: list[bytes] = []

    async def take(self, request: web.Request) -> web.Response:
        """Note what has come."""
        self.got.append(request)
        self.bodies.append(await request.read())
        return web.Response(status=self.status, headers={"Location": "/other"} if self.status == 307 else {})


class Sending:
    """A sender that sends to a server of the test, although that is not on the Internet."""

    def __init__(self, site: Site, session: aiohttp.ClientSession, there: Listening) -> None:
        self.site, self.session, self.there = site, session, there
        self.sender = WebhookSender(site.room.service, lambda: site.room.now)

    async def all(self) -> None:
        """Send all that is due."""
        while await self.sender.send_due(self.session):
            pass


@pytest.fixture
async def sending(site: Site, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sending]:
    """What sends to a server of the test."""
    there, app = Listening(), web.Application()
    app.router.add_route("*", "/{path:.*}", there.take)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        monkeypatch.setattr(sender, "readable", lambda _: str(server.make_url("/hook")))
        yield Sending(site, session, there)


async def test_deliveries_are_signed_and_in_order_and_each_arrives_once(site: Site, sending: Sending) -> None:
    info = await site.room.begun(ANA, BEN)
    made = await service.name_for_game(site.room.service, info.id, ANA, URL)
    await played_by_two(site, info.id, 12)
    told = await waiting(site)
    await sending.all()
    assert [json.loads(raw) for raw in sending.there.bodies] == told
    assert await waiting(site) == []
    for request, raw in zip(sending.there.got, sending.there.bodies, strict=True):
        at = request.headers["X-Nisaba-Timestamp"]
        assert request.headers["X-Nisaba-Signature"] == f"v1={signature(made.secret, int(at), raw)}"
        assert int(at) == int(site.room.now)
        assert request.method == "POST"
    numbers = [int(request.headers["X-Nisaba-Delivery"]) for request in sending.there.got]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("status", [307, 400, 404, 500])
async def test_what_fails_is_tried_again_later_and_later_and_nothing_passes_it(
    site: Site, sending: Sending, status: int
) -> None:
    info = await site.room.begun(ANA, BEN)
    await service.name_for_game(site.room.service, info.id, ANA, URL)
    await played_by_two(site, info.id, 6)
    told, start, tried = await waiting(site), site.room.now, list[float]()
    assert len(told) > 1
    sending.there.status = status
    for _ in range(9):
        before = len(sending.there.got)
        while len(sending.there.got) == before:
            await sending.all()
            if len(sending.there.got) == before:
                site.room.now += 5
        assert len(sending.there.got) == before + 1, "a redirection is not followed"
        tried.append(site.room.now - start)
    assert {request.path for request in sending.there.got} == {"/hook"}
    assert len(set(sending.there.bodies)) == 1
    waits = [later - earlier for earlier, later in pairwise(tried)]
    assert waits == [FIRST * 2**n for n in range(8)]
    sending.there.status = 200
    site.room.now += LONGEST
    await sending.all()
    assert await waiting(site) == []
    (row,) = await site.room.database.read(select(WebhookRow))
    assert row.failing_since == 0


@pytest.mark.parametrize("of_table", [True, False])
async def test_a_day_of_failures_ends_a_webhook_and_its_owner_is_told(
    site: Site, sending: Sending, of_table: bool
) -> None:
    info = await site.room.begun(ANA, BEN)
    if of_table:
        await service.name_for_game(site.room.service, info.id, ANA, URL)
    else:
        await service.name_for_turns(site.room.service.deps, ANA, URL)
    await played_by_two(site, info.id, 8)
    sending.there.status = 500
    start = site.room.now
    while await site.room.database.read(select(WebhookRow)):
        await sending.all()
        site.room.now += 600
        assert site.room.now - start < 2 * ENDS
    assert site.room.now - start >= ENDS
    assert await waiting(site) == []
    posts = [post for post in await site.room.posts() if post.user == ANA.id]
    texts = [part.text for post in posts for part in post.parts if isinstance(part, Words)]
    assert [text for text in texts if "hooks.example.org" in text.replace("\\", "")]
    assert await site.room.database.read(select(TableRow.hooks)) == [0]
    assert await site.room.database.read(select(PersonRow.hooks).where(PersonRow.person == ANA.id)) in ([], [0])
    await played_by_two(site, info.id, 3)
    assert await waiting(site) == []


async def test_two_processes_send_nothing_twice(site: Site, sending: Sending) -> None:
    info = await site.room.begun(ANA, BEN)
    await service.name_for_game(site.room.service, info.id, ANA, URL)
    await played_by_two(site, info.id, 6)
    taken = await leases.claim(site.room.database, sender.LEASE, "another", site.room.now, site.room.now + 60)
    assert taken
    await sending.all()
    assert sending.there.got == []
    site.room.now += 61
    await sending.all()
    assert await waiting(site) == []


async def test_an_answer_that_others_still_wait_for_is_not_told(site: Site) -> None:
    """A secret answer brings no event while others have to answer."""
    table, rng, hidden = await begun(site, "acme"), random.Random(5), 0
    await service.name_for_game(site.room.service, table, ANA, URL)
    for person in (ANA, BEN, CHO):
        await service.name_for_turns(site.room.service.deps, person, URL)
    for _ in range(150):
        there = await asked(site, table)
        if not there or hidden > 3:
            break
        one = rng.choice(there)
        assert one.ask is not None
        assert one.request is not None
        assert one.seat.person is not None
        before = await waiting(site)
        await site.room.service.answer(table, one.seat.person, one.ask_no, [answer(rng, one.request.key, one.ask)])
        still = [sheet.ask_no for sheet in await asked(site, table)]
        if len(there) > 1 and one.ask_no in still:
            assert await waiting(site) == before
            hidden += 1
    assert hidden


@pytest.mark.parametrize("game", SHUFFLED)
async def test_hidden_things_change_no_byte_of_what_is_sent(site: Site, game: str) -> None:
    make, shuffle = SHUFFLED[game]
    info = await site.room.service.info(await begun(site, game))
    table, rng, dice = make(1), random.Random(1), random.Random(2)
    bodies = set()
    for _ in range(60):
        if table.pending is None:
            break
        before = sent(info, table)
        shuffled = shuffle(table.state, dice)
        asked_now = table.pending
        assert table.game.view(shuffled, None, asked_now.asked) == table.view(None)
        assert sent(info, table) == before
        bodies.add(before)
        step(rng, table)
    assert len(bodies) > 5


def sent(info: Any, table: Any) -> str:
    """What is sent of the question that is asked."""
    ask = public_ask(info, table.pending)
    return "" if ask is None else events.body(info, events.asked_event(info, ask), 1.0)
