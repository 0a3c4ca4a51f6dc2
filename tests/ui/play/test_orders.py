"""Orders on private screens: planned, changed, withdrawn, kept, tried; for a table of Advanced Civilization."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.ui.parts import Address, Form
from bot.ui.play.all_handlers import handlers, questions
from bot.ui.play.command_runner import CommandRunner
from bot.ui.play.order_handlers import OrderHandlers
from bot.ui.play.order_screens import order_name, order_told, possible
from bot.ui.presentations import presentation_of
from bot.ui.visit import Visit
from bot.values import Person, Refused
from engine.civ.orders import SETS
from engine.civ.presentation.commands import COMMANDS
from engine.core.commands import CONFIRM
from engine.core.orders import StandingOrder, orders_of
from engine.core.text import speaking
from engine.games import GAMES
from tests.service.tables import ANA, BEN, CHO
from tests.service.test_orders import NATIONS, War
from tests.ui.play.fake_service import Presser

MOVE = next(command for command in COMMANDS if command.name == "move")


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[War]:
    """Babylon is asked for its moves; Egypt, Ben's, is next."""
    made = War(tmp_path / "war.db")
    await made.begin()
    yield made
    await made.database.close()


async def seated(war: War, person: Person) -> Presser:
    """A person before My seat."""
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
    assert "Your plan lies there" in ben.text()
    assert "thebes>buhen 1" in ben.text()
    plan = (await war.service.seat(war.table, BEN)).orders.plan  # type: ignore[union-attr]
    assert plan is not None
    assert plan.picks == ("thebes>buhen:1",)
    assert [one.seat for one in plan.watched] == ["babylon", ""]
    assert len(plan.watched[0].areas) > 1
    await ben.press("My seat")
    assert "Orders lie there: your plan" in ben.text()
    await ben.press("Orders")
    await ben.press("Withdraw it")
    assert "Your plan is withdrawn" in ben.text()


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
    assert (await war.service.seat(war.table, BEN)).orders.plan is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("watch", "said"), [("Nowhere", "Nowhere"), ("Nobody: Rome", "Nobody"), ("Rome, " * 21, "Rome")]
)
async def test_where_one_wants_to_be_asked_has_to_be_known(war: War, watch: str, said: str) -> None:
    """No more than twenty places are watched, so that a long line costs no more than a short one."""
    ben = await seated(war, BEN)
    await ben.press("Plan ahead")
    await ben.fill(line="thebes>buhen 1", watch=watch)
    assert said in ben.text()
    assert (await war.service.seat(war.table, BEN)).orders.plan is None  # type: ignore[union-attr]


async def test_a_standing_order_is_chosen_from_menus_and_ended_there(war: War) -> None:
    ben = await seated(war, BEN)
    await ben.press("Orders")
    await ben.choose("ord_kind", "losses")
    await ben.choose("ord_set", "losses: auto up to 5")
    assert "**Own losses**: as silence does, where it is about 5 at most, in points, cities or cards" in ben.text()
    await ben.choose("ord_kind", "losses")
    await ben.choose("ord_set", "losses: pause")
    assert ben.text().startswith("Done. It pauses, and you are asked meanwhile.")
    await ben.choose("ord_kind", "losses")
    await ben.choose("ord_set", "losses: resume")
    assert ben.text().startswith("Done. It counts from the next question on.")
    await ben.choose("ord_kind", "losses")
    await ben.choose("ord_set", "losses:")
    assert ben.text().startswith("Done. You are asked again.")
    assert "No order stands" in ben.text()


async def test_a_kind_without_a_way_changes_nothing(war: War) -> None:
    """`tax` alone ended the order for taxes, and was told to count from the next question on."""
    ahead = OrderHandlers(questions(war.service))
    await ahead.typed(visit(war, BEN), "tax: 3")
    said = str(await ahead.typed(visit(war, BEN), "tax"))
    assert "“tax” is no order: it does not say how." in said
    assert "**Taxes**: 3" in said


@pytest.mark.parametrize("language", ["en", "de"])
def test_whatever_holds_up_to_a_number_says_of_what(language: str) -> None:
    """It said `pass, up to 3` for cards in hand."""
    told: list[str] = []
    for name, game in GAMES.items():
        kinds = orders.kinds if (orders := orders_of(game)) else {}
        with speaking(language):
            limited = [StandingOrder(kind, one.ways[0], 3) for kind, one in kinds.items() if one.limited]
            told += [order_name(presentation_of(name), order) for order in limited]
    assert len(told) > 5
    assert [said for said in told if " 3" not in said or said.endswith(" 3")] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_orders_are_told_apart_in_the_list_of_their_command(language: str) -> None:
    """The first hundred characters of four of them were the same."""
    for name, game in GAMES.items():
        orders = orders_of(game)
        with speaking(language):
            told = [order_told(presentation_of(name), one) for one in possible(orders.kinds)] if orders else []
        assert len(set(told)) == len(told)
        assert max(map(len, told), default=0) <= 100


async def test_orders_are_tried_on_the_last_turn(war: War) -> None:
    await war.give(ANA, "ptolemais>thebes:1", "done")
    ana = await seated(war, ANA)
    await ana.press("Orders")
    await ana.choose("ord_kind", "move")
    await ana.choose("ord_set", "move: hold")
    await ana.press("Try them")
    assert "**Moves**: nothing more" in ana.text()


async def test_the_command_of_moves_plans_ahead_when_one_is_not_asked(war: War) -> None:
    """CIV-213, CIV-215."""
    typed = CommandRunner(questions(war.service))
    shown = await typed.run(visit(war, BEN), MOVE, {"plan": "thebes>buhen 1"})
    assert "Your plan lies there" in str(shown)
    await typed.run(visit(war, ANA), MOVE, {"plan": "hold", CONFIRM: "True"})
    await war.later()
    assert await war.tokens("buhen") == {"egypt": 1}


async def test_the_command_of_orders_takes_a_line_and_offers_all(war: War) -> None:
    ahead = OrderHandlers(questions(war.service))
    assert "Taxes" in str(await ahead.typed(visit(war, BEN), "tax: 3"))
    assert "is no order" in str(await ahead.typed(visit(war, BEN), "tax: 9"))
    assert ("Taxes: 3", "tax: 3") in await ahead.offered(visit(war, BEN), "taxes")
    assert await ahead.offered(visit(war, BEN), "nothing such") == []


async def test_after_the_end_orders_are_refused_since_it_is_over(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    there = await war.service.seat(war.table, BEN)
    over = replace(there.sheet, info=replace(there.sheet.info, state="over"))
    monkeypatch.setattr(war.service, "seat", AsyncMock(return_value=replace(there, sheet=over, orders=None)))
    with pytest.raises(Refused) as refused:
        await OrderHandlers(questions(war.service)).orders(visit(war, BEN))
    assert refused.value.code == "over"


async def test_who_is_asked_plans_nothing(war: War) -> None:
    ana = await seated(war, ANA)
    assert "Plan ahead" not in [button.label for button in ana.buttons()]
    with pytest.raises(Refused, match="not_ahead"):
        await ana.go(Address(war.table, None, "ahead"))


async def test_orders_are_told_in_the_readers_language(war: War) -> None:
    with speaking("de"):
        ben = await seated(war, BEN)
        await ben.press("Aufträge")
        assert "Kein Dauerauftrag" in ben.text()


async def test_why_an_order_stopped_stands_on_my_seat_and_among_the_orders(war: War) -> None:
    """CIV-213."""
    ben = await seated(war, BEN)
    await war.service.set_order(war.table, BEN, "move: hold")
    await war.give(ANA, "ptolemais>thebes:1", "done")
    await war.later()
    await ben.go(Address(war.table, None, "seat"), private=False)
    assert "You are asked after all, for your order did not act: Babylon has come into Thebes" in ben.text()
    assert "Stopped last: **Moves**, for Babylon has come into Thebes" in await listed(war, BEN)
    await war.give(BEN, "done")
    await ben.go(Address(war.table, None, "seat"), private=False)
    assert "asked after all" not in ben.text()
    assert "Stopped last" in await listed(war, BEN)


async def listed(war: War, person: Person) -> str:
    """What `/orders` says."""
    return str(await OrderHandlers(questions(war.service)).orders(visit(war, person)))


async def test_an_order_pauses_and_goes_on_by_its_menu(war: War) -> None:
    ben = await seated(war, BEN)
    await ben.press("Orders")
    await ben.choose("ord_kind", "tax")
    await ben.choose("ord_set", "tax: 3")
    await ben.choose("ord_kind", "tax")
    await ben.choose("ord_set", "tax: pause")
    assert "**Taxes**: 3 (pauses)" in ben.text()
    await ben.choose("ord_kind", "tax")
    await ben.choose("ord_set", "tax: resume")
    assert "pauses" not in ben.text()


async def test_a_set_of_orders_is_chosen_at_once_and_all_of_them_stop_and_go_on(war: War) -> None:
    ben = await seated(war, BEN)
    await ben.press("Orders")
    assert "Stop all" not in [button.label for button in ben.buttons()]
    await ben.choose("ord_set", "set: easy")
    together = next(line for line in ben.text().splitlines() if line.endswith(": **as silence does**"))
    assert "; Own losses; " in together
    await ben.press("Stop all")
    standing = (await war.service.seat(war.table, BEN)).orders.standing  # type: ignore[union-attr]
    assert len(standing) == len(SETS["easy"])
    assert all(kept.paused for kept in standing)
    await ben.press("Let all go on")
    assert "pauses" not in ben.text()
    ahead = OrderHandlers(questions(war.service))
    assert ("Easy-going", "set: easy") in await ahead.offered(visit(war, BEN), "easy")
    await war.service.lodge(war.table, BEN, ["thebes>buhen:1"], line="thebes>buhen 1")
    assert "No order stands" in str(await ahead.typed(visit(war, BEN), "all:"))
    assert (await war.service.seat(war.table, BEN)).orders.plan is None  # type: ignore[union-attr]


async def test_a_rate_of_tax_stands_from_the_turn_after(war: War) -> None:
    """CIV §5.2: named at any time, by a command."""
    rate = next(command for command in COMMANDS if command.name == "rate")
    runner = CommandRunner(questions(war.service))
    shown = await runner.run(visit(war, BEN), rate, {"rate": "3"})
    assert "Taxes" in "\n".join(part.text for part in shown.parts if hasattr(part, "text"))
    standing = (await war.service.seat(war.table, BEN)).orders.standing  # type: ignore[union-attr]
    assert [kept.order.line for kept in standing] == ["tax: 3"]


async def test_the_rate_of_tax_stands_beside_the_moves_for_who_has_a_choice(tmp_path: Path) -> None:
    """CIV §5.2: a holder of Coinage is not asked alone."""
    made = War(tmp_path / "rich.db")
    await made.begin(nations={"babylon": {"advances": ["coinage"]}, "egypt": {}, "crete": {}})
    ana = await seated(made, ANA)
    assert [c.value for c in next(menu for menu in ana.menus() if menu.verb == "tax_rate").choices] == ["1", "2", "3"]
    await ana.choose("tax_rate", "3")
    assert [c.value for menu in ana.menus() if menu.verb == "tax_rate" for c in menu.choices if c.chosen] == ["3"]
    standing = (await made.service.seat(made.table, ANA)).orders.standing  # type: ignore[union-attr]
    assert [kept.order.line for kept in standing] == ["tax: 3"]
    ben = await seated(made, BEN)
    assert not any(menu.verb == "tax_rate" for menu in ben.menus())
    await made.database.close()


async def sent_moves(ana: Presser) -> None:
    """A move is planned, and the plan is sent as it stands."""
    await ana.press("Type a line")
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
    """What Ana has ordered for good."""
    there = (await war.service.seat(war.table, ANA)).orders
    return [kept.order.line for kept in there.standing] if there is not None else []


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
        await at.press("Type a line")
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
