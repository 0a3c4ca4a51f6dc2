"""Screens of late games, which have much to say: in lines that can be read, and with buttons that say what they do."""

from __future__ import annotations

import re

from engine.acme.facts.catalog import AREAS, playable
from engine.acme.game import GAME
from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import speaking
from tests.acme.cards.tables import duel, holds
from tests.acme.competition.arena import phase
from tests.acme.history.test_alexander_powers import aside
from tests.acme.history.test_alexander_powers import drawing as macedon_draws
from tests.acme.story import Story
from tests.ui.play.fake_service import FakeService, Presser

from .hittites import PRESENTATION
from .test_exploration_screens import until_exploring
from .test_fight import at, rounds
from .test_peace import position
from .test_rare_screens import asked
from .test_rare_screens import at as rare


def opened(t: Story, civ: str) -> Presser:
    fake = FakeService(t.table)
    return Presser.of(fake, PRESENTATION, fake.person(civ))


async def test_each_contested_area_has_a_line_before_the_first_competition() -> None:
    """ACME §9.1: many of them in a row were a wall in which the numbers of disks and of areas ran together."""
    egypt = opened(phase({"aleppo": "egypt 3 hittites 2", "kaska": "egypt 2 hittites 2"}, egypt="hand=[22]"), "egypt")
    await egypt.open()
    lines = egypt.text().splitlines()
    assert [line for line in lines if line[:2] in {"1.", "2."}] == [
        "1. Kaska: Egypt 2, Hittites 2",
        "2. Aleppo: Egypt 3, Hittites 2",
    ]


async def test_each_number_of_payments_in_a_fight_has_a_line() -> None:
    ben = at(await rounds(), "hittites")
    await ben.open()
    lines = ben.text().splitlines()
    assert [line[:10] for line in lines if line.startswith("**Pay")] == [f"**Pay {n}:**" for n in range(4)]


async def test_a_penalty_has_no_empty_line_where_nothing_was_told() -> None:
    fake = rare('phase="card"', 'deity="god_of_war"\nhand=[90]', 'deity="sky_god"\nhand=[81, 89]', judah="egypt 1")
    await asked(fake, "loss.penalty", card_play="90")
    fake.table.events.clear()
    who = Presser.of(fake, PRESENTATION, fake.person("babylon"))
    await who.open()
    assert "silenced until the end of the next turn's Card Phase.\u00a0†\nYou have 5 mina" in who.text()


async def test_a_german_button_that_takes_a_card_back_says_so() -> None:
    with speaking("de"):
        who = await asked(FakeService(macedon_draws(greeks=aside(20)).table), "draw.regain")
    assert who.buttons()[0].label == "Zurück: Meister der Rüstung (20)"


async def test_a_german_offer_of_peace_names_the_card_that_is_given() -> None:
    fake = FakeService(notation.load(GAME, position().replace("hand = [80, 50, 28, 17]", "hand = [14]")), alone=True)
    ben = Presser.of(fake, PRESENTATION, fake.person("hittites"))
    with speaking("de"):
        await ben.open()
        await ben.press_button(ben.buttons()[1])
        assert "Angebot: Großer Feldherr (14)" in [b.label for b in ben.buttons()]


async def test_german_buttons_leave_the_rest_of_an_exploration_to_the_map() -> None:
    plans = [SeatPlan(civ="egypt", home="thebes")]
    options = {"map": "western", "turns": 4, "unknown_npcs": 3}
    fake = FakeService(Table.new(GAME, "exploration", plans, options, "explored 0"), alone=True)
    for sweep in ("done", "done"):
        until_exploring(fake.table)
        fake.table.submit("egypt", sweep)
    who = Presser.of(fake, PRESENTATION, fake.person("egypt"))
    with speaking("de"):
        await who.open()
        sweeps = [b.label for b in who.buttons() if b.verb == "take"]
    assert sweeps == ["Diese alle in Kartenfolge", "Alles Übrige in Kartenfolge"]


async def test_a_long_list_of_what_one_can_pay_with_is_grouped_in_the_readers_language() -> None:
    """A Deity is paid with disks of the map, cards and mina: more than one menu holds."""
    land = [area for area in sorted(playable("western")) if AREAS[area].terrain != "sea"]
    t = duel(dict.fromkeys(land[:28], "egypt 1"), board="western", egypt={"mina": 2, "hand": [5, 17]})
    t.play("egypt", "deity").play("egypt", "god_of_war")
    assert t.key == "deity.pay"
    who = opened(t, "egypt")
    with speaking("de"):
        await who.open()
    groups = next(menu for menu in who.menus() if menu.verb == "group").choices
    assert [re.split("[: ]", group.label)[0] for group in groups][-3:] == ["Scheiben", "Karten", "Anderes"]


async def test_a_long_name_is_cut_on_a_button_before_its_verb_is() -> None:
    t = duel(egypt=holds(23, 65), hittites={"hand": [42, 58]}).play("egypt", "23").windows()
    who = opened(t.answer("egypt", "42"), "egypt")
    with speaking("de"):
        await who.open()
        labels = [b.label for b in who.buttons()]
    assert labels[:2] == ["Belagerungsmeister… zurückgeben", "Goldenes Zeitalter… zurückgeben"]
