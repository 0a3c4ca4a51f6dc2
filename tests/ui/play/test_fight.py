"""A fight decided by one plan: by its screen, by command, and step by step after all."""

from __future__ import annotations

from typing import Any

import pytest

from bot.contract.tables import Refused
from bot.games.acme.declared import UNITS
from bot.games.acme.fight_screen import different, units
from bot.games.questions import questions
from bot.ui.parts import Text
from bot.ui.questions.any_question import so_far
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.questions.draft import DraftAnswers, draft_state
from bot.ui.visit import Visit
from engine.acme.game import GAME
from engine.acme.presentation.commands import COMMANDS
from engine.acme.presentation.facts import fight
from engine.core import notation
from engine.core.presentation import Scene
from engine.core.text import speaking
from tests.ui.play.fake_service import FakeService, Presser

from .hittites import POSITION, PRESENTATION

FIGHT = (
    POSITION.replace('phase = "growth"', 'phase = "competition"')
    .replace('zab = "assyria 1"', 'zab = "hittites 3 assyria 4"')
    .replace("hand = [80, 50, 28, 17]", "hand = [80]")
    .replace('hand = [72, 25]', 'hand = []\nmina = 3')
)  # fmt: skip


def at(fake: FakeService, seat: str) -> Presser:
    return Presser.of(fake, PRESENTATION, fake.person(seat))


async def rounds(position: str = FIGHT) -> FakeService:
    """The Competition of Zab, at its first removal."""
    fake = FakeService(notation.load(GAME, position))
    while fake.table.pending is not None and fake.table.pending.key != "competition.removal":
        if fake.table.pending.sealed:
            fake.close()
            continue
        seat = fake.table.waiting()[0]
        await fake.answer("1K9", fake.person(seat), fake.ask_no, [["done"]])
    return fake


def stacks(fake: FakeService) -> dict[str, Any]:
    return dict(fake.table.state.disks.get("zab", {}))


def test_a_number_of_payments_that_reads_like_one_less_is_left_out() -> None:
    """Between three it may end otherwise for the others while one loses all the same."""
    ends = ["you lose it", "you lose it", "Shared: you 1", "Shared: you 1", "you keep 2 and win"]
    assert different(ends) == [(0, "you lose it"), (2, "Shared: you 1"), (4, "you keep 2 and win")]


async def test_the_screen_works_out_how_it_ends_and_asks_for_one_plan() -> None:
    ben = at(await rounds(), "hittites")
    await ben.open()
    assert "**Pay 0:** you lose it" in ben.text()
    assert "**Pay 1:** Shared: you 1, Assyria 1" in ben.text()
    assert "**Pay 2:** you keep 2 and win" in ben.text()
    assert "This is the result if nobody else pays. The others have: Assyria 3 mina" in ben.text()
    assert [menu.verb for menu in ben.menus()] == ["f_pay", "f_with", "f_until"]
    assert [b.label for b in ben.buttons()][:3] == ["Pay up to 2", "Pay nothing", "Decide step by step"]


async def test_one_press_decides_it_unless_the_other_side_pays() -> None:
    fake = await rounds()
    ben = at(fake, "hittites")
    await ben.open()
    await ben.press("Pay up to 2")
    assert fake.table.pending is not None
    assert fake.table.waiting() == ("assyria",)
    cho = at(fake, "assyria")
    await cho.open()
    await cho.press("Pay nothing")
    assert stacks(fake) == {"hittites": 2}
    assert fake.table.state.civs["hittites"].mina == 0


async def test_two_plans_meet_without_further_questions() -> None:
    fake = await rounds()
    for seat in ("hittites", "assyria"):
        who = at(fake, seat)
        await who.open()
        await who.choose("f_pay", "3")
        await who.press("Pay up to 3")
    assert fake.table.pending is None or fake.table.pending.key != "competition.removal"
    assert stacks(fake) == {"assyria": 2}


async def test_what_is_paid_with_and_when_to_stop_can_be_chosen() -> None:
    fake = await rounds()
    ben = at(fake, "hittites")
    await ben.open()
    await ben.choose("f_pay", "2")
    await ben.choose("f_with", "card:80#1")
    await ben.choose("f_until", "share")
    await ben.press("Pay up to 2")
    assert fake.table.state.civs["hittites"].mina == 2
    cho = at(fake, "assyria")
    await cho.open()
    await cho.press("Pay nothing")
    assert (stacks(fake), fake.table.state.civs["hittites"].hand) == ({"hittites": 1, "assyria": 1}, [])


async def test_a_commitment_is_sent_before_the_next_competition_is_asked_about() -> None:
    """With nobody else to commit, it stayed in the draft below the next Competition, and advice began with it again."""
    fights = FIGHT.replace("hittites 3 assyria 4", "hittites 3 barbarians 1").replace(
        'kaska = "hittites 2"', 'kaska = "hittites 2 barbarians 1"'
    )
    fake = FakeService(notation.load(GAME, fights))
    while fake.table.pending is not None and fake.table.pending.key != "competition.commit":
        fake.close()
    ben, ask = at(fake, "hittites"), fake.ask_no
    await ben.open()
    await ben.press("Commit nothing")
    assert fake.ask_no != ask


async def test_what_a_draft_gives_up_does_not_change_how_it_stands() -> None:
    """In the middle of a round the screen promised the larger side a unit more, and after the last round it showed the
    next Competition below the title of this one.
    """
    fake = await rounds()
    before = fake.table.view("hittites")
    stood = fight(Scene("hittites", "competition.removal", "", before, before))
    assert "you 3 · Assyria 4\nAs it stands, Assyria would keep 2 units and the other side none." in stood
    fake.table.submit("hittites", "disk")
    assert fight(Scene("hittites", "competition.removal", "", before, fake.table.view("hittites"))) == stood
    after = fake.table.view("assyria")
    assert "you would keep 2 units" in fight(Scene("assyria", "competition.removal", "", after, after))


async def test_step_by_step_shows_each_round() -> None:
    ben = at(await rounds(), "hittites")
    await ben.open()
    await ben.press("Decide step by step")
    assert "Pay 1 mina" in [b.label for b in ben.buttons()]
    assert "Lose a disk" in [b.label for b in ben.buttons()]


async def test_from_single_steps_there_is_a_way_back_to_the_plan() -> None:
    ben = at(await rounds(), "hittites")
    await ben.open()
    await ben.press("Decide step by step")
    await ben.press("Back to the plan")
    assert [b.label for b in ben.buttons()][:3] == ["Pay up to 2", "Pay nothing", "Decide step by step"]


async def test_asking_each_time_offers_no_plan() -> None:
    ben = at(await rounds(), "hittites")
    await ben.open()
    await ben.choose("f_until", "ask")
    assert [b.label for b in ben.buttons()][:1] == ["Decide step by step"]


async def run(fake: FakeService, seat: str, **given: str) -> str:
    command = next(command for command in COMMANDS if command.name == "fight")
    typed = CommandRunner(questions(fake.service, lambda _: PRESENTATION))
    person = fake.person(seat)
    screen = await typed.run(Visit(person.id, table="1k9", name=person.name), command, given)
    return "\n".join(part.text for part in screen.parts if hasattr(part, "text"))


async def test_the_command_does_the_same_in_one_step() -> None:
    fake = await rounds()
    await run(fake, "hittites", pay="2", **{"with": "mina 1, 80"}, until="win")
    await run(fake, "assyria", pay="0")
    assert (stacks(fake), fake.table.state.civs["hittites"].mina) == ({"hittites": 2}, 1)


async def test_the_command_without_a_plan_answers_one_step() -> None:
    fake = await rounds()
    await run(fake, "hittites", lose="disk")
    assert fake.table.waiting() == ("assyria",)
    assert stacks(fake)["hittites"] == 2


def test_units_are_named_in_the_order_in_which_they_go() -> None:
    assert units("white disks, Stronghold, disk", UNITS) == ["white", "cube", "disk"]
    with pytest.raises(Refused):
        units("elephants", UNITS)


def alone_in_several(hand: str = "hand = [80]") -> FakeService:
    """Two fights of the Hittites with Barbarians; all other civs are NPCs."""
    text = FIGHT.replace('zab = "hittites 3 assyria 4"', 'zab = "hittites 1 barbarians 4"').replace(
        'kaska = "hittites 2"', 'kaska = "hittites 1 barbarians 4"'
    )
    for civ in ("assyria", "babylon", "egypt"):
        text = text.replace(f"[civs.{civ}]\n", f'[civs.{civ}]\nby = "npc"\nnpc = true\n')
    return FakeService(notation.load(GAME, text.replace("hand = [80]", hand)), alone=True)


async def test_who_plays_alone_lets_all_fights_take_their_course_once_it_is_confirmed() -> None:
    fake = alone_in_several()
    ben = at(fake, "hittites")
    await ben.open()
    await ben.press("Commit nothing")
    assert "**Then** Kaska: Barbarians 4, Hittites 1" in ben.text()
    await ben.press("Do nothing in any of these fights")
    assert "in your other fights (Kaska: Barbarians 4, Hittites 1)" in ben.text()
    assert fake.table.state.disks["kaska"]["hittites"] == 1
    await ben.press("Do nothing in any of these fights")
    disks = fake.table.state.disks
    assert [disks[area].get("hittites", 0) for area in ("zab", "kaska")] == [0, 0]
    assert fake.table.state.civs["hittites"].mina == 2
    assert fake.table.pending is None or not fake.table.pending.key.startswith("competition")


async def test_the_fights_to_come_have_a_space_before_their_colon_in_french() -> None:
    ben = at(alone_in_several(), "hittites")
    with speaking("fr"):
        await ben.open()
        await ben.press("Ne rien engager")
        assert "**Ensuite** Kaska\u00a0: Barbares 4, Hittites 1" in ben.text()


async def test_the_last_fight_and_several_people_have_no_such_button() -> None:
    ben = at(await rounds(), "hittites")
    await ben.open()
    assert "Do nothing in any of these fights" not in [b.label for b in ben.buttons()]


async def test_the_order_of_cards_is_that_in_which_they_were_committed_until_another_is_chosen() -> None:
    fake = alone_in_several("hand = [37, 35]")
    ben = at(fake, "hittites")
    await ben.open()
    await ben.choose("add", "card:35", "card:37")
    await ben.press("Commit 2")
    await ben.press("In this order")
    assert fake.table.pending is not None
    assert fake.table.pending.key == "competition.removal"


async def test_cards_in_their_order_are_named_in_a_draft_of_both() -> None:
    """Advice for both showed `17, 33` behind the cards that it commits."""
    fake = alone_in_several("hand = [37, 35]")
    fake.close()
    there = await fake.seat("1K9", fake.person("hittites"))
    draft = DraftAnswers((("card:35",), ("card:37",), ("done",), ("37", "35")))
    (told,) = so_far(draft_state(there, PRESENTATION, draft))
    assert isinstance(told, Text)
    assert told.text.endswith(" · War Elephants (37), Composite Bow (35)")
