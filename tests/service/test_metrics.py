"""What the host's tools are told: how much, how fast and how well, and never who, where or with which card."""

from __future__ import annotations

import asyncio
import contextvars
import re
import socket
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from aiohttp import ClientError, ClientSession, web
from aiohttp.test_utils import TestClient, TestServer, make_mocked_request

from bot.cluster import http_server
from bot.cluster.http_server import HttpServer, serve
from bot.cluster.probes import Probes, Sources, database_checks
from bot.contract.table_settings import Settings
from bot.contract.tables import Refused
from bot.delivery.outbox import Outbox
from bot.delivery.painter import Painter
from bot.delivery.requests import RateLimits
from bot.delivery.wire import Closed, Later
from bot.settings import SettingsError, is_place
from bot.store.database import Database
from bot.tables.alarm_clock import Clock
from bot.telemetry import Metrics
from bot.ui.discord_reply import DiscordRouter
from bot.ui.lookup import errors
from bot.ui.parts import Screen, Text
from bot.ui.visit import Visit
from engine.core.message import Message
from engine.core.text import hear_lacked, sentence
from tests.lacking import lacking
from tests.service.tables import ANA, BEN, CHO, Room, begun, play, played, refused
from tests.service.wires import Recording

GUIDE = Path(__file__).parents[2] / "docs" / "en" / "owners" / "monitoring.md"
LABELS = {"kind", "verb", "outcome", "surface", "code", "game", "by", "result", "state", "language", "le"}


def probes(room: Room, metrics: Metrics | None = None, **checks: Any) -> Probes:
    """Probes of that room."""
    sources = Sources(room.database, room.clock, lambda: 0.25, lambda: 20.0, lambda: 40)
    return Probes(metrics or room.service.deps.metrics, sources, {**database_checks(room.database), **checks})


@asynccontextmanager
async def asking(made: Probes) -> AsyncIterator[TestClient[Any, Any]]:
    """Somebody who asks these probes."""
    async with TestClient(TestServer(made.app())) as client:
        yield client


def told(metrics: Metrics, name: str, **labels: str) -> float:
    """The value of that sample; 0 if there is none."""
    return metrics.registry.get_sample_value(f"nisaba_{name}", labels) or 0.0


def labels_of(metrics: Metrics) -> Iterator[tuple[str, str]]:
    """Every label with its value, of all that is counted."""
    for family in metrics.registry.collect():
        for sample in family.samples:
            yield from sample.labels.items()


async def test_tables_are_counted_once_a_minute(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The count goes through all that were ever played."""
    made, metrics = probes(room), room.service.deps.metrics
    request = make_mocked_request("GET", "/metrics")
    await made.metrics(request)
    await begun(room, ANA, BEN)
    await made.metrics(request)
    assert told(metrics, "tables", state="running") == 0
    monkeypatch.setattr(made, "_counted_at", made._counted_at - 60)
    await made.metrics(request)
    assert told(metrics, "tables", state="running") == 1


def test_what_is_counted_has_the_names_and_labels_that_are_documented() -> None:
    told = [spelled(collector) for collector in vars(Metrics()).values() if hasattr(collector, "describe")]
    rows = [line.split("|")[1] for line in GUIDE.read_text(encoding="utf-8").splitlines() if "| `nisaba_" in line]
    assert sorted(re.findall(r"`([^`]+)`", "".join(rows))) == sorted(told)


def spelled(collector: Any) -> str:
    """The name of a number as it is asked for, with its labels."""
    (family,), labels = collector.describe(), ",".join(collector._labelnames)
    return f"{family.name}{'_total' * (family.type == 'counter')}{f'{{{labels}}}' if labels else ''}"


async def test_a_game_is_counted_when_it_is_committed(room: Room) -> None:
    table, metrics = await play(room), room.service.deps.metrics
    by_people = told(metrics, "answers_total", game="walk", by="person")
    assert by_people == 8
    assert told(metrics, "commit_seconds_count") >= 7
    assert told(metrics, "engine_seconds_count") >= 5
    stale = await refused(room.service.answer(table, BEN, 1, [["walk"]]))
    assert stale.code == "stale"
    assert told(metrics, "answers_total", game="walk", by="person") == by_people


async def test_a_window_is_counted_when_it_has_closed(room: Room) -> None:
    metrics = room.service.deps.metrics
    table = await begun(room, ANA, BEN, CHO, settings=Settings(pace="live"))
    sheet = await room.service.sheet(table, ANA)
    card = next(option.token for option in sheet.options if option.token.isdigit())
    await room.service.answer(table, ANA, sheet.ask_no, [[card]])
    assert told(metrics, "windows_closed_total") == 0
    room.clock.now += 45
    assert await Clock(room.game_service, room.clock).close_due() == 1
    assert told(metrics, "windows_closed_total") == 1
    assert told(metrics, "answers_total", game="walk", by="itself") == 2


async def test_no_label_holds_a_table_a_person_or_a_card(room: Room) -> None:
    table, metrics = await played(room), room.service.deps.metrics
    wire = Recording()
    await Outbox(room.game_service, wire, room.clock).drain()
    for verb in ("go", "never heard of", str(ANA.id)):
        await pressed(DiscordRouter(trouble=errors.trouble, metrics=metrics), verb, Refused("no_table", table=table))
    async with asking(probes(room)) as client:
        await client.get("/metrics")
    found = set(labels_of(metrics))
    assert {name for name, _ in found} <= LABELS
    values = {value for name, value in found if name != "le"}
    assert "channel" in values
    assert "no_table" in values
    assert not values & {table, table.lower(), ANA.name, BEN.name, "never heard of"}
    assert not [value for value in values if re.search(r"\d", value)]


class Interaction:
    """As much of an interaction as is measured."""

    def __init__(self, verb: str, kind: str = "component", *, gone: bool = False) -> None:
        self.type, self.gone = discord.InteractionType[kind], gone
        self.command = SimpleNamespace(qualified_name="game status")
        self.data = {"custom_id": f"s|1k9|7.2|{verb}|x"}
        self.message = None
        self.response = self
        self.answered: list[Any] = []

    def is_done(self) -> bool:
        return bool(self.answered)

    async def send_message(self, *, view: Any, files: Any, ephemeral: bool) -> Any:
        self.answered.append(view)
        if self.gone:
            raise ClientError
        return type("Sent", (), {"message_id": 5})()


async def pressed(router: DiscordRouter, verb: str, error: Exception | None = None, **how: Any) -> Interaction:
    """Somebody presses that; what happens then fails with the error, if any."""

    async def handler(_: Visit) -> Screen:
        if error is not None:
            raise error
        return Screen((Text("Hello"),))

    router.handlers.setdefault("go", handler)
    made: Any = Interaction(verb, **how)
    await router.answer(made, Visit(9, verb=verb), handler)
    assert len(made.answered) == 1
    return made  # type: ignore[no-any-return]


async def test_every_answer_is_counted_by_how_it_ended() -> None:
    metrics = Metrics()
    for error in (None, Refused("stale", table="1K9"), KeyError("oh")):
        await pressed(DiscordRouter(trouble=errors.trouble, metrics=metrics), "go", error)
    await pressed(DiscordRouter(metrics=metrics), "go", gone=True)
    ended = {
        outcome: told(metrics, "interactions_total", kind="press", verb="go", outcome=outcome, surface="discord")
        for outcome in ("answered", "refused", "failed", "lost")
    }
    assert ended == {"answered": 1, "refused": 1, "failed": 1, "lost": 1}
    assert told(metrics, "interaction_seconds_count") == 4
    assert told(metrics, "refused_total", code="stale") == told(metrics, "stale_total") == 1
    assert told(metrics, "errors_total") == 1


async def test_a_press_a_form_and_a_command_are_told_apart() -> None:
    metrics = Metrics()
    for kind in ("component", "modal_submit", "application_command"):
        await pressed(DiscordRouter(metrics=metrics), "go", kind=kind)
    counted = [("press", "go"), ("form", "go"), ("command", "game status")]
    labels = [{"kind": kind, "verb": verb, "outcome": "answered", "surface": "discord"} for kind, verb in counted]
    assert [told(metrics, "interactions_total", **one) for one in labels] == [1, 1, 1]


@pytest.mark.soak
async def test_a_picture_that_is_drawn_is_measured_and_one_that_is_at_hand_is_not() -> None:
    metrics = Metrics()
    painter = Painter(metrics)
    for times in (1, 1):
        await painter.draw({"draw": "legend", "game": "acme", "view": {}, "options": {}})
        assert told(metrics, "draw_seconds_count") == times
    painter.close()


def test_texts_said_in_english_for_want_of_another_are_counted_by_language() -> None:
    metrics = Metrics()

    def said() -> None:
        hear_lacked(metrics.count_missing_text)
        for language in ("fr", "de"):
            sentence(Message("event.growth.mina", {"civ": "{civ:egypt}", "n": 1}), language)

    with lacking("fr", "event.growth.mina"):
        contextvars.copy_context().run(said)
    assert told(metrics, "text_fallback_total", language="fr") == 1
    assert told(metrics, "text_fallback_total", language="de") == 0


async def test_what_the_outbox_tries_is_counted_by_its_end(room: Room) -> None:
    metrics, wire = room.service.deps.metrics, Recording()
    box = Outbox(room.game_service, wire, room.clock)
    await begun(room, ANA, BEN)
    wire.fail = [Later("502"), Closed("no DMs")]
    for _ in range(4):
        await box.drain()
        room.clock.now += 60
    assert told(metrics, "outbox_sent_total", kind="channel", result="later") == 1
    assert told(metrics, "outbox_sent_total", kind="channel", result="sent") >= 1
    failed = [told(metrics, "outbox_sent_total", kind=kind, result="closed") for kind in ("channel", "dm")]
    assert sum(failed) == 1


async def test_the_gauges_tell_how_things_stand_now(room: Room) -> None:
    await begun(room, ANA, BEN)
    metrics = room.service.deps.metrics
    waiting = len(await room.posts()) + len(await room.posts(ANA.id)) + len(await room.posts(BEN.id))
    room.clock.now += 300
    async with asking(probes(room)) as client:
        answer = await client.get("/metrics")
        text = await answer.text()
    assert answer.status == 200
    assert f"nisaba_outbox_waiting {waiting:.1f}" in text
    assert told(metrics, "outbox_oldest_seconds") == 300
    assert told(metrics, "tables", state="running") == 1
    assert told(metrics, "tables", state="over") == told(metrics, "overdue_alarms") == 0
    assert told(metrics, "gateway_latency_seconds") == 0.25
    assert told(metrics, "gateway_silent_seconds") == 20
    assert told(metrics, "rate_limit_remaining") == 40


async def test_alarms_that_nobody_rings_are_overdue(room: Room) -> None:
    await begun(room, ANA, BEN)
    metrics = room.service.deps.metrics
    room.clock.now += 60 * 86400
    async with asking(probes(room)) as client:
        await client.get("/metrics")
        assert told(metrics, "overdue_alarms") >= 1
        while await Clock(room.game_service, room.clock).close_due():
            pass
        await client.get("/metrics")
    assert told(metrics, "overdue_alarms") == 0


async def test_ready_names_each_check(room: Room) -> None:
    passed = [True]

    async def login() -> bool:
        return passed[0]

    async with asking(probes(room, login=login)) as client:
        good = await client.get("/ready")
        assert (good.status, await good.json()) == (200, {"database": True, "schema": True, "login": True})
        passed[0] = False
        bad = await client.get("/ready")
        assert (bad.status, await bad.json()) == (503, {"database": True, "schema": True, "login": False})
        assert (await client.get("/health")).status == 200


async def test_a_database_that_does_not_answer_is_not_ready_and_shows_no_old_numbers(
    room: Room, tmp_path: Path
) -> None:
    lost, before = Database(f"sqlite+aiosqlite:///{tmp_path}/no/such/folder/nisaba.db"), threading.enumerate()
    sources = Sources(lost, room.clock, lambda: 0.0, lambda: 0.0, lambda: 0)
    async with asking(Probes(Metrics(), sources, database_checks(lost))) as client:
        answer = await client.get("/ready")
        assert (answer.status, await answer.json()) == (503, {"database": False, "schema": False})
        assert (await client.get("/metrics")).status == 503
        assert (await client.get("/health")).status == 200
    await lost.close()
    await ended(before)


async def ended(before: Sequence[threading.Thread]) -> None:
    """Wait for the threads of a database that could not be opened: what they tell comes after the refusal."""
    async with asyncio.timeout(20):
        while {*threading.enumerate()} - {*before}:  # noqa: ASYNC110 - nothing tells when a thread has ended
            await asyncio.sleep(0.01)


async def test_a_place_that_is_taken_is_named(room: Room) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        there = f"127.0.0.1:{taken.getsockname()[1]}"
        made = HttpServer()
        made.add(there, probes(room).routes())
        with pytest.raises(SettingsError, match=re.escape(there)):
            await made.open(there)
        await made.close()


async def test_without_a_place_nothing_is_listened_at(room: Room) -> None:
    made = HttpServer()
    made.add("", probes(room).routes())
    await made.open("")
    assert made._runners == {}
    await made.close()


async def test_the_door_and_the_probes_share_one_place_if_both_are_named_there(room: Room) -> None:
    made, door = HttpServer(), [web.post("/interactions", probes(room).health)]
    made.add("127.0.0.1:0", door)
    made.add("127.0.0.1:0", probes(room).routes())
    await made.open("127.0.0.1:0")
    try:
        async with ClientSession(f"http://127.0.0.1:{made.port('127.0.0.1:0')}") as client:
            assert (await client.post("/interactions")).status == 200
            assert [(await client.get(path)).status for path in ("/health", "/metrics")] == [200, 200]
    finally:
        await made.close()


async def test_who_sends_half_a_header_is_dropped_and_who_has_asked_is_kept(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "HEADER", 0.2)
    monkeypatch.setattr(http_server, "LOOKS", 0.05)
    made = HttpServer()
    made.add("127.0.0.1:0", probes(room).looks())
    await made.open("127.0.0.1:0")
    there = ("127.0.0.1", made.port("127.0.0.1:0"))
    try:
        asked = await asyncio.open_connection(*there)
        silent = [await asyncio.open_connection(*there) for _ in range(20)]
        asked[1].write(b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n")
        assert await asked[0].readuntil(b"alive\n")
        for _, writer in silent:
            writer.write(b"GET /health HTTP/1.1\r\nHo")
        async with asyncio.timeout(20):
            assert [await reader.read() for reader, _ in silent] == [b""] * len(silent)
        asked[1].write(b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n")
        assert await asked[0].readuntil(b"alive\n")
        for _, writer in (asked, *silent):
            writer.close()
    finally:
        await made.close()


async def test_the_numbers_are_not_told_at_the_door(room: Room) -> None:
    async with TestClient(TestServer(serve(probes(room).looks()))) as client:
        assert [(await client.get(path)).status for path in ("/health", "/ready", "/metrics")] == [200, 200, 404]


@pytest.mark.parametrize(
    ("place", "good"),
    [
        ("127.0.0.1:9100", True),
        ("[::1]:9100", True),
        ("metrics.internal:9100", True),
        ("9100", False),
        (":9100", False),
        ("127.0.0.1", False),
        ("127.0.0.1:0", False),
        ("127.0.0.1:99999", False),
        ("127.0.0.1:x", False),
        ("http://127.0.0.1:9100", False),
        ("127.0.0.1:9100/metrics", False),
        ("me@127.0.0.1:9100", False),
    ],
)
def test_the_place_is_a_host_and_a_port(place: str, *, good: bool) -> None:
    assert is_place(place) is good


def test_what_is_left_of_a_second_is_known() -> None:
    now = [100.0]
    limits = RateLimits(lambda: now[0])
    before = limits.remaining()
    limits.take("POST channels 5 all")
    assert limits.remaining() == before - 1
    now[0] += 2
    assert limits.remaining() == before
    limits.heed("POST channels 5 all", 429, {}, {"retry_after": 5, "global": True})
    assert limits.remaining() == 0
