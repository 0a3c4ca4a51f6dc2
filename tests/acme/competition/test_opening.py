"""Before the first Competition (ACME §9.1, RUL-097, RUL-098, RUL-180)."""

from __future__ import annotations

from tests.acme.competition.arena import HOLDERS, phase

GONE = "discard=[22,87]"
PEACE = 'deity="goddess_of_peace"\nhand=[42]'
WAR = 'deity="god_of_war"'


def test_rul_180_everybody_who_may_hold_a_card_is_asked_with_the_same_prompt() -> None:
    t = phase({"aleppo": "egypt 3 hittites 3"}, egypt="hand=[22]", hittites="hand=[42]")
    assert t.key == "competition.before"
    assert set(t.table.waiting()) == {"egypt", "hittites"}
    assert t.options("egypt") == ("22:aleppo:hittites", "nothing")
    assert t.options("hittites") == ("nothing",)
    assert t.table.pending is not None
    assert t.table.pending.sealed


def test_rul_180_no_window_where_all_can_see_that_nothing_can_be_played() -> None:
    for egypt, top in (("", ""), ("hand=[42]", GONE)):
        t = phase({"aleppo": "egypt 3 hittites 3"}, egypt=egypt, top=top)
        assert t.key != "competition.before"
    t = phase({"aleppo": "egypt 3", "kaska": "hittites 3"}, egypt="hand=[22]")
    assert "No area is Contested." in t.told()
    assert t.state.phase != "competition"


def test_card_22_traitor_removes_all_disks_and_sacks_the_city() -> None:
    t = phase({"aleppo": "egypt 1 hittites 3"}, egypt="hand=[22]", hittites="mina=4")
    t.table.close({"egypt": ("22:aleppo:hittites",)})
    t.check().windows()
    assert t.asked() == ("loot.choose", "egypt", ("mina", "captives"))
    t.answer("egypt", "mina")
    assert (t.disks("hittites", "aleppo"), t.civ("hittites").mina, t.civ("hittites").supply) == (0, 4, 48)
    assert (t.civ("egypt").vp, t.civ("egypt").mina) == (1, 1)
    assert 22 in t.state.discard


def test_card_22_traitor_ignores_the_walls_of_hattusha_and_takes_the_cube() -> None:
    """RUL-061, RUL-072."""
    t = phase({"hattusha": "egypt 1 hittites 3 stronghold"}, egypt="hand=[22]")
    t.table.close({"egypt": ("22:hattusha:hittites",)})
    t.check().windows()
    assert t.disks("hittites", "hattusha") == 0
    assert t.state.cubes == {}


def test_card_22_traitor_works_on_barbarians_without_loot() -> None:
    t = phase({"aleppo": "egypt 1 barbarians 4"}, egypt="hand=[22]")
    t.table.close({"egypt": ("22:aleppo:barbarians",)})
    t.check().windows()
    assert (t.state.black, t.civ("egypt").vp) == (50, 0)


def test_card_22_traitor_brings_no_loot_while_a_third_faction_stands_there() -> None:
    t = phase({"aleppo": "egypt 1 hittites 3 barbarians 1"}, egypt="hand=[22]")
    t.table.close({"egypt": ("22:aleppo:hittites",)})
    t.check().windows()
    assert t.civ("egypt").vp == 0
    assert t.disks("barbarians", "aleppo") == 1


def test_card_22_traitor_can_be_negated() -> None:
    t = phase({"aleppo": "egypt 1 hittites 3"}, egypt="hand=[22]", hittites="hand=[29]")
    t.table.close({"egypt": ("22:aleppo:hittites",)})
    t.check()
    assert t.key == "card.negate"
    t.table.close({"hittites": ("29",)})
    t.check()
    assert t.disks("hittites", "aleppo") == 3
    assert {22, 29} <= set(t.state.discard)


def test_card_22_immortals_do_not_help_against_the_traitor() -> None:
    """RUL-106."""
    t = phase({"aleppo": "egypt 1 medes_persians 2"}, order="egypt medes_persians", egypt="hand=[22]")
    t.table.close({"egypt": ("22:aleppo:medes_persians",)})
    t.check().windows()
    assert t.civ("medes_persians").box == 0


def test_rul_180_what_has_lost_its_object_stays_in_hand_unmentioned() -> None:
    areas = {"aleppo": "egypt 2 hittites 1 assyria 1"}
    t = phase(areas, order="egypt hittites assyria", egypt="hand=[22]", hittites='deity="goddess_of_peace"')
    t.table.close({"egypt": ("22:aleppo:hittites",), "hittites": ("peace:aleppo",)})
    t.check().windows()
    assert t.state.peace == ""
    assert "Peace" not in t.told()


def test_rul_180_the_window_opens_again_if_somebody_played() -> None:
    areas = {"aleppo": "egypt 2 hittites 1", "kaska": "hittites 3 egypt 1"}
    t = phase(areas, egypt="hand=[22,42]", hittites="hand=[43]\n" + WAR)
    t.table.close({"egypt": ("22:kaska:hittites",)})
    t.check()
    while t.key == "card.negate":
        t.silence()
    t.answer("egypt", "mina")
    assert t.key == "competition.commit"
    t = phase(areas, egypt="hand=[22,42]", hittites="hand=[87]\n" + WAR)
    t.table.close({"egypt": ("22:aleppo:hittites",)})
    t.check().windows()
    assert t.key == "competition.commit"


def test_card_87_bad_omens_before_the_competitions_blank_the_god_of_war() -> None:
    """RUL-086."""
    areas = {"aleppo": "egypt 2 hittites 2", "thebes": "egypt 1", "hattusha": "hittites 1"}
    t = phase(areas, egypt=WAR, hittites='hand=[87]\ndeity="sky_god"')
    assert t.options("hittites") == ("87:egypt", "nothing")
    t.table.close({"hittites": ("87:egypt",)})
    t.check().windows()
    assert t.civ("egypt").blocked
    assert t.ask().seat == "hittites"


def test_card_87_needs_an_active_deity_and_cannot_name_monotheism() -> None:
    areas = {"aleppo": "egypt 2 hittites 2", "thebes": "egypt 1"}
    t = phase(areas, egypt='deity="monotheism"', hittites='hand=[87]\ndeity="sky_god"')
    assert t.options("hittites") == ("nothing",)
    areas["hattusha"] = "hittites 1"
    t = phase(areas, egypt='deity="monotheism"', hittites='hand=[87]\ndeity="sky_god"')
    assert t.options("hittites") == ("nothing",)


def test_goddess_of_peace_spares_an_area_and_leaves_it_contested() -> None:
    """Deity 3, RUL-098."""
    t = phase({"aleppo": "egypt 4 hittites 3", "thebes": "egypt 1"}, egypt=PEACE, top=GONE)
    assert t.asked() == ("competition.before", "egypt", ("peace:aleppo", "nothing"))
    t.answer("egypt", "peace:aleppo")
    assert t.state.phase != "competition"
    assert (t.disks("egypt", "aleppo"), t.disks("hittites", "aleppo")) == (3, 3)
    assert t.state.peace == t.civ("egypt").peace == "aleppo"


def test_goddess_of_peace_does_not_choose_the_same_area_two_turns_running() -> None:
    areas = {"aleppo": "egypt 4 hittites 3", "kaska": "egypt 2 hittites 2", "thebes": "egypt 1"}
    top = GONE + '\npeace="aleppo"'
    t = phase(areas, egypt=PEACE + '\npeace="aleppo"', top=top)
    assert t.options("egypt") == ("peace:kaska", "nothing")
    t = phase(areas, egypt=PEACE + '\npeace="aleppo"', top=GONE)
    assert t.options("egypt") == ("peace:kaska", "peace:aleppo", "nothing")


def test_goddess_of_peace_is_cancelled_by_a_sorcerer() -> None:
    """Card 26, RUL-073."""
    t = phase({"aleppo": "egypt 4 hittites 3", "thebes": "egypt 1"}, egypt=PEACE, hittites="hand=[26]", top=GONE)
    t.answer("egypt", "peace:aleppo")
    t.table.close({"hittites": ("26",)})
    t.check().windows()
    assert t.state.peace == ""
    assert t.civ("egypt").blocked
    assert t.key == "competition.commit"


def test_goddess_of_peace_sleeps_with_her_home() -> None:
    t = phase({"aleppo": "egypt 4 hittites 3"}, egypt=PEACE, top=GONE)
    assert t.key == "competition.commit"


def test_rul_098_traitor_still_works_in_an_area_at_peace() -> None:
    areas = {"aleppo": "egypt 4 hittites 3", "thebes": "egypt 1"}
    t = phase(areas, egypt='deity="goddess_of_peace"', hittites="hand=[22]")
    t.table.close({"egypt": ("peace:aleppo",)})
    t.check().silence().table.close({"hittites": ("22:aleppo:egypt",)})
    t.check().windows()
    assert t.disks("egypt", "aleppo") == 0


def test_rul_180_with_holders_only_who_can_play_is_asked_and_nobody_knows_it() -> None:
    t = phase({"aleppo": "egypt 1 hittites 3"}, egypt="hand=[43]", hittites="hand=[22]", top=HOLDERS)
    assert t.table.waiting() == ("hittites",)
    assert t.view(None).waiting_for == ()
    t.answer("hittites", "22:aleppo:egypt")
    assert t.disks("egypt", "aleppo") == 0
