"""Crafted solitaire games with known NPCs, and what a table may agree on (Playbook, Scenario Crafting)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.acme.facts.catalog import homes
from engine.acme.game import GAME
from engine.acme.setup.handicaps import first_cards, growth_due, more_cards
from engine.acme.setup.options import INVADERS, NPC_CHOICES, read_options
from engine.core import notation
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from engine.core.text import catalogue
from engine.games import GAMES
from tests.acme.npc.positions import HUMAN, state, story
from tests.acme.opening import WEST
from tests.acme.story import Story

EXAMPLE = (SeatPlan("sea_peoples"), SeatPlan("hittites", by="npc"), SeatPlan("egypt", by="npc"))
AREAS = {"thebes": "egypt 2", "hattusha": "hittites 2"}


def opened(*seats: SeatPlan, seed: str = "crafted", **options: Any) -> Story:
    """A crafted game from its first question on."""
    table: Table[Any] = Table.new(GAMES["acme"], "standard", seats, options, seed)
    told = "\n".join(e.text for e in table.events if e.to is None)
    found = Story(notation.dump(table))
    found._told.insert(0, told)
    return found


def drawn(*civs: str, npcs: int = 1) -> Sequence[SeatPlan]:
    """Persons with these civilizations, and NPCs that are to be drawn."""
    return [*(SeatPlan(civ) for civ in civs), *(SeatPlan(by="npc") for _ in range(npcs))]


def test_craft_14_named_npcs() -> None:
    """ACME-CRAFT-02, CRAFT-08, CRAFT-14: Sea Peoples against the Hittites and Egypt on the Western map."""
    t = opened(*EXAMPLE, map="western")
    assert sorted(t.state.civs) == ["egypt", "hittites", "sea_peoples"]
    assert [name for name, c in t.state.civs.items() if c.npc] == ["hittites", "egypt"]
    assert all(t.state.civs[name].by == "npc" for name in ("hittites", "egypt"))


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_craft_08_npcs_may_be_drawn_after_persons_have_chosen(seed: str) -> None:
    """ACME-CRAFT-08: persons choose first, and NPCs get at random what is left, with homes on the map."""
    t = opened(SeatPlan(), *drawn(npcs=2), map=WEST, seed=seed)
    assert t.key == "setup.civ"
    chosen = t.asked()[1]
    assert "hittites" in t.options()
    t.answer(chosen, "hittites")
    npcs = [name for name, c in t.state.civs.items() if c.npc]
    assert len(npcs) == 2
    assert "hittites" not in npcs
    assert all(homes(civ, WEST, 1) for civ in npcs)


def test_craft_08_the_draw_is_by_the_seed() -> None:
    """ACME-CRAFT-08: by any method; ours is chance, provable afterwards."""
    found = set()
    for n in range(8):
        s = opened(*drawn("egypt", npcs=2), map=WEST, seed=f"s{n}").run_until("setup.deploy").state
        found.add(frozenset(name for name, c in s.civs.items() if c.npc))
    assert len(found) > 1


@pytest.mark.parametrize("board", ["full", "abbreviated_western", "western", "eastern", "fertile_crescent"])
def test_craft_04_on_five_maps(board: str) -> None:
    """ACME-CRAFT-04."""
    civ = "babylon" if homes("babylon", board, 1) else "egypt"
    assert opened(*drawn(civ), map=board).state.map == board


def test_craft_04_on_no_other() -> None:
    """ACME-CRAFT-04."""
    with pytest.raises(SetupError, match="map: 'atlantis' isn't one of"):
        opened(*drawn("egypt"), map="atlantis")


def test_craft_05_the_home_of_a_person_must_be_on_the_map() -> None:
    """ACME-CRAFT-05: Indus Valley on the Western map."""
    with pytest.raises(SetupError, match="indus_valley has no Home Area on this map"):
        opened(*drawn("indus_valley"), map="western")
    assert "egypt" in opened(*drawn("egypt"), map="western").state.civs


@pytest.mark.parametrize(("npcs", "level"), [(1, "easy"), (2, "solid"), (3, "hard"), (4, "hard")])
def test_craft_07_the_table_is_told_how_hard_it_will_be(npcs: int, level: str) -> None:
    """ACME-CRAFT-07."""
    told = opened(*drawn("egypt", npcs=npcs)).told()
    assert catalogue()[f"event.npc.challenge.{level}"].split("{n}: ")[1] in told


@pytest.mark.parametrize(
    ("board", "npcs", "warned"), [("full", 3, False), ("full", 4, True), (WEST, 2, False), (WEST, 3, True)]
)
def test_craft_06_it_is_told_when_there_are_more_than_suggested(board: str, npcs: int, warned: bool) -> None:
    """ACME-CRAFT-06: 2 or 3 on the full map, 1 or 2 on any other."""
    assert ("We suggest up to" in opened(*drawn("egypt", npcs=npcs), map=board).told()) == warned


def test_a_game_of_persons_is_told_nothing_of_that() -> None:
    """The Playbook's advice is for solitaire games."""
    assert "NPC" not in opened(SeatPlan("egypt"), SeatPlan("hittites"), map=WEST).told()


def test_craft_10_yellow_is_the_last_colour_to_be_taken() -> None:
    """ACME-CRAFT-10: up to five civs none is yellow; one person against five NPCs needs all six colours (N-103)."""
    five, six = (opened(*drawn("egypt", npcs=n)).state.civs.values() for n in (4, 5))
    assert "yellow" not in {c.colour for c in five}
    assert [c.colour for c in six][-1] == "yellow"


def test_craft_12_turn_order_is_drawn_over_all_and_known_npcs_place_their_disks() -> None:
    """ACME-CRAFT-12, CRAFT-03: the ordinary setup, in which NPCs act at their places (SOL-GEN-02)."""
    first = {opened(*EXAMPLE, map="western", seed=f"order {n}").state.order[0] for n in range(12)}
    assert first == {"sea_peoples", "hittites", "egypt"}
    t = opened(*EXAMPLE, map="western").run_until("growth.deploy", "growth.retire", "card.play")
    for npc in ("hittites", "egypt"):
        held = sum(here.get(npc, 0) for here in t.state.disks.values())
        assert held + t.state.civs[npc].box >= 12
        assert len(t.hand(npc)) == 5


def test_craft_end_01_a_game_with_npcs_lasts_four_epochs_unless_a_limit_is_set() -> None:
    """ACME-CRAFT-END-01, CRAFT-END-02."""
    assert opened(*drawn("egypt"), map=WEST).state.options.epochs == 4
    assert opened(*drawn("egypt"), map=WEST, epochs=1).state.options.epochs == 1
    limited = opened(*drawn("egypt"), map=WEST, vp_target=25).state.options
    assert (limited.epochs, limited.vp_target) == (0, 25)
    assert opened(SeatPlan("egypt"), SeatPlan("hittites"), map=WEST).state.options.epochs == 2


def test_craft_01_a_whole_game_ends_with_a_winner() -> None:
    """ACME-CRAFT-01, SOL-GEN-01: the NPCs need no command; a person who lets everything be is enough."""
    t = opened(*drawn("egypt", npcs=2), map=WEST, epochs=1).run_until("no such question")
    result = t.table.outcome()
    assert result is not None
    assert result.winners


def test_sol_card_01_the_hand_of_an_npc_is_open() -> None:
    """ACME-SOL-CARD-01: that of a person is not, even while the NPC plays the civ for a while."""
    t = story(AREAS, egypt={"hand": [16]}, hittites={"hand": [17, 42, 27]})
    assert set(t.view().civs["hittites"].hand or ()) >= {27}
    assert t.view().civs["egypt"].hand is None
    t = story(AREAS, egypt={"hand": [16]}, hittites={"hand": [17, 42, 27], "npc": False})
    assert t.view().civs["hittites"].hand is None
    t = story(AREAS, egypt={"hand": [16]}, hittites={"hand": [17, 42, 27], "by": "human"})
    assert t.view().civs["hittites"].hand is None


# Options


def test_sol_eq_04_the_method_is_fixed_with_the_table() -> None:
    """ACME-SOL-EQ-04: A unless B is chosen; there is no other."""
    assert opened(*drawn("egypt"), map=WEST).state.options.npc_method == "a"
    assert opened(*drawn("egypt"), map=WEST, npc_method="b").state.options.npc_method == "b"
    with pytest.raises(SetupError, match="npc_method: must be one of a, b"):
        opened(*drawn("egypt"), map=WEST, npc_method="c")


@pytest.mark.parametrize(("bonus", "vp"), [(0, 0), (1, 1), (2, 2)])
def test_sol_bon_01_to_03_bonus_vp_of_npcs(bonus: int, vp: int) -> None:
    """ACME-SOL-BON-01 to BON-03: in each Victory Tally as agreed; none by default but in Exploration (AMB-50)."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "kaska": "hittites 2"}
    facts: dict[str, Any] = {"options": {"npc_bonus_vp": bonus}, "deck": [46, 48, 50, 52, 54, 56, 58, 62]}
    t = story(areas, phase="reckoning", **facts)
    assert t.civ("hittites").vp == vp
    assert t.civ("egypt").vp == 0
    assert ("NPC bonus" in t.told()) == bool(bonus)
    assert next(c for c in NPC_CHOICES if c.name == "npc_bonus_vp").default == 0


def test_sol_knob_01_cards_more_or_fewer() -> None:
    """ACME-SOL-KNOB-01: for persons and NPCs apart."""
    s = state(AREAS, options={"human_cards": 1, "npc_cards": -1})
    assert (more_cards(s, "egypt"), more_cards(s, "hittites")) == (1, -1)
    assert (more_cards(state(AREAS), "egypt"), more_cards(state(AREAS), "hittites")) == (0, 0)


def test_sol_knob_01_the_draw_step_heeds_them_and_the_hand_limit_stands() -> None:
    """ACME-SOL-KNOB-01, KNOB-07: four cards, and never more than six in hand."""
    facts = {"options": {"human_cards": 1}, "deck": [46, 48, 50, 52, 54, 56, 58, 62], "step": "draw.begin"}
    t = story(AREAS, phase="reckoning", egypt={"hand": [16]}, **facts).run_until("growth.retire", "growth.deploy")
    assert len(t.hand("egypt")) == 5
    t = story(AREAS, phase="reckoning", egypt={"hand": [16, 17, 32, 33]}, **facts)
    assert t.key == "draw.discard"
    assert t.ask().least == 2


def test_sol_knob_02_mina_at_the_beginning_and_with_each_card_phase() -> None:
    """ACME-SOL-KNOB-02."""
    t = opened(SeatPlan("egypt", home="thebes"), *drawn(), map=WEST, human_mina=2, npc_mina=1)
    t.run_until("growth.retire")
    assert t.civ("egypt").mina == 2
    assert "gained 1 mina as agreed" in t.told()
    t = story(AREAS, egypt={"hand": [16]}, options={"human_mina_each_turn": 1, "npc_mina_each_turn": 2})
    assert (t.civ("egypt").mina, t.civ("hittites").mina) == (1, 2)
    assert "{civ:egypt} gained 1 mina as agreed" in t.told()


@pytest.mark.parametrize(("delta", "due"), [(2, 9), (0, 7), (-2, 5)])
def test_sol_knob_03_growth_more_or_less_after_it_is_counted(delta: int, due: int) -> None:
    """ACME-SOL-KNOB-03: and the least of 3 is raised or lowered with it."""
    s = state(AREAS, options={"npc_growth": delta})
    assert growth_due(s, "hittites", 7) == due
    assert growth_due(s, "hittites", 1) == 3 + delta
    assert growth_due(s, "egypt", 7) == 7


def test_sol_knob_04_a_scenario_may_guarantee_more() -> None:
    """ACME-SOL-KNOB-04: such as 8 for the Turanians."""
    s = state(AREAS, hittites={"least_growth": 8})
    assert (growth_due(s, "hittites", 5), growth_due(s, "hittites", 9)) == (8, 9)


@pytest.mark.parametrize(
    ("level", "five", "nine", "cards"),
    [("normal", 8, 9, 1), ("stronger", 10, 10, 2), ("strongest", 12, 12, 2), ("weaker", 6, 7, 0), ("weakest", 4, 5, 0)],
)
def test_sol_knob_05_and_06_invaders(level: str, five: int, nine: int, cards: int) -> None:
    """ACME-SOL-KNOB-05, KNOB-06: the guarantee is raised, or what was counted is cut; bonus cards besides."""
    s = state(AREAS, hittites={"least_growth": 8, "invader": True}, options={"invaders": level})
    assert (growth_due(s, "hittites", 5), growth_due(s, "hittites", 9)) == (five, nine)
    assert (more_cards(s, "hittites"), more_cards(s, "egypt")) == (cards, 0)
    assert level in INVADERS


def test_sol_knob_07_a_stronger_player() -> None:
    """ACME-SOL-KNOB-07: an income of 2 yields 4 disks, and four cards are drawn."""
    s = state(AREAS, options={"player": "stronger"})
    assert (growth_due(s, "egypt", 2), growth_due(s, "egypt", 5), growth_due(s, "hittites", 2)) == (4, 5, 3)
    assert more_cards(s, "egypt") == 1


def test_sol_knob_08_a_weaker_player_begins_with_four_cards() -> None:
    """ACME-SOL-KNOB-08."""
    s = state(AREAS, options={"player": "weaker"})
    assert (first_cards(s, "egypt"), first_cards(s, "hittites")) == (4, 5)
    t = opened(SeatPlan("egypt", home="thebes"), *drawn(), map=WEST, player="weaker").run_until("growth.retire")
    assert len(t.hand("egypt")) == 4


def test_sol_knob_09_gilgamesh() -> None:
    """ACME-SOL-KNOB-09: off, once or as often as one likes."""
    found = [read_options({"gilgamesh_returns": how}, WEST, 2).gilgamesh_returns for how in ("off", "once", "any")]
    assert found == [0, 1, 99]


def test_a_knob_named_is_stronger_than_its_preset() -> None:
    """One may take the cards without the growth."""
    options = read_options({"player": "stronger", "human_least_growth": 0}, WEST, 2)
    assert (options.human_least_growth, options.human_cards) == (0, 1)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"npc_bonus_vp": 3}, "npc_bonus_vp: must be one of 0, 1, 2"),
        ({"human_cards": True}, "human_cards: must be one of"),
        ({"npc_growth": 1}, "npc_growth: must be one of -2, 0, 2"),
        ({"player": "godlike"}, "player: must be one of normal, stronger, weaker"),
        ({"invaders": "none"}, "invaders: must be one of"),
        ({"npc_mina": -1}, "npc_mina: must be a whole number from 0 to 9"),
    ],
)
def test_what_cannot_be_agreed_on_is_named(options: dict[str, Any], reason: str) -> None:
    """SetupError names the option."""
    with pytest.raises(SetupError, match=reason):
        read_options(options, WEST, 2)


def test_options_of_invaders_are_for_scenarios_that_have_some() -> None:
    """The standard game does not offer them."""
    with pytest.raises(SetupError, match="invaders: this option doesn't exist"):
        opened(*drawn("egypt"), map=WEST, invaders="stronger")
    assert "player" in [c.name for c in GAME.scenarios["standard"].options]


def test_knobs_are_kept_by_the_notation() -> None:
    """What was agreed before the start holds to the end."""
    facts = {"options": {"npc_method": "b", "npc_bonus_vp": 2, "player": "stronger", "npc_growth": -2}}
    t = story(AREAS, egypt={"hand": [16]}, hittites=HUMAN, **facts)
    again = Story(notation.dump(t.table))
    assert again.state.options == t.state.options


def test_sol_gen_02_an_npc_acts_at_its_place_in_turn_order() -> None:
    """ACME-SOL-GEN-02: between two persons, in Growth as in the rounds of the Card Phase."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "thrace": "greeks 2"}
    facts: dict[str, Any] = {"greeks": {**HUMAN, "hand": [17]}, "egypt": {"hand": [16]}}
    t = story(areas, order="egypt hittites greeks", phase="growth", **facts)
    t.run_until("card.play")
    told = t.told()
    gained = [told.index(f"{{civ:{civ}}} acquired") for civ in ("egypt", "hittites", "greeks")]
    assert gained == sorted(gained)
    assert t.asked()[1] == "egypt"
    t.answer("egypt", "pass").windows()
    assert t.asked()[1] == "greeks"


def test_control_changes_who_answers_and_not_what_the_seat_is() -> None:
    """RUL-133: an NPC that a person takes over hides its hand; its enmities stay, and it is open again afterwards."""
    t = story(AREAS, egypt={"hand": [16]}, hittites={"hand": [17, 27], "enemies": ["egypt"]})
    assert t.view().civs["hittites"].hand
    t.table.control("hittites", "human")
    assert t.view().civs["hittites"].hand is None
    assert t.view().civs["hittites"].enemies == ("egypt", "barbarians")
    t.table.control("hittites", "npc")
    assert t.view().civs["hittites"].hand
