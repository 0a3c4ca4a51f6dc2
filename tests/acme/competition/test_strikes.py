"""Cards that cost an opponent units: 16, 17, 32, 35, 39, 40 (RUL-059, RUL-061, RUL-069, RUL-071, RUL-075, RUL-103)."""

from __future__ import annotations

from tests.acme.competition.arena import fight, phase
from tests.acme.competition.test_rounds import left
from tests.acme.story import Story

TWO = "egypt babylon"


def test_card_16_siege_master_takes_a_disk_that_no_mina_and_no_card_saves() -> None:
    t = fight("egypt 4 babylon 3", order=TWO, egypt="hand=[16]", babylon="mina=2\nhand=[42]")
    t.play("egypt", "card:16", "done").play("babylon", "done").windows()
    assert (t.key, t.disks("babylon", "aleppo")) == ("competition.removal", 2)
    assert t.civ("babylon").mina == 2


def test_card_16_siege_master_leaves_white_disks_alone() -> None:
    t = fight("egypt 4 hittites 3", egypt="hand=[16]", hittites="mina=1")
    t.play("egypt", "card:16", "done").play("hittites", "white:chariots", "done").windows()
    assert t.state.fight is not None
    assert (t.disks("hittites", "aleppo"), t.state.fight.white["hittites"]) == (2, 1)


def test_card_16_siege_master_is_absorbed_by_master_armorer() -> None:
    """RUL-071."""
    t = fight("egypt 4 babylon 3", order=TWO, egypt="hand=[16]", babylon="mina=2\ninvestments={20=1}")
    t.play("egypt", "card:16", "done").windows()
    assert t.asked() == ("loss.buy_off", "babylon", ("lose", "investment:20"))
    t.answer("babylon", "investment:20")
    assert t.disks("babylon", "aleppo") == 3
    assert 20 in t.state.discard


def test_card_16_siege_master_is_cancelled_by_shield_bearers() -> None:
    """RUL-076: any loss by an opponent's Competition card."""
    t = fight("egypt 4 babylon 3", order=TWO, egypt="hand=[16]", babylon="mina=1\nhand=[34]")
    t.play("egypt", "card:16", "done").play("babylon", "card:34", "done").windows()
    assert t.asked() == ("loss.buy_off", "babylon", ("lose", "shield"))
    t.answer("babylon", "shield")
    assert t.disks("babylon", "aleppo") == 3


def test_card_16_siege_master_works_on_a_barbarian_city() -> None:
    """RUL-004."""
    t = fight("egypt 2 barbarians 3", egypt="hand=[16]\nmina=1").play("egypt", "card:16", "done")
    assert t.disks("barbarians", "aleppo") == 2
    assert t.key == "competition.removal"


def test_card_16_siege_master_has_no_effect_when_the_city_is_gone() -> None:
    """RUL-107: judged when the card resolves."""
    t = fight("egypt 4 babylon 3", order=TWO, egypt="hand=[16,17]\nmina=1", babylon="mina=1")
    t.play("egypt", "card:17", "card:16", "done").answer("egypt", "17", "16")
    t.answer("babylon", "lose")
    assert "{civ:egypt} used {card:16} without effect." in t.told()
    assert t.disks("babylon", "aleppo") == 2
    assert {16, 17} <= set(t.state.discard)


def test_card_16_siege_master_names_the_city_of_one_of_several() -> None:
    t = fight("egypt 4 babylon 3 barbarians 3", order=TWO, egypt="hand=[16]").play("egypt", "card:16", "done")
    assert t.asked() == ("competition.card", "egypt", ("babylon", "barbarians"))
    assert t.hints("egypt") == ["0 VP · 0 mina · 0 cards", ""], "Babylon is a civilization here, not the area"
    t.answer("egypt", "barbarians")
    assert "{civ:egypt} used {card:16}: {civ:barbarians}." in t.told()


def test_card_17_soothsayer_takes_a_coloured_disk_of_a_civ_unless_it_pays() -> None:
    t = fight("egypt 4 hittites 3", egypt="hand=[17]", hittites="mina=2")
    t.play("egypt", "card:17", "done").play("hittites", "white:chariots", "done").windows()
    assert t.asked() == ("loss.buy_off", "hittites", ("lose", "mina"))
    t.answer("hittites", "mina")
    assert t.disks("hittites", "aleppo") == 3


def test_card_32_light_chariots_bring_a_disk_and_cost_one_white_or_coloured() -> None:
    """RUL-075."""
    t = fight("egypt 3 hittites 3", egypt="hand=[32]\nmina=1").play("egypt", "card:32", "done")
    t.play("hittites", "white:chariots", "done").windows()
    assert t.asked() == ("loss.choose", "hittites", ("white", "disk"))
    t.answer("hittites", "disk")
    assert (t.disks("egypt", "aleppo"), t.disks("hittites", "aleppo")) == (4, 2)


def test_card_32_the_disk_comes_in_whether_the_loss_is_paid_or_not() -> None:
    t = fight("egypt 3 babylon 3", order=TWO, egypt="hand=[32]", babylon="mina=1").play("egypt", "card:32", "done")
    t.answer("babylon", "mina")
    assert left(t, "egypt", "babylon") == (2, 0)


def test_card_35_composite_bow_costs_two_units_one_by_one() -> None:
    t = fight("egypt 3 hittites 3", egypt="hand=[35]", hittites="mina=1", area="egyptian_sea")
    t.play("egypt", "card:35", "done")
    assert t.asked() == ("loss.buy_off", "hittites", ("lose", "mina"))
    t.answer("hittites", "mina")
    assert t.disks("hittites", "egyptian_sea") == 0
    assert "{civ:hittites} saved 1 (1 mina) and lost 1 disk." in t.told()


def test_card_35_composite_bow_hits_barbarians_without_asking() -> None:
    t = fight("egypt 3 barbarians 4", egypt="hand=[35]").play("egypt", "card:35", "done")
    assert left(t, "egypt", "barbarians") == (2, 0)


def test_card_35_a_faction_that_loses_its_last_disk_is_out_with_its_cards() -> None:
    """RUL-101."""
    t = fight("egypt 3 hittites 2", egypt="hand=[35]", hittites="hand=[21]")
    t.play("egypt", "card:35", "done").play("hittites", "card:21", "white:chariots", "done").windows()
    t.answer("hittites", "disk").answer("hittites", "disk")
    assert left(t, "egypt", "hittites") == (3, 0)
    assert {21, 35} <= set(t.state.discard)
    assert "{civ:hittites} is out of the Competition. Discarded without effect: {card:21}." in t.told()


def test_card_39_ambush_needs_a_mountain_and_costs_two() -> None:
    t = fight("egypt 3 babylon 4", order=TWO, area="kaska", egypt="hand=[39]").play("egypt", "card:39", "done")
    assert left(t, "egypt", "babylon") == (2, 0)


def test_card_39_protection_of_hattusha_counts_for_competition_cards() -> None:
    """RUL-061: one disk a card, never the last."""
    t = fight("egypt 3 hittites 3", area="hattusha", egypt="hand=[39,35]", hittites="mina=1")
    t.play("egypt", "card:39", "card:35", "done").answer("egypt", "39", "35")
    t.play("hittites", "done").windows()
    t.answer("hittites", "lose").answer("hittites", "lose")
    assert t.disks("hittites", "hattusha") == 1
    assert t.key == "competition.removal"


def test_card_39_white_disks_are_not_protected_by_the_walls() -> None:
    t = fight("egypt 3 hittites 3", area="hattusha", egypt="hand=[39]", hittites="mina=1")
    t.play("egypt", "card:39", "done").play("hittites", "white:chariots", "done").windows()
    t.answer("hittites", "disk")
    assert t.asked() == ("loss.choose", "hittites", ("white", "mina"))


def test_card_40_mercenaries_desert_swaps_a_unit_for_each_mina() -> None:
    """RUL-069: three mina, one white and two coloured disks leave, three come."""
    t = fight("egypt 4 hittites 4", egypt="hand=[40]\nmina=3", hittites="hand=[42]")
    t.play("egypt", "card:40", "done").play("hittites", "white:chariots", "done").windows()
    assert t.asked() == ("competition.card", "egypt", ("1", "2", "3"))
    t.answer("egypt", "3")
    for unit in ("white", "lose", "lose"):
        t.windows().answer("hittites", unit)
    assert t.civ("egypt").mina == 0
    assert t.disks("egypt", "aleppo") == 7
    assert t.disks("hittites", "aleppo") == 2
    assert "{civ:egypt} added 3 disks." in t.told()


def test_card_40_what_is_paid_for_stays_and_nothing_comes_but_the_mina_are_gone() -> None:
    t = fight("egypt 4 babylon 4", order=TWO, egypt="hand=[40]\nmina=2", babylon="mina=3")
    t.play("egypt", "card:40", "done", "2")
    t.answer("babylon", "mina").answer("babylon", "lose")
    assert (t.disks("egypt", "aleppo"), t.disks("babylon", "aleppo"), t.civ("egypt").mina) == (5, 3, 0)
    assert "{civ:egypt} added 1 disk." in t.told()


def test_card_40_no_more_mina_than_the_victim_could_lose() -> None:
    t = fight("egypt 4 hittites 4", area="hattusha", egypt="hand=[40]\nmina=5").play("egypt", "card:40", "done")
    t.play("hittites", "white:chariots", "done").windows()
    assert t.options("egypt") == ("1", "2")


def test_card_40_without_supply_units_go_and_nothing_comes() -> None:
    areas = {"aleppo": "egypt 4 babylon 4", "thebes": "egypt 4"}
    t = phase(areas, order=TWO, egypt="hand=[40]\nmina=1\ngrowth_box=40", babylon="mina=1").windows()
    t.play("egypt", "card:40", "done")
    t.answer("babylon", "lose")
    assert (t.disks("egypt", "aleppo"), t.disks("babylon", "aleppo")) == (4, 3)
    assert "added" not in t.told()


def test_card_40_does_nothing_when_the_mina_are_gone_before_it_resolves() -> None:
    t = fight("egypt 4 babylon 4", order=TWO, egypt="hand=[15,40]\nmina=1", babylon="mina=1")
    t.play("egypt", "card:15", "card:40", "done").answer("egypt", "15", "40")
    assert "{civ:egypt} used {card:40} without effect." in t.told()
    assert t.disks("babylon", "aleppo") == 4


def test_rock_castles_of_urartu_save_a_disk_from_a_competition_card() -> None:
    """RUL-059; not from Siege Master, whose text allows a Negate or an Investment only."""
    t = fight("egypt 3 urartu 3 stronghold", area="hattusha", order="egypt urartu", egypt="hand=[35]")
    t.play("egypt", "card:35", "done")
    assert t.asked() == ("loss.buy_off", "urartu", ("lose", "cube"))
    t.answer("urartu", "cube")
    assert t.state.cubes == {}
    t = fight("egypt 3 urartu 3 stronghold", area="hattusha", order="egypt urartu", egypt="hand=[16]")
    t.play("egypt", "card:16", "done")
    assert t.disks("urartu", "hattusha") == 2


def test_rul_106_the_immortals_first_loss_by_card_goes_to_the_growth_box() -> None:
    t = fight("egypt 3 medes_persians 4", order="egypt medes_persians", egypt="hand=[35]", medes_persians="mina=1")
    t.play("egypt", "card:35", "done").play("medes_persians", "done")
    t.answer("medes_persians", "lose").answer("medes_persians", "lose")
    assert t.civ("medes_persians").box == 1
    assert t.civ("medes_persians").supply == 48 - 3


def shielded(first: str) -> Story:
    """Egypt's Composite Bow against Babylon's Shield Bearers."""
    order = "egypt babylon" if first == "egypt" else "babylon egypt"
    t = fight("egypt 4 babylon 4", order=order, egypt="hand=[35]", babylon="hand=[34]\nmina=1")
    for civ in order.split():
        t.play(civ, "card:35" if civ == "egypt" else "card:34", "done")
    return t.windows()


def test_card_34_shield_bearers_cancel_the_first_loss_by_a_card() -> None:
    """RUL-076: one disk of a card's losses, and a white disk comes in."""
    t = shielded("babylon")
    assert t.asked() == ("loss.choose", "babylon", ("white", "disk", "mina"))
    t.answer("babylon", "disk")
    assert "{civ:babylon} saved 1 ({card:34}) and lost 1 disk." in t.told()
    assert t.disks("babylon", "aleppo") == 3


def test_card_34_shield_bearers_come_out_of_order_against_a_card_resolved_before_them() -> None:
    t = shielded("egypt")
    assert t.asked() == ("loss.buy_off", "babylon", ("lose", "shield", "mina"))
    t.answer("babylon", "shield")
    assert t.asked() == ("loss.choose", "babylon", ("white", "disk", "mina"))
    t.answer("babylon", "white")
    assert t.disks("babylon", "aleppo") == 4
    assert 34 in t.state.discard


def test_card_34_shield_bearers_out_of_order_can_be_negated() -> None:
    t = fight("egypt 4 babylon 4", order=TWO, egypt="hand=[35,27]", babylon="hand=[34]\nmina=1")
    t.play("egypt", "card:35", "done").play("babylon", "card:34", "done")
    assert t.key == "competition.negate"
    t.table.close({"egypt": ("27:34:babylon",)})
    t.check().answer("babylon", "shield")
    assert t.asked() == ("loss.buy_off", "babylon", ("lose", "mina"))
    assert t.civ("egypt").mina == 1


def test_card_17_soothsayer_is_met_with_a_card_or_costs_a_coloured_disk() -> None:
    """A white disk and a Stronghold do not go in its place."""
    for answer, left_there, hand in (("lose", 2, [42, 44]), ("card:42", 3, [44])):
        t = fight("egypt 4 hittites 3 stronghold", area="tarsus", egypt="hand=[17]", hittites="hand=[42,44]")
        t.play("egypt", "card:17", "done").play("hittites", "white:chariots", "done").windows()
        assert t.asked() == ("loss.buy_off", "hittites", ("lose", "card:42", "card:44"))
        t.answer("hittites", answer)
        assert (t.disks("hittites", "tarsus"), t.hand("hittites")) == (left_there, hand)
        assert t.state.fight is not None
        assert (t.state.fight.white["hittites"], t.state.cubes) == (1, {"tarsus": "hittites"})


def test_card_40_mercenaries_desert_from_one_civ_of_several() -> None:
    """Barbarians are not for hire."""
    t = fight("egypt 4 babylon 2 hittites 2 barbarians 2", order="egypt babylon hittites", egypt="hand=[40]\nmina=2")
    t.play("egypt", "card:40", "done").run_until("competition.card")
    assert t.asked() == ("competition.card", "egypt", ("babylon", "hittites"))


def test_card_40_a_card_pays_as_a_mina_does() -> None:
    """Nothing goes and nothing comes, and the mina is spent."""
    t = fight("egypt 4 babylon 4", order=TWO, egypt="hand=[40]\nmina=1", babylon="hand=[42]")
    t.play("egypt", "card:40", "done").play("babylon", "done").windows().answer("babylon", "card:42")
    assert "{civ:egypt} added" not in t.told()
    assert (t.civ("egypt").mina, 42 in t.state.discard) == (0, True)
