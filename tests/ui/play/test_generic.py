"""Every shape of question has a control that fits the limits and answers it."""

from __future__ import annotations

from random import Random

import pytest

from bot.contract import Person
from bot.ui.parts import Address, Button, Screen
from engine.core.face import Face
from engine.core.game import SeatPlan
from engine.core.naming import Plain
from engine.core.table import Table

from .desk import Desk, Presser
from .toy import QUESTIONS, Toy
from .wanderer import wander

FACE = Face(Plain(), composites={"act": ("act.target",)}, plans={"place": "done"})
BARE = Face(Plain())


def desk(*seats: str, alone: bool = False, rounds: int = 1) -> Desk:
    plans = [SeatPlan(civ=s) for s in seats]
    return Desk(Table.new(Toy(), "standard", plans, {"rounds": rounds}, "seed"), alone=alone)


@pytest.mark.parametrize("face", [BARE, FACE], ids=["bare", "declared"])
@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("seed", range(3))
async def test_a_whole_random_game_is_played_through_the_generic_controls(face: Face, alone: bool, seed: int) -> None:
    table, chance = desk("a", "b", alone=alone), Random(seed)
    people = {s.person.id: Presser.of(table, face, s.person) for s in table.seats() if s.person}
    for _ in range(3000):
        pending = table.table.pending
        if pending is None:
            break
        if pending.sealed and not alone:
            who = people[table.person(chance.choice(pending.asked)).id]
            await who.open()
            await wander(who, chance)
            if chance.random() < 0.5:
                table.close()
            continue
        who = people[table.person(table.table.waiting()[0]).id]
        if not who.interactions or chance.random() < 0.1 or "seat" in [b.verb for b in _buttons(who)]:
            await who.open()
        await wander(who, chance)
    assert table.table.pending is None


def _buttons(who: Presser) -> list[Button]:
    return who.buttons() if isinstance(who.at, Screen) else []


async def test_a_few_choices_are_buttons_and_take_two_interactions() -> None:
    table = desk("a")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    assert [b.label for b in ana.buttons()][:3] == ["red", "green", "blue"]
    await ana.press("green")
    assert ana.interactions == 2
    assert table.answers == 1


async def test_the_next_question_of_the_same_person_comes_in_place() -> None:
    table = desk("a")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    await ana.press("green")
    assert "kind four" in ana.text()
    assert "a said green" in ana.text()


async def test_a_list_is_a_menu_and_a_confirmation() -> None:
    table = await _at("list")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    await ana.choose("pick", "area_7")
    await ana.press("go")
    assert ana.interactions == 3
    assert "a said area_7" in ana.text()


async def test_a_long_list_shows_the_suggested_first_and_keeps_picks_of_other_groups() -> None:
    table = await _at("some")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    groups = next(m for m in ana.menus() if m.verb == "group")
    assert groups.choices[0].label == "Suggested (25)"
    await ana.choose("pick", "area_1", "area_2")
    await ana.choose("group", "g4")
    await ana.choose("pick", "area_38")
    await ana.press("go")
    assert "a said area_1, area_2, area_38" in ana.text()


async def test_long_lists_without_groups_go_by_the_alphabet() -> None:
    table = await _at("plainlong")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    groups = next(m for m in ana.menus() if m.verb == "group")
    assert len(groups.choices) == 4


async def test_a_wide_number_is_typed() -> None:
    table = await _at("number")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    await ana.press("number")
    await ana.fill(number="73")
    await ana.press("go")
    assert "a said 73" in ana.text()


async def test_orders_are_chosen_from_a_menu_or_typed() -> None:
    table = await _at("order")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    await ana.choose("order", "c~a~b")
    await ana.press("go")
    assert "a said c, a, b" in ana.text()
    await ana.press("typed_ord")
    await ana.fill(order="6 5 4 3 2 1")
    await ana.press("go")
    assert "a said f, e, d, c, b, a" in ana.text()


async def test_a_stale_press_shows_what_is_asked_now_with_a_line_on_top() -> None:
    table = desk("a")
    ana = Presser.of(table, BARE, table.person("a"))
    old = await ana.open()
    await ana.press("green")
    ana.at = old
    await ana.press("blue")
    assert "moved on" in ana.text()
    assert "kind four" in ana.text()
    assert table.answers == 1


async def test_a_double_click_is_answered_by_what_the_first_one_did() -> None:
    table = await _at("list")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    before = await ana.choose("pick", "area_7")
    await ana.press("go")
    ana.at = before
    await ana.press("go")
    assert "Done already" in ana.text()
    assert "kind single" in ana.text()
    assert table.answers == 1


async def test_windows_without_a_choice_pass_by_themselves_for_a_person_who_plays_alone() -> None:
    table = await _at("lonely", seats=("a", "b"), alone=True)
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    assert table.table.pending is not None
    assert table.table.pending.key != "lonely"


async def test_a_draft_survives_closing_the_screen_and_is_there_on_another_device() -> None:
    table = await _at("several")
    ana, other = (Presser.of(table, BARE, table.person("a")) for _ in range(2))
    await ana.open()
    await other.open()
    await ana.choose("pick", "area_1", "area_2")
    again = await other.open()
    chosen = [c.value for m in other.menus() for c in m.choices if c.chosen]
    assert chosen == ["area_1", "area_2"]
    assert again.ask == table.ask_no


async def test_undo_goes_back_to_the_question() -> None:
    table = desk("a")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    await ana.press("green")
    await ana.press("undo")
    await ana.press("undo_now")
    assert "Taken back" in ana.text()
    assert "kind few" in ana.text()


async def test_what_cannot_be_taken_back_says_why_and_lets_the_host_go_further() -> None:
    table = await _at("few", seats=("a", "b"))
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.go(Address("1k9", None, "undo"))
    assert "nothing of yours to take back" in ana.text()
    assert "Go back further" in [b.label for b in ana.buttons()]
    bob = Presser.of(table, BARE, table.person("b"))
    await bob.go(Address("1k9", None, "undo"))
    assert "Go back further" not in [b.label for b in bob.buttons()]


async def test_a_composite_shows_its_questions_in_turn_and_sends_them_together() -> None:
    table = await _at("act", seats=("a", "b"))
    ana = Presser.of(table, FACE, table.person("a"))
    await ana.open()
    await ana.press("strike")
    await ana.choose("pick", "area_3")
    assert "a struck area_3" in ana.text()
    assert "nobody stops it" in ana.text()
    assert table.table.pending is not None
    assert table.table.pending.key == "act"
    await ana.press("go")
    assert table.table.pending.key == "window"
    assert ana.interactions == 4


async def test_pass_is_sent_at_once() -> None:
    table = await _at("act")
    ana = Presser.of(table, FACE, table.person("a"))
    await ana.open()
    await ana.press("pass")
    assert table.table.pending is not None
    assert table.table.pending.key == "place"


async def test_a_sealed_answer_may_be_changed_and_taken_away_until_the_close() -> None:
    table = await _at("act", seats=("a", "b"))
    table.table.submit_batch("a", [["strike"], ["area_3"]])
    bob = Presser.of(table, FACE, table.person("b"))
    await bob.open()
    assert [c.value for m in bob.menus() for c in m.choices if c.chosen] == ["pass"]
    await bob.choose("pick", "shield")
    await bob.press("go")
    assert table.sealed == {"b": ("shield",)}
    assert "sealed until" in bob.text()
    await bob.press("Change my answer")
    await bob.choose("pick", "pass")
    await bob.press("go")
    assert table.sealed == {"b": ("pass",)}
    assert [b.label for b in bob.buttons()] == ["Change my answer"]
    await bob.press("Change my answer")
    await bob.choose("pick", "shield")
    await bob.press("go")
    await bob.press("Take my answer away")
    assert not table.sealed


async def test_one_person_with_several_seats_is_asked_for_each_in_place() -> None:
    table = await _at("act", seats=("a", "b"), alone=True)
    ana = Presser.of(table, FACE, table.person("a"))
    await ana.open()
    await ana.press("strike")
    await ana.choose("pick", "area_3")
    await ana.press("go")
    assert "Shield?" in ana.text()


async def test_a_stranger_is_refused() -> None:
    from bot.contract import Refused

    table = desk("a")
    eve = Presser.of(table, BARE, Person(99, "Eve"))
    with pytest.raises(Refused):
        await eve.open()


async def _at(key: str, seats: tuple[str, ...] = ("a",), *, alone: bool = False) -> Desk:
    """A table at the question of that key."""
    table = desk(*seats, alone=alone)
    while table.table.pending and table.table.pending.key != key:
        ask = table.table.pending.asks[0]
        table.table.submit(ask.seat, *ask.options[: max(1, ask.least)])
    assert table.table.pending
    assert QUESTIONS
    return table
