"""Commitment (ACME §9.3, RUL-068, RUL-070, RUL-073, RUL-100, RUL-128, RUL-179)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.acme.fight.commit import Pledge, may_add
from engine.acme.questions.board import abilities
from tests.acme.competition.arena import fight, finish, phase
from tests.acme.story import Story

LAND = {"aleppo": "egypt 3 assyria 3", "kaska": "egypt 2 assyria 2"}


def whites(t: Story, civ: str) -> int:
    return t.state.fight.white.get(civ, 0) if t.state.fight else 0


def test_9_3_commitments_are_made_in_turn_order_and_only_their_number_is_public() -> None:
    """ACME-CORE-32."""
    t = fight("egypt 4 hittites 3", egypt="hand=[21,42]", hittites="hand=[35]", order="hittites egypt")
    assert t.asked() == ("competition.commit", "hittites", ("card:35", "white:chariots", "done"))
    t.answer("hittites", "card:35").answer("hittites", "done")
    shown = t.competition()
    assert (shown.committed, shown.revealed, shown.own) == ({"hittites": 1}, {}, ())
    assert t.competition("hittites").own == (35,)
    assert t.view(None).civs["hittites"].hand_count == 0
    assert "{card:35}" not in t.told()
    assert t.options("egypt") == ("card:21", "done")


def test_9_3_who_has_a_card_of_any_kind_is_asked_and_who_has_nothing_is_not() -> None:
    t = fight("egypt 4 babylon 3", egypt="hand=[42]", order="egypt babylon")
    assert t.asked() == ("competition.commit", "egypt", ("done",))
    t.answer("egypt", "done")
    assert t.key == "competition.removal"


def test_9_3_two_cards_are_put_in_order_by_their_owner() -> None:
    t = fight("egypt 4 babylon 3", egypt="hand=[21,34]", order="egypt babylon")
    t.play("egypt", "card:21", "card:34", "done")
    assert t.asked() == ("competition.order", "egypt", ("21", "34"))
    t.answer("egypt", "34", "21")
    assert "revealed {card:34} and {card:21}" in t.told()


def test_9_3_a_whole_commitment_can_be_sent_at_once() -> None:
    t = fight("egypt 4 babylon 3", egypt="hand=[21,34]", order="egypt babylon")
    t.table.submit_batch("egypt", [("card:21",), ("card:34",), ("done",), ("34", "21")])
    t.check()
    assert t.key != "competition.commit"


def test_rul_100_standing_army_and_siege_train_once_a_turn_each() -> None:
    """Siege Train needs a City or a Stronghold of an opponent; it may join the Standing Army (RUL-107, RUL-128)."""
    t = phase(LAND, order="egypt assyria").windows()
    assert t.ask().seat == "assyria"
    assert t.options("assyria") == ("white:standing_army", "done")
    t.answer("assyria", "done")
    t.run_until("competition.commit")
    assert t.options("assyria") == ("white:standing_army", "white:siege_train", "done")
    t.play("assyria", "white:standing_army", "white:siege_train")
    assert whites(t, "assyria") == 2
    assert t.options("assyria") == ("done",)


def test_rul_100_white_disks_named_are_used_up_for_the_turn() -> None:
    """ACME-CORE-48."""
    t = phase(LAND, order="egypt assyria").windows()
    t.play("assyria", "white:standing_army", "done").run_until("competition.commit")
    assert t.options("assyria") == ("white:siege_train", "done")


def test_phalanx_adds_one_disk_in_two_different_competitions_sea_included() -> None:
    areas = {"aleppo": "egypt 3 greeks 3", "kaska": "egypt 2 greeks 2", "egyptian_sea": "egypt 2 greeks 2"}
    t = phase(areas, order="egypt greeks").windows()
    assert t.options("greeks") == ("white:phalanx", "done")
    t.answer("greeks", "white:phalanx")
    assert t.options("greeks") == ("done",)
    t.answer("greeks", "done").run_until("competition.commit")
    t.play("greeks", "white:phalanx", "done").run_until("competition.commit", "draw.buy")
    assert t.state.phase != "competition"


def test_elephants_of_the_mauryans_two_in_one_or_one_in_each_of_two_in_epoch_four() -> None:
    areas = {"aleppo": "egypt 3 indus_valley 3", "kaska": "egypt 2 indus_valley 2"}
    t = phase(areas, order="egypt indus_valley", top="epoch=4").windows()
    t.play("indus_valley", "white:elephants", "white:elephants")
    assert whites(t, "indus_valley") == 2
    assert t.options("indus_valley") == ("done",)
    t = phase(areas, order="egypt indus_valley", top="epoch=4").windows()
    t.play("indus_valley", "white:elephants", "done").run_until("competition.commit")
    t.answer("indus_valley", "white:elephants")
    assert t.options("indus_valley") == ("done",)
    t = phase(areas, order="egypt indus_valley", top="epoch=3", indus_valley="").windows()
    assert t.key != "competition.commit"


def test_a_display_for_one_competition_lends_its_second_disk_where_it_lent_the_first() -> None:
    """RUL-128: none of the Displays of today has more disks than Competitions."""
    t = fight("egypt 3 indus_valley 3", top="epoch=4", order="egypt indus_valley")
    t.answer("indus_valley", "white:elephants")
    [elephants] = abilities(t.state, "indus_valley", "white_disks")
    once = replace(elephants, numbers={**elephants.numbers, "competitions": 1})
    assert may_add(t.state, "indus_valley", once, Pledge(white={"elephants": 1}))
    assert not may_add(t.state, "indus_valley", once, Pledge())


def test_persian_horse_does_not_climb_mountains() -> None:
    t = fight("egypt 3 medes_persians 3", area="hattusha", order="egypt medes_persians")
    assert t.key != "competition.commit"
    t = fight("egypt 3 medes_persians 3", area="sinai", order="egypt medes_persians")
    assert t.options("medes_persians") == ("white:cavalry", "done")


def test_god_of_war_two_disks_in_one_competition() -> None:
    """Deity 2, RUL-073."""
    areas = {"aleppo": "egypt 3 babylon 3", "kaska": "egypt 2 babylon 2", "thebes": "egypt 1"}
    t = phase(areas, order="egypt babylon", egypt='deity="god_of_war"', babylon="mina=1").windows()
    t.answer("egypt", "war").answer("egypt", "war")
    assert t.options("egypt") == ("done",)
    t.answer("egypt", "done")
    assert whites(t, "egypt") == 2


def test_god_of_war_one_disk_in_each_of_two_competitions() -> None:
    areas = {"aleppo": "egypt 3 babylon 3", "kaska": "egypt 2 babylon 2", "thebes": "egypt 1"}
    t = phase(areas, order="egypt babylon", egypt='deity="god_of_war"').windows()
    t.play("egypt", "war", "done").run_until("competition.commit")
    t.answer("egypt", "war")
    assert t.options("egypt") == ("done",)


def test_card_26_sorcerer_cancels_the_god_of_war_for_the_turn() -> None:
    areas = {"aleppo": "egypt 3 babylon 3", "kaska": "egypt 2 babylon 2", "thebes": "egypt 1"}
    t = phase(areas, order="egypt babylon", egypt='deity="god_of_war"', babylon="hand=[26]\nmina=3").windows()
    t.play("egypt", "war", "done")
    assert t.key == "card.negate"
    t.table.close({"babylon": ("26",)})
    t.check()
    assert whites(t, "egypt") == 0
    assert t.civ("egypt").used["god_of_war"] == 1
    t.run_until("competition.removal")
    assert t.civ("egypt").blocked


def test_card_18_stallions_in_play_ride_two_a_land_competition() -> None:
    """RUL-070."""
    areas = {"aleppo": "egypt 3 babylon 3", "egyptian_sea": "egypt 2 babylon 2"}
    t = phase(areas, order="egypt babylon", egypt="investments={18=3}", babylon="mina=1").windows()
    t.answer("egypt", "stallions").answer("egypt", "stallions")
    assert t.options("egypt") == ("done",)
    t.answer("egypt", "done")
    assert t.disks("egypt", "aleppo") == 5
    assert t.civ("egypt").investments == {"18": 1}
    finish(t)
    assert "{area:egyptian_sea} after" in t.told()


def test_card_18_an_assassin_scatters_the_stallions() -> None:
    t = fight("egypt 3 babylon 3", order="egypt babylon", egypt="investments={18=3}\nmina=1", babylon="hand=[25]")
    t.play("egypt", "stallions", "done")
    t.table.close({"babylon": ("25",)})
    t.check()
    assert t.disks("egypt", "aleppo") == 3
    assert t.civ("egypt").investments == {}
    assert {18, 25} <= set(t.state.discard)


def test_card_14_no_question_when_it_lies_where_all_can_see_it() -> None:
    t = phase(
        {"aleppo": "egypt 4 babylon 4"}, order="egypt babylon assyria", assyria="hand=[42]", top="discard=[14,22,87]"
    )
    assert t.state.phase != "competition"


def test_card_14_helps_no_one_against_nobody() -> None:
    """It needs a Competition with another civ, and cannot help its own player."""
    t = fight("egypt 4 barbarians 4", egypt="hand=[14]")
    assert t.options("egypt") == ("done",)
    t = fight("egypt 2 hittites 2", egypt="hand=[14]")
    assert t.options("egypt") == ("card:14", "done")


def test_9_3_cards_without_their_requirement_are_not_offered() -> None:
    """RUL-010: no City opposite (16, 17), no mina (15, 40), no Deity (93), the wrong terrain (33, 37, 38, 39, 41)."""
    hand = "hand=[15,16,17,33,37,38,39,40,41,93]"
    assert fight("egypt 2 hittites 2", area="mittani", egypt=hand).options("egypt") == ("card:33", "card:37", "done")
    assert fight("egypt 2 hittites 2", area="egyptian_sea", egypt=hand).options("egypt") == ("card:41", "done")
    assert fight("egypt 2 hittites 2", area="tarsus", egypt=hand).options("egypt") == ("card:39", "done")
    rich = hand + "\nmina=1"
    assert {"card:15", "card:40", "card:38"} <= set(fight("egypt 2 hittites 2", area="judah", egypt=rich).options())
    walled = fight("egypt 2 barbarians 3", area="mittani", egypt=hand).options()
    assert "card:16" in walled
    assert "card:17" not in walled


def test_9_2_areas_are_contested_from_north_east_to_south_west_each_once() -> None:
    """ACME-CORE-31."""
    areas = {"thebes": "egypt 3 babylon 4", "aleppo": "egypt 4 babylon 3", "zab": "egypt 2 babylon 2"}
    t = finish(phase(areas, order="egypt babylon"))
    told = t.told()
    places = [told.index(f"{{area:{a}}} after") for a in ("zab", "aleppo", "thebes")]
    assert places == sorted(places)
    assert "Contested: {area:zab}, {area:aleppo} and {area:thebes}." in told


def test_rul_179_a_hand_shows_in_nothing_before_the_reveal() -> None:
    """The same questions to the same seats and the same views of the others, whatever the Hittites hold."""
    seen = []
    for hand in ("[14,35]", "[42,52]"):
        t = phase(
            {"aleppo": "egypt 3 babylon 3", "kaska": "egypt 3 hittites 2"},
            order="egypt babylon hittites",
            egypt="hand=[21]",
            hittites=f"hand={hand}",
            babylon="mina=1",
        )
        shown = []
        while t.state.phase == "competition":
            shown.append((t.key, t.table.waiting(), t.view(None), t.view("egypt"), t.told()))
            refusals = [o for o in ("done", "nothing", "pass") if o in t.options()]
            t.silence() if t.is_window() else t.answer(t.ask().seat, *(refusals or t.options()[:1]))
        seen.append(shown)
    assert seen[0] == seen[1]
    assert len(seen[0]) > 5


def test_card_32_36_93_serve_on_land_alone() -> None:
    """RUL-010: each is offered on land and not at sea, to a civ with an Active Deity."""
    egypt = 'hand=[32,36,93]\ndeity="sky_god"'
    for area, offers in (("mittani", ("card:32", "card:36", "card:93", "done")), ("egyptian_sea", ("done",))):
        t = phase({area: "egypt 2 hittites 2", "thebes": "egypt 1"}, egypt=egypt).windows()
        assert t.options("egypt") == offers


def test_card_38_39_serve_in_their_terrain_and_on_land_next_to_it() -> None:
    """Camel Raiders in a Desert or next to one, Ambush in a Mountain area or next to one."""
    for area, card in (("sinai", 38), ("judah", 38), ("tarsus", 39), ("kaska", 39), ("mittani", 0)):
        t = fight("egypt 2 hittites 2", area=area, egypt="hand=[38,39]")
        assert t.options("egypt") == ((f"card:{card}",) if card else ()) + ("done",), area


def test_card_40_needs_another_civ_in_the_competition() -> None:
    """Mercenaries Desert is nothing against Barbarians."""
    assert fight("egypt 2 barbarians 3", egypt="hand=[40]\nmina=1").options("egypt") == ("done",)


def test_card_15_16_17_21_31_34_35_41_serve_only_in_ones_own_competition() -> None:
    """Whoever fights nowhere is not asked for any of them."""
    hand = "hand=[15,16,17,21,31,34,35,41]\nmina=1"
    areas = {"aleppo": "egypt 3 babylon 3", "egyptian_sea": "egypt 2 babylon 2", "kaska": "hittites 1"}
    t = phase(areas, order="egypt babylon hittites", egypt="hand=[42]", babylon="mina=1", hittites=hand).windows()
    asked = set()
    while t.state.phase == "competition":
        t.run_until("competition.commit", "growth.retire")
        if t.key == "competition.commit":
            asked.add(t.ask().seat)
            t.answer(t.ask().seat, "done")
    assert asked == {"egypt"}
    assert "{civ:hittites} committed" not in t.told()
