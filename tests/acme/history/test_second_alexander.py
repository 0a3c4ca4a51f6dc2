"""What a second reading of Alexander the Great has found (Playbook, Alexander the Great)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.acme.cards.disasters import FLOOD, VOLCANO
from engine.acme.cards.migrations import CONFEDERATION, MIGRATION
from engine.acme.facts.catalog import AREAS
from engine.acme.game import GAME
from engine.acme.npc.cards.hordes import invasion_areas
from engine.acme.npc.cards.judging import Judge
from engine.acme.npc.cards.worth import is_willing
from engine.acme.npc.placing.course import next_groups
from engine.acme.npc.placing.prospect import prospect
from engine.acme.npc.relations import comrades, enemies, leader, targets
from engine.acme.questions.board import room
from engine.acme.state import State
from engine.core.game import Outcome
from tests.acme.history.alexandrine import (
    EMPIRE,
    FALLEN,
    HEARTLAND,
    LEVANT,
    MACEDON,
    NILE,
    OF_EMPIRE,
    PERSONS,
    WEST,
    mustered,
)
from tests.acme.history.situations import laid_out
from tests.acme.story import Story

WAITING: Final[dict[str, Any]] = {"hand": [16]}
RUINS: Final[dict[str, Any]] = {**FALLEN, "displays": []}
RICH: Final[dict[str, str]] = {
    "tarsus": "hittites 3",
    "lydia": "hittites 3",
    "rhodes": "sea_peoples 1",
    "icarian_sea": "sea_peoples 1",
    "pontus_euxinus": "medes_persians 1",
    "levantine_sea": "sea_peoples 1",
    "babylon": "medes_persians 3",
    "sumer": "medes_persians 2",
    "armenia": "medes_persians 2",
    "susa": "medes_persians 3",
    "ctesiphon": "medes_persians 3",
}
AROUND: Final = ("akkad", "ctesiphon", "dur_kur", "samarra", "sumer")
DEITIES: Final = {"initial_deities": True}
TAKING: Final = (7, 10, 11, 12, 13, 23, 50, 51, 61, 72, 73, 76, 77, 78, 79, 80, 81, 82, 83, 87, 89, 90, 92)


def unequal(npc: str, card: int, macedon: str = "", **greeks: Any) -> State:
    """The NPC holds that card; the other parts of the Empire have everything. Keywords that name an area fill it."""
    wealth: dict[str, Any] = {**OF_EMPIRE, "mina": 3, "vp": 5}
    hands = zip(EMPIRE, (33, 34, 35, 36), strict=True)
    facts = {civ: {**wealth, "hand": [card if civ == npc else n]} for civ, n in hands}
    facts[HEARTLAND if npc != HEARTLAND else WEST]["deity"] = "sky_god"
    found: dict[str, str] = {area: str(greeks.pop(area)) for area in [*greeks] if area in AREAS}
    more = {"ilium": macedon, "mittani": macedon, "van": macedon, "marmaran_sea": "greeks 1" if macedon else ""}
    areas: dict[str, str] = {**RICH, **found, **more, "thrace": "greeks 1 gold"}
    t = mustered(areas, phase="card", options=DEITIES, greeks={"hand": [16], **greeks}, deck=[42, 43], **facts)
    if "hand" not in greeks:
        t.state.civs[MACEDON].hand.clear()
    return t.state


def ended(**vp: int) -> Outcome:
    """The last turn is over, the West fallen."""
    facts: dict[str, dict[str, Any]] = {civ: {"vp": n} for civ, n in vp.items()}
    t = mustered({"lukka": ""}, turn=10, step="reckoning.tally", hittites={**RUINS, "vp": 3}, **facts)
    outcome = GAME.outcome(t.run_until("growth.retire").state)
    assert outcome is not None
    return outcome


class TestWarpath:
    @pytest.mark.parametrize(("macedon", "places"), [(3, 4), (2, 0)])
    def test_alex_47_the_levant_goes_into_a_city_of_macedon(self, macedon: int, places: int) -> None:
        """To be in an area with Gold or a City of Macedon: not only nearer to it than at Sea."""
        s = mustered({"judah": f"greeks {macedon}"}, phase="card", greeks=WAITING).state
        assert room(s, LEVANT, "judah") == places

    def test_alex_47_but_not_beside_one(self) -> None:
        s = mustered({"judah": "greeks 3"}, phase="card", greeks=WAITING).state
        assert (room(s, LEVANT, "sinai"), room(s, LEVANT, "petra")) == (0, 0)

    def test_alex_47_an_npc_levant_defends_tyre_against_a_city_of_macedon(self) -> None:
        areas = {"tyre": "sea_peoples 3 gold greeks 3", "levantine_sea": "sea_peoples 1"}
        s = mustered(areas, phase="card", greeks=WAITING, sea_peoples=OF_EMPIRE).state
        found = next_groups(prospect(s, LEVANT, 3))[0]
        assert (found.number, found.area, found.n) == (1, "tyre", 1)

    def test_alex_46_no_sea_holds_a_city_so_the_others_gain_nothing_by_it(self) -> None:
        s = mustered({"icarian_sea": "greeks 2", "thrace": ""}, phase="card", greeks=WAITING).state
        assert room(s, WEST, "icarian_sea") == 0


class TestPrimaryEnemy:
    """Whoever stands in for the person who plays Macedon begins where Alexander did."""

    def test_alex_06_a_stand_in_begins_with_the_west(self) -> None:
        npcs: dict[str, Any] = {civ: {**OF_EMPIRE, "vp": n} for n, civ in enumerate(EMPIRE)}
        s = mustered(phase="card", greeks=WAITING, **npcs).state
        assert enemies(s, MACEDON) == [WEST, HEARTLAND, NILE, LEVANT]

    def test_alex_06_and_goes_on_to_the_levant(self) -> None:
        npcs: dict[str, Any] = {civ: {**OF_EMPIRE, "vp": 1} for civ in EMPIRE if civ != WEST}
        s = mustered({"lukka": ""}, phase="card", greeks=WAITING, hittites={**RUINS, "vp": 9}, **npcs).state
        assert enemies(s, MACEDON)[0] == LEVANT

    def test_alex_06_its_first_disks_go_to_gold_of_the_west(self) -> None:
        npcs: dict[str, Any] = dict.fromkeys(EMPIRE, OF_EMPIRE)
        areas = {"lydia": "hittites 3 gold", "ilium": "greeks 3", "colchis": "greeks 1", "caspians": "greeks 1"}
        s = mustered(areas, phase="card", greeks=WAITING, **npcs).state
        p = prospect(s, MACEDON, 4)
        p.passed = 99
        assert [(g.number, g.area) for g in next_groups(p)] == [(12, "lydia")]


class TestGrowth:
    def test_alex_44_nobody_expects_disks_of_the_empire_in_turn_1(self) -> None:
        t = mustered(turn=1, turns=1, step="growth.civ")
        assert t.state.phase == "growth"
        shown = t.view().civs
        assert [shown[civ].to_place for civ in EMPIRE] == [0, 0, 0, 0]
        assert shown[MACEDON].to_place == 12


class TestEmpire:
    """The Empire is one NPC, which plays nothing against itself (Playbook, Priority of NPC Card Play)."""

    def test_who_belongs_to_it(self) -> None:
        s = laid_out("alexander", PERSONS[0])
        assert comrades(s, WEST) == [LEVANT, NILE, HEARTLAND]
        assert comrades(s, MACEDON) == []
        assert (targets(s, WEST)[0], {*targets(s, WEST)[-3:]}) == (MACEDON, {LEVANT, NILE, HEARTLAND})

    def test_its_leader_is_never_one_of_its_own(self) -> None:
        s = mustered(phase="card", greeks=WAITING, medes_persians={**OF_EMPIRE, "vp": 40}).state
        assert leader(s, WEST) == MACEDON

    @pytest.mark.parametrize("npc", [WEST, LEVANT, HEARTLAND])
    @pytest.mark.parametrize("card", TAKING)
    def test_no_part_of_it_plays_anything_against_another(self, card: int, npc: str) -> None:
        """Macedon has nothing that could be taken, the parts of the Empire have all there is."""
        s = unequal(npc, card)
        assert comrades(s, npc)
        assert not is_willing(s, npc, card)

    @pytest.mark.parametrize("card", TAKING)
    def test_against_macedon_it_plays_them_all(self, card: int) -> None:
        s = unequal(HEARTLAND, card, macedon="greeks 3", mina=3, vp=5, hand=[16], deity="father_of_the_gods")
        assert is_willing(s, HEARTLAND, card)

    @pytest.mark.parametrize(
        ("card", "areas", "invaded_areas"),
        [
            (MIGRATION, {"babylon": "barbarians 2", **dict.fromkeys(AROUND, "medes_persians 1")}, ["borsippa"] * 2),
            (CONFEDERATION, {"babylon": "medes_persians 3 barbarians 1", "zab": "barbarians 1"}, ["zab"]),
        ],
    )
    def test_it_brings_no_barbarians_upon_itself(
        self, card: int, areas: dict[str, str], invaded_areas: list[str]
    ) -> None:
        s = unequal(NILE, card, **areas)
        assert invasion_areas(Judge(s, NILE), card) == invaded_areas

    @pytest.mark.parametrize("card", [12, 13, 72, 80, 83])
    def test_its_cards_strike_macedon(self, card: int) -> None:
        greeks = {"hand": [16], "mina": 3, "vp": 5, "deity": "father_of_the_gods"}
        npcs: dict[str, Any] = {civ: {**OF_EMPIRE, "hand": [], "mina": 2, "vp": 9} for civ in EMPIRE}
        npcs[LEVANT] = {**OF_EMPIRE, "hand": [card]}
        areas = {**RICH, "ilium": "greeks 3"}
        t = mustered(areas, phase="card", options=DEITIES, greeks=greeks, **npcs).answer(MACEDON, "pass")
        said = next(line for line in t.told().splitlines() if f"}} played {{card:{card}}}: " in line)
        assert f"{{civ:{MACEDON}}}" in said
        assert not any(f"{{civ:{civ}}}" in said for civ in EMPIRE if civ != LEVANT)

    @pytest.mark.parametrize(("card", "area"), [(FLOOD, "nineveh"), (VOLCANO, "armenia")])
    def test_what_a_disaster_costs_another_part_makes_no_enmity(self, card: int, area: str) -> None:
        """Where Macedon loses more it is played all the same, but nobody of the Empire holds it against another."""
        npcs: dict[str, Any] = {civ: {**OF_EMPIRE, "hand": []} for civ in EMPIRE}
        npcs[LEVANT] = {**OF_EMPIRE, "hand": [card]}
        areas = {area: "medes_persians 1 greeks 3", "assur": "greeks 3", "van": "greeks 3"}
        t = mustered(areas, phase="card", greeks=WAITING, **npcs).answer(MACEDON, "pass")
        t.run_until("competition.before", "growth.retire")
        assert f"{{civ:{LEVANT}}} played {{card:{card}}}" in t.told()
        assert f"{{civ:{HEARTLAND}}} lost disks: {{area:{area}}}" in t.told()
        assert [t.civ(civ).enemies for civ in EMPIRE] == [[MACEDON]] * 4

    @pytest.mark.parametrize(("card", "area"), [(FLOOD, "nineveh"), (VOLCANO, "armenia")])
    def test_a_disaster_that_costs_the_empire_more_is_not_played(self, card: int, area: str) -> None:
        npcs: dict[str, Any] = {civ: {**OF_EMPIRE, "hand": []} for civ in EMPIRE}
        npcs[LEVANT] = {**OF_EMPIRE, "hand": [card]}
        areas = {area: "medes_persians 4 greeks 1"}
        t: Story = mustered(areas, phase="card", greeks=WAITING, **npcs).answer(MACEDON, "pass")
        assert "} played {card" not in t.told()


class TestFallen:
    def test_what_has_fallen_shares_the_victory_of_its_empire(self) -> None:
        outcome = ended(medes_persians=60, greeks=1)
        assert set(outcome.winners) == set(EMPIRE)
        assert [outcome.place(civ) for civ in (WEST, HEARTLAND, MACEDON)] == [1, 1, 2]
        assert sorted(outcome.order) == sorted((*EMPIRE, MACEDON))

    def test_and_its_defeat(self) -> None:
        outcome = ended(greeks=90)
        assert outcome.winners == (MACEDON,)
        assert [outcome.place(civ) for civ in (MACEDON, WEST, NILE)] == [1, 2, 2]
