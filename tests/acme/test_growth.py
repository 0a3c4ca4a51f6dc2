"""The Growth Phase: Stronghold, Retirement, Acquisition, Resettlement, Deployment (ACME §6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.facts.catalog import AREAS
from engine.acme.questions.income import growth_disks
from engine.core.errors import IllegalAnswer
from tests.acme.growing import WEST, acquire, growing
from tests.acme.story import Story

HITTITE_START = dict.fromkeys(("hattusha", "arzawa", "karahuyuk", "kaska", "kumannis", "pala"), "hittites 2")
EGYPTIAN_START = {
    **dict.fromkeys(("thebes", "abydos", "amarna"), "egypt 2"),
    **dict.fromkeys(("memphis", "nile_delta"), "egypt 1"),
    **dict.fromkeys(("eastern_desert", "western_desert", "red_sea", "reed_sea"), "egypt 1"),
}
START = HITTITE_START | EGYPTIAN_START


def income(areas: dict[str, str], civ: str = "egypt", **more: Any) -> int:
    """Disks that count toward the minimum."""
    return growth_disks(growing(areas, **more).state, civ)


def test_one_civ_does_all_its_steps_before_the_next_begins() -> None:
    """ACME §5, §6: Stronghold, Retirement, Acquisition, Resettlement, Deployment, in this order (ACME-CORE-02)."""
    t = growing({"thebes": "egypt 3", "tarsus": "egypt 1", "hattusha": "hittites 3"}, egypt={"deity": "sky_god"})
    keys = []
    while t.asked()[1] == "egypt":
        keys.append(t.key)
        t.answer("egypt", "no" if t.key == "growth.granary" else "done")
    assert keys == ["growth.retire", "growth.granary", "growth.resettle", "growth.deploy"]
    told = t.told()
    assert told.index("built a Stronghold") < told.index("acquired") < told.index("returned to Supply")
    assert t.asked()[:2] == ("growth.retire", "hittites")


# Stronghold Step


def test_a_controlled_mountain_gets_a_stronghold() -> None:
    """ACME §6.1: one disk suffices, also at the start of the game (ACME-CORE-03)."""
    t = growing({"thebes": "egypt 2", "hattusha": "hittites 2", "tarsus": "hittites 1"}).run_until("card.play")
    assert t.state.cubes == {"hattusha": "hittites", "tarsus": "hittites"}


def test_control_is_judged_when_the_turn_begins() -> None:
    """ACME §6.1, RUL-032: a civ that deploys into it before does not deny the cube."""
    t = acquire({"thebes": "egypt 2", "karahuyuk": "egypt 1", "hattusha": "hittites 2"})
    t.play("egypt", "hattusha", "done").run_until("growth.retire")
    assert t.asked()[1] == "hittites"
    assert t.state.cubes == {"hattusha": "hittites"}


def test_a_mountain_taken_during_the_turn_waits_for_the_next_one() -> None:
    """ACME §6.1, RUL-032 (ACME-CORE-03)."""
    t = acquire({"thebes": "egypt 2", "karahuyuk": "egypt 1", "hattusha": "hittites 2"})
    t.play("egypt", "tarsus", "done").run_until("draw.buy", "growth.retire", "epoch.event", "card.play")
    assert "tarsus" not in t.state.cubes
    while t.state.turns == 1:
        t.answer(t.asked()[1], "pass" if "pass" in t.options() else t.options()[0]).windows()
    t.run_until("growth.retire")
    assert t.state.cubes["tarsus"] == "egypt"


@pytest.mark.parametrize("stack", ["egypt 1 hittites 1", "egypt 2 hittites 1", "egypt 1 barbarians 1"])
def test_a_mountain_not_controlled_gets_none(stack: str) -> None:
    """ACME §6.1: neither Shared nor Contested ones."""
    t = growing({"thebes": "egypt 2", "hattusha": "hittites 2", "tarsus": stack}).run_until("card.play")
    assert "tarsus" not in t.state.cubes


def test_barbarians_build_no_strongholds_and_no_mountain_holds_two() -> None:
    """ACME §6.1, RUL-033."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2 stronghold", "tarsus": "barbarians 3"}
    t = growing(areas).run_until("card.play")
    assert t.state.cubes == {"hattusha": "hittites"}


def test_a_stronghold_stays_while_its_owner_does_and_goes_with_the_last_disk() -> None:
    """ACME §6.1, RUL-033: whoever else comes; retiring the last disk removes it."""
    t = growing({"thebes": "egypt 2", "hattusha": "hittites 2", "tarsus": "egypt 1 stronghold hittites 2"})
    assert t.state.cubes["tarsus"] == "egypt"
    t.answer("egypt", "tarsus")
    assert "tarsus" not in t.state.cubes


def test_a_spent_stronghold_comes_back_if_control_still_holds() -> None:
    """ACME §6.1: at a later Stronghold Step."""
    t = growing({"thebes": "egypt 2", "hattusha": "hittites 3"}, turn=2, turns=2).run_until("card.play")
    assert t.state.cubes == {"hattusha": "hittites"}


# Retirement Step


def test_any_number_of_disks_may_be_retired() -> None:
    """ACME §6.2: from the map to Supply, in that step only (ACME-CORE-05)."""
    t = growing({"thebes": "egypt 2", "abydos": "egypt 1", "hattusha": "hittites 2"})
    t.play("egypt", "thebes", "abydos")
    assert t.options() == ("thebes", "done")
    assert (t.disks("egypt", "abydos"), t.civ("egypt").supply) == (0, 47)
    t.answer("egypt", "done")
    assert t.key == "growth.deploy"


def test_disks_may_be_retired_from_an_investment_which_goes_with_its_last() -> None:
    """ACME §6.2, RUL-042."""
    t = growing({"thebes": "egypt 2", "hattusha": "hittites 2"}, egypt={"investments": {"20": 2}})
    t.answer("egypt", "investment:20")
    assert (t.civ("egypt").investments, t.civ("egypt").supply) == ({"20": 1}, 45)
    t.answer("egypt", "investment:20")
    assert (t.civ("egypt").investments, t.state.discard) == ({}, [20])


def test_what_is_retired_is_told_by_area_and_an_investment_by_its_card() -> None:
    """ACME §6.2: two from Thebes, one each from Abydos and from Master Armorer; the map points at the two areas."""
    t = growing({"thebes": "egypt 3", "abydos": "egypt 1", "hattusha": "hittites 2"}, egypt={"investments": {"20": 2}})
    t.play("egypt", "thebes", "investment:20", "abydos", "thebes")
    t.table.submit("egypt", "done")
    told = {event.text: event.focus for event in t.table.events}
    assert told["{civ:egypt} retired disks: 4 ({area:thebes} 2, {card:20}, {area:abydos})."] == ("thebes", "abydos")


def test_retiring_is_no_loss_and_nobody_can_answer_it() -> None:
    """RUL-042, RUL-053: no window opens."""
    t = growing({"thebes": "egypt 2", "hattusha": "hittites 2"}, hittites={"hand": [27, 28]})
    t.answer("egypt", "thebes")
    assert t.asked()[:2] == ("growth.retire", "egypt")


def test_retiring_the_last_disk_eliminates_nobody() -> None:
    """RUL-041: the civ acquires its minimum and comes back in its Home Area."""
    t = growing({"thebes": "egypt 1", "hattusha": "hittites 2"})
    t.answer("egypt", "thebes")
    assert t.asked()[:2] == ("growth.deploy", "egypt")
    assert (t.disks("egypt", "thebes"), t.civ("egypt").box) == (1, 2)


# Acquisition Step: terrain


@pytest.mark.parametrize(("n", "disks"), [(1, 0), (2, 1), (3, 0), (4, 0)])
def test_plains_give_a_disk_for_a_settlement_only(n: int, disks: int) -> None:
    """ACME §6.3: Camps and Cities on Plains give none (ACME-CORE-06)."""
    assert income({"lydia": f"egypt {n}", "hattusha": "hittites 1"}) == disks


def test_a_settlement_counts_on_plains_whoever_else_is_there() -> None:
    """ACME §6.3, RUL-035 (ACME-CORE-06)."""
    assert income({"lydia": "egypt 2 barbarians 3", "hattusha": "hittites 1"}) == 1


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_controlled_fertile_land_gives_a_disk_whatever_stands_there(n: int) -> None:
    """ACME §6.3: Camp, Settlement or City alike; a Settlement gives 1, not 2 (ACME-CORE-07)."""
    assert income({"abydos": f"egypt {n}", "hattusha": "hittites 1"}) == 1


@pytest.mark.parametrize(("n", "disks"), [(1, 0), (2, 1), (3, 0)])
def test_fertile_land_with_others_gives_a_disk_for_a_settlement_only(n: int, disks: int) -> None:
    """ACME §6.3: Shared or Contested; a Shared Camp gives 0 (ACME-CORE-07)."""
    assert income({"abydos": f"egypt {n} barbarians 1", "hattusha": "hittites 1"}) == disks


@pytest.mark.parametrize(("n", "disks"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_two_mountain_settlements_give_a_disk(n: int, disks: int) -> None:
    """ACME §6.3: rounded down (ACME-CORE-08)."""
    areas = dict.fromkeys(("tarsus", "hattusha", "armenia", "van")[:n], "egypt 2")
    assert income({**areas, "elam": "hittites 1"}, board="full") == disks


def test_camps_and_cities_on_mountains_give_none() -> None:
    """ACME §6.3."""
    assert (
        income({"tarsus": "egypt 3", "armenia": "egypt 1", "van": "egypt 4", "elam": "hittites 1"}, board="full") == 0
    )


@pytest.mark.parametrize(("n", "disks"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_two_seas_give_a_disk(n: int, disks: int) -> None:
    """ACME §6.3: every Sea occupied, rounded down (ACME-CORE-09)."""
    waters = ("red_sea", "reed_sea", "sinai_sea", "egyptian_sea", "rhodian_sea")[:n]
    assert income({**dict.fromkeys(waters, "egypt 1"), "kaska": "hittites 1"}) == disks


def test_seas_count_whatever_their_stack_and_even_if_shared() -> None:
    """ACME §6.3: occupied is enough."""
    assert income({"red_sea": "egypt 2", "reed_sea": "egypt 1 barbarians 1", "kaska": "hittites 1"}) == 1


def test_deserts_give_nothing() -> None:
    """ACME §6.3 (ACME-CORE-10)."""
    areas = {"abydos": "egypt 1", "hattusha": "hittites 1"}
    deserts = {"eastern_desert": "egypt 2", "western_desert": "egypt 1", "sinai": "egypt 2"}
    assert income({**areas, **deserts}) == income(areas) == 1


# Acquisition Step: Commerce


def test_commerce_gives_one_disk_to_both_however_often_they_meet() -> None:
    """ACME §6.3, RUL-036: a disk next to another civ's (ACME-CORE-11)."""
    apart = {"kaska": "egypt 1", "tarsus": "hittites 1"}
    touching = {"kumannis": "egypt 1", "karahuyuk": "egypt 1", "tarsus": "hittites 1"}
    assert (income(apart), income(apart, "hittites")) == (0, 0)
    assert (income(touching), income(touching, "hittites")) == (1, 1)


def test_meeting_in_the_same_area_is_commerce_too() -> None:
    """ACME §6.3, RUL-036."""
    assert income({"kaska": "egypt 1 hittites 1"}) == 1


def test_barbarians_bring_no_commerce() -> None:
    """ACME §6.3, §13.5."""
    assert income({"kaska": "egypt 1", "pala": "barbarians 3", "thebes": "hittites 1"}) == 0


def test_npcs_bring_commerce() -> None:
    """RUL-036."""
    assert income({"kaska": "egypt 1", "pala": "hittites 1"}, hittites={"by": "npc"}) == 1


def test_several_partners_bring_no_more() -> None:
    """ACME §6.3: flat."""
    areas = {"kaska": "egypt 1", "pala": "hittites 1", "zab": "mittani 1"}
    assert income(areas, order="egypt hittites mittani") == 1


# Acquisition Step: what is acquired


def test_what_is_acquired_is_told_with_where_it_comes_from() -> None:
    """ACME §6.3."""
    t = growing(START).run_until("growth.deploy")
    assert "{civ:egypt} acquired 6 growth disks (+5 from Fertile areas, +1 from Seas)." in t.told()


def test_three_disks_are_the_least() -> None:
    """ACME §6.3 (ACME-CORE-12)."""
    assert acquire({"lydia": "egypt 1", "hattusha": "hittites 1"}).civ("egypt").box == 3
    four = {"abydos": "egypt 1", "thebes": "egypt 1", "amarna": "egypt 1", "memphis": "egypt 1", "kaska": "hittites 1"}
    assert acquire(four).civ("egypt").box == 4


def test_no_more_than_supply_holds() -> None:
    """ACME §6.3 (ACME-CORE-13)."""
    t = acquire({"abydos": "egypt 1", "hattusha": "hittites 1"}, egypt={"disks": 3})
    assert (t.civ("egypt").box, t.civ("egypt").supply) == (2, 0)


def test_disks_waiting_in_the_growth_box_are_extra() -> None:
    """ACME §6.3: captives and what was left at set-up count neither toward the income nor the minimum."""
    assert acquire({"lydia": "egypt 1", "hattusha": "hittites 1"}, egypt={"growth_box": 2}).civ("egypt").box == 5


def test_the_hittites_of_the_recorded_game_acquire_five() -> None:
    """ACME §6.3: five Plains Settlements; one Mountain Settlement gives nothing."""
    assert acquire(START, "hittites", order="hittites egypt").civ("hittites").box == 5


def test_the_egyptians_of_the_recorded_game_acquire_six() -> None:
    """ACME §6.3: three Fertile Settlements, two Fertile Camps, two Seas; Deserts give nothing; and 1 mina."""
    t = acquire(START)
    assert (t.civ("egypt").box, t.civ("egypt").mina) == (6, 1)


def test_the_egyptians_of_the_recorded_game_acquire_nine_in_their_second_turn() -> None:
    """ACME §6.3: Plains 2, Fertile 5, Seas 1, Commerce 1; the Shared home gives nothing, Deserts neither."""
    areas = {
        **dict.fromkeys(("judah", "aleppo"), "egypt 2"),
        **dict.fromkeys(("nile_delta", "memphis", "emar"), "egypt 1"),
        **dict.fromkeys(("abydos", "amarna"), "egypt 3"),
        "thebes": "egypt 1 barbarians 1",
        **dict.fromkeys(("western_desert", "red_sea", "sinai_sea"), "egypt 1"),
        "carchemish": "hittites 1",
        "hattusha": "hittites 2",
    }
    assert acquire(areas).civ("egypt").box == 9


# Acquisition Step: Deities and bonus cubes


@pytest.mark.parametrize("kind", ["mountain_of_gold", "oasis", "fishing_grounds"])
def test_a_bonus_cube_pays_a_mina_to_whoever_controls_its_area(kind: str) -> None:
    """ACME §6.3, RUL-037: at its own Acquisition; nobody owns it (ACME-CORE-55)."""
    areas = {"thebes": "egypt 1", "tarsus": f"hittites 1 {kind}", "hattusha": "hittites 1"}
    t = growing(areas).run_until("card.play")
    assert (t.civ("hittites").mina, t.civ("egypt").mina) == (1, 1)


def test_a_bonus_cube_in_an_area_that_nobody_controls_pays_nobody() -> None:
    """RUL-037."""
    areas = {"thebes": "egypt 1", "tarsus": "hittites 1 egypt 1 mountain_of_gold", "hattusha": "hittites 1"}
    t = growing(areas).run_until("card.play")
    assert (t.civ("hittites").mina, t.civ("egypt").mina) == (0, 1)
    assert t.state.bonus == {"mountain_of_gold": "tarsus"}


def test_disks_outside_the_minimum_come_after_it() -> None:
    """RUL-034: Mother Goddess adds two to the three guaranteed."""
    t = acquire({"thebes": "egypt 1", "lydia": "hittites 1"}, egypt={"deity": "mother_goddess"})
    assert t.civ("egypt").box == 5


# Granary


def fed(**egypt: Any) -> Story:
    facts = {"deity": "sky_god", **egypt}
    return growing({"thebes": "egypt 1", "hattusha": "hittites 1"}, egypt=facts).run_until(
        "growth.granary", "growth.deploy"
    )


def test_the_granary_trades_two_growth_disks_for_a_mina_once() -> None:
    """ACME §6.3, RUL-039 (ACME-CORE-14)."""
    t = fed(mina=0).answer("egypt", "yes")
    assert t.key == "growth.deploy"
    assert (t.civ("egypt").box, t.civ("egypt").mina, t.civ("egypt").supply) == (1, 2, 46)


def test_the_granary_trades_no_second_time_whatever_is_left() -> None:
    """ACME §6.3, RUL-039."""
    t = fed(deity="mother_goddess").answer("egypt", "yes")
    assert t.key == "growth.deploy"
    assert t.civ("egypt").box == 3


def test_the_granary_need_not_be_used() -> None:
    """RUL-039."""
    t = fed().answer("egypt", "no")
    assert (t.civ("egypt").box, t.civ("egypt").mina) == (3, 1)


@pytest.mark.parametrize(
    "facts",
    [
        {"deity": ""},
        {"deity_state": "lost"},
        {"deity_state": "silenced", "silenced_until": 1},
        {"home": "memphis"},
        {"disks": 2},
    ],
)
def test_without_an_active_deity_or_two_disks_there_is_no_granary(facts: dict[str, Any]) -> None:
    """ACME §6.3, RUL-039: none, Lost, silenced, Dormant, or one growth disk only (ACME-CORE-14, ACME-DIFF-05)."""
    assert fed(**facts).key == "growth.deploy"


# Resettlement Step


def test_disks_above_two_in_cities_may_be_deployed_anew() -> None:
    """ACME §6.4, RUL-040: any number, from any of them; a Settlement stays, and it brings no growth (ACME-CORE-15)."""
    t = growing({"thebes": "egypt 4", "amarna": "egypt 3", "abydos": "egypt 2", "hattusha": "hittites 1"})
    t.answer("egypt", "done")
    assert t.asked() == ("growth.resettle", "egypt", ("amarna", "thebes", "done"))
    t.play("egypt", "thebes", "thebes")
    assert t.options() == ("amarna", "done")
    t.answer("egypt", "done")
    assert (t.disks("egypt", "thebes"), t.civ("egypt").box) == (2, 4 + 2)
    assert "{civ:egypt} resettled {area:thebes} 2." in t.told()


def test_without_a_city_nobody_is_asked_to_resettle() -> None:
    """ACME §6.4: a Desert or Sea holds no City (ACME-CORE-15)."""
    t = growing({"thebes": "egypt 2", "sinai": "egypt 2", "hattusha": "hittites 1"}).answer("egypt", "done")
    assert t.key == "growth.deploy"


# Deployment Step


def test_each_disk_goes_to_an_area_held_or_next_to_one() -> None:
    """ACME §6.5: also next to a disk placed just now; no jump (ACME-CORE-16)."""
    t = acquire({"kumannis": "hittites 1", "thebes": "egypt 1"}, "hittites", order="hittites egypt")
    with pytest.raises(IllegalAnswer):
        t.answer("hittites", "mittani")
    t.play("hittites", "carchemish", "mittani", "emar")
    assert [t.disks("hittites", a) for a in ("carchemish", "mittani", "emar")] == [1, 1, 1]


def test_the_chains_of_the_recorded_game_are_legal() -> None:
    """ACME §6.5: by Land to Emar, by Sea to Aleppo (ACME-CORE-16)."""
    t = acquire(START, "hittites", order="hittites egypt")
    t.play("hittites", "carchemish", "mittani", "emar", "caucasus_sea", "hattusha")
    t.run_until("growth.deploy")
    t.play("egypt", "sinai_sea", "tyre", "judah", "aleppo", "abydos", "amarna")
    assert t.disks("egypt", "aleppo") == 1
    assert "Contested" not in t.told()


def test_stacks_grow_to_four_in_land_and_two_in_desert_and_sea() -> None:
    """ACME §3.1, §6.5: other Factions do not count."""
    areas = {"memphis": "egypt 2 hittites 2", "sinai": "egypt 1", "reed_sea": "egypt 2", "hattusha": "hittites 1"}
    t = acquire(areas, egypt={"growth_box": 5})
    assert "reed_sea" not in t.options()
    t.play("egypt", "memphis", "memphis", "sinai")
    assert not {"memphis", "sinai", "reed_sea"} & set(t.options())


def test_foreign_homes_may_be_entered_and_become_contested() -> None:
    """ACME §6.5: the ban holds at set-up only."""
    t = acquire({"kumannis": "egypt 1", "hattusha": "hittites 2"}).play("egypt", "hattusha", "done")
    assert t.view().areas["hattusha"].contested
    assert "{area:hattusha} +1 (Contested)" in t.told()


def test_deployment_may_stop_and_the_rest_goes_to_supply() -> None:
    """ACME §6.5, RUL-041: captives too."""
    t = acquire({"thebes": "egypt 1", "hattusha": "hittites 1"}, egypt={"growth_box": 2}).play(
        "egypt", "thebes", "done"
    )
    assert (t.civ("egypt").box, t.civ("egypt").supply) == (0, 46)
    assert "{civ:egypt} did not place 4 disks, which returned to Supply." in t.told()


def test_a_civ_without_disks_comes_back_in_its_home_whoever_is_there() -> None:
    """RUL-041: then it goes on as usual."""
    t = acquire({"thebes": "barbarians 4", "hattusha": "hittites 1"})
    assert (t.disks("egypt", "thebes"), t.civ("egypt").box) == (1, 2)
    assert {"abydos", "amarna", "thebes"} <= set(t.options())


def test_a_civ_without_disks_and_without_supply_stays_away() -> None:
    """RUL-041: nothing to place, and nobody is out of the game."""
    t = growing({"hattusha": "hittites 1"}, egypt={"disks": 4, "investments": {"20": 4}})
    t.answer("egypt", "done")
    assert t.asked()[:2] == ("growth.retire", "hittites")
    assert (t.civ("egypt").box, "egypt" in t.state.order) == (0, True)


def test_stored_grain_may_join_the_growth_disks() -> None:
    """Card 60, ACME §6.5: any number of its disks, at the start of Deployment."""
    t = growing({"thebes": "egypt 1", "hattusha": "hittites 1"}, egypt={"investments": {"60": 3}})
    t.play("egypt", "done", "2")
    assert (t.civ("egypt").box, t.civ("egypt").investments) == (5, {"60": 1})


def test_no_disk_is_moved_on_the_map_by_deployment() -> None:
    """ACME §6.5: deployment only adds."""
    t = acquire(START)
    before = {a: dict(here) for a, here in t.state.disks.items()}
    t.play("egypt", "thebes", "thebes", "done")
    after = {a: dict(here) for a, here in t.state.disks.items() if a != "thebes"}
    assert after == {a: here for a, here in before.items() if a != "thebes"}
    assert all(t.disks("egypt", a) <= AREAS[a].cap for a in t.state.disks)


def test_the_card_phase_follows_when_all_have_grown() -> None:
    """ACME §5."""
    t = growing({"thebes": "egypt 1", "hattusha": "hittites 1"}, board=WEST, egypt={"hand": [42]}).run_until(
        "card.play"
    )
    assert (t.state.phase, t.asked()[1]) == ("card", "egypt")
