"""The page of a table: what it shows, in which language, and what it answers to bad requests."""

from __future__ import annotations

import asyncio
import itertools
import re
from io import BytesIO

import pytest

from bot.contract.tables import Draft, Place, TableInfo
from bot.store.driver import NothingFree
from bot.web import streams
from tests.ui.table.room import ANA, BEN, HERE
from tests.web.site import News, Site

FORGED = "100-" + "a" * 26


async def begun(site: Site) -> TableInfo:
    return await site.room.begun(ANA, BEN)


async def test_the_page_shows_the_table_without_any_script(site: Site) -> None:
    info = await begun(site)
    page = await site.text(site.path(info.id))
    for shown in ("Ancient Civilizations of the Middle East", "Waiting for", "Ana", "Ben", "Standings", "picture.png"):
        assert shown in page
    assert re.findall(r'(?:src|href)="(?!/|#|https://nisaba\.test/)[^"]*"', page) == [], "nothing comes from elsewhere"
    assert "<script>" not in page
    assert not re.search(r"\son[a-z]+=", page)
    assert 'property="og:image" content="https://nisaba.test/t/' in page


@pytest.mark.parametrize(("wanted", "word"), [("de-AT,de;q=0.9", "Stand"), ("fr", "Classement"), ("xx", "Standings")])
async def test_the_page_speaks_the_language_of_its_reader(site: Site, wanted: str, word: str) -> None:
    info = await begun(site)
    page = await site.text(site.path(info.id), **{"Accept-Language": wanted})
    assert f">{word}</h2>" in page


async def test_a_lobby_and_a_finished_game_have_pages_too(site: Site) -> None:
    info = await site.room.service.open_table(ANA, HERE, "acme")
    lobby = await site.text(site.path(info.id))
    assert "<li>Ana</li>" in lobby
    assert 'data-board="none"' in lobby
    alone = await site.room.service.open_table(ANA, Place(5, 78), "acme", npcs=1, begun=True)
    await site.room.service.end(alone.id, ANA, confirm=f"end-{alone.id}-0")
    assert (await site.board(alone.id))["over"]


SEAT = re.compile("/press$|/seat/")


def below(site: Site) -> list[str]:
    """The ends of all paths below the address of a table that anyone may see, filled in."""
    paths = [route.path for route in site.pages.routes() if route.path.startswith("/t/{address}")]
    return [path.removeprefix("/t/{address}").replace("{verb}", "rules") for path in paths if not SEAT.search(path)]


async def test_a_forged_or_unknown_address_finds_nothing(site: Site) -> None:
    await begun(site)
    assert len(below(site)) >= 8
    for address in (FORGED, "x", site.pages.addresses.of("ZZZZ")):
        for path in below(site):
            answer = await site.get(f"/t/{address}{path}?name=x")
            assert (path, answer.status) == (path, 404)
    assert (await site.get("/news?t=")).status == 404
    assert (await site.get(f"/news?t={FORGED}")).status == 404


async def test_whoever_turns_the_page_off_closes_it(site: Site) -> None:
    info = await begun(site)
    page = await site.text(site.path(info.id))
    await site.room.service.change_settings(info.id, ANA, page="off")
    for path in below(site):
        answer = await site.get(f"{site.path(info.id)}{path}")
        assert (path, answer.status) == (path, 404)
    assert (await site.get(f"/news?t={site.pages.addresses.of(info.id)}")).status == 404
    assert "There&#x27;s no table here" in await (await site.get(site.path(info.id))).text()
    await site.room.service.change_settings(info.id, ANA, page="link")
    assert (await site.text(site.path(info.id))).partition("<main>")[2] == page.partition("<main>")[2]


async def test_nothing_can_be_sent(site: Site) -> None:
    info = await begun(site)
    for path in (*(f"{site.path(info.id)}{end}" for end in below(site)), "/news"):
        answer = await site.client.post(path, data=BytesIO(b"x" * 2_000_000))
        assert (path, answer.status) == (path, 405)


@pytest.mark.parametrize("verb", ["answer", "seat", "hand", "end", "pick", "x" * 300, "%2e%2e"])
async def test_only_screens_for_everyone_can_be_looked_at(site: Site, verb: str) -> None:
    info = await begun(site)
    assert (await site.get(f"{site.path(info.id)}/look/{verb}?option={'y' * 4000}")).status == 404


async def test_rules_and_legend_can_be_looked_up(site: Site) -> None:
    info = await begun(site)
    rules = await site.text(f"{site.path(info.id)}/look/rules", Accept="text/fragment")
    link = re.search(r'href="([^"]+/look/rule\?[^"]+)"', rules)
    assert link is not None
    entry = await site.text(link[1].replace("&amp;", "&"))
    assert "<main>" in entry
    legend = await site.text(f"{site.path(info.id)}/look/legend", Accept="text/fragment")
    source = re.search(r'<img src="([^"]+)"', legend)
    assert source is not None
    picture = await site.get(source[1].replace("&amp;", "&"))
    assert (picture.status, picture.content_type) == (200, "image/png")


async def test_what_has_not_changed_is_not_sent_again(site: Site) -> None:
    info = await begun(site)
    first = await site.get(f"{site.path(info.id)}/board")
    again = await site.get(f"{site.path(info.id)}/board", **{"If-None-Match": first.headers["ETag"]})
    assert (again.status, await again.read()) == (304, b"")
    assert first.headers["Content-Encoding"] == "gzip"


async def test_every_answer_says_what_a_browser_may_do_with_it(site: Site) -> None:
    info = await begun(site)
    release = site.pages.pages.release
    for path in (site.path(info.id), f"{site.path(info.id)}/board", f"/page/{release}/page.js", f"/t/{FORGED}"):
        answer = await site.get(path)
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert (await site.get(f"/page/{release}/..%2f__init__.py")).status == 404
    assert (await site.get(f"/page/{release}/table.html")).status == 404


async def test_earlier_moments_have_addresses(site: Site) -> None:
    info = await begun(site)
    now = await site.board(info.id)
    first = now["frames"][0][0]
    then = await site.board(info.id, at=str(first))
    assert (then["at"], then["asked"]) == (first, "")
    assert [frame[0] for frame in then["frames"]] == [frame[0] for frame in now["frames"]]
    for unknown in ("0", "-1", "x", "9" * 30, ""):
        assert (await site.board(info.id, at=unknown))["at"] == 0
    assert (await site.board(info.id, at="999999"))["at"] == max(point for point, _ in now["frames"])


async def answered(site: Site, info: TableInfo) -> None:
    """Whoever is asked answers with the first option."""
    for person in (ANA, BEN):
        sheet = await site.room.service.sheet(info.id, person)
        if sheet.ask is not None:
            await site.room.service.answer(info.id, person, sheet.ask_no, [[sheet.ask.options[0]]])
            return
    raise AssertionError("nobody is asked")


async def test_those_who_look_hear_of_a_change_and_see_it(site: Site) -> None:
    info = await begun(site)
    address = site.pages.addresses.of(info.id)
    news = News(await site.client.get(f"/news?t={address},{FORGED}"))
    before = await news.next()
    assert before == {"table": address, "v": (await site.board(info.id))["v"], "many": False}
    await answered(site, info)
    after = await news.next()
    assert after["v"] == (await site.board(info.id))["v"] != before["v"]
    news.close()


async def test_a_draft_changes_nothing_for_those_who_look(site: Site) -> None:
    info = await begun(site)
    address = site.pages.addresses.of(info.id)
    news = News(await site.client.get(f"/news?t={address}"))
    await news.next()
    before = await site.get(f"{site.path(info.id)}/board")
    for person in (ANA, BEN):
        sheet = await site.room.service.sheet(info.id, person)
        if sheet.ask is not None:
            await site.room.service.save_draft(info.id, person, sheet.ask_no, Draft((sheet.ask.options[-1],)))
            assert (await site.room.service.sheet(info.id, person)).draft is not None
    site.room.service.deps.notify(int(site.pages.addresses.table(address) or 0))
    with pytest.raises(TimeoutError):
        await news.next(1)
    after = await site.get(f"{site.path(info.id)}/board")
    assert after.headers["ETag"] == before.headers["ETag"]
    news.close()


async def test_streams_end_with_the_bot(site: Site) -> None:
    info = await begun(site)
    answer = await site.client.get(f"/news?t={site.pages.addresses.of(info.id)}")
    await News(answer).next()
    await site.pages.close()
    async with asyncio.timeout(5):
        assert await answer.content.read() is not None
    assert (await site.client.get(f"/news?t={site.pages.addresses.of(info.id)}")).status == 503


async def test_who_does_not_read_is_dropped(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PATIENCE", 0.2)
    info = await begun(site)
    address = site.pages.addresses.of(info.id)
    reader, writer = await asyncio.open_connection("127.0.0.1", site.client.port, limit=1024)
    writer.write(f"GET /news?t={address} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert b"200" in await reader.readline()
    assert site.pages.streams.watched() == (address,)
    async with asyncio.timeout(30):
        for n in itertools.count():
            site.pages.streams.tell(address, str(n) * 100_000)
            await asyncio.sleep(0.01)
            if not site.pages.streams.watched():
                break
    writer.close()


async def test_no_more_streams_are_taken_than_there_is_room_for(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    info = await begun(site)
    way = f"/news?t={site.pages.addresses.of(info.id)}"
    first = await site.client.get(way)
    monkeypatch.setattr(streams, "MOST", 1)
    refused = await site.get(way)
    assert (refused.status, refused.headers["Retry-After"]) == (503, "30")
    first.close()


async def test_while_the_database_is_busy_a_page_says_so_and_comes_later(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await begun(site)

    async def busy(*_: object, **__: object) -> None:
        raise NothingFree("no connection")

    with monkeypatch.context() as made:
        made.setattr(site.room.database.driver, "trip", busy)
        site.room.service.deps.forget(int(site.pages.addresses.table(site.pages.addresses.of(info.id)) or 0))
        for path in ("", "/board", "/picture.png", "/look/rules", "/base"):
            answer = await site.get(f"{site.path(info.id)}{path}")
            assert (path, answer.status) == (path, 503)
            assert "Retry-After" in answer.headers
    assert (await site.get(site.path(info.id))).status == 200
