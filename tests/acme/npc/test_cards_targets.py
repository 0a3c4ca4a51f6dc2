"""Whom and where the cards of an NPC hit (Playbook, Card Play Clarifications; RUL-137 to RUL-140)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.npc.cards.judging import Judge
from engine.acme.npc.cards.ravages import best_flood, best_volcano
from engine.core import text
from tests.acme.npc.hands import SPARE, asked, bare, hand, picked, table

FOUR = "hittites egypt israelites mittani"
EARTHQUAKE = text.card(76)


def quarrel(*, primary: str = "israelites", **more: Any) -> dict[str, Any]:
    """The Hittites, enemies of the Israelites and of Mittani, first of one of them."""
    return {"enemies": ["israelites", "mittani"], "primary": primary, **more}


def test_sol_pri_01_primary_then_enemies_then_barbarians_then_others() -> None:
    """ACME-SOL-PRI-01, ACME-SOL-CLAR-03: one card could hit all of them; the order of targets decides."""
    s = bare({"judah": "israelites 1"}, order=FOUR, hittites=quarrel(), egypt={"vp": 9})
    everybody = ["egypt", "barbarians", "mittani", "israelites"]
    for expected in ("israelites", "mittani", "barbarians", "egypt"):
        assert picked(s, "card.faction", *everybody, card=EARTHQUAKE) == expected
        everybody.remove(expected)


def test_sol_clar_03_the_primary_though_another_is_richer() -> None:
    """ACME-SOL-CLAR-03: a loss of mina is aimed at the Primary enemy, though the other has more VP."""
    t = table(
        {"judah": "israelites 2", "mittani": "mittani 2"},
        order="hittites israelites mittani egypt",
        hittites={**hand(50), **quarrel()},
        israelites={"mina": 2},
        mittani={"mina": 2, "vp": 9},
    ).windows()
    assert (t.civ("israelites").mina, t.civ("mittani").mina) == (0, 2)


@pytest.mark.parametrize(
    ("egypt", "israelites", "expected"),
    [
        ({"vp": 1}, {"vp": 2}, "israelites"),
        ({"vp": 2}, {"vp": 2}, "israelites"),
        ({"vp": 2, "home": "abydos"}, {"vp": 2, "home": "petra"}, "egypt"),
    ],
)
def test_sol_clar_04_without_enemies_the_leader(
    egypt: dict[str, Any], israelites: dict[str, Any], expected: str
) -> None:
    """ACME-SOL-CLAR-04: most VP, then most Cities, then earlier in Turn Order."""
    cities = {"judah": "israelites 3"} if "home" not in egypt else {"judah": "israelites 2"}
    facts = [{k: v for k, v in civ.items() if k != "home"} for civ in (egypt, israelites)]
    s = bare(cities, order="hittites egypt israelites", egypt=facts[0], israelites=facts[1])
    assert picked(s, "card.victim", "egypt", "israelites", card=text.card(80)) == expected


def test_sol_clar_06_opposing_disks_at_home_go_first() -> None:
    """ACME-SOL-CLAR-06: Rebellion is aimed at the enemy disk in the Home Area, though a City could be hit."""
    areas = {"hattusha": "hittites 2 egypt 1", "memphis": "egypt 4"}
    t = table(areas, hittites={**hand(78), "enemies": ["egypt"]}).play("egypt", "lose")
    assert (t.disks("egypt", "hattusha"), t.disks("egypt", "memphis")) == (0, 4)


def test_sol_clar_06_then_where_its_city_is() -> None:
    """ACME-SOL-CLAR-06: without anybody at home the disk in an area with its own City goes before an enemy City."""
    areas = {"zab": "hittites 3 egypt 1", "memphis": "egypt 4"}
    t = table(areas, hittites={**hand(78), "enemies": ["egypt"]}).play("egypt", "lose")
    assert (t.disks("egypt", "zab"), t.disks("egypt", "memphis")) == (0, 4)


def test_sol_clar_06_drought_takes_three_areas_by_rank() -> None:
    """ACME-SOL-CLAR-06: of four Fertile areas the City, the ones next to it, and not the one far away."""
    areas = {
        "memphis": "egypt 3",
        "nile_delta": "egypt 1",
        "amarna": "egypt 1",
        "thebes": "egypt 1",
        "mittani": "egypt 1",
    }
    t = table(areas, hittites={**hand(77), "enemies": ["egypt"]}).windows()
    for _ in range(3):
        t.answer("egypt", "lose").windows()
    assert t.state.disks["memphis"]["egypt"] == 2
    assert t.disks("egypt", "mittani") == 1


def test_sol_clar_06_earthquake_hits_one_area_and_two_next_to_it() -> None:
    """Card 76: the best area of the target takes two, up to two next to it one each."""
    areas = {"memphis": "egypt 4", "nile_delta": "egypt 2", "amarna": "egypt 2", "sinai": "egypt 1"}
    s = bare(areas, hittites={"enemies": ["egypt"]})
    land = ("amarna", "memphis", "nile_delta", "thebes")
    assert picked(s, "card.area", *land, card=EARTHQUAKE) == "memphis"
    shocks = ("amarna", "nile_delta", "sinai")
    assert picked(s, "card.areas", *shocks, card=EARTHQUAKE) in shocks
    assert picked(s, "card.faction", "egypt", "done", card=EARTHQUAKE) == "egypt"


def test_sol_clar_06_a_third_neighbour_makes_no_area_better_for_an_earthquake() -> None:
    """Card 76: Arzawa has three next to it and Pala two, of which none takes more than two; Pala loses two itself."""
    areas = {"pala": "egypt 2", "arzawa": "egypt 1", "ilium": "egypt 2", "karahuyuk": "egypt 2"}
    s = bare(areas, hittites={"enemies": ["egypt"]})
    assert picked(s, "card.area", *areas, card=EARTHQUAKE) == "pala"


def test_sol_clar_07_own_disks_go_in_reverse_order() -> None:
    """ACME-SOL-CLAR-07: a disk given up comes from a remote camp; the Home Area and a City are last."""
    areas = {"hattusha": "hittites 2", "zab": "hittites 3", "rhodes": "hittites 1", "thrace": "hittites 1"}
    s = bare(areas)
    everywhere = ["hattusha", "rhodes", "thrace", "zab"]
    order = []
    while everywhere:
        order.append(picked(s, "negate.cost", *everywhere))
        everywhere.remove(order[-1])
    assert set(order[:2]) == {"rhodes", "thrace"}
    assert picked(bare({"zab": "hittites 3", "mittani": "hittites 3"}), "epoch.cities", "mittani", "zab") == "zab"


def test_sol_clar_08_most_enemy_disks_then_fewest_own() -> None:
    """ACME-SOL-CLAR-08: equal losses of the enemy, fewer of its own; a greater loss of the enemy beats both."""
    areas = {"hattusha": "egypt 2 hittites 2", "kaska": "hittites 1", "tarsus": "egypt 2 hittites 1"}
    s = bare({**areas, "thebes": "egypt 1"}, hittites={"enemies": ["egypt"]})
    assert best_volcano(Judge(s, "hittites")) == ["tarsus"]
    more = {"pala": "egypt 1", "arzawa": "hittites 1"}
    s = bare({**areas, **more, "thebes": "egypt 1"}, hittites={"enemies": ["egypt"]})
    assert best_volcano(Judge(s, "hittites")) == ["hattusha"]


def test_sol_clar_08_others_count_after_enemies() -> None:
    """ACME-SOL-CLAR-08: between equal losses of the enemy the one that costs other opponents more."""
    areas = {"hattusha": "egypt 1", "tarsus": "egypt 1 barbarians 1", "zab": "hittites 1"}
    s = bare({**areas, "thebes": "egypt 1"}, hittites={"enemies": ["egypt"]})
    assert best_volcano(Judge(s, "hittites")) == ["tarsus"]


def test_sol_clar_08_the_flood_stops_where_only_the_npc_would_lose() -> None:
    """RUL-140: the chain of areas takes all the enemy's it can reach, and not the NPC's own next to them."""
    areas = {"memphis": "egypt 3", "amarna": "egypt 1", "nile_delta": "hittites 2", "thebes": "egypt 2"}
    s = bare(areas, hittites={"enemies": ["egypt"]})
    chain = best_flood(Judge(s, "hittites"))
    assert chain == {"memphis", "amarna", "thebes"}
    t = table(areas, hittites={**hand(75), "enemies": ["egypt"]}).windows()
    t.run_until("card.play")
    assert (t.disks("egypt", "memphis"), t.disks("egypt", "amarna"), t.disks("hittites", "nile_delta")) == (1, 0, 2)


def test_sol_clar_09_forced_discards() -> None:
    """ACME-SOL-CLAR-09: a Competition card that places, one that gains mina, then others, Negates last."""
    cards = ["58", "27", "14", "21"]
    s = bare(hittites=hand(14, 21, 27, 58))
    order = []
    while cards:
        order.append(picked(s, "card.give", *cards))
        cards.remove(order[-1])
    assert order == ["21", "14", "58", "27"]


def test_sol_clar_09_down_to_the_hand_limit() -> None:
    """ACME-SOL-CLAR-09: several at once in the Draw Step, of equal ones the highest number."""
    s = bare()
    cards = ("1", "25", "52", "53", "58", "31")
    assert asked(s, "draw.discard", *cards, least=3, most=3).picks == ("31", "53", "52")
    assert picked(s, "draw.extra", "1", "53") == "53"


def test_sol_clar_10_negates_then_competition_cards_then_rank() -> None:
    """ACME-SOL-CLAR-10: what it takes of a hand, keeps of the discards, or of four cards drawn."""
    eyes = text.card(12)
    s = bare()
    assert picked(s, "card.look", "1", "25", "31", card=eyes) == "25"
    assert picked(s, "card.look", "1", "31", "58", card=eyes) == "31"
    assert picked(s, "card.look", "1", "58", "52", card=eyes) == "1"
    assert picked(s, "draw.dead", "58", "1", "52") == "1"
    assert asked(s, "card.look", "1", "31", "52", "58", card=text.card(5), least=2, most=2).picks == ("31", "1")


def test_sol_clar_10_cards_that_it_only_puts_in_order_stay_as_they_lie() -> None:
    """Card 5: of the top four none is kept, and the NPC has no reason to draw one of them before another."""
    astrologer = text.card(5)
    assert asked(bare(), "card.look", "52", "31", "1", card=astrologer, least=3, most=3).picks == ("52", "31", "1")


def test_sol_clar_12_seductress_takes_the_best_by_rank() -> None:
    """ACME-SOL-CLAR-12: the highest rank, then the most gained; a Negate has no rank there."""
    card = text.card(10)
    s = bare({"kaska": "hittites 1 egypt 1", "tarsus": "mittani 1 hittites 1"}, order="hittites egypt mittani")
    assert picked(s, "card.look", "4", "25", "76", card=card) == "4"
    assert picked(s, "card.look", "56", "6", "76", card=card) == "6"


def test_sol_clar_13_diplomat_costs_the_npc_nothing() -> None:
    """ACME-SOL-CLAR-13: without a mina it plays Diplomat, and discards what its victim would gain most by."""
    t = table(hittites=hand(11), egypt={"hand": [76, 58, 1, 25]}).windows()
    assert (t.civ("hittites").mina, t.hand("egypt")) == (0, [25, 58, 76])
    s = bare(egypt={"hand": [76, 25, 92]})
    assert picked(s, "card.look", "25", "76", "92", card=text.card(11)) == "92"


def test_card_63_the_gift_goes_to_the_weakest() -> None:
    """Card 63: Royal Marriage is made with the civ that has fewest VP, never the Primary enemy if there is another."""
    facts: dict[str, Any] = {"israelites": {"vp": 0}, "mittani": {"vp": 3}, "egypt": {"vp": 5}}
    s = bare(order=FOUR, hittites=quarrel(), **facts)
    assert picked(s, "card.victim", "egypt", "israelites", "mittani", card=text.card(63)) == "mittani"
    assert picked(s, "card.victim", "israelites", card=text.card(63)) == "israelites"


def test_card_61_the_first_three_payers() -> None:
    """Card 61: of more than three vassals those pay that come first among targets."""
    s = bare(order=f"{FOUR} greeks", hittites=quarrel(), egypt={"vp": 5})
    everybody = ("egypt", "greeks", "israelites", "mittani")
    found = asked(s, "card.victim", *everybody, card=text.card(61), least=3, most=3).picks
    assert found == ("israelites", "mittani", "egypt")


def test_card_23_gives_its_least_useful_card_back() -> None:
    """Card 23: Spy takes the best card and gives the worst."""
    t = table(hittites=hand(23, 31, 4), egypt={"hand": [25, 58]}).windows()
    assert (t.hand("hittites"), t.hand("egypt")) == ([4, 25], [31, 58])


def test_card_84_barbarians_come_to_the_target() -> None:
    """Card 84: from the camp that lies next to most of the target's areas, and never into its own."""
    areas = {"sinai": "barbarians 1", "kaska": "barbarians 1 hittites 1", "memphis": "egypt 3", "nile_delta": "egypt 1"}
    t = table(areas, hittites={**hand(84), "enemies": ["egypt"]}).windows()
    assert (t.disks("barbarians", "memphis"), t.disks("barbarians", "nile_delta")) == (2, 2)
    assert t.disks("barbarians", "hattusha") == 0


def test_card_85_where_it_must_be_barbarians_come_to_a_target_beside_its_own_disks() -> None:
    """Card 85: Barbarians are with its own disks only; in Tarsus they are a nuisance to Egypt too."""
    s = bare({"kaska": "hittites 1 barbarians 1", "tarsus": "hittites 2 egypt 1 barbarians 1"})
    assert picked(s, "card.areas", "kaska", "tarsus", card=text.card(85)) == "tarsus"


@pytest.mark.parametrize(
    ("other", "enmity", "why"),
    [
        ("israelites", quarrel(), "{civ:hittites} aimed at {civ:israelites}, because its Primary enemy comes first."),
        (
            "mittani",
            quarrel(primary="mittani"),
            "{civ:hittites} aimed at {civ:mittani}, because its Primary enemy comes first.",
        ),
        ("israelites", quarrel(primary="mittani"), "because its enemies come before all others."),
        ("barbarians", quarrel(), "so it aimed at the Barbarians."),
        ("israelites", {}, "so it aimed at the leader, {civ:egypt}."),
    ],
)
def test_sol_pri_01_the_reason_says_what_the_victim_is_to_it(other: str, enmity: dict[str, Any], why: str) -> None:
    """ACME-SOL-PRI-01: Earthquake hits one of the two in Judah, Egypt with most VP or the other; Mittani is no area."""
    areas = {"judah": f"egypt 2 {other} 2"}
    assert why in table(areas, order=FOUR, hittites={**hand(76), **enmity}, egypt={"vp": 3}).windows().told()


def test_card_82_pirates_strike_two_seas_that_touch() -> None:
    """Card 82: the best Sea and one next to it."""
    areas = {"red_sea": "egypt 1", "reed_sea": "egypt 1", "icarian_sea": "egypt 1"}
    t = table(areas, hittites={**hand(82), "enemies": ["egypt"]}, egypt={"hand": []}).windows()
    assert (t.disks("egypt", "icarian_sea"), t.civ("hittites").mina) == (1, 1)
    assert (t.disks("barbarians", "red_sea"), t.disks("barbarians", "reed_sea")) == (1, 1)


def test_card_7_and_86_take_the_best_disks_around() -> None:
    """Cards 7 and 86: the area from which the target's best areas are reached."""
    areas = {"judah": "hittites 1", "zab": "hittites 1", "tyre": "egypt 3", "kaska": "barbarians 1"}
    t = table(areas, hittites={**hand(7), "enemies": ["egypt"]}).play("egypt", "lose")
    assert (t.disks("egypt", "tyre"), t.disks("hittites", "tyre"), t.disks("barbarians", "kaska")) == (2, 1, 1)
    t = table(areas, hittites={**hand(86), "enemies": ["egypt"]}).play("egypt", "lose")
    assert (t.disks("egypt", "tyre"), t.disks("hittites", "tyre"), t.disks("hittites", "judah")) == (2, 1, 2)


def test_card_72_the_greatest_loss_where_the_rank_is_best() -> None:
    """Card 72: two disks of the best City, one of two others."""
    areas = {"hattusha": "hittites 2 egypt 3", "memphis": "egypt 3", "thebes": "egypt 3", "abydos": "egypt 3"}
    t = table(areas, hittites={**hand(72), "enemies": ["egypt"]}, egypt={"hand": []}).windows()
    assert t.disks("egypt", "hattusha") == 1
    assert sorted(t.disks("egypt", a) for a in ("memphis", "thebes", "abydos")) == [2, 2, 3]


def test_card_70_the_cube_nearest_to_home() -> None:
    """Card 70: the Oasis goes into the Desert area nearest to the NPC's home."""
    areas = {"nabatea": "hittites 1", "eastern_desert": "hittites 1"}
    assert table(areas, hittites=hand(70)).windows().state.bonus == {"oasis": "nabatea"}


def test_rul_154_no_needless_fight_by_a_card() -> None:
    """RUL-154: Pilgrimage leaves out a land that would become Contested without an enemy in it."""
    areas = {"kaska": "egypt 2", "pala": "egypt 2", "arzawa": "egypt 2", "karahuyuk": "egypt 2", "kumannis": "egypt 2"}
    t = table({**areas, "hattusha": "hittites 4"}, hittites=hand(96)).windows()
    assert t.state.disks["kaska"] == {"egypt": 2}
    assert t.civ("hittites").mina == 1
    t = table(areas, hittites={**hand(96), "enemies": ["egypt"]}).windows()
    assert t.disks("hittites", "hattusha") == 3


def test_rul_154_local_trade_begins_where_the_second_disk_can_follow() -> None:
    """RUL-154, card 66: at home a disk is wanted, but next to it is only Kaska, which would become Contested."""
    areas = {"kaska": "hittites 1 egypt 1", "ilium": "hittites 1", "lydia": "hittites 1"}
    t = table(areas, hittites=hand(66)).windows()
    assert [t.disks("hittites", area) for area in ("hattusha", *areas)] == [2, 1, 2, 2]


def test_spare_card_of_egypt() -> None:
    """The fixture: Egypt holds one card and is asked."""
    assert table(hittites=hand()).hand("egypt") == [SPARE]
