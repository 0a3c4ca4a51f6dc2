"""Gold: how it lies, what it protects, and who sacks it (Playbook, Gold; RUL-061, RUL-111, RUL-150)."""

from __future__ import annotations

import pytest

from engine.acme import notation
from engine.acme.game import GAME
from engine.core.game import SetupError
from engine.core.toml import write
from tests.acme.cards.tables import holds, table
from tests.acme.competition.arena import finish, phase
from tests.acme.story import Story

NPC = 'by="npc"\nnpc=true'
TREASURE = {"thebes": "egypt 2", "zab": "hittites 3 gold"}


def test_sol_gold_01_the_view_shows_whose_gold_lies_where() -> None:
    """SOL-GOLD-01, SOL-GOLD-02: beneath a disk of its owner; a game without it shows none."""
    shown = table(TREASURE).view().areas
    assert {area for area in shown if shown[area].gold} == {"zab"}
    assert shown["zab"].gold == "hittites"


def test_sol_gold_02_gold_is_kept_by_the_notation_even_without_its_owner() -> None:
    """SOL-GOLD-02: it never moves, whoever stands there."""
    s = table({"thebes": "egypt 2", "zab": "egypt 1 hittites 0 gold", "tarsus": "hittites 2 gold"}).state
    again, _ = notation.load(notation.dump(s, "card.begin"))
    assert again.gold == s.gold == {"zab": "hittites", "tarsus": "hittites"}
    assert again.disks["zab"] == {"egypt": 1}


@pytest.mark.parametrize("words", ["gold", "barbarians 1 gold", "egypt 1 gold hittites 1 gold", "egypt 0"])
def test_gold_belongs_to_one_civ_of_the_game(words: str) -> None:
    """Playbook, Gold: beneath a disk of its owner."""
    civs = {"egypt": {"home": "thebes"}, "hittites": {"home": "hattusha"}}
    with pytest.raises(SetupError, match=r"areas\.zab"):
        GAME.load(write({"map": "full", "order": list(civs), "civs": civs, "areas": {"zab": words}}))


def test_sol_gold_03_a_card_takes_one_disk_and_never_the_last() -> None:
    """SOL-GOLD-03, SOL-GOLD-05: of the two disks of card 72 the second is forfeit, and nothing more is asked."""
    t = table(TREASURE, egypt=holds(72), hittites={"mina": 1}).play("egypt", "72").windows()
    t.answer("hittites", "lose")
    assert (t.key, t.disks("hittites", "zab"), t.civ("hittites").mina) == ("card.play", 2, 1)


def test_sol_gold_03_the_last_disk_is_out_of_reach() -> None:
    """SOL-GOLD-03: a lone disk over its Gold is taken by no card."""
    areas = {"thebes": "egypt 2", "tarsus": "hittites 3", "zab": "hittites 1 gold"}
    t = table(areas, egypt=holds(73, deity="god_of_war"), hittites={"home": "tarsus"})
    before = t.disks("hittites", "zab")
    t.play("egypt", "73").windows()
    assert t.disks("hittites", "zab") == before


def test_sol_gold_06_the_one_disk_may_be_bought_off() -> None:
    """SOL-GOLD-06: a mina keeps all three."""
    t = table(TREASURE, egypt=holds(72), hittites={"mina": 1}).play("egypt", "72").windows()
    t.answer("hittites", "mina")
    assert (t.disks("hittites", "zab"), t.civ("hittites").mina) == (3, 0)


def test_sol_gold_03_others_in_the_area_are_not_protected() -> None:
    """SOL-GOLD-03: the owner's disks only."""
    t = table({"thebes": "egypt 2", "zab": "hittites 3 egypt 0 gold"}, egypt=holds(72)).play("egypt", "72").windows()
    assert t.disks("hittites", "zab") == 1


def test_sol_gold_04_the_traitor_takes_all() -> None:
    """SOL-GOLD-04: card 22 is not bound by Gold."""
    t = phase({"aleppo": "egypt 2 hittites 3 gold"}, egypt="hand=[22]")
    t.answer("egypt", "22:aleppo:hittites").windows()
    assert (t.disks("hittites", "aleppo"), t.state.gold) == (0, {"aleppo": "hittites"})


def test_sol_gold_03_competition_cards_take_the_last_disk() -> None:
    """SOL-GOLD-03: both units go to Composite Bow."""
    t = phase({"aleppo": "egypt 2 hittites 2 gold"}, egypt="hand=[35]")
    finish(t.windows().play("egypt", "card:35", "done"))
    assert t.disks("hittites", "aleppo") == 0


def won(holder: str, owner: str, **civs: str) -> Story:
    """The area with the owner's Gold, which has just fallen to the holder."""
    order = " ".join(dict.fromkeys(["egypt", holder, owner]))
    areas = {"thebes": "egypt 2", "aleppo": f"{holder} 3 {owner} 0 gold", "tarsus": f"{owner} 1"}
    return finish(phase(areas, order=order, **civs))


def test_sol_gold_07_an_npc_sacks_a_persons_gold() -> None:
    """SOL-GOLD-07: 4 VP and 1 mina in the Treasury, and the Gold is gone for good."""
    t = won("hittites", "egypt", hittites=NPC)
    assert t.state.gold == {}
    assert "{civ:hittites} sacked the Gold of {civ:egypt} in {area:aleppo}: 4 VP, 1 mina." in t.told()
    assert t.civ("hittites").vp == 4 + 1


def test_sol_gold_07_barbarians_gain_nothing() -> None:
    """SOL-GOLD-07: the Gold is lost all the same."""
    t = phase({"aleppo": "barbarians 1 egypt 0 gold", "thebes": "egypt 1"}, order="egypt hittites")
    assert finish(t).state.gold == {}
    assert "The Gold of {civ:egypt} in {area:aleppo} is lost" in t.told()


@pytest.mark.parametrize(("holder", "owner"), [("egypt", "hittites"), ("hittites", "assyria")])
def test_sol_gold_07_only_a_persons_gold_is_taken_by_an_npc(holder: str, owner: str) -> None:
    """SOL-GOLD-07: what a person takes from an NPC, or an NPC from another, stays (RUL-150)."""
    npcs = {civ: NPC for civ in (holder, owner) if civ != "egypt"}
    t = won(holder, owner, **npcs)
    assert t.state.gold == {"aleppo": owner}


def test_sol_gold_07_shared_and_vacant_areas_keep_their_gold() -> None:
    """SOL-GOLD-07: Control is needed."""
    t = phase({"aleppo": "egypt 1 hittites 1 gold", "zab": "hittites 0 gold"}, egypt=NPC)
    assert finish(t).state.gold == {"aleppo": "hittites", "zab": "hittites"}


def test_sol_gold_08_assyria_takes_captives_for_gold_too() -> None:
    """SOL-GOLD-08: two disks to the Growth Box instead of the mina."""
    t = won("assyria", "egypt", assyria=NPC)
    assert "{area:aleppo}: 4 VP, 2 captives." in t.told()


def test_sol_gold_08_without_two_disks_in_supply_it_takes_the_mina() -> None:
    """SOL-GOLD-08: captives need adequate disks."""
    t = won("assyria", "egypt", assyria=f"{NPC}\ndisks=4")
    assert "sacked the Gold of {civ:egypt} in {area:aleppo}: 4 VP, 1 mina." in t.told()


def test_sol_gold_09_a_gold_city_brings_five_vp_and_two_mina() -> None:
    """SOL-GOLD-09: the Playbook's Egypt: 1 VP and 1 mina for the City, 4 VP and 1 mina for its Gold."""
    areas = {"aleppo": "hittites 3 gold egypt 4", "hattusha": "hittites 1"}
    t = finish(phase(areas, order="egypt hittites", egypt=NPC))
    assert t.disks("hittites", "aleppo") == 0
    assert "sacked a City of {civ:hittites} in {area:aleppo}: 1 VP." in t.told()
    assert "{area:aleppo}: 4 VP, 1 mina." in t.told()
    assert "{civ:egypt} put 1 mina of loot into the Treasury." in t.told()
