"""The Exploration Phase: what is explored, in which order, and what turns up there (Playbook, Exploration Phase)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.acme.facts.catalog import CARDS, distance, edge, neighbours
from tests.acme.npc.expedition import AFTER, EGYPT, expedition, stacks, told
from tests.acme.story import Story

DRAWN = "disk"
NPC = {"by": "npc", "npc": True}
FILLER = [42, 44, 46, 48, 50, 52]


def black(story: Story, area: str) -> int:
    return story.disks("barbarians", area)


def order_explored(story: Story) -> list[str]:
    """The areas for which a disk came out, in that order."""
    return [found[1] for line in told(story, DRAWN) if (found := re.search(r" for \{area:(\w+)\}", line))]


def test_expl_01_the_phase_comes_before_growth_in_every_turn() -> None:
    """ACME-EXPL-01 (Playbook, Exploration Phase): each turn begins with it, the first of a new Epoch too."""
    story = expedition({}, "white", turn=4, turns=4, options={"epochs": 2}, egypt={"home": "memphis", "hand": [16]})
    story.run_until("growth.retire").run_until("explore.next")
    assert (story.state.epoch, story.state.phase) == (2, "exploration")
    phases = [line for line in story.told().splitlines() if line.endswith(("Phase.", "Epoch."))]
    assert phases[:2] == ["Exploration Phase.", "Growth Phase."]
    assert phases[-1] == "Exploration Phase."


def test_expl_02_each_empty_area_next_to_a_disk_is_explored_once() -> None:
    """ACME-EXPL-02 (RUL-171): as many draws as there are such areas when the phase begins."""
    story = expedition({}, areas={"alashiya": "egypt 1", "babylon": "barbarians 2"}, unknown=())
    frontier = {b for area in ("alashiya", "babylon") for b in neighbours("full", area)}
    assert set(story.exploration().frontier) == frontier
    story.run_until("growth.retire")
    assert sorted(order_explored(story)) == sorted(frontier)
    assert f"{len(frontier)} areas will be explored." in story.told()


def test_expl_03_persons_come_first_then_npcs_then_barbarians() -> None:
    """ACME-EXPL-03 (RUL-171): an area next to several of them belongs to the first group, and is explored once."""
    areas = {"thrace": "egypt 1", "tyre": "hittites 1", "gandhara": "barbarians 1", "petra": "barbarians 1"}
    story = expedition({}, areas=areas, order="egypt hittites", hittites={"home": "hattusha", **NPC}, unknown=())
    story.run_until("growth.retire")
    groups = [
        "egypt" if near("thrace", a) else "hittites" if near("tyre", a) else "barbarians" for a in order_explored(story)
    ]
    assert groups == sorted(groups, key=["egypt", "hittites", "barbarians"].index)
    assert set(groups) == {"egypt", "hittites", "barbarians"}
    assert len(set(order_explored(story))) == len(groups)


def near(area: str, other: str) -> bool:
    return other in neighbours("full", area)


def test_expl_03_a_person_says_which_area_of_a_group_comes_next() -> None:
    """RUL-171: the first person in Turn Order is asked; the rest may be left to the order of Competitions."""
    story = expedition({"sinai": "egypt", "midian": "egypt", "sinai_sea": "egypt"}, "white", "white", "white")
    assert story.asked() == ("explore.next", "egypt", ("sinai_sea", "midian", "sinai", "done"))
    story.answer("egypt", "midian").answer("egypt", "done")
    assert order_explored(story) == ["midian", "sinai_sea", "sinai"]


def test_expl_03_the_rest_of_a_group_is_left_to_the_map_but_not_the_next_group() -> None:
    """RUL-171: inside a group; the next group is asked about anew."""
    story = expedition({"sinai": "egypt", "midian": "egypt", **AFTER}, "white", "white").answer("egypt", "done")
    assert story.asked() == ("explore.next", "egypt", ("sacans", "gandhara", "done"))


def test_expl_03_all_that_is_left_may_go_in_the_order_of_the_map() -> None:
    """RUL-171: where further groups follow, one answer leaves them all to the order of Competitions."""
    story = expedition({"sinai": "egypt", "midian": "egypt", **AFTER}, "white", "white", "white", "white")
    assert story.options() == ("midian", "sinai", "done", "all")
    assert story.answer("egypt", "all").asked()[0] == "growth.retire"
    assert order_explored(story) == ["midian", "sinai", "sacans", "gandhara"]


def test_expl_03_the_first_of_two_persons_in_turn_order_is_asked_for_both() -> None:
    """ACME-CRAFT-12, RUL-171: persons explore together."""
    areas = {"thrace": "egypt 1", "tyre": "hittites 1"}
    story = expedition({}, areas=areas, order="hittites egypt", hittites={"home": "hattusha"}, unknown=())
    assert story.asked()[:2] == ("explore.next", "hittites")
    assert {"icarian_sea", "byblos"} <= set(story.options())


def test_expl_04_disks_placed_in_the_phase_lead_no_further() -> None:
    """ACME-EXPL-04: a friendly tribe at Tyre does not open Byblos, which nothing stood next to."""
    story = expedition({"tyre": "egypt", **AFTER}, "yellow", deck=[12, *FILLER])
    assert story.disks("egypt", "tyre") == 1
    assert story.exploration().frontier == ("sacans", "gandhara")


def test_expl_05_a_white_disk_marks_the_area_and_returns_to_the_pool() -> None:
    """ACME-EXPL-05, EXPL-38 (Playbook, example, step 3): Sinai Sea is marked; nobody stands there."""
    story = expedition({"sinai_sea": "egypt", **AFTER}, "white")
    assert story.exploration().explored == ("sinai_sea",)
    assert story.view().areas["sinai_sea"].disks == {}
    assert story.state.pool == {"yellow": 1, "purple": 1, "green": 1, "blue": 1}


def test_expl_06_without_barbarians_left_nobody_is_said_to_be_there() -> None:
    """ACME-EXPL-06: all fifty black disks lie elsewhere."""
    crowd = dict.fromkeys(("thrace", "ilium", "lydia", "lukka", "pala", "kaska", "zab", "mittani"), "barbarians 4")
    crowd |= dict.fromkeys(("assur", "akkad", "sumer", "babylon"), "barbarians 4") | {"susa": "barbarians 2"}
    story = expedition({"sinai": "egypt", **AFTER}, "black", deck=[23, *FILLER], areas={**EGYPT, **crowd})
    assert story.state.black == 0
    assert "There would be strangers in {area:sinai}, but no Barbarians are left." in story.told()
    assert "There are strangers in {area:sinai}" not in story.told()


def test_expl_05_without_a_disk_nobody_is_said_to_have_joined() -> None:
    """ACME-EXPL-05: a friendly tribe by card 12, and Egypt has no disk in Supply."""
    story = expedition({"tyre": "egypt", **AFTER}, "yellow", deck=[12, *FILLER], egypt={"growth_box": 48 - 12})
    assert story.disks("egypt", "tyre") == 0
    assert "in {area:tyre}, because it had no disk to place." in story.told()


def test_expl_06_a_black_disk_returns_and_a_card_is_turned_up() -> None:
    """ACME-EXPL-06: one card, which is discarded; the Pool is as before."""
    story = expedition({"sinai": "egypt", **AFTER}, "black", deck=[23, *FILLER])
    assert story.state.discard == [23]
    assert story.state.deck[0] == FILLER[0]
    assert story.state.pool == {"yellow": 1, "purple": 1, "green": 1, "blue": 1}


def test_expl_07_an_invasion_that_reaches_the_area_strikes_there() -> None:
    """ACME-EXPL-07 (RUL-172): Invaders from the Sea come into the explored Sea, and nothing is placed beside."""
    story = expedition({"sinai_sea": "egypt", **AFTER}, "black", deck=[100, *FILLER])
    assert black(story, "sinai_sea") == 2
    assert "{card:100} came to {area:sinai_sea}" in story.told()


def test_expl_07_the_chooser_takes_an_entry_that_reaches_the_area() -> None:
    """RUL-172: with an NPC in play whoever has the fewest VP chooses, among those entries alone."""
    others: dict[str, Any] = {"hittites": {"home": "hattusha", "vp": 9, **NPC}}
    areas = {**EGYPT, "hattusha": "hittites 2"}
    story = expedition(
        {"sinai": "egypt", **AFTER}, "black", areas=areas, order="egypt hittites", deck=[100, *FILLER], **others
    )
    assert story.key == "event.entry"
    assert set(story.options()) == {"sinai_sea", "reed_sea"}


def test_expl_08_with_any_other_event_two_barbarians_are_there_first() -> None:
    """ACME-EXPL-08 (RUL-172): Hordes from the North do not reach Sinai; 2 black there, then the Event."""
    story = expedition({"sinai": "egypt", **AFTER}, "black", deck=[98, *FILLER])
    assert black(story, "sinai") == 2
    assert sum(stacks(story, "barbarians").values()) > 2
    lines = told(story, "{civ:barbarians} placed")
    assert lines[0] == "{civ:barbarians} placed 2 disks: {area:sinai} +2."


def test_expl_08_an_event_that_is_no_invasion() -> None:
    """ACME-EXPL-08: Time Marches On ends the Epoch with this turn, and 2 black are there."""
    story = expedition({"sinai": "egypt", **AFTER}, "black", deck=[97, *FILLER])
    assert black(story, "sinai") == 2
    assert story.state.ending


@pytest.mark.parametrize(
    ("card", "disks"), [(1, 1), (10, 1), (23, 1), (49, 1), (5, 2), (57, 2), (79, 2), (88, 3), (9, 3)]
)
def test_expl_09_to_11_the_first_digit_of_a_card_says_how_many_barbarians(card: int, disks: int) -> None:
    """ACME-EXPL-09, 10, 11 (Playbook, table of the black disk)."""
    story = expedition({"tyre": "egypt", **AFTER}, "black", deck=[card, *FILLER])
    assert black(story, "tyre") == disks


def test_expl_11_a_pirate_fleet_of_three_stays_in_its_sea_until_reckoning() -> None:
    """ACME-EXPL-11 (RUL-172): above the limit, until the check of stacks."""
    story = expedition({"sinai_sea": "egypt"}, "black", deck=[88, *FILLER], egypt={"home": "memphis", "hand": [16]})
    assert black(story.run_until("card.play"), "sinai_sea") == 3
    assert black(story.run_until("explore.next"), "sinai_sea") == 2


def test_expl_11_without_a_card_the_smallest_band_comes() -> None:
    """RUL-017: no card can be had."""
    gone = list(CARDS)
    story = expedition({"tyre": "egypt", **AFTER}, "black", set_aside=gone)
    assert black(story, "tyre") == 1


def test_expl_12_an_event_instead_of_good_fortune_brings_nothing_else() -> None:
    """ACME-EXPL-12: the Event is played; no disk, no mina, no card in its place, and the yellow disk is back."""
    story = expedition({"tyre": "egypt", **AFTER}, "yellow", deck=[97, *FILLER], egypt={"home": "memphis"})
    assert story.disks("egypt", "tyre") == 0
    assert (story.civ("egypt").mina, story.hand("egypt"), story.state.ending) == (0, [], True)
    assert story.state.pool["yellow"] == 1
    assert story.exploration().explored == ()


def test_expl_12_the_event_of_a_yellow_disk_strikes_where_it_will() -> None:
    """RUL-172 is about black disks: Invaders from the Sea look for the best target, not for the explored area."""
    story = expedition({"sinai_sea": "egypt", **AFTER}, "yellow", deck=[100, *FILLER])
    assert "{card:100} came to {area:egyptian_sea}" in story.told()


@pytest.mark.parametrize(
    ("card", "disks", "mina"),
    [(12, 1, 0), (2, 1, 0), (38, 1, 0), (50, 2, 0), (4, 2, 0), (66, 2, 0), (77, 1, 1), (80, 1, 1)],
)
def test_expl_13_to_15_good_fortune_by_the_first_digit(card: int, disks: int, mina: int) -> None:
    """ACME-EXPL-13, 14, 15 (Playbook, table of the yellow disk)."""
    story = expedition({"tyre": "egypt", **AFTER}, "yellow", deck=[card, *[n for n in FILLER if n != card]])
    assert (story.disks("egypt", "tyre"), story.civ("egypt").mina) == (disks, mina)


def test_expl_16_a_treasure_is_the_better_of_two_cards() -> None:
    """ACME-EXPL-16: 1 disk, then two cards, one to hand and one to the discard pile."""
    story = expedition({"tyre": "egypt", **AFTER}, "yellow", deck=[91, 12, 42, *FILLER[1:]])
    assert story.disks("egypt", "tyre") == 1
    assert story.asked() == ("explore.keep", "egypt", ("12", "42"))
    story.answer("egypt", "42")
    assert (story.hand("egypt"), story.state.discard) == ([42], [91, 12])


def test_expl_16_an_event_in_the_treasure_is_resolved_and_not_replaced() -> None:
    """RUL-173: what is left is kept unasked."""
    story = expedition({"tyre": "egypt", **AFTER}, "yellow", deck=[91, 97, 42, *FILLER[1:]]).windows()
    assert (story.hand("egypt"), story.state.ending) == ([42], True)


def test_expl_16_the_explorer_is_the_person_whose_disk_is_next_to_the_area() -> None:
    """RUL-173: of two the earlier in Turn Order; for the sake of NPCs and Barbarians the first in Turn Order."""
    persons: dict[str, Any] = {"order": "hittites egypt", "hittites": {"home": "hattusha"}}
    story = expedition({"tyre": "egypt", **AFTER}, "yellow", deck=[12, *FILLER], **persons)
    assert stacks(story, "egypt")["tyre"] == 1
    story = expedition({"tyre": "barbarians", **AFTER}, "yellow", deck=[12, *FILLER], **persons)
    assert not story.is_window()
    assert story.answer("hittites", "tyre").disks("hittites", "tyre") == 1


def test_expl_16_disks_come_up_to_the_limit_and_the_supply() -> None:
    """RUL-173."""
    story = expedition({"tyre": "egypt", **AFTER}, "yellow", deck=[4, *FILLER], egypt={"home": "memphis", "disks": 13})
    assert story.disks("egypt", "tyre") == 1


def test_expl_02_an_area_that_is_not_empty_any_more_is_not_explored() -> None:
    """RUL-171: Sinai is filled by the invasion that comes for Petra, and is skipped without a draw."""
    story = expedition({"midian": "egypt", "sinai": "egypt", "petra": "egypt", **AFTER}, "black", deck=[102, *FILLER])
    story.answer("egypt", "petra")
    assert black(story, "petra") > 0
    taken = {a for a in ("midian", "sinai") if black(story, a)}
    story.run_until("growth.retire")
    assert not taken & set(order_explored(story))


def cleaned(*fates: Any, **more: Any) -> Story:
    """One area explored, and the Cleanup Step done."""
    return expedition({"sinai_sea": "egypt"}, *fates, **more).run_until("growth.retire")


def test_expl_32_white_disks_leave_the_map() -> None:
    """ACME-EXPL-32: the markers of Exploration; the bounds of a smaller map are no disks and stay."""
    story = cleaned("white", map="abbreviated_western")
    assert story.exploration().explored == ()
    assert "agrae" not in story.view().areas


def test_expl_33_with_all_npcs_created_no_colour_stays_in_the_pool() -> None:
    """ACME-EXPL-33: white, black and yellow alone, and nothing is added."""
    story = cleaned("white", unknown=(), pool={"yellow": 1, "green": 2})
    assert story.state.pool == {"yellow": 1}


def test_expl_34_35_two_disks_are_added_while_there_is_no_npc() -> None:
    """ACME-EXPL-34, 35: one because none is active, one because none came."""
    story = cleaned("white", (3, 0), (3, 2))
    assert story.state.pool == {"yellow": 1, "purple": 2, "green": 1, "blue": 2}


def test_expl_35_one_disk_is_added_if_one_is_active_and_none_came() -> None:
    """ACME-EXPL-35."""
    story = cleaned("white", (3, 1), order="egypt hittites", hittites={"home": "hattusha", **NPC})
    assert story.state.pool == {"yellow": 1, "purple": 1, "green": 2, "blue": 1}


def test_expl_35_the_colour_is_one_that_has_not_come_yet() -> None:
    """AMB-65 of the Playbook: a colour created is added no more."""
    story = cleaned("white", (1, 0), (1, 0), unknown=("blue",), pool={"yellow": 1, "green": 1, "blue": 1})
    assert story.state.pool == {"yellow": 1, "green": 1, "blue": 3}


def test_expl_36_with_no_npc_the_only_person_is_invaded_at_his_best_area() -> None:
    """ACME-EXPL-36 (RUL-176): nobody is asked; the invasion looks for Gold, Deity, City, Settlement, Camp."""
    areas = {"memphis": "egypt 3", "egyptian_sea": "egypt 1", "reed_sea": "egypt 1"}
    story = expedition({"lukka": "egypt", **AFTER}, "yellow", areas=areas, deck=[100, *FILLER])
    assert black(story, "memphis") == 4
    assert story.key == "explore.next"


def test_expl_36_more_areas_come_before_better_ones() -> None:
    """RUL-176, N-175: three Camps around the Levantine Sea before the City of Thrace."""
    areas = {"byblos": "egypt 1", "ugarit": "egypt 1", "alashiya": "egypt 1", "thrace": "egypt 3"}
    story = expedition({"mohenjo_daro": "egypt", **AFTER}, "yellow", areas=areas, deck=[100, *FILLER])
    assert (black(story, "byblos"), black(story, "ugarit"), black(story, "thrace")) == (4, 4, 0)


def test_expl_36_where_nothing_can_be_struck_it_comes_as_near_as_possible() -> None:
    """RUL-176, RUL-151: Eastern Invaders cannot reach Egypt."""
    story = expedition({"lukka": "egypt", **AFTER}, "yellow", deck=[99, *FILLER])
    entry = next(a for a in edge("full", "E") if f"{{card:99}} came to {{area:{a}}}" in story.told())
    steps = {a: min(distance("full", a, held) for held in EGYPT) for a in edge("full", "E")}
    assert steps[entry] == min(steps.values())


def test_expl_07_with_few_black_disks_the_explored_area_is_struck_first() -> None:
    """RUL-172, RUL-096: three are left; two fill the Sea they come by, and the third goes to Sinai."""
    far = ["bactria", "margiana", "aria", "sogdiana", "chorasmia", "massagetans", "arachosia", "sattagydia"]
    held = {**dict.fromkeys(far, "barbarians 4"), "zab": "barbarians 4", "van": "barbarians 4", "ur": "barbarians 4"}
    areas = {**EGYPT, **held, "sumer": "barbarians 3"}
    story = expedition({"sinai": "egypt", **AFTER}, "black", areas=areas, deck=[100, *FILLER])
    assert black(story, "sinai") == 1
    assert story.state.black == 0


def test_expl_36_of_two_persons_the_leader_is_invaded() -> None:
    """ACME-EXPL-36: most VP, then most Cities, then earlier in Turn Order."""
    areas = {"memphis": "egypt 3", "hattusha": "hittites 2", "ilium": "hittites 1"}

    def struck(**vp: int) -> set[str]:
        homes = {"egypt": "memphis", "hittites": "hattusha"}
        civs: dict[str, Any] = {c: {"home": home, "vp": vp.get(c, 0)} for c, home in homes.items()}
        story = expedition(
            {"mohenjo_daro": "egypt", **AFTER},
            "yellow",
            areas=areas,
            order="hittites egypt",
            deck=[100, *FILLER],
            **civs,
        )
        return {f for a in stacks(story, "barbarians") for f in ("egypt", "hittites") if story.disks(f, a)}

    assert struck(egypt=1) == {"egypt"}
    assert struck(hittites=1) == {"hittites"}
    assert struck() == {"egypt"}


def test_expl_36_a_captured_deity_is_demanded_back_from_the_leader() -> None:
    """ACME-EXPL-36: Breath of God asks nobody; without one at the leader's none goes back."""
    persons: dict[str, Any] = {"order": "egypt hittites", "hittites": {"home": "hattusha", "deity": "god_of_war"}}
    persons["hittites"] |= {"deity_state": "captured"}
    holder = {"home": "memphis", "captured": {"god_of_war": "hittites"}, "vp": 4}
    areas = {**EGYPT, "hattusha": "hittites 2"}
    story = expedition({"lukka": "egypt", **AFTER}, "yellow", areas=areas, deck=[103, *FILLER], egypt=holder, **persons)
    assert story.civ("hittites").deity_captured is False
    persons["hittites"] |= {"vp": 9}
    story = expedition({"lukka": "egypt", **AFTER}, "yellow", areas=areas, deck=[103, *FILLER], egypt=holder, **persons)
    assert story.civ("hittites").deity_captured is True


def test_expl_36_outside_the_phase_too() -> None:
    """ACME-EXPL-36: an Event drawn in the Draw Step, with all NPCs still unknown."""
    story = expedition(
        {}, unknown=("green",), pool={"yellow": 1}, phase="reckoning", step="draw.begin", deck=[99, *FILLER]
    )
    story.run_until("explore.next")
    assert "{card:99} came to" in story.told()


def test_powers_are_fresh_before_the_phase_and_not_once_more_after_it() -> None:
    """RUL-016: once a turn, a turn beginning with the Exploration Phase."""
    used = {"home": "memphis", "used": {"father_of_the_gods": 1}}
    story = expedition({"sinai_sea": "egypt"}, "white", egypt=used).run_until("growth.retire")
    assert story.civ("egypt").used == {"father_of_the_gods": 1}
    story = expedition({}, egypt=used, unknown=()).run_until("growth.retire")
    assert story.civ("egypt").used == {}


def test_a_person_played_by_the_npc_explores_in_the_order_of_the_map() -> None:
    """RUL-133, RUL-171: whoever plays a person's civ for a while explores too, and keeps a Negate."""
    story = expedition({"tyre": "egypt", "sinai": "egypt", **AFTER}, "white", "white", deck=FILLER)
    story.table.control("egypt", "npc")
    assert order_explored(story.check())[:2] == ["tyre", "sinai"]
    story = expedition({"tyre": "egypt", **AFTER}, "yellow", deck=[91, 42, 25, *FILLER[1:]])
    story.table.control("egypt", "npc")
    assert "{civ:egypt} discarded {card:42}." in story.check().told()
