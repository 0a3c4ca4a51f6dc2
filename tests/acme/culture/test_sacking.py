"""Sacked Cities and the Culture Tracks (CUL-35 to CUL-42, CUL-58)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acme.culture.tables import told, towns, tracks
from tests.acme.story import Story

EVEN, ODD, EVENT = 44, 43, 98
BATTLE = {"aleppo": "egypt 4 hittites 3"}


def sacked(
    card: int = EVEN, *, cities: int = 0, egypt: dict[str, int] | None = None, hittites: dict[str, int] | None = None,
    more: dict[str, Any] | None = None, victor: str = "egypt",
) -> Story:  # fmt: skip
    """Egypt destroys a City of the Hittites in Aleppo and has taken its mina; the card lies on top of the deck."""
    areas = {"hattusha": "hittites 1", **towns("egypt", cities), "aleppo": f"{victor} 4 hittites 3"}
    civs: dict[str, Any] = {"egypt": {"tracks": egypt or {}, **(more or {})}, "hittites": {"tracks": hittites or {}}}
    story = told(areas, phase="competition", deck=[card, 46, 48, 50, 52], **civs)
    story.run_until("loot.choose", "culture.sack", "growth.retire")
    return story.answer("egypt", "mina") if story.key == "loot.choose" else story


def test_a_card_is_revealed_after_the_loot() -> None:
    """CUL-35: loot, then the card, which is discarded."""
    story = sacked(EVEN, egypt={"military": 1}, hittites={"military": 2}, cities=4)
    told_all = story.told()
    assert told_all.index("sacked a City") < told_all.index("for the Culture Tracks")
    assert EVEN in story.state.discard


def test_an_event_is_played_and_not_replaced() -> None:
    """CUL-35: the deck is one card shorter, and its number counts as in the Sudden End test."""
    story = sacked(EVENT, hittites={"military": 1})
    story.run_until("culture.sack")
    assert EVENT in story.state.discard
    assert story.state.deck[0] == 46
    assert story.options("egypt") == ("down:military", "none")


def test_an_even_number_leaves_the_choice() -> None:
    """CUL-36: up where the loser stands higher, or any of its tracks down."""
    stages = {"military": 2, "economic": 1, "religious": 1}
    story = sacked(EVEN, cities=4, egypt={"military": 1, "economic": 1}, hittites=stages)
    assert story.asked() == (
        "culture.sack", "egypt",
        ("up:military", "up:religious", "down:military", "down:economic", "down:religious", "none"),
    )  # fmt: skip
    story.answer("egypt", "up:religious")
    assert (tracks(story, "egypt"), tracks(story, "hittites")) == ((1, 1, 1), (2, 1, 1))


def test_the_loser_may_be_brought_down() -> None:
    """CUL-36: from the first stage off the track, and its disk to Supply."""
    story = sacked(EVEN, hittites={"economic": 1, "religious": 2})
    supply = story.civ("hittites").supply
    story.answer("egypt", "down:economic")
    assert (tracks(story, "hittites"), story.civ("hittites").supply) == ((0, 0, 2), supply + 1)
    assert "{civ:hittites} fell to stage 0 of {track:economic}" in story.told()


def test_the_choice_may_be_declined() -> None:
    """CUL-36: "may"."""
    story = sacked(EVEN, hittites={"economic": 1}).answer("egypt", "none")
    assert tracks(story, "hittites") == (0, 1, 0)


def test_an_odd_number_does_nothing() -> None:
    """CUL-37, CUL-58: no question, no change, the card discarded."""
    story = sacked(ODD, hittites={"military": 3})
    assert story.key != "culture.sack"
    assert tracks(story, "hittites") == (3, 0, 0)
    assert ODD in story.state.discard


@pytest.mark.parametrize(
    ("cities", "offered"),
    [(7, ("down:military", "none")), (8, ("up:military", "down:military", "none"))],
)
def test_the_example(cities: int, offered: tuple[str, ...]) -> None:
    """CUL-38, CUL-39, CUL-58: 3 against 4; to rise to the last stage it needs eight Cities."""
    story = sacked(EVEN, cities=cities, egypt={"military": 3}, hittites={"military": 4}, more={"growth_box": 2})
    held = len([a for a, here in story.state.disks.items() if here.get("egypt", 0) >= 3])
    assert held == cities
    assert story.options("egypt") == offered


@pytest.mark.parametrize(
    ("stage", "asks"),
    [
        (1, "The number is even. Rise on a Culture Track, or move {civ:hittites} down."),
        (2, "The number is even. Choose a Culture Track to move {civ:hittites} down on."),
    ],
)
def test_the_question_speaks_of_what_is_offered_alone(stage: int, asks: str) -> None:
    """CUL-36, CUL-39: who is nowhere behind is not asked whether to rise."""
    request = sacked(EVEN, cities=4, egypt={"military": stage}, hittites={"military": 2}).table.pending
    assert request is not None
    assert request.prompt.startswith(asks)


def test_a_track_is_begun_with_a_disk() -> None:
    """CUL-05, CUL-36: by sacking too."""
    story = sacked(EVEN, cities=2, hittites={"military": 1})
    supply = story.civ("egypt").supply
    story.answer("egypt", "up:military")
    assert (tracks(story, "egypt"), story.civ("egypt").supply) == ((1, 0, 0), supply - 1)


@pytest.mark.parametrize(
    ("stages", "left"),
    [
        ({"military": 2, "economic": 2, "religious": 1}, (1, 2, 1)),
        ({"military": 1, "economic": 3, "religious": 3}, (1, 2, 3)),
        ({"religious": 1}, (0, 0, 0)),
        ({}, (0, 0, 0)),
    ],
)
def test_barbarians_cut_the_highest_track(stages: dict[str, int], left: tuple[int, int, int]) -> None:
    """CUL-40: without a card; tied Military, then Economic, then Religious."""
    areas = {"thebes": "egypt 1", "hattusha": "hittites 1", "aleppo": "barbarians 4 hittites 3"}
    story = told(areas, phase="competition", deck=[EVEN, 46], hittites={"tracks": stages})
    story.run_until("growth.retire", "draw.buy")
    assert tracks(story, "hittites") == left
    assert "for the Culture Tracks" not in story.told()


def by_npc(card: int, npc: dict[str, int], person: dict[str, int], cities: int = 2) -> Story:
    """An NPC sacks a City of a person."""
    areas = {"thebes": "egypt 1", **towns("hittites", cities), "hattusha": "hittites 1", "aleppo": "hittites 4 egypt 3"}
    return told(
        areas, phase="competition", deck=[card, 46, 48, 50], egypt={"tracks": person},
        hittites={"by": "npc", "tracks": npc, "enemies": ["egypt"]},
    ).run_until("growth.retire", "draw.buy")  # fmt: skip


def test_an_npc_rises_where_it_does_not_lead() -> None:
    """CUL-41, CUL-58."""
    story = by_npc(EVEN, {"military": 1}, {"military": 1, "economic": 1})
    assert (tracks(story, "hittites"), tracks(story, "egypt")) == ((1, 1, 0), (1, 1, 0))


def test_an_npc_that_leads_everywhere_brings_the_loser_down() -> None:
    """CUL-41: on the loser's highest track, as Barbarians do."""
    story = by_npc(EVEN, {"military": 2, "economic": 2, "religious": 2}, {"military": 1, "religious": 2})
    assert (tracks(story, "hittites"), tracks(story, "egypt")) == ((2, 2, 2), (1, 0, 1))


def test_an_npc_with_an_odd_number_does_nothing() -> None:
    """CUL-37, CUL-41: it draws like any victor."""
    story = by_npc(ODD, {"military": 1}, {"military": 1, "economic": 1})
    assert (tracks(story, "hittites"), tracks(story, "egypt")) == ((1, 0, 0), (1, 1, 0))


def test_an_npc_without_the_cities_stays() -> None:
    """CUL-38, CUL-41: it attempts to rise, and that fails."""
    story = by_npc(EVEN, {"economic": 2}, {"economic": 3}, cities=1)
    assert (tracks(story, "hittites"), tracks(story, "egypt")) == ((0, 2, 0), (0, 3, 0))


def test_lost_cities_cost_no_stage() -> None:
    """CUL-42: a civ whose Cities have gone otherwise keeps its stages."""
    story = told({"thebes": "egypt 1"}, egypt={"hand": [16], "tracks": {"military": 4, "economic": 2}})
    assert tracks(story, "egypt") == (4, 2, 0)
    story.run_until("growth.retire")
    assert tracks(story, "egypt") == (4, 2, 0)
