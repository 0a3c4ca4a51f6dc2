"""Religion: cards 86 to 92, 95 and 96."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import notation
from tests.acme.cards.tables import duel, holds, offered, reason, table

FAITH: dict[str, Any] = {"deity": "sky_god", "used": {"sky_god": 1}}


@pytest.mark.parametrize("card", [86, 87, 88, 89, 90, 91, 92, 96])
@pytest.mark.parametrize("state", ["dormant", "silenced", "lost", "none"])
def test_card_86_to_92_96_need_an_active_deity(card: int, state: str) -> None:
    """ACME §8.4: neither Dormant nor silenced nor Lost, nor none at all; then they are only payment."""
    areas = {"memphis": "egypt 2", "hattusha": "hittites 3", "kumannis": "egypt 1 hittites 1"}
    if state != "dormant":
        areas["thebes"] = "egypt 2"
    facts: dict[str, dict[str, Any]] = {"dormant": FAITH, "silenced": {**FAITH, "silenced_until": 9}, "none": {}}
    egypt = holds(card, **facts.get(state, {"deity": "sky_god", "deity_state": "lost"}))
    t = table(areas, egypt=egypt, hittites={"deity": "god_of_war"})
    assert not offered(t, card)
    assert reason(t, card) == "needs an Active Deity"
    t = table({**areas, "thebes": "egypt 2"}, egypt=holds(card, **FAITH), hittites={"deity": "god_of_war"})
    assert offered(t, card)


def test_card_86_places_one_and_replaces_around() -> None:
    """Card 86, RUL-012: the player names the Faction of each neighbour and may leave some out (RUL-011)."""
    areas = {
        "karahuyuk": "egypt 1",
        "arzawa": "hittites 2 barbarians 1",
        "lydia": "hittites 1",
        "lukka": "barbarians 1",
    }
    t = table({"thebes": "egypt 4", **areas}, egypt=holds(86, **FAITH)).play("egypt", "86")
    assert set(t.options()) == {"arzawa", "lukka", "lydia", "done"}
    t.play("egypt", "arzawa", "lukka", "done", "barbarians")
    assert t.state.disks["karahuyuk"] == {"egypt": 2}
    assert (t.state.disks["arzawa"], t.state.disks["lukka"]) == ({"hittites": 2, "egypt": 1}, {"egypt": 1})
    assert t.state.disks["lydia"] == {"hittites": 1}


def test_card_86_what_is_bought_off_is_not_replaced() -> None:
    """Card 86, ACME §7.2: 1 mina or 1 card a disk."""
    t = table(
        {"thebes": "egypt 4", "karahuyuk": "egypt 1", "lydia": "hittites 1", "lukka": "hittites 1"},
        egypt=holds(86, **FAITH),
        hittites={"mina": 1, "hand": [58]},
    )
    t.play("egypt", "86", "lydia", "lukka").windows()
    t.play("hittites", "card:58", "mina")
    assert (t.state.disks["lydia"], t.state.disks["lukka"]) == ({"hittites": 1}, {"hittites": 1})
    assert t.disks("egypt", "karahuyuk") == 2


def test_card_86_needs_room_and_supply() -> None:
    """Card 86, RUL-010, RUL-065."""
    assert not offered(table({"thebes": "egypt 4", "hattusha": "hittites 2"}, egypt=holds(86, **FAITH)), 86)
    assert not offered(duel(egypt=holds(86, growth_box=46, **FAITH)), 86)


def test_card_87_takes_the_power_of_a_deity_for_the_turn() -> None:
    """Card 87, RUL-086: the Deity stays Active."""
    t = duel(egypt=holds(87, **FAITH), hittites={"deity": "god_of_war"}).play("egypt", "87")
    shown = t.view().civs["hittites"]
    assert (shown.power_blocked, shown.deity_state) == (True, "active")


def test_card_87_cannot_be_aimed_at_monotheism() -> None:
    """Card 87, RUL-086: it has no power to take; nor has a Dormant Deity, or one that is blocked already."""
    for hittites in ({"deity": "monotheism"}, {"deity": "god_of_war", "blocked": True}):
        assert not offered(duel(egypt=holds(87, **FAITH), hittites=hittites), 87)
    t = table({"thebes": "egypt 2", "zab": "hittites 2"}, egypt=holds(87, **FAITH), hittites={"deity": "god_of_war"})
    assert not offered(t, 87)


def test_card_88_gives_mina_to_all_with_an_active_deity() -> None:
    """Card 88: 2 for its player with a City at home."""
    t = table(
        {"thebes": "egypt 2", "hattusha": "hittites 2", "zab": "mittani 2"},
        order="egypt hittites mittani",
        egypt=holds(88, **FAITH),
        hittites={"deity": "god_of_war"},
        mittani={"deity": "god_of_the_forge"},
    ).play("egypt", "88")
    assert [t.civ(c).mina for c in ("egypt", "hittites", "mittani")] == [1, 1, 0]
    t = table({"thebes": "egypt 3", "hattusha": "hittites 2"}, egypt=holds(88, **FAITH)).play("egypt", "88")
    assert t.civ("egypt").mina == 2


def test_card_89_takes_a_disk_of_a_city_and_around() -> None:
    """Card 89, RUL-082: bought off as usual; the card is discarded."""
    areas = {"thebes": "egypt 2", "zab": "hittites 3", "kaska": "hittites 1", "lydia": "hittites 2"}
    t = table(areas, egypt=holds(89, **FAITH), hittites={"mina": 1}).play("egypt", "89")
    t.play("hittites", "mina")
    assert [t.disks("hittites", a) for a in ("zab", "kaska", "lydia")] == [3, 0, 2]
    assert t.state.discard == [89]


def test_card_89_needs_a_city_of_a_civ() -> None:
    """Card 89: not of Barbarians."""
    t = table({"thebes": "egypt 2", "zab": "barbarians 3", "hattusha": "hittites 2"}, egypt=holds(89, **FAITH))
    assert not offered(t, 89)


def test_card_90_takes_a_vp_and_the_voice_of_a_deity() -> None:
    """Card 90, RUL-086: a civ that cannot pay is not asked; neither scored nor usable until the next turn's cards."""
    t = duel(egypt=holds(90, **FAITH), hittites={"deity": "monotheism", "vp": 3, "mina": 1}, turns=1)
    t.play("egypt", "90")
    assert (t.civ("hittites").vp, t.view().civs["hittites"].deity_state) == (2, "silenced")
    assert t.civ("hittites").silenced_until == 2


def test_card_90_is_paid_off_with_two_mina_or_cards() -> None:
    """Card 90: a mix will do; the VP is lost all the same (RUL-062)."""
    t = duel(egypt=holds(90, **FAITH), hittites={"deity": "god_of_war", "vp": 3, "mina": 2, "hand": [58]})
    t.play("egypt", "90").windows()
    assert t.asked() == ("loss.penalty", "hittites", ("pay", "suffer"))
    t.play("hittites", "pay", "card:58")
    assert (t.civ("hittites").vp, t.civ("hittites").mina, t.hand("hittites")) == (2, 1, [])
    assert t.view().civs["hittites"].deity_state == "active"
    t = duel(egypt=holds(90, **FAITH), hittites={"deity": "god_of_war", "vp": 3, "mina": 2}).play("egypt", "90")
    assert t.play("hittites", "suffer").civ("hittites").mina == 2


def test_card_90_ends_with_the_card_phase_of_the_next_turn() -> None:
    """Card 90, RUL-086: silent in the Card Phase of the next turn, and speaking again when it ends."""
    facts = {"deity": "god_of_war", "silenced_until": 2, "hand": [58]}
    t = duel(egypt={"hand": [16]}, hittites=facts, turns=2)
    assert t.view().civs["hittites"].deity_state == "silenced"
    t.play("egypt", "pass").play("hittites", "pass")
    assert t.view().civs["hittites"].deity_state == "active"


def test_card_90_needs_an_active_deity_of_another_civ() -> None:
    """Card 90."""
    assert not offered(duel(egypt=holds(90, **FAITH)), 90)


@pytest.mark.parametrize(("home", "picks", "disks", "vp"), [(2, ["2"], 4, 1), (1, ["1"], 2, 0), (3, ["0"], 3, 1)])
def test_card_91_builds_at_home_and_scores_a_city(home: int, picks: list[str], disks: int, vp: int) -> None:
    """Card 91: up to two disks; none if a City stands there already and is enough (RUL-011)."""
    t = table({"thebes": f"egypt {home}", "hattusha": "hittites 2"}, egypt=holds(91, **FAITH)).play("egypt", "91")
    t.play("egypt", *picks)
    assert (t.disks("egypt", "thebes"), t.civ("egypt").vp) == (disks, vp)


def test_card_91_with_a_full_city_only_scores() -> None:
    """Card 91, RUL-010: with neither room nor City it is not offered."""
    t = table({"thebes": "egypt 4", "hattusha": "hittites 2"}, egypt=holds(91, **FAITH)).play("egypt", "91")
    assert t.civ("egypt").vp == 1
    assert not offered(duel(egypt=holds(91, growth_box=46, **FAITH)), 91)


def test_card_92_a_deity_that_is_lost_is_silenced_no_more() -> None:
    """Card 92, RUL-086: written down, the position knows of no silence that would outlast the loss."""
    t = duel(egypt=holds(92, **FAITH), hittites={"deity": "god_of_war", "silenced_until": 2, "hand": [58]}, turns=1)
    assert t.view().civs["hittites"].deity_state == "silenced"
    t.play("egypt", "92").windows()
    assert t.view().civs["hittites"].deity_state == "lost"
    written = notation.dump(t.table)
    assert 'deity_state = "lost"' in written
    assert "silenced" not in written


@pytest.mark.parametrize(("area", "deity"), [("hattusha", "god_of_war"), ("zab", "god_of_war"), ("zab", "monotheism")])
def test_card_92_loses_a_deity_active_or_not(area: str, deity: str) -> None:
    """Card 92, RUL-086: Active or Dormant, Monotheism too; nothing buys it off."""
    t = table({"thebes": "egypt 2", area: "hittites 2"}, egypt=holds(92, **FAITH), hittites={"deity": deity, "mina": 5})
    t.play("egypt", "92")
    assert (t.view().civs["hittites"].deity_state, t.civ("hittites").mina) == ("lost", 5)


@pytest.mark.parametrize("state", ["lost", "captured"])
def test_card_92_needs_a_deity_on_a_temple(state: str) -> None:
    """Card 92: not Lost, not captured."""
    captured = {"god_of_war": "hittites"} if state == "captured" else {}
    egypt = holds(92, **FAITH, captured=captured)
    t = duel(egypt=egypt, hittites={"deity": "god_of_war", "deity_state": state})
    assert not offered(t, 92)


@pytest.mark.parametrize(("state", "freed"), [("active", True), ("lost", True), ("captured", False)])
def test_card_95_replaces_the_deity_of_a_civ(state: str, freed: bool) -> None:
    """Card 95, RUL-066, RUL-117: an old one becomes Available unless captured; the card stays on the Display."""
    captured = {"sky_god": "egypt"} if state == "captured" else {}
    t = duel(
        egypt=holds(95, deity="sky_god", deity_state=state, used={"sky_god": 1}), hittites={"captured": captured}
    ).play("egypt", "95")
    shown = t.view().civs["egypt"]
    assert (shown.deity, shown.deity_state) == ("monotheism", "active")
    assert ("sky_god" in t.state.available, t.state.discard) == (freed, [])


def test_card_95_needs_a_deity_had_or_lost() -> None:
    """Card 95: it is the one Religion card that needs no Active Deity, but some Deity there must have been."""
    assert not offered(duel(egypt=holds(95)), 95)
    assert offered(table({"memphis": "egypt 2", "hattusha": "hittites 2"}, egypt=holds(95, **FAITH)), 95)


def test_card_96_places_at_home_and_next_to_it() -> None:
    """Card 96, RUL-004: not where an opponent has a City, be it of Barbarians; 1 mina."""
    areas = {"amarna": "hittites 3", "abydos": "barbarians 3", "eastern_desert": "hittites 2"}
    t = duel(areas, egypt=holds(96, **FAITH)).play("egypt", "96")
    assert set(t.options()) == {"thebes", "eastern_desert", "western_desert", "done"}
    t.play("egypt", "thebes", "eastern_desert")
    assert (t.disks("egypt", "thebes"), t.disks("egypt", "eastern_desert"), t.civ("egypt").mina) == (3, 1, 1)


def test_card_96_may_bring_the_mina_alone() -> None:
    """Card 96, RUL-011."""
    t = duel(egypt=holds(96, growth_box=46, **FAITH)).play("egypt", "96")
    assert t.civ("egypt").mina == 1


def test_card_92_what_it_has_lost_comes_back_for_two_resources() -> None:
    """Card 92, ACME §12.3: in the next action already; one resource is too little."""
    for mina, price in ((1, ("mina", "disk:memphis")), (0, ("disk:memphis", "disk:thebes"))):
        hittites = {"hand": [92], "deity": "god_of_war"}
        egypt = holds(deity="mother_goddess", mina=mina)
        t = duel({"memphis": "egypt 1"}, order="hittites egypt", hittites=hittites, egypt=egypt)
        t.play("hittites", "92").windows().play("egypt", "restore", price[0])
        assert t.view().civs["egypt"].deity_state == "lost"
        assert t.play("egypt", price[1]).view().civs["egypt"].deity_state == "active"
