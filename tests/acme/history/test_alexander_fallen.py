"""What becomes of the disks of a civilization that has been conquered: they stay, and nobody leads them."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from engine.acme.fight.category import in_order
from engine.acme.npc.relations import enemies, targets
from engine.acme.questions.board import factions, meets
from engine.acme.questions.problems import problems
from engine.acme.view import view
from engine.core import notation
from tests.acme.history.alexandrine import (
    EMPIRE,
    FALLEN,
    HEARTLAND,
    LEVANT,
    MACEDON,
    NPC,
    OF_EMPIRE,
    WEST,
    fought,
    mustered,
)
from tests.acme.story import Story
from tests.conformance.players import step

GONE: Final[dict[str, Any]] = {**FALLEN, "displays": []}


def ruined(areas: dict[str, str], **more: Any) -> Story:
    """The West has fallen."""
    return mustered({"lukka": "greeks 1 gold", **areas}, hittites={**GONE, **more.pop("hittites", {})}, **more)


def test_they_come_after_the_civs_in_play() -> None:
    s = ruined({"tarsus": "hittites 2 greeks 1 barbarians 1"}, phase="card", greeks={"hand": [16]}).state
    assert factions(s, "tarsus") == [MACEDON, WEST, "barbarians"]
    assert problems(s) == []


def test_they_fight_unasked() -> None:
    """With a Stronghold, the cube of which any other owner might give up or keep."""
    t = ruined({"tarsus": "hittites 3 stronghold greeks 4"}, phase="competition")
    while t.table.pending is not None and t.state.phase == "competition":
        assert WEST not in t.table.waiting()
        t.silence() if t.is_window() else t.answer(t.table.waiting()[0], t.ask().options[0])
    assert (t.disks(WEST, "tarsus"), "tarsus" in t.state.cubes) == (0, False)


def test_a_city_of_theirs_is_sacked_as_anybodys() -> None:
    t = fought({"lukka": "", "tarsus": "hittites 3 greeks 4"}, hittites=GONE)
    assert t.disks(WEST, "tarsus") == 0
    assert "{civ:greeks} sacked a City of {civ:hittites} in {area:tarsus}: 1 VP." in t.told()


def test_they_take_no_gold_and_no_deity() -> None:
    """Alone in Thrace, whose Gold and Deity are Macedon's."""
    greeks = {"deity": "sky_god"}
    areas = {"thrace": "hittites 2 greeks 0 gold", "ilium": "greeks 1"}
    t = fought({"lukka": "", **areas}, hittites=GONE, greeks=greeks, options={"initial_deities": True})
    assert t.state.gold["thrace"] == MACEDON
    assert t.civ(WEST).captured == {}
    assert t.civ(MACEDON).deity_lost


def test_a_card_takes_their_disks_unasked() -> None:
    """The Epic Poet replaces one, which they cannot save."""
    t = ruined({"ilium": "greeks 2 hittites 1"}, phase="card", greeks={"hand": [7]}, egypt={"hand": [43]})
    t.play(MACEDON, "7").windows()
    assert (t.disks(WEST, "ilium"), t.disks(MACEDON, "ilium")) == (0, 3)


def test_nobody_trades_with_them() -> None:
    s = ruined({"tarsus": "hittites 2", "carchemish": "medes_persians 1"}, phase="card", greeks={"hand": [16]}).state
    assert WEST not in meets(s, HEARTLAND)


def test_npcs_are_no_enemies_of_theirs_and_harm_them_last() -> None:
    hostile = {**NPC, "enemies": [civ for civ in EMPIRE if civ != WEST], "primary": LEVANT}
    s = ruined({"tarsus": "hittites 2"}, phase="card", greeks=hostile, egypt={"hand": [16]}).state
    assert WEST not in enemies(s, MACEDON)
    assert targets(s, MACEDON)[-1] == WEST


def test_npcs_find_their_way_around_them() -> None:
    """A whole turn of NPCs with ruins in their way."""
    npcs: dict[str, Any] = {civ: OF_EMPIRE for civ in EMPIRE if civ != WEST}
    areas = {"tarsus": "hittites 2 stronghold greeks 2", "arzawa": "hittites 3", "ilium": "hittites 1 greeks 1"}
    t = ruined(areas, greeks={"hand": [16, 21, 72]}, **npcs)
    rng = Random(3)
    while t.table.pending is not None and t.state.turn < 4:
        assert WEST not in t.table.waiting()
        step(rng, t.table)
        assert t.table.problems() == []
    assert t.civ(WEST).out


def test_the_order_of_competitions_reckons_with_them() -> None:
    s = ruined({"tarsus": "hittites 2 greeks 2", "arzawa": "hittites 2 greeks 2"}, phase="competition").state
    assert set(in_order(s, ["tarsus", "arzawa"])) == {"tarsus", "arzawa"}


def test_everybody_sees_that_they_are_out() -> None:
    t = ruined({"tarsus": "hittites 2"}, phase="card", greeks={"hand": [16]}, hittites={"vp": 5})
    shown = view(t.state, None, [])
    assert (shown.civs[WEST].out, shown.civs[WEST].vp, shown.areas["tarsus"].disks) == (
        True,
        5,
        {WEST: 2},
    )
    assert WEST not in shown.order


def test_their_vp_count_for_the_empire() -> None:
    t = ruined({"tarsus": "hittites 2"}, phase="card", greeks={"hand": [16]}, hittites={"vp": 5}, egypt={"vp": 2})
    shown = {team.name: team for team in t.view().players}["Persian Empire"]
    assert (set(shown.civs), shown.score) == (set(EMPIRE), "7")


def test_the_notation_keeps_them() -> None:
    t = ruined({"tarsus": "hittites 2 stronghold"}, phase="card", greeks={"hand": [16]}, hittites={"vp": 5})
    text = notation.dump(t.table)
    assert notation.dump(notation.load(t.table.game, text)) == text


@pytest.mark.parametrize("npc", [{}, NPC])
def test_one_person_on_both_sides_plays_on_when_a_satrapy_has_fallen(npc: dict[str, Any]) -> None:
    """N-170: nobody else plays, and yet no NPC is out, for a satrapy that falls is conquered and not eliminated."""
    both = {civ: {"player": "ann"} for civ in EMPIRE if civ != WEST}
    west = {**GONE, **npc, "player": "ann"}
    t = ruined({"tarsus": "hittites 2"}, step="reckoning.gilgamesh", greeks={"player": "ann"}, hittites=west, **both)
    t.run_until("growth.retire")
    assert (t.table.outcome(), t.state.turn) == (None, 3)
