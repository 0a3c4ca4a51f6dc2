"""Several people go through several questions at the same time: what is stored, what others see, and the way back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlmodel import col, select

from bot.contract.snapshot import Done
from bot.contract.tables import Draft, Person, Sheet
from bot.features.files import verification
from bot.store.models import EntryRow
from tests.core.fair import FairGame
from tests.service.tables import ANA, BEN, CHO, DEE, HERE, Hand, Room, begun, opened_room, refused

EVE, FAY = (Person(10**17 + n, name, HERE.guild) for n, name in ((5, "Eve"), (6, "Fay")))
SIX = (ANA, BEN, CHO, DEE, EVE, FAY)
pytestmark = pytest.mark.usefixtures("fair_texts")


class Held(FairGame):
    """The fair, under the name that tables are opened with in these tests."""

    name = "walk"


@pytest.fixture
async def fair(tmp_path: Path) -> AsyncIterator[Room]:
    """A service at which fairs are held."""
    async with opened_room(tmp_path / "fair.db", game=Held()) as made:
        yield made


async def planning(made: Room) -> str:
    """A fair of six at which all plan; its first seat has opened it."""
    table = await begun(made, *SIX)
    await give(made, table, ANA, ["open"])
    return table


async def give(made: Room, table: str, person: Person, *batch: list[str]) -> Done:
    sheet = await made.service.sheet(table, person)
    return await made.service.answer(table, person, sheet.ask_no, batch)


async def key(made: Room, table: str, person: Person) -> str:
    request = (await made.service.sheet(table, person)).request
    return request.key if request else ""


def parts(sheet: Sheet) -> list[str]:
    """A division that gives all to as few as possible."""
    assert sheet.ask is not None
    return list(sheet.ask.deal_out(lambda room: room[0]))


async def entries(made: Room) -> list[tuple[str, str, int, float]]:
    async with made.database.session() as session:
        rows = (await session.execute(select(EntryRow).order_by(col(EntryRow.seq)))).scalars()
        return [(row.seat, row.key, row.ask_no, row.at) for row in rows]


async def test_each_goes_through_questions_of_his_own(fair: Room) -> None:
    table = await planning(fair)
    done = await give(fair, table, CHO, ["copper"])
    assert done.sheet is not None
    assert done.sheet.request is not None
    assert (done.sheet.request.key, done.sheet.request.own) == ("fair.coins", ())
    assert done.sheet.request.prompt.startswith("Divide ")
    assert [option.token for option in done.sheet.options] == ["north", "east", "south"]
    assert [await key(fair, table, person) for person in SIX] == ["fair.good"] * 2 + ["fair.coins"] + ["fair.good"] * 3
    await give(fair, table, CHO, parts(done.sheet))
    done = await give(fair, table, CHO, [])
    assert done.sheet is not None
    assert (done.sheet.request, done.sheet.answered) == (None, True)
    assert (await refused(fair.service.answer(table, CHO, None, [["copper"]]))).code == "not_asked"


async def test_nobody_sees_how_far_another_is(fair: Room) -> None:
    table = await planning(fair)
    before = await fair.service.sheet(table, ANA)
    posts, standing = await fair.posts(), await fair.service.standing(table)
    assert standing.ask is not None
    assert [seat.number for seat in standing.ask.asked] == [1, 2, 3, 4, 5, 6]
    for person in SIX[1:]:
        await give(fair, table, person, ["wool"], ["no"])
        assert await fair.service.sheet(table, ANA) == before
        assert await fair.service.standing(table) == standing
        assert await fair.posts() == posts
    assert (await fair.service.log(table, None)).lines[-1].text.endswith("says: open")


async def test_the_last_closes_it_and_all_is_told_in_the_order_of_the_seats(fair: Room) -> None:
    table = await planning(fair)
    for person in reversed(SIX):
        await give(fair, table, person, ["wool"], ["no"])
    told = [line.text for line in (await fair.service.log(table, None)).lines if "sells" in line.text]
    assert told == [f"seat_{n} sells nothing" for n in range(1, 7)]
    for person in SIX:
        assert (await fair.service.sheet(table, person)).undo == "closed"
        assert (await refused(fair.service.undo(table, person))).code == "undo_closed"


async def test_a_batch_is_taken_back_as_a_whole_and_one_answer_alone(fair: Room) -> None:
    table = await planning(fair)
    await give(fair, table, BEN, ["wool"])
    await give(fair, table, DEE, ["copper"])
    await give(fair, table, BEN, ["yes"], parts(await coins(fair, table, BEN)))
    fair.clock.now += 60
    await give(fair, table, EVE, ["wool"])
    given = await entries(fair)
    done = await fair.service.undo(table, BEN)
    assert done.sheet is not None
    assert (await key(fair, table, BEN), done.sheet.undo_key) == ("fair.sure", "fair.good")
    assert [await key(fair, table, person) for person in (DEE, EVE)] == ["fair.coins", "fair.sure"]
    assert await entries(fair) == [entry for entry in given if entry[1] not in {"fair.sure", "fair.coins"}]
    await fair.service.undo(table, BEN)
    assert await key(fair, table, BEN) == "fair.good"
    await fair.service.undo(table, EVE)
    assert await key(fair, table, EVE) == "fair.good"
    assert (await fair.service.sheet(table, FAY)).undo == "answered"


async def coins(made: Room, table: str, person: Person) -> Sheet:
    """What the person would be asked once the good is bought: tried without effect."""
    seat = await made.service.seat(table, person)
    run, sheet = seat.preview([["yes"]]), seat.sheet
    assert run.request is not None
    [ask] = run.request.asks
    return type(sheet)(**{name: getattr(sheet, name) for name in sheet.__dataclass_fields__} | {"ask": ask})


async def test_an_old_click_in_the_own_flow_is_stale_and_a_double_click_counts_once(fair: Room) -> None:
    table = await planning(fair)
    first = await fair.service.sheet(table, BEN)
    await fair.service.answer(table, BEN, first.ask_no, [["wool"]])
    again = await fair.service.answer(table, BEN, first.ask_no, [["wool"]])
    assert again.repeated
    assert (await refused(fair.service.answer(table, BEN, first.ask_no, [["cedar"]]))).code == "stale"
    second = await fair.service.sheet(table, BEN)
    await fair.service.undo(table, BEN)
    assert (await refused(fair.service.answer(table, BEN, second.ask_no, [["no"]]))).code == "stale"
    assert (await refused(fair.service.answer(table, BEN, first.ask_no, [["wool"]]))).code == "stale"
    third = await fair.service.sheet(table, BEN)
    assert len({first.ask_no, second.ask_no, third.ask_no}) == 3
    assert (await fair.service.sheet(table, CHO)).ask_no == first.ask_no


async def test_no_later_question_has_a_number_that_somebody_had_before(fair: Room) -> None:
    table = await planning(fair)
    numbers = []
    for person in SIX:
        for batch in (["wool"], ["no"]):
            numbers.append((await fair.service.sheet(table, person)).ask_no)
            await give(fair, table, person, batch)
    assert (await fair.service.info(table)).ask_no > max(numbers)


async def test_a_restart_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    hand = Hand()
    async with opened_room(tmp_path / "a.db", hand, Held()) as before:
        table = await planning(before)
        await give(before, table, BEN, ["wool"])
        await give(before, table, CHO, ["copper"])
        sheets = [await before.service.sheet(table, person) for person in SIX]
    async with opened_room(tmp_path / "a.db", hand, Held()) as after:
        assert [await after.service.sheet(table, person) for person in SIX] == sheets
        await after.service.undo(table, CHO)
        assert await key(after, table, CHO) == "fair.good"


async def test_an_owner_lends_his_seat_to_the_npc_in_the_middle(fair: Room) -> None:
    table = await planning(fair)
    await give(fair, table, BEN, ["wool"])
    await fair.service.control(table, BEN, 2, "npc")
    await fair.service.control(table, BEN, 2, "human")
    assert (await fair.service.sheet(table, BEN)).answered
    for person in (ANA, CHO, DEE, EVE, FAY):
        await give(fair, table, person, ["wool"], ["no"])
    assert (await fair.service.standing(table)).view["day"] == 2


async def test_a_draft_belongs_to_the_own_question(fair: Room) -> None:
    table = await planning(fair)
    await give(fair, table, BEN, ["copper"])
    number = (await fair.service.sheet(table, BEN)).ask_no
    await fair.service.save_draft(table, BEN, number, Draft(("north:2",), "", {}, 0))
    await give(fair, table, CHO, ["copper"])
    kept = (await fair.service.sheet(table, BEN)).draft
    assert kept is not None
    assert (kept.picks, kept.dropped) == (("north:2",), ())
    assert (await fair.service.sheet(table, CHO)).draft is None
    await fair.service.undo(table, BEN)
    assert (await fair.service.sheet(table, BEN)).draft is None


async def test_a_request_to_go_back_tells_nobody_who_has_answered(fair: Room) -> None:
    table = await planning(fair)
    before = await fair.service.back_points(table, ANA)
    await give(fair, table, BEN, ["wool"], ["no"])
    assert await fair.service.back_points(table, ANA) == before
    asked = await fair.service.ask_back(table, CHO, 0)
    assert [seat.number for seat in asked.asked] == [1]


async def test_the_finished_fair_follows_from_its_number(fair: Room) -> None:
    table = await planning(fair)
    for person in SIX:
        await give(fair, table, person, ["wool"], ["no"])
    await give(fair, table, BEN, ["close"])
    proof = await verification.verify_game(fair.service, table)
    assert (proof.fits, proof.difference) == (True, "")
