"""What must not be seen changes nothing on a page: not its bytes, not its version, and nobody hears of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from bot.contract.tables import Sheet, Standing, TableInfo
from bot.web import public
from bot.web.public import PublicTable
from engine.core.table import Table
from engine.core.text import speaking
from tests.civ import test_random_play as civ_play
from tests.civ.tables import crowded
from tests.conformance import test_culture_wars as culture_wars
from tests.conformance import test_secrets as acme_secrets
from tests.conformance.players import acme, answer, step
from tests.ui.table.room import ANA, BEN, CHO, HERE
from tests.web.site import News, Site

OPTIONS: dict[str, dict[str, Any]] = {"acme": {"map": "abbreviated_western"}, "civ": {}, "culture_wars": {}}


async def begun(site: Site, game: str) -> str:
    """A game of three people."""
    info = await site.room.service.open_table(ANA, HERE, game, options=OPTIONS[game])
    for person in (BEN, CHO):
        await site.room.service.join(info.id, person)
    await site.room.service.start(info.id, ANA)
    return info.id


async def asked(site: Site, table: str) -> list[Sheet]:
    """The seats that are asked something now."""
    sheets = [await site.room.service.sheet(table, person) for person in (ANA, BEN, CHO)]
    return [sheet for sheet in sheets if sheet.ask is not None and sheet.request is not None]


@pytest.mark.parametrize("game", ["acme", "civ"])
async def test_an_answer_that_others_still_wait_for_is_not_seen(site: Site, game: str) -> None:
    table, rng, hidden = await begun(site, game), random.Random(5), 0
    news = News(await site.client.get(f"/news?t={site.pages.addresses.of(table)}"))
    versions = [(await site.board(table))["v"]]
    for _ in range(150):
        there = await asked(site, table)
        if not there or hidden > 3:
            break
        before = await (await site.get(f"{site.path(table)}/board")).read()
        one = rng.choice(there)
        assert one.ask is not None
        assert one.request is not None
        person = one.seat.person
        assert person is not None
        await site.room.service.answer(table, person, one.ask_no, [answer(rng, one.request.key, one.ask)])
        still = [sheet.ask_no for sheet in await asked(site, table)]
        after = await (await site.get(f"{site.path(table)}/board")).read()
        if len(there) > 1 and one.ask_no in still:
            assert after == before
            hidden += 1
        else:
            versions.append((await site.board(table))["v"])
    assert hidden
    assert [version for version in await heard(news) if version not in versions] == []
    news.close()


async def heard(news: News) -> list[str]:
    """The versions that a stream has told of until it tells no more."""
    versions: list[str] = []
    with suppress(TimeoutError):
        while True:
            versions.append((await news.next(0.5))["v"])
    return versions


def page_of(info: TableInfo, view: Any) -> tuple[str, str]:
    """The version and the words of a page over that view."""
    table = PublicTable(info, Standing(info, view, None, None))
    with speaking("en"):
        return public.version(table), str(public.told(table))


SHUFFLED: dict[str, tuple[Callable[[int], Table[Any]], Callable[[Any, random.Random], Any]]] = {
    "acme": (acme, lambda state, dice: acme_secrets.shuffled(state, None, dice)),
    "civ": (crowded, lambda state, dice: civ_play.shuffled(state, None, dice)),
    "culture_wars": (culture_wars.MADE[0], culture_wars.shuffled),
}


@pytest.mark.parametrize("views", [60, pytest.param(2000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", SHUFFLED)
async def test_hidden_things_change_no_byte_of_a_page(site: Site, game: str, views: int) -> None:
    make, shuffle = SHUFFLED[game]
    info = await site.room.service.info(await begun(site, game))
    versions: set[str] = set()
    compared = number = 0
    while compared < views:
        number += 1
        table, rng, dice = make(number), random.Random(number), random.Random(number + 1)
        while table.pending is not None and compared < views:
            seen = table.game.view(shuffle(table.state, dice), None, table.pending.asked)
            assert page_of(info, seen) == page_of(info, table.view(None))
            versions.add(page_of(info, seen)[0])
            compared += 1
            step(rng, table)
    assert len(versions) > views / 4
