"""A new NPC from the first disk to the first hand (Playbook, Civilization Creation Sequence)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.exploration.places import farthest, nearest_peoples
from engine.acme.facts.catalog import AREAS, CARDS, CIVS, RULES, distance, neighbours
from engine.acme.game import GAME
from engine.acme.questions.income import growth_mina, sources
from engine.core.toml import write
from tests.acme.npc.expedition import AFTER, EGYPT, Fate, expedition, stacks, told
from tests.acme.story import Story

NPC = {"by": "npc", "npc": True}
ALL_BUT_EGYPT = sorted(set(CIVS) - {"egypt"})


def example(*fates: Fate, **more: Any) -> Story:
    """The Playbook's example: Egypt explores Sinai, and the green disk comes out."""
    return expedition({"sinai": "egypt", **AFTER}, *(fates or ("green", (2, 0), "black")), **more)


def newcomer(story: Story) -> str:
    """The NPC that has been created."""
    return next(name for name, c in story.state.civs.items() if c.npc)


def only(*civs: str) -> dict[str, Any]:
    """The option that leaves these civilizations alone to be NPCs."""
    return {"without_civs": [civ for civ in ALL_BUT_EGYPT if civ not in civs]}


def test_expl_17_a_colour_founds_a_people_where_there_is_space() -> None:
    """ACME-EXPL-17: a green disk in the explored area, and one active NPC more."""
    story = example()
    assert story.disks("israelites", "sinai") == 1
    assert story.civ("israelites").colour == "green"
    assert (story.civ("israelites").npc, story.civ("israelites").by) == (True, "npc")
    assert story.table.game.seats(story.state) == ["egypt", "israelites"]


def test_expl_17_without_an_empty_neighbour_there_is_no_people() -> None:
    """ACME-EXPL-17, EXPL-19: every area around Sinai is held, so that the draw counts as white."""
    around = ("petra", "tyre", "midian", "sinai_sea", "reed_sea")
    story = example("green", areas={**EGYPT, **dict.fromkeys(around, "barbarians 1")})
    assert set(story.state.civs) == {"egypt"}
    assert story.exploration().explored == ("sinai",)
    assert story.state.pool["green"] == 1


def test_expl_17_one_disk_of_its_colour_leaves_the_pool() -> None:
    """ACME-EXPL-17: a second one stays, and counts as white from then on."""
    story = example(unknown=("green", "blue"), pool={"yellow": 1, "green": 2, "blue": 1})
    assert story.civ(newcomer(story)).colour == "green"
    assert story.state.pool["green"] == 1


def test_expl_18_only_one_people_in_a_turn() -> None:
    """ACME-EXPL-18: the second colour counts as white; in the next turn it would not."""
    once = {"unknown": ["green", "blue"], "created": True}
    story = example("green", unknown=("green", "blue"), exploration=once)
    assert set(story.state.civs) == {"egypt"}
    assert story.exploration().explored == ("sinai",)
    assert story.state.pool == {"yellow": 1, "green": 1, "blue": 1}


def test_expl_18_created_is_forgotten_when_the_next_phase_begins() -> None:
    """ACME-EXPL-18: once each turn."""
    story = expedition({}, exploration={"created": True})
    assert story.state.exploration is not None
    assert story.state.exploration.created is False


def test_expl_19_a_colour_that_has_come_already_counts_as_white() -> None:
    """ACME-EXPL-19: a second green disk in the Pool."""
    story = example("green", unknown=("blue",), pool={"yellow": 1, "green": 1, "blue": 1})
    assert set(story.state.civs) == {"egypt"}
    assert story.exploration().explored == ("sinai",)


def test_expl_20_its_disks_are_those_of_its_colour() -> None:
    """ACME-EXPL-20: on the map, as markers of Turn Order and VP, and in Supply there are 50."""
    story = example()
    c = story.civ("israelites")
    assert sum(stacks(story, "israelites").values()) == 15
    assert (c.disks, c.supply) == (RULES.usable_disks, 33)
    assert c.disks + 2 == RULES.disks_per_colour
    assert story.state.pool == {"yellow": 1, "purple": 1, "blue": 1}


def first_placed(story: Story) -> dict[str, int]:
    """Where the people found has put its disks; nothing if nobody came."""
    return stacks(story, newcomer(story)) if len(story.state.civs) > 1 else {}


def first(area: str, *fates: Fate, **more: Any) -> dict[str, int]:
    """Where a people found in the area puts its disks, with the smallest size."""
    story = expedition({area: "egypt", **AFTER}, "green", *fates, **more)
    return stacks(story, newcomer(story))


def test_expl_21_the_first_disk_seeks_an_unused_home() -> None:
    """ACME-EXPL-21a: from Petra, Judah rather than any area farther from Egypt."""
    placed = first("petra", (2, 0), areas={"midian": "egypt 1", "nabatea": "barbarians 1"})
    assert placed["judah"] == 3
    areas = {**EGYPT, "judah": "egypt 1"}
    assert "judah" not in first("petra", areas=areas)


def test_expl_21_then_the_area_farthest_from_persons() -> None:
    """ACME-EXPL-21b: with the Israelites set aside Nabatea and Tyre lie nearer to Egypt than Judah does."""
    areas = {"memphis": "egypt 2", "nile_delta": "egypt 2", "amarna": "egypt 2"}
    story = expedition({"petra": "egypt", **AFTER}, "green", areas=areas, options={"without_civs": ["israelites"]})
    lines = told(story, "placed")
    assert "{area:petra} +1, {area:judah} +1" in lines[0]


def test_expl_21_then_land_rather_than_sea() -> None:
    """ACME-EXPL-21c: from Sinai Sea, Alashiya and Rhodian Sea are as far, and without its people no home."""
    areas = {"nile_delta": "egypt 1"}
    story = expedition(
        {"sinai_sea": "egypt", **AFTER}, "green", (2, 0), areas=areas, options={"without_civs": ["sea_peoples"]}
    )
    steps = {a: distance("full", "nile_delta", a) for a in ("alashiya", "rhodian_sea", "tyre", "levantine_sea")}
    assert steps["alashiya"] == steps["rhodian_sea"] == steps["tyre"] == 2
    assert "{area:sinai_sea} +1, {area:alashiya}" in told(story, "placed")[0]


def test_expl_21_what_is_equal_is_left_to_chance() -> None:
    """ACME-EXPL-21d, EXPL-39: Petra and Tyre are equally far from Egypt; Midian, a Desert, is no choice."""
    assert set(first("sinai", (2, 0), "white")) >= {"sinai", "petra", "judah"}
    placed = told(example("green", (2, 0)), "placed 5 disks")[0]
    assert placed.endswith("{area:sinai} +1, {area:petra} +1, {area:judah} +3.")
    placed = told(example("green", (2, 1)), "placed 5 disks")[0]
    assert placed.endswith("{area:sinai} +1, {area:tyre} +1, {area:judah} +3.")


def test_expl_21_a_desert_is_taken_only_if_no_other_land_is_empty() -> None:
    """Playbook, example, step 5: with all else held around Sinai, Midian; no Land for a home, so nobody comes."""
    held = dict.fromkeys(("petra", "tyre", "sinai_sea", "nabatea"), "barbarians 1")
    story = example("green", areas={**EGYPT, **held})
    assert set(story.state.civs) == {"egypt"}
    del held["nabatea"]
    assert first_placed(example("green", areas={**EGYPT, **held, "judah": "barbarians 1"})) == {}


def test_expl_22_the_second_disk_goes_to_land_that_is_no_desert() -> None:
    """ACME-EXPL-22: Judah's neighbours Nabatea and Agrae are Deserts and are passed over."""
    held = dict.fromkeys(("petra", "tyre", "aleppo", "byblos"), "barbarians 1")
    story = expedition({"nabatea": "egypt", **AFTER}, "green", areas={**EGYPT, **held})
    assert told(story, "placed")[0].endswith("{area:nabatea} +1, {area:judah} +3, {area:emar} +1.")


def test_expl_22_without_such_land_there_is_no_second_disk() -> None:
    """ACME-EXPL-22: all Land around Judah but Deserts is held."""
    held = dict.fromkeys(("petra", "tyre", "aleppo", "byblos", "emar"), "barbarians 1")
    story = expedition({"nabatea": "egypt", **AFTER}, "green", areas={**EGYPT, **held})
    assert told(story, "placed")[0].endswith("{area:nabatea} +1, {area:judah} +3.")


SIZES = [("white", 1, 8), ("black", 1, 10), ("yellow", 1, 12), ("blue", 1, 12), ("white", 3, 12), ("black", 3, 14)]
SIZES += [("blue", 3, 16), ("white", 4, 14), ("black", 4, 16), ("blue", 4, 18)]


@pytest.mark.parametrize(("colour", "turn", "more"), SIZES)
def test_expl_23_the_size_by_a_disk_and_the_turns_completed(colour: str, turn: int, more: int) -> None:
    """ACME-EXPL-23, EXPL-41: 8, 10 or 12, and 2 for each turn of the Epoch that is over; the disk returns."""
    story = example("green", (2, 0), colour, turn=turn, turns=turn)
    assert sum(stacks(story, "israelites").values()) == 5 + more
    assert f"placed {more} more disks" in story.told()
    assert story.state.pool == {"yellow": 1, "purple": 1, "blue": 1}


def test_expl_23_the_turns_of_earlier_epochs_do_not_count() -> None:
    """ACME-EXPL-23: turn 4 of Epoch IV, 6 disks more."""
    story = example("green", (2, 0), "white", epoch=4, turn=4, turns=13, options={"epochs": 4})
    assert sum(stacks(story, "israelites").values()) == 5 + 14


def test_expl_24_it_spreads_as_at_setup_and_never_above_those_numbers() -> None:
    """ACME-EXPL-24 (RUL-174): 2 in Land and 1 in Desert and Sea, into empty areas and its own alone."""
    story = example("green", (2, 0), "blue", turn=4, turns=4)
    placed = stacks(story, "israelites")
    assert max(n for a, n in placed.items() if a != "judah") == 2
    assert all(len(story.state.disks[a]) == 1 for a in placed)
    assert {"agrae", "nabatea"} < set(placed)
    assert max(placed["agrae"], placed["nabatea"], placed["sinai"]) == 1


def test_expl_24_what_is_left_makes_cities_far_from_persons_then_waits() -> None:
    """ACME-EXPL-24: no way out of Judah, Tyre, Petra and Sinai; the Settlements far from Egypt grow, the rest waits."""
    inside = {"judah", "tyre", "petra", "sinai"}
    walls = {b for a in inside for b in neighbours("full", a)} - inside
    story = example("green", (2, 0), "white", areas={**EGYPT, **{a: EGYPT.get(a, "barbarians 1") for a in walls}})
    assert stacks(story, "israelites") == {"judah": 3, "tyre": 3, "petra": 3, "sinai": 1}
    assert story.civ("israelites").box == 8 - 1 - 2 - 2
    assert "{civ:israelites} had no room for 3 disks, which went into the Growth Box." in story.told()


def test_expl_24_cities_are_made_farthest_from_persons_first() -> None:
    """ACME-EXPL-24: Egypt stands next to Tyre, Aleppo and Emar, and Petra becomes the City."""
    inside = {"judah", "tyre", "petra", "sinai", "aleppo", "emar"}
    walls = {b for a in inside for b in neighbours("full", a)} - inside
    areas = {**dict.fromkeys(walls, "barbarians 1"), "byblos": "egypt 1", "tel_birak": "egypt 1"}
    story = example("green", "white", areas={**areas, "memphis": "barbarians 1"})
    placed = stacks(story, "israelites")
    assert [a for a in sorted(placed) if placed[a] == 3] == ["judah", "petra"]


def test_expl_25_in_an_unused_home_it_is_that_homes_people() -> None:
    """ACME-EXPL-25, EXPL-40: Judah holds 3, the home of the Israelites; nobody else's home changes."""
    story = example()
    assert (newcomer(story), story.civ("israelites").home, story.disks("israelites", "judah")) == (
        "israelites",
        "judah",
        3,
    )
    assert story.civ("egypt").home == "memphis"


def test_expl_25_of_two_unused_homes_chance_takes_one() -> None:
    """ACME-EXPL-25: Akkad was explored, and the next disk lies in Babylon."""
    held = {a: "barbarians 1" for a in neighbours("full", "babylon") if a != "akkad"}
    areas = {"memphis": "egypt 1", **held}

    def found(fate: Fate) -> str:
        story = expedition({"akkad": "egypt", **AFTER}, "green", fate, areas=areas, options=only("akkad", "babylon"))
        return newcomer(story)

    assert (found((2, 0)), found((2, 1))) == ("akkad", "babylon")


def test_expl_25_the_home_of_the_epoch_counts() -> None:
    """RUL-022: Gandhara is a home of the Indus Valley in Epoch IV, and in Epoch I it is not."""
    areas = {"memphis": "egypt 1"}
    late = expedition(
        {"gandhara": "egypt", "sacans": "barbarians", "bactria": "barbarians"},
        "green",
        areas=areas,
        epoch=4,
        turns=13,
        options={"epochs": 4},
    )
    assert late.civ("indus_valley").home == "gandhara"


def test_expl_26_elsewhere_it_lives_in_its_farthest_land() -> None:
    """ACME-EXPL-26: no unused home reached; the Land farthest from Egypt holds 3, and the nearest people is it."""
    story = example("green", options=only("indus_valley", "greeks"), areas={**EGYPT, "tyre": "barbarians 1"})
    civ = newcomer(story)
    home = story.civ(civ).home
    assert story.disks(civ, home) == 3
    lands = [a for a in stacks(story, civ) if AREAS[a].is_land and not AREAS[a].is_desert]
    assert home in farthest(story.state, lands)
    near = {c: min(distance("full", home, h.area) for h in CIVS[c].homes) for c in ("indus_valley", "greeks")}
    assert near[civ] == min(near.values())


def test_expl_26_a_home_that_it_reaches_as_it_spreads_is_its_home() -> None:
    """PB:1381-1391, RUL-174: no first disk lies at anybody's home; those after them reach Akkad and Assur."""
    held = dict.fromkeys(("petra", "tyre", "aleppo", "byblos"), "barbarians 1")
    story = expedition(
        {"nabatea": "egypt", **AFTER}, "green", areas={**EGYPT, **held}, options={"without_civs": ["israelites"]}
    )
    civ = newcomer(story)
    home = story.civ(civ).home
    first = told(story, "placed")[0]
    assert first.endswith("{area:nabatea} +1, {area:judah} +1, {area:emar} +1.")
    assert home in {h.area for h in CIVS[civ].homes}
    assert story.disks(civ, home) == 3
    assert f"{{civ:{civ}}} placed 1 disk: {{area:{home}}} +1." in story.told()
    assert story.table.problems() == []


@pytest.mark.parametrize("seed", range(12))
def test_expl_26_nobody_lives_beside_a_printed_home_that_stands_empty(seed: int) -> None:
    """PB:1461-1471, RUL-174: whoever holds an unused Home Area of its own when all lies is at home there."""
    held = dict.fromkeys(("petra", "tyre")[: seed % 3], "barbarians 1")
    start = ("nabatea", "agrae", "midian", "sinai")[seed % 4]
    story = expedition(
        {start: "egypt", **AFTER}, "green", areas={**EGYPT, **held}, turn=1 + seed % 4, turns=1 + seed % 4,
        options={"without_civs": ["israelites"]},
    )  # fmt: skip
    found = [name for name, c in story.state.civs.items() if c.npc]
    own = {civ: {h.area for h in CIVS[civ].homes} & set(stacks(story, civ)) for civ in found}
    assert [civ for civ in found if own[civ] and story.civ(civ).home not in own[civ]] == []


def test_expl_26_a_desert_or_a_sea_is_no_home() -> None:
    """ACME-EXPL-26 (RUL-174): from Sinai and Petra alone, Petra."""
    inside = {"sinai", "petra"}
    walls = {b for a in inside for b in neighbours("full", a)} - inside
    story = example("green", areas={**EGYPT, **{a: EGYPT.get(a, "barbarians 1") for a in walls}})
    assert story.civ(newcomer(story)).home == "petra"


def test_expl_26_a_people_without_a_home_on_this_map_only_by_option_or_need() -> None:
    """ACME-CRAFT-09, RUL-174: from Zab the Hittites live nearest on the western map, and as near others beyond it."""

    def nearest(**options: Any) -> list[str]:
        story = expedition(
            {"emar": "egypt", "thrace": "barbarians"}, "white", options=options, map="abbreviated_western"
        )
        return nearest_peoples(story.state, "zab")

    assert nearest(without_civs=["mittani"]) == ["hittites"]
    assert nearest(without_civs=["mittani", "hittites"]) == ["israelites"]
    assert set(nearest(without_civs=["mittani", "hittites"], npc_homes="any")) == {"assyria", "cimmerians", "urartu"}
    assert nearest(**only("elam")) == ["elam"]


def test_expl_26_no_people_left_counts_as_white() -> None:
    """RUL-174: all have been set aside."""
    story = example("green", (2, 0), options=only())
    assert set(story.state.civs) == {"egypt"}
    assert story.exploration().explored == ("sinai",)
    assert story.state.pool["green"] == 1


def test_expl_19_an_active_home_is_not_settled() -> None:
    """RUL-174: Memphis stands empty; the people found there is none, and from Sinai it goes elsewhere."""
    areas = {"nile_delta": "egypt 1", "amarna": "egypt 1"}
    story = expedition({"memphis": "egypt", **AFTER}, "green", areas=areas)
    assert story.exploration().explored == ("memphis",)
    story = example("green", (2, 0), areas=areas)
    assert "memphis" not in stacks(story, newcomer(story))


def test_expl_27_with_the_option_it_has_a_deity_at_once() -> None:
    """ACME-EXPL-27 (RUL-175): an Available one at random, at no cost; without the option none yet."""
    story = example(options={"npc_deity": True, **only("mittani")})
    c = story.civ("mittani")
    assert c.deity
    assert c.deity not in story.state.available
    assert (c.mina, len(c.hand)) == (0, 5)
    assert example(options=only("mittani")).civ("mittani").deity == ""


def test_expl_27_the_israelites_bring_monotheism() -> None:
    """RUL-175, RUL-026: card 95 leaves the deck; no second Deity with the option."""
    story = example(options={"npc_deity": True})
    assert story.civ("israelites").deity == "monotheism"
    assert 95 not in [*story.state.deck, *story.hand("israelites")]


def test_expl_28_the_home_it_has_is_the_home_of_its_display() -> None:
    """ACME-EXPL-28: Babylon at home in Samarra gains its mina for a City there, and none for one in Babylon."""

    def mina(**areas: str) -> int:
        civs = {"babylon": {"home": "samarra", **NPC}, "egypt": {"home": "memphis"}}
        top = {"map": "full", "phase": "growth", "order": list(civs), "civs": civs, "areas": areas}
        return growth_mina(GAME.load(write(top))[0], "babylon")

    assert mina(samarra="babylon 3") == 1
    assert mina(babylon="babylon 3") == 0


def test_expl_29_it_is_first_in_turn_order() -> None:
    """ACME-EXPL-29: all others move one place to the right."""
    story = example(order="egypt hittites", hittites={"home": "hattusha", **NPC})
    assert story.state.order == ["israelites", "egypt", "hittites"]
    assert story.state.slots == ["egypt", "hittites", "israelites"]


def test_expl_30_it_has_as_many_vp_as_the_explorer() -> None:
    """ACME-EXPL-30: with several persons those of the one for whose sake the area was explored."""
    assert example(egypt={"home": "memphis", "vp": 7}).civ("israelites").vp == 7
    persons = {"order": "hittites egypt", "hittites": {"home": "hattusha", "vp": 9}}
    assert example(egypt={"home": "memphis", "vp": 7}, **persons).civ("israelites").vp == 7


def test_expl_31_its_hand_is_the_first_five_cards_that_are_no_events() -> None:
    """ACME-EXPL-31: two Events among seven go back into the deck, and nothing of them happens."""
    story = example(deck=[3, 97, 12, 98, 42, 44, 46, 48], options=only("mittani"))
    assert story.hand("mittani") == [3, 12, 42, 44, 46]
    assert {97, 98} < set(story.state.deck)
    assert story.state.ending is False
    assert stacks(story, "barbarians") == {}
    assert "{card:3}, {card:12}, {card:42}, {card:44} and {card:46}" in story.told()


def test_expl_31_of_a_short_deck_it_has_what_there_is() -> None:
    """RUL-017: three cards are left in the whole game."""
    left = [3, 12, 97]
    story = example(deck=left, set_aside=[n for n in CARDS if n not in left], options=only("mittani"))
    assert story.hand("mittani") == [3, 12]
    assert story.state.deck == [97]


def test_expl_37_to_42_the_example() -> None:
    """ACME-EXPL-37, EXPL-39 to 43 (Playbook, Example - Creating an NPC): 14 disks in the Pool, 15 placed, 33 left."""
    story = example()
    desert = next(a for a in ("nabatea", "agrae") if story.disks("israelites", a))
    land = dict.fromkeys(("petra", "tyre", "byblos", "aleppo", "emar"), 2)
    assert stacks(story, "israelites") == {"judah": 3, "sinai": 1, desert: 1, **land}
    assert story.civ("israelites").supply == 33
    assert len(EGYPT) == 9
    assert sum(stacks(story, "egypt").values()) == 12
    story.run_until("growth.deploy")
    assert story.exploration().explored == ()
    assert story.asked()[1] == "egypt"


def test_expl_43_egypt_then_deploys_6() -> None:
    """ACME-EXPL-43 (the example, step 9): four Fertile areas held alone, one disk for three Seas, and Commerce.

    The Deserts give nothing, and of the 2 disks in Memphis, the Nile Delta and Amarna none counts a second time.
    Commerce comes of the new people: Sinai lies next to Memphis.
    """
    story = expedition({"sinai": "egypt"}, "green", (2, 0), "black").run_until("growth.deploy")
    assert story.asked()[1] == "egypt"
    assert sources(story.state, "egypt") == {"fertile": 4, "sea": 1, "commerce": 1}
    assert story.civ("egypt").box == 6
    assert story.exploration().explored == ()


def test_a_people_found_takes_part_from_the_growth_phase_on() -> None:
    """ACME-SOL-GEN-02, Playbook, example, step 9: it acquires and deploys in this very turn, first of all."""
    story = expedition({"sinai": "egypt"}, "green", (2, 0), "black").run_until("growth.retire")
    assert story.asked()[1] == "egypt"
    acquired = told(story, "acquired")
    assert acquired[0].startswith("{civ:israelites}")


def test_cleanup_after_a_creation_adds_nothing() -> None:
    """ACME-EXPL-34, 35: an NPC is active, and one was created."""
    story = expedition({"sinai": "egypt"}, "green", (2, 0), "black").run_until("growth.retire")
    assert story.state.pool == {"yellow": 1, "purple": 1, "blue": 1}


def test_expl_33_with_the_last_one_all_colours_leave_the_pool() -> None:
    """ACME-EXPL-33: a second green disk, added by an earlier Cleanup Step, goes too, and nothing is added."""
    fates: tuple[Fate, ...] = ("green", (2, 0), "black")
    story = expedition({"sinai": "egypt"}, *fates, unknown=("green",), pool={"yellow": 1, "green": 2})
    assert story.run_until("growth.retire").state.pool == {"yellow": 1}
