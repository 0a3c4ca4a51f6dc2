"""People who are called alike, like a civilization, or in a script that runs from the right."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from discord.app_commands import Choice
from sqlmodel import col, select

import bot
from bot.contract.tables import STEERING, Person, Refused, TableInfo, harmless
from bot.delivery.command_tree import as_offered
from bot.features.cups import sign_up
from bot.features.cups.values import CupPlan
from bot.features.files import export_import
from bot.store.models import OutboxRow
from bot.ui.lobby.multi_seat import seat_meant
from bot.ui.parts import short
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from engine.core.text import ISOLATE, ISOLATED, cut, cut_behind
from render.paint.fonts import width
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, opened_room, said, words

TWIN = replace(BEN, name="Ana")
EGYPT = replace(CHO, name="Hittites")
HEBREW = replace(ANA, name="אנה")
TURNING = replace(BEN, name="\u202eneB\u2066\u200f")
NAMES = names_of("acme")


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "names.db") as made:
        yield made


def visit(person: Person, table: str = "") -> Visit:
    return Visit(person.id, HERE.channel, table, name=person.name, guild=HERE.guild)


async def lobby(room: Room, *people: Person) -> TableInfo:
    """A table of these people, none of whom has named a civilization."""
    host, *others = people
    info = await room.service.open_table(host, HERE, "acme", options={"map": "western"})
    for person in others:
        info = await room.service.join(info.id, person)
    return info


@pytest.mark.parametrize("begun", [False, True])
async def test_every_seat_is_named_by_what_is_offered_for_it_and_never_by_its_person(room: Room, begun: bool) -> None:
    """Two are called Ana, and a third like somebody's civilization."""
    info = await room.begun(ANA, TWIN, EGYPT) if begun else await lobby(room, ANA, TWIN, EGYPT)
    host, suggest = room.all_handlers.host, room.all_handlers.suggest
    offered = await suggest.seats(visit(ANA), "")
    assert len({label for label, _ in offered}) == len(info.seats) == 3
    for label, value in offered:
        read = as_offered(label, [Choice(name=name, value=value) for name, value in offered])
        assert host.seat_named(info, read).number == host.seat_named(info, value).number == int(value)
    assert [value for _, value in await suggest.seats(visit(ANA), "ana")] == ["1", "2"]
    with pytest.raises(Refused) as refused:
        host.seat_named(info, "Ana")
    listed = str(refused.value.said["seats"])
    first = "Egypt (Ana), Hittites (Ana" if begun else "seat 1 (Ana), seat 2 (Ana"
    assert listed.startswith(first)
    if begun:
        assert host.seat_named(info, "Hittites").number == 2


async def test_a_person_with_several_seats_names_them_before_they_have_civilizations(room: Room) -> None:
    info = await lobby(room, ANA, TWIN)
    info = await room.service.join(info.id, TWIN, again=True)
    offered = await room.all_handlers.suggest.own_seats(visit(TWIN), "")
    assert offered == [("Seat 2", "2"), ("Seat 3", "3")]
    assert [seat_meant(info, TWIN, typed, NAMES) for pair in offered for typed in pair] == [2, 2, 3, 3]
    with pytest.raises(Refused) as refused:
        seat_meant(info, TWIN, "Ana", NAMES)
    assert str(refused.value.said["seats"]) == "seat 2 and seat 3"


async def test_people_who_are_called_alike_get_a_number_where_they_are_shown(room: Room) -> None:
    info = await lobby(room, ANA, TWIN, replace(DEE, name="Ana"))
    assert [seat.person.name for seat in info.seats if seat.person] == ["Ana", "Ana (2)", "Ana (3)"]
    assert info.host.name == "Ana"
    told = [words(post) for post in await room.posts()]
    assert any(r"Ana \(2\)" in line and r"Ana \(3\)" in line for line in told)


async def test_people_of_a_cup_who_are_called_alike_get_a_number(room: Room) -> None:
    made = await sign_up.open_cup(room.service, ANA, HERE, CupPlan("Spring"), "acme")
    for person in (TWIN, CHO, replace(DEE, name="Ana")):
        made = await sign_up.join(room.service.deps, person, made.id)
    assert [one.person.name for one in made.entrants if one.person] == ["Ana (2)", "Cho", "Ana (3)"]


def test_nothing_that_can_be_typed_is_called_by_a_person() -> None:
    """A seat or a person as a name for something would be whoever is called so."""
    files = Path(bot.__file__).parent.rglob("*.py")
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    calls = (node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    made = [ast.unparse(node) for node in calls if isinstance(node.func, ast.Name) and node.func.id == "Named"]
    assert made
    assert [one for one in made if re.search(r"person\.name|\bowner\(|\bwho\(|display_name", one)] == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("\u202eanA", "anA"),
        ("A\u2067n\u200ea\n", "Ana"),
        ("אנה", "\u2068אנה\u2069"),
        ("\u2068אנה\u2069", "\u2068אנה\u2069"),
        ("آنا \u202e(x)", "\u2068آنا (x)\u2069"),
        ("\u202e", "?"),
        ("", ""),
    ],
)
def test_a_name_turns_nothing_round(name: str, shown: str) -> None:
    assert harmless(name) == Person(1, name).name == shown
    assert harmless(shown) == shown


@pytest.mark.parametrize("shorten", [cut, cut_behind, short])
def test_a_name_cut_short_is_still_isolated_and_no_longer_than_it_may_be(shorten: object) -> None:
    assert callable(shorten)
    line = f"**{harmless('אנה בן דוד ' * 3)}** has a seat. {harmless('עמית')} too"
    for most in range(12, len(line)):
        kept = shorten(line, most)
        assert len(kept) <= most
        assert kept.count(ISOLATE) == kept.count(ISOLATED)


def test_what_isolates_a_name_takes_no_room_in_a_picture() -> None:
    assert width(harmless("אנה"), "note", 20) == width("אנה", "note", 20)


async def sent(room: Room) -> list[Any]:
    """All that was ever to be sent."""
    async with room.database.session() as session:
        rows = (await session.execute(select(OutboxRow).order_by(col(OutboxRow.id)))).scalars()
        return [json.loads(row.post) for row in rows]


async def test_posts_screens_and_files_isolate_such_names_and_leave_out_what_steers(room: Room) -> None:
    made = await lobby(room, HEBREW, TURNING, CHO)
    said_so = [said(await room.press(HEBREW, verb, table=made.id.lower())) for verb in ("opt_civs", "status")]
    table = (await room.service.start(made.id, HEBREW)).info.id
    await room.service.give_seat(table, HEBREW, 1, DEE)
    said_so += [said(await room.press(TURNING, verb, table=table.lower())) for verb in ("status", "log")]
    exported = (await export_import.export(room.service, table, HEBREW)).raw
    whole = json.dumps([*(await sent(room)), *said_so], ensure_ascii=False)
    assert "neB" in whole
    assert "אנה" in whole
    steering = STEERING.sub(lambda found: found[0] if found[0] in {ISOLATE, ISOLATED} else "!", whole)
    assert steering == whole
    assert re.findall(r".אנה.", whole) == [f"{ISOLATE}אנה{ISOLATED}"] * whole.count("אנה")
    assert "\u202e" not in exported.decode("utf-8", "replace")
