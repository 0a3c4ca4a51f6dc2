"""Standing orders to pass with what stops them, and to leave all as it is before growth."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.passing import dated, excepted
from engine.core.ask import PASS, Ask
from engine.core.order_lines import WrongOrder, read_order, read_orders
from engine.core.text import sentence, speaking
from tests.acme.cards.tables import duel, holds
from tests.acme.growing import growing
from tests.acme.test_orders import judged

ORDERS = GAME.orders


@pytest.mark.parametrize(
    ("line", "kept", "stops"),
    [
        ("pass: when cards <= 2", "pass: always when cards <3", ""),
        ("pass: when cards <= 1", "pass: always when cards <2", "order.stop.unmet"),
        ("pass: when stuck or cards <= 2", "pass: always when stuck or cards <3", ""),
        ("pass: unless leader vp >= 4", "pass: always unless leader vp_4", ""),
        ("pass: unless leader vp >= 3", "pass: always unless leader vp_3", "acme.order.stop.pass_leader"),
        ("pass: unless home", "pass: always unless home", ""),
        ("pass: unless disks < 2", "pass: always unless disks <2", ""),
        ("pass: unless disks < 9 or home", "pass: always unless disks <9 or home", "acme.order.stop.pass_disks"),
        ("pass: always up to 1 unless home", "pass: always up to 1 unless home", "order.stop.much"),
        ("pass: when cards <= 2 unless leader vp 3", "pass: always when cards <3 unless leader vp_3", "pass_leader"),
    ],
)
def test_an_order_passes_unless_something_stops_it(line: str, kept: str, stops: str) -> None:
    """ACME §8.2: Egypt has two cards and two disks, the Hittites 3 VP."""
    order = read_order(ORDERS, line)
    assert (order.line, read_order(ORDERS, kept)) == (kept, order)
    said = judged(duel(egypt=holds(58), hittites={"hand": [28], "vp": 3}), "egypt", line)
    assert said.batch == (() if stops else ((PASS,),))
    assert said.why.key.endswith(stops)


def test_who_can_build_a_deity_is_asked() -> None:
    """ACME §8.4: five mina are enough."""
    for mina, stops in ((5, True), (0, False)):
        said = judged(duel(egypt=holds(58, mina=mina), hittites={"hand": [28]}), "egypt", "pass: unless can deity")
        assert (said.why.key == "acme.order.stop.pass_can") is stops


def test_who_is_contested_at_home_is_asked() -> None:
    story = duel({"thebes": "egypt 2 hittites 1"}, egypt=holds(58), hittites={"hand": [28]})
    assert judged(story, "egypt", "pass: unless home").why.key == "acme.order.stop.pass_home"


def standing(n: int, phase: str = "card") -> dict[str, Any]:
    """What Egypt sees with so many disks on the map."""
    areas = {"thebes": {"disks": {"egypt": n, "hittites": 3}}}
    return {"areas": areas, "civs": {"egypt": {"home": "thebes"}}, "phase": phase}


@pytest.mark.parametrize(("left", "stops"), [(5, False), (4, True)])
def test_who_has_lost_a_disk_since_the_order_was_given_is_asked(left: int, *, stops: bool) -> None:
    """How many disks there were stands in the order, so that it remembers nothing else."""
    order = dated(read_order(ORDERS, "pass: unless hit"), standing(5), "egypt")
    assert order.line == "pass: always unless hit <5"
    assert read_order(ORDERS, order.line) == order
    found = excepted(order, standing(left), Ask("egypt", (PASS,)))
    assert found.key == ("acme.order.stop.pass_hit" if stops else "")


@pytest.mark.parametrize(
    ("course", "stops"),
    [
        ([("card", 3)], True),
        ([("competition", 3), ("card", 3)], False),
        ([("growth", 9), ("card", 9)], False),
        ([("growth", 9), ("card", 8)], True),
        ([("card", 9), ("card", 8)], True),
        ([("card", 9), ("growth", 7), ("card", 7)], False),
    ],
)
def test_what_hits_counts_in_each_card_phase_anew(course: list[tuple[str, int]], *, stops: bool) -> None:
    """Neither growth makes up for what is lost then, nor does what was lost in a Competition before count. What a card
    of one's own has brought counts too.
    """
    order = dated(read_order(ORDERS, "pass: unless hit"), standing(5), "egypt")
    for phase, n in course:
        order = dated(order, standing(n, phase), "egypt")
    assert bool(excepted(order, standing(course[-1][1]), Ask("egypt", (PASS,)))) is stops


def test_a_number_of_disks_that_was_named_stays() -> None:
    order = read_order(ORDERS, "pass: unless disks < 6 or home")
    assert dated(order, standing(9, "growth"), "egypt") == order


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "somebody else has 3 VP or more"), ("de", "jemand anderes hat 3 SP oder mehr")],
)
def test_what_stopped_it_is_said(language: str, said: str) -> None:
    why = judged(duel(egypt=holds(58), hittites={"hand": [28], "vp": 3}), "egypt", "pass: unless leader vp 3").why
    with speaking(language):
        assert sentence(why) == said


@pytest.mark.parametrize(("disks", "left"), [(3, True), (4, False)])
@pytest.mark.parametrize(("key", "kind"), [("growth.retire", "retire"), ("growth.resettle", "resettle")])
def test_before_growth_all_is_left_as_it_is_without_a_city_of_four(
    disks: int, key: str, kind: str, *, left: bool
) -> None:
    """ACME §6.2, §6.4: with one, its owner is asked."""
    story = growing({"thebes": f"egypt {disks}", "hattusha": "hittites 1"}).run_until(key)
    said = judged(story, "egypt", f"{kind}: none when no city of four")
    assert said.batch == ((("done",),) if left else ())
    assert said.why.key == ("" if left else "order.stop.unmet")
    assert judged(story, "egypt", f"{kind}: none").batch == (("done",),)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("before-growth: none", ["retire: none", "resettle: none", "granary: no", "storehouse: 0"]),
        (
            "before-growth: none when no city of four",
            ["retire: none when no city_of_four", "resettle: none when no city_of_four"],
        ),
        ("before-growth: granary when box >= 8 and mina < 2", ["granary: yes when box 8 and mina <2 else no"]),
    ],
)
def test_all_that_comes_before_growth_is_ordered_in_one_line(line: str, kept: list[str]) -> None:
    assert [order.line for order in read_orders(ORDERS, line)] == kept


@pytest.mark.parametrize("line", ["before-growth: dance", "before-growth:", "before-growth: none when sunny"])
def test_what_cannot_be_done_before_growth_is_refused(line: str) -> None:
    with pytest.raises(WrongOrder):
        read_orders(ORDERS, line)
