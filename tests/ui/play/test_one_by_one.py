"""On a page each choice is pressed by itself: it is switched, or one piece is taken away, as the draft is then."""

from __future__ import annotations

import pytest

from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, PAGE, Address, Menu, MenuChoice, Screen, within
from bot.ui.questions.toggle import switched, toggle_option
from engine.core.naming import Plain
from engine.core.presentation import Presentation
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.play.test_civilization_joined import at as in_phase
from tests.ui.play.test_civilization_joined import chosen, italy
from tests.ui.play.test_generic import fake

PLAN = Presentation(Plain(), plans={"place": "done"})


async def asked(key: str, presentation: Presentation = PLAN) -> tuple[FakeService, Presser]:
    """Somebody at that question of the small game."""
    table = fake("a")
    answers = {"order": ("a", "b", "c"), "sixes": tuple("abcdef"), "several": ("area_0", "area_1")}
    while (pending := table.table.pending) is not None and pending.key != key:
        ask = pending.asks[0]
        table.table.submit(ask.seat, *answers.get(pending.key, ask.options[:1]))
    who = Presser.of(table, presentation, table.person("a"))
    await who.open()
    return table, who


async def one(who: Presser, verb: str, value: str) -> Screen:
    """Press one value: `toggle` of the only menu, or `less`."""
    menu = next(menu for menu in who.menus())
    option = toggle_option(menu) if verb == "toggle" else menu.option
    where = who.where(menu)
    return await who.go(Address(where.table, where.ask, verb, option, where.seat), [value])


def picked(who: Presser) -> list[str]:
    return [choice.value for menu in who.menus() for choice in menu.choices if choice.chosen]


@pytest.mark.parametrize(
    ("menu", "value", "then"),
    [
        (Menu("m", "m", (MenuChoice("a", "A"), MenuChoice("b", "B", chosen=True))), "a", ("a",)),
        (Menu("m", "m", (MenuChoice("a", "A"), MenuChoice("b", "B", chosen=True))), "b", ()),
        (Menu("m", "m", (MenuChoice("a", "A"), MenuChoice("b", "B", chosen=True)), most=2), "a", ("a", "b")),
    ],
)
def test_a_choice_is_switched_on_or_off_and_replaces_another_one_where_there_is_no_room(
    menu: Menu, value: str, then: tuple[str, ...]
) -> None:
    assert switched(menu, value) == then


async def test_several_choices_are_switched_one_by_one_and_sent_once_they_are_enough() -> None:
    table, ana = await asked("several")
    await one(ana, "toggle", "area_3")
    assert [button.verb for button in ana.buttons()].count("go") == 0
    await one(ana, "toggle", "area_1")
    await one(ana, "toggle", "area_7")
    await one(ana, "toggle", "area_3")
    assert picked(ana) == ["area_1", "area_7"]
    await ana.press("go")
    assert table.answers == 1


async def test_a_switch_keeps_what_was_chosen_on_another_screen_meanwhile() -> None:
    _, ana = await asked("several")
    stale = ana.screen
    await one(ana, "toggle", "area_3")
    ana.at = stale
    await one(ana, "toggle", "area_5")
    assert picked(ana) == ["area_3", "area_5"]


async def test_a_single_choice_is_switched_and_sent() -> None:
    table, ana = await asked("list")
    await one(ana, "toggle", "area_3")
    await one(ana, "toggle", "area_5")
    assert picked(ana) == ["area_5"]
    await ana.press("go")
    assert table.answers == 1


@pytest.mark.parametrize("value", ["area_99", ""])
async def test_what_is_not_offered_is_refused(value: str) -> None:
    _, ana = await asked("several")
    await one(ana, "toggle", "area_3")
    told = await one(ana, "toggle", value)
    assert picked(ana) == ["area_3"]
    assert "The game has moved on" in ana.text(), told


async def test_a_menu_that_is_not_there_is_refused() -> None:
    _, ana = await asked("several")
    where = ana.where(ana.menus()[0])
    for option in ("go~", "nothing~x", "pick~x", "", "toggle~pick~"):
        await ana.go(Address(where.table, where.ask, "toggle", option, where.seat), ["area_1"])
        assert "The game has moved on" in ana.text()


async def test_one_piece_of_a_plan_is_taken_away() -> None:
    _, ana = await asked("place")
    await ana.choose("add", "area_1")
    await ana.choose("add", "area_1", "area_2")
    assert "area_1 2, area_2" in ana.text()
    await one(ana, "less", "area_1")
    assert "area_1, area_2" in ana.text()
    await one(ana, "less", "area_1")
    await one(ana, "less", "area_1")
    assert "The game has moved on" in ana.text()
    assert "area_2" in ana.text()


async def test_menus_of_several_questions_on_one_screen_are_switched_one_by_one() -> None:
    with within(PAGE):
        who = italy(in_phase("ships"))
        await who.open()
        menu = next(menu for menu in who.menus() if menu.option.startswith("ships.build"))
        value = menu.choices[0].value
        before = chosen(who, menu.option)
        where = who.where(menu)
        await who.go(Address(where.table, where.ask, "toggle", toggle_option(menu), where.seat), [value])
        assert set(chosen(who, menu.option)) ^ set(before) == {value}
        await who.go(Address(where.table, where.ask, "toggle", toggle_option(menu), where.seat), [value])
        assert chosen(who, menu.option) == before


async def test_a_page_shows_all_of_a_long_list_in_one_menu_and_discord_its_groups() -> None:
    for key, n in (("long", 65), ("plainlong", 60), ("some", 40), ("number", 101)):
        _, ana = await asked(key)
        assert all(len(menu.choices) <= DESIGN.menu for menu in ana.menus())
        with within(PAGE):
            _, ben = await asked(key)
            (menu,) = ben.menus()
            assert len(menu.choices) == n
            assert faults(ben.screen, PAGE) == []
            await one(ben, "toggle", menu.choices[-1].value)
            assert picked(ben) == [menu.choices[-1].value]
