"""Offers of peace through the screens and the command, the open hand of an NPC, and pausing when one plays alone."""

from __future__ import annotations

import pytest

from bot.games.questions import questions
from bot.ui.parts import Address
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from bot.ui.words.presentations import presentation_of
from engine.acme.game import GAME
from engine.acme.presentation.commands import COMMANDS
from engine.core import notation
from engine.core.text import speaking
from tests.ui.play.fake_service import FakeService, Presser

from .hittites import POSITION

PRESENTATION = presentation_of("acme")
NPCS = {
    "egypt": 'by = "npc"\nnpc = true\nenemies = ["hittites"]\nhome = "memphis"',
    "assyria": 'by = "npc"\nnpc = true\nenemies = ["hittites"]\nhome = "nineveh"',
    "babylon": 'by = "npc"\nnpc = true\nhome = "babylon"',
}


def position() -> str:
    """The Hittites between three NPCs, two of them enemies, at the end of a Victory Tally."""
    text = POSITION.replace('phase = "growth"', 'phase = "reckoning"\nstep = "reckoning.peace"')
    for civ, facts in NPCS.items():
        home = facts.rsplit("\n", 1)[1]
        text = text.replace(f"[civs.{civ}]\n{home}", f"[civs.{civ}]\n{facts}")
    return text


@pytest.fixture
def fake() -> FakeService:
    return FakeService(notation.load(GAME, position()), alone=True)


@pytest.fixture
def ben(fake: FakeService) -> Presser:
    return Presser.of(fake, PRESENTATION, fake.person("hittites"))


async def test_peace_with_a_gift_is_offered_in_three_presses(fake: FakeService, ben: Presser) -> None:
    await ben.open()
    assert "Any white disk makes peace" in ben.text()
    assert "**Egypt** 3 disks (it is far away, it has more VP, it has more Cities); 4 disks with a gift" in ben.text()
    assert [b.label for b in ben.buttons()][:2] == ["Offer Egypt peace?", "With a gift"]
    await ben.press_button(ben.buttons()[1])
    assert "You lose a gift even if the offer is refused." in ben.text()
    menu = ben.menus()[0]
    assert [(c.label, c.hint[:7]) for c in menu.choices[:2]] == [("1 mina", "4 disks"), ("Soothsayer (17)", "4 disks")]
    await ben.choose("pick", "mina")
    assert fake.table.view("hittites").civs["hittites"].mina == 2
    await ben.press("Offer peace: 1 mina")
    assert ben.interactions == 4
    told = [event.text for event in fake.table.events]
    assert "{civ:hittites} offered peace to {civ:egypt} (NPC)." in told
    assert fake.table.view("hittites").civs["hittites"].mina == 1


async def test_peace_without_a_gift_is_one_press(fake: FakeService, ben: Presser) -> None:
    await ben.open()
    await ben.press("Offer Egypt peace?")
    assert ben.interactions == 2
    told = [event.text for event in fake.table.events]
    assert "{civ:hittites} offered peace to {civ:egypt} (NPC)." in told
    assert fake.table.view("hittites").civs["hittites"].mina == 2


async def test_a_civ_that_is_called_like_an_area_is_told_as_a_civ() -> None:
    """Babylon, Sumer and Mittani were told as the areas, with the stacks there for the disks an offer brings."""
    text = position().replace("egypt", "mittani").replace('home = "memphis"', 'home = "mittani"')
    fake = FakeService(notation.load(GAME, text), alone=True)
    ben = Presser.of(fake, PRESENTATION, fake.person("hittites"))
    await ben.open()
    line = next(line for line in ben.text().splitlines() if line.startswith("**Mittani**"))
    assert "with a gift" in line


async def test_who_has_nothing_to_give_offers_peace_alone() -> None:
    poor = position().replace("mina = 2\nhand = [80, 50, 28, 17]", "mina = 0\nhand = []")
    fake = FakeService(notation.load(GAME, poor), alone=True)
    ben = Presser.of(fake, PRESENTATION, fake.person("hittites"))
    await ben.open()
    assert "With a gift" not in [b.label for b in ben.buttons()]
    await ben.press("Offer Egypt peace?")
    assert "{civ:hittites} offered peace to {civ:egypt} (NPC)." in [event.text for event in fake.table.events]


async def test_no_offer_is_one_press(fake: FakeService, ben: Presser) -> None:
    await ben.open()
    await ben.press("Make no more offers")
    assert ben.interactions == 2
    assert fake.table.pending is None or fake.table.pending.key != "peace.offer"


async def test_the_command_offers_peace_at_once(fake: FakeService) -> None:
    typed = CommandRunner(questions(fake.service, lambda _: PRESENTATION))
    command = next(c for c in COMMANDS if c.name == "peace")
    visit = Visit(fake.person("hittites").id, 2, "1k9", name="Ana")
    await typed.run(visit, command, {"npc": "assyria", "gift": "no gift"})
    assert "{civ:hittites} offered peace to {civ:assyria} (NPC)." in [event.text for event in fake.table.events]


async def test_who_plays_alone_may_pause(ben: Presser) -> None:
    await ben.open()
    await ben.press("Close")
    assert "Press My turn to continue." in ben.text()
    await ben.press("My turn")
    assert "Any white disk makes peace" in ben.text()


async def test_nobody_pauses_at_a_table_with_others() -> None:
    fake = FakeService(notation.load(GAME, position()))
    ben = Presser.of(fake, PRESENTATION, fake.person("hittites"))
    await ben.open()
    assert "Close" not in [button.label for button in ben.buttons()]


async def test_open_hands_are_one_press_from_the_own_hand(ben: Presser) -> None:
    await ben.open()
    await ben.press("Hand")
    await ben.press("Hand of Egypt")
    assert "### Egypt's hand (face up)" in ben.text()
    assert "Enemies now: Hittites (primary), Barbarians." in ben.text()
    assert "(73)" in ben.text()


@pytest.mark.parametrize("typed", ["egypt", "Egypt", "EGY"])
async def test_an_open_hand_is_found_by_name(ben: Presser, typed: str) -> None:
    await ben.open()
    await ben.go(Address("1k9", None, "npc_hand", typed))
    assert "### Egypt's hand (face up)" in ben.text()


def test_a_standing_says_whose_enemy_an_npc_is(fake: FakeService) -> None:
    view = fake.table.view(None)
    assert PRESENTATION.summary.standing(view, "egypt").endswith(" · enemy of the Hittites")
    assert "enemy" not in PRESENTATION.summary.standing(view, "babylon")
    with speaking("de"):
        assert PRESENTATION.summary.standing(view, "egypt").endswith(" · Feind der Hethiter")


async def test_a_people_has_its_article_in_the_offer() -> None:
    text = position().replace("assyria", "israelites").replace('home = "nineveh"', 'home = "judah"')
    there = FakeService(notation.load(GAME, text), alone=True)
    ben = Presser.of(there, PRESENTATION, there.person("hittites"))
    with speaking("en"):
        await ben.open()
        assert "Offer the Israelites peace?" in [b.label for b in ben.buttons()]
    with speaking("de"):
        await ben.open()
        assert "Frieden mit den Israeliten?" in [b.label for b in ben.buttons()]
