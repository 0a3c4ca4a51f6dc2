"""Standing orders to Negate by who announces what, and by what it would bring about beside lost disks."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.play.order_screens import order_name
from bot.ui.presentations import names_of, presentation_of
from engine.acme.announcing import holds
from engine.acme.foes import enemies
from engine.acme.game import GAME
from engine.acme.orders import SETS as ORDERED
from engine.core.errors import IllegalAnswer
from engine.core.order_lines import read_order
from engine.core.trial import DryRun
from tests.acme.cards.tables import duel, table
from tests.acme.cards.test_disasters import PLAGUED
from tests.acme.test_orders import harmless, judged, plague


@pytest.mark.parametrize(
    ("line", "picks"),
    [
        ("negate: any when always", "27"),
        ("negate: any when by egypt", "27"),
        ("negate: any when by hittites", "pass"),
        ("negate: any when by leader", "27"),
        ("negate: any when class action", "27"),
        ("negate: any when class religion", "pass"),
        ("negate: any when class religion or by Egypt", "27"),
        ("negate: any when mine", "pass"),
        ("negate: any when replaced or barbarians or leader vp", "pass"),
    ],
)
def test_a_negate_is_played_by_who_announces_what(line: str, picks: str) -> None:
    """RUL-054: Bronze Workshops of Egypt cost nobody anything; all have as many VP."""
    assert judged(harmless(27), "hittites", line).batch == ((picks,),)


@pytest.mark.parametrize("line", ["negate: any when barbarians", "negate: any when replaced"])
def test_who_lay_beside_the_own_disks_before_has_not_come_by_the_card(line: str) -> None:
    """Biblical Plague takes a disk of the Hittites in Kaska, and the Barbarian there stays alone with the other."""
    story = table({**PLAGUED, "kaska": "hittites 2 barbarians 1"}, egypt={"hand": [73, 16]}, hittites={"hand": [27]})
    assert judged(story.play("egypt", "73"), "hittites", line).batch == (("pass",),)


def test_of_several_negates_the_least_useful_is_played() -> None:
    assert judged(plague(25, 27, 28), "hittites", "negate: cheapest").batch[0][0] in {"27", "28"}
    first, cheap = (judged(plague(27, 28), "hittites", f"negate: {way}").batch[0][0] for way in ("any", "cheapest"))
    assert (first, cheap) == ("27", "28")
    assert judged(harmless(27), "hittites", "negate: cheapest").batch == (("pass",),)


@pytest.mark.parametrize(
    ("line", "kept", "picks"),
    [
        ("negate: high priest when lose >= 3 or home", "negate: 28 when lose 3 or home", "28"),
        ("negate: Prophetess", "negate: 27", "27"),
        ("negate: 26 up to 2", "negate: 26 up to 2", "pass"),
        ("negate: false prophet when always", "negate: 30 when always", "pass"),
    ],
)
def test_a_negate_is_ordered_by_its_name(line: str, kept: str, picks: str) -> None:
    """One that is not in hand, or does not fit, is not played, and no other in its place."""
    assert read_order(GAME.orders, line).line == kept
    assert judged(plague(27, 28), "hittites", line.removesuffix(" up to 2")).batch == ((picks,),)
    assert order_name(presentation_of("acme"), read_order(GAME.orders, line)).startswith(name_of(kept))


def name_of(line: str) -> str:
    """What the card is called that the line Negates with."""
    return names_of("acme", "").name("card", line.split()[1])


@pytest.mark.parametrize(
    ("line", "kept", "picks"),
    [
        ("negate: high priest when lose >= 9; else prophetess", "negate: 28 when lose 9 else 27", "27"),
        ("negate: high priest when lose >= 9 or deity; else pass", "negate: 28 when lose 9 or deity else pass", "pass"),
        ("negate: pass when lose 1 else any", "negate: pass when lose 1 else any", "pass"),
        ("negate: 28 when lose 1 and lose 9 else 27", "negate: 28 when lose 1 and lose 9 else 27", "27"),
        ("negate: 28 when lose 1 and by egypt else 27", "negate: 28 when lose 1 and by egypt else 27", "28"),
    ],
)
def test_an_order_says_what_is_done_where_its_conditions_do_not_hold(line: str, kept: str, picks: str) -> None:
    """What costs the seat a disk is then Negated, or not, as it says behind `else`."""
    order = read_order(GAME.orders, line)
    assert order.line == kept
    assert read_order(GAME.orders, kept) == order
    assert judged(plague(27, 28), "hittites", line).batch == ((picks,),)


def test_what_costs_nothing_is_not_negated_otherwise() -> None:
    assert judged(harmless(27), "hittites", "negate: any when mine else any").batch == (("pass",),)


def test_what_names_no_negate_is_refused() -> None:
    for line in ("negate: oasis", "negate: high", "negate: high priest high priest", "negate: " + "high priest " * 15):
        with pytest.raises(IllegalAnswer):
            read_order(GAME.orders, line)


def test_what_negates_ones_own_announcement_can_be_negated() -> None:
    """ACME §8.5: the last announcement is the answer, the one before it the own card."""
    story = duel({"lydia": "hittites 1"}, egypt={"hand": [58, 27]}, hittites={"hand": [28]}).play("egypt", "58")
    story.answer("hittites", "28")
    assert story.asked()[1] == "egypt"
    assert judged(story, "egypt", "negate: any when mine").batch == (("27",),)
    assert judged(story, "egypt", "negate: any when by egypt").batch == (("pass",),)


def seen(pala: dict[str, int], egypt: int = 3) -> dict[str, Any]:
    """A view with those disks in Pala and so many VP of Egypt."""
    civs = {
        "hittites": {"home": "hattusha", "deity": "", "vp": 2},
        "egypt": {"home": "thebes", "deity": "", "vp": egypt},
    }
    return {"areas": {"pala": {"disks": pala}}, "civs": civs}


@pytest.mark.parametrize(
    ("line", "after", "egypt", "true"),
    [
        ("replaced", {"hittites": 1, "egypt": 1}, 3, True),
        ("replaced", {"hittites": 1}, 3, False),
        ("replaced", {"hittites": 2, "egypt": 1}, 3, False),
        ("barbarians", {"hittites": 2, "barbarians": 2}, 3, True),
        ("barbarians", {"hittites": 1, "egypt": 1}, 3, False),
        ("leader vp", {"hittites": 2}, 4, True),
        ("leader vp", {"hittites": 2}, 3, False),
    ],
)
def test_a_negate_depends_on_who_comes_and_who_gains(
    line: str, after: dict[str, int], egypt: int, *, true: bool
) -> None:
    """Others in the place of an own disk, Barbarians beside own disks, VP for whoever leads."""
    before, later = seen({"hittites": 2}), seen(after, egypt)
    gone = {"pala": 2 - after["hittites"]} if after["hittites"] < 2 else {}
    run = DryRun(later, (), 1, "", None)
    assert holds(read_order(GAME.orders, f"negate: any when {line}"), before, run, gone, "hittites") is true


@pytest.mark.parametrize(
    ("areas", "egypt", "picks"),
    [
        ({}, {}, "pass"),
        ({"kaska": "egypt 1 hittites 1"}, {}, "27"),
        ({"kaska": "egypt 1 hittites 1"}, {"team": "north"}, "pass"),
        ({}, {"npc": True, "enemies": ["hittites"]}, "27"),
        ({"kaska": "barbarians 1 hittites 1"}, {}, "pass"),
    ],
)
def test_what_an_enemy_announces_is_negated(areas: dict[str, str], egypt: dict[str, Any], picks: str) -> None:
    """N-104: an NPC that is hostile, or who shares a Contested area and is no team-mate."""
    story = duel({"lydia": "hittites 1"}, egypt={"hand": [58, 16]}, hittites={"hand": [27]}).play("egypt", "58")
    view = story.table.view("hittites")
    for area, stacks in areas.items():
        words = stacks.split()
        view["areas"][area] |= {"disks": dict(zip(words[::2], map(int, words[1::2]), strict=True)), "contested": True}
    view["civs"]["egypt"] |= egypt
    view["civs"]["hittites"] |= {"team": "north"}
    order = read_order(GAME.orders, "negate: any when by enemy")
    assert holds(order, view, DryRun(view, (), 1, "", None), {}, "hittites") is (picks == "27")
    assert ("egypt" in enemies(view, "hittites")) is (picks == "27")


def test_the_announcement_of_an_enemy_is_negated_at_the_table() -> None:
    areas = {"lydia": "hittites 1", "thebes": "egypt 2 hittites 1"}
    story = duel(areas, egypt={"hand": [58, 16]}, hittites={"hand": [27]}).play("egypt", "58")
    assert judged(story, "hittites", "negate: any when by enemy").batch == (("27",),)
    assert judged(harmless(27), "hittites", "negate: any when by enemy").batch == (("pass",),)


def test_whoever_is_careful_spends_the_least_useful_negate() -> None:
    """Three disks are at stake, the Home Area among what is hit."""
    careful = ORDERED["careful"]
    assert judged(plague(27, 28), "hittites", *careful).batch == (("28",),)
    assert judged(harmless(27), "hittites", *careful).batch == (("pass",),)
