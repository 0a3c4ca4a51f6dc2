"""Every shape of question has a control that fits the limits and answers it."""

from __future__ import annotations

from random import Random

import pytest

from bot.contract.tables import Person
from bot.games.questions import questions
from bot.ui.commands.play import ACT
from bot.ui.parts import Address, Button, Form, Line, Screen
from bot.ui.questions.autocomplete import Completer
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from engine.core.game import SeatPlan
from engine.core.naming import Plain
from engine.core.presentation import Presentation
from engine.core.table import Table
from tests.core.fair import FAIR
from tests.ui.play.fake_service import FakeService, Presser

from .toy import QUESTIONS, Toy
from .wanderer import wander

PRESENTATION = Presentation(Plain(), composites={"act": ("act.target",)}, plans={"place": "done"})
BARE = Presentation(Plain())


def fake(*seats: str, alone: bool = False, rounds: int = 1) -> FakeService:
    plans = [SeatPlan(civ=s) for s in seats]
    return FakeService(Table.new(Toy(), "standard", plans, {"rounds": rounds}, "seed"), alone=alone)


@pytest.mark.sample(1)
@pytest.mark.parametrize("presentation", [BARE, PRESENTATION], ids=["bare", "declared"])
@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("seed", range(3))
async def test_a_whole_random_game_is_played_through_the_generic_controls(
    presentation: Presentation, alone: bool, seed: int
) -> None:
    table, chance = fake("a", "b", alone=alone), Random(seed)
    people = {s.person.id: Presser.of(table, presentation, s.person) for s in table.seats() if s.person}
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
    table = fake("a")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    assert [b.label for b in ana.buttons()][:3] == ["red", "green", "blue"]
    await ana.press("green")
    assert ana.interactions == 2
    assert table.answers == 1


async def test_the_next_question_of_the_same_person_comes_in_place() -> None:
    table = fake("a")
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
    assert groups.choices[0].label == "Suggested"
    await ana.choose("pick", "area_1", "area_2")
    await ana.choose("group", "g4")
    await ana.choose("pick", "area_38")
    await ana.press("go")
    assert "a said area_1, area_2, area_38" in ana.text()


async def test_of_picks_in_several_groups_the_latest_are_kept_as_many_as_may_be() -> None:
    table = await _at("some")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    await ana.choose("pick", *(f"area_{n}" for n in range(1, 6)))
    await ana.choose("group", "g4")
    await ana.choose("pick", "area_36", "area_37", "area_38")
    await ana.choose("group", "suggested")
    await ana.press("go")
    assert "a said area_3, area_4, area_5, area_36, area_37, area_38" in ana.text()


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
    await ana.press("number")
    await ana.fill(number="7*3")
    assert "“7\\*3” isn't a number from 0 to 100." in ana.text()
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
    for wrong in ("6 5 4", "6 5 4 3 2 2", "6 5 4 3 2 1 7"):
        await ana.press("typed_ord")
        await ana.fill(order=wrong)
        assert f"“{wrong}” isn't a complete order. Write every number from 1 to 6 once." in ana.text()
    await ana.press("go")
    assert "a said f, e, d, c, b, a" in ana.text()


async def test_a_stale_press_shows_what_is_asked_now_with_a_line_on_top() -> None:
    table = fake("a")
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
    assert "You've already done that" in ana.text()
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
    table = fake("a")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    await ana.press("green")
    await ana.press("undo")
    await ana.press("undo_now")
    assert "Undone." in ana.text()
    assert "kind few" in ana.text()


async def test_what_cannot_be_taken_back_says_why_and_lets_the_host_go_further() -> None:
    table = await _at("few", seats=("a", "b"))
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.go(Address("1k9", None, "undo"))
    assert "nothing to undo" in ana.text()
    assert "Go back further" in [b.label for b in ana.buttons()]
    bob = Presser.of(table, BARE, table.person("b"))
    await bob.go(Address("1k9", None, "undo"))
    assert "Go back further" not in [b.label for b in bob.buttons()]


async def test_a_composite_shows_its_questions_in_turn_and_sends_them_together() -> None:
    table = await _at("act", seats=("a", "b"))
    ana = Presser.of(table, PRESENTATION, table.person("a"))
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
    ana = Presser.of(table, PRESENTATION, table.person("a"))
    await ana.open()
    await ana.press("pass")
    assert table.table.pending is not None
    assert table.table.pending.key == "place"


async def test_a_sealed_answer_may_be_changed_and_taken_away_until_the_close() -> None:
    table = await _at("act", seats=("a", "b"))
    table.table.submit_batch("a", [["strike"], ["area_3"]])
    bob = Presser.of(table, PRESENTATION, table.person("b"))
    await bob.open()
    assert [c.value for m in bob.menus() for c in m.choices if c.chosen] == ["pass"]
    await bob.choose("pick", "shield")
    await bob.press("go")
    assert table.sealed == {"b": ("shield",)}
    assert "You can change it until" in bob.text()
    await bob.press("Change my response")
    await bob.choose("pick", "pass")
    await bob.press("go")
    assert table.sealed == {"b": ("pass",)}
    assert [b.label for b in bob.buttons()][:2] == ["Change my response", "Notes"]
    await bob.press("Change my response")
    await bob.choose("pick", "shield")
    await bob.press("go")
    await bob.press("Withdraw my response")
    assert not table.sealed


async def test_one_person_with_several_seats_is_asked_for_each_in_place() -> None:
    table = await _at("act", seats=("a", "b"), alone=True)
    ana = Presser.of(table, PRESENTATION, table.person("a"))
    await ana.open()
    await ana.press("strike")
    await ana.choose("pick", "area_3")
    await ana.press("go")
    assert "Shield?" in ana.text()


async def test_a_stranger_is_refused() -> None:
    from bot.contract.tables import Refused

    table = fake("a")
    eve = Presser.of(table, BARE, Person(99, "Eve"))
    with pytest.raises(Refused):
        await eve.open()


async def _at(key: str, seats: tuple[str, ...] = ("a",), *, alone: bool = False) -> FakeService:
    """A table at the question of that key."""
    table = fake(*seats, alone=alone)
    while table.table.pending and table.table.pending.key != key:
        ask = table.table.pending.asks[0]
        table.table.submit(ask.seat, *ask.options[: max(1, ask.least)])
    assert table.table.pending
    assert QUESTIONS
    return table


def fair(*seats: str, npcs: str = "") -> FakeService:
    """A fair at which all plan at the same time."""
    plans = [SeatPlan(seat, "npc" if seat in npcs else "human") for seat in seats]
    made = FakeService(Table.new(FAIR, "standard", plans, {}, "1"))
    made.table.submit(seats[0], "open")
    return made


@pytest.mark.usefixtures("fair_texts")
async def test_several_people_press_their_own_questions_side_by_side() -> None:
    table = fair("a", "b", "c")
    ana, ben = (Presser.of(table, BARE, table.person(seat)) for seat in "ab")
    await ana.open()
    await ben.open()
    await ana.press("Copper")
    await ben.press("Wool")
    assert "Divide" in ana.text()
    assert "Are you sure?" in ben.text()
    await ana.choose("part", "north")
    await ana.press("Divide like this")
    await ben.press("No")
    assert [e.seat for e in table.table.record.entries] == ["a", "a", "b", "a", "b"]
    assert table.table.has_answered("b")
    assert table.table.waiting() == ("a", "c")
    await ben.open()
    names = [table.person(seat).name for seat in "abc"]
    (asked,) = (line for line in ben.text().splitlines() if "Waiting for" in line)
    assert [name in asked for name in names] == [True, False, True], "of others nobody knows who has answered"


@pytest.mark.usefixtures("fair_texts")
async def test_a_sum_is_divided_with_a_menu_or_in_a_line() -> None:
    table = fair("a", "b")
    ana = Presser.of(table, BARE, table.person("a"))
    await ana.open()
    await ana.press("Copper")
    ask = table.table.ask_of("a")
    assert ask is not None
    assert "Divide like this" not in [button.label for button in ana.buttons()]
    await ana.press("Type the parts")
    assert isinstance(ana.at, Form)
    assert [field.label for field in ana.at.fields if isinstance(field, Line)] == [f"The parts add up to {ask.total}"]
    await ana.fill(parts=f"north 1, {ask.total} east")
    assert f"You've divided {ask.total + 1} of {ask.total}." in ana.text()
    await ana.press("Type the parts")
    await ana.fill(parts="nowhere 3")
    assert "“nowhere” isn't one of the options" in ana.text()
    await ana.press("Type the parts")
    await ana.fill(parts="north 1, east")
    assert f"North 1, East 1 (2 of {ask.total})" in ana.text()
    await ana.choose("part", "south")
    await ana.press("Divide like this")
    assert table.table.record.entries[-1].picks == ("north:1", "east:1", f"south:{ask.total - 2}")
    assert "Where do helpers work?" in ana.text()


@pytest.mark.usefixtures("fair_texts")
@pytest.mark.parametrize("seed", range(3))
async def test_six_people_play_a_whole_fair_at_once_by_whatever_their_screens_offer(seed: int) -> None:
    table, chance = fair("a", "b", "c", "d", "e", "f", npcs="f"), Random(seed)
    people = {seat: Presser.of(table, BARE, table.person(seat)) for seat in "abcde"}
    for _ in range(4000):
        if table.table.pending is None:
            break
        who = people[chance.choice(table.table.waiting())]
        if not who.interactions or chance.random() < 0.2 or "seat" in [b.verb for b in _buttons(who)]:
            await who.open()
        await wander(who, chance)
    assert table.table.pending is None
    assert table.table.problems() == []


@pytest.mark.usefixtures("fair_texts")
async def test_a_sum_is_divided_by_a_command_and_completed_as_it_is_typed() -> None:
    table, ana = fair("a", "b"), Visit(1, table="1K9", name="Ana")
    play = questions(table.service, lambda _: BARE)
    typed = CommandRunner(play)

    async def act(choice: str) -> str:
        screen = await typed.run(ana, ACT, {"choice": choice})
        return "\n".join(p.text for p in screen.parts if hasattr(p, "text"))

    async def suggest(line: str) -> list[str]:
        found = await Completer(play, typed).suggest(ana, ACT, ACT.parameter("choice"), line, {})
        return [value for _, value in found]

    await act("copper")
    assert await suggest("") == ["North 6", "East 6", "South 6"]
    assert await suggest("north 4, e") == ["north 4, East 2"]
    assert await suggest("north 6, e") == []
    assert await suggest("nowhere 6, e") == []
    assert "You've divided 5 of 6. The parts must add up to 6." in await act("north 4, east")
    assert "North can get up to 6." in await act("north 7")
    assert "isn't one of the options" in await act("nowhere 6")
    assert "Where do helpers work?" in await act("north 4, east=2")
    assert table.table.record.entries[-1].picks == ("north:4", "east:2")
