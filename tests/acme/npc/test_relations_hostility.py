"""The hostility of NPCs at the end of the Victory Tally (Playbook, NPC Hostility; RUL-168 to RUL-170)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.npc.reasons import for_peace, for_war
from engine.acme.npc.relations import by_vp, fewest_first, primary, reconcile
from engine.acme.phases import hostility
from engine.acme.phases.hostility import at_peace, draw_test_disks, make_peace, seek_war, threaten, try_peace, wars
from engine.acme.setup.pool import draw, pool, put_in, take_out
from engine.acme.state import State
from engine.core.text import sentence
from tests.acme.npc.positions import HUMAN, NPC, state, story
from tests.acme.story import Story, lie

APART = {"thebes": "egypt 2", "hattusha": "hittites 2"}
"""Far from each other, equal in everything."""


class Pool:
    """A Civilization Pool that gives one colour only, and remembers how many disks were drawn."""

    def __init__(self) -> None:
        self.colour, self.drawn = "yellow", list[int]()

    def draw(self, s: State, n: int) -> list[str]:
        del s
        self.drawn.append(n)
        return [self.colour] * n


@pytest.fixture
def bag(monkeypatch: pytest.MonkeyPatch) -> Pool:
    found = Pool()
    monkeypatch.setattr(hostility, "draw", found.draw)
    return found


def reckoning(areas: dict[str, str], *, order: str = "egypt hittites", **more: Any) -> Story:
    """A table about to count VP."""
    facts = {"phase": "reckoning", "deck": [46, 48, 50, 52, 54, 56, 58, 62], **more}
    return story(areas, order=order, **facts)


# The Pool


def test_craft_pool_01_six_white_and_four_black_disks() -> None:
    """ACME-CRAFT-POOL-01, AMB-51: nothing else without Exploration; the view shows it where there are NPCs."""
    s = state(APART)
    assert pool(s) == {"white": 6, "black": 4}
    assert story(APART, egypt={"hand": [16]}).view().pool == {"white": 6, "black": 4}
    assert story(APART, egypt={"hand": [16]}, hittites=HUMAN).view().pool is None


def test_rul_168_disks_are_drawn_without_putting_back_and_then_return() -> None:
    """RUL-168: all ten are there, once each; other colours may be among them."""
    s = state(APART)
    assert sorted(draw(s, 10)) == ["black"] * 4 + ["white"] * 6
    assert len(draw(s, 20)) == 10
    put_in(s, "yellow")
    put_in(s, "green", 2)
    assert pool(s) == {"white": 6, "black": 4, "yellow": 1, "green": 2}
    take_out(s, "green", 2)
    assert pool(s) == {"white": 6, "black": 4, "yellow": 1}
    assert pool(s) == {"white": 6, "black": 4, "yellow": 1}


def test_disks_drawn_are_counted_as_each_language_counts_colours(bag: Pool) -> None:
    """In French an adjective has a plural."""
    s = state(APART)
    bag.colour = "black"
    draw_test_disks(s, "war", "hittites", "egypt", 2, "black")
    assert sentence(s.told[-1].said).endswith(": 2 black.")
    assert sentence(s.told[-1].said, "fr").endswith(": 2 noirs.")


def test_rul_168_other_colours_do_nothing(bag: Pool) -> None:
    """Neither peace nor war."""
    s = state(APART)
    bag.colour = "yellow"
    assert not draw_test_disks(s, "peace", "hittites", "egypt", 3, "white")
    assert not draw_test_disks(s, "war", "hittites", "egypt", 3, "black")
    assert bag.drawn == [3, 3]


# Peace offers


PEACE: list[tuple[str, dict[str, str], dict[str, Any]]] = [
    ("distance", APART, {}),
    ("vp", {**APART, "abydos": "hittites 1"}, {"hittites": {"vp": 9}, "egypt": {"vp": 8}}),
    ("cities", {"thebes": "egypt 2", "hattusha": "hittites 3", "abydos": "hittites 1"}, {}),
]


@pytest.mark.parametrize(("reason", "areas", "facts"), PEACE)
def test_host_06_to_08_each_condition_alone_brings_one_disk(
    reason: str, areas: dict[str, str], facts: dict[str, Any]
) -> None:
    """ACME-HOST-06 to HOST-08."""
    s = state(areas, **facts)
    assert for_peace(s, "hittites", "egypt") == [reason]
    assert for_peace(s, "hittites", "egypt", gift=True) == ["gift", reason]


def test_host_06_to_08_none_of_them_where_all_is_equal_and_near() -> None:
    """ACME-HOST-06 to HOST-08: an NPC disk next to Egypt, the same VP, the same Cities."""
    s = state({**APART, "abydos": "hittites 1"}, hittites={"vp": 8}, egypt={"vp": 8})
    assert for_peace(s, "hittites", "egypt") == []


def offering(**more: Any) -> Story:
    """Egypt may offer peace to the Hittites, with a mina and a card to give."""
    facts: dict[str, Any] = {"hittites": {"enemies": ["egypt"]}, "egypt": {"mina": 2, "hand": [42, 44]}, **more}
    return reckoning(APART, **facts)


def test_host_03_peace_is_offered_to_any_of_its_enemies_after_the_tally() -> None:
    """ACME-HOST-01, HOST-03: the question comes between Victory Tally and Gilgamesh, and only then."""
    t = offering()
    assert t.asked() == ("peace.offer", "egypt", ("hittites", "done"))
    t.answer("egypt", "done")
    assert "offered peace" not in t.told()
    assert t.civ("hittites").enemies == ["egypt"]


def test_host_03_each_person_may_offer_in_turn_order() -> None:
    """ACME-HOST-03."""
    areas = {**APART, "thrace": "greeks 1"}
    enemy = {"enemies": ["egypt", "greeks"]}
    t = reckoning(areas, order="egypt greeks hittites", greeks=HUMAN, hittites=enemy)
    assert t.asked() == ("peace.offer", "egypt", ("hittites", "done"))
    t.answer("egypt", "done")
    assert t.asked() == ("peace.offer", "greeks", ("hittites", "done"))


def test_host_03_in_any_order_each_once(bag: Pool) -> None:
    """ACME-HOST-03: two enemies, the second one first; none is asked twice."""
    areas = {**APART, "thrace": "greeks 2"}
    enemy = {"enemies": ["egypt"]}
    t = reckoning(areas, order="egypt hittites greeks", hittites=enemy, greeks=enemy)
    t.answer("egypt", "greeks")
    assert t.asked() == ("peace.offer", "egypt", ("hittites", "done"))
    t.answer("egypt", "hittites")
    assert t.key != "peace.offer"
    assert bag.drawn[:2] == [1, 1]


def test_host_05_a_mina_passes_to_the_npc_and_brings_a_disk(bag: Pool) -> None:
    """ACME-HOST-05: it is lost though the offer is refused; nobody can give both."""
    t = offering().answer("egypt", "hittites")
    assert t.asked() == ("peace.gift", "egypt", ("none", "mina", "card:42", "card:44"))
    t.answer("egypt", "mina")
    assert (t.civ("egypt").mina, t.civ("hittites").mina) == (1, 1)
    assert bag.drawn[0] == 2
    assert "egypt" in t.civ("hittites").enemies


def test_host_05_a_card_is_shown_to_all_for_the_hand_of_an_npc_is_open(bag: Pool) -> None:
    """ACME-HOST-05."""
    t = offering().answer("egypt", "hittites").answer("egypt", "card:44")
    assert "{civ:egypt} gave {card:44} to {civ:hittites} (NPC)." in t.told()
    assert 44 in t.hand("hittites") or 44 in t.state.discard
    assert 44 not in t.hand("egypt")
    assert bag.drawn[0] == 2


def test_host_04_four_disks_at_most(bag: Pool) -> None:
    """ACME-HOST-04: all four conditions."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 3"}
    facts: dict[str, Any] = {"hittites": {"enemies": ["egypt"], "vp": 9}, "egypt": {"mina": 1, "vp": 3}}
    t = reckoning(areas, **facts).answer("egypt", "hittites").answer("egypt", "mina")
    assert bag.drawn[0] == 4
    assert t.civ("hittites").reconciled == []


def test_host_10_a_white_disk_ends_the_enmity(bag: Pool) -> None:
    """ACME-HOST-10: and the NPC does not think of war against that person in the same step (HOST-11)."""
    bag.colour = "white"
    t = offering().answer("egypt", "hittites").answer("egypt", "none")
    assert t.civ("hittites").enemies == []
    assert t.civ("hittites").former == ["egypt"]
    assert bag.drawn == [1]
    assert pool(t.state) == {"white": 6, "black": 4}


@pytest.mark.parametrize(("gift", "n"), [("none", 0), ("mina", 1)])
def test_host_09_the_primary_enemy_draws_one_fewer_beside_another_person(bag: Pool, gift: str, n: int) -> None:
    """ACME-HOST-09: two persons; with one condition true none is drawn."""
    s = state({**APART, "thrace": "greeks 2"}, order="egypt hittites greeks", greeks=HUMAN, egypt={"mina": 1})
    s.civs["hittites"].enemies = ["egypt"]
    assert primary(s, "hittites") == "egypt"
    flow = try_peace(s, "egypt", "hittites")
    asked = flow.send(None)
    assert asked.key == "peace.gift"
    with pytest.raises(StopIteration):
        flow.send({"egypt": (gift,)})
    assert bag.drawn == [n]
    said = "\n".join(e.text for e in s.told)
    assert ("draws one disk fewer" in said) == (n == 0)
    assert "There was no reason for peace" not in said


def test_host_09_alone_it_draws_them_all(bag: Pool) -> None:
    """ACME-HOST-09 speaks of two persons or more."""
    offering().answer("egypt", "hittites").answer("egypt", "none")
    assert bag.drawn[0] == 1


# War against persons


WAR: list[tuple[str, dict[str, str], dict[str, Any]]] = [
    ("near", {**APART, "abydos": "hittites 1"}, {}),
    ("home", {**APART, "kumannis": "egypt 1", "hattusha": "barbarians 1", "petra": "hittites 2"}, {}),
    ("vp", APART, {"egypt": {"vp": 1}}),
    ("cities", {**APART, "thebes": "egypt 3"}, {}),
    ("harm", APART, {"hittites": {"harmed_by": ["egypt"]}}),
]


@pytest.mark.parametrize(("reason", "areas", "facts"), WAR)
def test_host_13_to_17_each_condition_alone_brings_one_disk(
    reason: str, areas: dict[str, str], facts: dict[str, Any], bag: Pool
) -> None:
    """ACME-HOST-13 to HOST-17, HOST-27 to HOST-31; a black disk makes the enemy (HOST-19)."""
    s = state(areas, **facts)
    assert for_war(s, "hittites", "egypt") == [reason]
    bag.colour = "black"
    threaten(s, "hittites", "egypt")
    assert bag.drawn == [1]
    assert s.civs["hittites"].enemies == ["egypt"]


@pytest.mark.parametrize("raider", ["sea_peoples", "cimmerians"])
def test_host_18_raiders_mind_a_foreign_disk_in_a_sea_of_theirs(raider: str) -> None:
    """ACME-HOST-18, HOST-32: for those two peoples only."""
    s = state({**APART, "caucasus_sea": "egypt 1 hittites 1"})
    assert "raids" not in for_war(s, "hittites", "egypt")
    s.civs["hittites"].displays = [raider]
    assert "raids" in for_war(s, "hittites", "egypt")
    lie(s, "caucasus_sea", {"hittites": 1})
    assert "raids" not in for_war(s, "hittites", "egypt")


def test_host_12_five_disks_at_most(bag: Pool) -> None:
    """ACME-HOST-12, AMB-52: six conditions, five disks."""
    areas = {"thebes": "egypt 3", "hattusha": "hittites 2", "kumannis": "egypt 1", "caucasus_sea": "egypt 1 hittites 1"}
    s = state(areas, egypt={"vp": 2})
    s.civs["hittites"].harmed_by, s.civs["hittites"].displays = ["egypt"], ["sea_peoples"]
    assert len(for_war(s, "hittites", "egypt")) == 6
    threaten(s, "hittites", "egypt")
    assert bag.drawn == [5]
    assert s.civs["hittites"].enemies == []


def test_host_11_npcs_test_by_vp_and_those_that_made_peace_do_not(bag: Pool) -> None:
    """ACME-HOST-11, RUL-169: 7, 9 and 7 VP: the second first; who has just been accepted is left alone."""
    areas = {**APART, "thrace": "greeks 2", "judah": "israelites 2"}
    line = "hittites greeks israelites egypt"
    facts: dict[str, Any] = {"hittites": {"vp": 7}, "greeks": {"vp": 9}, "israelites": {"vp": 7}, "egypt": {"vp": 20}}
    s = state(areas, order=line, **facts)
    assert by_vp(s, ["hittites", "greeks", "israelites"]) == ["greeks", "hittites", "israelites"]
    reconcile(s, "greeks", "egypt")
    run(s)
    tested = [e.text.split("(NPC)")[0] for e in s.told if e.key.startswith("hostility.war")]
    assert [line.split()[-1] for line in tested] == ["{civ:hittites}", "{civ:israelites}"]


def run(s: State) -> None:
    """The step of wars and peace of NPCs, which asks nobody."""
    with pytest.raises(StopIteration):
        wars(s).send(None)


def test_host_20_a_war_against_a_person_ends_quarrels_with_other_npcs(bag: Pool) -> None:
    """ACME-HOST-20: on both sides; the enmity of another NPC with the person stays."""
    s = state(
        {**APART, "thrace": "greeks 2"},
        order="egypt hittites greeks",
        hittites={"enemies": ["greeks"]},
        greeks={"enemies": ["hittites", "egypt"]},
        egypt={"vp": 3},
    )
    bag.colour = "black"
    threaten(s, "hittites", "egypt")
    assert s.civs["hittites"].enemies == ["egypt"]
    assert s.civs["greeks"].enemies == ["egypt"]


# Peace and war among NPCs


def feud(areas: dict[str, str] | None = None, **more: Any) -> State:
    """Hittites and Greeks at war with each other, Egypt far away."""
    facts: dict[str, Any] = {
        "hittites": {"enemies": ["greeks"], **more.pop("hittites", {})},
        "greeks": {"enemies": ["hittites"], **more.pop("greeks", {})},
    }
    found = {**APART, "thrace": "greeks 2", **(areas or {})}
    return state(found, order="egypt hittites greeks", **{**facts, **more})


def test_host_21_a_pair_is_tested_once_by_the_one_earlier_in_turn_order(bag: Pool) -> None:
    """ACME-HOST-21, HOST-25: a white disk ends it on both sides."""
    s = feud()
    bag.colour = "white"
    for npc in ("hittites", "greeks"):
        make_peace(s, npc)
    assert bag.drawn == [1]
    assert s.civs["hittites"].enemies == s.civs["greeks"].enemies == []
    assert s.civs["hittites"].reconciled == ["greeks"]
    assert not at_peace(s, "greeks")


def test_host_21_a_refused_peace_is_not_tested_from_the_other_side(bag: Pool) -> None:
    """RUL-170."""
    s = feud()
    for npc in ("hittites", "greeks"):
        make_peace(s, npc)
    assert bag.drawn == [1]
    assert s.civs["greeks"].enemies == ["hittites"]


def test_amb_54_a_one_sided_enmity_is_tested_by_the_hostile_npc(bag: Pool) -> None:
    """Marks are one-way, peace clears both."""
    s = feud(hittites={"enemies": []})
    bag.colour = "white"
    for npc in ("hittites", "greeks"):
        make_peace(s, npc)
    assert bag.drawn == [1]
    assert s.civs["greeks"].enemies == []


@pytest.mark.parametrize(
    ("areas", "facts", "n"),
    [
        ({}, {}, 1),
        ({"kumannis": "greeks 1"}, {}, 0),
        ({"kumannis": "greeks 1"}, {"vp": 2}, 1),
        ({"kumannis": "greeks 1", "zab": "hittites 3"}, {}, 1),
        ({"zab": "hittites 3"}, {"vp": 2}, 3),
    ],
)
def test_host_22_to_24_its_conditions(areas: dict[str, str], facts: dict[str, Any], n: int, bag: Pool) -> None:
    """ACME-HOST-22 to HOST-24: distance, more VP, more Cities of the checking NPC."""
    make_peace(feud(areas, hittites=facts), "hittites")
    assert bag.drawn == [n]


def test_host_26_only_npcs_at_peace_that_made_no_peace_go_to_war_with_one_another(bag: Pool) -> None:
    """ACME-HOST-26: rivals with fewest VP first; after its first enemy an NPC stops (RUL-170)."""
    areas = {**APART, "thrace": "greeks 2", "judah": "israelites 2"}
    facts: dict[str, Any] = {"greeks": {"vp": 5}, "israelites": {"vp": 3}}
    s = state(areas, order="egypt hittites greeks israelites", **facts)
    assert fewest_first(s, ["greeks", "israelites"]) == ["israelites", "greeks"]
    bag.colour = "black"
    seek_war(s, "hittites")
    assert s.civs["hittites"].enemies == ["israelites"]
    assert bag.drawn == [1]
    seek_war(s, "greeks")
    assert s.civs["greeks"].enemies == []


@pytest.mark.parametrize("facts", [{"enemies": ["egypt"]}, {"reconciled": ["egypt"]}])
def test_host_26_others_draw_nothing(facts: dict[str, Any], bag: Pool) -> None:
    """ACME-HOST-26: at war already, or just at peace: neither tests nor is tested."""
    s = state({**APART, "thrace": "greeks 2"}, order="egypt hittites greeks", hittites=facts)
    for npc in ("hittites", "greeks"):
        seek_war(s, npc)
    assert bag.drawn == []


def test_host_33_war_among_npcs_is_one_sided(bag: Pool) -> None:
    """ACME-HOST-33: the checking NPC alone is enemy."""
    s = state({**APART, "thrace": "greeks 2"}, order="egypt hittites greeks", greeks={"vp": 1})
    bag.colour = "black"
    seek_war(s, "hittites")
    assert (s.civs["hittites"].enemies, s.civs["greeks"].enemies) == (["greeks"], [])


# The step


def test_host_01_and_02_the_order_of_the_step(bag: Pool) -> None:
    """ACME-HOST-01, HOST-02: after the tally; offers, wars, peace of NPCs, wars of NPCs; then Gilgamesh."""
    areas = {**APART, "thrace": "greeks 2", "judah": "israelites 2", "mittani": "mittani 2"}
    facts: dict[str, Any] = {
        "hittites": {"enemies": ["egypt"]},
        "greeks": {"enemies": ["israelites"]},
        "egypt": {"vp": 9},
    }
    t = reckoning(areas, order="egypt hittites greeks israelites mittani", **facts)
    t.answer("egypt", "hittites")
    told = t.told()
    marks = [
        "Tally:",
        "offered peace",
        "{civ:mittani} (NPC) did not declare war on {civ:egypt}",
        "(NPCs) did not make peace",
    ]
    places = [told.index(mark) for mark in marks]
    assert places == sorted(places)


def test_sol_pri_11_a_scenario_with_relations_of_its_own_has_no_such_step() -> None:
    """ACME-SOL-PRI-11."""
    t = offering(options={"epochs": 1, "hostility": False})
    assert t.key != "peace.offer"
    assert "Civilization Pool" not in t.told()


def test_a_game_of_persons_knows_nothing_of_it() -> None:
    """ACME-HOST-01: in games with NPCs."""
    t = reckoning(APART, hittites=HUMAN)
    assert "Civilization Pool" not in t.told()


def test_host_34_war_and_peace_may_follow_each_other(bag: Pool) -> None:
    """ACME-HOST-34."""
    s = state(APART, egypt={"vp": 3})
    for colour, found in (("black", ["egypt"]), ("yellow", ["egypt"])):
        bag.colour = colour
        threaten(s, "hittites", "egypt")
        assert s.civs["hittites"].enemies == found
    reconcile(s, "hittites", "egypt")
    assert s.civs["hittites"].enemies == []
    s.civs["hittites"].reconciled = []
    bag.colour = "black"
    threaten(s, "hittites", "egypt")
    assert s.civs["hittites"].enemies == ["egypt"]


def test_a_stand_in_offers_no_peace() -> None:
    """A person's civ that the NPC plays for a while leaves its relations alone."""
    t = offering(egypt={"mina": 2, "hand": [42], **NPC, "npc": False})
    assert "offered peace" not in t.told()


def test_host_04_the_offer_says_how_many_disks_it_brings() -> None:
    """ACME-HOST-04: before a person decides."""
    t = offering()
    shown = t.table.game.describe(t.state, t.table.pending, t.ask()) if t.table.pending else ()
    assert shown[0].hint == "1 disk (it is far away); 2 disks with a gift"


def test_host_01_a_table_may_do_without_peace_and_war() -> None:
    """ACME-HOST-01: the step is for crafted games; a table may agree that deeds alone make enemies."""
    t = offering(options={"epochs": 1, "hostility": False})
    assert t.key != "peace.offer"
    assert "Civilization Pool" not in t.told()
    assert t.civ("hittites").enemies == ["egypt"]
