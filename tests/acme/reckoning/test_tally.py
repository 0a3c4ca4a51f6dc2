"""Overstack, Sea Domination and Victory Tally (ACME §3.3, §10.1 to §10.3)."""

from __future__ import annotations

from engine.acme.verbs.basic import gain_vp
from tests.acme.reckoning.positions import story

SEAS = ("sinai_sea", "egyptian_sea", "rhodian_sea", "levantine_sea")


def test_stacks_go_down_to_three_and_two_barbarians_too() -> None:
    """ACME §3.3, §10.1: excess goes to Supply, of civs and of Barbarians; nothing saves it (§3.7)."""
    t = story(
        {"egypt": {"mina": 2}},
        {"thebes": "egypt 4", "sinai": "egypt 2", "kaska": "barbarians 4 hittites 1", "hattusha": "hittites 4"},
    )
    t.run_until("growth.retire")
    assert (t.disks("egypt", "thebes"), t.disks("egypt", "sinai")) == (3, 2)
    assert (t.disks("barbarians", "kaska"), t.disks("hittites", "hattusha")) == (3, 3)
    assert "{civ:barbarians} returned 1 disk from {area:kaska}, which may hold at most 3." in t.told()


def test_cities_and_an_active_deity_score() -> None:
    """ACME §10.3: 1 VP per City and 1 for an Active Deity; Camps and Settlements give nothing.

    ACME-CORE-36, ACME-CORE-37.
    """
    t = story(
        {"egypt": {"vp": 14, "deity": "sky_god"}, "hittites": {"vp": 3}},
        {"thebes": "egypt 3", "memphis": "egypt 3", "abydos": "egypt 2", "hattusha": "hittites 3"},
    )
    t.run_until("growth.retire")
    assert (t.civ("egypt").vp, t.civ("hittites").vp) == (17, 4)
    assert (
        "Tally: {civ:egypt} 3 (Cities 2, Active {deity:sky_god} 1) → 17 · {civ:hittites} 1 (Cities 1) → 4." in t.told()
    )


def test_a_dormant_deity_does_not_score() -> None:
    """ACME §12.1: without a disk in the Home Area the Deity gives no VP."""
    t = story({"egypt": {"deity": "sky_god"}}, {"memphis": "egypt 3", "hattusha": "hittites 1"})
    t.run_until("growth.retire")
    assert t.civ("egypt").vp == 1


def test_an_active_deity_scores_in_a_shared_home() -> None:
    """ACME §10.3: one disk at home is enough, even if the area is Shared (ACME-CORE-37)."""
    t = story({"egypt": {"deity": "sky_god"}}, {"thebes": "egypt 1 hittites 1"})
    t.run_until("growth.retire")
    assert t.civ("egypt").vp == 1


def test_a_city_in_an_area_at_peace_does_not_score() -> None:
    """RUL-098, RUL-099: an area left Contested is Controlled by nobody, and Cities there give no VP."""
    t = story(None, {"thebes": "egypt 3 hittites 3", "hattusha": "hittites 3"}, peace="thebes")
    t.run_until("growth.retire")
    assert (t.civ("egypt").vp, t.civ("hittites").vp) == (0, 1)


def test_a_captured_deity_scores_for_its_holder() -> None:
    """ACME §10.3, RUL-112: HOLD_VP for each captured block, nothing for its former owner."""
    t = story(
        {"egypt": {"captured": {"sky_god": "hittites"}}, "hittites": {"deity": "sky_god", "deity_state": "captured"}}
    )
    t.run_until("growth.retire")
    assert (t.civ("egypt").vp, t.civ("hittites").vp) == (1, 0)


def test_monotheism_scores_two() -> None:
    """ACME §12.7, RUL-026: 2 VP in place of 1."""
    t = story({"egypt": {"deity": "monotheism"}})
    t.run_until("growth.retire")
    assert t.civ("egypt").vp == 2


def test_the_sea_peoples_score_for_every_four_seas() -> None:
    """RUL-132: Masters of the Sea count occupied Seas, rounded down; here with Sea Domination (ACME-CORE-53)."""
    seas = dict.fromkeys((*SEAS, "icarian_sea", "marmaran_sea", "pontus_euxinus", "caucasus_sea"), "sea_peoples 1")
    t = story({"sea_peoples": {}, "egypt": {}}, {**seas, "thebes": "egypt 1"})
    t.run_until("growth.retire")
    assert t.civ("sea_peoples").vp == 1 + 2


def test_the_promised_land_gives_two_at_most() -> None:
    """RUL-132: the Israelites' Controlled Cities at home and next to it, 1 VP for two, 2 at most."""
    held = ("judah", "byblos", "tyre", "petra", "aleppo", "emar")
    t = story(
        {"israelites": {"home": "judah"}, "egypt": {}}, {**dict.fromkeys(held, "israelites 3"), "thebes": "egypt 1"}
    )
    t.run_until("growth.retire")
    assert t.civ("israelites").vp == 6 + 2


def test_four_controlled_seas_dominate() -> None:
    """ACME §10.2: more Controlled Seas than any other, and four at least, give 1 VP."""
    t = story(None, {**dict.fromkeys(SEAS, "egypt 1"), "thebes": "egypt 1", "hattusha": "hittites 1"})
    t.run_until("growth.retire")
    assert t.civ("egypt").vp == 1
    assert "Sea Domination: {civ:egypt} controlled 4 Seas and gained 1 VP → 1." in t.told()


def test_shared_seas_count_for_nobody() -> None:
    """RUL-122: a Shared Sea is not Controlled, so three are left."""
    areas = {**dict.fromkeys(SEAS, "egypt 1"), "sinai_sea": "egypt 1 hittites 1", "thebes": "egypt 1"}
    t = story(None, {**areas, "hattusha": "hittites 1"})
    t.run_until("growth.retire")
    assert t.civ("egypt").vp == 0


def test_a_tie_at_sea_gives_nothing() -> None:
    """ACME §10.2: a tie for most: nobody."""
    others = dict.fromkeys(("icarian_sea", "marmaran_sea", "pontus_euxinus", "caucasus_sea"), "hittites 1")
    t = story(None, {**dict.fromkeys(SEAS, "egypt 1"), **others, "thebes": "egypt 1", "hattusha": "hittites 1"})
    t.run_until("growth.retire")
    assert (t.civ("egypt").vp, t.civ("hittites").vp) == (0, 0)


def test_reckoning_goes_in_its_order() -> None:
    """ACME §10: stack check, Sea Domination, Tally, Gilgamesh, Sudden End, Draw (ACME-CORE-35)."""
    areas = {**dict.fromkeys(SEAS, "egypt 1"), "thebes": "egypt 4", "hattusha": "hittites 1"}
    t = story(None, areas, turn=2, turns=2, deck=[70, *[42, 44, 46, 48, 50, 52]])
    t.run_until("growth.retire")
    told = t.told()
    marks = [
        "Reckoning Phase",
        "returned",
        "Sea Domination",
        "Tally",
        "Sudden End test",
        "Turn Order",
        "drew",
        "Growth Phase",
    ]
    assert [told.index(m) for m in marks] == sorted(told.index(m) for m in marks)


def test_what_vp_are_won_with_is_counted() -> None:
    """ACME §10.3: Cities, the own Deity and captured ones are kept apart, and add up to what was won."""
    t = story(
        {
            "egypt": {"deity": "sky_god", "captured": {"god_of_war": "hittites"}},
            "hittites": {"deity": "god_of_war", "deity_state": "captured"},
        },
        {"thebes": "egypt 3", "memphis": "egypt 3"},
    )
    t.run_until("growth.retire")
    assert t.civ("egypt").scored == {"cities": 2, "deities": 1, "captured": 1}
    assert sum(t.civ("egypt").scored.values()) == t.civ("egypt").vp


def test_vp_lost_are_counted_as_far_as_there_were_any() -> None:
    """RUL-014: nobody falls below 0."""
    t = story({"egypt": {"vp": 2}})
    gain_vp(t.state, "egypt", -5, "losses")
    assert (t.civ("egypt").vp, t.civ("egypt").scored) == (0, {"losses": -2})
