"""Rome vs. Parthia (Playbook, Here Come the Romans!; ACME-RVP, AMB-92 to AMB-95)."""

from __future__ import annotations

import pytest

from engine.acme.effects.losses import can_lose
from engine.acme.facts.catalog import AREAS
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.game import GAME
from engine.acme.history.facts import HISTORICAL
from engine.acme.npc.cards.worth import given_up_first
from engine.acme.phases.reckoning import may_end_suddenly, tally_of
from engine.acme.questions.board import cities, loose, room
from engine.acme.questions.income import commerce
from engine.acme.setup.handicaps import growth_due
from engine.acme.state import State
from engine.acme.verbs.basic import discard_at_random
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.acme.history.playing import begun, played_out
from tests.acme.history.romans import NPC, PARTHIA, ROME, position
from tests.acme.story import Story, lie

TWO = [SeatPlan(civ=ROME, player="ana"), SeatPlan(civ=PARTHIA, player="ben")]
CASTS = {
    "rome": [SeatPlan(civ=ROME, player="ana")],
    "parthia": [SeatPlan(civ=PARTHIA, player="ana")],
    "two": TWO,
    "any": [SeatPlan(player="ana"), SeatPlan(player="ben")],
}
FACTS = HISTORICAL["rome_vs_parthia"]
EGYPT = "ptolemies"
NAMED = ("kaska", "kumannis", "ugarit", "carchemish", "judah", "byblos", "tyre")
WEST = ("pala", "hattusha", "tarsus", "karahuyuk", "lydia", "lukka", "arzawa", "ilium", "thrace", "rhodes")
NILE = ("nile_delta", "alashiya", "memphis", "amarna", "abydos", "thebes", "sinai")
BORDER = {"kaska", "kumannis", "carchemish", "aleppo", "judah", "tyre", "petra", "midian"}


def stacks(s: State, faction: str) -> dict[str, int]:
    """Area -> disks of the Faction."""
    return {area: here[faction] for area, here in s.disks.items() if faction in here}


def laid() -> State:
    """All first disks lie, and Rome is about to reinforce them."""
    t = Table.new(GAME, "rome_vs_parthia", TWO, {}, "laid")
    assert t.pending is not None
    assert (t.pending.key, t.waiting(), t.pending.left) == ("setup.deploy", (ROME,), 12)
    return t.state


def table(areas: dict[str, str] | None = None, phase: str = "card", **more: object) -> Story:
    """Both at home, and what is named beside."""
    home = {"aleppo": "assyria 3", "ctesiphon": "medes_persians 3"}
    return position("rome_vs_parthia", {**home, **(areas or {})}, phase, **more)


@pytest.mark.parametrize(("cast", "npc", "person"), [("rome", PARTHIA, ROME), ("parthia", ROME, PARTHIA)])
def test_rvp_01_the_western_map_two_civs_and_an_enemy_for_good(cast: str, npc: str, person: str) -> None:
    t = begun("rome_vs_parthia", CASTS[cast])
    s = t.state
    assert s.map == "western"
    assert {t.view(None).civs[civ].name for civ in s.civs} == {"Rome", "Parthia"}
    assert (s.civs[npc].npc, s.civs[npc].enemies, s.civs[npc].sworn) == (True, [person], [person])


def test_rvp_02_double_sets_and_an_egypt_without_turn_hand_or_vp() -> None:
    t = begun("rome_vs_parthia", TWO)
    assert {c.disks for c in t.state.civs.values()} == {98}
    assert EGYPT not in {*t.state.order, *t.game.seats(t.state), *t.view(None).civs}


@pytest.mark.parametrize(("turn", "tested"), [(1, False), (2, False), (3, False), (4, True)])
def test_rvp_03_a_card_is_turned_up_after_turn_four_only(turn: int, tested: bool) -> None:
    s = table().state
    s.turn = turn
    assert may_end_suddenly(s) is tested


@pytest.mark.parametrize(("card", "over"), [(15, True), (56, False), (30, True), (88, False)])
def test_rvp_03_a_digit_from_one_to_four_ends_it(card: int, over: bool) -> None:
    """AMB-93: any digit of the number; else one more turn, after which it is over."""
    t = table(phase="reckoning", turn=4, deck=[card, 5], options={"epochs": 4}).run_until("growth.deploy")
    assert (t.table.pending is None) is over
    assert over or t.state.turn == 5
    t = table(phase="reckoning", turn=5, deck=[card, 5], options={"epochs": 4}).run_until("growth.deploy")
    assert t.table.pending is None


def test_rvp_03_the_vp_of_the_epoch_come_once_at_the_end() -> None:
    for seed in range(3):
        told = [e.text for e in played_out("rome_vs_parthia", TWO, seed).events]
        assert sum("most Cities" in line.lower() or "Most Cities" in line for line in told) <= 1


def test_rvp_04_colours() -> None:
    """Two for each side, a fifth for Egypt and the Independents; the border is a mark of its own."""
    t = begun("rome_vs_parthia", TWO)
    own = [colour for c in t.state.civs.values() for colour in (c.colour, c.second_colour)]
    others = {n.colour for n in t.state.neutrals.values()}
    assert (len(set(own)), len(others)) == (4, 1)
    assert not {"yellow", *own} & others
    assert "yellow" not in own
    assert set(t.state.cubes) == {"hattusha", "tarsus", "cadush", "medes", "northern_zagros", "southern_zagros", "van"}


def test_rvp_05_egypt() -> None:
    s = laid()
    assert stacks(s, EGYPT) == dict.fromkeys((*NILE, "egyptian_sea", "sinai_sea", "reed_sea"), 1)
    assert "egypt" not in s.civs


def test_rvp_06_independents() -> None:
    own = stacks(laid(), "independents")
    three = ("petra", "north_caucasus", "south_caucasus", "colchis", "zab", "armenia", "iberia", "caspians")
    assert own == {**dict.fromkeys(three, 3), "midian": 2, "nabatea": 2, "red_sea": 1}
    assert sum(own.values()) == 29


def test_rvp_07_the_border_is_nothing_but_a_mark() -> None:
    t = begun("rome_vs_parthia", TWO)
    assert set(t.view(None).border) == BORDER
    lie(t.state, "kaska", {})
    assert "kaska" in t.view(None).border
    assert t.view(None).areas["kaska"].control is None


def test_rvp_08_rome() -> None:
    s = laid()
    assert stacks(s, ROME) == {"aleppo": 3, **dict.fromkeys((*NAMED, *WEST), 1)}
    assert sum(stacks(s, ROME).values()) == 20
    assert s.civs[ROME].home == "aleppo"
    assert begun("rome_vs_parthia", TWO).state.civs[ROME].deity == "father_of_the_gods"


def test_rvp_09_parthia() -> None:
    """AMB-92: the Deserts of Egypt stay empty."""
    s = laid()
    own = stacks(s, PARTHIA)
    assert (own.pop("ctesiphon"), len(own), set(own.values())) == (3, 26, {1})
    vacant = {area for area in AREAS if area in s.disks or area in {"eastern_desert", "western_desert"}}
    assert {a for a, facts in AREAS.items() if facts.is_land and "western" in facts.maps} <= vacant
    assert begun("rome_vs_parthia", TWO).state.civs[PARTHIA].deity == "sky_god"


def test_rvp_10_each_places_twelve_where_it_has_disks() -> None:
    t = Table.new(GAME, "rome_vs_parthia", TWO, {}, "force")
    before = {civ: set(stacks(t.state, civ)) for civ in (ROME, PARTHIA)}
    seats: list[str] = []
    while t.pending is not None and t.pending.key == "setup.deploy":
        ask = t.ask_of(t.waiting()[0])
        assert ask is not None
        assert set(ask.options) <= before[ask.seat]
        seats.append(ask.seat)
        t.submit(ask.seat, ask.options[0])
    assert seats == [ROME] * 12 + [PARTHIA] * 12


def test_rvp_11_four_cards_each() -> None:
    s = begun("rome_vs_parthia", TWO).state
    assert {civ: len(s.civs[civ].hand) for civ in s.civs} == {ROME: 5, PARTHIA: 5}
    assert 31 in s.civs[ROME].hand
    assert 18 in s.civs[PARTHIA].hand


def test_rvp_12_nobody_comes_where_an_egyptian_disk_lies() -> None:
    s = table({"alashiya": "ptolemies 1", "memphis": "ptolemies 1"}).state
    assert [room(s, civ, "alashiya") for civ in (ROME, PARTHIA)] == [0, 0]
    lie(s, "alashiya", {})
    assert [room(s, civ, "alashiya") for civ in (ROME, PARTHIA)] == [4, 4]


def test_rvp_12_no_card_takes_an_egyptian_disk() -> None:
    """AMB-94: nor does the Sky God, nor do they trade."""
    areas = {"alashiya": "ptolemies 1", "ugarit": "assyria 2", "cilician_strait": "assyria 1"}
    t = table(areas, medes_persians={"hand": [16], "deity": "sky_god"})
    assert not any(can_lose(t.state, PARTHIA, card, EGYPT, "alashiya") for card in (72, 74, 75, 82))
    assert t.key == "deity.power"
    assert not any(EGYPT in option for option in t.options(PARTHIA))
    assert commerce(t.state, ROME) == 0


def test_rvp_13_growth_is_always_twelve() -> None:
    s = table().state
    assert [growth_due(s, civ, n) for civ in s.civs for n in (3, 20)] == [12] * 4


def test_rvp_13_not_even_the_mother_goddess_adds_to_it() -> None:
    t = table(phase="growth", assyria={"deity": "mother_goddess", "hand": []}).run_until("growth.deploy")
    assert t.civ(ROME).box == 12


def test_rvp_14_roman_loot_and_infantry() -> None:
    """The stories of Mithridates tell the rest."""
    t = table({"nineveh": "assyria 8 medes_persians 3"}, "competition", assyria={"hand": [], "aside": [31]})
    t.run_until("draw.refresh")
    assert (t.civ(ROME).box, t.civ(ROME).mina) == (2, 1)
    assert t.options(ROME) == ("mina", "card", "no")


def test_rvp_15_breeder_of_stallions_is_given() -> None:
    assert FACTS.sides[PARTHIA].cards == (18,)
    assert 18 in begun("rome_vs_parthia", CASTS["rome"]).state.civs[PARTHIA].hand


def test_rvp_16_it_is_never_lost() -> None:
    s = table(medes_persians={"hand": [18, 2]}).state
    assert loose(s, PARTHIA) == [2]
    assert [discard_at_random(s, PARTHIA), discard_at_random(s, PARTHIA)] == [2, None]
    assert 18 in s.civs[PARTHIA].hand
    assert 18 not in s.discard


def test_rvp_16_breath_of_god_leaves_it() -> None:
    t = table(phase="reckoning", deck=[103], medes_persians={"hand": [18], "mina": 1}).run_until("growth.deploy")
    assert "{civ:medes_persians} 1 mina" in t.told()
    assert (18 in t.civ(PARTHIA).hand, t.civ(PARTHIA).mina) == (True, 0)


RIDE = {"susa": "assyria 2 medes_persians 2"}


def riding(disks: int, rome: list[int]) -> Story:
    """Parthia has named one disk of its Breeder of Stallions, and is done."""
    facts = {"hand": [], "investments": {"18": disks}}
    t = table(RIDE, "competition", medes_persians=facts, assyria={"hand": rome, "aside": [31]}, order=[PARTHIA, ROME])
    return t.run_until("competition.commit").answer(PARTHIA, "stallions").answer(PARTHIA, "done")


def test_rvp_17_used_up_it_is_turned_over() -> None:
    """AMB-95: with the last of its disks."""
    assert riding(1, []).run_until("draw.refresh").civ(PARTHIA).aside == [18]
    assert riding(2, []).run_until("draw.refresh").civ(PARTHIA).investments == {"18": 1}


@pytest.mark.parametrize(("left", "disks"), [(20, 4), (3, 3)])
def test_rvp_17_turned_up_with_its_four_disks(left: int, disks: int) -> None:
    facts = {"hand": [], "aside": [18], "mina": 1, "growth_box": 95 - left}
    t = table(phase="reckoning", medes_persians=facts, order=[PARTHIA, ROME], deck=[1, 2, 3, 4, 5, 6])
    t.run_until("draw.refresh")
    assert t.asked()[1] == PARTHIA
    t.answer(PARTHIA, "mina")
    assert (t.civ(PARTHIA).investments, t.civ(PARTHIA).aside, t.civ(PARTHIA).mina) == ({"18": disks}, [], 0)


def test_rvp_17_without_a_disk_in_supply_it_stays_face_down() -> None:
    facts = {"hand": [], "aside": [18], "mina": 1, "growth_box": 95}
    t = table(phase="reckoning", medes_persians=facts).run_until("growth.deploy", "draw.refresh")
    assert t.key == "growth.deploy"
    assert t.civ(PARTHIA).aside == [18]


def test_rvp_18_negated_in_the_card_phase() -> None:
    t = table(order=[PARTHIA, ROME], assyria={"hand": [31, 29, 16]}, medes_persians={"hand": [18, 15]})
    t.play(PARTHIA, "18", "4").run_until("card.negate")
    t.answer(ROME, "29").run_until("card.play")
    assert (t.civ(PARTHIA).investments, t.civ(PARTHIA).aside) == ({}, [18])


def test_rvp_18_negated_in_the_competition_phase() -> None:
    """The disks stay out of the fight; what a use that was cancelled costs is told in the rules of the card."""
    t = riding(4, [25])
    assert (t.is_window(), t.disks(PARTHIA, "susa")) == (True, 2)
    t.answer(ROME, "25").windows()
    assert (t.disks(PARTHIA, "susa"), t.civ(PARTHIA).aside) == (2, [18])
    assert riding(4, []).run_until("competition.removal", "competition.commit").disks(PARTHIA, "susa") == 3


def turned(hand: list[int], mina: int) -> Story:
    """An NPC Parthia whose own card lies face down draws cards."""
    facts = {"hand": hand, "aside": [18], "mina": mina, "enemies": [ROME], **NPC}
    t = table(phase="reckoning", medes_persians=facts, order=[PARTHIA, ROME], assyria={"hand": [], "aside": [31]})
    return t.run_until("draw.buy", "draw.refresh", "growth.deploy")


def test_rvp_19_an_npc_pays_a_mina() -> None:
    t = turned([33, 72], 1)
    assert t.civ(PARTHIA).investments == {"18": 4}
    assert {33, 72} <= set(t.civ(PARTHIA).hand)
    assert t.civ(PARTHIA).mina == 0


def test_rvp_19_without_one_it_gives_up_the_card_of_least_value() -> None:
    t = turned([33, 72], 0)
    least = given_up_first([33, 72])[0]
    assert t.civ(PARTHIA).investments == {"18": 4}
    assert least not in t.civ(PARTHIA).hand
    assert "gave up a card from its hand" in t.told()


@pytest.mark.parametrize(("area", "vp"), [("aleppo", 0), ("lydia", 0), ("carchemish", 0), ("petra", 0), ("nineveh", 1)])
def test_rvp_20_rome_scores_beyond_the_border_only(area: str, vp: int) -> None:
    s = table({area: "assyria 3"}).state
    assert area in cities(s, ROME)
    assert tally_of(s, ROME)["cities"] == vp


@pytest.mark.parametrize(("area", "vp"), [("babylon", 0), ("zab", 0), ("armenia", 0), ("kaska", 1), ("lydia", 1)])
def test_rvp_21_parthia_scores_at_the_border_and_beyond(area: str, vp: int) -> None:
    s = table({area: "medes_persians 3"}).state
    assert area in cities(s, PARTHIA)
    assert tally_of(s, PARTHIA)["cities"] == vp


def test_rvp_21_aleppo() -> None:
    s = table({"aleppo": "medes_persians 3"}).state
    assert tally_of(s, PARTHIA)["cities"] == 1


def test_every_land_area_but_the_border_is_on_one_side() -> None:
    """ACME-RVP-20, ACME-RVP-21: nobody scores on its own side, and Barbarians never do."""
    rome, parthia = (set(FACTS.sides[civ].barren) for civ in (ROME, PARTHIA))
    land = {a for a, facts in AREAS.items() if facts.is_land and "western" in facts.maps}
    assert rome & parthia == set()
    assert rome | parthia == land
    assert rome >= BORDER
    assert BARBARIANS not in FACTS.sides


@pytest.mark.soak
@pytest.mark.parametrize("cast", list(CASTS))
def test_every_cast_of_rome_vs_parthia_is_played_to_its_end(cast: str) -> None:
    for seed in range(3):
        assert played_out("rome_vs_parthia", CASTS[cast], seed).outcome() is not None
