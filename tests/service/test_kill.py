"""A killed process loses nothing that was confirmed, and says nothing twice."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest
from sqlmodel import col, func, select, text

from bot.delivery.outbox import Outbox
from bot.store.models import EntryRow, OutboxRow, TableRow
from bot.tables.alarm_clock import Clock
from engine.core.record import decode
from tests.service.dying import Paper
from tests.service.ringing import LONG, pass_hours
from tests.service.tables import ANA, BEN, Room, give, opened_room
from tests.wire.births import Life, born


async def begun(folder: Path, *moment: str, module: str = "dying") -> Life:
    """A bot in a process of its own."""
    return await born([str(folder / "a.db"), str(folder / "posts"), *moment], folder, f"tests.service.{module}")


def said(folder: Path) -> list[str]:
    """What it has said so far."""
    return (folder / "bot.log").read_text().split()


def confirmed(folder: Path) -> list[int]:
    """The questions whose answers it has confirmed so far."""
    return [int(part) for part in said(folder) if part.isdigit()]


async def lived(folder: Path, answers: int) -> int:
    """Let a bot live until it has confirmed so many answers, then kill it; the last question it confirmed."""
    child = await begun(folder)
    async with asyncio.timeout(60):
        while not (folder / "bot.log").exists() or len(confirmed(folder)) < answers:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.002)
    child.send_signal(signal.SIGKILL)
    return await end_of(child, folder)


async def end_of(child: Life, folder: Path) -> int:
    """Wait until the bot has died; the last question it confirmed."""
    async with asyncio.timeout(60):
        assert await child.wait() == -signal.SIGKILL
    return max(confirmed(folder), default=0)


@pytest.mark.soak
@pytest.mark.parametrize("answers", [1, 8, 21])
async def test_sigkill_loses_and_doubles_nothing(tmp_path: Path, answers: int) -> None:
    last = await lived(tmp_path, answers)
    async with opened_room(tmp_path / "a.db") as made:
        await whole(made, last)
        await goes_on(made, tmp_path)


MOMENTS = ("send-after", "edit-after", "delete-before", "send-before", "edit-before", "delete-after")


@pytest.mark.soak
@pytest.mark.sample(1)
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_death_in_the_middle_of_a_message_loses_doubles_and_leaves_nothing(tmp_path: Path, moment: str) -> None:
    last = await end_of(await begun(tmp_path, moment, "3"), tmp_path)
    async with opened_room(tmp_path / "a.db") as made:
        await whole(made, last)
        await goes_on(made, tmp_path)


RUNG = ("reminder", "reminder", "last_call", "late")
DEATHS = (
    *(("reminder", moment) for moment in ("ring", "written", "committed", "send-before", "send-after")),
    *(("last_call", moment) for moment in ("ring", "committed")),
    *(("late", moment) for moment in ("ring", "written", "committed")),
)


@pytest.mark.soak
@pytest.mark.sample(1)
@pytest.mark.parametrize(("kind", "moment"), DEATHS)
async def test_a_death_between_an_alarm_and_what_it_brings_loses_and_doubles_nothing(
    tmp_path: Path, kind: str, moment: str
) -> None:
    """Two direct messages, one last call, one post about who is late, whenever the bot dies and is started again."""
    await end_of(await begun(tmp_path, moment, kind, module="ringing"), tmp_path)
    times = [part for part in said(tmp_path) if part[0].isdigit() and "." in part]
    paper = Paper(tmp_path / "posts")
    before = paper.sent()
    async with opened_room(tmp_path / "a.db") as made:
        made.clock.now = float(times[-1])
        clock = Clock(made.game_service, made.clock)
        await clock.give_grace()
        await clock.close_due()
        await Outbox(made.game_service, paper, made.clock).drain()
        await pass_hours(made, paper, LONG - len(times))
    sent = paper.sent()
    assert sent[: len(before)] == before
    assert tuple(kind for *_, kind in sent if kind in RUNG) == RUNG
    assert len({mark for *_, mark, _ in sent}) == len(sent)


async def goes_on(made: Room, folder: Path) -> None:
    """What was not sent is sent, nothing is doubled, what gave way is gone, and the game goes on."""
    paper = Paper(folder / "posts")
    before = paper.sent()
    made.clock.now += 10**6
    box = Outbox(made.game_service, paper, made.clock)
    await box.drain()
    sent = paper.sent()
    assert sent[: len(before)] == before
    marks = [mark for *_, mark, _ in sent]
    assert len(set(marks)) == len(marks)
    await told_everything(made, sent)
    hands = [user for _, user, mark, kind in sent if kind == "hand" and mark not in paper.deleted()]
    assert len(set(hands)) == len(hands)
    info = await made.service.info("100")
    sheets = [(p, await made.service.sheet(info.id, p)) for p in (ANA, BEN)]
    asked, sheet = next((p, s) for p, s in sheets if s.request)
    await give(made, info.id, asked, sheet.options[0].token)


async def whole(made: Room, last: int) -> None:
    """The database is sound, and holds every answer that was confirmed, and at most one more."""
    async with made.database.session() as session:
        if made.database.lite:
            assert (await session.execute(text("pragma integrity_check"))).scalar() == "ok"
        table = (await session.execute(select(TableRow))).scalar_one()
        entries = (await session.execute(select(func.count()).select_from(EntryRow))).scalar_one()
    record = decode(table.record or b"")
    assert record.first + len(record.entries) == entries == table.answers
    assert table.ask_no in {last, last + 1}


async def told_everything(made: Room, sent: list[tuple[int, int | None, int, str]]) -> None:
    """One post for each change of question, in order, and nothing waits."""
    async with made.database.session() as session:
        waiting = (await session.execute(select(func.count()).select_from(OutboxRow))).scalar_one()
        table = (await session.execute(select(TableRow))).scalar_one()
        changes = select(EntryRow.ask_no).distinct().order_by(col(EntryRow.ask_no))
        answered = (await session.execute(changes)).scalars().all()
    assert waiting == 0
    plays = [mark for _, user, mark, kind in sent if user is None and kind == "play"]
    assert plays == sorted(plays)
    assert len(plays) == len(answered) + 1 - len(await common(made))
    assert table.ask_no == len(answered) + 1 - len(await common(made))


async def common(made: Room) -> list[int]:
    """Questions that the first of two has answered and the second has not: no post tells of them yet."""
    async with made.database.session() as session:
        table = (await session.execute(select(TableRow))).scalar_one()
        here = (EntryRow.ask_no == table.ask_no,)
        return list((await session.execute(select(EntryRow.seq).where(*here))).scalars().all())
