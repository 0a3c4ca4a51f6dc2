"""Removal rounds (ACME §9.4, RUL-102 to RUL-106)."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from engine.acme.state import Fight, State
from tests.acme.competition.arena import fight, finish
from tests.acme.story import Story


def left(t: Story, *factions: str) -> tuple[int, ...]:
    """The stacks as told when the Competition was over, before the overstack check."""
    ended = next(line for line in t.told().splitlines() if "after the Competition" in line)
    found = [re.search(rf"{{civ:{f}}} (\d+)", ended) for f in factions]
    return tuple(int(m[1]) if m else 0 for m in found)


@pytest.mark.parametrize(("egypt", "babylon"), [(a, b) for a in range(1, 7) for b in range(1, 7) if a + b > 2])
def test_9_4_two_factions_without_payments_end_as_the_closed_form_says(egypt: int, babylon: int) -> None:
    t = finish(fight(f"egypt {egypt} babylon {babylon}", order="egypt babylon"))
    small, large = sorted((egypt, babylon))
    expected = [1, 1] if small == large else [0, large - small + 1]
    assert sorted(left(t, "egypt", "babylon")) == expected


def test_9_4_three_against_four_of_which_the_four_pay_once_end_none_against_three() -> None:
    """ACME-CORE-30."""
    t = fight("egypt 4 babylon 3", egypt="mina=1", order="egypt babylon")
    t.answer("egypt", "disk").answer("egypt", "mina")
    assert left(t, "egypt", "babylon") == (3, 0)
    assert t.civ("egypt").mina == 0


def test_9_4_one_against_two_who_pays_once_ends_shared() -> None:
    """ACME-CORE-30."""
    t = fight("egypt 1 barbarians 2", egypt="mina=1")
    t.answer("egypt", "mina")
    assert left(t, "egypt", "barbarians") == (1, 1)


def test_9_4_one_against_two_would_have_ended_with_two_when_the_last_disk_was_lost() -> None:
    t = fight("egypt 1 barbarians 2", egypt="mina=1")
    t.answer("egypt", "disk")
    assert left(t, "egypt", "barbarians") == (0, 2)


def test_9_4_three_against_five_end_none_against_three() -> None:
    """ACME-CORE-30."""
    assert left(finish(fight("egypt 3 hittites 5")), "egypt", "hittites") == (0, 3)


def test_9_4_the_order_is_fixed_anew_in_each_round() -> None:
    t = fight("egypt 4 urartu 5 babylon 2", order="urartu egypt babylon", egypt="mina=9", babylon="mina=9")
    assert t.asked()[:2] == ("competition.removal", "babylon")
    t.answer("babylon", "mina").answer("egypt", "disk")
    t.answer("babylon", "mina").answer("egypt", "disk")
    assert t.asked()[:2] == ("competition.removal", "egypt")


def test_9_4_equal_stacks_lose_in_turn_order_and_barbarians_last() -> None:
    stacks, order = "egypt 2 babylon 2 barbarians 2", "babylon egypt"
    t = fight(stacks, egypt="mina=1", babylon="mina=1", order=order)
    assert t.ask().seat == "babylon"
    t.answer("babylon", "disk")
    assert t.ask().seat == "egypt"
    t.answer("egypt", "disk")
    assert left(t, "egypt", "babylon", "barbarians") == (1, 1, 1)


def test_9_4_nobody_is_asked_who_has_one_kind_of_unit_and_no_means() -> None:
    t = fight("egypt 4 babylon 3", order="egypt babylon")
    assert t.key == "loot.choose"


def test_rul_103_white_disks_go_first_and_paying_saves_them() -> None:
    t = fight("egypt 4 hittites 3", hittites="mina=1").play("hittites", "white:chariots", "done")
    assert t.options("hittites") == ("white", "mina")
    t.answer("hittites", "white")
    assert t.options("hittites") == ("disk", "mina")


def test_rul_103_cube_or_disk_as_its_owner_likes_but_not_the_last_disk_before_the_cube() -> None:
    t = fight("egypt 4 urartu 2 stronghold", area="hattusha", order="egypt urartu", urartu="mina=1")
    assert t.options("urartu") == ("cube", "disk", "mina")
    t.answer("urartu", "disk")
    assert t.options("urartu") == ("cube", "mina")


def test_stronghold_counts_as_a_disk_and_may_be_the_first_loss() -> None:
    """ACME §9.4, RUL-103: two disks and a cube against three disks are three against three (ACME-CORE-04)."""
    t = fight("egypt 3 urartu 2 stronghold", area="hattusha", order="urartu egypt")
    assert t.asked() == ("competition.removal", "urartu", ("cube", "disk"))
    t.answer("urartu", "cube")
    assert left(t, "urartu", "egypt") == (1, 1)
    assert "hattusha" not in t.state.cubes


def test_rul_104_the_stronghold_of_elam_is_two_units_and_whole_again_afterwards() -> None:
    t = fight("egypt 3 elam 2 stronghold", area="hattusha", order="egypt elam").play("elam", "done")
    t.answer("elam", "cube")
    assert t.state.fight is not None
    assert t.state.fight.chipped == ["elam"]
    t.answer("elam", "disk")
    assert left(t, "egypt", "elam") == (0, 1)
    assert t.state.cubes == {"hattusha": "elam"}


def test_rul_104_the_second_loss_takes_the_stronghold_of_elam() -> None:
    t = fight("egypt 3 elam 2 stronghold", area="hattusha", order="egypt elam").play("elam", "done")
    t.answer("elam", "cube").answer("elam", "cube")
    assert left(t, "egypt", "elam") == (0, 2)
    assert t.state.cubes == {}


def test_rul_105_a_card_in_hand_pays_for_a_unit() -> None:
    t = fight("egypt 2 hittites 3", egypt="hand=[42]").play("egypt", "done").play("hittites", "done")
    assert t.options("egypt") == ("disk", "card:42")
    assert t.disks("hittites", "aleppo") == 3
    t.answer("egypt", "card:42")
    assert t.state.discard == [42]
    assert left(t, "egypt", "hittites") == (1, 1)


def test_7_3_a_committed_card_cannot_pay() -> None:
    t = fight("egypt 2 hittites 3", egypt="hand=[21,42]")
    t.play("egypt", "card:21", "done").play("hittites", "done").windows()
    assert t.asked() == ("competition.removal", "egypt", ("white", "card:42"))


def test_card_20_an_investment_disk_stands_for_a_unit() -> None:
    """ACME §9.4, RUL-071 (ACME-CORE-29)."""
    t = fight("egypt 2 hittites 3", egypt="investments={20=2}").play("hittites", "done")
    assert t.options("egypt") == ("disk", "investment:20")
    t.answer("egypt", "investment:20")
    assert t.civ("egypt").investments == {"20": 1}
    assert t.disks("hittites", "aleppo") == 2


def test_card_20_a_negated_use_costs_the_card_and_the_unit_is_still_due() -> None:
    t = fight("egypt 2 hittites 3", egypt="investments={20=2}", hittites="hand=[29]").play("hittites", "done")
    t.answer("egypt", "investment:20")
    assert t.key == "card.negate"
    t.table.close({"hittites": ("29",)})
    t.check()
    assert t.civ("egypt").investments == {}
    assert {20, 29} <= set(t.state.discard)
    assert left(t, "egypt", "hittites") == (0, 2)


def test_rul_106_the_immortals_first_loss_goes_to_the_growth_box() -> None:
    t = finish(fight("egypt 4 medes_persians 3", order="egypt medes_persians"))
    assert t.disks("medes_persians", "aleppo") == 0
    assert t.civ("medes_persians").box == 1


def test_rul_102_white_disks_alone_make_rounds() -> None:
    """After the cards it stands one disk against one with a white disk: the white one is still fought down."""
    t = fight("egypt 2 hittites 1", hittites="hand=[35]", egypt="mina=0")
    t.play("hittites", "card:35", "white:chariots", "done").windows()
    assert left(t, "egypt", "hittites") == (0, 1)


@cache
def outlook(one: int, other: int, pay_one: int, pay_other: int) -> tuple[int, int]:
    """Two Factions, told anew: who pays as long as he can; the first one loses first if they are equal."""
    if min(one, other) == 0 or one == other == 1:
        return one, other
    if one <= other:
        one, pay_one = (one, pay_one - 1) if pay_one else (one - 1, pay_one)
        if min(one, other) == 0 or one == other == 1:
            return one, other
        other, pay_other = (other, pay_other - 1) if pay_other else (other - 1, pay_other)
        return outlook(one, other, pay_one, pay_other)
    there, here = outlook(other, one, pay_other, pay_one)
    return here, there


@pytest.mark.parametrize("seed", range(60))
def test_9_4_random_fights_of_two_end_as_an_independent_reckoning_says(seed: int) -> None:
    dice = Random(seed)
    egypt, hittites = dice.randint(1, 7), dice.randint(2, 7)
    mina, theirs, white = dice.randint(0, 4), dice.randint(0, 4), dice.random() < 0.5
    t = fight(f"egypt {egypt} hittites {hittites}", egypt=f"mina={mina}", hittites=f"mina={theirs}")
    t.play("hittites", *(["white:chariots"] if white else []), "done")
    while t.state.phase == "competition":
        assert t.key in {"competition.removal", "loot.choose"}
        t.answer(t.ask().seat, "mina" if "mina" in t.options() else t.options()[0])
    ours, foes = outlook(egypt, hittites + white, mina, theirs)
    whites = max(0, foes - hittites)
    assert left(t, "egypt", "hittites") == (ours, foes - whites)


def test_fight_is_plain_data() -> None:
    assert State(seed="").fight is None
    assert Fight("aleppo").committed == {}
