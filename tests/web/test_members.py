"""Pages that only members of the table's server see: who gets in, by which link, and for how long."""

from __future__ import annotations

import asyncio
import re
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from aiohttp import ClientResponse
from discord.http import HTTPClient
from sqlmodel import col, select

from bot.contract.tables import Draft, Person, Place
from bot.store.cluster_models import HouseFactRow
from bot.store.database import Database
from bot.store.driver import NothingFree
from bot.store.person_models import WebSessionRow
from bot.tables.people.web_sessions import USED
from bot.tables.purge_job import purge
from bot.ui.guilds import is_member
from bot.ui.parts import Screen, links
from bot.web import streams
from bot.web.sessions import Sessions
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, said
from tests.web.site import URL, News, Site
from tests.web.test_pages import answered, below

JSON = {"Origin": URL, "Content-Type": "application/json"}
COOKIE = "nisaba-5"
DAY = 86400.0


@pytest.fixture
async def table(site: Site) -> str:
    """A game whose page only members see."""
    info = await site.room.begun(ANA, BEN)
    await site.room.service.change_settings(info.id, ANA, page="members")
    return info.id


def token(site: Site, person: Person = CHO, guild: int = 5) -> str:
    return site.pages.token(person.id, guild)


async def enter(site: Site, token: str, cookie: str = "", **headers: str) -> ClientResponse:
    """The answer to a link being used, in a browser with that cookie."""
    sent = {**JSON, **headers} | ({"Cookie": cookie} if cookie else {})
    site.client.session.cookie_jar.clear()
    answer = await site.client.post("/enter", json={"token": token}, headers=sent)
    site.client.session.cookie_jar.clear()
    return answer


async def entered(site: Site, person: Person = CHO, guild: int = 5) -> str:
    """The cookie of a browser in which that person has entered."""
    answer = await enter(site, token(site, person, guild))
    assert answer.status == 204
    return answer.headers["Set-Cookie"].partition(";")[0]


async def stored(database: Database) -> list[WebSessionRow]:
    return await database.read(select(WebSessionRow))


def paths(site: Site, table: str) -> list[str]:
    """All paths of a table, its stream among them."""
    whole = [f"{site.path(table)}{end}" for end in below(site)]
    return [*whole, f"/news?t={site.pages.addresses.of(table)}"]


async def statuses(site: Site, table: str, cookie: str) -> set[int]:
    """What a browser with that cookie gets for all paths of a table."""
    found = set()
    for path in paths(site, table):
        answer = await site.get(path, **({"Cookie": cookie} if cookie else {}))
        found.add(answer.status)
        answer.close()
    return found


REFUSED = {403, 404}
"""The stream knows no table that its reader may not see."""


async def test_a_member_sees_what_everyone_sees_of_other_tables(site: Site, table: str) -> None:
    cookie = await entered(site)
    for path in paths(site, table):
        answer = await site.get(path, Cookie=cookie)
        assert answer.status == 200 or path.endswith(("names", "sprite", "picture")), (path, answer.status)
        assert answer.status != 403
        if answer.status == 200 and "/news" not in path:
            assert answer.headers["Cache-Control"].startswith("private"), path
        answer.close()
    assert 'property="og:title"' in await site.text(site.path(table), Cookie=cookie)


async def test_whoever_has_no_session_is_told_how_to_come_in(site: Site, table: str) -> None:
    for path in paths(site, table):
        answer = await site.get(path)
        assert answer.status == (404 if "/news" in path else 403), path
        body = await answer.text()
        assert not re.search("Ana|Ben|Civilizations|og:", body)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    page = await (await site.get(site.path(table))).text()
    assert "Only members of its server see this board. Press <strong>Open the board</strong>" in page
    assert "/enter.js" in page
    french = await (await site.get(site.path(table), **{"Accept-Language": "fr"})).text()
    assert "Seuls les membres" in french
    release = site.pages.pages.release
    assert (await site.get(f"/page/{release}/enter.js")).status == 200


@pytest.mark.parametrize("value", ["x", "a" * 43, "a" * 5000, "é", "%00", ""])
async def test_a_forged_cookie_opens_nothing(site: Site, table: str, value: str) -> None:
    await entered(site)
    assert await statuses(site, table, f"{COOKIE}={value}") == REFUSED
    (row,) = await stored(site.room.database)
    assert await statuses(site, table, f"{COOKIE}={row.hash}") == REFUSED, "what is stored is no key"


async def test_a_session_is_for_the_tables_of_its_server_alone(site: Site, table: str) -> None:
    elsewhere = await entered(site, guild=6)
    key = elsewhere.partition("=")[2]
    assert elsewhere.startswith("nisaba-6=")
    assert await statuses(site, table, elsewhere) == REFUSED
    assert await statuses(site, table, f"{COOKIE}={key}") == REFUSED
    other = await site.room.service.open_table(ANA, Place(5, 78), "acme", npcs=1, begun=True)
    await site.room.service.change_settings(other.id, ANA, page="members")
    assert 403 not in await statuses(site, other.id, await entered(site))


async def test_a_table_outside_of_servers_has_no_members(site: Site) -> None:
    alone = Person(ANA.id, ANA.name)
    info = await site.room.service.open_table(alone, Place(None, 79), "acme", npcs=1, begun=True)
    await site.room.service.change_settings(info.id, alone, page="members")
    assert await statuses(site, info.id, await entered(site)) == REFUSED
    form = await site.room.press(ANA, "set_form", "people", table=info.id, dm=True)
    assert "members" not in repr(form)


async def test_the_cookie_is_kept_for_a_month_out_of_reach_of_scripts(site: Site) -> None:
    answer = await enter(site, token(site))
    cookie = answer.headers["Set-Cookie"]
    for said_ in ("Max-Age=2592000", "HttpOnly", "SameSite=Lax", "Secure", "Path=/"):
        assert said_ in cookie
    assert answer.headers["Cache-Control"] == "no-store"
    site.pages.addresses.url = "http://127.0.0.1:8081"
    answer = await enter(site, token(site), Origin="http://127.0.0.1:8081")
    assert "Secure" not in answer.headers["Set-Cookie"]


async def test_only_the_hash_of_a_key_is_stored(site: Site) -> None:
    key = (await entered(site)).partition("=")[2]
    (row,) = await stored(site.room.database)
    assert (row.person, row.guild, row.made_at, row.seen_at) == (CHO.id, 5, site.room.now, site.room.now)
    assert key not in repr(row)


async def test_a_link_lets_in_once(site: Site) -> None:
    one = token(site)
    assert (await enter(site, one)).status == 204
    again = await enter(site, one)
    assert (again.status, "Set-Cookie" in again.headers) == (403, False)
    assert len(await stored(site.room.database)) == 1


async def test_of_two_who_use_a_link_at_once_one_comes_in(site: Site) -> None:
    one = token(site)
    answers = await asyncio.gather(*(site.client.post("/enter", json={"token": one}, headers=JSON) for _ in range(4)))
    assert sorted(answer.status for answer in answers) == [204, 403, 403, 403]


async def test_a_link_that_is_not_used_is_stored_nowhere(site: Site) -> None:
    before = await site.room.database.read(select(HouseFactRow.key))
    token(site)
    assert await site.room.database.read(select(HouseFactRow.key)) == before
    assert await stored(site.room.database) == []


async def test_a_link_works_for_ten_minutes(site: Site) -> None:
    late, soon = token(site), token(site)
    site.room.now += 599
    assert (await enter(site, soon)).status == 204
    site.room.now += 1
    assert (await enter(site, late)).status == 403


@pytest.mark.parametrize("sent", ["", "x", "a" * 96])
async def test_a_forged_link_lets_nobody_in(site: Site, sent: str) -> None:
    assert (await enter(site, sent)).status == 403
    assert (await enter(site, token(site)[:-4] + "AAAA")).status == 403


@pytest.mark.parametrize("origin", ["https://evil.test", "null", "", "https://nisaba.test.evil", "http://nisaba.test"])
async def test_another_page_can_not_enter(site: Site, origin: str) -> None:
    assert (await enter(site, token(site), Origin=origin)).status == 403


async def test_without_an_origin_nobody_enters(site: Site) -> None:
    sent = {"Content-Type": "application/json"}
    assert (await site.client.post("/enter", json={"token": token(site)}, headers=sent)).status == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
async def test_forms_can_not_enter(site: Site, kind: str) -> None:
    assert (await enter(site, token(site), **{"Content-Type": kind})).status == 415


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b'{"token": 5}', b"\xff\xfe", b'{"token": "' + b"a" * 4000 + b'"}']
)
async def test_what_is_no_token_is_refused(site: Site, body: bytes) -> None:
    assert (await site.client.post("/enter", data=body, headers=JSON)).status == 403


@pytest.mark.parametrize("size", [4097, 2_000_000])
async def test_a_large_body_is_not_read(site: Site, size: int) -> None:
    assert (await site.client.post("/enter", data=BytesIO(b"x" * size), headers=JSON)).status == 413
    assert (await site.get("/enter")).status == 405


async def test_whoever_enters_again_has_one_session(site: Site, table: str) -> None:
    first = await entered(site)
    answer = await enter(site, token(site), cookie=first)
    second = answer.headers["Set-Cookie"].partition(";")[0]
    assert len(await stored(site.room.database)) == 1
    assert await statuses(site, table, first) == REFUSED
    assert 403 not in await statuses(site, table, second)


async def test_a_session_ends_after_thirty_days_and_nothing_is_left(site: Site, table: str) -> None:
    cookie = await entered(site)
    site.room.now += 30 * DAY - 1
    assert 403 not in await statuses(site, table, cookie)
    site.room.now += 1
    assert await statuses(site, table, cookie) == REFUSED
    await purge(site.room.service.deps)
    assert await stored(site.room.database) == []
    used = col(HouseFactRow.key).startswith(USED)
    assert await site.room.database.read(select(HouseFactRow.key).where(used)) == []


async def test_whoever_is_no_member_any_more_does_not_come_in(site: Site) -> None:
    site.members[CHO.id] = False
    assert (await enter(site, token(site))).status == 403
    assert await stored(site.room.database) == []


async def test_whoever_leaves_the_server_is_out_within_ten_minutes_of_use(site: Site, table: str) -> None:
    cookie = await entered(site)
    site.members[CHO.id] = False
    site.room.now += 599
    assert (await site.get(site.path(table), Cookie=cookie)).status == 200
    site.room.now += 1
    assert (await site.get(site.path(table), Cookie=cookie)).status == 403
    assert await stored(site.room.database) == []
    site.members[CHO.id] = True
    assert await statuses(site, table, cookie) == REFUSED, "a session that has ended stays so"


async def test_discord_is_asked_once_in_ten_minutes(site: Site, table: str) -> None:
    cookie = await entered(site)
    assert site.asked == [(5, CHO.id)]
    for n in range(1, 4):
        site.room.now += 600
        answers = await asyncio.gather(*(site.get(f"{site.path(table)}/board", Cookie=cookie) for _ in range(5)))
        assert {answer.status for answer in answers} == {200}
        assert len(site.asked) == 1 + n
        (row,) = await stored(site.room.database)
        assert row.seen_at == site.room.now


async def test_if_discord_does_not_say_what_was_known_counts(site: Site, table: str) -> None:
    site.members[CHO.id] = None
    cookie = await entered(site)
    for _ in range(3):
        site.room.now += 600
        assert 403 not in await statuses(site, table, cookie)
    assert len(site.asked) == 4
    site.members[CHO.id] = False
    site.room.now += 600
    assert await statuses(site, table, cookie) == REFUSED


async def ended(answer: ClientResponse) -> str:
    """The rest of a stream that ends."""
    async with asyncio.timeout(5):
        return (await answer.content.read()).decode()


async def test_the_stream_of_whoever_leaves_ends(site: Site, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BEAT", 0.2)
    cookie, stays = await entered(site), await entered(site, DEE)
    address = site.pages.addresses.of(table)
    mine, other = [await site.get(f"/news?t={address}", Cookie=one) for one in (cookie, stays)]
    site.members[CHO.id] = False
    site.room.now += 600
    assert '"v":""' in await ended(mine)
    news = News(other)
    assert (await news.next())["v"]
    await answered(site, await site.room.service.info(table))
    assert (await news.next())["v"]
    other.close()


async def test_whoever_is_forgotten_is_out_and_gets_their_sessions_before(site: Site, table: str) -> None:
    cookie = await entered(site)
    assert '"web_sessions"' in (await site.room.service.personal_data(CHO)).raw.decode()
    await site.room.service.forget_person(CHO)
    assert await stored(site.room.database) == []
    assert await statuses(site, table, cookie) == REFUSED


@pytest.mark.parametrize("page", ["members", "off"])
async def test_open_streams_end_at_once_when_the_page_is_closed_to_them(site: Site, page: str) -> None:
    info = await site.room.begun(ANA, BEN)
    cookie = await entered(site)
    address = site.pages.addresses.of(info.id)
    anyone, member = await site.get(f"/news?t={address}"), await site.get(f"/news?t={address}", Cookie=cookie)
    await News(anyone).next()
    await News(member).next()
    await site.room.service.change_settings(info.id, ANA, page=page)
    assert '"v":""' in await ended(anyone)
    if page == "off":
        assert '"v":""' in await ended(member)
    else:
        await answered(site, info)
        assert (await News(member).next())["v"] == (
            await News(await site.get(f"/news?t={address}", Cookie=cookie)).next()
        )["v"]
    member.close()


async def test_what_nobody_may_see_sends_not_one_byte(site: Site, table: str) -> None:
    address = site.pages.addresses.of(table)
    stream = await site.get(f"/news?t={address}", Cookie=await entered(site))
    assert (await News(stream).next())["v"]
    await stream.content.readline()
    for person in (ANA, BEN):
        sheet = await site.room.service.sheet(table, person)
        if sheet.ask is not None:
            await site.room.service.save_draft(table, person, sheet.ask_no, Draft((sheet.ask.options[-1],)))
            assert (await site.room.service.sheet(table, person)).draft is not None
    site.room.service.deps.notify(int(site.pages.addresses.table(address) or 0))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await stream.content.readany()
    stream.close()


async def test_a_busy_database_ends_no_stream(site: Site, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BEAT", 0.2)
    news = News(await site.get(f"/news?t={site.pages.addresses.of(table)}", Cookie=await entered(site)))
    before = (await news.next())["v"]

    async def busy(*_: object) -> None:
        raise NothingFree("no connection")

    with monkeypatch.context() as patched:
        patched.setattr(Sessions, "person", busy)
        await answered(site, await site.room.service.info(table))
        with pytest.raises(TimeoutError):
            await news.next(1)
    assert (await news.next())["v"] != before
    news.close()


async def way(site: Site, table: str, person: Person, **more: Any) -> Screen:
    screen = await site.room.press(person, "page", table=table, **more)
    assert isinstance(screen, Screen)
    return screen


async def test_the_button_brings_each_member_a_link_of_their_own(site: Site, table: str) -> None:
    screen = await way(site, table, CHO)
    assert "It works once, for ten minutes, and for you alone" in said(screen)
    (link,) = links(screen)
    page, _, mine = link.url.partition("#")
    assert page == URL + site.path(table)
    assert len(link.url) <= 512
    cookie = (await enter(site, mine)).headers["Set-Cookie"].partition(";")[0]
    assert (await site.get(site.path(table), Cookie=cookie)).status == 200
    (row,) = await stored(site.room.database)
    assert (row.person, row.guild) == (CHO.id, HERE.guild)


@pytest.mark.parametrize(
    ("who", "more"), [(CHO, {"guild": 6}), (ANA, {"guild": 6}), (ANA, {"dm": True}), (ANA, {"elsewhere": True})]
)
@pytest.mark.parametrize("guests", ["no", "yes"])
async def test_elsewhere_it_brings_none(site: Site, table: str, who: Person, more: dict[str, Any], guests: str) -> None:
    await site.room.service.change_settings(table, ANA, guests=guests)
    screen = await way(site, table, who, **more)
    assert list(links(screen)) == []
    assert f"I can't find table {table} here." in said(screen)


async def test_without_members_the_button_brings_the_link_of_everyone_or_none(site: Site, table: str) -> None:
    await site.room.service.change_settings(table, ANA, page="link")
    assert [link.url for link in links(await way(site, table, CHO))] == [URL + site.path(table)]
    await site.room.service.change_settings(table, ANA, page="off")
    assert list(links(await way(site, table, CHO))) == []


class Asked:
    """Discord, asked for a member."""

    def __init__(self, fails: Exception | None) -> None:
        self._fails = fails

    async def get_member(self, guild: int, person: int) -> dict[str, Any]:
        if self._fails is not None:
            raise self._fails
        return {"user": {"id": str(person)}}


def answer(status: int) -> Any:
    """An answer of Discord."""
    return SimpleNamespace(status=status, reason="")


@pytest.mark.parametrize(
    ("fails", "known"),
    [
        (None, True),
        (discord.NotFound(answer(404), {"code": 10007}), False),
        (discord.Forbidden(answer(403), {"code": 50001}), None),
        (discord.DiscordServerError(answer(503), "away"), None),
        (aiohttp.ClientConnectionError(), None),
        (TimeoutError(), None),
    ],
)
async def test_only_that_there_is_no_such_member_counts_as_no(fails: Exception | None, known: bool | None) -> None:
    assert await is_member(cast("HTTPClient", Asked(fails)), 5, CHO.id) is known
