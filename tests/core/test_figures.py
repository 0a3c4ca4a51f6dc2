"""What is counted of the log: numbers in whatever form they are told, and of every game what it really tells."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import partial

import pytest

from bot.features.statistics.figures import count_figures
from engine.core.figures import Figure, Figures, amount, left_alone, lines, losses, numbers, seat_in
from engine.core.message import Message, strung
from engine.core.message import count_noun as noun
from engine.core.table import Table
from engine.core.text import catalogue, speaking
from engine.games import GAMES, PRESENTATIONS
from tests.conformance.culture import culture_wars
from tests.conformance.every_game import begun
from tests.conformance.players import acme, finish, step

FIELD = re.compile(r"\{([a-z_]+)[:}]")


@pytest.mark.parametrize(
    ("value", "n"),
    [
        (3, 3),
        ("", 0),
        ("{area:kaska}", 1),
        ("{area:kaska} 2, {area:arzawa}", 3),
        ("{area:kaska} +2", 2),
        (noun(4, "disk"), 4),
        (strung(["{card:1}", "{card:2}"]), 2),
        (strung([noun(2, "disk"), noun(1, "white_disk")]), 3),
        (strung([]), 0),
    ],
)
def test_a_number_is_read_in_whatever_form_it_is_told(value: int | str | Message, n: int) -> None:
    assert amount(value) == n


def test_a_line_counts_for_the_seat_that_it_names() -> None:
    said = Message("event.x", {"civ": "{civ:egypt}", "n": 3, "more": noun(2, "disk")})
    assert seat_in(said, "civ") == "egypt"
    assert list(lines("civ")(said)) == [("egypt", 1)]
    assert list(numbers("civ", "n", "more")(said)) == [("egypt", 5)]


def test_losses_are_what_there_is_less_of_and_who_is_left_alone_has_won() -> None:
    before = strung(["{civ:suns} 3", "{civ:moons} 2", "{civ:arms} 1"])
    said = Message("event.x", {"before": before, "after": strung(["{civ:suns} 1", "{civ:moons} 0"])})
    assert sorted(losses("before", "after")(said)) == [("arms", 1), ("moons", 2), ("suns", 2)]
    assert list(left_alone("after")(said)) == [("suns", 1)]
    assert list(left_alone("before")(said)) == []


def test_what_a_seat_did_under_an_earlier_name_is_its_own() -> None:
    declared = Figures((Figure("played", {"play": lines("civ")}),), {"came": ("civ", "old")})
    said = [("play", Message("x", {"civ": f"{{civ:{civ}}}"})) for civ in ("elam", "egypt")]
    then = [("came", Message("x", {"civ": "{civ:medes}", "old": "{civ:elam}"}))]
    now = [("play", Message("x", {"civ": "{civ:medes}"}))]
    counts, names = count_figures(declared, [*said, *then, *now])
    assert counts == Counter({("medes", "played"): 2, ("egypt", "played"): 1})
    assert names == {"elam": "medes"}


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_has_its_text_and_counts_events_that_are_told(game: str) -> None:
    figures = PRESENTATIONS[game].figures
    assert figures.figures
    texts = catalogue()
    with speaking("de"):
        german = catalogue()
    for figure in figures.figures:
        for known in (texts, german):
            assert FIELD.findall(known[f"figure.{game}.{figure.name}"]) == ["n"]
        assert [key for key in figure.counts if not {f"event.{key}", f"event.{key}.other"} & texts.keys()] == []
    for key, values in figures.successions.items():
        assert set(values) <= set(FIELD.findall(texts[f"event.{key}"]))


def first_nations() -> Table[object]:
    scenario = next(iter(GAMES["civ"].scenarios.values()))
    return begun(GAMES["civ"], scenario, scenario.least)


@pytest.mark.parametrize(
    ("game", "make", "most", "met"),
    [
        ("acme", partial(acme, 3), 150, {"played", "placed", "lost"}),
        ("culture_wars", partial(culture_wars, 3), 400, {"grown", "moved", "lost"}),
        ("civ", first_nations, 500, {"grown", "drawn", "built", "taxes"}),
    ],
)
def test_a_game_played_at_random_is_counted_by_seats(game: str, make: object, most: int, met: set[str]) -> None:
    assert callable(make)
    table, dice = make(), random.Random(1)
    finish(table)
    told = list(table.events)
    for _ in range(most):
        if table.pending is None:
            break
        step(dice, table)
        told += table.events
    counts, _ = count_figures(PRESENTATIONS[game].figures, [(one.key, one.said) for one in told if one.to is None])
    seats = set(table.game.seats(table.state))
    found = {name for (seat, name), n in counts.items() if seat in seats and n}
    assert met <= found
    assert min(counts.values()) >= 0
    assert "" not in {seat for seat, _ in counts}
