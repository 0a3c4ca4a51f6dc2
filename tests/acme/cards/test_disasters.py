"""Disasters and Barbarians: cards 72 to 85."""

from __future__ import annotations

import pytest

from engine.core.text import sentence
from tests.acme.cards.tables import duel, holds, offered, table
from tests.acme.story import Story


def losing(story: Story, *means: str) -> Story:
    """The Hittites answer their losses, disk by disk."""
    story.windows()
    for answer in means:
        story.play("hittites", answer)
    return story


CITIES = {
    "thebes": "egypt 2",
    "tarsus": "hittites 3",
    "kaska": "hittites 3",
    "zab": "hittites 4",
    "lydia": "hittites 2",
}


def test_card_72_takes_two_of_a_city_and_one_of_two_others() -> None:
    """Card 72: the other Cities are of the same civ."""
    t = table(CITIES, egypt=holds(72)).play("egypt", "72")
    assert t.asked() == ("card.area", "egypt", ("kaska", "tarsus", "zab"))
    t.play("egypt", "zab")
    assert t.options() == ("kaska", "tarsus", "done")
    t.play("egypt", "tarsus", "kaska")
    assert [t.disks("hittites", a) for a in ("zab", "tarsus", "kaska", "lydia")] == [2, 2, 2, 2]
    assert (t.state.set_aside, t.state.discard) == ([72], [])


def test_card_72_may_leave_the_other_cities_alone() -> None:
    """Card 72: up to two."""
    t = table(CITIES, egypt=holds(72)).play("egypt", "72", "zab", "done")
    assert [t.disks("hittites", a) for a in ("zab", "tarsus", "kaska")] == [2, 3, 3]


def test_card_72_asks_whose_city_where_two_stand() -> None:
    """Card 72: two civs may have Cities in one area (ACME §1)."""
    t = table(
        {"thebes": "egypt 2", "zab": "hittites 3 mittani 3"}, order="egypt hittites mittani", egypt=holds(72)
    ).play("egypt", "72")
    assert t.asked() == ("card.faction", "egypt", ("hittites", "mittani"))
    t.play("egypt", "mittani")
    assert t.state.disks["zab"] == {"hittites": 3, "mittani": 1}


@pytest.mark.parametrize("card", [72, 73])
def test_card_72_73_need_a_city_of_another_civ(card: int) -> None:
    """Cards 72, 73: neither Settlements, nor own Cities, nor Barbarians will do."""
    areas = {"thebes": "egypt 3", "hattusha": "hittites 2", "zab": "barbarians 4"}
    assert not offered(table(areas, egypt=holds(card)), card)


PLAGUED = {
    "thebes": "egypt 2",
    "hattusha": "hittites 3",
    "kaska": "hittites 2",
    "pala": "hittites 1",
    "zab": "hittites 2",
}


def test_card_73_hits_a_city_and_the_land_around_it() -> None:
    """Card 73, RUL-061, RUL-082: at home the Hittites lose one disk only; stacks of any size around lose one."""
    t = table(PLAGUED, egypt=holds(73)).play("egypt", "73")
    assert [t.disks("hittites", a) for a in PLAGUED if a != "thebes"] == [2, 1, 0, 2]
    assert t.state.set_aside == [73]


def test_card_73_each_disk_may_be_bought_off_for_a_mina_or_a_card() -> None:
    """Card 73, ACME §7.2: disk by disk, knowing the total."""
    t = table(PLAGUED, egypt=holds(73), hittites={"mina": 1, "hand": [58]}).play("egypt", "73").windows()
    assert t.table.pending is not None
    assert t.table.pending.about == ("hattusha", "kaska", "pala")
    losing(t, "mina", "lose", "card:58")
    assert [t.disks("hittites", a) for a in ("hattusha", "kaska", "pala")] == [3, 1, 1]
    assert (t.civ("hittites").mina, t.hand("hittites"), t.state.discard) == (0, [], [58])


def test_card_73_takes_two_of_a_city_that_is_no_walled_home() -> None:
    """Card 73: elsewhere two disks go."""
    t = table({"thebes": "egypt 2", "zab": "hittites 3"}, egypt=holds(73)).play("egypt", "73")
    assert t.disks("hittites", "zab") == 1


def test_card_72_73_announce_what_will_really_be_lost() -> None:
    """Cards 72, 73: of a City in a walled Home Area, and of one with Gold, no more than one disk goes."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 4", "kaska": "hittites 3 gold", "pala": "hittites 1 gold"}
    t = table(areas, egypt=holds(72)).play("egypt", "72", "hattusha", "kaska").windows()
    assert "({area:hattusha}, {area:kaska})" in t.told()
    t = table(areas, egypt=holds(73)).play("egypt", "73", "hattusha").windows()
    assert "({area:hattusha}, {area:kaska})" in t.told()


def test_card_74_announces_no_more_disks_than_lie_there() -> None:
    """Card 74: the single disk on the Mountain is one, not two."""
    areas = {"thebes": "egypt 2", "tarsus": "hittites 1", "lukka": "hittites 2"}
    t = table(areas, egypt=holds(74)).play("egypt", "74").windows()
    assert "({area:tarsus}, {area:lukka})" in t.told()


def test_card_74_hits_everybody_around_a_mountain() -> None:
    """Card 74: its player and the Barbarians too, on land and at sea."""
    areas = {
        "tarsus": "hittites 3 egypt 1",
        "lukka": "egypt 2",
        "cilician_strait": "egypt 1",
        "ugarit": "barbarians 4",
        "lydia": "hittites 2",
    }
    t = table(areas, egypt=holds(74, mina=3)).play("egypt", "74")
    assert t.state.disks == {
        "tarsus": {"hittites": 1},
        "lukka": {"egypt": 1},
        "ugarit": {"barbarians": 3},
        "lydia": {"hittites": 2},
    }
    assert (t.civ("egypt").mina, t.state.set_aside) == (3, [74])


def test_card_74_its_player_cannot_save_but_the_others_can() -> None:
    """Card 74, RUL-060: losses by one's own card are not saved."""
    t = table({"tarsus": "hittites 1 egypt 1"}, egypt=holds(74, mina=3), hittites={"mina": 1}).play("egypt", "74")
    assert t.asked() == ("loss.buy_off", "hittites", ("lose", "mina"))
    t.answer("hittites", "mina")
    assert t.state.disks["tarsus"] == {"hittites": 1}


def test_card_74_needs_a_mountain_where_something_is_lost() -> None:
    """Card 74, RUL-010, RUL-061: the last disk of the Hittites' home is nothing to lose."""
    assert not offered(table({"thebes": "egypt 3", "judah": "hittites 2"}, egypt=holds(74)), 74)
    assert not offered(table({"thebes": "egypt 3", "hattusha": "hittites 1"}, egypt=holds(74)), 74)


def test_card_75_floods_fertile_areas_that_hang_together() -> None:
    """Card 75, RUL-083: 1 disk of every Faction in each, 2 where it has a City (ACME-CORE-57)."""
    areas = {
        "thebes": "egypt 3",
        "amarna": "hittites 2",
        "memphis": "hittites 4 barbarians 1",
        "carchemish": "hittites 2",
        "nile_delta": "hittites 1",
    }
    t = table(areas, egypt=holds(75)).play("egypt", "75")
    assert t.options() == ("amarna", "carchemish", "memphis", "nile_delta", "thebes")
    t.play("egypt", "thebes")
    assert t.options() == ("abydos", "amarna", "done")
    t.play("egypt", "amarna", "memphis", "done")
    assert t.state.disks == {
        "thebes": {"egypt": 1},
        "amarna": {"hittites": 1},
        "memphis": {"hittites": 2},
        "carchemish": {"hittites": 2},
        "nile_delta": {"hittites": 1},
    }
    assert t.state.set_aside == [75]


def test_card_75_takes_six_areas_at_most() -> None:
    """Card 75: after the sixth nothing more is asked; the first holds disks, others may be vacant."""
    chain = ("nineveh", "samarra", "akkad", "babylon", "sumer", "ur")
    areas = {"nineveh": "hittites 1", "ur": "hittites 1", "elam": "hittites 1"}
    t = table(areas, board="full", egypt=holds(75)).play("egypt", "75", *chain)
    assert (t.key, sorted(t.state.disks)) == ("card.play", ["elam"])


def test_card_75_needs_disks_in_a_fertile_area() -> None:
    """Card 75."""
    assert not offered(table({"judah": "hittites 3", "tyre": "egypt 2"}, egypt=holds(75)), 75)


def test_card_76_takes_two_there_and_one_in_two_neighbours() -> None:
    """Card 76, RUL-084: the second sentence hits one Faction, the same or another, in both areas."""
    areas = {
        "thebes": "egypt 2",
        "zab": "hittites 3",
        "kaska": "hittites 2 barbarians 2",
        "kumannis": "barbarians 1",
        "mittani": "barbarians 2",
    }
    t = table(areas, egypt=holds(76)).play("egypt", "76", "zab")
    assert t.asked()[::2] == ("card.faction", ("hittites", "barbarians", "done"))
    assert t.table.pending is not None
    assert "Next you choose up to two areas adjacent to {area:zab}" in sentence(t.table.pending.said)
    t.play("egypt", "barbarians")
    assert set(t.options()) == {"kaska", "kumannis", "mittani"}
    t.play("egypt", "kaska", "mittani")
    assert t.state.disks["zab"] == {"hittites": 1}
    assert t.state.disks["kaska"] == {"hittites": 2, "barbarians": 1}
    assert (t.disks("barbarians", "kumannis"), t.disks("barbarians", "mittani")) == (1, 1)


def test_card_76_needs_an_opposing_disk_on_land() -> None:
    """Card 76, RUL-010: own disks and Seas do not count; Barbarians do (RUL-003)."""
    assert not offered(table({"thebes": "egypt 2", "red_sea": "hittites 2"}, egypt=holds(76)), 76)
    assert offered(table({"thebes": "egypt 2", "zab": "barbarians 1"}, egypt=holds(76)), 76)


def test_card_77_takes_a_disk_in_up_to_three_fertile_areas() -> None:
    """Card 77: of one other civ, the player choosing the areas."""
    areas = {
        "amarna": "hittites 2",
        "abydos": "hittites 1",
        "emar": "hittites 1",
        "mittani": "hittites 3",
        "zab": "hittites 1",
    }
    t = table({"thebes": "egypt 2", **areas}, egypt=holds(77)).play("egypt", "77")
    assert t.options() == ("abydos", "amarna", "emar", "mittani")
    t.play("egypt", "mittani", "amarna", "abydos")
    assert [t.disks("hittites", a) for a in areas] == [1, 0, 1, 2, 1]


def test_card_77_needs_a_victim_in_a_fertile_area() -> None:
    """Card 77: Barbarians are no civ (RUL-002)."""
    assert not offered(table({"thebes": "egypt 2", "zab": "hittites 2", "emar": "barbarians 2"}, egypt=holds(77)), 77)


def test_card_78_replaces_up_to_three_disks_by_barbarians() -> None:
    """Card 78, RUL-012: the number is said first; a disk bought off is not replaced."""
    t = table({"thebes": "egypt 2", "zab": "hittites 4"}, egypt=holds(78), hittites={"mina": 1}).play("egypt", "78")
    assert t.asked() == ("card.amount", "egypt", ("1", "2", "3"))
    t.play("egypt", "3")
    losing(t, "lose", "mina")
    assert t.state.disks["zab"] == {"hittites": 2, "barbarians": 2}


def test_card_78_may_hit_a_home_and_respects_its_walls() -> None:
    """Card 78, RUL-061: in the Hittites' home one disk and never the last, so no number is asked."""
    t = table({"memphis": "egypt 2", "hattusha": "hittites 3"}, egypt=holds(78)).play("egypt", "78")
    assert t.state.disks["hattusha"] == {"hittites": 2, "barbarians": 1}
    assert not offered(table({"memphis": "egypt 2", "hattusha": "hittites 1"}, egypt=holds(78)), 78)


def test_card_78_beyond_the_cap_of_the_barbarians_disks_are_only_lost() -> None:
    """Card 78, RUL-012, RUL-013."""
    t = table({"thebes": "egypt 2", "zab": "hittites 3 barbarians 3"}, egypt=holds(78)).play("egypt", "78", "3")
    assert t.state.disks["zab"] == {"barbarians": 4}


def test_card_78_needs_another_civ_on_land() -> None:
    """Card 78."""
    assert not offered(
        table({"thebes": "egypt 2", "red_sea": "hittites 2", "zab": "barbarians 2"}, egypt=holds(78)), 78
    )


def test_card_79_takes_half_the_mina_and_replaces_a_disk() -> None:
    """Card 79: half rounded up; the disk may be bought off with what is left, the mina may not (RUL-062)."""
    t = table(
        {"thebes": "egypt 2", "zab": "hittites 2", "red_sea": "hittites 1"}, egypt=holds(79), hittites={"mina": 3}
    )
    t.play("egypt", "79")
    assert t.asked() == ("loss.buy_off", "hittites", ("lose", "mina"))
    assert t.civ("hittites").mina == 1
    t.answer("hittites", "lose")
    assert t.state.disks["zab"] == {"hittites": 1, "barbarians": 1}


def test_card_79_needs_three_mina() -> None:
    """Card 79: two are not enough; without a disk on land only the mina goes (RUL-011)."""
    assert not offered(duel(egypt=holds(79), hittites={"mina": 2}), 79)
    t = table({"thebes": "egypt 2", "red_sea": "hittites 1"}, egypt=holds(79), hittites={"mina": 5}).play("egypt", "79")
    assert (t.civ("hittites").mina, t.disks("hittites", "red_sea")) == (2, 1)


@pytest.mark.parametrize(("mina", "hand"), [(2, [58, 42]), (0, [58]), (1, [])])
def test_card_80_takes_a_mina_and_a_card(mina: int, hand: list[int]) -> None:
    """Card 80: each if there is one."""
    t = duel(egypt=holds(80), hittites={"mina": mina, "hand": hand}).play("egypt", "80").windows()
    assert (t.civ("hittites").mina, len(t.hand("hittites"))) == (max(0, mina - 1), max(0, len(hand) - 1))


def test_card_81_takes_a_vp_and_from_three_cards_one_of_choice() -> None:
    """Card 81: the victim chooses the card."""
    t = duel(egypt=holds(81), hittites={"vp": 2, "hand": [42, 43, 58]}).play("egypt", "81").windows()
    assert t.asked() == ("card.give", "hittites", ("42", "43", "58"))
    t.answer("hittites", "43")
    assert (t.civ("hittites").vp, t.hand("hittites"), 43 in t.state.discard) == (1, [42, 58], True)
    t = duel(egypt=holds(81), hittites={"vp": 2, "hand": [42, 43]}).play("egypt", "81").windows()
    assert (t.civ("hittites").vp, t.hand("hittites")) == (1, [42, 43])


def test_card_81_needs_a_victim_with_vp() -> None:
    """Card 81, RUL-014."""
    assert not offered(duel(egypt=holds(81), hittites={"hand": [42, 43, 58]}), 81)


def test_card_82_takes_a_disk_and_brings_a_barbarian_in_two_seas_that_touch() -> None:
    """Card 82, RUL-084: 1 mina in all if a disk was really lost."""
    areas = {"red_sea": "hittites 2", "reed_sea": "hittites 1", "caucasus_sea": "hittites 1"}
    t = duel(areas, egypt=holds(82)).play("egypt", "82", "red_sea")
    assert t.options() == ("reed_sea", "done")
    t.play("egypt", "reed_sea")
    assert (t.state.disks["red_sea"], t.state.disks["reed_sea"]) == (
        {"hittites": 1, "barbarians": 1},
        {"barbarians": 1},
    )
    assert t.civ("egypt").mina == 1


def test_card_82_a_saved_disk_brings_no_mina_but_the_barbarian_comes() -> None:
    """Card 82, RUL-084."""
    t = duel({"red_sea": "hittites 2"}, egypt=holds(82), hittites={"mina": 1}).play("egypt", "82")
    losing(t, "mina")
    assert (t.state.disks["red_sea"], t.civ("egypt").mina) == ({"hittites": 2, "barbarians": 1}, 0)


def test_card_82_needs_another_civ_at_sea() -> None:
    """Card 82."""
    assert not offered(duel({"red_sea": "egypt 1 barbarians 1"}, egypt=holds(82)), 82)


@pytest.mark.parametrize(("vp", "areas"), [(0, 2), (1, 3)])
def test_card_83_replaces_a_disk_in_two_cities_or_three_of_a_leader(vp: int, areas: int) -> None:
    """Card 83: a third City only if the victim has more VP; all compulsory (RUL-011)."""
    t = table(CITIES, egypt=holds(83), hittites={"vp": vp}).play("egypt", "83")
    if areas == 2:
        t.play("egypt", "kaska", "zab")
    assert [t.disks("barbarians", a) for a in ("kaska", "zab", "tarsus")] == [1, 1, areas - 2]
    assert (t.disks("hittites", "kaska"), t.disks("hittites", "zab")) == (2, 3)


def test_card_83_needs_two_cities_of_one_civ() -> None:
    """Card 83."""
    t = table(
        {"thebes": "egypt 2", "zab": "hittites 3", "mittani": "mittani 3"},
        order="egypt hittites mittani",
        egypt=holds(83),
    )
    assert not offered(t, 83)


def test_card_84_sends_two_barbarians_into_up_to_three_neighbours() -> None:
    """Card 84: 1 into a Desert, 4 in an area at most; from a Sea too (RUL-085)."""
    areas = {"thebes": "barbarians 1", "abydos": "barbarians 3", "zab": "hittites 2"}
    t = table(areas, egypt=holds(84)).play("egypt", "84", "thebes")
    assert set(t.options()) == {"abydos", "amarna", "eastern_desert", "western_desert"}
    t.play("egypt", "eastern_desert", "abydos", "amarna")
    assert [t.disks("barbarians", a) for a in ("eastern_desert", "abydos", "amarna", "thebes")] == [1, 4, 2, 1]
    t = table({"red_sea": "barbarians 1", "zab": "hittites 2"}, egypt=holds(84)).play("egypt", "84")
    assert t.options() == ("eastern_desert", "midian")


def test_card_85_adds_one_to_up_to_five_stacks() -> None:
    """Card 85: up to the cap."""
    areas = {"thebes": "barbarians 1", "sinai": "barbarians 2", "zab": "barbarians 4", "red_sea": "barbarians 1"}
    t = table({**areas, "lydia": "hittites 1"}, egypt=holds(85)).play("egypt", "85")
    assert t.options() == ("red_sea", "thebes")
    t.play("egypt", "red_sea", "thebes")
    assert (t.disks("barbarians", "red_sea"), t.disks("barbarians", "thebes")) == (2, 2)


@pytest.mark.parametrize("card", [84, 85])
def test_card_84_85_need_barbarians_with_room(card: int) -> None:
    """Cards 84, 85, RUL-010 (ACME-CORE-56, ACME-DIFF-09)."""
    assert not offered(duel(egypt=holds(card)), card)
    full = {"rhodes": "barbarians 4"}
    assert not offered(duel(full, egypt=holds(card)), card)


def test_card_85_adds_to_five_stacks_and_no_more() -> None:
    """Card 85: the sixth stays as it is."""
    camps = ("sinai", "zab", "lydia", "tyre", "judah", "pala")
    t = duel(dict.fromkeys(camps, "barbarians 1"), egypt=holds(85)).play("egypt", "85", *camps[:5])
    assert [t.disks("barbarians", a) for a in camps] == [2, 2, 2, 2, 2, 1]
