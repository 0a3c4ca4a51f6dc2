"""Great Persons of power, mina and VP: cards 1 to 9."""

from __future__ import annotations

import pytest

from engine.acme.facts.catalog import CARDS
from tests.acme.cards.tables import duel, offered, reason, table


def test_card_1_gives_a_mina_two_disks_and_a_card() -> None:
    """Card 1: in printed order, both disks in one area if wanted (RUL-011)."""
    t = duel({"memphis": "egypt 1"}, egypt={"hand": [1]}, deck=[58])
    t.play("egypt", "1", "thebes", "memphis")
    assert (t.disks("egypt", "thebes"), t.disks("egypt", "memphis")) == (3, 2)
    assert (t.civ("egypt").mina, t.hand("egypt"), t.state.discard) == (1, [58], [1])


def test_card_1_places_only_in_areas_controlled_and_up_to_the_cap() -> None:
    """Card 1, RUL-013: Contested areas and full stacks are not offered."""
    t = duel({"memphis": "egypt 3 hittites 1", "amarna": "egypt 4"}, egypt={"hand": [1]})
    t.play("egypt", "1")
    assert t.asked() == ("card.place", "egypt", ("thebes", "done"))


def test_card_1_may_place_fewer_disks() -> None:
    """Card 1: up to two includes none, since the mina and the card come anyway (RUL-011)."""
    t = duel(egypt={"hand": [1]}, deck=[58]).play("egypt", "1", "done")
    assert (t.disks("egypt", "thebes"), t.civ("egypt").mina, t.hand("egypt")) == (2, 1, [58])


def test_card_2_establishes_for_three_resources_two_of_them_disks() -> None:
    """Card 2, RUL-063: the third may be anything; only picks that can be completed are offered."""
    t = duel({"memphis": "egypt 1"}, egypt={"hand": [2, 58], "mina": 3})
    t.play("egypt", "2", "god_of_the_forge")
    assert t.options() == ("disk:memphis", "disk:thebes", "mina", "card:58")
    t.play("egypt", "mina")
    assert t.options() == ("disk:memphis", "disk:thebes")
    t.play("egypt", "disk:memphis")
    assert t.view().civs["egypt"].deity_state == "active"
    assert (t.civ("egypt").deity, t.civ("egypt").mina, t.disks("egypt", "thebes")) == ("god_of_the_forge", 2, 1)
    assert t.state.discard == [2]


def test_card_2_brings_a_lost_deity_back_for_nothing() -> None:
    """Card 2, RUL-063: or it establishes another one."""
    t = duel(egypt={"hand": [2, 58], "deity": "sky_god", "deity_state": "lost"})
    t.play("egypt", "2")
    assert t.asked() == ("card.option", "egypt", ("establish", "restore"))
    t.play("egypt", "restore")
    assert (t.view().civs["egypt"].deity_state, t.disks("egypt", "thebes")) == ("active", 2)


def test_card_2_is_no_resource_for_its_own_price() -> None:
    """Card 2: two disks and no third resource are too little, as the card itself is being played (RUL-045)."""
    assert not offered(duel(egypt={"hand": [2]}), 2)
    assert offered(duel(egypt={"hand": [2, 58]}), 2)


@pytest.mark.parametrize(
    ("areas", "egypt"),
    [
        ({"thebes": "egypt 2 barbarians 1"}, {"mina": 3}),
        ({"thebes": "egypt 1"}, {"mina": 3}),
        ({"thebes": "egypt 4"}, {"deity": "sky_god"}),
    ],
    ids=["home Shared with others", "one disk only", "has a Deity"],
)
def test_card_2_needs_what_an_establishment_needs(areas: dict[str, str], egypt: dict[str, object]) -> None:
    """Card 2, RUL-063, RUL-115: Control of the home, no Deity, and two disks on the map."""
    t = table({**areas, "hattusha": "hittites 2"}, egypt={"hand": [2, 58], **egypt})
    assert not offered(t, 2)
    assert "establish" in reason(t, 2)


def test_card_3_turns_settlements_into_cities_for_a_vp() -> None:
    """Card 3: up to two Settlements, 1 VP in all."""
    t = duel({"memphis": "egypt 2", "sinai": "egypt 2", "amarna": "egypt 1"}, egypt={"hand": [3]})
    t.play("egypt", "3")
    assert t.options() == ("memphis", "thebes")
    t.play("egypt", "thebes", "memphis")
    assert (t.disks("egypt", "thebes"), t.disks("egypt", "memphis"), t.civ("egypt").vp) == (3, 3, 1)


def test_card_3_turns_no_third_settlement_into_a_city() -> None:
    """Card 3: two of three Settlements at most."""
    t = duel({"memphis": "egypt 2", "nile_delta": "egypt 2"}, egypt={"hand": [3]}).play("egypt", "3")
    assert t.options() == ("memphis", "nile_delta", "thebes")
    t.play("egypt", "memphis", "nile_delta")
    assert "thebes" not in t.options("egypt")
    assert (t.disks("egypt", "thebes"), t.civ("egypt").vp) == (2, 1)


def test_card_3_needs_a_controlled_settlement_outside_deserts_and_a_disk() -> None:
    """Card 3: Camps, Deserts and Contested areas do not count; nor does an empty Supply (RUL-010)."""
    assert not offered(table({"thebes": "egypt 1", "sinai": "egypt 2"}, egypt={"hand": [3]}), 3)
    assert not offered(table({"thebes": "egypt 2 hittites 1"}, egypt={"hand": [3]}), 3)
    assert not offered(duel(egypt={"hand": [3], "growth_box": 46}), 3)


@pytest.mark.parametrize(("mina", "buy", "left", "vp"), [(0, 1, 0, 2), (3, 2, 2, 3), (3, 0, 4, 1)])
def test_card_4_gives_vp_and_mina_and_sells_up_to_two_vp(mina: int, buy: int, left: int, vp: int) -> None:
    """Card 4: the mina gained may be spent at once; the number is said before anybody answers (RUL-009)."""
    t = duel(egypt={"hand": [4], "mina": mina}).play("egypt", "4")
    assert t.options() == tuple(str(n) for n in range(min(2, mina + 1) + 1))
    t.play("egypt", str(buy))
    assert (t.civ("egypt").mina, t.civ("egypt").vp) == (left, vp)


def test_card_5_orders_the_top_of_the_deck_in_secret() -> None:
    """Card 5 A, RUL-052, RUL-064: four cards in any order; an Event seen stays unresolved."""
    t = duel(egypt={"hand": [5, 16]}, deck=[58, 102, 43, 44, 45]).play("egypt", "5", "look")
    assert t.asked()[::2] == ("card.look", ("58", "102", "43", "44"))
    t.answer("egypt", "44", "43", "58", "102")
    assert t.state.deck[:5] == [44, 43, 58, 102, 45]
    assert "card:44" not in t.told()


def test_card_5_looks_at_two_cards_if_there_are_no_more() -> None:
    """Card 5 A, RUL-010: two cards can change places, one cannot."""
    two = duel(egypt={"hand": [5]}, deck=[58, 43], removed=[n for n in CARDS if n not in {5, 58, 43}])
    assert two.play("egypt", "5").options("egypt") == ("look", "draw")


def test_card_5_draws_four_and_keeps_two() -> None:
    """Card 5 B, RUL-064: the rest is discarded face up."""
    t = duel(egypt={"hand": [5]}, deck=[58, 43, 44, 45]).play("egypt", "5", "draw")
    t.answer("egypt", "43", "45")
    assert (t.hand("egypt"), t.state.discard) == ([43, 45], [58, 44, 5])


def test_card_5_resolves_an_event_drawn_and_does_not_replace_it() -> None:
    """Card 5 B, RUL-050, RUL-064: with 97 among the four, two of three are kept, and the Epoch is to end."""
    t = duel(egypt={"hand": [5]}, deck=[58, 97, 44, 45]).play("egypt", "5", "draw").windows()
    t.answer("egypt", "44", "45")
    assert (t.hand("egypt"), t.state.ending, 97 in t.state.discard) == ([44, 45], True, True)


def test_card_5_keeps_what_there_is() -> None:
    """Card 5 B, RUL-064: with one card only it is kept unasked; without any card the play is not offered (RUL-010)."""
    rest = [n for n in CARDS if n not in {5, 58}]
    t = duel(egypt={"hand": [5]}, deck=[58], removed=rest)
    assert offered(t, 5)
    t.play("egypt", "5")
    assert t.hand("egypt") == [58]
    assert not offered(duel(egypt={"hand": [5]}, removed=[n for n in CARDS if n != 5]), 5)


@pytest.mark.parametrize(("extra", "mina"), [({}, 2), ({"memphis": "hittites 1"}, 2), ({"memphis": "mittani 1"}, 3)])
def test_card_6_gives_a_third_mina_for_two_civs_met(extra: dict[str, str], mina: int) -> None:
    """Card 6: sharing an area and being adjacent both count; Barbarians never do (RUL-002)."""
    areas = {"thebes": "egypt 2", "amarna": "egypt 1 hittites 1", "abydos": "barbarians 1", **extra}
    t = table(areas, order="egypt hittites mittani", egypt={"hand": [6]}).play("egypt", "6")
    assert t.civ("egypt").mina == mina


def test_card_7_replaces_a_disk_there_and_in_two_neighbours() -> None:
    """Card 7, RUL-012, RUL-065: the player names the Faction of each area."""
    areas = {
        "karahuyuk": "egypt 1 hittites 1 barbarians 1",
        "lukka": "hittites 2",
        "lydia": "hittites 1",
        "arzawa": "barbarians 2",
    }
    t = duel(areas, egypt={"hand": [7]}).play("egypt", "7", "lukka", "arzawa")
    assert t.asked()[::2] == ("card.faction", ("hittites", "barbarians"))
    t.play("egypt", "hittites")
    assert t.state.disks["karahuyuk"] == {"egypt": 2, "barbarians": 1}
    assert (t.state.disks["lukka"], t.state.disks["arzawa"]) == (
        {"hittites": 1, "egypt": 1},
        {"barbarians": 1, "egypt": 1},
    )
    assert t.disks("hittites", "lydia") == 1


def test_card_7_a_disk_bought_off_stays_and_is_not_replaced() -> None:
    """Card 7, RUL-012: 1 mina or 1 card a disk."""
    t = duel({"karahuyuk": "egypt 1 hittites 1"}, egypt={"hand": [7]}, hittites={"mina": 1, "hand": [58]})
    t.play("egypt", "7", "done")
    t.windows()
    assert t.asked() == ("loss.buy_off", "hittites", ("lose", "mina", "card:58"))
    t.answer("hittites", "mina")
    assert (t.state.disks["karahuyuk"], t.civ("hittites").mina) == ({"egypt": 1, "hittites": 1}, 0)


def test_card_7_at_the_cap_the_opposing_disk_only_goes() -> None:
    """Card 7, RUL-012, RUL-013."""
    t = duel({"karahuyuk": "egypt 4 hittites 2"}, egypt={"hand": [7]}).play("egypt", "7", "done")
    assert t.state.disks["karahuyuk"] == {"egypt": 4, "hittites": 1}


def test_card_7_needs_an_opposing_disk_near_and_a_disk_in_supply() -> None:
    """Card 7, RUL-010, RUL-061: the last disk of the Hittites' home is nothing to take."""
    assert not offered(duel(egypt={"hand": [7]}), 7)
    assert not offered(table({"kaska": "egypt 1", "hattusha": "hittites 1"}, egypt={"hand": [7]}), 7)
    assert offered(table({"kaska": "egypt 1", "hattusha": "hittites 2"}, egypt={"hand": [7]}), 7)
    assert not offered(duel({"karahuyuk": "egypt 1 hittites 1"}, egypt={"hand": [7], "growth_box": 45}), 7)


def test_card_7_spares_the_home_of_the_hittites_its_last_disk() -> None:
    """Card 7, RUL-061: at home they lose one disk, and never the last."""
    t = table({"kaska": "egypt 1", "hattusha": "hittites 3"}, egypt={"hand": [7]}).play("egypt", "7")
    assert t.state.disks["hattusha"] == {"hittites": 2, "egypt": 1}


def test_card_8_places_in_three_areas_or_gives_vp_and_mina() -> None:
    """Card 8: one or the other; without room or Supply only the second is offered."""
    areas = {"memphis": "egypt 1", "amarna": "egypt 1", "sinai_sea": "egypt 1"}
    t = duel(areas, egypt={"hand": [8]}).play("egypt", "8", "place", "memphis", "sinai_sea", "thebes")
    assert [t.disks("egypt", a) for a in ("memphis", "amarna", "sinai_sea", "thebes")] == [2, 1, 2, 3]
    t = duel(egypt={"hand": [8]}).play("egypt", "8", "vp")
    assert (t.civ("egypt").vp, t.civ("egypt").mina) == (1, 1)
    t = table({"thebes": "egypt 4"}, egypt={"hand": [8]}).play("egypt", "8")
    assert (t.civ("egypt").vp, t.civ("egypt").mina) == (1, 1)


def test_card_9_exchanges_an_active_deity() -> None:
    """Card 9, RUL-066: the old one becomes Available; a power blocked before is not that of the new one."""
    t = duel(egypt={"hand": [9], "deity": "sky_god", "blocked": True, "used": {"sky_god": 1}})
    t.play("egypt", "9")
    assert "sky_god" not in t.options()
    t.play("egypt", "god_of_war")
    assert (t.civ("egypt").deity, "sky_god" in t.state.available) == ("god_of_war", True)
    assert not t.view().civs["egypt"].power_blocked


@pytest.mark.parametrize(("state", "own"), [("lost", True), ("captured", False)])
def test_card_9_brings_back_a_lost_deity_but_not_from_a_captor(state: str, own: bool) -> None:
    """Card 9, RUL-066: free, and without Control of the home, where it then sleeps."""
    captured = {} if own else {"sky_god": "egypt"}
    t = table(
        {"thebes": "hittites 1", "memphis": "egypt 1"},
        egypt={"hand": [9, 16], "deity": "sky_god", "deity_state": state},
        hittites={"captured": captured},
    )
    t.play("egypt", "9")
    assert ("sky_god" in t.options()) is own
    t.play("egypt", "sky_god" if own else "god_of_war")
    assert t.view().civs["egypt"].deity_state == "dormant"


def test_card_9_ends_the_silence_of_its_own_deity() -> None:
    """Card 9: a silenced Deity is inactive, and may be established anew."""
    t = duel(egypt={"hand": [9], "deity": "sky_god", "silenced_until": 2}, turns=1)
    assert t.view().civs["egypt"].deity_state == "silenced"
    t.play("egypt", "9", "sky_god")
    assert t.view().civs["egypt"].deity_state == "active"


def test_card_9_needs_a_deity_had_or_lost() -> None:
    """Card 9: a civ that never had one cannot use it as an action; a Dormant one is not worth bringing back."""
    assert not offered(duel(egypt={"hand": [9]}), 9)
    t = table({"memphis": "egypt 2"}, egypt={"hand": [9], "deity": "sky_god"}).play("egypt", "9")
    assert "sky_god" not in t.options()


@pytest.mark.parametrize(("card", "picks"), [(4, ["0"]), (8, ["vp"]), (67, ["vp"])])
def test_card_4_8_67_their_mina_and_vp_are_told_with_their_name(card: int, picks: list[str]) -> None:
    """Cards 4, 8, 67: each gives 1 mina and 1 VP."""
    t = duel(egypt={"hand": [card]}).play("egypt", str(card), *picks)
    assert f"{{civ:egypt}} gained 1 mina and 1 VP ({{card:{card}}})." in t.told()
