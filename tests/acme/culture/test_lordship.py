"""The Lord of the Four Quarters, shorter games, Gilgamesh, and what a table may set (CUL-03, CUL-50 to CUL-54)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.state import Civ
from engine.acme.view import StageDemands
from engine.core import notation
from engine.core.decoding import decoder
from engine.core.game import SetupError
from tests.acme.culture.tables import CULTURE, acting, advance, position, told, towns, tracks
from tests.acme.opening import begin, seats
from tests.acme.reckoning.positions import story as reckoning
from tests.acme.story import Story

NEAR = {"military": 4, "economic": 4, "religious": 3}


def opened(**options: Any) -> Story:
    return begin(*seats("egypt", "hittites"), **{"map": "abbreviated_western", **options}).run_until("growth.retire")


def test_every_civ_begins_beside_the_tracks() -> None:
    """CUL-03."""
    story = opened(culture=True)
    assert [tracks(story, civ) for civ in ("egypt", "hittites")] == [(0, 0, 0)] * 2


def test_the_last_stage_of_the_third_track_wins_at_once() -> None:
    """CUL-50: in mid-turn play jumps to the Reckoning, scoring is completed, and that civ wins whatever the VP."""
    story = acting(8, mina=4, tracks=NEAR, hittites={"vp": 90})
    advance(story, "egypt", "religious", *["mina"] * 4)
    outcome = story.table.outcome()
    assert outcome is not None
    assert outcome.winners == ("egypt",)
    assert story.civ("egypt").scored == {"cities": 8, "culture": 3}
    assert story.state.phase == "over"
    assert "Lord of the Four Quarters" in story.told()


def test_so_it_does_in_mid_competition() -> None:
    """CUL-50: by sacking a City, and no further Competition is fought."""
    areas = {
        "hattusha": "hittites 1",
        **towns("egypt", 8),
        "aleppo": "egypt 4 hittites 3",
        "thebes": "egypt 2 hittites 3",
    }
    story = told(
        areas, phase="competition", deck=[44, 46, 48], egypt={"tracks": NEAR, "vp": 1},
        hittites={"tracks": {"religious": 4}, "vp": 60},
    )  # fmt: skip
    story.run_until("culture.sack", "growth.retire")
    story.answer("egypt", "up:religious")
    outcome = story.table.outcome()
    assert outcome is not None
    assert outcome.winners == ("egypt",)
    assert story.disks("hittites", "thebes") == 3
    assert story.civ("egypt").scored["culture"] == 3


def test_an_npc_can_be_lord_too() -> None:
    """CUL-43, CUL-50: by the card that it turns up when all have passed."""
    story = told(
        {"thebes": "egypt 2", **towns("hittites", 8)}, deck=[86, 44], egypt={"hand": [16]},
        hittites={"by": "npc", "acted": True, "tracks": NEAR},
    )  # fmt: skip
    story.answer("egypt", "pass")
    outcome = story.table.outcome()
    assert outcome is not None
    assert outcome.winners == ("hittites",)


@pytest.mark.parametrize("stage", [1, 2])
def test_shorter_games_may_begin_on_a_stage(stage: int) -> None:
    """CUL-51: all civs on every track, without the Cities, their disks from Supply."""
    story = opened(culture=True, epochs=2, culture_start=stage)
    assert [tracks(story, civ) for civ in ("egypt", "hittites")] == [(stage,) * 3] * 2


@pytest.mark.parametrize("ends", [{"epochs": 4}, {"vp_target": 50}])
def test_longer_games_may_not(ends: dict[str, int]) -> None:
    """CUL-51: three Epochs at most."""
    with pytest.raises(SetupError, match="culture_start: only possible in a game of up to 3 Epochs"):
        opened(culture=True, culture_start=1, **ends)


@pytest.mark.parametrize("scenario", ["agamemnon", "sargon", "alexander"])
def test_a_historical_scenario_can_be_played_with_tracks(scenario: str) -> None:
    """CUL-01, CUL-51: its Epochs are those from its first to its last."""
    offered = GAME.scenarios[scenario]
    assert {"culture", "culture_start", "culture_cities", "culture_costs"} <= {c.name for c in offered.options}


RETURNS = [
    ({"military": 0}, {"military": 3}, {"military": 3}, (2, 0, 0)),
    ({"military": 1}, {"military": 2}, {"military": 2}, (1, 0, 0)),
    ({"military": 1}, {"military": 0}, {"military": 4}, (1, 0, 0)),
    ({"economic": 1}, {"economic": 4}, {"economic": 3}, (0, 2, 0)),
    ({}, {}, {"religious": 3}, (0, 0, 2)),
]


@pytest.mark.parametrize(("own", "hittites", "babylon", "after"), RETURNS)
def test_who_comes_back_catches_up(
    own: dict[str, int], hittites: dict[str, int], babylon: dict[str, int], after: tuple[int, int, int]
) -> None:
    """CUL-52: where it is last, to one stage behind the next ahead; elsewhere nothing, and never back."""
    story = reckoning(
        {"egypt": {"tracks": own}, "hittites": {"tracks": hittites}, "babylon": {"tracks": babylon}},
        {
            "thebes": "egypt 1", "hattusha": "hittites 4", "karahuyuk": "hittites 3",
            "babylon": "babylon 4", "akkad": "babylon 3",
        },
        turn=2, options=CULTURE,
    ).run_until("gilgamesh.invoke")  # fmt: skip
    story.answer("egypt", "leave")
    civ = story.options()[0] if story.key == "gilgamesh.civ" else ""
    story.answer("egypt", civ).run_until("reckoning.peace", "growth.retire", "draw.buy", "draw.look")
    assert tracks(story, civ) == after


def test_costs_and_cities_are_the_tables_business() -> None:
    """CUL-54: both tables can be overridden."""
    story = acting(1, mina=2, options={"culture_cities": "1 1 2 3", "culture_costs": [2, 2, 2, 2]})
    advance(story, "egypt", "military", "mina", "mina")
    assert tracks(story, "egypt") == (1, 0, 0)
    assert story.view().culture == StageDemands((1, 1, 2, 3), (2, 2, 2, 2))


@pytest.mark.parametrize("wrong", ["2 4 6", "4 2 6 8", "a b c d", [1, 2, 3, True], 7, "1 2 3 99", [0.5, 1, 2, 3]])
def test_other_numbers_are_refused(wrong: Any) -> None:
    """CUL-54: with what is wrong."""
    with pytest.raises(SetupError, match="culture_cities: must be four numbers up to 24, none lower"):
        opened(culture=True, culture_cities=wrong)


def test_a_position_is_written_and_read() -> None:
    """CUL-02: stages and white disks laid out; what does not fit is refused."""
    story = acting(4, tracks={"military": 2}, arrayed={"tyre": 1})
    again = notation.load(GAME, notation.dump(story.table))
    assert again.state.civs["egypt"].tracks == {"military": 2}
    assert again.state.civs["egypt"].arrayed == {"tyre": 1}
    assert again.problems() == []
    for tracks_, options in ({"naval": 1}, {}), ({"military": 5}, {}), ({"military": 1}, {"culture": False}):
        with pytest.raises(SetupError, match=r"civs\.egypt\.tracks: must be stages from 0 to 4"):
            notation.load(GAME, position({"thebes": "egypt 1"}, options=options, egypt={"tracks": tracks_}))


def test_a_state_of_before_loads() -> None:
    """CUL-01: what was stored without the tracks has none."""
    assert decoder(Civ).json(json.dumps({"home": "thebes"})).tracks == {}
