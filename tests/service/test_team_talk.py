"""What teams write to one another: who may, who reads it and when, and that nobody else ever learns of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from bot.beside import TEAM_LINES_A_DAY
from bot.lengths import LENGTHS
from bot.preferences import Preferences
from bot.service.beside import talks
from bot.service.people.profiles import set_dm_closed
from bot.service.people.purge import NAMES, purge
from bot.store.beside_models import MissiveReaderRow, MissiveRow
from bot.store.models import OutboxRow
from bot.ui.play.all_handlers import handlers as play_handlers
from bot.ui.visit import Visit
from bot.values import Person, Refused, Settings
from tests.service.tables import refused
from tests.service.test_several_seats import screen
from tests.service.test_teams import AGREED, CIVS, DEE
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, opened_room, said

SECRET = "Judah is mine, take Syria"
ELI = Person(ANA.id + 71, "Eli", HERE.guild)
DAY = 86400.0


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


async def lobby(room: Room, **options: Any) -> str:
    """Ana and Dee choose the first team, Ben and Cho the second; teams talk."""
    settings = Settings(team_talk="yes", letters="sealed")
    info = await room.service.open_table(ANA, HERE, "acme", options={**AGREED, **options}, settings=settings, seed="T")
    for number, (person, civ) in enumerate(CIVS, 1):
        info = await room.service.join(info.id, person, again=person.id != ANA.id, civ=civ)
        if info.options.get("teams"):
            await room.service.choose_team(info.id, person, number, "1" if person in {ANA, DEE} else "2")
    return info.id


async def begun(room: Room) -> str:
    table = await lobby(room)
    await room.service.start(table, ANA)
    return table


async def stop(room: Room, table: str) -> None:
    moderator = Person(DEE.id + 9, "Mo", HERE.guild, moderator=True)
    error = await refused(room.service.end(table, moderator))
    await room.service.end(table, moderator, confirm=str(error.said["confirm"]))


async def read(room: Room, table: str, person: Person) -> list[str]:
    return [one.text for one in (await room.service.team_talk(table, person)).lines]


async def told(room: Room) -> list[int | None]:
    """To whom a post with the secret goes."""
    return [row.user for row in await room.service.deps.database.read(select(OutboxRow)) if SECRET.encode() in row.post]


async def test_a_line_goes_to_all_others_of_the_team_and_to_nobody_else(room: Room) -> None:
    table = await begun(room)
    there = await room.service.tell_team(table, ANA, f" {SECRET} ")
    assert [(one.seat.number, [to.number for to in one.to], one.text) for one in there.lines] == [(1, [4], SECRET)]
    assert await told(room) == [DEE.id]
    await room.service.tell_team(table, DEE, "Agreed")
    assert [await read(room, table, person) for person in (ANA, DEE)] == [["Agreed", SECRET]] * 2
    assert [await read(room, table, person) for person in (BEN, CHO)] == [[], []]
    assert (await room.service.letters(table, DEE)).letters == ()


@pytest.mark.soak
async def test_nobody_outside_the_team_sees_a_byte_that_is_otherwise_without_it(room: Room, tmp_path: Path) -> None:
    """Posts, pictures, views, screens, log, letters and what is stored of a person."""
    async with opened_room(tmp_path / "other.db") as other:
        seen = []
        for made, writes in ((room, True), (other, False)):
            table = await begun(made)
            for person in (ANA, DEE) if writes else ():
                await made.service.tell_team(table, person, SECRET)
            await made.service.tell_team(table, BEN, "We two")
            await made.service.write_letter(table, BEN, 3, "And a letter")
            await _answered(made, table)
            seen.append(await _outside(made, table))
        assert seen[0] == seen[1]
        assert SECRET not in repr(seen)


async def _answered(room: Room, table: str) -> None:
    """Whoever is asked takes the first option, some times."""
    for _ in range(8):
        for person, _civ in CIVS:
            sheet = await room.service.sheet(table, person)
            if sheet.ask is not None:
                await room.service.answer(table, person, sheet.ask_no, [[sheet.ask.options[0]]])


async def _outside(room: Room, table: str) -> list[object]:
    service, seen = room.service, list[object]()
    rows = await service.deps.database.read(select(OutboxRow).order_by(OutboxRow.made_at))  # type: ignore[arg-type]
    seen.append([(row.user, row.post, row.made_at, row.next_at) for row in rows if row.user not in {ANA.id, DEE.id}])
    for person in (BEN, CHO):
        sheet = await service.sheet(table, person)
        seen += [sheet.view, sheet.ask_no, sheet.public, sheet.info, await service.log(table, person)]
        seen += [(await service.team_talk(table, person)).lines, (await service.letters(table, person)).letters]
        seen += [await screen(room, person, verb) for verb in ("seat", "hand", "team_talk", "letters")]
        seen += [await room.press(person, verb) for verb in ("status", "settings", "teams")]
        seen.append((await service.personal_data(person)).raw)
    seen += [await service.standing(table, ELI), await service.log(table, ELI), await service.digest(table, ELI)]
    return seen


async def test_it_is_read_by_everybody_after_the_end_and_in_the_file_from_then_on(room: Room, tmp_path: Path) -> None:
    table = await begun(room)
    await room.service.tell_team(table, ANA, f"{SECRET}\nor\x07 not")
    await room.service.tell_team(table, BEN, "We two")
    assert SECRET.encode() not in (await room.service.export(table, ANA)).raw
    assert (await refused(room.service.all_team_talk(table, ANA))).code == "team_talk_secret"
    await stop(room, table)
    assert len((await room.service.all_team_talk(table, ELI)).lines) == 2
    assert (await refused(room.service.tell_team(table, ANA, "x"))).code == "over"
    assert "team_all" in [button.verb for button in _buttons(await room.press(CHO, "replay", table=table))]
    assert "Judah is mine" in await all_talk(room, table)
    raw = (await room.service.export(table, ELI)).raw
    async with opened_room(tmp_path / "there.db") as other:
        info = await other.service.import_(ELI, (await room.service.info(table)).place, raw)
        lines = (await other.service.all_team_talk(info.id, ELI)).lines
        found = [(one.text, one.seat.number, [to.number for to in one.to], one.by) for one in lines]
        assert sorted(found) == [(f"{SECRET}\nor  not", 1, [4], None), ("We two", 2, [3], None)]
        assert info.settings.team_talk == "yes"


async def all_talk(room: Room, table: str) -> str:
    visit = Visit(CHO.id, HERE.channel, table, name=CHO.name, guild=HERE.guild)
    return said(await room.ask(visit, play_handlers(room.service)["team_all"]))


def _buttons(found: Any) -> list[Any]:
    return [button for part in found.parts for button in getattr(part, "buttons", ())]


async def test_only_where_teams_are_played_and_as_agreed_before_the_start(room: Room) -> None:
    table = await lobby(room, teams=0, team_victory="open")
    assert "teams write" not in await room.say(ANA, "settings")
    error = await refused(room.service.change_settings(table, ANA, team_talk="yes"))
    assert error.code == "team_talk_teams"
    assert (await refused(room.service.tell_team(table, ANA, "x"))).code == "not_begun"
    await room.service.start(table, ANA)
    for attempt in (room.service.tell_team(table, ANA, "x"), room.service.team_talk(table, ANA)):
        assert (await refused(attempt)).code == "team_talk_off"


async def test_once_begun_it_stays_as_it_is(room: Room) -> None:
    table = await begun(room)
    assert (await refused(room.service.change_settings(table, ANA, team_talk="no"))).code == "team_talk_fixed"


async def test_npcs_in_the_team_are_passed_over(room: Room) -> None:
    table = await begun(room)
    await room.service.control(table, DEE, 4, "npc")
    assert (await room.service.team_talk(table, ANA)).mates == ()
    assert (await refused(room.service.tell_team(table, ANA, SECRET))).code == "team_alone"
    assert (await refused(room.service.tell_team(table, ELI, SECRET))).code == "no_seat"
    assert await told(room) == []


@pytest.mark.soak
async def test_lines_are_bounded_in_length_and_number_and_met_page_by_page(room: Room) -> None:
    table = await begun(room)
    for text, code in ((" \n ", "missive_empty"), ("x" * (LENGTHS.missive + 1), "missive_long")):
        assert (await refused(room.service.tell_team(table, ANA, text))).code == code
    for n in range(TEAM_LINES_A_DAY):
        await room.service.tell_team(table, ANA, f"{n}")
    assert (await refused(room.service.tell_team(table, ANA, "x"))).code == "missives_day"
    seen, before = list[str](), 0
    for _ in range(TEAM_LINES_A_DAY):
        there = await room.service.team_talk(table, DEE, before=before)
        seen, before = [*seen, *(one.text for one in there.lines)], there.before
        if not before:
            break
    assert seen == [str(n) for n in reversed(range(TEAM_LINES_A_DAY))]
    room.now += DAY + 1
    await room.service.tell_team(table, ANA, "x")


async def test_each_team_is_numbered_by_itself(room: Room) -> None:
    table = await begun(room)
    numbers = [(await room.service.tell_team(table, person, "x")).lines[0].no for person in (ANA, BEN, DEE, CHO)]
    assert [no % talks.RUN for no in numbers] == [1, 1, 2, 2]
    assert (await room.service.write_letter(table, ANA, 2, "x")).letters[0].no >= talks.LETTERS


async def test_a_new_owner_reads_nothing_of_before(room: Room) -> None:
    table = await begun(room)
    await room.service.tell_team(table, ANA, SECRET)
    offer = await room.service.give_seat(table, DEE, 4, ELI)
    await room.service.answer_offer(table, ELI, offer.no, accepts=True)
    assert await read(room, table, ELI) == []
    assert (await refused(room.service.team_talk(table, DEE))).code == "replaced"


@pytest.mark.soak
async def test_a_line_waits_until_its_reader_is_awake(room: Room) -> None:
    await room.service.set_preferences(DEE, Preferences(zone="UTC", quiet_from=0, quiet_to=23))
    table = await begun(room)
    await room.service.tell_team(table, ANA, SECRET)
    await _answered(room, table)
    rows = [r for r in await room.service.deps.database.read(select(OutboxRow)) if SECRET.encode() in r.post]
    assert [(row.user, row.next_at > room.now) for row in rows] == [(DEE.id, True)]


async def test_who_takes_no_messages_is_told_by_the_next_screen(room: Room) -> None:
    table = await begun(room)
    await set_dm_closed(room.service.deps, DEE.id, closed=True)
    await room.service.tell_team(table, ANA, SECRET)
    assert await told(room) == []
    assert [one.code for one in await room.service.take_notices(DEE) if one.code == "team"] == ["team"]


async def test_it_is_given_out_forgotten_and_purged_with_the_names_of_the_table(room: Room) -> None:
    table = await begun(room)
    await room.service.tell_team(table, ANA, SECRET)
    about = json.loads((await room.service.personal_data(DEE)).raw)
    assert [(one["kind"], one["mine"], one["text"]) for one in about["letters"]] == [("team", False, SECRET)]
    await stop(room, table)
    await room.service.forget_person(ANA)
    (line,) = (await room.service.team_talk(table, DEE)).lines
    assert (line.text, line.by) == (SECRET, None)
    room.now += NAMES + timedelta(days=1).total_seconds()
    await purge(room.service.deps)
    for model in (MissiveRow, MissiveReaderRow):
        assert await room.service.deps.database.read(select(model)) == []


async def test_a_forged_file_brings_no_talk_that_nobody_could_have_had(room: Room) -> None:
    table = await begun(room)
    await room.service.tell_team(table, ANA, SECRET)
    await stop(room, table)
    raw = (await room.service.export(table, ANA)).raw
    place = (await room.service.info(table)).place
    for wrong in ([1], [4, 4], [9]):
        forged = raw.replace(b'"to":[4]', json.dumps({"to": wrong}, separators=(",", ":"))[1:-1].encode())
        assert forged != raw
        with pytest.raises(Refused):
            await room.service.import_(ELI, place, forged)
