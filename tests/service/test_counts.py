"""What a press costs the database and the rules: trips, reads, writes by table and kind, replays."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.contract import table_ids
from bot.contract.tables import Batch, Person, Place
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.tables.game_service import GameService
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import Deps
from bot.ui.parts import Address, Screen, Text
from bot.ui.posts.post_factory import PostFactory
from bot.ui.settings.notices import Notices
from bot.ui.settings.reader_style import ReaderStyle
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from engine.core.ask import Seat
from engine.core.game import View
from engine.core.table import Table
from engine.core.trial import DryRun, Trial
from engine.games import GAMES
from tests.service.byhand import FOUR, Evening
from tests.service.counting import Counts, counted
from tests.service.databases import ready, url_of
from tests.service.tables import ANA, BEN, Hand
from tests.ui.play.fake_service import Presser
from tests.ui.play.verbs import handlers

SENDING = ("go", "stop", "f_go", "f_none", "take")


class Screens:
    """People at the screens of one table, over a service whose work is counted."""

    def __init__(self, database: Database, service: GameService, table: str) -> None:
        self.database, self.service, self.table = database, service, table
        self.handlers = handlers(service)

    def of(self, person: Person) -> Presser:
        """A person at an empty screen."""
        return Presser(self.handlers, person)

    async def look(self, who: Presser, option: str = "") -> Counts:
        """What My turn costs."""
        with counted(self.database) as counts:
            await who.go(Address(self.table.lower(), None, "seat", option), private=False)
        return counts

    async def steps(self, who: Presser, most: int) -> list[Counts]:
        """What each choice of a plan costs."""
        found: list[Counts] = []
        while len(found) < most and (menu := next((m for m in who.menus() if m.verb in {"add", "pick"}), None)):
            with counted(self.database) as counts:
                await who.choose(menu.verb, menu.choices[0].value)
            found.append(counts)
        return found

    async def confirm(self, who: Presser, *verbs: str) -> Counts:
        """What the button that sends costs."""
        button = next(b for verb in verbs or SENDING for b in who.buttons() if b.verb == verb)
        with counted(self.database) as counts:
            await who.press_button(button)
        return counts


KEYS = ("growth.retire", "card.play", "card.negate", "card.look", "competition.removal", "draw.discard")
PLACES: dict[str, tuple[bytes, float]] = {}
"""Where each of these is first asked: the database and the time."""


async def find_places(folder: Path) -> None:
    """Play ACME with four people on until all has been asked."""
    made = Evening(folder / "all.db", 4)
    await made.begin()
    await made.set_up()
    while missing := set(KEYS) - set(PLACES):
        for key in missing & {key for person in FOUR if (key := await asked_of(made, person))}:
            with closing(sqlite3.connect(folder / "all.db")) as there:
                PLACES[key] = (there.serialize(), made.clock.now)
        await made.go_on()
    await made.database.close()


async def asked_of(evening: Evening, person: Person) -> str:
    """The key of what that person is asked."""
    request = (await evening.game_service.sheet(evening.table, person)).request
    return request.key if request is not None else ""


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """ACME with four people."""
    if not PLACES:
        await find_places(tmp_path)
    made = Evening(tmp_path / "a.db", 4)
    made.table = table_ids.spell_id(1)
    yield made
    await made.database.close()


async def asked(evening: Evening, key: str) -> tuple[Screens, Person]:
    """The table as soon as that is asked, with whoever is asked first; everybody has looked at it just now."""
    stored, evening.clock.now = PLACES[key]
    put(evening, stored)
    asked_now = [person for person in FOUR if await asked_of(evening, person) == key]
    return Screens(evening.database, evening.game_service, evening.table), asked_now[0]


def put(evening: Evening, stored: bytes) -> None:
    """Let that be its database, at which nobody has looked yet."""
    Path(str(evening.database.engine.url.database)).write_bytes(stored)


def within_a_look(counts: Counts) -> bool:
    """One trip, one read, nothing written."""
    return (counts.trips, counts.reads, dict(counts.writes)) == (1, 1, {})


def within_a_change(counts: Counts) -> bool:
    """Two reads and what is written, a step replayed once, one statement for each table and kind."""
    return counts.trips <= 3 and counts.reads <= 2 and counts.replays <= 1 and not counts.repeated()


@pytest.mark.soak
async def test_a_growth_plan_is_confirmed_within_the_budget(evening: Evening) -> None:
    screens, person = await asked(evening, "growth.retire")
    who = screens.of(person)
    assert within_a_look(await screens.look(who))
    steps = await screens.steps(who, 20)
    assert len(steps) > 3
    assert all(within_a_change(step) for step in steps)
    assert sum(step.replays for step in steps) == 0
    confirmed = await screens.confirm(who)
    assert within_a_change(confirmed)
    assert confirmed.writes["insert", "entry"] == 1
    assert (await evening.game_service.sheet(evening.table, person)).request is None


async def test_a_growth_plan_after_a_restart_is_restored_once_and_tried_once(evening: Evening) -> None:
    screens, person = await asked(evening, "growth.retire")
    who = screens.of(person)
    await screens.look(who)
    await screens.steps(who, 20)
    evening.game_service.deps.forget(1)
    confirmed = await screens.confirm(who)
    assert (confirmed.trips, confirmed.replays, confirmed.repeated()) == (3, 2, {})


@pytest.mark.parametrize("paid", ["", "1"])
async def test_a_fight_plan_is_confirmed_within_the_budget(evening: Evening, paid: str) -> None:
    screens, person = await asked(evening, "competition.removal")
    who = screens.of(person)
    await screens.look(who)
    assert within_a_look(await screens.look(who))
    if paid:
        with counted(screens.database) as counts:
            await who.choose("f_pay", paid)
        assert within_a_change(counts)
    assert within_a_change(await screens.confirm(who, "f_go" if paid else "f_none"))


@pytest.mark.parametrize("key", ["draw.discard", "card.look"])
async def test_a_single_choice_is_made_within_the_budget(evening: Evening, key: str) -> None:
    screens, person = await asked(evening, key)
    who = screens.of(person)
    await screens.look(who)
    assert within_a_look(await screens.look(who))
    assert all(within_a_change(step) for step in await screens.steps(who, 1))
    assert within_a_change(await screens.confirm(who))


async def test_an_answer_is_sealed_within_the_budget(evening: Evening) -> None:
    screens, _ = await asked(evening, "card.negate")
    for person in FOUR:
        who = screens.of(person)
        await screens.look(who)
        assert within_a_look(await screens.look(who))
        if (await evening.game_service.sheet(evening.table, person)).ask is not None:
            assert within_a_change(await screens.confirm(who))


async def test_whoever_is_not_asked_looks_within_the_budget(evening: Evening) -> None:
    screens, asked_now = await asked(evening, "card.play")
    for person in FOUR:
        who = screens.of(person)
        await screens.look(who)
        assert within_a_look(await screens.look(who)), (person, asked_now)


async def cultures(tmp_path: Path, people: tuple[Person, ...], key: str, seats: int = 1) -> tuple[Screens, Person]:
    """Culture Wars, played until that is asked; each person with so many seats."""
    database, clock = Database(url_of(tmp_path / "c.db")), Hand()
    await ready(database)
    room = GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), clock, lambda: "cultures", FileKey("key"), features=ALL)
    )
    info = await room.open_table(people[0], Place(5, 77), "culture_wars")
    for person in people[1:]:
        await room.join(info.id, person)
    for person in people:
        for _ in range(seats - 1):
            await room.join(info.id, person, again=True)
    await room.start(info.id, people[0])
    dice = random.Random(4)
    while True:
        for person in people:
            sheet = await room.sheet(info.id, person)
            if sheet.request is not None and sheet.request.key == key:
                return Screens(database, room, info.id), person
            if sheet.ask is not None:
                picks = dice.sample(sheet.ask.options, max(1, sheet.ask.least))
                await room.answer(info.id, person, sheet.ask_no, [picks], seat=sheet.seat.number)
                break


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["tile.move", "token.start", "movement.move"])
async def test_an_action_of_culture_wars_is_confirmed_within_the_budget(tmp_path: Path, key: str) -> None:
    screens, person = await cultures(tmp_path, (ANA, BEN), key)
    who = screens.of(person)
    await screens.look(who)
    assert within_a_look(await screens.look(who))
    assert all(within_a_change(step) for step in await screens.steps(who, 2))
    assert within_a_change(await screens.confirm(who))
    await screens.database.close()


@pytest.mark.soak
async def test_somebody_with_several_seats_looks_and_confirms_within_the_budget(tmp_path: Path) -> None:
    screens, person = await cultures(tmp_path, (ANA, BEN), "movement.move", seats=2)
    who = screens.of(person)
    await screens.look(who)
    assert within_a_look(await screens.look(who))
    own = [seat.number for seat in (await screens.service.sheet(screens.table, person)).own]
    assert len(own) == 2
    for number in own:
        assert within_a_look(await screens.look(who, str(number)))
    await screens.look(who)
    await screens.steps(who, 1)
    assert within_a_change(await screens.confirm(who))
    await screens.database.close()


async def test_who_plays_alone_confirms_within_the_budget(tmp_path: Path) -> None:
    """Each answer is followed by the next question of the same person, on the same screen."""
    screens, person = await cultures(tmp_path, (ANA,), "movement.move", seats=3)
    who = screens.of(person)
    await screens.look(who)
    confirmed = 0
    for _ in range(6):
        await screens.steps(who, 2)
        if any(b.verb in SENDING for b in who.buttons()):
            assert within_a_change(await screens.confirm(who))
            confirmed += 1
    assert confirmed
    await screens.database.close()


async def test_what_stands_on_top_of_a_screen_is_one_read(evening: Evening) -> None:
    screens, person = await asked(evening, "growth.retire")
    looks, visit = (
        ReaderStyle(screens.service, Notices(screens.service).prepend),
        Visit(person.id, table=screens.table, verb="seat"),
    )
    shown = Screen((Text("A screen"),), screens.table)
    assert "time zone" in str(await looks.apply(shown, visit))
    with counted(evening.database) as counts:
        assert await looks.apply(shown, visit) == shown
    assert within_a_look(counts)


async def test_what_is_tried_for_a_screen_is_tried_off_the_loop(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens, person = await asked(evening, "growth.retire")
    threads: list[threading.Thread] = []
    run = Trial.run

    def noted(self: Trial, batch: Batch) -> DryRun:
        threads.append(threading.current_thread())
        return run(self, batch)

    monkeypatch.setattr(Trial, "run", noted)
    who = screens.of(person)
    await screens.look(who)
    await screens.steps(who, 20)
    await screens.confirm(who)
    assert len(threads) > 10
    assert threading.current_thread() not in threads


async def test_a_position_is_looked_at_once_however_many_screens_are_made_of_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens, person = await asked(evening, "growth.retire")
    seen: list[object] = []
    view = Table.view

    def noted(self: Table[Any], seat: Seat | None) -> View:
        seen.append(seat if isinstance(self, RecordedTable) else "tried")
        return view(self, seat)

    monkeypatch.setattr(Table, "view", noted)
    who = screens.of(person)
    await screens.look(who)
    steps = await screens.steps(who, 20)
    assert len(steps) > 3
    assert [seat for seat in seen if seat != "tried"] == []
    await screens.confirm(who)
    assert len([seat for seat in seen if seat != "tried"]) == len(FOUR) + 1
