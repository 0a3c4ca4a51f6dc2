"""What the engine works out once and uses again, counted; and that nothing of it outlives what it follows from."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from engine.acme.cards import disasters
from engine.acme.effects.card_registry import REQUIREMENTS
from engine.acme.questions import board
from engine.acme.state import State as AcmeState
from engine.civ.effects import guarded_areas
from engine.civ.movement import DONE, Ways
from engine.core import record
from engine.core.table import Table
from engine.culture_wars import geography as lands
from engine.culture_wars import movement, tiles
from engine.culture_wars.geography import Geography, geography
from engine.culture_wars.pieces import Place
from engine.culture_wars.state import State as CultureState
from tests.civ.tables import crowded as crowded_lands
from tests.conformance.culture import crowded, culture_wars
from tests.conformance.players import acme, step


def counted(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[Any]:
    """A list that grows with each call of a function."""
    real, calls = getattr(where, name), list[Any]()

    def noted(*given: Any, **named: Any) -> Any:
        calls.append(given)
        return real(*given, **named)

    monkeypatch.setattr(where, name, noted)
    return calls


def until(table: Table[Any], rng: random.Random, fits: Callable[[Table[Any]], bool]) -> None:
    """Random answers until the table is so."""
    while not fits(table):
        assert table.pending is not None
        step(rng, table)


def middle_of_games(games: int) -> Iterator[AcmeState]:
    """Positions of ACME in which much is going on."""
    for number in range(games):
        table, rng = acme(number), random.Random(number)
        for _ in range(260):
            if table.pending is not None:
                step(rng, table)
        yield table.state


def test_a_culture_works_out_its_ways_once_for_all_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    table, rng = crowded(0), random.Random(4)
    made, mover = counted(monkeypatch, movement, "geography"), table.waiting()
    moves = 0
    while table.waiting() == mover and moves < 12:
        ask = table.ask_of(mover[0])
        assert ask is not None
        table.submit(mover[0], rng.choice(ask.options[:-1]) if len(ask.options) > 1 else ask.options[-1])
        moves += 1
    assert moves > 3
    assert len(made) <= 1


def test_land_that_lies_as_it_lay_is_worked_out_once_for_all_tables() -> None:
    one, other = culture_wars(0), culture_wars(1)
    assert geography(one.state) is geography(other.state)


def test_a_square_is_worked_out_when_it_is_first_asked_for() -> None:
    known = geography(culture_wars(0).state)
    land = Geography(known.tiles, known.xs, known.ys)
    near = land.walks[False, True]
    assert "e1" in near["c1"]
    assert len(near) == 1


def test_what_is_offered_follows_every_move_restore_and_undo() -> None:
    table, rng = crowded(1), random.Random(1)
    for _ in range(60):
        if table.pending is None or table.pending.key != "movement.move":
            break
        mover = table.waiting()[0]
        ask, again = table.ask_of(mover), Table(table.game, record.decode(record.encode(table.record)))
        assert ask is not None
        assert list(ask.options[:-1]) == list(movement.options(table.state, mover))
        assert again.ask_of(mover) == ask
        step(rng, table)
    mover = crowded(1).waiting()[0]
    back = crowded(1)
    first = back.ask_of(mover)
    assert first is not None
    back.submit(mover, first.options[0])
    assert back.ask_of(mover) != first
    back.undo(mover)
    assert back.ask_of(mover) == first


@pytest.mark.parametrize("number", [8, 18, 34, 48])
def test_the_moves_of_a_nation_are_those_worked_out_anew_after_each(number: int) -> None:
    """With roads and without, and where others with Diplomacy or Cultural Ascendancy may keep it out."""
    table, rng = crowded_lands(number), random.Random(number)
    until(table, rng, lambda t: t.pending is not None and t.pending.key == "movement.tokens")
    kept_out = 0
    while table.pending is not None and table.pending.key == "movement.tokens":
        [name] = table.waiting()
        ask, anew = table.ask_of(name), Ways(table.state, name)
        assert ask is not None
        assert list(ask.options) == anew.options()
        assert [token for token in ask.options if not anew.offers(token)] == [DONE] * (DONE in ask.options)
        assert not anew.offers("memphis!1") or "memphis!1" in ask.options
        kept_out += bool(guarded_areas(table.state, name))
        step(rng, table)
    assert kept_out > 30


def flooded(places: set[Place], start: Place) -> set[Place]:
    """All places joined to the start, found step by step."""
    found, edge = {start}, [start]
    while edge:
        edge = [p for q in edge for p in lands.beside(q) if p in places and p not in found and not found.add(p)]  # type: ignore[func-returns-value]
    return found


def test_seas_and_islands_are_those_found_step_by_step() -> None:
    several = 0
    for number in range(30):
        table, rng = culture_wars(number), random.Random(number)
        until(table, rng, lambda t: t.pending is None or t.pending.key == "coin.place")
        land = geography(table.state)
        columns, rows = land.extent
        around = {(x, y) for x in range(-1, columns + 1) for y in range(-1, rows + 1)}
        water, dry = around - land.tile_at.keys(), set(land.tile_at)
        assert set(land.sea_at) == water
        outer = flooded(water, (-1, -1))
        assert {p for p, sea in land.sea_at.items() if sea == lands.OUTER} == outer
        for sea in land.seas:
            own = {p for p, name in land.sea_at.items() if name == sea}
            assert flooded(water, min(own)) == own
        pieces = 0
        while dry:
            dry -= flooded(dry, min(dry))
            pieces += 1
        assert land.islands == pieces
        several += pieces > 1 or len(land.seas) > 1
    assert several > 3


def laid_one_by_one(s: CultureState, tile: str) -> set[Place]:
    """Where the tile may go, found by trying every corner near the others."""
    others = {p for p, other in geography(s).tile_at.items() if other != tile}
    coast = {q for p in others for q in lands.beside(p)} - others
    near = {(x - i, y - j) for x, y in coast for i in lands.SIDE for j in lands.SIDE}
    return {c for c in near if c != s.tiles[tile] and others.isdisjoint(lands.squares_of(c))}


def test_a_tile_may_go_where_trying_every_place_finds_room() -> None:
    tried = 0
    for number in range(12):
        table, rng = culture_wars(number), random.Random(number)
        while table.pending is not None and table.pending.key.startswith("tile."):
            for tile in list(table.state.tiles)[::5]:
                found = tiles.goals(table.state, tile)
                assert set(found.values()) == laid_one_by_one(table.state, tile)
                tried += len(found)
            step(rng, table)
    assert tried > 1000


@pytest.mark.parametrize(
    ("card", "name"),
    [
        (disasters.EARTHQUAKE, "prey"),
        (disasters.REBELLION, "civ_prey"),
        (disasters.FLOOD, "effective"),
        (disasters.VOLCANO, "effective"),
        (disasters.FAMINE, "cities_of_others"),
    ],
)
def test_whether_a_card_can_be_played_is_known_at_its_first_aim(
    monkeypatch: pytest.MonkeyPatch, card: int, name: str
) -> None:
    looked = counted(monkeypatch, disasters, name)
    spared = 0
    for s in middle_of_games(5):
        for civ in s.order:
            looked.clear()
            able, first = REQUIREMENTS[card](s, civ), len(looked)
            looked.clear()
            aims = {
                disasters.EARTHQUAKE: disasters.shakeable,
                disasters.REBELLION: disasters.restless,
                disasters.FLOOD: disasters.floodable,
                disasters.VOLCANO: disasters.volcanoes,
                disasters.FAMINE: disasters.foreign_cities,
            }[card]
            assert able == bool(list(aims(s, civ)))
            spared += len(looked) - first
    assert spared > 20


def test_what_is_asked_of_the_board_is_what_its_stacks_say() -> None:
    positions = list(middle_of_games(10))
    assert positions
    for s in positions:
        assert board.contested_areas(s) == board.by_order([a for a in s.disks if board.is_contested(s, a)])
        for faction in [*s.order, "barbarians"]:
            held = board.occupied_areas(s, faction)
            assert board.cities(s, faction) == [a for a in held if board.is_city(s, faction, a)]
            areas = sorted(board.in_play(s))
            assert board.with_room(s, faction, areas) == [a for a in areas if board.room(s, faction, a) > 0]


@pytest.mark.parametrize("opened", [acme, culture_wars])
def test_a_state_is_written_as_msgspec_writes_it(opened: Callable[[int], Table[Any]]) -> None:
    table, rng = opened(7), random.Random(7)
    for _ in range(120):
        if table.pending is not None:
            step(rng, table)
    s: AcmeState | CultureState = table.state
    assert bytes(record.snapshot(s)) == msgspec.json.encode(s)
