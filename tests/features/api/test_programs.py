"""Programs with seats of their own: registered, seated, marked, late, and gone."""

from __future__ import annotations

import json

import pytest
from sqlmodel import select

from bot.contract.tables import Person, Place, Refused, TableInfo
from bot.features.api import programs
from bot.features.statistics.models import GameStatRow, ResultRow
from bot.store.person_models import NoticeRow
from bot.tables.alarm_clock import Clock
from bot.ui.parts import controls
from tests.features.api.program import Program, end_game
from tests.ui.table.room import ANA, BEN, CHO, said
from tests.web.site import Site


async def hal_of(site: Site, owner: Person = ANA) -> tuple[Person, Program]:
    """A program of that person, as a player and as what speaks to the API."""
    token = await programs.register(site.room.service.deps, owner, "Hal")
    (player,) = await programs.registered(site.room.service.deps, owner)
    return player, Program(site, token)


async def begun(site: Site, hal: Person, *others: Person, channel: int = 80, **settings: str) -> TableInfo:
    """A game of Culture Wars of Ana, a program and others."""
    service = site.room.service
    info = await service.open_table(ANA, Place(5, channel), "culture_wars", differing=settings or None)
    await programs.seat(service, info.id, ANA, -hal.id)
    for person in others:
        await service.join(info.id, person)
    return (await service.start(info.id, ANA)).info


async def until_asked(site: Site, table: str, hal: Program) -> None:
    """Ana answers until the program is asked."""
    for _ in range(300):
        if await hal.waiting():
            return
        sheet = await site.room.service.sheet(table, ANA)
        assert sheet.ask is not None
        await site.room.service.answer(table, ANA, None, [list(sheet.ask.options)[: max(1, sheet.ask.least)]])
    raise AssertionError("the program is never asked")


async def test_a_program_is_registered_in_prefs_and_seated_by_the_host(site: Site) -> None:
    room = site.room
    assert "Programs" in repr(await room.press(ANA, "prefs_show"))
    made = said(await room.press(ANA, "prog_sent", fields={"token": ("Hal  9000",)}))
    token = next(line for line in made.splitlines() if "nisaba_" in line).strip("`")
    assert "Hal 9000 (program)" in made.replace("\\", "")
    info = await room.service.open_table(ANA, Place(5, 80), "culture_wars")
    await room.service.join(info.id, BEN)
    assert "prog_table" in [one.verb for one in controls(await room.press(ANA, "more", table=info.id))]  # type: ignore[arg-type]
    assert "prog_table" not in [one.verb for one in controls(await room.press(BEN, "more", table=info.id))]  # type: ignore[arg-type]
    (number,) = [str(-one.id) for one in await programs.registered(room.service.deps, ANA)]
    assert "host" in said(await room.press(BEN, "prog_seat", "", number, table=info.id)).lower()
    assert "has a seat" in said(await room.press(ANA, "prog_seat", "", number, table=info.id))
    names = [seat.person and seat.person.name for seat in (await room.service.info(info.id)).seats]
    assert names == ["Ana", "Ben", "Hal 9000 (program)"]
    seats = (await Program(site, token).get(f"/tables/{info.id}"))["table"]["seats"]
    assert [(seat["player"], seat["program"]) for seat in seats][2] == ("Hal 9000 (program)", True)
    assert [seat["program"] for seat in seats] == [False, False, True]
    assert "is out" in said(await room.press(ANA, "prog_out", "", number, table=info.id))
    assert len((await room.service.info(info.id)).seats) == 2


async def test_only_programs_of_people_at_the_table_can_be_seated(site: Site) -> None:
    service = site.room.service
    hal, _ = await hal_of(site, CHO)
    info = await service.open_table(ANA, Place(5, 80), "culture_wars")
    with pytest.raises(Refused, match="program_gone"):
        await programs.seat(service, info.id, ANA, -hal.id)
    await service.join(info.id, CHO)
    with pytest.raises(Refused, match="host_only"):
        await programs.seat(service, info.id, CHO, -hal.id)
    await programs.seat(service, info.id, ANA, -hal.id)
    with pytest.raises(Refused, match="joined"):
        await programs.seat(service, info.id, ANA, -hal.id)
    for number in (0, -1, 99, -hal.id + 1):
        with pytest.raises(Refused, match="program_gone"):
            await programs.take_out(service, info.id, ANA, number)
    await programs.take_out(service, info.id, CHO, -hal.id)


async def test_a_program_sees_its_seat_alone_and_other_tables_not_at_all(site: Site) -> None:
    hal, program = await hal_of(site)
    info = await begun(site, hal)
    other = await site.room.service.open_table(ANA, Place(5, 81), "culture_wars")
    assert [table["id"] for table in (await program.get("/tables"))["tables"]] == [info.id]
    assert await program.status(f"/tables/{info.id}?seat=2") == 200
    assert await program.status(f"/tables/{info.id}?seat=1") == 403
    assert await program.status(f"/tables/{other.id}") == 404
    ana = await Program.of(site, ANA)
    assert await ana.status(f"/tables/{info.id}?seat=2") == 403, "nor does whoever registered it see that seat"


async def test_nobody_writes_to_a_program_or_mentions_it(site: Site) -> None:
    hal, program = await hal_of(site)
    info = await begun(site, hal, BEN)
    await until_asked_by_anyone(site, info.id, program)
    for _ in range(8):
        site.room.now += 86400.0
        await Clock(site.room.service, lambda: site.room.now).close_due()
    posts = await site.room.posts()
    assert posts
    assert [post for post in posts if (post.user or 0) < 0 or any(one < 0 for one in post.mentions)] == []
    assert "<@-" not in repr(posts)
    assert "(program)" in repr(posts).replace("\\", "")
    assert [row for row in await site.room.database.read(select(NoticeRow)) if row.person < 0] == []


async def until_asked_by_anyone(site: Site, table: str, hal: Program) -> None:
    """Ana and Ben answer until the program is asked."""
    for _ in range(300):
        if await hal.waiting():
            return
        for person in (ANA, BEN):
            sheet = await site.room.service.sheet(table, person)
            if sheet.ask is not None:
                picks = list(sheet.ask.options)[: max(1, sheet.ask.least)]
                await site.room.service.answer(table, person, None, [picks])
                break
    raise AssertionError("the program is never asked")


@pytest.mark.parametrize("late", ["wait", "offer", "npc"])
async def test_where_a_program_is_late_the_computer_answers(site: Site, late: str) -> None:
    hal, program = await hal_of(site)
    info = await begun(site, hal, pace="daily", late=late)
    await until_asked(site, info.id, program)
    (asked,) = await program.waiting()
    assert asked["question"]["deadline"] is not None
    site.room.now += 86400.0 * 3
    await Clock(site.room.service, lambda: site.room.now).close_due()
    assert asked not in await program.waiting()
    status, told = await program.answer(asked, ["done"])
    assert (status, told["error"]) in {(409, "stale"), (409, "not_asked")}
    assert [seat.by for seat in (await site.room.service.info(info.id)).seats] == ["human", "human"]


async def test_a_program_has_no_vote(site: Site) -> None:
    hal, program = await hal_of(site)
    info = await begun(site, hal)
    await until_asked(site, info.id, program)
    with pytest.raises(Refused) as asked:
        await site.room.service.end(info.id, ANA)
    over = await site.room.service.end(info.id, ANA, confirm=str(asked.value.said["confirm"]))
    assert isinstance(over, TableInfo)
    assert over.state == "over"


async def test_a_program_that_ends_leaves_its_seats_to_the_computer(site: Site) -> None:
    hal, program = await hal_of(site)
    info = await begun(site, hal)
    lobby = await site.room.service.open_table(ANA, Place(5, 81), "culture_wars")
    await programs.seat(site.room.service, lobby.id, ANA, -hal.id)
    assert not await programs.unregister(site.room.service.deps, BEN, -hal.id)
    assert "ended" in said(await site.room.press(ANA, "prog_end", "", str(-hal.id)))
    assert await program.status("/tables") == 401
    there = await site.room.service.info(info.id)
    assert [(seat.person and seat.person.id, seat.by) for seat in there.seats] == [(ANA.id, "human"), (None, "npc")]
    assert len((await site.room.service.info(lobby.id)).seats) == 1
    assert await programs.registered(site.room.service.deps, ANA) == []
    again, _ = await hal_of(site)
    assert again.id != hal.id, "a new program never has the seats of an old one"


async def test_programs_go_with_their_person(site: Site) -> None:
    hal, program = await hal_of(site, BEN)
    service = site.room.service
    info = await service.open_table(ANA, Place(5, 80), "culture_wars")
    await service.join(info.id, BEN)
    await programs.seat(service, info.id, ANA, -hal.id)
    await service.start(info.id, ANA)
    kept = json.loads((await service.personal_data(BEN)).raw)["programs"]
    assert [one["name"] for one in kept] == ["Hal"]
    await service.forget_person(BEN)
    assert await program.status("/tables") == 401
    there = await service.info(info.id)
    assert [seat.by for seat in there.seats if seat.person is None] == ["npc"]


async def test_a_lobby_belongs_to_people(site: Site) -> None:
    hal, _ = await hal_of(site, BEN)
    service = site.room.service
    info = await service.open_table(ANA, Place(5, 80), "culture_wars")
    await service.join(info.id, BEN)
    await programs.seat(service, info.id, ANA, -hal.id)
    left = await service.leave(info.id, ANA)
    assert left.host.id == BEN.id
    closed = await service.leave(info.id, BEN)
    assert closed.state == "over"
    assert closed.seats == ()


async def test_results_and_files_know_no_program(site: Site) -> None:
    hal, program = await hal_of(site)
    info = await begun(site, hal)
    await until_asked(site, info.id, program)
    await end_game(site, info.id)
    for model in (ResultRow, GameStatRow):
        rows = await site.room.database.read(select(model))
        assert [row for row in rows if getattr(row, "person", 1) < 0 or getattr(row, "number", 1) == 2] == []
    record = await (await Program.of(site, ANA)).get(f"/tables/{info.id}/record")
    assert [seat["person"] for seat in record["table"]["seats"]] == [ANA.id, None]
    assert [seat["name"] for seat in record["table"]["seats"]] == ["Ana", "Hal (program)"]


async def test_programs_have_a_maximum_and_a_name(site: Site) -> None:
    deps = site.room.service.deps
    with pytest.raises(Refused, match="program_unnamed"):
        await programs.register(deps, ANA, " \n ")
    for n in range(programs.MOST):
        await programs.register(deps, ANA, f"Hal {n}")
    with pytest.raises(Refused, match="programs_full"):
        await programs.register(deps, ANA, "one more")
