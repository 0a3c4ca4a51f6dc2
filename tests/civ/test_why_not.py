"""Why something is not offered: what a player typed and no option says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.civ.game import GAME
from engine.civ.reasons import REASONS
from tests.civ.story import position
from tests.civ.tables import crowded, step

EGYPT = {"treasury": 1, "advances": ["pottery"], "hand": []}
AREAS = {"thebes": "egypt 3", "memphis": "egypt city", "ur": "babylon 2"}


def reason(phase: str, token: str, **tables: Any) -> str:
    """Why Egypt cannot answer so."""
    tables = {"areas": AREAS, "nations": {"egypt": EGYPT, "babylon": {}}, **tables}
    s, _ = GAME.load(position(phase, **tables))
    return GAME.why_not(s, "egypt", token)


def test_moves_name_what_is_against_them() -> None:
    """CIV 8.2, 8.3, 8.4: too many, nobody there, too far, no roads, no ship, open sea."""
    order = {"order": ["egypt", "babylon"]}
    assert "only 3 of your tokens in Thebes" in reason("movement", "thebes>fayum:4", **order)
    assert "no tokens in Ur" in reason("movement", "ur>thebes:1", **order)
    assert "can't reach Ur from Thebes" in reason("movement", "thebes>ur:1", **order)
    assert "without roads" in reason("movement", "thebes>>ur:1", **order)
    assert "you have no ship" in reason("movement", "memphis~rome:1", **order)
    assert reason("movement", "nonsense", **order) == ""


def test_cities_name_what_is_against_them() -> None:
    """CIV 10.1: a city there, too few tokens."""
    assert "a city in Memphis" in reason("cities", "memphis")
    assert "you have 3 tokens in Thebes" in reason("cities", "thebes")


def test_advances_name_what_is_against_them() -> None:
    """CIV 18.1, 18.2: held, prerequisites, price."""
    assert "already have Pottery" in reason("advances", "pottery")
    assert "must have bought Engineering" in reason("advances", "mining")
    assert "you can only pay 1" in reason("advances", "agriculture")


def test_rates_ships_and_cards_name_what_is_against_them() -> None:
    """CIV 5.2, 7.1, 12.2."""
    assert "2 to 2" in reason("tax", "3")
    assert "no units in Rome" in reason("ships", "rome:1")
    assert "can't buy from" in reason("cards", "5")
    assert "costs 18" in reason("cards", "1")
    rich = {**EGYPT, "treasury": 18}
    assert reason("cards", "1", nations={"egypt": rich, "babylon": {}}) == ""


def test_a_nation_that_is_not_to_be_had_says_why() -> None:
    """CIV 3.3: taken, or of another map."""
    s, _ = GAME.load(
        position("setup.nation", options={"map": "2p"}, nations={"italy": {}, "seat_2": {}}, order=["seat_2"])
    )
    assert "another player" in GAME.why_not(s, "seat_2", "italy")
    assert "not on this map" in GAME.why_not(s, "seat_2", "egypt")


@pytest.mark.sample(2)
@pytest.mark.parametrize("number", range(10))
def test_nothing_that_is_offered_has_a_reason_against_it(number: int) -> None:
    """CIV 4.4: what one step offers first is not called impossible."""
    table, rng, met = crowded(number), random.Random(number), set[str]()
    for _ in range(400):
        if table.pending is None:
            break
        seat = rng.choice(table.waiting())
        ask = table.ask_of(seat)
        assert ask is not None
        if table.state.phase in REASONS and table.state.phase not in met:
            met.add(table.state.phase)
            against = {option: GAME.why_not(table.state, seat, option) for option in ask.options}
            assert not {option: why for option, why in against.items() if why}, table.state.phase
        step(rng, table)
    assert met
