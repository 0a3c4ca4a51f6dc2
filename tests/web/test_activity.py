"""The page inside Discord: who opens it is known by Discord alone, and gets sessions for their own tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse

from bot.contract.tables import Person, Place
from bot.settings import SettingsError, read, require_web
from bot.web import activity, discord_login
from tests.ui.table.room import ANA, BEN, CHO, DEE
from tests.web.fake_discord import APP, ORIGIN, SECRET, FakeDiscord, discord_at
from tests.web.site import Site, opened_site
from tests.web.test_members import REFUSED, statuses, stored
from tools import activity_sdk

FROM = {"Origin": ORIGIN, "Content-Type": "application/json"}
FRAME = "/?frame_id=f1&instance_id=i-1&platform=desktop"


@pytest.fixture
async def discord() -> FakeDiscord:
    return FakeDiscord()


@pytest.fixture
async def site(tmp_path: Path, discord: FakeDiscord) -> AsyncIterator[Site]:
    """Pages that Discord shows too."""
    async with discord_at(discord) as login, opened_site(tmp_path / "nisaba.db", login=login) as made:
        yield made


async def enter(site: Site, sent: dict[str, Any] | bytes, **headers: str) -> ClientResponse:
    """The answer to what the Activity's page sends."""
    how: dict[str, Any] = {"data": BytesIO(sent)} if isinstance(sent, bytes) else {"json": sent}
    site.client.session.cookie_jar.clear()
    answer = await site.client.post("/activity/enter", headers={**FROM, **headers}, **how)
    site.client.session.cookie_jar.clear()
    return answer


async def opened(site: Site, discord: FakeDiscord, person: Person, table: str = "", **where: Any) -> ClientResponse:
    """The answer when a person opens the Activity."""
    sent = {"code": discord.code(person.id), "instance": discord.opened(person.id, **where), "table": table}
    return await enter(site, sent)


def cookies(answer: ClientResponse) -> list[str]:
    return [made.partition(";")[0] for made in answer.headers.getall("Set-Cookie", ())]


async def tables(answer: ClientResponse) -> list[str]:
    assert answer.status == 200
    return [one["id"] for one in (await answer.json())["tables"]]


async def test_who_has_one_seat_in_the_channel_gets_that_table_and_a_session(site: Site, discord: FakeDiscord) -> None:
    info = await site.room.begun(ANA, BEN)
    await site.room.service.change_settings(info.id, ANA, page="members")
    answer = await opened(site, discord, ANA)
    (shown,) = (await answer.json())["tables"]
    assert shown["path"].startswith(f"{site.path(info.id)}?lang=")
    assert shown["title"].startswith("Ancient Civilizations")
    (cookie,) = cookies(answer)
    assert cookie.startswith("nisaba-5=")
    for part in ("HttpOnly", "Secure", "SameSite=None", "Partitioned", "Path=/", "Max-Age=2592000"):
        assert part in answer.headers["Set-Cookie"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert 403 not in await statuses(site, info.id, cookie)
    (row,) = await stored(site.room.database)
    assert (row.person, row.guild) == (ANA.id, 5)


async def test_nothing_of_what_discord_gives_is_kept(site: Site, discord: FakeDiscord) -> None:
    await site.room.begun(ANA, BEN)
    answer = await opened(site, discord, ANA)
    assert answer.status == 200
    async with asyncio.timeout(5):
        await discord.given_back.wait()
    assert discord.tokens == {}
    (instance,) = discord.instances
    asked = ["POST /oauth2/token", "GET /users/@me", "POST /oauth2/token/revoke"]
    assert sorted(discord.asked) == sorted([*asked, f"GET /applications/{APP}/activity-instances/{instance}"])


async def test_several_tables_are_asked_about_and_other_channels_come_second(site: Site, discord: FakeDiscord) -> None:
    first = await site.room.begun(ANA, BEN)
    assert await tables(await opened(site, discord, ANA, channel=99)) == [first.id], "none here, but in this server"
    for guild in (6, None):
        assert await tables(await opened(site, discord, ANA, guild=guild, channel=4)) == [first.id], "none there either"
    second = await site.room.service.open_table(ANA, Place(5, 78), "culture_wars", npcs=1, begun=True)
    assert await tables(await opened(site, discord, ANA)) == [first.id]
    assert await tables(await opened(site, discord, ANA, channel=78)) == [second.id]
    assert sorted(await tables(await opened(site, discord, ANA, channel=99))) == sorted([first.id, second.id])
    assert await tables(await opened(site, discord, DEE)) == []
    await site.room.service.change_settings(first.id, ANA, page="off")
    assert await tables(await opened(site, discord, ANA, channel=99)) == [second.id]


async def test_the_table_of_a_link_comes_first_wherever_it_is_opened(site: Site, discord: FakeDiscord) -> None:
    info = await site.room.begun(ANA, BEN)
    await site.room.service.open_table(ANA, Place(5, 78), "culture_wars", npcs=1, begun=True)
    for where in ({}, {"channel": 78}, {"guild": 6}, {"guild": None, "channel": 4}):
        assert await tables(await opened(site, discord, ANA, info.id.lower(), **where)) == [info.id]
    assert await tables(await opened(site, discord, CHO, info.id)) == [info.id], "a member of its server looks on"


async def test_an_unguessable_address_is_told_to_nobody_who_could_not_get_it_otherwise(
    site: Site, discord: FakeDiscord
) -> None:
    info = await site.room.begun(ANA, BEN)
    for known in (False, None):
        site.members[CHO.id] = known
        answer = await opened(site, discord, CHO, info.id)
        assert await tables(answer) == []
        assert cookies(answer) == []
    await site.room.service.change_settings(info.id, ANA, page="off")
    assert await tables(await opened(site, discord, ANA, info.id)) == []


async def test_who_plays_but_has_left_the_server_enters_as_themselves_alone(site: Site, discord: FakeDiscord) -> None:
    info = await site.room.begun(ANA, BEN)
    site.members[BEN.id] = False
    (cookie,) = cookies(await opened(site, discord, BEN, info.id))
    assert cookie.startswith("nisaba-0=")


@pytest.mark.parametrize("table", ["zzz", "?", "../..", "1" * 100, "é"])
async def test_a_link_of_no_table_counts_as_none(site: Site, discord: FakeDiscord, table: str) -> None:
    info = await site.room.begun(ANA, BEN)
    assert await tables(await opened(site, discord, ANA, table)) == [info.id]


async def test_the_language_is_that_of_the_person(site: Site, discord: FakeDiscord) -> None:
    await site.room.begun(ANA, BEN)
    (shown,) = (await (await opened(site, discord, ANA)).json())["tables"]
    assert shown["path"].endswith("?lang=en")
    preferences = await site.room.service.preferences(ANA)
    await site.room.service.set_preferences(ANA, replace(preferences, language="de"))
    (shown,) = (await (await opened(site, discord, ANA)).json())["tables"]
    assert shown["path"].endswith("?lang=de")


async def refused(site: Site, answer: ClientResponse, status: int) -> None:
    assert answer.status == status
    assert cookies(answer) == []
    assert await answer.read() == b""
    assert await stored(site.room.database) == []


async def test_a_code_lets_in_once_and_a_wrong_one_never(site: Site, discord: FakeDiscord) -> None:
    info = await site.room.begun(ANA, BEN)
    code, instance = discord.code(ANA.id), discord.opened(ANA.id)
    await refused(site, await enter(site, {"code": "x" * 30, "instance": instance}), 403)
    assert (await enter(site, {"code": code, "instance": instance})).status == 200
    again = await enter(site, {"code": code, "instance": instance})
    assert (again.status, cookies(again)) == (403, [])
    await site.room.service.change_settings(info.id, ANA, page="members")
    assert await statuses(site, info.id, "") == REFUSED


async def test_the_instance_must_exist_and_hold_the_person(site: Site, discord: FakeDiscord) -> None:
    await site.room.begun(ANA, BEN)
    for instance in ("i-forged-gc-5-77", discord.opened(BEN.id, CHO.id), discord.opened()):
        await refused(site, await enter(site, {"code": discord.code(ANA.id), "instance": instance}), 403)


@pytest.mark.parametrize("origin", ["https://nisaba.test", "https://discord.com", f"{ORIGIN}.evil", "null", ""])
async def test_only_the_page_inside_discord_may_enter(site: Site, discord: FakeDiscord, origin: str) -> None:
    sent = {"code": discord.code(ANA.id), "instance": discord.opened(ANA.id)}
    await refused(site, await enter(site, sent, Origin=origin), 403)
    assert discord.asked == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
async def test_a_form_may_not_enter(site: Site, discord: FakeDiscord, kind: str) -> None:
    await refused(site, await enter(site, b"{}", **{"Content-Type": kind}), 415)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{}", b"[]", b"\xff", b'{"code": 5, "instance": "i"}', b'{"code": "a", "instance": "../x"}',
        b'{"code": "a b", "instance": "i"}', b'{"code": "", "instance": "i"}',
        b'{"code": "a", "instance": "i", "table": "' + b"x" * 101 + b'"}',
        b'{"code": "a", "instance": "i", "person": 5}',
    ],
)  # fmt: skip
async def test_what_the_page_never_sends_is_refused(site: Site, discord: FakeDiscord, body: bytes) -> None:
    await refused(site, await enter(site, body), 400)
    assert discord.asked == []


@pytest.mark.parametrize("size", [4097, 2_000_000])
async def test_a_large_body_is_not_read(site: Site, size: int) -> None:
    assert (await enter(site, b"x" * size)).status == 413
    assert (await site.get("/activity/enter")).status == 405


async def test_if_discord_is_slow_or_away_the_page_offers_another_way(
    site: Site, discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity, "PATIENCE", 0.2)
    discord.wait = 1.0
    sent = {"code": discord.code(ANA.id), "instance": discord.opened(ANA.id)}
    await refused(site, await enter(site, sent), 504)
    discord.wait = 0.0
    discord.status = 500
    await refused(site, await enter(site, sent), 504)


async def test_if_discord_wants_a_pause_it_is_left_alone(site: Site, discord: FakeDiscord) -> None:
    sent = {"code": discord.code(ANA.id), "instance": discord.opened(ANA.id)}
    discord.status = 429
    for _ in range(3):
        await refused(site, await enter(site, sent), 504)
    assert len(discord.asked) == 1
    discord.status = 200
    await asyncio.sleep(1)
    assert (await enter(site, sent)).status == 200


async def test_after_a_wrong_secret_discord_is_left_alone_for_a_while(
    site: Site, discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord_login, "AGAIN", 0.5)
    discord.secret = "another"
    for _ in range(3):
        sent = {"code": discord.code(ANA.id), "instance": discord.opened(ANA.id)}
        await refused(site, await enter(site, sent), 504)
    assert len(discord.asked) == 1, "so many wrong secrets would shut the machine out"
    discord.secret = SECRET
    await asyncio.sleep(0.5)
    assert (await opened(site, discord, ANA)).status == 200


async def test_of_many_at_once_some_have_to_try_again(
    site: Site, discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity, "AT_ONCE", 2)
    discord.wait = 0.3
    sent = [{"code": discord.code(ANA.id), "instance": discord.opened(ANA.id)} for _ in range(5)]
    answers = await asyncio.gather(*(site.client.post("/activity/enter", json=one, headers=FROM) for one in sent))
    assert sorted(answer.status for answer in answers) == [200, 200, 503, 503, 503]


async def test_only_discord_gets_the_page_around_and_may_show_pages_in_a_frame(site: Site) -> None:
    info = await site.room.begun(ANA, BEN)
    assert (await site.get("/")).status == 404
    around = await site.get(FRAME, **{"Accept-Language": "de"})
    assert around.status == 200
    text = await around.text()
    assert f'data-application="{APP}"' in text
    assert "Einen Moment" in text
    for path in (FRAME, site.path(info.id), f"{site.path(info.id)}/board"):
        policy = (await site.get(path)).headers["Content-Security-Policy"]
        assert "frame-ancestors 'self' https://discord.com https://ptb.discord.com" in policy
        assert "default-src 'self'" in policy


async def test_a_bot_without_an_activity_has_none_of_it(tmp_path: Path) -> None:
    async with opened_site(tmp_path / "nisaba.db") as site:
        info = await site.room.begun(ANA, BEN)
        assert (await site.get(FRAME)).status == 404
        assert (await enter(site, {"code": "a", "instance": "i"})).status == 404
        assert "frame-ancestors 'none'" in (await site.get(site.path(info.id))).headers["Content-Security-Policy"]
        assert info.activity == ""


async def test_a_session_in_discord_takes_the_place_of_the_one_before(site: Site, discord: FakeDiscord) -> None:
    await site.room.begun(ANA, BEN)
    (first,) = cookies(await opened(site, discord, ANA))
    sent = {"code": discord.code(ANA.id), "instance": discord.opened(ANA.id)}
    assert (await enter(site, sent, Cookie=first)).status == 200
    assert len(await stored(site.room.database)) == 1


def test_the_bundled_sdk_is_the_one_that_the_program_makes() -> None:
    assert activity_sdk.digest() == activity_sdk.SHA256
    text = activity_sdk.LICENCES.read_text(encoding="utf-8")
    for name, version in activity_sdk.VERSIONS.items():
        assert f"{name} {version}\n" in text
    assert text.count("Permission is hereby granted, free of charge") == 6
    assert "This is free and unencumbered software" in text


async def test_every_request_of_the_activity_is_in_the_matrix_of_rights(site: Site) -> None:
    told = (Path(__file__).parents[2] / "docs" / "authorisation.md").read_text(encoding="utf-8")
    assert site.pages.activity is not None
    for route in site.pages.activity.routes([], "release"):
        assert f"- `{route.method} {route.path}`: " in told


@pytest.mark.parametrize(
    ("given", "starts"),
    [
        ({}, False),
        ({"web": "127.0.0.1:1", "web_url": "http://a.example"}, False),
        ({"web_url": "https://a.example"}, False),
        ({"web": "127.0.0.1:1", "web_url": "https://a.example"}, True),
    ],
)
def test_the_secret_needs_pages_at_a_safe_address(given: dict[str, Any], starts: bool) -> None:
    settings = read(client_secret="x", **given)  # noqa: S106 - none is meant
    assert "client_secret" not in repr(settings)
    with nullcontext() if starts else pytest.raises(SettingsError, match="NISABA_CLIENT_SECRET is for"):
        require_web(settings)
