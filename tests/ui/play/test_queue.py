"""Screens on which actions of ACME are queued and auto-answers set: by menus, by a line, by a command."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.auto_answers.handlers import AutoAnswerHandlers
from bot.features.auto_answers.queue_screens import token_text
from bot.features.auto_answers.screens import auto_answers_screen
from bot.games.questions import questions
from bot.store.models import StandingOrderRow
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, Address, Form
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from bot.ui.words.presentations import presentation_of
from engine.acme.presentation.commands import COMMANDS
from engine.core.auto_answers import AutoAnswer
from engine.core.queue import ActionQueue, QueuedAction, QueueEntry
from engine.core.text import speaking
from tests.service.tables import ANA, BEN
from tests.service.test_auto_answers import War
from tests.service.test_queue import begun, left
from tests.ui.play.fake_service import Presser
from tests.ui.play.verbs import handlers

PLAY = next(command for command in COMMANDS if command.name == "play")
DEPLOY = next(command for command in COMMANDS if command.name == "deploy")


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[War]:
    """Egypt acts; the Hittites, Ben's, are next."""
    made = await begun(tmp_path / "queue.db")
    yield made
    await made.database.close()


async def seated(war: War) -> Presser:
    """Ben before My turn."""
    presser = Presser(handlers(war.service), BEN)
    await presser.go(Address(war.table, None, "seat"), private=False)
    return presser


def visit(war: War) -> Visit:
    """A command of Ben's at the table."""
    return replace(Visit(BEN.id, 0, war.table, None, "", ""), name=BEN.name)


async def test_an_action_is_queued_in_three_presses(war: War) -> None:
    """My turn, the card, its aim: what is whole lies there at once, and can be taken out."""
    ben = await seated(war)
    await ben.press("Queue my next action")
    assert faults(ben.screen) == []
    await ben.choose("q_pick", "73")
    await ben.choose("q_pick", "73, memphis")
    assert "Queued." in ben.text()
    assert "Your action: Biblical Plague and Memphis" in ben.text()
    assert faults(ben.screen) == []
    await ben.press("Or else …")
    assert "This only runs if your last queued action" in ben.text()
    await ben.choose("q_pick", "pass")
    assert await left(war) == ["73, memphis; else pass"]
    await ben.press("My turn")
    assert "Queued" in ben.text()


async def test_a_line_queues_several_with_what_is_done_instead(war: War) -> None:
    """By names, parts of names and numbers; the form keeps to one screen."""
    ben = await seated(war)
    await ben.press("Queue my next action")
    await ben.press("Type it")
    assert isinstance(ben.at, Form)
    await ben.fill(line="biblical plague memphis; else bronze; then pass")
    assert await left(war) == ["biblical plague memphis; else bronze", "pass"]
    assert "Biblical Plague and Memphis, or else Bronze Workshops" in ben.text()


async def test_how_many_disks_a_card_takes_is_a_number_and_not_another_card(tmp_path: Path) -> None:
    war = await begun(tmp_path / "armorer.db", 20)
    handler = AutoAnswerHandlers(questions(war.service))
    assert "Your action: Master Armorer 4" in str(await handler.typed(visit(war), "next: master armorer 4"))
    assert await handler.offered(visit(war), "next: 20, 4") == [("Master Armorer, 4", "next: 20, 4")]
    await war.database.close()


async def test_in_another_language_a_line_may_name_things_in_english_too(war: War) -> None:
    handler = AutoAnswerHandlers(questions(war.service))
    with speaking("de"):
        assert "Vorgemerkt." in str(await handler.typed(visit(war), "dann: biblical plague memphis; sonst bronze work"))
    assert await left(war) == ["biblical plague memphis; else bronze work"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dance", "“dance”"),
        ("biblical plague", "“biblical plague” isn't complete"),
        ("58 memphis", "“memphis”"),
    ],
)
async def test_a_line_that_is_no_action_is_refused_by_its_word(war: War, line: str, said: str) -> None:
    handler = AutoAnswerHandlers(questions(war.service))
    shown = await handler.typed(visit(war), f"next: {line}")
    assert said in str(shown)
    assert "Write the action first" in str(shown) or "Add what's missing" in str(shown)
    assert await left(war) == []


async def test_the_command_takes_the_queue_as_a_line_and_complete_it(war: War) -> None:
    handler = AutoAnswerHandlers(questions(war.service))
    offered = await handler.offered(visit(war), "next: ")
    assert {"next: 58", "next: 73", "next: pass"} <= {line for _, line in offered}
    assert ("Biblical Plague, Memphis", "next: 73, memphis") in await handler.offered(visit(war), "next: 73, mem")
    assert await handler.offered(visit(war), "next: dance, ") == []
    assert "Queued." in str(await handler.typed(visit(war), "next: 73, memphis"))
    with speaking("de"):
        assert "Vorgemerkt." in str(await handler.typed(visit(war), "dann: pass"))


@pytest.mark.parametrize(("language", "line"), [("en", "growth-line: tarsus 2"), ("de", "wachstumszeile: tarsus 2")])
async def test_growth_is_queued_by_a_line_with_a_longer_word(war: War, language: str, line: str) -> None:
    with speaking(language):
        await AutoAnswerHandlers(questions(war.service)).typed(visit(war), line)
    assert await left(war) == ["tarsus 2"]


async def test_english_words_queue_in_every_language(war: War) -> None:
    with speaking("de"):
        assert "Vorgemerkt." in str(await AutoAnswerHandlers(questions(war.service)).typed(visit(war), "next: pass"))


async def test_growth_is_queued_by_its_plan_line(war: War) -> None:
    """ACME §6.5: in the grammar of plans, for the turn to come."""
    ben = await seated(war)
    await ben.press("Plan my growth")
    assert isinstance(ben.at, Form)
    await ben.fill(line="tarsus 2")
    assert "Your growth, next turn: Tarsus 2" in ben.text()
    await ben.press("My turn")
    await ben.press("Plan my growth")
    await ben.fill(line="rome 2")
    assert "There's no area called “rome” on this map." in ben.text()
    assert await left(war) == ["tarsus 2"]


async def test_commands_queue_what_is_not_asked_yet(war: War) -> None:
    """`/acme play` and `/acme deploy`, with their completion."""
    typed = CommandRunner(questions(war.service))
    shown = await typed.run(visit(war), PLAY, {"card": "Biblical Plague", "target": "Memphis"})
    assert "Queued." in str(shown)
    await typed.run(visit(war), DEPLOY, {"plan": "tarsus"})
    assert await left(war) == ["Biblical Plague, Memphis", "tarsus"]


async def test_what_is_queued_is_taken_out_and_its_stops_are_chosen(war: War) -> None:
    ben = await seated(war)
    await ben.press("Queue my next action")
    await ben.choose("q_pick", "58")
    await ben.choose("q_stops", "home", "hit")
    advance = (await war.service.seat(war.table, BEN)).advance
    assert advance is not None
    assert advance.queue is not None
    assert advance.queue.stops == ("home", "hit")
    await ben.choose("q_off", "0")
    assert "Removed." in ben.text()
    assert await left(war) == []


async def test_who_is_asked_has_nothing_to_queue_for_that(war: War) -> None:
    ana = Presser(handlers(war.service), ANA)
    await ana.go(Address(war.table, None, "auto"), private=False)
    assert "Queue my next action" not in [button.label for button in ana.buttons()]


@pytest.mark.parametrize("language", ["en", "de"])
async def test_whatever_is_set_and_queued_fits_on_one_screen(war: War, language: str) -> None:
    there = await war.service.seat(war.table, BEN, None)
    assert there.advance is not None
    kinds, several = there.advance.kinds, there.advance.several
    answers = tuple(
        (AutoAnswer(kind, ",".join(kinds[kind] if kind in several else kinds[kind][-1:])), 12) for kind in kinds
    )
    way = QueuedAction((("card.play", ("73",)), ("card.play", ("memphis",))) * 9, "73 memphis")
    queue = ActionQueue((QueueEntry("card.play", (way,) * 4),) * 6)
    for kind in kinds:
        with speaking(language):
            full = replace(there, advance=replace(there.advance, answers=answers, queue=queue))
            assert faults(auto_answers_screen(full, presentation_of("acme"), kind=kind), DESIGN) == []


async def test_each_kind_of_acme_is_set_from_its_menu(war: War) -> None:
    """Areas where the seat has disks, and cards of its hand, are among what is offered."""
    ben = await seated(war)
    await ben.press("Auto-answers")
    for kind, *values in (
        ("respond", "home"),
        ("negate", "cheapest"),
        ("losses", "cities", "home", "mina"),
        ("discard", "never:negate", "never:73", "first:action"),
        ("commit", "absent"),
        ("late", "npc"),
    ):
        await ben.choose("auto_kind", kind)
        assert faults(ben.screen) == []
        await ben.choose("auto_set", *values)
        assert "Saved." in ben.text()
    assert "**Don't respond**: Unless it hits your Home Area" in ben.text()
    assert "**Losses**: Save your Home Area · Save Cities · Pay mina" in ben.text()
    assert "First: Action cards" in ben.text()
    assert "Never: Biblical Plague" in ben.text()
    assert [row.line for row in await war.rows(StandingOrderRow) if row.kind == "losses"] == [
        "losses: home,cities,mina"
    ]


async def test_a_card_that_is_no_longer_held_cannot_be_chosen(war: War) -> None:
    handler = AutoAnswerHandlers(questions(war.service))
    shown = await handler.set(replace(visit(war), option="discard", values=("never:1",)))
    assert "That choice is out of date" in str(shown)
    assert await war.rows(StandingOrderRow) == []


async def test_a_line_that_queues_nothing_says_how_one_begins(war: War) -> None:
    handler = AutoAnswerHandlers(questions(war.service))
    for line in ("negate: any", "next: ", "next: ;"):
        assert "Start with the action to queue" in str(await handler.typed(visit(war), line))
    assert [line for line, _ in await handler.offered(visit(war), "")] == ["next: ", "growth: "]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Advance: Military-Political"), ("de", "Aufsteigen: Militärisch-Politisch")]
)
def test_an_advance_that_is_queued_is_named_as_where_it_is_chosen(language: str, told: str) -> None:
    with speaking(language):
        presentation = presentation_of("acme")
        assert token_text(presentation, {}, "card.play", "advance:military") == told
        assert token_text(presentation, {}, "culture.pay", "card:73").endswith(presentation.names.name("card", "73"))
