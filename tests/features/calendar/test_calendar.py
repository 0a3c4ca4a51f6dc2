"""The calendar: what it shows, by which link, and to whom."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import select

from bot.contract.tables import Person, Place
from bot.features.calendar import service
from bot.features.calendar.ics import LINE, CalendarEntry, calendar
from bot.features.calendar.models import CalendarRow
from bot.features.calendar.routes import KEPT
from tests.ui.table.room import ANA, BEN, said
from tests.web.site import URL, Site, opened_site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """Pages over an empty database."""
    async with opened_site(tmp_path / "nisaba.db") as made:
        yield made


async def link(site: Site, person: Person) -> str:
    """The path of a new link."""
    shown = said(await site.room.press(person, "cal_new"))
    found = next(line for line in shown.splitlines() if line.startswith("`")).strip("`")
    assert found.startswith(f"{URL}/calendar/")
    return found.removeprefix(URL)


def unfolded(raw: str) -> list[str]:
    """The lines of a calendar."""
    assert all(len(line.encode()) <= LINE for line in raw.split("\r\n"))
    return raw.replace("\r\n ", "").split("\r\n")


async def lines(site: Site, path: str) -> list[str]:
    """The lines of the calendar at that link, read anew."""
    site.room.now += KEPT + 1
    answer = await site.get(path)
    assert answer.status == 200
    assert answer.content_type == "text/calendar"
    return unfolded(await answer.text())


async def test_deadlines_and_starts_are_in_the_calendar(site: Site) -> None:
    room = site.room
    path, other = await link(site, ANA), await link(site, BEN)
    assert "BEGIN:VEVENT" not in await lines(site, path)
    starts = room.now + 5 * 86400
    lobby = await room.service.open_table(ANA, Place(5, 81), "culture_wars", starts=starts)
    info = await room.begun(ANA, BEN)
    found, others = await lines(site, path), await lines(site, other)
    at = datetime.fromtimestamp(starts, UTC)
    assert f"DTSTART:{at:%Y%m%dT%H%M%SZ}" in found
    assert f"SUMMARY:Culture Wars starts (table {lobby.id})" in found
    deadlines = (await room.service.info(info.id)).deadlines
    until = deadlines[1]
    assert f"UID:{info.id}-1-{int(until.timestamp())}@nisaba" in found
    assert f"DTSTART:{until.astimezone(UTC):%Y%m%dT%H%M%SZ}" in found
    assert "Lobby" not in repr(others)
    assert lobby.id not in repr(others), "nobody sees the tables of others"
    assert found[-2] == "END:VCALENDAR"


async def test_a_new_link_ends_the_old_one_and_a_link_can_be_ended(site: Site) -> None:
    first = await link(site, ANA)
    assert (await site.get(first)).status == 200
    second = await link(site, ANA)
    assert (await site.get(first)).status == 404
    assert (await site.get(second)).status == 200
    assert "since" in said(await site.room.press(ANA, "calendar"))
    assert second not in said(await site.room.press(ANA, "calendar"))
    await site.room.press(BEN, "cal_end")
    assert (await site.get(second)).status == 200
    assert "has ended" in said(await site.room.press(ANA, "cal_end"))
    assert (await site.get(second)).status == 404


@pytest.mark.parametrize("key", ["x", "", "a" * 43, "a" * 5000, "%00", "é", "..%2f.."])
async def test_a_forged_link_shows_nothing(site: Site, key: str) -> None:
    await link(site, ANA)
    (row,) = await site.room.database.read(select(CalendarRow))
    for forged in (key, row.hash):
        assert (await site.get(f"/calendar/{forged}.ics")).status == 404


async def test_the_link_goes_with_its_person(site: Site) -> None:
    path = await link(site, ANA)
    kept = json.loads((await site.room.service.personal_data(ANA)).raw)["calendar"]
    assert [list(one) for one in kept] == [["made_at"]]
    await site.room.service.forget_person(ANA)
    assert (await site.get(path)).status == 404
    assert await service.since(site.room.service.deps, ANA) is None


def test_texts_are_escaped_and_lines_folded() -> None:
    at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    title = "a;b,c\\d\r\nEND:VCALENDAR " + "é…" * 60
    found = unfolded(calendar("n", [CalendarEntry("u", at, title, "https://x.test/t")]).decode())
    assert found.count("END:VCALENDAR") == 1
    assert f"SUMMARY:a\\;b\\,c\\\\d END:VCALENDAR {'é…' * 60}" in found
    assert "DTSTART:20260102T030405Z" in found
