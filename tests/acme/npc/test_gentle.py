"""The gentle computer: it settles slowly where it is alone, harms nobody, and spends nothing on fights."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.effects.plans import DONE
from engine.acme.game import GAME
from engine.acme.npc.decision import GENTLY, decide, is_gentle
from engine.acme.npc.gentle import KIND, MOST, is_calm, is_kind
from engine.acme.presentation.lobby import AcmeLobby, changed_for_npcs
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.acme.cards.tables import holds, table
from tests.acme.growing import acquire
from tests.acme.story import Story
from tools.acme_levels import pair


def decided(story: Story, *, gently: bool = True) -> tuple[str, ...]:
    """Return what the gentle computer, or a stand-in, answers in the place of whoever is asked."""
    asked, ask, s = story.table.pending, story.ask(), story.state
    assert asked is not None
    c = s.civs[ask.seat]
    c.by, c.gentle = "npc", gently
    picks = decide(s, asked.to(ask.seat), ask).picks
    c.by = "human"
    return picks


def test_it_enters_no_area_of_others() -> None:
    """A stand-in fights the Hittites for Memphis; where they are with it already, it may stand by its own."""
    areas = {"thebes": "egypt 3", "nile_delta": "hittites 1 egypt 1", "memphis": "hittites 1"}
    asked = acquire(areas).ask()
    assert {"nile_delta", "memphis"} <= {*asked.options}
    story = acquire(areas)
    while story.key == "growth.deploy" and story.asked()[1] == "egypt" and (picks := decided(story)) != (DONE,):
        assert is_calm(story.state, "egypt", picks[0])
        story.answer("egypt", *picks)
    assert story.disks("egypt", "memphis") == 0


def test_it_places_few_disks_a_turn() -> None:
    story, placed = acquire({"thebes": "egypt 2", "memphis": "egypt 2"}, egypt={"deity": "mother_goddess"}), 0
    assert story.state.civs["egypt"].box > MOST
    while story.key == "growth.deploy" and story.asked()[1] == "egypt" and (picks := decided(story)) != (DONE,):
        story.answer("egypt", *picks)
        placed += 1
    assert placed == MOST


def playing(card: int, **more: Any) -> Story:
    return table({"thebes": "egypt 2", "zab": "hittites 3"}, egypt=holds(card), **more)


@pytest.mark.parametrize(("card", "kind"), [(72, False), (58, True), (80, False)])
def test_it_plays_no_card_that_costs_others_something(card: int, kind: bool) -> None:
    """72 removes disks, 80 takes a card and a mina; 58 brings mina."""
    story = playing(card, hittites={"mina": 2, "hand": [17]})
    assert is_kind(story.state, "egypt", card) is kind
    assert (str(card) in decided(story)) is kind
    assert str(card) in decided(story, gently=False)
    assert len(KIND) == 6


def test_it_pays_for_no_losses() -> None:
    story = playing(72, hittites={"mina": 3}).play("egypt", "72").windows()
    assert story.asked()[:2] == ("loss.buy_off", "hittites")
    assert decided(story) == ("lose",)


def test_the_seats_of_such_a_table_play_by_the_rules_of_a_person() -> None:
    seats = [SeatPlan(by="human"), SeatPlan(by="npc"), SeatPlan(by="npc")]
    s = Table.new(GAME, "standard", seats, {"npc": "gentle"}, "gentle").state
    assert [(c.npc, c.strong, c.gentle) for c in s.civs.values()] == [(False, False, False)] + [
        (False, False, True)
    ] * 2


def test_a_person_in_its_seat_is_advised_as_any_other() -> None:
    story = playing(72)
    decided(story)
    assert story.state.civs["egypt"].gentle
    assert not is_gentle(story.state, "egypt")


def test_the_lobby_says_that_computers_are_gentle() -> None:
    assert changed_for_npcs({"npc": "gentle"}) == ["gentle computers in NPC seats"]
    assert AcmeLobby().challenge("standard", 1, {"npc": "gentle"}) == ""


def test_all_that_it_does_otherwise_is_asked_somewhere() -> None:
    assert {"growth.deploy", "card.play", "competition.commit", "loss.buy_off"} <= {*GENTLY}


@pytest.mark.soak
def test_usual_computers_beat_it() -> None:
    """A thrifty guard: three seeds, twice each (`python -m tools.acme_levels`)."""
    assert sum(pair(number, ("usual", "gentle"), "guard").won for number in range(3)) >= 4
