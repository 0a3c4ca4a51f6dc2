"""Sacking, loot, and the close of the phase (ACME §9.6, §9.7, §12.4, §12.5, RUL-108 to RUL-112)."""

from __future__ import annotations

import pytest

from tests.acme.competition.arena import finish, phase
from tests.acme.story import Story

TWO = "egypt babylon"


def won(winner: str, loser: str = "babylon", *, areas: dict[str, str] | None = None, **civs: str) -> Story:
    """The winner destroys a City of the loser in Aleppo."""
    stacks = {"aleppo": f"{winner} 4 {loser} 3"} | (areas or {})
    return phase(stacks, order=f"{winner} {loser}", **civs)


def test_9_6_a_sacked_city_brings_a_vp_and_mina_that_waits_in_the_loot_box() -> None:
    """ACME-CORE-33, ACME-CORE-34, ACME-DIFF-13."""
    t = won("egypt", "urartu", areas={"thebes": "egypt 3 urartu 4"})
    assert t.asked() == ("loot.choose", "egypt", ("mina", "captives"))
    t.answer("egypt", "mina")
    assert (t.civ("egypt").vp, t.civ("egypt").loot, t.civ("egypt").mina) == (1, 1, 0)
    assert t.ask().seat == "urartu"
    t.answer("urartu", "captives")
    assert (t.civ("egypt").loot, t.civ("egypt").mina) == (0, 1)


def test_9_6_captives_go_to_the_growth_box_at_once() -> None:
    """ACME-CORE-33."""
    t = won("egypt").answer("egypt", "captives")
    assert (t.civ("egypt").box, t.civ("egypt").mina, t.civ("egypt").vp) == (2, 0, 1)


def test_9_6_captives_need_two_disks_in_supply() -> None:
    t = won("egypt", egypt="growth_box=44\nmina=1").answer("egypt", "mina")
    assert (t.civ("egypt").supply, t.civ("egypt").box, t.civ("egypt").mina) == (1, 44, 1)


def test_rul_110_assyria_and_babylon_take_captives_while_they_can() -> None:
    """ACME-CORE-51."""
    t = finish(won("babylon", "egypt"))
    assert (t.civ("babylon").box, t.civ("babylon").mina) == (2, 0)
    t = won("babylon", "egypt", babylon="growth_box=44\nmina=1").answer("babylon", "mina")
    assert (t.civ("babylon").box, t.civ("babylon").mina) == (44, 1)


def test_rul_110_plunder_brings_a_mina_for_the_first_sack_of_the_turn() -> None:
    t = won("sea_peoples", areas={"thebes": "sea_peoples 4 babylon 3"})
    t.answer("sea_peoples", "captives").answer("sea_peoples", "captives")
    assert (t.civ("sea_peoples").vp, t.civ("sea_peoples").mina, t.civ("sea_peoples").box) == (2, 1, 4)


def test_rul_110_tolerance_takes_a_vp_in_place_of_loot() -> None:
    t = won("medes_persians").windows().answer("medes_persians", "done")
    assert t.options("medes_persians") == ("mina", "captives", "clemency")
    t.answer("medes_persians", "clemency")
    assert (t.civ("medes_persians").vp, t.civ("medes_persians").mina) == (2, 0)
    assert "captives" not in t.told()


def test_rul_110_tolerance_returns_a_deity_beside_the_usual_loot() -> None:
    areas = {"babylon": "babylon 1"}
    captor = 'captured={sky_god="babylon"}'
    victim = 'deity="sky_god"\ndeity_state="captured"'
    t = won("medes_persians", areas=areas, medes_persians=captor, babylon=victim).windows()
    t.answer("medes_persians", "done").answer("medes_persians", "mina")
    assert t.asked() == ("loot.deity", "medes_persians", ("sky_god", "none"))
    t.answer("medes_persians", "sky_god")
    assert (t.civ("medes_persians").vp, t.civ("medes_persians").mina) == (1 + 2 + 1, 1)
    assert not t.civ("babylon").deity_captured
    t = won("medes_persians", areas=areas, medes_persians=captor, babylon=victim).windows()
    t.answer("medes_persians", "done").answer("medes_persians", "mina").answer("medes_persians", "none")
    assert t.civ("babylon").deity_captured


def test_rul_109_one_reward_for_each_city_destroyed() -> None:
    t = phase({"aleppo": "egypt 7 babylon 3 urartu 3"}, order="egypt babylon urartu")
    t.answer("egypt", "captives").answer("egypt", "mina")
    assert t.told().count("{civ:egypt} sacked a City of") == 2
    assert (t.civ("egypt").box, t.civ("egypt").mina) == (2, 1)


def test_9_6_no_reward_for_barbarians_nor_from_them_nor_when_nobody_controls() -> None:
    t = finish(phase({"aleppo": "egypt 4 barbarians 3"}))
    assert t.civ("egypt").vp == 0
    t = finish(phase({"aleppo": "egypt 3 barbarians 4"}))
    assert t.civ("egypt").vp == 0
    t = finish(phase({"aleppo": "egypt 3 babylon 3"}, order=TWO))
    assert "sacked" not in t.told()


def test_rul_108_disks_brought_by_cards_make_no_new_city_to_sack() -> None:
    t = phase({"aleppo": "egypt 2 babylon 9"}, order=TWO, egypt="hand=[21]")
    t.run_until("competition.commit").play("egypt", "card:21", "done")
    finish(t)
    assert t.disks("egypt", "aleppo") == 0
    assert "sacked" not in t.told()


def test_12_5_a_home_held_by_another_civ_costs_the_deity_and_rewards_the_captor() -> None:
    """RUL-112: 2 VP and 1 mina at once, whether there was a fight or not (ACME-DIFF-15)."""
    t = finish(phase({"thebes": "babylon 2"}, order=TWO, egypt='deity="sky_god"', babylon=""))
    assert t.civ("egypt").deity_captured
    assert t.civ("babylon").captured == {"sky_god": "egypt"}
    assert "{civ:babylon} captured {deity:sky_god} from {civ:egypt} in {area:thebes}: 2 VP, 1 mina." in t.told()


def test_12_4_a_home_held_by_barbarians_loses_the_deity() -> None:
    t = finish(phase({"thebes": "egypt 1 barbarians 4"}, egypt='deity="sky_god"'))
    assert t.civ("egypt").deity_lost


@pytest.mark.parametrize("home", ["babylon 1 barbarians 1", "egypt 1 babylon 1", "egypt 1"])
def test_rul_111_shared_and_own_homes_keep_their_deity(home: str) -> None:
    t = finish(phase({"thebes": home}, order=TWO, egypt='deity="sky_god"'))
    assert not t.civ("egypt").deity_lost
    assert not t.civ("egypt").deity_captured


def test_rul_111_a_home_at_peace_stays_contested_and_nothing_happens() -> None:
    areas = {"thebes": "babylon 4 urartu 3", "van": "urartu 1"}
    t = phase(areas, order="egypt babylon urartu", egypt='deity="sky_god"', urartu='deity="goddess_of_peace"')
    t.answer("urartu", "peace:thebes").windows()
    assert not t.civ("egypt").deity_captured


def test_12_7_monotheism_brings_a_vp_more_for_a_capture() -> None:
    areas = {"thebes": "babylon 2", "babylon": "babylon 1"}
    t = finish(phase(areas, order=TWO, egypt='deity="sky_god"', babylon='deity="monotheism"'))
    assert "3 VP, 1 mina." in t.told()


@pytest.mark.parametrize("deity", ['deity="monotheism"\ndeity_state="lost"', 'deity="god_of_war"'])
def test_12_7_a_lost_monotheism_or_another_deity_brings_none(deity: str) -> None:
    areas = {"thebes": "babylon 2", "babylon": "babylon 1"}
    t = finish(phase(areas, order=TWO, egypt='deity="sky_god"', babylon=deity))
    assert "2 VP, 1 mina." in t.told()


def test_rul_111_a_lost_or_captured_deity_is_not_judged_again() -> None:
    t = finish(phase({"thebes": "babylon 2"}, order=TWO, egypt='deity="sky_god"\ndeity_state="lost"'))
    assert t.civ("babylon").captured == {}


def test_12_5_loot_and_capture_come_in_their_order() -> None:
    """RUL-111: first the loot mina, then the Deities."""
    t = phase({"thebes": "egypt 3 sea_peoples 4"}, order="egypt sea_peoples", egypt='deity="sky_god"')
    t.answer("sea_peoples", "mina")
    told = t.told()
    assert told.index("of loot into the Treasury") < told.index("captured {deity:sky_god}")
    assert t.civ("sea_peoples").mina == 1 + 1 + 1
