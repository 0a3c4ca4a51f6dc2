"""The strong computer plays through the API what it plays in the engine, move by move, and ends where it ends there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.contract.tables import Place
from bot.features.api import programs, tokens
from bot.tables.alarm_clock import Clock
from engine.core import record
from engine.core.advice import USUAL, Adviser, adviser_of
from engine.core.table import Table
from engine.games import GAMES
from tests.features.api.program import Program
from tests.ui.table.room import ANA
from tests.web.site import Site

LONG = [pytest.mark.long, pytest.mark.timeout(900)]
MATCHES = [
    ("culture_wars", {"rounds": 2}),
    ("acme", {"map": "abbreviated_western", "turns": 2}),
    pytest.param(("culture_wars", {"rounds": 10}), marks=LONG),
    pytest.param(("civ", {"turn_limit": 5}), marks=LONG),
    pytest.param(("acme", {"map": "abbreviated_western", "epochs": 1}), marks=LONG),
]


async def opened(site: Site, game: str, options: dict[str, Any]) -> tuple[str, list[Program]]:
    """A game of Ana's program, which is strong, and of Ana, for whom the usual computer answers."""
    deps, service = site.room.service.deps, site.room.service
    hers = await programs.register(deps, ANA, "Strong")
    (strong,) = await programs.registered(deps, ANA)
    own = await tokens.make(deps, ANA, "usual", plays=True)
    info = await service.open_table(ANA, Place(5, 80), game, options=options)
    await programs.seat(service, info.id, ANA, -strong.id)
    await service.start(info.id, ANA)
    return info.id, [Program(site, own), Program(site, hers)]


async def in_engine(site: Site, table: str, game: str) -> Table[Any]:
    """The same game in the engine, from where it is now."""

    async def kept(work: Any) -> bytes:
        return record.encode((await work.table()).record)

    return Table(GAMES[game], record.decode(await site.room.service.at(table, None, kept)))


def answer_of(mirror: Table[Any], seat: str, adviser: Adviser) -> list[str]:
    """What that computer answers in the engine."""
    asked, ask = mirror.question_to(seat), mirror.ask_of(seat)
    assert asked is not None
    assert ask is not None
    return list(adviser.answer(mirror, seat, asked, ask).picks)


async def answered(
    mirror: Table[Any], program: Program, mind: Adviser, *, secret: bool
) -> list[tuple[str, tuple[str, ...]]]:
    """Let a program answer all that waits for it, as the engine would; secret answers count there together, later."""
    given: list[tuple[str, tuple[str, ...]]] = []
    for asked in await program.waiting():
        question, own = asked["question"], mirror.ask_of(asked["question"]["ask"]["seat"])
        assert own is not None
        assert question["ask"]["options"] == list(own.options)
        picks = answer_of(mirror, own.seat, mind)
        status, done = await program.answer(asked, picks)
        assert (status, done["repeated"]) == (200, False)
        given.append((own.seat, tuple(picks)))
        if not secret:
            mirror.submit(own.seat, *picks)
            break
    return given


async def until_closed(site: Site) -> None:
    """The time to respond is over."""
    site.room.now += 7 * 86400
    await Clock(site.room.service, lambda: site.room.now).close_due()


@pytest.mark.parametrize("match", MATCHES)
async def test_the_strong_computer_loses_nothing_by_the_api(
    site: Site, match: tuple[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, options = match
    table, players = await opened(site, game, options)
    mirror = await in_engine(site, table, game)
    minds: list[Adviser] = [USUAL, adviser_of(GAMES[game])]
    while mirror.pending is not None:
        site.room.now += 60
        secret, given = mirror.pending.sealed, list[tuple[str, tuple[str, ...]]]()
        for program, mind in zip(players, minds, strict=True):
            given += await answered(mirror, program, mind, secret=secret)
            if given and not secret:
                break
        if secret:
            await until_closed(site)
            mirror.close(dict(given))
    outcome, state = mirror.outcome(), await players[0].get(f"/tables/{table}")
    assert outcome is not None
    assert state["table"]["state"] == "over"
    assert state["outcome"]["scores"] == outcome.scores
    assert tuple(state["outcome"]["winners"]) == outcome.winners
