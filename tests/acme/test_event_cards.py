"""The seven Events, and the two Negates of Great Persons, each by a story named after it (ACME §8.5, §8.6, §13)."""

from __future__ import annotations

import pytest

from tests.acme.cards.tables import duel, holds
from tests.acme.reckoning.positions import story
from tests.acme.story import Story

REST = [42, 44, 46, 48, 50, 52]


def drawn(number: int, areas: dict[str, str] | None = None, **top: object) -> Story:
    """Egypt draws the Event first; the Hittites have fewer VP."""
    return story({"egypt": {"vp": 5}}, areas, deck=[number, *REST], **top)


def black(t: Story) -> dict[str, int]:
    return {a: here["barbarians"] for a, here in t.state.disks.items() if "barbarians" in here}


@pytest.mark.parametrize("number", [25, 29])
def test_card_25_29_negate_a_great_person_and_nothing_else(number: int) -> None:
    """Assassin, Corrupter (RUL-056): the Great Person is discarded without effect."""
    t = duel(egypt=holds(3), hittites={"hand": [number]}).answer("egypt", "3")
    t.answer("hittites", str(number)).windows()
    assert (t.civ("egypt").vp, t.civ("egypt").mina, t.state.discard) == (0, 0, [number, 3])
    t = duel(egypt=holds(58), hittites={"hand": [number]}).answer("egypt", "58")
    assert t.ask("hittites").options == ("pass",)


@pytest.mark.parametrize("number", [25, 29])
def test_card_25_29_negate_the_use_of_a_great_person_investment(number: int) -> None:
    """RUL-053, RUL-056: the card is discarded, and its disks return to Supply."""
    owner = {"investments": {"24": 3}}
    t = duel({"zab": "hittites 3"}, egypt=holds(73, number), hittites=owner).answer("egypt", "73").windows()
    t.answer("hittites", "investment:24").answer("egypt", str(number)).windows()
    assert t.civ("hittites").investments == {}
    assert t.civ("hittites").supply == 48 - t.disks("hittites", "zab") - t.disks("hittites", "hattusha")
    assert 24 in t.state.discard


def test_card_97_makes_this_turn_the_last_of_its_epoch() -> None:
    """Time Marches On (RUL-092): drawn in the Draw Step, the step is finished first."""
    t = drawn(97, options={"epochs": 2}).run_until("growth.retire")
    assert (t.state.epoch, t.state.turn) == (2, 1)
    assert min(len(c.hand) for c in t.state.civs.values()) == 3


def test_card_97_does_nothing_on_turn_four() -> None:
    """RUL-092: the Epoch ends anyway; nobody is asked for an answer."""
    t = drawn(97, turn=4, turns=4, options={"epochs": 2}).run_until("growth.retire")
    assert "{card:97} changes nothing." in t.told()


def test_card_98_fills_a_northern_edge_area_and_its_neighbours() -> None:
    """Hordes from the North (RUL-089): four in Land, the entry first (ACME-CORE-56, ACME-DIFF-09)."""
    t = drawn(98).run_until("event.entry")
    assert t.asked()[1] == "hittites"
    t.answer("hittites", "north_caucasus").run_until("growth.retire")
    assert black(t) == {"north_caucasus": 4, "colchis": 4, "iberia": 4, "south_caucasus": 4}


def test_card_99_fills_an_eastern_edge_area_and_its_neighbours() -> None:
    """Eastern Powers Attack (RUL-089)."""
    t = drawn(99).run_until("event.entry")
    t.answer("hittites", "mohenjo_daro").run_until("growth.retire")
    assert black(t)["mohenjo_daro"] == 4
    assert len(black(t)) > 1


def test_card_100_lands_from_a_sea_on_all_coasts() -> None:
    """Invaders from the Sea: two in the Sea, four in each Land area next to it, two in a Desert."""
    t = drawn(100).run_until("event.entry").answer("hittites", "reed_sea")
    t.run_until("growth.retire")
    assert black(t) == {"reed_sea": 2, "eastern_desert": 2, "sinai": 2, "midian": 2, "memphis": 4}


def test_card_101_descends_beside_a_mountain_and_fills_none() -> None:
    """Mountain Tribes Descend (RUL-090)."""
    t = drawn(101).run_until("event.base").answer("hittites", "tarsus").answer("hittites", "lukka")
    t.run_until("growth.retire")
    assert black(t) == {"lukka": 4, "lydia": 4, "karahuyuk": 4}


def test_card_102_raids_beside_a_desert_and_fills_none() -> None:
    """Desert Raiders (RUL-090)."""
    t = drawn(102).run_until("event.base").answer("hittites", "eastern_desert").answer("hittites", "memphis")
    t.run_until("growth.retire")
    assert black(t) == {"memphis": 4, "amarna": 4, "nile_delta": 4}


def test_card_103_takes_a_card_of_every_hand_and_shuffles_the_discards_in() -> None:
    """Breath of God (RUL-093): a civ without cards loses a mina; the card itself stays discarded."""
    t = story({"egypt": {"hand": [16], "vp": 5}, "hittites": {"mina": 2}}, deck=[103, *REST], discard=[1, 2])
    t.run_until("draw.buy").answer("hittites", "0").run_until("growth.retire")
    assert t.civ("hittites").mina == 1
    assert t.state.discard == [103]


def test_card_103_lets_the_last_send_a_captured_deity_home() -> None:
    """RUL-093: to its owner's temple; the captor gains nothing."""
    captor = {"captured": {"sky_god": "hittites"}, "vp": 5}
    victim = {"deity": "sky_god", "deity_state": "captured"}
    t = story({"egypt": captor, "hittites": victim}, deck=[103, *REST]).run_until("event.deity")
    assert t.asked()[1] == "hittites"
    t.answer("hittites", "sky_god").run_until("growth.retire")
    assert t.view().civs["hittites"].deity_state == "active"
    assert t.civ("egypt").captured == {}
    assert "{civ:hittites} chose to have {deity:sky_god} returned by {civ:egypt}." in t.told()


def test_acme_map_13_a_limited_invasion_brings_half_the_barbarians() -> None:
    """PB:178, RUL-190: two in Land instead of four, one in the Sea and in a Desert; other Events stay whole."""
    limited = {"limited_events": [98, 100]}
    t = drawn(98, options=limited).run_until("event.entry")
    t.answer("hittites", "north_caucasus").run_until("growth.retire")
    assert black(t) == {"north_caucasus": 2, "colchis": 2, "iberia": 2, "south_caucasus": 2}
    t = drawn(100, options=limited).run_until("event.entry").answer("hittites", "reed_sea")
    t.run_until("growth.retire")
    assert black(t) == {"reed_sea": 1, "eastern_desert": 1, "sinai": 1, "midian": 1, "memphis": 2}
    t = (
        drawn(102, options=limited)
        .run_until("event.base")
        .answer("hittites", "eastern_desert")
        .answer("hittites", "memphis")
    )
    t.run_until("growth.retire")
    assert set(black(t).values()) == {4}
