"""Every option that is a place of the board says so, and nothing else does: a page translates clicks by that alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from re import sub
from typing import Any, Final, TypeAlias

import pytest

import render
from engine.acme.game import GAME as ACME
from engine.civ.catalog import CALAMITIES, SEAS
from engine.civ.catalog import MAPS as CIV_MAPS
from engine.core.ask import Option
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import catalogue
from engine.games import GAMES
from tests.acme.history import persia
from tests.acme.reckoning.positions import story
from tests.acme.story import Story
from tests.civ import tables
from tests.civ.calamity import Struck, mega, people
from tests.civ.story import Phase
from tests.conformance.culture import crowded, culture_wars
from tests.conformance.every_game import SCENARIOS, SERIES, Case
from tests.conformance.players import ACME_MAPS, step
from tests.conformance.shapes import BESIDE_THE_BOARD, ON_THE_BOARD, keys, placed, shapes

CALAMITY = [(deck, card) for deck, cards in CALAMITIES.items() for card in cards]
Step: TypeAlias = Callable[[random.Random, Table[Any]], object]
LOOKED_AT = 150


def questions(table: Table[Any], rng: random.Random, most: int, go_on: Step = step) -> Iterator[tuple[str, Option]]:
    """The key and the option, for all that is asked in play at random."""
    for _ in range(most):
        if table.pending is None:
            return
        for seat in table.waiting():
            request, ask = table.question_to(seat), table.ask_of(seat)
            assert request is not None
            assert ask is not None
            yield from ((request.key, option) for option in placed(table.game, table.state, request, ask))
        go_on(rng, table)


def doomed(which: int) -> Iterator[tuple[str, Option]]:
    """The turn of a calamity in a crowded position of Advanced Civilization."""
    deck, card = CALAMITY[which % len(CALAMITY)]
    return questions(tables.doomed(which, deck, card), random.Random(which), LOOKED_AT, tables.step)


def cultured(number: int) -> Iterator[tuple[str, Option]]:
    """A game of ACME with Culture Tracks."""
    plans = [SeatPlan() for _ in range(3)]
    table = Table.new(ACME, "standard", plans, {"map": "western", "culture": True}, f"tracks {number}")
    return questions(table, random.Random(number), 4 * LOOKED_AT)


def met_in_acme() -> Iterator[str]:
    """The questions of ACME that are on the board where they are asked."""
    for told in acme_stories():
        yield from _placed(questions(told.table, random.Random(1), 8))
    for number in (0, 2):
        yield from _placed(cultured(number))
    for which, case in enumerate(_cases("acme")):
        yield from _placed(questions(case.table(), random.Random(which), 200))


def acme_stories() -> Iterator[Story]:
    """Positions for what random play comes to seldom."""
    few = {**dict.fromkeys(("hattusha", "kaska", "pala"), "hittites 3"), "thebes": "egypt 3", "memphis": "egypt 3"}
    yield story({"egypt": {}, "hittites": {}}, few, turn=2, turns=2).play("egypt", "leave", "assyria")
    lost = {"parthia": "scythians 3 medes_persians 0 gold", "persis": "medes_persians 3 gold"}
    yield persia.position(lost, "competition", npc=False).run_until("deity.back")


def met_in_culture_wars() -> Iterator[str]:
    """The same of Culture Wars."""
    for which, case in enumerate(_cases("culture_wars")):
        yield from _placed(questions(case.table(), random.Random(which), 2 * LOOKED_AT))


def _cases(game: str) -> list[Case]:
    return [case for case in (*SCENARIOS, *SERIES) if case.table().game.name == game]


def met_in_civilization() -> Iterator[str]:
    """The same of Advanced Civilization, which asks much only late in a game: from such positions."""
    yield from _placed(questions(tables.new(1), random.Random(1), 20, tables.step))
    for which in range(20):
        for deck, card in CALAMITY:
            yield from _placed(struck(which, deck, card))
    for which in (2, 3, 4, 14, 19):
        yield from _placed(questions(tables.crowded(which), random.Random(which), LOOKED_AT, tables.step))
    for phase in civ_stories():
        yield from phase.placed or phase.run().placed


def _placed(some: Iterable[tuple[str, Option]]) -> Iterator[str]:
    return (key for key, option in some if option.on)


def struck(which: int, deck: str, card: str) -> Iterator[tuple[str, Option]]:
    """What a calamity asks."""
    table, rng = tables.doomed(which, deck, card), random.Random(which)
    while table.pending is not None and table.state.phase == "calamity":
        yield from questions(table, rng, 1, tables.step)


def civ_stories() -> Iterator[Phase]:
    """Positions for what random play comes to seldom."""
    egypt = dict.fromkeys(("memphis", "tanis", "gaza"), "egypt city")
    babylon = dict.fromkeys(
        ("babylon", "susa", "ur", "charax", "nineveh", "aleppo", "ankara", "sinope"), "babylon city"
    )
    yield mega("tyranny", {**egypt, **babylon})
    poor = {**people(), "babylon": {"treasury": 52}}
    yield Struck("tyranny", scenario="basic", nations=poor, areas={"thebes": "egypt 9", "nubia": "egypt 6"})
    builders: dict[str, Any] = {"egypt": {"advances": ["urbanism"]}, "babylon": {}}
    towns = {"gaza": "egypt 8", "sinai": "egypt 8", "tanis": "egypt 5", "memphis": "egypt 5"}
    yield Phase("cities", scenario="basic", nations=builders, areas=towns).run(egypt="gaza:neighbours")
    attacked = {"memphis": "crete 7 egypt city", "tanis": "crete 7 egypt city", "nubia": "egypt 43"}
    yield Phase("conflict.cities", nations={"egypt": {}, "crete": {}, "babylon": {}}, areas=attacked)
    yield Phase("revolt", unpaid={"egypt": 1}, areas={**egypt, "thera": "babylon 2"})
    yield Phase("revolt", unpaid={"egypt": 1}, areas={**egypt, **babylon, "sardes": "babylon city"})


MET: Final[Mapping[str, Callable[[], Iterator[str]]]] = {
    "acme": met_in_acme,
    "civ": met_in_civilization,
    "culture_wars": met_in_culture_wars,
}


def test_each_question_is_known_to_be_on_the_board_or_not() -> None:
    asked = {sub(r"^ask\.|\.(one|other)$", "", key) for key in catalogue() if key.startswith("ask.")}
    assert asked - keys() == set()
    assert keys() - asked == set()


def test_no_question_is_both() -> None:
    for game in GAMES:
        assert not ON_THE_BOARD[game] & BESIDE_THE_BOARD[game]


@pytest.mark.sample(6)
@pytest.mark.parametrize("case", [*SCENARIOS, *SERIES], ids=str)
def test_what_names_a_place_is_on_it(case: Case) -> None:
    assert list(questions(case.table(), random.Random(case.name), LOOKED_AT))


@pytest.mark.sample(6)
@pytest.mark.parametrize("which", range(2 * len(CALAMITY)))
def test_what_names_a_place_is_on_it_in_a_calamity(which: int) -> None:
    assert list(doomed(which))


@pytest.mark.parametrize("game", MET)
def test_each_question_on_the_board_is_met_there(game: str) -> None:
    left, met = set(ON_THE_BOARD[game]), MET[game]()
    while left and (key := next(met, "")):
        left.discard(key)
    assert left == set()


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", [f"acme {board}" for board in ACME_MAPS] + [f"civ {board}" for board in CIV_MAPS])
def test_the_chart_of_each_map_has_every_shape_by_its_id(name: str) -> None:
    game, board = name.split()
    scenario, seats = ("standard", 2) if game == "acme" else ("no_trading", min(CIV_MAPS[board].players))
    table = Table.new(GAMES[game], scenario, [SeatPlan()] * seats, {"map": board}, "drawn")
    drawn = {shape.id for shape in render.shapes(game, table.view(None))}
    there = shapes(table.game, table.state)
    assert there - drawn <= {f"sea:{sea}" for sea in SEAS}
    assert drawn <= there


@pytest.mark.parametrize("make", [culture_wars, crowded])
def test_the_chart_has_what_an_option_is_on(make: Callable[[int], Table[Any]]) -> None:
    """The land of Culture Wars changes while tiles are moved, and so do its shapes."""
    table, rng = make(3), random.Random(3)
    for _ in range(LOOKED_AT):
        drawn = {shape.id for shape in render.shapes("culture_wars", table.view(None))}
        assert {where for _, option in questions(table, rng, 1) for where in option.on} <= drawn
