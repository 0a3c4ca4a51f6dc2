"""What the direct message about an open window leads to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bot.contract.posts import Post, PostButton, PostRow, Words
from bot.contract.preferences import Preferences
from bot.store.models import OutboxRow
from bot.ui.parts import Address
from tests.acme.cards.tables import holds
from tests.acme.cards.tables import table as acme
from tests.service.tables import ANA, BEN
from tests.service.test_auto_answers import War
from tests.service.test_auto_answers_in_windows import PEOPLE, PLAGUED
from tests.ui.play.fake_service import Presser
from tests.ui.play.verbs import handlers


@pytest.fixture
async def plague(tmp_path: Path) -> AsyncIterator[War]:
    """Ana has announced a card at a table of ACME; Ben holds an answer and has been written to."""
    made = War(tmp_path / "plague.db")
    story = acme(PLAGUED, order=" ".join(PEOPLE), egypt=holds(73), hittites={"hand": [27]}, mittani={"hand": [17]})
    await made.put("acme", story.table, PEOPLE)
    await made.service.set_preferences(BEN, Preferences(language="de"))
    await made.give(ANA, "73")
    yield made
    await made.database.close()


async def told(war: War) -> tuple[str, list[PostButton]]:
    """The text of the direct message about the window, and its buttons."""
    posts = [msgspec.json.decode(row.post, type=Post) for row in await war.rows(OutboxRow) if row.user == BEN.id]
    [(text, _, row)] = [post.parts for post in posts if post.kind == "notice"]
    assert isinstance(text, Words)
    assert isinstance(row, PostRow)
    return text.text, [*row.buttons]


async def test_it_names_cards_in_the_language_of_its_reader(plague: War) -> None:
    """Whoever has opened the window reads another one."""
    text, _ = await told(plague)
    assert "Du hast Prophetin (27)." in text


async def test_a_window_is_let_pass_from_its_message_once_and_later_shows_what_is_asked(plague: War) -> None:
    """RUL-054: sealed as if it had been done on the screen."""
    _, (seat, passing, fewer) = await told(plague)
    assert (seat.verb, passing.verb, fewer.verb, fewer.option) == ("seat", "let_pass", "fewer", "window")
    ben = Presser(handlers(plague.service), BEN)
    pressed = Address(plague.table, None, passing.verb, passing.option)
    await ben.go(pressed, private=False)
    assert (await plague.service.sheet(plague.table, BEN)).sealed == ("pass",)
    await plague.later(24 * 3600)
    assert (await plague.service.sheet(plague.table, BEN)).sealed is None
    await ben.go(pressed, private=False)
    assert "Hittites" in ben.text()
    assert (await plague.service.sheet(plague.table, BEN)).sealed is None
