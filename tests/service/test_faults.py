"""What went wrong is kept with public facts, listed for the host, told to the owner once an hour, and forgotten."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from sqlmodel import select

from bot.__main__ import main
from bot.contract.posts import Words
from bot.contract.release import release
from bot.delivery.wire import Closed
from bot.features.host import faults
from bot.features.host.check import line, listing, whole
from bot.features.host.fault_digest import FaultDigest, digest
from bot.features.host.models import FaultRow
from bot.settings import BotSettings
from bot.tables.alarm_clock import Clock
from bot.telemetry import new_trace
from bot.ui.discord_reply import DiscordRouter
from bot.ui.lookup import errors
from bot.ui.parts import Screen
from bot.ui.visit import Visit
from engine.core.text import words
from tests.bot.fake_game import WALK
from tests.service.tables import ANA, BEN, CHO, Room, begun, played, refused
from tests.service.test_metrics import Interaction
from tests.service.wires import Recording

OWNER = 4711
DAY = 86400.0
HAND = "a card nobody may know"


def _fail() -> None:
    raise LookupError(HAND)


def failure() -> Exception:
    """An error whose message quotes what is secret."""
    try:
        _fail()
    except LookupError as error:
        return error
    raise AssertionError("it did not fail")


async def kept(room: Room) -> list[FaultRow]:
    """All that is kept, the oldest first."""
    return await room.database.read(select(FaultRow).order_by("id"))


def body(row: FaultRow) -> dict[str, object]:
    """What is kept of it."""
    found: dict[str, object] = json.loads(row.body)
    return found


async def test_a_failed_press_is_kept_by_the_reference_that_the_person_reads(room: Room) -> None:
    table = await played(room)
    router = DiscordRouter(trouble=errors.trouble, metrics=room.service.deps.metrics)
    router.fault = partial(faults.note_fault, room.service.deps)

    async def handler(_: Visit) -> Screen:
        raise failure()

    router.add({"go": handler})
    pressed = Interaction("go")
    await router.answer(pressed, Visit(ANA.id, verb="go", table=table), handler)  # type: ignore[arg-type]
    (row,) = await kept(room)
    (view,) = pressed.answered
    assert f"({row.ref})" in str([item.content for item in view.walk_children() if hasattr(item, "content")])
    told = body(row)
    assert (told["what"], told["where"], told["table"]) == ("LookupError", "go", table)
    assert told["ask"] == (await room.service.info(table)).ask_no
    assert (told["version"], told["game_version"]) == (release(), WALK.version)
    assert told["view"] == json.loads(json.dumps((await room.service.standing(table)).view))
    assert str(told["code"][-1]).startswith("tests/service/test_faults.py:")  # type: ignore[index]
    (way,) = [item.custom_id for item in view.walk_children() if getattr(item, "label", "") == "Report a problem"]
    assert way.endswith(f"|report|{row.ref}")
    assert await faults.report_problem(room.service.deps, table, ANA, "I pressed go", row.ref) == row.ref
    assert [body(one)["what"] for one in await faults.newest(room.database, row.ref)] == ["report", "LookupError"]
    assert len(await faults.report_problem(room.service.deps, "", ANA, "Nowhere", "x" * 40)) == 4


async def test_no_fault_holds_a_hand_or_names_a_person(room: Room) -> None:
    table = await played(room)
    await faults.note_fault(room.service.deps, failure(), "go", table)
    (row,) = await kept(room)
    own = (await room.service.sheet(table, ANA)).view["civs"]
    assert any("hand" in civ for civ in own.values())
    assert all("hand" not in civ for civ in body(row)["view"]["civs"].values())  # type: ignore[index]
    assert HAND not in row.body
    assert row.person is None
    for person in (ANA, BEN):
        assert str(person.id) not in row.body
        assert person.name not in row.body


async def test_a_table_that_is_not_there_or_none_at_all_does_no_harm(room: Room) -> None:
    await faults.note_fault(room.service.deps, failure(), "go", "ZZZ")
    await faults.note_fault(room.service.deps, failure(), "go")
    assert [body(row).get("unreadable", "") for row in await kept(room)] == ["Refused", ""]


async def test_an_alarm_that_fails_again_and_again_is_one_fault(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await begun(room, ANA, BEN)
    clock = Clock(room.game_service, room.clock)

    async def failing(*_: object) -> bool:
        raise failure()

    monkeypatch.setattr(room.game_service, "ring", failing)
    room.clock.now += 60 * DAY
    await clock.close_due()
    first = len(await kept(room))
    assert first > 0
    for _ in range(3):
        room.clock.now += 10
        await clock.close_due()
    assert len(await kept(room)) == first
    assert str(body((await kept(room))[0])["where"]).startswith("alarm ")


async def test_a_report_is_kept_with_who_has_sent_it_and_given_back_and_forgotten(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    with new_trace() as reference:
        assert await faults.report_problem(room.service.deps, table, CHO, "The map is upside down") == reference
    (row,) = await kept(room)
    assert (row.person, row.ref, body(row)["text"], body(row)["table"]) == (
        CHO.id,
        reference,
        "The map is upside down",
        table,
    )
    about = json.loads((await room.service.personal_data(CHO)).raw)
    assert about["reports"] == [{"reference": reference, "at": room.clock.now, "text": "The map is upside down"}]
    assert json.loads((await room.service.personal_data(ANA)).raw)["reports"] == []
    await room.service.forget_person(CHO)
    assert await kept(room) == []
    assert (await refused(faults.report_problem(room.service.deps, "ZZZ", CHO, "?"))).code == "no_table"


async def test_more_reports_of_one_person_than_are_kept_are_not_thanked_for(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "AN_HOUR", 2)
    for text in ("one", "two"):
        await faults.report_problem(room.service.deps, "", CHO, text)
    refusal = await refused(faults.report_problem(room.service.deps, "", CHO, "three"))
    assert (refusal.code, refusal.said) == ("too_many_reports", {"most": 2})
    assert [body(row)["text"] for row in await kept(room)] == ["one", "two"]
    await faults.report_problem(room.service.deps, "", ANA, "others are heard")
    room.clock.now += 3601
    await faults.report_problem(room.service.deps, "", CHO, "three")
    assert len(await kept(room)) == 4


@pytest.mark.soak
async def test_they_are_forgotten_after_ninety_days_and_a_flood_is_not_kept(room: Room) -> None:
    for _ in range(faults.AN_HOUR + 5):
        await faults.note_fault(room.service.deps, failure(), "go")
    assert len(await kept(room)) == faults.AN_HOUR
    await faults.report_problem(room.service.deps, "", CHO, "What people write is kept all the same")
    assert len(await kept(room)) == faults.AN_HOUR + 1
    await room.service.forget_person(CHO)
    room.clock.now += 89 * DAY
    await faults.note_fault(room.service.deps, failure(), "go")
    assert len(await kept(room)) == faults.AN_HOUR + 1
    room.clock.now += 2 * DAY
    await faults.forget_old(room.database, room.clock.now)
    assert len(await kept(room)) == 1


async def test_more_than_can_be_read_are_not_kept(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "AT_ALL", 3)
    for where in "abcde":
        await faults.note_fault(room.service.deps, failure(), where)
    assert [body(row)["where"] for row in await kept(room)] == ["c", "d", "e"]


def told(wire: Recording) -> list[str]:
    """The texts of the DMs to the owner."""
    sent = [(target, one) for target, one in wire.messages.values()]
    assert {target.user for target, _ in sent} <= {OWNER}
    return [part.text for _, one in sent for part in one.post.parts if isinstance(part, Words)]


async def test_the_owner_is_told_once_an_hour_what_went_wrong(room: Room) -> None:
    wire = Recording()
    desk = FaultDigest(room.game_service, wire, OWNER, room.clock)
    assert not await desk.tell_due()
    for where in ("go", "go", "stop"):
        await faults.note_fault(room.service.deps, failure(), where)
    rows = await kept(room)
    assert await desk.tell_due()
    assert told(wire) == [
        f"3 errors or reports: {rows[0].ref} ×2 and {rows[2].ref}. `python -m bot --faults` shows more."
    ]
    await faults.note_fault(room.service.deps, failure(), "later")
    room.clock.now += 3599
    assert not await FaultDigest(room.game_service, wire, OWNER, room.clock).tell_due(), "not after a restart either"
    room.clock.now += 2
    assert await desk.tell_due()
    assert told(wire)[1].startswith(f"1 error or report: {(await kept(room))[3].ref}.")
    room.clock.now += 4000
    assert not await desk.tell_due()


async def test_what_could_not_be_told_is_told_later(room: Room) -> None:
    wire = Recording()
    desk = FaultDigest(room.game_service, wire, OWNER, room.clock)
    await faults.note_fault(room.service.deps, failure(), "go")
    wire.fail = [Closed("no DMs")]
    assert not await desk.tell_due()
    assert await desk.tell_due()
    assert len(told(wire)) == 1


async def test_without_an_owner_nobody_is_told(room: Room) -> None:
    wire = Recording()
    await faults.note_fault(room.service.deps, failure(), "go")
    assert not await FaultDigest(room.game_service, wire, 0, room.clock).tell_due()
    assert wire.messages == {}


def test_a_long_digest_is_cut() -> None:
    rows = [FaultRow(id=n, ref=f"{n:04X}", body=json.dumps({"what": "X", "where": str(n)})) for n in range(25)]
    assert words("faults.more", n=5) in digest(rows)


def settings_of(room: Room) -> BotSettings:
    """Those with which the database of the room is found."""
    there = f"sqlite:///{room.file}" if room.database.lite else room.database.engine.url.render_as_string(False)
    return BotSettings(data=room.file.parent, database=there)


async def test_the_host_reads_a_line_each_or_all_of_one(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    with new_trace() as reference:
        await faults.note_fault(room.service.deps, failure(), "go", table)
    await faults.report_problem(room.service.deps, table, ANA, "First line\nsecond line")
    settings = settings_of(room)
    listed = await listing(settings)
    assert len(listed) == 2
    assert f"report  {table}/1  First line second line" in listed[0]
    assert f"{reference}  LookupError  {table}/1  go  tests/service/test_faults.py:" in listed[1]
    newest, oldest = reversed(await kept(room))
    assert listed == [line(newest), line(oldest)]
    assert whole(oldest) in await listing(settings, reference.lower())
    assert await listing(settings, "none of them") == [words("faults.none")]


def test_without_a_database_nothing_is_noted_and_none_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NISABA_DATA", str(tmp_path))
    assert main(["--faults"]) == 0
    assert capsys.readouterr().out.strip() == words("faults.none")
    assert list(tmp_path.iterdir()) == []


async def test_what_a_copy_says_is_kept_for_the_owner_and_changes_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = await faults.report_copy(
        room.service.deps, ANA, "area:kedar", "Kedar, a Desert", "It is called Dumah there"
    )
    await faults.report_problem(room.service.deps, "", ANA, "Something else")
    (row,) = await faults.copies(room.database)
    body = json.loads(row.body)
    assert (row.ref, body["where"], body["reading"]) == (reference, "area:kedar", "Kedar, a Desert")
    assert body["text"] == "It is called Dumah there"
    monkeypatch.setattr(faults, "AN_HOUR", 2)
    assert (
        await refused(faults.report_copy(room.service.deps, ANA, "area:der", "Der", "more"))
    ).code == "too_many_reports"


async def test_what_copies_say_is_listed_apart_and_written_as_one_file(room: Room) -> None:
    await faults.report_problem(room.service.deps, "", ANA, "Something else")
    await faults.report_copy(room.service.deps, BEN, "area:kedar", "Kedar, a Desert", "It is called Dumah there")
    known = settings_of(room)
    told = await listing(known)
    assert "Something else" in told[0]
    assert told[1] == words("faults.copies")
    assert "area:kedar" in told[2]
    (one,) = json.loads((await listing(known, "copies"))[0])
    assert (one["where"], one["text"]) == ("area:kedar", "It is called Dumah there")
    assert "person" not in one
