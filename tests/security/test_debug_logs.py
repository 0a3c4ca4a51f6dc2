"""At its most talkative the log tells no hand, no seed, no sealed answer and no token by which somebody could act."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Awaitable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy.exc import IntegrityError

from bot import telemetry
from bot.features.files import export_import
from bot.local_table.server import TOKEN
from bot.store.models import TableRow
from bot.ui.router import internal
from engine.acme.facts.catalog import CARDS
from engine.core.ask import PASS, Ask, Request
from tests.bot.fake_game import Walk, WalkGame
from tests.facts import fact
from tests.service.tables import ANA, BEN, SEED, begun, opened_room
from tests.wire.seen import Answer
from tests.wire.simulated import Simulated
from tests.wire.sitting import Sitting, sitting

WHISPERS = ("whisper-alpha", "whisper-beta")
ROUNDS = 6


@pytest.fixture(params=["text", "json"])
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """All that is logged at `debug`, as text or as JSON."""
    written, root = io.StringIO(), logging.getLogger()
    handlers, level, before = list(root.handlers), root.level, structlog.get_config()
    monkeypatch.setattr("sys.stderr", written)
    telemetry.set_up(request.param, "debug")
    structlog.configure(cache_logger_on_first_use=False)  # no logger keeps this for the tests that come after
    yield written
    structlog.configure(**before)
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in (*telemetry.OURS, *telemetry.QUIET):
        logging.getLogger(name).setLevel(logging.NOTSET)


async def acted(act: Awaitable[Answer]) -> Answer:
    """What comes of an act."""
    return await act


async def played(here: Sitting) -> None:
    """Two people play until both have been dealt cards, some of which they have answered with."""
    await here.begin("ana", "ben")
    people = [Simulated(here.person(name), "a quiet log", acted) for name in ("ana", "ben")]
    commands = await here.person("ana").commands()
    for person in people:
        options = next(command for command in commands if command["name"] == "acme")["options"]
        person.verbs = {verb["name"]: verb for verb in options}
    await here.visit.fault("500", "POST /channels/.*/messages", status=502)
    for _ in range(ROUNDS):
        for person in people:
            await person.sit()


async def hands(here: Sitting) -> set[str]:
    """The names of all cards that anybody has been shown in private."""
    people = [here.person(name, place) for name in ("ana", "ben") for place in ("table", "dm")]
    told = [m.text for person in people for m in await person.sees() if m.is_ephemeral or person.channel == "dm"]
    return {card.name for card in CARDS.values() if any(card.name in text for text in told)}


@pytest.mark.long
@pytest.mark.parametrize("log", ["text"], indirect=True)
async def test_a_debug_log_of_a_game_over_the_wire_holds_no_secret(log: io.StringIO, tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await played(here)
        shown = await hands(here)
        tokens = set(here.table.local.interactions._by_token)
    told = log.getvalue()
    assert len(shown) > 1
    assert tokens
    assert "answered" in told
    for secret in (*shown, *tokens, TOKEN, "two at a table"):
        assert secret not in told


class Whispers(WalkGame):
    """A game that begins with a sealed question whose answers can be recognized."""

    def __init__(self) -> None:
        self.steps = {**WalkGame.steps, "deal": whisper}


async def whisper(s: Walk) -> str | None:
    """Everybody whispers."""
    asks = tuple(Ask(seat, (*WHISPERS, PASS), silence=(PASS,)) for seat in s.order)
    await Request("walk.whisper", fact("What do you whisper?"), asks, sealed=True, asked=tuple(s.order))
    return "walk"


async def test_a_debug_log_holds_no_sealed_answer_and_no_seed(log: io.StringIO, tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db", game=Whispers()) as made:
        table = await begun(made, ANA, BEN)
        for person, word in zip((ANA, BEN), WHISPERS, strict=True):
            await made.service.answer(table, person, None, [[word]])
        await export_import.export(made.service, table, ANA)
    told = log.getvalue()
    assert "sealed" in told
    assert "exported" in told
    for secret in (*WHISPERS, SEED):
        assert secret not in told
    assert "Pool" not in told, "connections that are opened and closed are no news"


async def test_an_error_of_the_database_names_no_values(log: io.StringIO, tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as made:
        await begun(made, ANA, BEN)
        twice: dict[str, Any] = {"game": "walk", "game_version": 1, "scenario": "standard", "state": "running"}
        with pytest.raises(IntegrityError) as found:
            async with made.database.session() as session, made.database.writing(session):
                session.add(TableRow(**twice, channel=77, host=1, host_name="Ana", seed="a secret seed", version=1))
        internal(found.value, "", "")
    told = log.getvalue()
    assert "IntegrityError" in told
    assert "a secret seed" not in told


@pytest.mark.parametrize(
    "line",
    [
        "POST https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb246MTIz/callback responded with 429",
        "PATCH https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb246MTIz/messages/@original",
        "token MTA5ODc2NTQzMjEwOTg3NjU0.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB was refused",
    ],
)
def test_a_token_in_a_line_of_a_library_is_left_out(log: io.StringIO, line: str) -> None:
    logging.getLogger("discord.http").warning(line)
    told = log.getvalue()
    assert "[token]" in told
    assert not re.search("aW50ZXJhY3Rpb246|MTA5ODc2NTQz", told)


@pytest.mark.parametrize("name", ["discord.http", "discord.webhook.async_", "discord.gateway", "aiosqlite", "urllib3"])
@pytest.mark.parametrize("level", ["debug", "info", "warning"])
@pytest.mark.parametrize("log", ["text"], indirect=True)
def test_libraries_tell_nothing_of_what_they_send(name: str, level: str, log: io.StringIO) -> None:
    telemetry._set_levels(logging.getLevelNamesMapping()[level.upper()])
    logging.getLogger(name).debug("all hands")
    assert "all hands" not in log.getvalue()
    logging.getLogger("bot.anything").debug("our own")
    assert ("our own" in log.getvalue()) == (level == "debug")
