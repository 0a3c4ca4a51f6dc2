"""What the Persians of Rostam are asked and nobody else: the hero's return, and his power against Great Persons."""

from __future__ import annotations

from tests.acme.history.persia import PERSIANS, TURANIANS, notated
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.play.hittites import PRESENTATION, table
from tests.ui.play.test_rare_screens import asked


async def opened(fake: FakeService) -> Presser:
    """The screen of the Persians."""
    who = Presser.of(fake, PRESENTATION, fake.person(PERSIANS))
    await who.open()
    return who


async def test_the_hero_comes_back_by_one_press() -> None:
    areas = {"parthia": "scythians 3 medes_persians 0 gold"}
    areas |= {"persis": "medes_persians 3 gold", "medes": "medes_persians 3 gold"}
    away = {"deity_away": 1}
    fake = table(notated(areas, "competition", npc=False, turn=2, turns=2, persia=away))
    who = await asked(fake, "deity.back")
    assert "God of War can return" in who.text()
    await who.press("Persis")
    assert fake.table.state.civs[PERSIANS].temple == "persis"


async def test_his_power_is_named_among_the_answers() -> None:
    fake = table(notated({}, "card", npc=False, turan={"hand": [6]}, persia={"hand": [29]}))
    fake.table.submit(TURANIANS, "6")
    who = await opened(fake)
    labels = [c.label for menu in who.menus() for c in menu.choices] + [b.label for b in who.buttons()]
    assert "The power of your Deity" in labels
