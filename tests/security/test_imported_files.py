"""Files of strangers: what is no game that could have been played is refused, and nothing of it is written."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import threading
import zlib
from codecs import BOM_UTF8
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import discord
import msgspec
import pytest
from sqlmodel import func, select

from bot.contract.tables import Person, Place, Refused
from bot.features.files import admission, export_import, file_format, verification
from bot.features.files.export_import import admit_file
from bot.features.files.file_format import FILE, Saved, decompress, pack, packed_sealed
from bot.features.files.screens import contents
from bot.features.statistics import results
from bot.store.file_key import FileKey
from bot.store.models import EntryRow, OutboxRow, SeatRow, TableRow
from tests.bot.fake_game import Walk, WalkGame
from tests.security.file_edits import FLOWN, VARIANTS, Table, answers, position, put, record, standing
from tests.service.tables import ANA, BEN, CHO, DEE, Hand, Room, begun, give, opened_room, played, refused, stop

THERE = Place(5, 88)
HOUSE = FileKey("the key of the house")


class Strict(WalkGame):
    """Nobody stands before the start."""

    def problems(self, s: Walk) -> list[str]:
        return [f"{seat} stands at {at}" for seat, at in s.at.items() if at < 0]


@pytest.fixture
async def room(tmp_path: Path) -> Any:
    async with opened_room(tmp_path / "a.db", game=Strict()) as made:
        yield made


async def file_of(made: Room, *, over: bool) -> Table:
    """What the file of such a game holds: finished, or running."""
    table = await played(made)
    if over:
        await stop(made.service, table)
    else:
        made.game_service.deps = dataclasses.replace(made.game_service.deps, file_key=FileKey("open"))
    raw = (await export_import.export(made.service, table, ANA)).raw
    return dict(json.loads(raw)["table"])


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Table]:
    """The files of a game, running and over."""

    async def made(*, over: bool) -> Table:
        async with opened_room(tmp_path_factory.mktemp("files") / "a.db", game=Strict()) as there:
            return await file_of(there, over=over)

    return {over: asyncio.run(made(over=over)) for over in (False, True)}


def forged(table: Table) -> bytes:
    """The file that says so, with a checksum that fits wherever one can be computed."""
    try:
        return pack(msgspec.convert(table, Saved))
    except msgspec.ValidationError:
        return json.dumps({"nisaba": 1, "table": table, "checksum": "0" * 64}).encode()


async def rows(made: Room) -> list[int]:
    """How much is stored."""
    async with made.database.session() as session:
        counts = [select(func.count()).select_from(model) for model in (TableRow, SeatRow, EntryRow, OutboxRow)]
        return [int((await session.execute(count)).scalar_one()) for count in counts]


def require_refused(raw: bytes, reason: str, what: str = "") -> None:
    """The file is refused for that reason."""
    with pytest.raises(Refused) as found:
        admit_file(raw, HOUSE, {"walk": Strict()}, Hand()())
    said = found.value.said
    assert (found.value.code, said["reason"]) == ("import", reason)
    assert what in str(said.get("what", ""))


def sealed(raw: bytes) -> bytes:
    """A file sealed by the house itself."""
    inner = HOUSE.seal(raw)
    assert inner is not None
    return packed_sealed(inner)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_finished_game_that_was_edited_is_refused(plain: dict[bool, Table], name: str) -> None:
    change, reason, what = VARIANTS[name]
    table = deepcopy(plain[True])
    change(table)
    require_refused(forged(table), reason, what)


RUNNING = {
    "seats the position has not": (put("seats", 0, "seat", value="egypt"), "damaged", "seats"),
    "over at its last step": (record(step=None, entries=[], first=5), "damaged", ""),
    "an end": (put("over_at", value=2_000_000_000.0), "damaged", ""),
    "a position that cannot be": (standing(at={"seat_1": -3, "seat_2": 0}), "damaged", "stands at -3"),
    "an answer that is no option": (answers(FLOWN), "damaged", "no longer fits"),
    "a question far too high": (put("ask", value=10_000_000), "damaged", "$.table.ask"),
    "a stored position that grows": (position(zlib.compress(b" " * 10_000_000, 9)), "large", "inflated"),
}


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_game_is_looked_at_as_strictly_though_it_is_sealed(plain: dict[bool, Table], name: str) -> None:
    change, reason, what = RUNNING[name]
    table = deepcopy(plain[False])
    change(table)
    require_refused(sealed(forged(table)), reason, what)


BYTES: dict[str, tuple[bytes, str, str]] = {
    "nothing": (b"", "damaged", ""),
    "no JSON": (b"PK\x03\x04", "damaged", ""),
    "no UTF-8": (b'{"nisaba": 1, "sealed": "\xff\xfe"}', "damaged", "utf-8"),
    "a list": (b"[1]", "damaged", ""),
    "another file": (b'{"a": 1}', "damaged", "nisaba"),
    "a release in words": (b'{"nisaba": "1"}', "damaged", "nisaba"),
    "a later release": (b'{"nisaba": 99, "anything": []}', "newer", ""),
    "neither open nor sealed": (b'{"nisaba": 1}', "other_key", ""),
    "a hundred thousand levels": (b'{"nisaba": 1, "table": ' + b"[" * 100_000, "damaged", "recursion"),
    "a hundred thousand levels of something else": (b'{"x": ' + b"[" * 100_000, "damaged", "recursion"),
    "eleven megabytes": (b'{"nisaba": 1, "sealed": "' + b"x" * FILE + b'"}', "large", "file"),
    "another bot sealed it": (packed_sealed(FileKey("another").seal(b"{}") or b""), "other_key", ""),
    "sealed by nobody": (packed_sealed(b"gAAAAA"), "other_key", ""),
}


@pytest.mark.parametrize("name", BYTES)
def test_what_is_no_file_of_a_game_is_refused(name: str) -> None:
    require_refused(*BYTES[name])


def test_a_sealed_file_in_a_sealed_file_is_refused() -> None:
    require_refused(sealed(b'{"nisaba": 1, "sealed": "x"}'), "damaged", "table")


def test_a_changed_byte_is_found(plain: dict[bool, Table]) -> None:
    raw = forged(plain[True])
    require_refused(raw.replace(b'"npcs":0', b'"npcs":1'), "damaged", "checksum")


@pytest.mark.soak
async def test_nothing_is_written_of_what_is_refused_and_verifying_refuses_it_too(
    room: Room, plain: dict[bool, Table]
) -> None:
    before = await rows(room)
    for change, reason, _ in VARIANTS.values():
        table = deepcopy(plain[True])
        change(table)
        raw = forged(table)
        refusal = await refused(export_import.import_table(room.service.deps, CHO, THERE, raw))
        assert (refusal.code, refusal.said["reason"]) == ("import", reason)
        if reason != "open":
            refusal = await refused(verification.verify_game(room.service, "1", raw))
            assert (refusal.code, refusal.said["reason"]) == ("import", reason)
    assert await rows(room) == before
    assert await room.service.table_in(THERE.channel) is None


@pytest.mark.soak
def test_inflating_stops_at_its_limit() -> None:
    grown = zlib.compress(bytes(50_000_000), 9)
    with pytest.raises(Refused) as found:
        decompress(grown, 100_000)
    assert found.value.said["reason"] == "large"
    assert decompress(zlib.compress(b"abc"), 3) == b"abc"


def test_no_file_is_inflated_at_once() -> None:
    for module in (admission, export_import, file_format):
        assert "zlib.decompress(" not in Path(str(module.__file__)).read_text()


class Endless(Strict):
    """A game whose steps lead to each other for ever."""

    def __init__(self) -> None:
        self.steps = {**WalkGame.steps, "deal": again}


async def again(s: Walk) -> str | None:
    """Nothing but itself once more."""
    return "deal"


def test_a_position_from_which_no_question_ever_comes_is_refused(plain: dict[bool, Table]) -> None:
    table = deepcopy(plain[True])
    record(step="deal", entries=[], first=len(table["entries"]))(table)
    with pytest.raises(Refused) as found:
        admit_file(forged(table), HOUSE, {"walk": Endless()}, Hand()())
    assert (found.value.said["reason"], found.value.said["what"]) == ("damaged", "no question comes")


async def test_a_file_is_read_beside_the_event_loop(
    room: Room, plain: dict[bool, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[threading.Thread] = []

    def noted(*given: Any) -> Saved:
        readers.append(threading.current_thread())
        return admit_file(*given)

    monkeypatch.setattr(export_import, "admit_file", noted)
    await export_import.import_table(room.service.deps, CHO, THERE, forged(plain[True]))
    assert readers
    assert threading.main_thread() not in readers


class Attached:
    """An attachment of Discord that is too large to be fetched."""

    size = FILE + 1

    async def read(self) -> bytes:
        """Never called."""
        raise AssertionError("it was fetched")


async def test_a_file_that_is_too_large_is_not_even_fetched() -> None:
    refusal = await refused(contents(cast("discord.Attachment", Attached())))
    assert (refusal.code, refusal.said["reason"]) == ("import", "large")


# -- what is taken --------------------------------------------------------------------------------------------------


async def test_a_finished_game_is_there_to_be_looked_at_and_concerns_nobody(
    room: Room, plain: dict[bool, Table]
) -> None:
    table = deepcopy(plain[True])
    before = len(await room.posts())
    info = await export_import.import_table(room.service.deps, CHO, THERE, forged(table))
    assert (info.state, info.host) == ("over", CHO)
    assert [(seat.person, seat.name, seat.reserved) for seat in info.seats] == [
        (None, "Ana", False),
        (None, "Ben", False),
    ]
    assert len(await room.posts()) == before
    assert await room.posts(CHO.id) == []
    assert (await room.service.standing(info.id)).ask is None
    points = await room.service.checkpoints(info.id)
    assert len(points) == len(table["points"])
    assert (await room.service.history(info.id, points[-1].no))["turn"] == 1
    assert (await room.service.log(info.id, None)).lines
    for change in (
        room.service.answer(info.id, ANA, None, [["walk"]]),
        room.service.control(info.id, CHO, 1, "npc"),
        room.service.give_seat(info.id, CHO, 1, CHO),
        room.service.join(info.id, ANA),
        room.service.go_back(info.id, CHO, points[-1].no),
    ):
        assert (await refused(change)).code in {"over", "no_seat"}
    assert await results.best(room.service.deps, ANA) == ()
    assert await results.best(room.service.deps, CHO) == ()


async def test_a_file_that_an_editor_has_saved_with_a_mark_of_its_encoding_is_read(
    room: Room, house: Room, plain: dict[bool, Table], tmp_path: Path
) -> None:
    raw = BOM_UTF8 + forged(plain[True])
    assert (await export_import.import_table(room.service.deps, CHO, THERE, raw)).state == "over"
    assert (await verification.verify_game(room.service, "1", raw)).fits
    _, sealed_file = await moved(tmp_path)
    assert (await export_import.import_table(house.service.deps, CHO, THERE, BOM_UTF8 + sealed_file)).state == "running"


async def test_the_same_finished_game_is_shown_again_and_not_made_again(room: Room, plain: dict[bool, Table]) -> None:
    raw = forged(plain[True])
    first = await export_import.import_table(room.service.deps, CHO, THERE, raw)
    before = await rows(room)
    again = await export_import.import_table(room.service.deps, DEE, THERE, raw)
    assert again == first
    assert await rows(room) == before
    elsewhere = await export_import.import_table(room.service.deps, DEE, Place(5, 99), raw)
    assert elsewhere.id != first.id


async def test_a_finished_game_is_shown_beside_one_that_is_played(room: Room, plain: dict[bool, Table]) -> None:
    raw = forged(plain[True])
    other = await room.service.open_table(DEE, THERE, "walk")
    info = await export_import.import_table(room.service.deps, CHO, THERE, raw)
    assert info.state == "over"
    shown = await room.service.table_in(THERE.channel)
    assert shown is not None
    assert shown.id == other.id


async def test_one_person_may_have_several_seats(room: Room, plain: dict[bool, Table]) -> None:
    table = deepcopy(plain[True])
    table["seats"][1] |= {"person": ANA.id, "name": "Ana the Elder"}
    assert (await export_import.import_table(room.service.deps, CHO, THERE, forged(table))).state == "over"


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["@everyone", "<@123> Ana", "A\x07na", "<#5>", "名前", "👨‍👩‍👧", "A" * 32])
async def test_every_name_can_be_exported_and_imported(room: Room, name: str) -> None:
    odd = Person(77, name, guild=5)
    table = await begun(room, odd, BEN)
    await stop(room.service, table)
    raw = (await export_import.export(room.service, table, odd)).raw
    assert (await export_import.import_table(room.service.deps, CHO, THERE, raw)).state == "over"


async def moved(tmp_path: Path) -> tuple[Table, bytes]:
    """A running game of another house with the same key, and its sealed file."""
    async with opened_room(tmp_path / "there.db") as there:
        there.game_service.deps = dataclasses.replace(there.game_service.deps, file_key=FileKey("shared"))
        table = await played(there)
        raw = (await export_import.export(there.service, table, ANA)).raw
        view = (await there.service.sheet(table, BEN)).view
    return dict(view), raw


@pytest.fixture
async def house(tmp_path: Path) -> Any:
    async with opened_room(tmp_path / "here.db") as made:
        made.game_service.deps = dataclasses.replace(made.game_service.deps, file_key=FileKey("shared"))
        yield made


async def test_seats_of_a_running_game_wait_for_their_persons_alone(house: Room, tmp_path: Path) -> None:
    _, raw = await moved(tmp_path)
    info = await export_import.import_table(house.service.deps, CHO, THERE, raw)
    assert (info.state, info.host, info.window) == ("running", CHO, None)
    assert [(s.person, s.name, s.reserved) for s in info.seats] == [(None, "Ana", True), (None, "Ben", True)]
    assert [post.mentions for post in await house.posts()] == [()]
    assert await house.posts(ANA.id) == await house.posts(BEN.id) == []
    assert (await refused(house.service.join(info.id, DEE))).code == "full"
    assert (await refused(house.service.join(info.id, CHO))).code == "full"
    for person in (ANA, BEN, CHO, DEE):
        assert (await refused(house.service.sheet(info.id, person))).code == "no_seat"


async def test_the_game_waits_until_everybody_has_said_yes(house: Room, tmp_path: Path) -> None:
    view, raw = await moved(tmp_path)
    table = (await export_import.import_table(house.service.deps, CHO, THERE, raw)).id
    await house.service.join(table, ANA)
    assert (await house.service.sheet(table, ANA)).request is None
    for change in (
        house.service.answer(table, ANA, None, [["done"]]),
        house.service.undo(table, ANA),
        house.service.go_back(table, CHO, 1),
        house.service.back_points(table, ANA),
    ):
        assert (await refused(change)).code == "seats_waiting"
    assert (await house.service.standing(table)).ask is None
    info = await house.service.join(table, BEN)
    assert info.missing == ()
    assert (await house.service.sheet(table, BEN)).view == view
    await give(house, table, ANA, "done")
    assert (await house.service.sheet(table, BEN)).request is not None


async def test_whoever_brings_a_game_has_said_yes_for_the_own_seats(house: Room, tmp_path: Path) -> None:
    _, raw = await moved(tmp_path)
    info = await export_import.import_table(house.service.deps, BEN, THERE, raw)
    assert [seat.person for seat in info.seats] == [None, BEN]


async def test_a_seat_nobody_comes_back_for_may_be_played_by_the_npc(house: Room, tmp_path: Path) -> None:
    _, raw = await moved(tmp_path)
    table = (await export_import.import_table(house.service.deps, ANA, THERE, raw)).id
    done = await house.service.control(table, ANA, 2, "npc")
    assert done.info.missing == ()
    assert done.sheet is not None
    assert done.sheet.request is not None
    await house.service.answer(table, ANA, done.sheet.ask_no, [["done"]])
    assert (await house.service.join(table, BEN)).of(BEN)


async def test_while_anybody_is_missing_no_window_runs_and_nobody_is_called(house: Room, tmp_path: Path) -> None:
    async with opened_room(tmp_path / "there.db") as there:
        there.game_service.deps = dataclasses.replace(there.game_service.deps, file_key=FileKey("shared"))
        table = await begun(there, ANA, BEN, CHO)
        card = next(o.token for o in (await there.service.sheet(table, ANA)).options if o.token.isdigit())
        await there.service.answer(table, ANA, None, [[card]])
        assert (await there.service.info(table)).window is not None
        raw = (await export_import.export(there.service, table, ANA)).raw
    table = (await export_import.import_table(house.service.deps, DEE, THERE, raw)).id
    await house.service.join(table, ANA)
    await house.service.control(table, DEE, 2, "npc")
    house.clock.now += 30 * 86400
    info = await house.service.info(table)
    assert (info.window, [seat.name for seat in info.missing]) == (None, ["Cho"])
    assert (await house.service.standing(table)).ask is None
    assert {post.mentions for post in await house.posts()} == {()}
    assert [line.yours for line in await house.service.list_tables(ANA)] == [False]
    await house.service.move(table, DEE, Place(5, 99))
    assert (await house.texts())[-1] == f"brought {table}"
    assert (await house.service.join(table, CHO)).window is not None


async def test_a_game_that_waits_keeps_its_seats_when_it_moves_on(house: Room, tmp_path: Path) -> None:
    _, raw = await moved(tmp_path)
    table = (await export_import.import_table(house.service.deps, CHO, THERE, raw)).id
    again = (await export_import.export(house.service, table, CHO)).raw
    async with opened_room(tmp_path / "third.db") as third:
        third.game_service.deps = dataclasses.replace(third.game_service.deps, file_key=FileKey("shared"))
        info = await export_import.import_table(third.service.deps, DEE, THERE, again)
        assert [(seat.name, seat.reserved) for seat in info.seats] == [("Ana", True), ("Ben", True)]


async def test_who_wishes_to_be_forgotten_is_waited_for_no_more(house: Room, tmp_path: Path) -> None:
    _, raw = await moved(tmp_path)
    table = (await export_import.import_table(house.service.deps, CHO, THERE, raw)).id
    about = json.loads((await house.service.personal_data(BEN)).raw)
    assert [one["reserved_seats"] for one in about["tables"]] == [[2]]
    await house.service.forget_person(BEN)
    assert [(s.name, s.reserved) for s in (await house.service.info(table)).seats] == [("Ana", True), ("", False)]
    assert (await refused(house.service.join(table, BEN))).code == "full"


async def test_an_open_file_of_a_running_game_is_not_taken_by_a_house_that_seals_nothing(
    house: Room, tmp_path: Path
) -> None:
    async with opened_room(tmp_path / "there.db") as there:
        there.game_service.deps = dataclasses.replace(there.game_service.deps, file_key=FileKey("open"))
        raw = (await export_import.export(there.service, await played(there), ANA)).raw
    house.game_service.deps = dataclasses.replace(house.game_service.deps, file_key=FileKey("open"))
    refusal = await refused(export_import.import_table(house.service.deps, CHO, THERE, raw))
    assert refusal.said["reason"] == "open"


async def test_files_are_read_one_after_another(room: Room, plain: dict[bool, Table]) -> None:
    raw = forged(plain[True])
    await room.game_service.deps.reading.acquire()
    waiting = export_import.import_table(room.service.deps, CHO, THERE, raw)
    task = asyncio.ensure_future(waiting)
    await asyncio.sleep(0.05)
    assert not task.done()
    room.game_service.deps.reading.release()
    assert (await task).state == "over"
