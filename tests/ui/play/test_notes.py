"""Notes on private screens: shown in pages that fit, made by a form or a command, thrown away from a menu."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.contract.lengths import LENGTHS
from bot.features.notes.screens import NoteHandlers
from bot.features.notes.values import MOST_NOTES
from bot.games.questions import questions
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, Address, Form
from bot.ui.visit import Visit
from tests.service.tables import ANA, BEN
from tests.service.test_auto_answers import War
from tests.ui.play.fake_service import Presser
from tests.ui.play.verbs import handlers


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[War]:
    made = War(tmp_path / "war.db")
    await made.begin()
    yield made
    await made.database.close()


@pytest.mark.parametrize("person", [ANA, BEN])
async def test_my_seat_leads_to_the_notes_asked_or_not(war: War, person: object) -> None:
    presser = Presser(handlers(war.service), ANA if person is ANA else BEN)
    await presser.go(Address(war.table, None, "seat"), private=False)
    if "Hand" in [button.label for button in presser.buttons()]:
        await presser.press("Hand")
    await presser.press("Notes")
    assert "You have no notes yet" in presser.text()
    await presser.press("New note")
    assert isinstance(presser.at, Form)
    await presser.fill(own_note="Rome is *weak*")
    assert "Saved." in presser.text()
    assert r"Rome is \*weak\*" in presser.text()
    menu = next(menu for menu in presser.menus() if menu.verb == "note_off")
    await presser.choose("note_off", menu.choices[0].value)
    assert "Deleted" in presser.text()
    assert "Rome" not in presser.text()
    await presser.press("My turn")


@pytest.mark.soak
async def test_the_longest_notes_fit_their_pages_and_all_are_met(war: War) -> None:
    notes = NoteHandlers(questions(war.service))
    visit = replace(Visit(ANA.id, 0, war.table, None, "", ""), name=ANA.name, guild=ANA.guild)
    for n in range(MOST_NOTES):
        await notes.typed(visit, f"{n:02}" + "*" * (LENGTHS.private_note - 2))
    ana, seen = Presser(handlers(war.service), ANA), ""
    await ana.go(Address(war.table, None, "notes", "1"), private=False)
    for _ in range(MOST_NOTES):
        assert faults(ana.screen, DESIGN) == []
        seen += ana.text()
        await ana.press("More notes")
    assert all(f"{n:02}" + r"\*" in seen for n in range(MOST_NOTES))
    assert "New note" not in [button.label for button in ana.buttons()]
