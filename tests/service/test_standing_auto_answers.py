"""Auto-answers at a table: they answer like their owner, are told, undone and removed; and what earlier ones become."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from bot.contract.posts import Post, PostRow
from bot.contract.preferences import Preferences
from bot.contract.tables import Draft
from bot.features.auto_answers import service as auto_answers
from bot.features.auto_answers.rows import MOST_ACTS
from bot.store.models import AlarmRow, OutboxRow, StandingOrderRow
from tests.acme.competition.arena import phase
from tests.service.tables import ANA, BEN, refused
from tests.service.test_auto_answers import War
from tests.service.test_late_auto_answers import losses, stricken
from tests.service.test_queue import windows

__all__ = ["stricken"]


async def struck(war: War) -> None:
    """Ana plays the card that costs Ben disks, and nobody responds."""
    await war.give(ANA, "73")
    await windows(war)


async def told(war: War, text: bytes) -> list[Post]:
    """The posts in which that is said."""
    posts = [row.post for row in await war.rows(OutboxRow) if text in row.post]
    return [msgspec.json.decode(post, type=Post) for post in posts]


async def test_an_auto_answer_answers_as_often_as_it_is_asked_a_while_later(stricken: War) -> None:
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    await struck(stricken)
    assert await losses(stricken) == 0
    assert await stricken.later() == 1
    assert await losses(stricken) == 2
    [kept] = await stricken.rows(StandingOrderRow)
    assert kept.acts == 2


async def test_what_has_been_answered_can_be_taken_back_and_stays_so(stricken: War) -> None:
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    await struck(stricken)
    await stricken.later()
    await stricken.service.undo(stricken.table, BEN)
    assert await stricken.asked() == ["hittites"]
    assert await stricken.later() == 0


async def test_what_has_been_answered_is_told_its_owner_alone_by_one_dm(stricken: War) -> None:
    """With what was told of it, and the ways to undo it and to the auto-answers."""
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    await struck(stricken)
    await stricken.later()
    (post,) = await told(stricken, b"has answered for you")
    assert (post.user, post.moves, post.mentions) == (BEN.id, True, ())
    assert "An auto-answer has answered for you: Losses." in str(post.parts)
    row = next(part for part in post.parts if isinstance(part, PostRow))
    assert [(one.verb, one.option) for one in row.buttons] == [("seat", ""), ("undo", "2"), ("auto", "2")]


async def test_who_does_not_want_it_is_not_told_what_has_been_answered(stricken: War) -> None:
    await stricken.service.set_preferences(BEN, Preferences(order_notices=False))
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    await struck(stricken)
    await stricken.later()
    assert await losses(stricken) == 2
    assert await told(stricken, b"has answered for you") == []


async def test_an_auto_answer_answers_only_what_is_asked_later(stricken: War) -> None:
    """A question that is asked already is its owner's."""
    await struck(stricken)
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    assert await stricken.later() == 0
    await stricken.give(BEN, "lose")
    assert await stricken.later() == 1


@pytest.mark.parametrize(
    ("kind", "value"), [("losses", "run"), ("pass", "always"), ("losses", "home,home"), ("discard", "never:999")]
)
async def test_what_is_no_auto_answer_is_refused(stricken: War, kind: str, value: str) -> None:
    found = await refused(auto_answers.set_answer(stricken.service, stricken.table, BEN, kind, value))
    assert found.code == "not_an_option"
    assert await stricken.rows(StandingOrderRow) == []


async def test_a_kind_has_one_value_and_is_removed(stricken: War) -> None:
    for value in ("lose", "home,mina"):
        await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", value)
    assert [row.line for row in await stricken.rows(StandingOrderRow)] == ["losses: home,mina"]
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "")
    assert await stricken.rows(StandingOrderRow) == []


async def test_who_has_begun_a_draft_answers_alone(stricken: War) -> None:
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    await struck(stricken)
    sheet = await stricken.service.sheet(stricken.table, BEN)
    await stricken.service.save_draft(stricken.table, BEN, sheet.ask_no, Draft(line="x"))
    assert await stricken.later() == 0
    assert await losses(stricken) == 0


async def test_who_is_asked_after_all_is_told_once_and_why_until_something_else_is_set(stricken: War) -> None:
    """ACME §7.2: with cards, of which there are none."""
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "all,cards")
    await struck(stricken)
    await stricken.later()
    assert await losses(stricken) == 0
    stopped = (await stricken.service.seat(stricken.table, BEN)).advance.stopped  # type: ignore[union-attr]
    assert stopped is not None
    assert (stopped.by, stopped.why.key, stopped.now) == ("losses", "auto.stop.cost", True)
    assert [post.user for post in await told(stricken, b"It's your turn")] == [BEN.id]
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "")
    assert (await stricken.service.seat(stricken.table, BEN)).advance.stopped is None  # type: ignore[union-attr]


@pytest.mark.parametrize(("turn", "stops"), [("", True), ("0.0", False)])
async def test_what_has_answered_very_often_in_a_turn_stops(stricken: War, turn: str, *, stops: bool) -> None:
    """Whatever makes it go round and round, its owner hears of it."""
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    await changed(stricken, turn_acts=MOST_ACTS, **({"turn": turn} if turn else {}))
    await struck(stricken)
    await stricken.later()
    assert await losses(stricken) == (0 if stops else 2)
    assert bool(await told(stricken, b"already answered")) is stops


async def changed(war: War, **values: object) -> None:
    """Rewrite the stored rows behind the bot's back."""
    async with war.database.session() as session, war.database.writing(session):
        await session.execute(update(StandingOrderRow).values(**values))
    war.service.deps.forget(1)


async def test_what_has_nothing_to_say_leaves_the_question_to_its_owner_in_silence(tmp_path: Path) -> None:
    """ACME §9.1: before Competitions, with disks in one of them; its alarm rings once and for nothing."""
    war = War(tmp_path / "before.db")
    there = {"aleppo": "egypt 1 hittites 3", "kaska": "assyria 1 hittites 1"}
    hands = {"egypt": "hand=[22]", "hittites": "hand=[42]", "assyria": "hand=[43]"}
    await war.put("acme", phase(there, order="egypt hittites assyria", **hands).table, ["egypt", "hittites", "assyria"])
    await auto_answers.set_answer(war.service, war.table, BEN, "commit", "absent")
    sheet = await war.service.sheet(war.table, BEN)
    async with war.database.session() as session, war.database.writing(session):
        session.add(AlarmRow(table_id=1, kind="order", number=2, ask_no=sheet.ask_no, at=war.clock.now))
    await changed(war, not_before=-1)
    told_before = len(await war.rows(OutboxRow))
    assert await war.later() == 0
    assert [row for row in await war.rows(AlarmRow) if row.kind == "order"] == []
    assert [row.not_before for row in await war.rows(StandingOrderRow)] == [sheet.ask_no]
    assert (await war.service.sheet(war.table, BEN)).sealed is None
    assert len(await war.rows(OutboxRow)) == told_before
    await war.database.close()
