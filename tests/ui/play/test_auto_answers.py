"""Auto-answers and planned moves on private screens, at a table of Advanced Civilization."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.contract.tables import Person, Refused
from bot.features.auto_answers import service as auto_answers
from bot.features.auto_answers.handlers import AutoAnswerHandlers
from bot.games.questions import questions
from bot.store.models import StandingOrderRow
from bot.ui.parts import Address, Form
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from engine.civ.presentation.commands import COMMANDS
from engine.core.commands import CONFIRM
from engine.core.text import speaking
from tests.service.tables import ANA, BEN, CHO
from tests.service.test_auto_answers import NATIONS, War
from tests.ui.play.fake_service import Presser
from tests.ui.play.verbs import handlers

MOVE = next(command for command in COMMANDS if command.name == "move")


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[War]:
    """Babylon is asked for its moves; Egypt, Ben's, is next."""
    made = War(tmp_path / "war.db")
    await made.begin()
    yield made
    await made.database.close()


async def seated(war: War, person: Person) -> Presser:
    """A person before My turn."""
    presser = Presser(handlers(war.service), person)
    await presser.go(Address(war.table, None, "seat"), private=False)
    return presser


def visit(war: War, person: Person) -> Visit:
    """A command of that person at the table."""
    return replace(Visit(person.id, person.guild or 0, war.table, None, "", ""), name=person.name)


async def test_my_seat_leads_to_a_plan_and_says_that_it_lies_there(war: War) -> None:
    """CIV-213: with the wish to be asked about a region."""
    ben = await seated(war, BEN)
    assert "Plan ahead" in [button.label for button in ben.buttons()]
    await ben.press("Plan ahead")
    assert isinstance(ben.at, Form)
    await ben.fill(line="thebes>buhen 1", watch="Babylon: Italy, Rome")
    assert "It runs when you're asked" in ben.text()
    assert "thebes>buhen 1" in ben.text()
    plan = (await war.service.seat(war.table, BEN)).advance.plan  # type: ignore[union-attr]
    assert plan is not None
    assert plan.picks == ("thebes>buhen:1",)
    assert [one.seat for one in plan.watched] == ["babylon", ""]
    assert len(plan.watched[0].areas) > 1
    await ben.press("My turn")
    assert "You have planned moves." in ben.text()
    await ben.press("Auto-answers")
    await ben.press("Delete the plan")
    assert "Your planned moves are deleted" in ben.text()


async def test_a_plan_can_be_changed_from_what_was_typed(war: War) -> None:
    ben = await seated(war, BEN)
    await ben.press("Plan ahead")
    await ben.fill(line="thebes>buhen 1")
    await ben.press("Change the plan")
    assert isinstance(ben.at, Form)
    assert [getattr(field, "value", "") for field in ben.at.fields] == ["thebes>buhen 1", ""]


@pytest.mark.parametrize(("line", "said"), [("thebes>buhen 9", "9"), ("thebes>rome 1", "Rome"), ("dance", "dance")])
async def test_a_line_that_cannot_be_done_is_refused_by_its_item(war: War, line: str, said: str) -> None:
    ben = await seated(war, BEN)
    await ben.press("Plan ahead")
    await ben.fill(line=line)
    assert said in ben.text()
    assert (await war.service.seat(war.table, BEN)).advance.plan is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("watch", "said"), [("Nowhere", "Nowhere"), ("Nobody: Rome", "Nobody"), ("Rome, " * 21, "Rome")]
)
async def test_where_one_wants_to_be_asked_has_to_be_known(war: War, watch: str, said: str) -> None:
    """No more than twenty places are watched, so that a long line costs no more than a short one."""
    ben = await seated(war, BEN)
    await ben.press("Plan ahead")
    await ben.fill(line="thebes>buhen 1", watch=watch)
    assert said in ben.text()
    assert (await war.service.seat(war.table, BEN)).advance.plan is None  # type: ignore[union-attr]


async def test_the_command_of_moves_plans_ahead_when_one_is_not_asked(war: War) -> None:
    """CIV-213, CIV-215."""
    typed = CommandRunner(questions(war.service))
    shown = await typed.run(visit(war, BEN), MOVE, {"plan": "thebes>buhen 1"})
    assert "It runs when you're asked" in str(shown)
    await typed.run(visit(war, ANA), MOVE, {"plan": "hold", CONFIRM: "True"})
    await war.later()
    assert await war.tokens("buhen") == {"egypt": 1}


async def test_after_the_end_auto_answers_are_refused_since_it_is_over(
    war: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = await war.service.seat(war.table, BEN)
    over = replace(there.sheet, info=replace(there.sheet.info, state="over"))
    monkeypatch.setattr(war.service, "seat", AsyncMock(return_value=replace(there, sheet=over, advance=None)))
    with pytest.raises(Refused) as refused:
        await AutoAnswerHandlers(questions(war.service)).all(visit(war, BEN))
    assert refused.value.code == "over"


async def test_who_is_asked_plans_nothing(war: War) -> None:
    ana = await seated(war, ANA)
    assert "Plan ahead" not in [button.label for button in ana.buttons()]
    with pytest.raises(Refused, match="not_ahead"):
        await ana.go(Address(war.table, None, "ahead"))


async def test_auto_answers_are_told_in_the_readers_language(war: War) -> None:
    with speaking("de"):
        ben = await seated(war, BEN)
        await ben.press("Auto-Antworten")
        assert "Du hast keine Auto-Antworten" in ben.text()


async def test_an_auto_answer_is_chosen_from_menus_and_removed_there(war: War) -> None:
    """Its kind, then its value; the kinds say what is set for each."""
    ben = await seated(war, BEN)
    await ben.press("Auto-answers")
    assert "You have no auto-answers." in ben.text()
    assert "Remove this auto-answer" not in [button.label for button in ben.buttons()]
    await ben.choose("auto_kind", "losses")
    await ben.choose("auto_set", "auto")
    assert ben.text().startswith("Saved. It starts with the next question.")
    assert "**Losses from calamities**: What you would lose if you didn't answer" in ben.text()
    await ben.press("My turn")
    assert "You have 1 auto-answer. No one else sees this." in ben.text()
    await ben.press("Auto-answers")
    hints = {c.value: c.hint for menu in ben.menus() if menu.verb == "auto_kind" for c in menu.choices}
    assert (hints["losses"], hints["late"]) == (
        "What you would lose if you didn't answer",
        "Not set. The bot asks you.",
    )
    await ben.choose("auto_kind", "losses")
    await ben.press("Remove this auto-answer")
    assert ben.text().startswith("Removed. The bot asks you again.")
    assert await war.rows(StandingOrderRow) == []


@pytest.mark.parametrize(("kind", "value"), [("tax", "4"), ("losses", "run"), ("move", "hold"), ("", "")])
async def test_a_choice_that_is_out_of_date_changes_nothing(war: War, kind: str, value: str) -> None:
    """From a menu of an earlier version, or of before an advance was lost."""
    shown = AutoAnswerHandlers(questions(war.service)).set(replace(visit(war, BEN), option=kind, values=(value,)))
    assert "That choice is out of date" in str(await shown)
    assert await war.rows(StandingOrderRow) == []


async def test_a_button_of_an_older_message_still_opens_them(war: War) -> None:
    ben = Presser(handlers(war.service), BEN)
    await ben.go(Address(war.table, None, "orders"), private=False)
    assert "### Auto-answers" in ben.text()


async def test_why_the_owner_is_asked_is_told_on_my_seat_and_among_the_auto_answers(war: War) -> None:
    """CIV-213."""
    ben = await seated(war, BEN)
    await auto_answers.lodge(war.service, war.table, BEN, ["thebes>buhen:1"], line="thebes>buhen 1")
    await war.give(ANA, "ptolemais>thebes:1", "done")
    await war.later()
    await ben.go(Address(war.table, None, "seat"), private=False)
    assert "It's your turn, because Babylon has entered Thebes" in ben.text()
    await ben.go(Address(war.table, None, "auto"), private=False)
    assert "**Your planned moves**: no automatic answer last time, because Babylon has entered Thebes" in ben.text()
    await war.give(BEN, "done")
    await ben.go(Address(war.table, None, "seat"), private=False)
    assert "It's your turn" not in ben.text()


async def test_until_planned_moves_are_made_the_question_says_that_they_will_be(war: War) -> None:
    """It stood there without them, and whoever began anew lost them."""
    ben = await seated(war, BEN)
    await auto_answers.lodge(war.service, war.table, BEN, ["thebes>buhen:1"], line="thebes>buhen 1")
    await war.give(ANA, "done")
    await ben.go(Address(war.table, None, "seat"), private=False)
    assert "Your planned moves are about to be made." in ben.text()
    await war.later()
    await ben.go(Address(war.table, None, "seat"), private=False)
    assert "planned moves" not in ben.text()


async def test_a_rate_of_tax_stands_from_the_turn_after(war: War) -> None:
    """CIV §5.2: named at any time, by a command."""
    rate = next(command for command in COMMANDS if command.name == "rate")
    runner = CommandRunner(questions(war.service))
    shown = await runner.run(visit(war, BEN), rate, {"rate": "3"})
    assert "Taxes" in "\n".join(part.text for part in shown.parts if hasattr(part, "text"))
    assert [row.line for row in await war.rows(StandingOrderRow)] == ["tax: 3"]


async def test_the_rate_of_tax_stands_beside_the_moves_for_who_has_a_choice(tmp_path: Path) -> None:
    """CIV §5.2: a holder of Coinage is not asked alone."""
    made = War(tmp_path / "rich.db")
    await made.begin(nations={"babylon": {"advances": ["coinage"]}, "egypt": {}, "crete": {}})
    ana = await seated(made, ANA)
    assert [c.value for c in next(menu for menu in ana.menus() if menu.verb == "tax_rate").choices] == ["1", "2", "3"]
    await ana.choose("tax_rate", "3")
    assert [c.value for menu in ana.menus() if menu.verb == "tax_rate" for c in menu.choices if c.chosen] == ["3"]
    assert await standing(made) == ["tax: 3"]
    ben = await seated(made, BEN)
    assert not any(menu.verb == "tax_rate" for menu in ben.menus())
    await made.database.close()


async def sent_moves(ana: Presser) -> None:
    """A move is planned, and the plan is sent as it stands."""
    await ana.press("Type it")
    await ana.fill(line="ptolemais>eastern_desert 1")
    await ana.press_button(next(button for button in ana.buttons() if button.verb in {"go", "stop"}))


@pytest.mark.parametrize(("chosen", "stands"), [("", ["tax: last"]), ("1", ["tax: 1"])])
async def test_the_rate_shown_beside_the_moves_stands_when_they_are_sent(
    tmp_path: Path, chosen: str, stands: list[str]
) -> None:
    """CIV §5.2, CIV-RUL-060: the rate of last turn, as silence has it, if no other is chosen."""
    made = War(tmp_path / "untouched.db")
    await made.begin(nations={"babylon": {"advances": ["coinage"]}, "egypt": {}, "crete": {}})
    ana = await seated(made, ANA)
    if chosen:
        await ana.choose("tax_rate", chosen)
    await sent_moves(ana)
    assert "babylon" in await made.tokens("eastern_desert")
    assert await standing(made) == stands
    await made.database.close()


async def test_moves_of_who_has_no_choice_of_rates_leave_no_order(war: War) -> None:
    """CIV §5.2."""
    await sent_moves(await seated(war, ANA))
    assert "babylon" in await war.tokens("eastern_desert")
    assert await standing(war) == []


COINS = {"babylon": {"treasury": 40, "hand": ["moon_ore_60a", "moon_ore_40a"]}, "egypt": {}, "crete": {}}


async def standing(war: War) -> list[str]:
    """What Ana has set."""
    return [row.line for row in await war.rows(StandingOrderRow) if row.number == 1]


async def buying(file: Path) -> tuple[War, Presser]:
    """Ana buys advances, and has chosen Coinage."""
    made = War(file)
    await made.begin("advances", nations=COINS)
    ana = await seated(made, ANA)
    await ana.choose_in("advance.buy", "coinage")
    return made, ana


async def test_the_rate_of_tax_is_set_with_the_purchase_that_brings_the_choice(tmp_path: Path) -> None:
    """CIV §5.2: on the screen on which Coinage is bought, so that it is never asked alone."""
    made, ana = await buying(tmp_path / "coins.db")
    menu = next(menu for menu in ana.menus() if menu.verb == "tax_rate")
    assert [(c.value, c.chosen) for c in menu.choices] == [("1", False), ("2", True), ("3", False)]
    await ana.choose("tax_rate", "3")
    assert [c.value for menu in ana.menus() if menu.option == "advance.buy" for c in menu.choices if c.chosen]
    assert await standing(made) == ["tax: 3"]
    await ana.press_button(next(button for button in ana.buttons() if button.verb == "join_go"))
    assert await standing(made) == ["tax: 3"]
    await made.database.close()


async def test_the_rate_shown_with_the_purchase_stands_if_no_other_is_chosen(tmp_path: Path) -> None:
    """CIV §5.2: the rate of last turn, as silence has it."""
    made, ana = await buying(tmp_path / "kept.db")
    assert await standing(made) == []
    await ana.press_button(next(button for button in ana.buttons() if button.verb == "join_go"))
    assert await standing(made) == ["tax: last"]
    await made.database.close()


async def test_a_purchase_that_brings_no_choice_of_rates_shows_none(tmp_path: Path) -> None:
    """CIV §5.2."""
    made, ana = await buying(tmp_path / "none.db")
    await ana.choose_in("advance.buy", "mysticism")
    assert not any(menu.verb == "tax_rate" for menu in ana.menus())
    await ana.press_button(next(button for button in ana.buttons() if button.verb == "join_go"))
    assert await standing(made) == []
    await made.database.close()


async def test_a_purchase_by_command_keeps_the_rate_too(tmp_path: Path) -> None:
    """CIV §5.2."""
    made, _ = await buying(tmp_path / "typed.db")
    buy = next(command for command in COMMANDS if command.name == "buy")
    await CommandRunner(questions(made.service)).run(
        visit(made, ANA), buy, {"advances": "Coinage", "pay": "auto", CONFIRM: "True"}
    )
    assert await standing(made) == ["tax: last"]
    await made.database.close()


async def test_moves_typed_with_the_ships_are_made_in_their_turn_without_another_question(tmp_path: Path) -> None:
    """CIV §7, §8, CIV-213: one screen, one confirmation, and nobody waits for the moves."""
    made = War(tmp_path / "fleets.db")
    areas = {"sidon": "babylon 3", "tanis": "egypt 3", "rome": "crete 4"}
    await made.begin("ships", areas=areas, nations={name: {"treasury": 4} for name in NATIONS})
    lines = {ANA: "build sidon; sidon~cyprus 1", BEN: "tanis>memphis 1", CHO: "hold"}
    for person, line in lines.items():
        at = await seated(made, person)
        await at.press("Type it")
        await at.fill(parts=line)
        await at.press_button(next(button for button in at.buttons() if button.verb == "join_go"))
    assert await made.tokens("cyprus") == {}
    for _ in lines:
        await made.later()
    assert "babylon" in await made.tokens("cyprus")
    assert "egypt" in await made.tokens("memphis")
    asked = (await made.service.standing(made.table)).ask
    assert asked is None or asked.key != "movement.tokens"
    await made.database.close()
