"""The maps of a game: what is in play, and that the line of white disks is the edge of the world (ACME §14)."""

from __future__ import annotations

import pytest

from engine.acme.effects.invasions import entries, spread
from engine.acme.facts.catalog import AREAS, MAPS, distances, edge, playable
from engine.acme.questions.board import meets
from engine.acme.setup.options import EVENTS, STANDARD_MAPS
from engine.core.errors import IllegalAnswer
from engine.core.game import SeatPlan, SetupError
from engine.core.toml import write
from tests.acme.opening import WEST, begin, place_first, seats
from tests.acme.story import Story

MARKERS = {"full": 0, "abbreviated_western": 9, "western": 8, "eastern": 9, "fertile_crescent": 21}


def growing(board: str, areas: dict[str, str], *, civ: str = "mittani", home: str = "mittani", box: int = 9) -> Story:
    """The civ about to deploy, a far neighbour beside it."""
    civs = {civ: {"home": home, "growth_box": box}, "elam": {"home": "elam" if board != WEST else "thebes"}}
    top = {"map": board, "phase": "growth", "order": list(civs), "seed": "maps"}
    return Story(write({**top, "civs": civs, "areas": areas})).run_until("growth.deploy")


def test_there_are_five_maps_to_choose_from() -> None:
    """ACME §14: full, abbreviated western, western, eastern, Fertile Crescent; those of scenarios are not offered."""
    assert set(STANDARD_MAPS) == set(MARKERS)
    with pytest.raises(SetupError, match="map: 'rostam' isn't one of"):
        begin(*seats("egypt", "hittites"), map="rostam")


@pytest.mark.parametrize("board", STANDARD_MAPS)
def test_a_game_shows_exactly_the_areas_of_its_map(board: str) -> None:
    """ACME §14, RUL-018: marked areas and all beyond them do not exist."""
    t = begin(SeatPlan(), SeatPlan(), map=board)
    assert set(t.view().areas) == playable(board)
    assert len(MAPS[board].marked) == MARKERS[board]
    assert not set(MAPS[board].marked) & set(t.view().areas)


@pytest.mark.parametrize(
    ("board", "beyond"),
    [
        (WEST, "colchis"),
        (WEST, "babylon"),
        ("western", "parthia"),
        ("western", "persis"),
        ("eastern", "lydia"),
        ("eastern", "tarsus"),
        ("fertile_crescent", "arzawa"),
        ("fertile_crescent", "persis"),
        ("fertile_crescent", "north_caucasus"),
    ],
)
def test_a_position_with_disks_beyond_the_line_is_refused(board: str, beyond: str) -> None:
    """ACME §14: no disk may ever be there."""
    text = f'map="{board}"\n[civs.mittani]\n[civs.elam]\nhome="mittani"\n[areas]\n{beyond}="mittani 1"\n'
    with pytest.raises(SetupError, match=rf"areas\.{beyond}: not an area in play on this map"):
        Story(text)


def test_pala_judah_and_babylon_lie_inside_the_fertile_crescent() -> None:
    """ACME §14, RUL-018."""
    t = growing("fertile_crescent", {"pala": "mittani 1", "judah": "mittani 1", "babylon": "mittani 1"})
    assert {"pala", "judah", "babylon"} <= set(t.options())


def test_growth_cannot_cross_the_line() -> None:
    """ACME §14, RUL-006: Tel Birak touches Nineveh, Assur and Jarwan, which are marked."""
    t = growing(WEST, {"tel_birak": "mittani 1"})
    assert t.options()[:-1] == ("emar", "mittani", "tel_birak", "zab")
    with pytest.raises(IllegalAnswer):
        t.answer("mittani", "nineveh")
    assert "nineveh" in growing("full", {"tel_birak": "mittani 1"}).options()


def test_cards_cannot_reach_beyond_the_line() -> None:
    """ACME §14: a card that goes anywhere stays on the map (57)."""
    civs = {"mittani": {"hand": [57]}, "egypt": {"home": "thebes"}}
    areas = {"mittani": "mittani 2", "thebes": "egypt 2"}
    top = {"map": WEST, "phase": "card", "order": list(civs), "seed": "m"}
    t = Story(write({**top, "civs": civs, "areas": areas})).play("mittani", "57")
    assert set(t.options()) <= playable(WEST)
    assert "colchis" not in t.options()


@pytest.mark.parametrize("board", STANDARD_MAPS)
@pytest.mark.parametrize("number", [98, 99, 100, 101, 102])
def test_barbarians_do_not_come_from_beyond_the_line(board: str, number: int) -> None:
    """ACME §14, RUL-006: entries and spread are areas in play."""
    s = begin(SeatPlan(), SeatPlan(), map=board).state
    assert entries(s, number)
    for entry in entries(s, number):
        assert {entry, *spread(s, number, entry)} <= playable(board)


def test_areas_next_to_the_line_are_map_edge_areas() -> None:
    """ACME §14, RUL-019: on the abbreviated map the eastern edge is where the markers begin."""
    assert set(edge(WEST, "E")) == {"kaska", "zab", "judah", "emar", "tel_birak", "nabatea"}
    s = begin(*seats("hittites", "mittani"), map=WEST).state
    assert set(entries(s, 99)) == set(edge(WEST, "E"))


def test_distances_do_not_run_through_areas_out_of_play() -> None:
    """RUL-006, RUL-007: through the steppe of the full map it may be nearer."""
    for board in STANDARD_MAPS:
        assert len(distances(board, "judah")) > 9
        for area, steps in distances(board, "judah").items():
            assert steps >= distances("full", "judah")[area]


def test_white_markers_do_not_occupy_nor_earn_commerce() -> None:
    """ACME §14: beside the line a lonely civ earns its minimum and no Commerce."""
    t = growing(WEST, {"tel_birak": "mittani 2", "zab": "mittani 2", "emar": "mittani 2"})
    assert meets(t.state, "mittani") == set()
    assert not any(a.contested for a in t.view().areas.values())


def test_event_cards_may_be_left_out_by_agreement() -> None:
    """ACME §15: on small maps invasions are harsher."""
    t = place_first(begin(*seats("hittites", "mittani"), map=WEST, without_events=[98, 99]))
    assert not {98, 99} & set(t.state.deck)
    assert set(EVENTS) - {98, 99} <= set(t.state.deck)


@pytest.mark.parametrize("board", STANDARD_MAPS)
def test_a_full_table_can_be_opened_on_every_map(board: str) -> None:
    """ACME §4.2: as many peoples as have a home there, six at most; all place their disks on the map."""
    t = begin(*[SeatPlan()] * 6, map=board)
    while t.key in {"setup.civ", "setup.home", "setup.deploy"}:
        t.answer(t.asked()[1], t.options()[0])
    assert set(t.state.disks) <= playable(board)
    assert all(AREAS[c.home].is_land for c in t.state.civs.values())
