"""Factions that nobody plays: disks of nobody's, in every rule that meets them (RUL-002, RUL-003, RUL-111)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.npc.placing.course import next_groups
from engine.acme.npc.placing.prospect import prospect
from engine.acme.npc.relations import is_enemy, targets
from engine.acme.questions.board import everybody, factions, meets
from engine.acme.questions.income import commerce
from engine.acme.state import State
from engine.acme.view import NeutralView
from engine.core.toml import write
from tests.acme.competition.arena import finish
from tests.acme.story import Story

TROY = {"troy": {"colour": "red", "letter": "T", "disks": 50}}
NPC = {"by": "npc", "npc": True, "enemies": ["egypt"]}
AREAS = {"thebes": "egypt 3", "hattusha": "hittites 3"}


def notated(areas: dict[str, str], phase: str = "card", **civs: Any) -> str:
    """Egypt, the Hittites and Troy; keywords are facts of the civs."""
    homes = {"egypt": "thebes", "hittites": "hattusha"}
    tables = {name: {"home": home, "hand": [], **civs.get(name, {})} for name, home in homes.items()}
    top = {"map": "full", "epoch": 2, "phase": phase, "seed": "troy", "order": list(homes)}
    return write({**top, "civs": tables, "neutrals": TROY, "areas": {**AREAS, **areas}})


def story(areas: dict[str, str], phase: str = "card", **civs: Any) -> Story:
    return Story(notated(areas, phase, **civs))


def still(areas: dict[str, str], **civs: Any) -> State:
    return GAME.load(notated(areas, **civs))[0]


def holds(*cards: int, **facts: Any) -> dict[str, Any]:
    """A civ with these cards."""
    return {"hand": list(cards), **facts}


def test_they_come_after_the_civs_and_before_the_barbarians() -> None:
    s = still({"ilium": "barbarians 1 troy 1 hittites 1 egypt 1"})
    assert factions(s, "ilium") == ["egypt", "hittites", "troy", "barbarians"]
    assert everybody(s) == ["egypt", "hittites", "troy", "barbarians"]


def test_everybody_sees_their_disks_and_colour() -> None:
    shown = story({"ilium": "troy 3"}).view().neutrals
    assert shown == {"troy": NeutralView("Troy", "red", "T", supply=47, disks=3, cities=1)}


def test_they_bring_nobody_commerce() -> None:
    s = still({"ilium": "troy 3", "thrace": "troy 1 egypt 1"})
    assert (meets(s, "egypt"), commerce(s, "egypt")) == (set(), 0)


@pytest.mark.parametrize(("card", "answers", "left"), [(72, (), 1), (73, (), 1), (76, ("ilium",), 1)])
def test_cards_that_take_disks_may_be_aimed_at_them(card: int, answers: tuple[str, ...], left: int) -> None:
    """Famine, Plague, Earthquake: nobody is asked, nothing is paid."""
    t = story({"ilium": "troy 3", "hattusha": "hittites 2"}, egypt=holds(card), hittites={"mina": 3})
    t.answer("egypt", str(card))
    for pick in answers:
        t.answer("egypt", pick)
    t.run_until("card.play")
    assert (t.disks("troy", "ilium"), t.state.neutrals["troy"].supply) == (left, 50 - left)


def test_drought_and_civil_war_name_them() -> None:
    """A card that says "another civilization" may name them for a loss of disks."""
    two = {"ilium": "troy 3", "arzawa": "troy 3"}
    t = story(two, egypt=holds(83)).play("egypt", "83").run_until("growth.retire")
    assert (t.disks("troy", "ilium"), t.disks("troy", "arzawa")) == (2, 2)
    assert "{civ:barbarians} placed 2 disks" in t.told()
    t = story({"babylon": "troy 2"}, egypt=holds(77)).play("egypt", "77").run_until("growth.retire")
    assert t.disks("troy", "babylon") == 1


@pytest.mark.parametrize("card", [80, 50, 51, 79, 81])
def test_cards_that_take_anything_else_do_not(card: int) -> None:
    """Corruption, Embargo, Weights, Tax Revolt, Nepotism: Troy has neither mina nor cards nor VP."""
    t = story({"ilium": "troy 3"}, egypt=holds(card))
    assert str(card) not in (t.options("egypt") if t.table.pending and t.key == "card.play" else ())


def test_they_fight_with_what_they_have() -> None:
    """Three against two: neither asked nor helped."""
    t = finish(story({"ilium": "troy 2 egypt 3"}, "competition"))
    assert t.state.disks["ilium"] == {"egypt": 2}


def test_their_cities_are_no_loot() -> None:
    t = finish(story({"ilium": "troy 3 egypt 4"}, "competition", egypt={"hand": [21]}))
    assert "sacked" not in t.told()


@pytest.mark.parametrize("card", [16, 17, 40])
def test_competition_cards_strike_them(card: int) -> None:
    """Siege Master, Soothsayer and Mercenaries Desert take a disk of them."""
    t = story({"ilium": "troy 4 egypt 4"}, "competition", egypt=holds(card, mina=1)).windows()
    t.play("egypt", f"card:{card}", "done")
    t.run_until("competition.removal", "growth.retire")
    assert "{civ:troy} lost 1 disk" in t.told()


@pytest.mark.parametrize(("troy", "barbarians", "left"), [(1, 2, {"troy": 1, "barbarians": 1}), (2, 2, {"troy": 2})])
def test_a_stronghold_of_theirs_is_a_unit_that_goes_first(troy: int, barbarians: int, left: dict[str, int]) -> None:
    t = finish(story({"armenia": f"troy {troy} stronghold barbarians {barbarians}"}, "competition"))
    assert t.state.disks["armenia"] == left


def test_stacks_of_theirs_are_trimmed() -> None:
    t = story({"ilium": "troy 4", "rhodian_sea": "troy 2"}, "reckoning").run_until("growth.retire")
    assert (t.disks("troy", "ilium"), t.disks("troy", "rhodian_sea")) == (3, 2)


def test_a_deity_whose_temple_they_hold_is_lost() -> None:
    facts = {"deity": "god_of_war"}
    t = finish(story({"thebes": "troy 1", "memphis": "egypt 2"}, "competition", egypt=facts))
    assert t.view().civs["egypt"].deity_state == "lost"
    assert "{area:thebes} is Controlled by {civ:troy}" in t.told()


def test_an_npc_harms_them_last_and_begins_no_fight_with_them() -> None:
    s = still({"ilium": "troy 2"}, hittites=NPC)
    assert targets(s, "hittites") == ["egypt", "barbarians", "troy"]
    assert not is_enemy(s, "hittites", "troy")
    s = still({"ilium": "troy 2", "arzawa": "hittites 1"}, hittites=NPC)
    assert "ilium" not in [g.area for g in next_groups(prospect(s, "hittites", 4, ["ilium"]))]


def test_the_traitor_works_on_them() -> None:
    t = story({"ilium": "troy 3 egypt 2"}, "competition", egypt=holds(22))
    t.answer("egypt", "22:ilium:troy").windows()
    assert t.state.disks["ilium"] == {"egypt": 2}
