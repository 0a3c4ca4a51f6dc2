"""Growth on one screen: adding with a menu, typing a line, the steps before, and what it costs in interactions."""

from __future__ import annotations

from bot.contract.tables import Person
from bot.ui.parts import Form, Line
from tests.acme.opening import placing
from tests.acme.test_setup import GREEKS_SHUT_IN
from tests.ui.play.fake_service import FakeService, Presser

from .hittites import POSITION, PRESENTATION, hittites, table


async def test_a_deployment_by_components_takes_four_interactions() -> None:
    fake = table()
    ben = hittites(fake)
    await ben.open()
    await ben.choose("add", "tarsus", "lukka", "carchemish", "zab")
    await ben.choose("add", "lukka", "carchemish", "zab")
    assert "7 of 7" in ben.text()
    assert "Tarsus 2→3 City" in ben.text()
    assert "Contested" in ben.text()
    await ben.press("Place 7 disks")
    assert ben.interactions == 4
    assert fake.table.state.disks["carchemish"] == {"hittites": 3}


async def test_a_deployment_by_a_line_takes_four_interactions() -> None:
    fake = table()
    ben = hittites(fake)
    await ben.open()
    await ben.press("Type it")
    await ben.fill(line="tarsus, lukka 2, carchemish=3, zab 2", left="ask")
    await ben.press("Place 7 disks")
    assert ben.interactions == 4
    assert fake.table.state.disks["lukka"] == {"hittites": 2}


async def test_the_example_of_a_line_names_own_areas() -> None:
    ben = hittites(table())
    await ben.open()
    await ben.press("Type it")
    assert isinstance(ben.at, Form)
    example = next(f.example for f in ben.at.fields if isinstance(f, Line))
    assert example == "arzawa, carchemish 2, rest caucasus sea"
    await ben.fill(line=example, left="back")
    assert "of 7" in ben.text()


async def test_what_is_left_goes_back_only_when_the_button_says_so() -> None:
    fake = table()
    ben = hittites(fake)
    await ben.open()
    await ben.choose("add", "tarsus", "lukka", "carchemish", "zab")
    assert "4 of 7" in ben.text()
    await ben.press("Place 4, return 3")
    assert fake.table.pending is not None
    assert fake.table.pending.asks[0].seat == "egypt"


async def test_back_to_supply_in_the_form_leads_to_the_button_that_says_so() -> None:
    fake = table()
    ben = hittites(fake)
    await ben.open()
    await ben.press("Type it")
    await ben.fill(line="settlements", left="back")
    assert "You set" not in ben.text()
    await ben.press("Place 5, return 2")
    assert fake.table.state.civs["hittites"].box == 0


async def test_fill_settlements_back_one_and_start_over() -> None:
    fake = table()
    ben = hittites(fake)
    await ben.open()
    await ben.press("Fill Settlements")
    assert "5 of 7" in ben.text()
    await ben.press("Undo last")
    assert "4 of 7" in ben.text()
    await ben.press("Start over")
    assert "0 of 7" in ben.text()


async def test_a_wrong_line_is_kept_and_can_be_corrected_by_a_press() -> None:
    fake = table()
    ben = hittites(fake)
    await ben.open()
    await ben.press("Type it")
    await ben.fill(line="tarsus, emar", left="ask")
    assert "You can't reach Emar yet" in ben.text()
    await ben.press("Change what I typed")
    assert isinstance(ben.at, Form)
    assert "tarsus, emar" in [getattr(f, "value", "") for f in ben.at.fields]
    await ben.fill(line="tarsus, emar", left="ask")
    await ben.press("Add Mittani first")
    assert "3 of 7" in ben.text()


async def test_the_steps_before_deploying_change_what_there_is_to_place() -> None:
    fake = table()
    ben = hittites(fake)
    await ben.open()
    await ben.choose("add", "tarsus", "lukka")
    await ben.press("Before you place")
    assert isinstance(ben.at, Form)
    assert [f.key for f in ben.at.fields if not isinstance(f, str) and hasattr(f, "key")] == [
        "growth.retire",
        "growth.resettle",
    ]
    await ben.fill(**{"growth.retire": "pala", "growth.resettle": "hattusha"})
    assert "2 of 8" in ben.text() or "2 of 7" in ben.text()
    assert "Pala 1→0" in ben.text()
    assert "Hattusha 3→2" in ben.text()


async def test_the_last_of_the_first_disks_is_in_the_preview_which_says_where_it_ends() -> None:
    story = placing("greeks@thrace", areas=dict.fromkeys(GREEKS_SHUT_IN, "barbarians 1"))
    ana = Presser.of(FakeService(story.table), PRESENTATION, Person(1, "Ana"))
    await ana.open()
    await ana.choose("add", "thrace", "icarian_sea", "marmaran_sea")
    assert "Marmaran Sea 1→2" in ana.text()
    assert "If you stop here, next growth is" in ana.text()
    assert "After this, luck or something hidden decides" in ana.text()


FIFTEEN = POSITION.replace("hand = [80, 50, 28, 17]", "hand = [80, 50, 28, 17]\ngrowth_box = 8")
NINE = ("tarsus", "lukka", "carchemish", "zab", "kaska", "kumannis", "karahuyuk", "arzawa", "pala")
SIX = ("lukka", "carchemish", "zab", "kaska", "kumannis", "karahuyuk")


async def test_fifteen_disks_over_nine_areas_take_four_interactions_by_components() -> None:
    fake = table(FIFTEEN)
    ben = hittites(fake)
    await ben.open()
    await ben.choose("add", *NINE)
    await ben.choose("add", *SIX)
    assert "15 of 15" in ben.text()
    await ben.press("Place 15 disks")
    assert ben.interactions == 4
    assert fake.table.state.civs["hittites"].box == 0


async def test_fifteen_disks_over_nine_areas_take_four_interactions_by_a_line() -> None:
    fake = table(FIFTEEN)
    ben = hittites(fake)
    await ben.open()
    await ben.press("Type it")
    await ben.fill(line="luk2 crc2 zab2 kas2 kum2 kar2, tarsus, arzawa, pala", left="ask")
    await ben.press("Place 15 disks")
    assert ben.interactions == 4
    assert fake.table.state.civs["hittites"].box == 0
