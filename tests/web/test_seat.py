"""The seat on the page: who can press what there, and what it shows to whom."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse
from sqlmodel import col, delete

from bot.contract.tables import Busy, Person, Refused
from bot.store.person_models import WebSessionRow
from bot.ui.parts import Address, address, links
from bot.ui.visit import Visit
from bot.web.entrance import PRESSES, WINDOW, Entrance
from bot.web.pages import Pages
from bot.web.seat import KEY, MOST
from bot.web.verbs import DISCORD_ALONE
from tests.ui.table.room import ANA, BEN, CHO, DEE
from tests.web.site import URL, Site, opened_site
from tests.web.test_browser import played
from tests.web.test_members import entered

ON_PAGE = """
    seat take both pick toggle part part_less part_form part_sent group order go back over number typed_num typed_ord
    order_sent fix less fill line line_sent before before_ok stop add let_pass reseal unseal undo undo_now
    f_go f_none f_none_all f_pay f_plan f_step f_until f_with
    deity deity_ok save pay save_go save_all save_best lose_all advance advance_to
    joined join_less join_form join_sent tax_form tax_rate join_go join_type join_typed shortcut
    auto orders auto_kind auto_set auto_off ahead ahead_sent ahead_off q_next q_pick q_line q_sent q_off q_stops
    hand npc_hand show_to notes note_add note_sent note_off late_back snooze hint_why hint_on hint_off advise
    ask_back back_in what_back agree refuse here away_form away_sent show_table
    status cities discard legend log log_go log_then story why chart rules rule rule_find rule_found rule_list help
    since result figures prefs_form prefs_sent prefs_set prefs_look prefs_show zone_form zone_sent zone_on stay done
    report report_in review browsers sign_out
"""


@pytest.fixture
async def table(site: Site) -> str:
    """A game of Ana and Ben that everyone may see."""
    return (await site.room.begun(ANA, BEN)).id


async def cookie_and_key(site: Site, table: str, person: Person = ANA) -> tuple[str, str]:
    """The cookie of a browser in which a person has entered, and the key of their page."""
    cookie = await entered(site, person)
    page = await site.text(site.path(table), Cookie=cookie)
    found = re.search('data-key="(.*?)"', page)
    assert found is not None
    return cookie, found[1]


async def press(
    site: Site, table: str, entry: tuple[str, str], body: Any = None, query: str = "", **headers: str
) -> ClientResponse:
    """The answer to a press."""
    cookie, key = entry
    site.client.session.cookie_jar.clear()
    sent = {"Origin": URL, "Content-Type": "application/json", "Cookie": cookie, KEY: key} | headers
    data = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
    return await site.client.post(f"{site.path(table)}/press{query}", data=data, headers=sent)


async def told(site: Site, table: str, entry: tuple[str, str], body: Any = None, query: str = "") -> dict[str, Any]:
    """What a press that is answered leads to."""
    answer = await press(site, table, entry, body, query)
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-store"
    found: dict[str, Any] = await answer.json()
    return found


def menus(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [part for part in told["answer"]["parts"] if part["kind"] == "menu"]


def words_of(told: Mapping[str, Any]) -> str:
    return " ".join(part["text"] for part in told["answer"]["parts"] if part["kind"] == "text")


async def growth(site: Site, table: str) -> tuple[str, str]:
    """The entry of whoever places growth."""
    for _ in range(40):
        asked = (await site.room.service.standing(table)).ask
        assert asked is not None
        assert asked.asked[0].person is not None
        entry = await cookie_and_key(site, table, asked.asked[0].person)
        shown = await told(site, table, entry)
        if any("less" in menu for menu in menus(shown)):
            return entry
        person = asked.asked[0].person
        sheet = await site.room.service.sheet(table, person)
        assert sheet.ask is not None
        picks = sheet.ask.options[: max(1, sheet.ask.least)]
        await site.room.service.answer(table, person, sheet.ask_no, [picks])
    raise AssertionError("nobody grows")


async def test_a_seat_is_asked_and_answers_on_its_page(site: Site, table: str) -> None:
    entry = await growth(site, table)
    shown = await told(site, table, entry)
    menu = next(one for one in menus(shown) if "less" in one)
    assert shown["answer"]["live"] == "asked"
    assert all(choice["on"][0].startswith("area:") for choice in menu["choices"])
    public = await (await site.get(f"{site.path(table)}/board")).read()
    area = menu["choices"][0]["value"]
    placed = await told(site, table, entry, {"id": menu["id"], "values": [area]})
    assert [one["value"] for one in placed["board"]["plan"]] == [area]
    assert placed["board"]["chart"]["marks"]
    assert await (await site.get(f"{site.path(table)}/board")).read() == public, "a draft is nobody else's"
    again = await told(site, table, entry)
    assert again["board"]["plan"] == placed["board"]["plan"], "it is kept"
    less = await told(site, table, entry, {"id": placed["board"]["less"], "values": [area]})
    assert "board" not in less


async def test_a_turn_played_on_the_page_is_the_turn_of_the_table(site: Site, table: str) -> None:
    entry = await growth(site, table)
    shown = await told(site, table, entry)
    for _ in range(12):
        menu = next((one for one in menus(shown) if "less" in one), None)
        if menu is None:
            break
        shown = await told(site, table, entry, {"id": menu["id"], "values": [menu["choices"][0]["value"]]})
    buttons = [b for part in shown["answer"]["parts"] if part["kind"] == "row" for b in part["buttons"]]
    send = next(b["id"] for b in buttons if b.get("style") == "primary")
    before = (await site.board(table))["v"]
    done = await told(site, table, entry, {"id": send})
    assert done["v"] == (await site.board(table))["v"] != before
    stale = await told(site, table, entry, {"id": send})
    assert stale["answer"]["kind"] == "screen", "an old press shows what is true now"
    assert (await site.board(table))["v"] == done["v"]


async def test_two_presses_at_once_are_both_done(site: Site, table: str) -> None:
    entry = await growth(site, table)
    menu = next(one for one in menus(await told(site, table, entry)) if "less" in one)
    one, two = (choice["value"] for choice in menu["choices"][:2])
    await asyncio.gather(*(told(site, table, entry, {"id": menu["id"], "values": [area]}) for area in (one, two)))
    board = (await told(site, table, entry)).get("board", {"plan": []})
    there = {choice["value"] for choice in board["plan"]}
    assert there
    assert there <= {one, two}


async def test_only_who_has_a_seat_can_press(site: Site, table: str) -> None:
    """ACTIONS of the page, by role: owner, other seat, visitor, stranger, ended session, forged token and key."""
    owner, other = [await cookie_and_key(site, table, person) for person in (ANA, BEN)]
    visitor = await entered(site, CHO), owner[1]
    own = (await site.room.service.seat(table, ANA)).sheet.seat.number
    hand = {"id": str(Address(table.lower(), None, "hand", str(own)))}
    assert (await press(site, table, owner, hand)).status == 200
    theirs = await told(site, table, other, hand)
    assert "Hand" not in words_of(theirs).split("·")[0], "another's hand is refused in words"
    assert (await press(site, table, visitor, hand)).status == 401
    assert (await press(site, table, ("", owner[1]), hand)).status == 401
    assert (await press(site, table, ("nisaba-5=forged", owner[1]), hand)).status == 401
    assert (await press(site, table, (owner[0], other[1]), hand)).status == 403, "the key is that of another session"
    assert (await press(site, table, (owner[0], ""), hand)).status == 403
    assert (await press(site, table, (owner[0], "é"), hand)).status == 403
    assert (await press(site, table, owner, hand, Origin="https://else.where")).status == 403
    assert (await press(site, table, owner, hand, **{"Content-Type": "text/plain"})).status == 415
    async with site.room.database.session() as session, site.room.database.writing(session):
        await session.execute(delete(WebSessionRow).where(col(WebSessionRow.person) == ANA.id))
    assert (await press(site, table, owner, hand)).status == 401, "the session has ended"


async def test_who_gives_the_seat_up_can_press_no_more(site: Site, table: str) -> None:
    entry = await cookie_and_key(site, table, BEN)
    assert (await press(site, table, entry)).status == 200
    with pytest.raises(Refused) as asked:
        await site.room.service.leave(table, BEN)
    await site.room.service.leave(table, BEN, confirm=str(asked.value.said["confirm"]))
    assert (await press(site, table, entry)).status == 401
    page = await site.text(site.path(table), Cookie=entry[0])
    assert 'data-key=""' in page


async def test_a_guest_enters_as_themselves_alone(site: Site, table: str) -> None:
    cookie = await entered(site, ANA, guild=0)
    assert cookie.startswith("nisaba-0=")
    page = await site.text(site.path(table), Cookie=cookie)
    assert 'data-key=""' not in page
    await site.room.service.change_settings(table, ANA, page="members")
    assert (await site.get(site.path(table), Cookie=cookie)).status == 200
    stranger = await entered(site, DEE, guild=0)
    assert (await site.get(site.path(table), Cookie=stranger)).status == 403


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        {"id": 3},
        {"id": "x"},
        {"id": "s|zzzzzzzzz||seat|"},
        {"id": "s|zz||seat|"},
        {"values": [3]},
        {"fields": []},
        {"more": 1},
    ],
)
async def test_what_no_page_sends_is_refused(site: Site, table: str, body: Any) -> None:
    entry = await cookie_and_key(site, table)
    assert (await press(site, table, entry, body)).status == 400


async def test_a_body_has_bounds_and_so_has_what_is_typed(site: Site, table: str) -> None:
    entry = await cookie_and_key(site, table)
    assert (await press(site, table, entry, b" " * (MOST + 1))).status == 413
    long = await told(site, table, entry, {"id": f"s|{table.lower()}||note_sent|", "fields": {"note": ["x" * 9000]}})
    assert "9000" in words_of(long).replace(",", "").replace(".", "")
    many = await told(site, table, entry, {"values": ["x"] * 1001})
    assert many["answer"]["kind"] == "screen"


async def test_what_is_done_in_discord_alone_says_so(site: Site, table: str) -> None:
    entry = await cookie_and_key(site, table)
    for verb in ("settings", "end_yes", "room"):
        shown = await told(site, table, entry, {"id": f"s|{table.lower()}||{verb}|"})
        assert "This can only be done in Discord." in words_of(shown)
    german = await told(site, table, entry, {"id": f"s|{table.lower()}||settings|"}, "?lang=de")
    assert "nur in Discord" in words_of(german)
    for part in (await told(site, table, entry))["answer"]["parts"]:
        for button in part.get("buttons", ()):
            where = address(button["id"])
            assert where is not None
            assert where.verb not in DISCORD_ALONE


def test_every_verb_is_on_the_page_or_in_discord_alone(site: Site) -> None:
    known = set(site.router.verbs)
    here = set(ON_PAGE.split())
    assert known - DISCORD_ALONE == known & here
    assert not DISCORD_ALONE & here


async def test_too_many_presses_have_to_wait(site: Site, table: str) -> None:
    entry = await cookie_and_key(site, table)
    found = [(await press(site, table, entry, {"id": "x"})).status for _ in range(PRESSES + 1)]
    assert found == [400] * PRESSES + [429]
    site.room.now += WINDOW + 1
    assert (await press(site, table, entry)).status == 200


async def test_pictures_of_a_hand_are_the_owners_alone(site: Site) -> None:
    table = await played(site, "acme", 12)
    entry, other = [await cookie_and_key(site, table, person) for person in (ANA, CHO)]
    shown = await told(site, table, entry, {"id": f"s|{table.lower()}||hand|"})
    pictures = [one for part in shown["answer"]["parts"] if part["kind"] == "pictures" for one in part["pictures"]]
    path = pictures[0]["address"]
    answer = await site.get(path, Cookie=entry[0])
    assert (answer.status, answer.content_type) == (200, "image/png")
    assert answer.headers["Cache-Control"].startswith("private")
    for wrong in (path.replace("recipe=", "recipe=A"), path.replace("key=", "key=0"), path.partition("?")[0]):
        assert (await site.get(wrong, Cookie=entry[0])).status == 404
    assert (await site.get(path, Cookie=other[0])).status == 404
    assert (await site.get(path)).status == 404
    assert (await site.get(f"{site.path(table)}/seat/base?v=x", Cookie=entry[0])).status == 404


async def test_a_press_elsewhere_tells_ones_own_browsers_alone(site: Site, table: str) -> None:
    ana, ben = [await cookie_and_key(site, table, person) for person in (ANA, BEN)]
    where = f"/news?t={site.pages.addresses.of(table)}"
    streams = [await site.get(where, Cookie=entry[0]) for entry in (ana, ben)]
    anyone = await site.get(where)
    heard = [asyncio.ensure_future(_next(stream, "seat")) for stream in (*streams, anyone)]
    await asyncio.sleep(0.1)
    await press(site, table, ana, **{"X-Page-Tab": "first"})
    assert await heard[0] == {"table": site.pages.addresses.of(table), "tab": "first"}
    site.pages.pressed(BEN.id, table.lower())
    assert await heard[1] == {"table": site.pages.addresses.of(table), "tab": ""}
    await asyncio.sleep(0.1)
    assert not heard[2].done()
    heard[2].cancel()
    for stream in (*streams, anyone):
        stream.close()


async def _next(stream: ClientResponse, kind: str) -> Any:
    async with asyncio.timeout(5):
        event = ""
        while True:
            line = (await stream.content.readline()).decode().strip()
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            if line.startswith("data: ") and event == kind:
                return json.loads(line.removeprefix("data: "))


async def test_private_screens_bring_the_link_and_the_page_itself_none(site: Site, table: str) -> None:
    answered = await site.router.respond(Visit(ANA.id, table=table, verb="seat", guild=5), surface="discord")
    (link,) = links(answered.answer)  # type: ignore[arg-type]
    assert link.url.startswith(URL + site.path(table) + "#")
    assert link.label == "Play on the board"
    where = link.url.partition("#")[2]
    token = site.pages.entrance.sessions.read(site.pages.addresses.secret, where)
    assert token is not None
    assert (token.person, token.guild) == (ANA.id, 5)
    shown = await told(site, table, await cookie_and_key(site, table))
    assert "links" not in json.dumps(shown)
    await site.room.service.change_settings(table, ANA, page="off")
    answered = await site.router.respond(Visit(ANA.id, table=table, verb="seat", guild=5), surface="discord")
    assert list(links(answered.answer)) == []  # type: ignore[arg-type]


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with opened_site(tmp_path / "nisaba.db") as made:
        yield made


async def test_a_press_is_only_sent_again_where_nothing_was_done(
    site: Site, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = await growth(site, table)
    menu = next(one for one in menus(await told(site, table, entry)) if "less" in one)
    sent = {"id": menu["id"], "values": [menu["choices"][0]["value"]]}

    async def busy(*_: object) -> str:
        raise Busy

    with monkeypatch.context() as patched:
        patched.setattr(Entrance, "entered", busy)
        assert (await press(site, table, entry, sent)).status == 429
    assert "board" not in await told(site, table, entry), "nothing was done"
    with monkeypatch.context() as patched:
        patched.setattr(Pages, "version", busy)
        assert (await press(site, table, entry, sent)).status == 503
    assert len((await told(site, table, entry))["board"]["plan"]) == 1, (
        "it was done, and the page doesn't send it again"
    )
