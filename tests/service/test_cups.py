"""Cups: people sign up, are drawn to tables, and stand by how those end; who may do what; what is kept of whom."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from sqlmodel import select

from bot.contract.tables import Person, Place, Refused, TableInfo
from bot.features.cups import rounds, rows, sign_up
from bot.features.cups.models import CupEntrantRow, CupRow, CupSeatRow
from bot.features.cups.values import MOST_ENTRANTS, MOST_IN_ROBIN, CupInfo, CupPlan
from bot.features.host import server_data
from bot.tables.purge_job import NAMES, purge
from engine.core.chance import fingerprint
from tests.service.tables import ANA, BEN, CHO, DEE, HERE, MODERATOR, SEED, Room, give, refused

DAY = 86400.0
HOST = Person(10**17 + 40, "Host", HERE.guild)
PEOPLE = (ANA, BEN, CHO, DEE)
STRANGER = Person(10**17 + 41, "Zoe", 6)


async def opened(room: Room, *people: Person, **plan: object) -> CupInfo:
    """A cup for which these have signed up."""
    made = await sign_up.open_cup(room.service, HOST, HERE, replace(CupPlan("Spring"), **plan), "walk")  # type: ignore[arg-type]
    for person in people:
        made = await sign_up.join(room.service.deps, person, made.id)
    return made


async def drawn(room: Room, cup: CupInfo, by: Person = HOST) -> tuple[CupInfo, list[TableInfo]]:
    """The next round with all its tables open, each in a channel of its own."""
    there = await rounds.draw(room.service.deps, by, cup.id)
    tables = [
        await rounds.open_table(room.service.deps, by, cup.id, one.no, Place(HERE.guild, 1000 * there.round + one.no))
        for one in there.tables
    ]
    return await sign_up.look(room.service.deps, HOST, cup.id), tables


async def play(room: Room, table: TableInfo, winner: Person) -> None:
    """Everybody goes home at once; the winner has walked before."""
    for _ in range(60):
        info = await room.service.info(table.id)
        if info.state == "over":
            return
        for seat in info.seats:
            assert seat.person is not None
            sheet = await room.service.sheet(table.id, seat.person, seat.number)
            if sheet.ask is not None:
                options = sheet.ask.options
                walks = seat.person == winner and "walk" in options
                await give(
                    room, table.id, seat.person, "walk" if walks else "done" if "done" in options else options[0]
                )
    raise AssertionError("it does not end")


async def test_people_sign_up_are_drawn_and_stand_by_how_their_tables_end(room: Room) -> None:
    cup = await opened(room, *PEOPLE, rounds=2)
    assert (cup.state, [one.person for one in cup.entrants], cup.fingerprint) == (
        "open",
        list(PEOPLE),
        fingerprint(SEED),
    )
    there, tables = await drawn(room, cup)
    assert (there.state, there.round, len(there.tables), there.between) == ("running", 1, 2, False)
    assert sorted(s.person.id for t in tables for s in t.seats if s.person) == [one.id for one in PEOPLE]
    assert all((t.state, t.host, t.settings.listed, len(t.seats)) == ("running", HOST, "no", 2) for t in tables)
    assert [one.channel for one in there.tables] == [t.place.channel for t in tables]
    for table in tables:
        await room.service.end(table.id, MODERATOR, confirm=await confirm(room, table))
    after = await sign_up.look(room.service.deps, HOST, cup.id)
    assert after.between
    assert [(line.points, line.opponents, line.share, line.played) for line in after.lines] == [(50, 50, 50, 1)] * 4
    second, again = await drawn(room, cup, ANA)
    met = [frozenset(one.number for one in table.entrants) for table in (*there.tables, *second.tables)]
    assert len(set(met)) == 4
    for table in again:
        await room.service.end(table.id, MODERATOR, confirm=await confirm(room, table))
    last = await sign_up.look(room.service.deps, HOST, cup.id)
    assert (last.state, last.seed) == ("over", SEED)
    assert await room.texts(None) != []


async def confirm(room: Room, table: TableInfo) -> str:
    return str((await refused(room.service.end(table.id, MODERATOR))).said["confirm"])


@pytest.mark.soak
async def test_a_game_played_to_its_end_gives_points_by_place_and_shares_of_what_was_scored(room: Room) -> None:
    cup = await opened(room, ANA, BEN, rounds=1)
    _, (table,) = await drawn(room, cup)
    await play(room, table, ANA)
    seats = await room.database.read(select(CupSeatRow))
    by = {one.entrant: one for one in seats}
    scores = {one.entrant: one.score for one in seats}
    assert {one.total for one in seats} == {sum(scores.values())}
    there = await sign_up.look(room.service.deps, ANA, cup.id)
    best = max(scores.values())
    assert there.state == "over"
    assert all((by[line.entrant.number].place == 1) == (line.points == 100) for line in there.lines)
    assert all(by[number].place == 1 for number, score in scores.items() if score == best)
    assert "cup_table" in "".join(await room.texts())


async def test_the_end_of_the_last_table_is_noted_once_and_the_round_drawn_once(room: Room) -> None:
    cup = await opened(room, *PEOPLE, rounds=2)
    there, tables = await drawn(room, cup)
    assert await rounds.draw(room.service.deps, HOST, cup.id) == there
    place = Place(HERE.guild, 5000)
    assert (await refused(rounds.open_table(room.service.deps, HOST, cup.id, 1, place))).code == "cup_opened"
    assert (await refused(rounds.open_table(room.service.deps, HOST, cup.id, 9, place))).code == "cup_opened"
    assert await room.service.table_in(5000, HOST) is None
    assert len({t.id for t in tables}) == 2


async def test_an_odd_number_sits_out_once_each_and_gets_a_point(room: Room) -> None:
    cup = await opened(room, ANA, BEN, CHO, kind="robin")
    out = []
    for _ in range(3):
        there, tables = await drawn(room, cup)
        out += [one.number for one in there.byes]
        for table in tables:
            await room.service.end(table.id, MODERATOR, confirm=await confirm(room, table))
    assert sorted(out) == [1, 2, 3]
    last = await sign_up.look(room.service.deps, HOST, cup.id)
    assert (last.state, {line.points for line in last.lines}) == ("over", {200})


async def test_whoever_goes_is_drawn_no_more_and_keeps_the_points(room: Room) -> None:
    cup = await opened(room, *PEOPLE, rounds=3)
    await sign_up.leave(room.service.deps, DEE, cup.id)
    assert [one.person for one in (await sign_up.look(room.service.deps, HOST, cup.id)).entrants] == [ANA, BEN, CHO]
    await sign_up.join(room.service.deps, DEE, cup.id)
    _, tables = await drawn(room, cup)
    gone = await sign_up.leave(room.service.deps, DEE, cup.id)
    assert [one.gone for one in gone.entrants] == [False, False, False, True]
    assert (await refused(sign_up.leave(room.service.deps, DEE, cup.id))).code == "cup_out"
    for table in tables:
        await room.service.end(table.id, MODERATOR, confirm=await confirm(room, table))
    second, _ = await drawn(room, cup)
    seated = [one.person for table in second.tables for one in table.entrants] + [one.person for one in second.byes]
    assert sorted(one.id for one in seated if one) == [ANA.id, BEN.id, CHO.id]
    assert next(line.points for line in second.lines if line.entrant.person == DEE) == 50


async def test_who_may_do_what_with_a_cup(room: Room) -> None:
    cup = await opened(room, ANA, BEN)
    for attempt in (rounds.draw(room.service.deps, ANA, cup.id), sign_up.end(room.service.deps, CHO, cup.id)):
        assert (await refused(attempt)).code == "cup_host"
    for attempt in (
        sign_up.look(room.service.deps, STRANGER, cup.id),
        sign_up.join(room.service.deps, STRANGER, cup.id),
        rounds.draw(room.service.deps, replace(STRANGER, moderator=True), cup.id),
        sign_up.look(room.service.deps, ANA, 99),
        sign_up.join(room.service.deps, replace(CHO, guild=None), cup.id),
    ):
        assert (await refused(attempt)).code == "no_cup"
    assert (await sign_up.look(room.service.deps, replace(ANA, guild=None), cup.id)).id == cup.id
    assert await sign_up.here(room.service.deps, STRANGER) == ()
    assert (await refused(sign_up.here(room.service.deps, replace(ANA, guild=None)))).code == "cup_where"
    await rounds.draw(room.service.deps, MODERATOR, cup.id)
    place = Place(HERE.guild, 5000)
    assert (await refused(rounds.open_table(room.service.deps, CHO, cup.id, 1, place))).code == "cup_host"
    await rounds.open_table(room.service.deps, BEN, cup.id, 1, place)
    assert (await refused(sign_up.join(room.service.deps, CHO, cup.id))).code == "cup_begun"
    word = (await refused(sign_up.end(room.service.deps, HOST, cup.id))).said["confirm"]
    assert (await sign_up.end(room.service.deps, HOST, cup.id, confirm=word)).state == "over"
    for attempt in (sign_up.join(room.service.deps, CHO, cup.id), rounds.draw(room.service.deps, HOST, cup.id)):
        assert (await refused(attempt)).code == "cup_over"


async def test_what_cannot_be_played_is_no_cup(room: Room) -> None:
    async def attempt(plan: CupPlan, place: Place = HERE, game: str = "walk") -> str:
        return (await refused(sign_up.open_cup(room.service, HOST, place, plan, game))).code

    assert await attempt(CupPlan(" ")) == "cup_name"
    assert await attempt(CupPlan("x", "robin", size=3)) == "cup_size"
    assert await attempt(CupPlan("x", size=40)) == "bad_option"
    assert await attempt(CupPlan("x", rounds=99)) == "bad_option"
    assert await attempt(CupPlan("x", days=-1)) == "bad_option"
    assert await attempt(CupPlan("x"), Place(None, 3)) == "cup_where"
    assert await attempt(CupPlan("x"), game="chess") == "unknown_game"
    few = await opened(room, ANA)
    assert (await refused(rounds.draw(room.service.deps, HOST, few.id))).code == "cup_few"
    three = await opened(room, ANA, BEN, CHO, rounds=4)
    assert (await refused(rounds.draw(room.service.deps, HOST, three.id))).code == "cup_rounds"
    assert await attempt(CupPlan("x")) == "too_many_own_cups"


@pytest.mark.parametrize(("kind", "most"), [("swiss", MOST_ENTRANTS), ("robin", MOST_IN_ROBIN)])
async def test_a_cup_has_room_for_so_many(room: Room, kind: str, most: int) -> None:
    people = [Person(10**16 + n, f"P{n}", HERE.guild) for n in range(most)]
    cup = await opened(room, *people, kind=kind)
    assert (await refused(sign_up.join(room.service.deps, people[0], cup.id))).code == "cup_in"
    assert (await refused(sign_up.join(room.service.deps, ANA, cup.id))).code == "cup_full"


async def test_when_the_time_of_a_round_is_up_npcs_answer_for_who_is_waited_for_until_they_are_back(room: Room) -> None:
    cup = await opened(room, ANA, BEN, rounds=1, days=7)
    there, (table,) = await drawn(room, cup)
    assert there.ends_at is not None
    assert not await room.service.ring(table.id, "cup")
    room.clock.now += 7 * DAY + 1
    assert await room.service.ring(table.id, "cup")
    assert [seat.by for seat in (await room.service.info(table.id)).seats] == ["npc", "npc"]
    await room.service.control(table.id, ANA, 1, "human")
    assert not await room.service.ring(table.id, "cup")
    room.clock.now += 3601
    await room.service.ring(table.id, "cup")
    assert (await room.service.info(table.id)).seats[0].by == "npc"


async def test_the_tables_of_a_cup_that_is_over_play_on_for_themselves(room: Room) -> None:
    cup = await opened(room, ANA, BEN, rounds=1, days=7)
    _, (table,) = await drawn(room, cup)
    word = (await refused(sign_up.end(room.service.deps, HOST, cup.id))).said["confirm"]
    await sign_up.end(room.service.deps, HOST, cup.id, confirm=word)
    room.clock.now += 7 * DAY + 1
    assert not await room.service.ring(table.id, "cup")
    assert {seat.by for seat in (await room.service.info(table.id)).seats} == {"human"}


async def test_a_cup_forgets_whoever_wants_to_be_forgotten_and_is_gone_two_years_after_its_end(room: Room) -> None:
    cup = await opened(room, ANA, BEN, CHO)
    about = json.loads((await room.service.personal_data(ANA)).raw)
    assert [(one["cup"], one["number"]) for one in about["cups"]] == [(cup.id, 1)]
    await room.service.forget_person(CHO)
    assert [one.person for one in (await sign_up.look(room.service.deps, HOST, cup.id)).entrants] == [ANA, BEN]
    _, tables = await drawn(room, cup)
    await room.service.forget_person(BEN)
    there = await sign_up.look(room.service.deps, HOST, cup.id)
    assert [(one.person, one.gone) for one in there.entrants] == [(ANA, False), (None, True)]
    await room.service.forget_person(HOST)
    word = (await refused(sign_up.end(room.service.deps, MODERATOR, cup.id))).said["confirm"]
    await sign_up.end(room.service.deps, MODERATOR, cup.id, confirm=word)
    assert [row.host for row in await room.database.read(select(CupRow))] == [0]
    room.clock.now += NAMES + DAY
    await purge(room.service.deps)
    for model in (CupRow, CupEntrantRow, CupSeatRow):
        assert await room.database.read(select(model)) == []
    assert (await room.service.info(tables[0].id)).id == tables[0].id


async def test_a_server_that_is_removed_has_given_its_cups_out_and_keeps_none(room: Room) -> None:
    cup = await opened(room, ANA, BEN)
    there = json.loads((await server_data.export(room.service.deps, HERE.guild or 0)).raw)["cups"]
    assert [(one["name"], one["players"]) for one in there] == [(cup.plan.name, ["Ana", "Ben"])]
    await server_data.announce(room.service.deps, HERE.guild or 0, MODERATOR)
    room.clock.now += 8 * DAY
    await server_data.remove_due(room.service.deps)
    assert await room.database.read(select(CupRow)) == []


async def test_nobody_signs_up_for_a_cup_that_nobody_looks_after(room: Room) -> None:
    await opened(room, ANA)
    room.clock.now += 31 * DAY
    await purge(room.service.deps)
    assert await room.database.read(select(CupRow)) == []


async def test_two_changes_at_once_are_both_made(room: Room) -> None:
    cup = await opened(room)
    await asyncio.gather(*(sign_up.join(room.service.deps, person, cup.id) for person in PEOPLE))
    there = await rows.read_cup(room.service.deps, cup.id)
    assert sorted(one.number for one in there.entrants) == [1, 2, 3, 4]
    assert {standing.points for standing in there.standings()} == {Fraction(0)}
    with pytest.raises(Refused, match="cup_in"):
        await sign_up.join(room.service.deps, ANA, cup.id)
