"""Setting up a game: order, civilizations, Home Areas, first disks, Deities, first hands (ACME §4)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES, MAPS, RULES, homes, neighbours
from engine.acme.presentation.names import NAMES
from engine.acme.questions.describe import faction_name
from engine.core.errors import IllegalAnswer, NotAsked
from engine.core.game import SeatPlan, SetupError
from engine.core.text import speaking
from engine.core.trial import Trial
from tests.acme.opening import WEST, begin, place_first, placing, seats, stacks, table

ANYBODY = SeatPlan()


def test_one_person_may_run_all_civilizations_or_leave_some_to_the_npc() -> None:
    """ACME §4: a table with one human starts, both ways."""
    alone = table(SeatPlan("egypt", player="Ana"), SeatPlan("hittites", player="Ana"), map=WEST)
    assert {c.by for c in alone.state.civs.values()} == {"human"}
    mixed = table(SeatPlan("egypt", player="Ana"), SeatPlan("hittites", by="npc"), map=WEST)
    assert mixed.waiting() == ("egypt",)


def test_people_and_npcs_may_be_mixed_in_any_way() -> None:
    """ACME §4: two humans and two NPCs start (ACME-DIFF-18)."""
    t = table(*seats("egypt", "hittites"), SeatPlan("mittani", by="npc"), SeatPlan("greeks", by="npc"), map=WEST)
    assert Counter(c.by for c in t.state.civs.values()) == {"human": 2, "npc": 2}


def test_white_disks_mark_the_line_of_a_smaller_map() -> None:
    """ACME §4.1, §14: one marker for each area of the boundary."""
    assert len(MAPS[WEST].marked) == 9
    assert not MAPS["full"].marked


def test_a_game_begins_in_epoch_one_turn_one() -> None:
    """ACME §4.1 (ACME-SET-09)."""
    t = begin(*seats("egypt", "hittites"), map=WEST)
    assert (t.state.epoch, t.state.turn, t.state.turns) == (1, 1, 1)


def test_each_of_six_colours_has_fifty_disks_two_of_which_are_counters() -> None:
    """ACME §2.1: Supply, map, Growth Box and Investments are 48 at all times; a colour each (RUL-015).

    ACME-SET-10, ACME-SET-13.
    """
    t = begin(*[ANYBODY] * 6)
    assert len({c.colour for c in t.state.civs.values()}) == 6
    assert RULES.disks_per_colour - 2 == RULES.usable_disks
    assert {c.supply for c in t.state.civs.values()} == {48}


def test_fifty_black_disks_are_there_for_the_barbarians() -> None:
    """ACME §2.2 (ACME-SET-11)."""
    t = place_first(begin(*seats("egypt", "hittites"), map=WEST))
    assert t.view().barbarian_supply == 50


def test_everybody_begins_at_zero_vp() -> None:
    """ACME §4.1 (ACME-SET-12)."""
    t = begin(*seats("egypt", "hittites", "mittani"), map=WEST)
    assert [c.vp for c in t.view().civs.values()] == [0, 0, 0]


def test_turn_order_is_drawn_by_the_seed_and_names_each_once() -> None:
    """ACME §4.2, RUL-025: reproducible, and another seed gives another order (ACME-SET-14, ACME-SET-18)."""
    civs = seats("egypt", "hittites", "mittani", "greeks")
    orders = {seed: begin(*civs, map=WEST, seed=seed).state.order for seed in "abcdef"}
    assert begin(*civs, map=WEST, seed="a").state.order == orders["a"]
    assert all(sorted(o) == ["egypt", "greeks", "hittites", "mittani"] for o in orders.values())
    assert len({tuple(o) for o in orders.values()}) > 1


def test_each_civilization_of_one_player_has_its_own_place_in_turn_order() -> None:
    """ACME §4.2, RUL-001: two players with two civilizations each are four in Turn Order (ACME-SET-15)."""
    plans = [SeatPlan(c, player=p) for c, p in (("egypt", "A"), ("hittites", "A"), ("mittani", "B"), ("greeks", "B"))]
    assert len(begin(*plans, map=WEST).state.order) == 4


def test_the_first_drawn_chooses_its_civilization_first_among_those_left() -> None:
    """ACME §4.2: out of turn and already taken civilizations are refused (ACME-SET-16)."""
    t = begin(ANYBODY, ANYBODY, ANYBODY, map=WEST)
    first, second = t.state.order[:2]
    with pytest.raises(NotAsked):
        t.answer(second, "egypt")
    t.answer(first, "hittites")
    assert t.asked()[:2] == ("setup.civ", second)
    with pytest.raises(IllegalAnswer):
        t.answer(second, "hittites")


def test_only_civilizations_with_a_home_on_the_map_are_offered() -> None:
    """ACME §4.2: on the abbreviated map six peoples have one."""
    t = begin(ANYBODY, ANYBODY, map=WEST)
    assert t.options() == ("egypt", "greeks", "hittites", "israelites", "mittani", "sea_peoples")


def test_a_display_with_several_home_areas_lets_its_owner_choose() -> None:
    """ACME §4.2: Egypt in Thebes or Memphis; the Homeland Block lies there from then on (ACME-SET-17)."""
    t = begin(ANYBODY, SeatPlan("hittites"), map=WEST, seed="x")
    t.run_until("setup.civ")
    t.answer("seat_1", "egypt")
    assert t.asked() == ("setup.home", "egypt", ("thebes", "memphis"))
    t.answer("egypt", "memphis")
    assert t.civ("egypt").home == "memphis"
    assert t.view().areas["memphis"].home == "egypt"


def test_a_single_home_area_is_taken_unasked() -> None:
    """ACME §4.2."""
    assert begin(*seats("hittites", "greeks"), map=WEST).civ("hittites").home == "hattusha"


def test_the_home_area_of_an_npc_is_drawn_at_random() -> None:
    """RUL-025: nobody is asked, and both homes come up."""
    npc = SeatPlan("egypt", by="npc")
    drawn = {begin(npc, SeatPlan("hittites"), map=WEST, seed=str(n)).civ("egypt").home for n in range(12)}
    assert drawn == {"thebes", "memphis"}


def test_all_have_chosen_before_the_first_disk_is_placed() -> None:
    """ACME §4.2, §4.3: the last choice comes before any deployment (ACME-SET-19, ACME-DIFF-02)."""
    t = begin(ANYBODY, ANYBODY, ANYBODY, map=WEST)
    for civ in ("egypt", "hittites", "greeks"):
        assert not t.state.disks
        t.answer(t.asked()[1], civ)
        if t.key == "setup.home":
            assert not t.state.disks
            t.answer("egypt", "thebes")
    assert t.key == "setup.deploy"
    assert sorted(t.state.civs) == ["egypt", "greeks", "hittites"]


def test_first_disks_are_placed_one_civilization_after_the_other() -> None:
    """ACME §4.3: the second waits until the first has placed twelve (ACME-SET-20)."""
    t = placing("egypt@thebes", "greeks@thrace")
    with pytest.raises(NotAsked):
        t.answer("greeks", "ilium")
    while t.asked()[1] == "egypt":
        assert stacks(t, "greeks") == {}
        t.answer("egypt", t.options()[0])
    assert sum(stacks(t, "egypt").values()) == 12
    assert t.asked()[1] == "greeks"


def test_the_hittites_fill_their_home_and_its_five_neighbours() -> None:
    """ACME §4.3, RUL-023: 2 at home and 2 in each adjacent Land that is no Desert are twelve.

    ACME-SET-21, ACME-SET-22.
    """
    t = placing("hittites@hattusha", "egypt@thebes")
    around = ("arzawa", "karahuyuk", "kaska", "kumannis", "pala")
    assert stacks(t, "hittites") == dict.fromkeys(("hattusha", *around), 2)
    assert t.civ("hittites").supply == 36


def test_adjacent_deserts_and_seas_get_one_disk_each() -> None:
    """ACME §4.3: after the Land that is no Desert (ACME-SET-23)."""
    t = placing("egypt@memphis", "hittites@hattusha")
    base = {"memphis": 2, "amarna": 2, "nile_delta": 2}
    assert stacks(t, "egypt") == {
        **base,
        "eastern_desert": 1,
        "western_desert": 1,
        "sinai": 1,
        "reed_sea": 1,
    }
    assert len(t.options()) > 1


def test_the_rest_spreads_to_empty_areas_two_in_land_and_one_in_desert_or_sea() -> None:
    """ACME §4.3, RUL-023: one area at a time, newly placed ones count as a base, a third disk is refused.

    ACME-SET-24.
    """
    t = placing("egypt@thebes", "hittites@hattusha")
    assert t.options() == ("egyptian_sea", "memphis", "nile_delta", "red_sea", "reed_sea")
    t.answer("egypt", "memphis")
    assert {"memphis", "sinai"} <= set(t.options())
    t.answer("egypt", "memphis")
    assert "memphis" not in t.options()
    t.answer("egypt", "reed_sea")
    assert "reed_sea" not in t.options()


def test_areas_already_held_get_nothing_while_an_empty_one_is_in_reach() -> None:
    """ACME §4.3, RUL-023: topping up is the last resort (ACME-SET-25)."""
    t = placing("egypt@thebes", "hittites@hattusha")
    assert not {"thebes", "abydos", "amarna"} & set(t.options())
    with pytest.raises(IllegalAnswer):
        t.answer("egypt", "thebes")


GREEKS_SHUT_IN = (
    *("arzawa", "ilium", "lukka", "lydia", "pala", "rhodes"),
    *("caucasus_sea", "cilician_strait", "egyptian_sea", "levantine_sea", "rhodian_sea"),
)


def test_without_an_empty_area_one_disk_more_goes_into_areas_held_and_the_rest_waits_in_the_growth_box() -> None:
    """ACME §4.3, RUL-023: once each, to 3 in Land and 2 at Sea; what cannot be placed is not lost.

    ACME-SET-25, ACME-SET-29.
    """
    t = placing("greeks@thrace", "hittites@hattusha", areas=dict.fromkeys(GREEKS_SHUT_IN, "barbarians 1"))
    assert t.options() == ("icarian_sea", "marmaran_sea", "pontus_euxinus", "thrace")
    t.play("greeks", "thrace", "icarian_sea", "marmaran_sea")
    assert stacks(t, "greeks") == {"icarian_sea": 2, "marmaran_sea": 2, "pontus_euxinus": 2, "thrace": 3}
    assert (t.civ("greeks").box, t.civ("greeks").supply) == (3, 36)


def test_a_dry_run_of_the_last_disks_shows_them_before_cards_are_dealt() -> None:
    """ACME §4.3, §4.4: where everybody has placed cards are dealt; what is known before that is told whole."""
    t = placing("greeks@thrace", areas=dict.fromkeys(GREEKS_SHUT_IN, "barbarians 1"))
    run = Trial(t.table, "greeks").run([["thrace"], ["icarian_sea"], ["marmaran_sea"]])
    assert run.stopped == "chance"
    there = {a: facts.disks["greeks"] for a, facts in run.view.areas.items() if "greeks" in facts.disks}
    assert there == {"icarian_sea": 2, "marmaran_sea": 2, "pontus_euxinus": 2, "thrace": 3}
    assert not run.view.civs["greeks"].hand


def test_left_over_disks_are_deployed_in_the_first_growth_phase() -> None:
    """ACME §4.3, §6.3: the Growth Box of setup is extra to what is acquired (ACME-SET-29, ACME-DIFF-03)."""
    t = placing("greeks@thrace", "hittites@hattusha", areas=dict.fromkeys(GREEKS_SHUT_IN, "barbarians 1"))
    t.play("greeks", "thrace", "icarian_sea", "marmaran_sea").run_until("growth.deploy")
    assert t.asked()[1] == "greeks"
    assert t.civ("greeks").box == 3 + 3


def test_no_disk_goes_into_the_home_of_another_active_civilization() -> None:
    """ACME §4.3: neither as a neighbour nor by spreading; of a civilization not in play it may (ACME-SET-26)."""
    shut = placing("babylon@babylon", "sumer@sumer", board="full")
    open_ = placing("babylon@babylon", "egypt@thebes", board="full")
    assert "sumer" in neighbours("full", "babylon")
    assert stacks(shut, "babylon").keys() == {"babylon", "akkad", "borsippa", "ctesiphon", "dur_kur", "samarra"}
    assert "sumer" in open_.options()


def test_spreading_leaves_out_foreign_homes_too() -> None:
    """ACME §4.3: Judah is beside Tyre, and the Israelites live there."""
    t = placing("egypt@memphis", "israelites@judah")
    t.answer("egypt", "sinai_sea").answer("egypt", "tyre")
    assert "judah" not in t.options()


def test_a_neighbour_of_two_homes_may_be_shared_and_contested_on_turn_one() -> None:
    """ACME §4.3: next to a rival home is allowed (ACME-SET-27, ACME-DIFF-02)."""
    t = placing("babylon@babylon", "akkad@akkad", board="full")
    place_first(t)
    assert t.disks("babylon", "samarra") == t.disks("akkad", "samarra") == 2
    assert t.view().areas["samarra"].contested


def test_when_disks_run_short_in_a_step_the_owner_picks_where() -> None:
    """ACME §4.3: six Land neighbours want twelve disks, and ten are left; no area gets a third (ACME-SET-28)."""
    t = placing("babylon@babylon", "egypt@thebes", board="full")
    assert t.options() == ("akkad", "borsippa", "ctesiphon", "dur_kur", "samarra", "sumer")
    t.play("babylon", "akkad", "akkad")
    assert "akkad" not in t.options()
    t.play("babylon", *["borsippa"] * 2, *["ctesiphon"] * 2, *["dur_kur"] * 2, "samarra", "sumer")
    assert stacks(t, "babylon") == {
        **dict.fromkeys(("akkad", "babylon", "borsippa", "ctesiphon", "dur_kur"), 2),
        "samarra": 1,
        "sumer": 1,
    }


def test_who_spreads_over_empty_areas_is_told_how_many_disks_are_left() -> None:
    """ACME §4.3: two at home and one in each of four Seas; six are left, and one fewer after each."""
    t = placing("sea_peoples@alashiya", "egypt@thebes", board=WEST)
    left = []
    for area in ("tyre", "tyre", "rhodes"):
        assert t.table.pending is not None
        left.append(t.table.pending.left)
        t.play("sea_peoples", area)
    assert left == [6, 5, 4]


def test_seven_deities_are_available_and_monotheism_is_not() -> None:
    """ACME §4.4 (ACME-SET-31, ACME-DIFF-05)."""
    t = place_first(begin(*seats("hittites", "greeks"), map=WEST))
    assert sorted(t.view().deities_available) == sorted(d for d in DEITIES if d != "monotheism")
    assert len(t.view().deities_available) == 7


def test_each_hand_has_five_cards_without_events_which_are_in_the_deck() -> None:
    """ACME §4.5 (ACME-SET-32)."""
    t = place_first(begin(*seats("hittites", "greeks", "egypt@thebes"), map=WEST))
    hands = [t.hand(c) for c in t.state.order]
    assert [len(h) for h in hands] == [5, 5, 5]
    events = {n for n, card in CARDS.items() if card.is_event}
    assert not events & {n for hand in hands for n in hand}
    assert events <= set(t.state.deck)
    assert len(t.state.deck) == len(CARDS) - 15


def test_a_hand_is_its_owners_secret() -> None:
    """ACME §4.5: everybody sees the number, nobody else the cards (ACME-SET-33)."""
    t = place_first(begin(*seats("hittites", "greeks"), map=WEST))
    assert t.view("hittites").civs["hittites"].hand == tuple(t.hand("hittites"))
    for viewer in (None, "greeks"):
        shown = t.view(viewer).civs["hittites"]
        assert shown.hand_count == 5
        assert shown.hand is None
    assert "You drew" not in t.told()


def test_play_starts_with_the_growth_of_the_first_in_turn_order() -> None:
    """ACME §4.6, §5 (ACME-SET-34)."""
    t = place_first(begin(*seats("hittites", "greeks"), map=WEST))
    assert (t.state.phase, t.table.record.step) == ("growth", "growth.civ")
    assert t.asked()[:2] == ("growth.retire", t.state.order[0])


def test_mountains_held_at_the_start_get_a_stronghold_in_the_first_growth() -> None:
    """ACME §4.6, §6.1."""
    t = placing("hittites@hattusha", "greeks@thrace").run_until("growth.retire")
    assert t.state.cubes == {"hattusha": "hittites"}


def test_with_the_option_each_begins_with_a_random_deity_of_its_own() -> None:
    """ACME §12.8, RUL-027: in Turn Order, nothing is paid, and the block lies on the temple."""
    t = place_first(begin(*seats("hittites", "greeks", "mittani"), map=WEST, initial_deities=True))
    owned = [c.deity for c in t.view().civs.values()]
    assert len(set(owned)) == 3
    assert {c.deity_state for c in t.view().civs.values()} == {"active"}
    assert not set(owned) & set(t.view().deities_available)
    assert {c.mina for c in t.state.civs.values()} == {0}


def test_with_the_option_the_israelites_keep_monotheism() -> None:
    """RUL-027: who has a Deity draws none."""
    t = place_first(begin(*seats("israelites", "hittites"), map=WEST, initial_deities=True))
    assert t.civ("israelites").deity == "monotheism"
    assert t.civ("hittites").deity in set(DEITIES) - {"monotheism"}


def test_the_israelites_enter_with_monotheism_taken_out_before_the_deal() -> None:
    """RUL-026: card 95 is in no hand and not in the deck; the Deity is Active."""
    t = place_first(begin(*seats("israelites", "hittites"), map=WEST))
    assert t.view().civs["israelites"].deity_state == "active"
    assert 95 not in t.state.deck
    assert all(95 not in t.hand(c) and len(t.hand(c)) == 5 for c in t.state.order)


def test_seventeen_civilizations_and_six_at_most() -> None:
    """ACME §1: a seventh seat is refused, and so is a single one (ACME-SET-37)."""
    assert len(CIVS) == 17
    with pytest.raises(SetupError, match="seats: needs 2 to 6"):
        begin(*[ANYBODY] * 7)
    with pytest.raises(SetupError, match="seats: needs 2 to 6"):
        begin(ANYBODY)


def test_the_home_of_the_indus_valley_is_that_of_the_epoch_in_which_it_enters() -> None:
    """RUL-022: Arachosia, Mohenjo-Daro, Gandhara; in a new game that is Epoch I."""
    assert [homes("indus_valley", "full", epoch) for epoch in (1, 2, 3, 4)] == [
        ("arachosia",),
        ("mohenjo_daro",),
        ("mohenjo_daro",),
        ("gandhara",),
    ]
    assert begin(*seats("indus_valley", "hittites")).civ("indus_valley").home == "arachosia"


def test_name_and_abilities_of_the_indus_valley_follow_the_epoch() -> None:
    """RUL-022."""
    names = [CIVS["indus_valley"].name_in(epoch) for epoch in (1, 2, 3, 4)]
    assert names == ["Dravidians", "Harappans", "Harappans", "Mauryans"]


@pytest.mark.parametrize(("language", "name"), [("en", "Indus Valley"), ("de", "Industal")])
def test_options_call_a_civ_as_the_screen_around_them_does(language: str, name: str) -> None:
    """Hints beside areas spoke of Mauryans where the same screen said Indus Valley."""
    t = begin(*seats("indus_valley", "hittites"))
    t.state.epoch = 4
    with speaking(language):
        assert faction_name(t.state, "indus_valley") == name == NAMES.name("civ", "indus_valley")


def test_the_procedure_is_used_wherever_printed_setups_are_unknown() -> None:
    """RUL-024: there is no option to choose between them; Egypt is placed by the procedure (ACME-SET-30)."""
    t = placing("egypt@thebes", "hittites@hattusha")
    assert {a: n for a, n in stacks(t, "egypt").items() if AREAS[a].terrain == "desert"} == {
        "eastern_desert": 1,
        "western_desert": 1,
    }


@pytest.mark.parametrize(
    ("plans", "reason"),
    [
        ([SeatPlan("atlantis"), ANYBODY], "'atlantis' is not a civilization"),
        ([SeatPlan("egypt"), SeatPlan("egypt")], "egypt is named twice"),
        ([SeatPlan("urartu"), ANYBODY], "urartu has no Home Area on this map"),
        (
            [SeatPlan("egypt", home="judah"), ANYBODY],
            "'judah' is not a free Home Area of egypt; choose from thebes, memphis",
        ),
        ([SeatPlan(home="thebes"), ANYBODY], "seat_1 has a Home Area but no civilization"),
    ],
)
def test_seats_that_cannot_be_taken_are_refused_with_the_reason(plans: list[SeatPlan], reason: str) -> None:
    """ACME §4.2."""
    with pytest.raises(SetupError, match=f"seats: {reason}"):
        begin(*plans, map=WEST)


def test_every_civilization_has_a_letter_of_its_own() -> None:
    """Disks are told apart by letter, whoever plays."""
    t = begin(*seats("assyria", "akkad", "babylon", "elam", "egypt@thebes", "chaldea"))
    assert len({c.letter for c in t.state.civs.values()}) == 6
