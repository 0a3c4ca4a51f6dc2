"""Barbarian invasions, Events 98 to 102, on every map (ACME §13, RUL-089, RUL-090, RUL-091, RUL-096)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.acme.effects.events import resolve_event
from engine.acme.effects.invasions import entries
from engine.acme.facts.catalog import AREAS, MAPS, edge, land_neighbours, neighbours, playable
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.game import GAME
from engine.acme.questions.problems import problems
from engine.acme.state import State
from engine.core.ask import Answers, Request
from tests.acme.reckoning.positions import PLAIN, Civs, position, story

INVASIONS = (98, 99, 100, 101, 102)
TERRAIN = {101: "mountain", 102: "desert"}
CASES = [(m, n) for m in MAPS for n in INVASIONS]


def board(map_id: str, areas: dict[str, str] | None = None) -> State:
    """A board with two peoples, Babylon (or the Hittites) with the fewest VP."""
    civs: dict[str, dict[str, Any]] = {"egypt": {"vp": 3}, "hittites": {"vp": 1}}
    if "thebes" not in playable(map_id):
        civs = {"assyria": {"vp": 3, "home": "assur"}, "babylon": {"vp": 1}}
    home = "hattusha" if "hittites" in civs else "babylon"
    chooser = "hittites" if "hittites" in civs else "babylon"
    return GAME.load(position(civs, areas or {home: f"{chooser} 1"}, map=map_id))[0]


def resolve(s: State, number: int, answer: Callable[[Request], str]) -> list[str]:
    """Resolve the Event with these answers; windows pass in silence. Returns the keys asked."""
    s.deck.remove(number)
    s.playing.append(number)
    asked: list[str] = []
    flow, answers = resolve_event(s, number, s.order[0]), None
    while True:
        try:
            request = flow.send(answers)
        except StopIteration:
            return asked
        answers = {a.seat: a.silence or (answer(request),) for a in request.asks}
        asked.append(request.key)


def toward(entry: str, map_id: str) -> Callable[[Request], str]:
    """Answers that lead to that entry."""

    def answer(request: Request) -> str:
        options = request.asks[0].options
        if request.key == "event.base":
            return next(o for o in options if o in neighbours(map_id, entry))
        return entry if entry in options else options[0]

    return answer


def legal(number: int, map_id: str) -> set[str]:
    """The entries by the text of the card, from the map alone."""
    land = {a for a in playable(map_id) if AREAS[a].is_land}
    if number in {98, 99}:
        return set(edge(map_id, "N" if number == 98 else "E"))
    if number == 100:
        return set(playable(map_id)) - land
    kind = TERRAIN[number]
    return {
        a for a in land if AREAS[a].terrain != kind and any(AREAS[b].terrain == kind for b in neighbours(map_id, a))
    }


def struck(number: int, map_id: str, entry: str) -> set[str]:
    """The areas that the invasion reaches, from the map alone."""
    kind = TERRAIN.get(number)
    return {entry, *(a for a in land_neighbours(map_id, entry) if AREAS[a].terrain != kind)}


@pytest.mark.parametrize(("map_id", "number"), CASES)
def test_every_legal_entry_is_open(map_id: str, number: int) -> None:
    """RUL-019, RUL-089, RUL-090: any playable area of the kind named, on every size of the board."""
    s = board(map_id)
    assert set(entries(s, number)) == legal(number, map_id)
    assert entries(s, number)


@pytest.mark.parametrize(("map_id", "number"), CASES)
def test_each_entry_fills_itself_and_its_neighbours(map_id: str, number: int) -> None:
    """RUL-013, RUL-089: 4 black disks in Land, 2 in Desert and Sea, in the entry and the Land next to it."""
    assert legal(number, map_id)
    for entry in sorted(legal(number, map_id)):
        s = board(map_id)
        asked = resolve(s, number, toward(entry, map_id))
        black = {a: here[BARBARIANS] for a, here in s.disks.items() if BARBARIANS in here}
        assert black == {a: AREAS[a].cap for a in struck(number, map_id, entry)}, entry
        assert problems(s) == []
        assert "event.spread" not in asked
        assert number in s.discard


@pytest.mark.parametrize(("map_id", "number"), CASES)
def test_short_supply_fills_the_entry_first(map_id: str, number: int) -> None:
    """RUL-089, RUL-096: entry first, then neighbours as the chooser names them, as far as black disks go."""
    assert legal(number, map_id)
    for entry in sorted(legal(number, map_id)):
        s = board(map_id)
        want = {a: AREAS[a].cap for a in struck(number, map_id, entry)}
        s.black = min(sum(want.values()), AREAS[entry].cap + 3)
        total = s.black
        resolve(s, number, toward(entry, map_id))
        black = {a: here[BARBARIANS] for a, here in s.disks.items() if BARBARIANS in here}
        assert black[entry] == AREAS[entry].cap
        assert sum(black.values()) == total
        assert s.black == 0


def test_the_fewest_vp_direct_whoever_drew() -> None:
    """ACME §13.4, RUL-091: Egypt draws, the Hittites have fewer VP (ACME-CORE-41)."""
    t = story({"egypt": {"vp": 3}, "hittites": {"vp": 1}}, step="draw.begin", deck=[99, *PLAIN])
    assert t.asked() == (
        "event.entry",
        "hittites",
        ("sacans", "south_sakans", "gandhara", "sattagydia", "mohenjo_daro"),
    )


def test_fewest_cities_then_later_in_order_break_the_tie() -> None:
    """RUL-091: ties by Cities, then the later in Turn Order."""
    t = story(None, {"thebes": "egypt 1", "hattusha": "hittites 3"}, step="draw.begin", deck=[99, *PLAIN])
    assert t.asked()[1] == "egypt"
    t = story(None, {"thebes": "egypt 3", "hattusha": "hittites 3"}, step="draw.begin", deck=[99, *PLAIN])
    assert t.asked()[1] == "hittites"


def test_a_player_with_two_civs_counts_both() -> None:
    """RUL-001, RUL-091: players are compared by the sum; of two civs the one with fewer VP is asked."""
    civs: Civs = {"egypt": {"vp": 2, "player": "Ana"}, "babylon": {"vp": 3, "player": "Ana"}, "hittites": {"vp": 6}}
    t = story(civs, {"thebes": "egypt 1"}, step="draw.begin", deck=[99, *PLAIN])
    assert t.asked()[1] == "egypt"


def test_mountain_tribes_as_in_the_recorded_game() -> None:
    """RUL-090: from Tarsus into Lukka: Lukka, Lydia and Karahuyuk, no Mountain."""
    t = story(step="draw.begin", deck=[101, *PLAIN])
    assert t.asked()[:2] == ("event.base", "hittites")
    t.play("hittites", "tarsus", "lukka").windows().run_until("growth.retire")
    black = {a for a, here in t.state.disks.items() if BARBARIANS in here}
    assert black == {"lukka", "lydia", "karahuyuk"}
    assert "{civ:hittites} sent {card:101} into {area:lukka}" in t.told()


def test_the_disks_wait_for_the_next_overstack_check() -> None:
    """ACME §3.4: stacks of four placed in the Draw Step survive into the next turn."""
    t = story(step="draw.begin", deck=[101, *PLAIN])
    t.play("hittites", "tarsus", "lukka").run_until("growth.retire")
    assert t.disks(BARBARIANS, "lukka") == 4


def test_black_disks_there_are_filled_up() -> None:
    """RUL-013: "4 there" means: fill up to 4."""
    areas = {"lukka": "barbarians 3", "lydia": "barbarians 1 egypt 2", "thebes": "egypt 1", "hattusha": "hittites 1"}
    t = story(None, areas, step="draw.begin", deck=[101, *PLAIN])
    t.play("hittites", "tarsus", "lukka").run_until("growth.retire")
    assert (t.disks(BARBARIANS, "lukka"), t.disks(BARBARIANS, "lydia"), t.disks("egypt", "lydia")) == (4, 4, 2)
    assert t.state.black == 50 - 12


FAR = ("gandhara", "bactria", "aria", "sogdiana", "margiana", "parthia", "hyrcania", "chorasmia", "persis")


@pytest.mark.parametrize(
    ("elsewhere", "hint"),
    [((), "8 disks in 3 areas · Egypt 2 there"), ((*FAR, "utiana", "medes"), "2 disks in 2 areas")],
)
def test_beside_an_entry_stands_what_will_come_by_it(elsewhere: tuple[str, ...], hint: str) -> None:
    """RUL-013, RUL-096: as far as there is room in Lukka and next to it, and as far as black disks last."""
    areas = {"lukka": "barbarians 3", "lydia": "barbarians 1 egypt 2", "thebes": "egypt 1", "hattusha": "hittites 1"}
    more = dict.fromkeys(elsewhere, "barbarians 4")
    t = story(None, {**areas, **more}, step="draw.begin", deck=[101, *PLAIN]).play("hittites", "tarsus")
    assert t.hints("hittites")[t.options("hittites").index("lukka")] == hint


def test_the_chooser_names_the_order_when_disks_run_short() -> None:
    """RUL-089: one neighbour at a time, until the rest fits or nothing is left."""
    areas = {**dict.fromkeys(FAR, "barbarians 4"), "utiana": "barbarians 4", "medes": "barbarians 4"}
    t = story(None, {**areas, "thebes": "egypt 1"}, step="draw.begin", deck=[101, *PLAIN])
    assert t.state.black == 6
    t.play("hittites", "tarsus", "lukka")
    assert t.asked() == ("event.spread", "hittites", ("karahuyuk", "lydia"))
    t.answer("hittites", "lydia").run_until("growth.retire")
    assert (t.disks(BARBARIANS, "lukka"), t.disks(BARBARIANS, "lydia"), t.disks(BARBARIANS, "karahuyuk")) == (4, 2, 0)


def test_without_black_disks_nobody_is_asked() -> None:
    """RUL-096: it goes as far as the Supply goes; the card is replaced as usual."""
    s = board("full")
    s.black = 0
    assert resolve(s, 98, toward("", "full")) == []
    assert 98 in s.discard


def test_hand_writing_cancels_after_the_choices_are_named() -> None:
    """RUL-095: the window comes after the entry; the Event is discarded and replaced as drawn."""
    t = story({"egypt": {"deity": "sky_god", "hand": [94]}}, step="draw.begin", deck=[101, *PLAIN])
    t.play("hittites", "tarsus", "lukka")
    assert t.asked() == ("card.negate", "egypt", ("94", "pass"))
    t.answer("egypt", "94").run_until("growth.retire")
    assert t.disks(BARBARIANS, "lukka") == 0
    assert t.hand("egypt") == [42, 44, 46]
    assert {94, 101} <= set(t.state.discard)


def test_the_drawer_may_answer_his_own_event() -> None:
    """RUL-054, RUL-056: the drawer is asked too, from space 1."""
    t = story({"hittites": {"deity": "sky_god", "hand": [94]}, "egypt": {}}, step="draw.begin", deck=[100, *PLAIN])
    t.answer(t.ask().seat, "sinai_sea")
    assert t.asked() == ("card.negate", "hittites", ("94", "pass"))
    assert answers_of(t.table.pending) == {"hittites": ("pass",)}


def answers_of(request: Request | None) -> Answers:
    """What silence would answer."""
    assert request is not None
    return {a.seat: a.silence or () for a in request.asks}
