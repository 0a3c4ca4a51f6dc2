"""Cards that bring white disks, own disks or Investments: 14, 15, 18, 20, 21, 31, 33, 34, 36 to 38, 41, 93."""

from __future__ import annotations

from tests.acme.competition.arena import fight as begin
from tests.acme.competition.arena import finish, phase
from tests.acme.story import Story

TWO = "egypt babylon"


def fight(
    card: int, *, area: str = "aleppo", stacks: str = "egypt 3 babylon 3", egypt: str = "", more: str = ""
) -> Story:
    """Egypt commits the card; Babylon has a mina, so that the rounds wait for it."""
    t = begin(stacks, area=area, order=TWO, egypt=f"hand=[{card}]\n{egypt}", babylon=f"mina=1\n{more}")
    return t.play("egypt", f"card:{card}", "done")


def whites(t: Story, civ: str = "egypt") -> int:
    return t.state.fight.white.get(civ, 0) if t.state.fight else 0


def test_card_14_great_captain_helps_another_civ_for_a_mina() -> None:
    t = fight(14)
    assert (whites(t, "babylon"), whites(t), t.civ("egypt").mina) == (1, 0, 1)


def test_card_15_mercenary_general_pays_a_mina_when_it_resolves() -> None:
    t = fight(15, egypt="mina=1")
    assert (whites(t), t.civ("egypt").mina, t.state.discard) == (2, 0, [15])


def test_card_18_breeder_of_stallions_loads_and_rides() -> None:
    t = fight(18)
    assert t.asked() == ("competition.card", "egypt", ("1", "2", "3", "4"))
    t.answer("egypt", "4")
    assert t.options("egypt") == ("0", "1", "2")
    t.answer("egypt", "2")
    assert (t.disks("egypt", "aleppo"), t.civ("egypt").investments) == (5, {"18": 2})


def test_card_18_at_sea_only_loads() -> None:
    t = fight(18, area="egyptian_sea", stacks="egypt 2 babylon 2").answer("egypt", "2")
    assert t.civ("egypt").investments == {"18": 2}


def test_card_18_a_single_disk_that_rides_at_once_discards_the_card() -> None:
    t = fight(18).answer("egypt", "1").answer("egypt", "1")
    assert (t.civ("egypt").investments, t.state.discard) == ({}, [18])


def test_card_20_master_armorer_committed_saves_units_at_once() -> None:
    t = fight(20).answer("egypt", "3")
    assert t.asked() == ("competition.removal", "egypt", ("disk", "investment:20"))
    assert t.civ("egypt").investments == {"20": 3}


def test_card_21_warrior_king_brings_a_disk_and_two_white_ones() -> None:
    t = fight(21, area="egyptian_sea", stacks="egypt 2 babylon 2")
    assert (t.disks("egypt", "egyptian_sea"), whites(t)) == (3, 2)


def test_card_31_armored_infantry_marches_in_every_later_competition() -> None:
    """RUL-074."""
    areas = {"aleppo": "egypt 3 babylon 3", "kaska": "egypt 2 babylon 2", "egyptian_sea": "egypt 2 babylon 2"}
    t = phase(areas, order=TWO, egypt="hand=[31]", babylon="mina=1").windows()
    t.play("egypt", "card:31", "done")
    assert whites(t) == 1
    assert t.civ("egypt").standing == {"31": 0}
    told = finish(t).told()
    assert told.count("{civ:egypt} added 1 white disk ({card:31}).") == 3
    assert 31 in t.state.discard
    assert t.civ("egypt").standing == {}


def test_card_33_heavy_chariots_bring_two_white_disks() -> None:
    assert whites(fight(33)) == 2


def test_card_34_shield_bearers_bring_a_white_disk() -> None:
    assert whites(fight(34)) == 1


def test_card_36_iron_weapons_serve_once_more_on_land() -> None:
    areas = {"aleppo": "egypt 3 babylon 3", "kaska": "egypt 2 babylon 2", "egyptian_sea": "egypt 2 babylon 2"}
    t = phase(areas, order=TWO, egypt="hand=[36,42]", babylon="mina=9").windows()
    t.play("egypt", "card:36", "done")
    t.run_until("competition.commit")
    assert t.options("egypt") == ("white:36", "done")
    t.answer("egypt", "white:36")
    assert (whites(t), t.civ("egypt").standing, t.state.discard) == (1, {}, [36])
    t.answer("egypt", "done").run_until("competition.commit")
    assert t.options("egypt") == ("done",)


def test_card_36_iron_weapons_not_used_again_are_discarded_when_the_phase_closes() -> None:
    t = fight(36)
    assert (whites(t), t.civ("egypt").standing) == (1, {"36": 1})
    finish(t)
    assert t.civ("egypt").standing == {}
    assert 36 in t.state.discard


def test_card_37_war_elephants_can_be_driven_off_but_for_the_last() -> None:
    """RUL-077."""
    t = fight(37, area="byblos", egypt="mina=1", more="hand=[42]").windows()
    t.play("babylon", "done").windows()
    assert t.asked() == ("loss.penalty", "babylon", ("mina", "card:42", "pass"))
    assert whites(t) == 3
    t.answer("babylon", "mina").answer("babylon", "card:42")
    assert whites(t) == 1
    t = fight(37, area="byblos", egypt="mina=1").answer("babylon", "pass")
    assert whites(t) == 3


def test_card_38_camel_raiders_bring_two_disks_and_a_mina_if_alone_in_the_end() -> None:
    """RUL-078."""
    t = fight(38, area="judah")
    assert t.disks("egypt", "judah") == 5
    finish(t)
    assert "{civ:egypt} gained 1 mina ({card:38})." in t.told()


def test_card_38_no_mina_when_the_area_is_shared_in_the_end() -> None:
    t = finish(fight(38, area="judah", stacks="egypt 3 babylon 5"))
    assert "gained 1 mina" not in t.told()


def test_card_41_eagles_two_together_or_one_in_each_of_three_seas() -> None:
    seas = dict.fromkeys(("levantine_sea", "icarian_sea", "egyptian_sea", "red_sea"), "egypt 2 babylon 2")
    t = phase(seas, order=TWO, egypt="hand=[41,42]", babylon="mina=9").windows()
    t.play("egypt", "card:41", "done")
    assert t.asked() == ("competition.card", "egypt", ("together", "spread"))
    t.answer("egypt", "spread")
    assert (whites(t), t.civ("egypt").standing) == (1, {"41": 2})
    for left in ({"41": 1}, {}):
        t.run_until("competition.commit").answer("egypt", "white:41")
        assert t.civ("egypt").standing == left
        t.answer("egypt", "done")
    t.run_until("competition.commit")
    assert t.options("egypt") == ("done",)


def test_card_41_without_another_sea_both_disks_come_at_once() -> None:
    t = fight(41, area="egyptian_sea", stacks="egypt 2 babylon 2")
    assert (whites(t), t.state.discard) == (2, [41])


def test_card_93_holy_war_two_disks_three_in_the_home_of_either() -> None:
    god = 'deity="sky_god"'
    for area, n in (("aleppo", 2), ("thebes", 3), ("babylon", 3)):
        areas = {area: "egypt 3 babylon 3"} | ({} if area == "thebes" else {"thebes": "egypt 1"})
        t = phase(areas, order=TWO, egypt=f"hand=[93]\n{god}", babylon="mina=1").windows()
        t.play("egypt", "card:93", "done")
        assert whites(t) == n


def test_card_14_15_serve_at_sea_too() -> None:
    sea, stacks = "egyptian_sea", "egypt 2 babylon 2"
    assert whites(fight(14, area=sea, stacks=stacks), "babylon") == 1
    assert whites(fight(15, area=sea, stacks=stacks, egypt="mina=1")) == 2
