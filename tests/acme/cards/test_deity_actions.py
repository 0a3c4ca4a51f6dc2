"""Deity actions without a card: establish, re-establish, return (ACME §12, RUL-112 to RUL-117)."""

from __future__ import annotations

import pytest

from tests.acme.cards.tables import holds, table
from tests.acme.story import Story

RICH = {"thebes": "egypt 3", "memphis": "egypt 1", "hattusha": "hittites 2"}


def test_establishing_costs_exactly_five_resources_in_any_mix() -> None:
    """ACME §12.2, RUL-051: disks from the map, mina and cards, one pick at a time, face up."""
    t = table(RICH, egypt={"hand": [42, 58], "mina": 2}).play("egypt", "deity", "god_of_war")
    assert t.options() == ("disk:memphis", "disk:thebes", "mina", "card:42", "card:58")
    t.play("egypt", "disk:memphis", "disk:thebes", "mina", "card:58")
    assert t.options() == ("disk:thebes", "mina", "card:42")
    t.play("egypt", "mina")
    assert (t.civ("egypt").deity, t.civ("egypt").mina, t.hand("egypt")) == ("god_of_war", 0, [42])
    assert (t.disks("egypt", "thebes"), t.disks("egypt", "memphis"), t.state.discard) == (2, 0, [58])
    assert "god_of_war" not in t.state.available
    paid = "{area:memphis}, {area:thebes}, 2 mina, {card:58}"
    assert f"{{civ:egypt}} established {{deity:god_of_war}} for {paid}." in t.told()


def test_establishing_may_empty_the_home_and_leave_the_deity_dormant() -> None:
    """ACME §12.2: disks may come from anywhere, the Home Area included."""
    t = table({"thebes": "egypt 2", "memphis": "egypt 2"}, egypt={"hand": [42, 58]})
    t.play("egypt", "deity", "god_of_war", "disk:thebes", "disk:thebes", "disk:memphis", "card:42", "card:58")
    assert t.view().civs["egypt"].deity_state == "dormant"


def action_offered(t: Story, action: str) -> bool:
    """Whether Egypt may take that action now."""
    assert t.asked()[:2] == ("card.play", "egypt")
    return action in t.options()


@pytest.mark.parametrize(
    ("areas", "egypt", "offered"),
    [
        (RICH, {"mina": 1}, True),
        ({"thebes": "egypt 3"}, {"mina": 0}, False),
        ({"memphis": "egypt 4"}, {"mina": 5}, False),
        ({"thebes": "egypt 3 barbarians 1"}, {"mina": 5}, False),
        (RICH, {"mina": 5, "deity": "god_of_war"}, False),
        (RICH, {"mina": 5, "deity": "god_of_war", "silenced_until": 9}, False),
        (RICH, {"mina": 5, "deity": "god_of_war", "deity_state": "lost"}, True),
    ],
)
def test_establishing_needs_the_home_no_deity_and_the_price(
    areas: dict[str, str], egypt: dict[str, object], offered: bool
) -> None:
    """RUL-115: Control of the Home Area; a Lost Deity does not stand in the way."""
    t = table(areas, egypt=holds(**egypt))
    assert action_offered(t, "deity") is offered


def test_establishing_needs_an_available_deity() -> None:
    """RUL-115: if none is Available the action is not offered."""
    gods = ["father_of_the_gods", "god_of_war", "goddess_of_peace", "god_of_the_dead", "god_of_the_forge", "sky_god"]
    held = {**dict.fromkeys(gods, "babylon"), "mother_goddess": "babylon"}
    t = table(RICH, egypt=holds(mina=5), hittites={"captured": held})
    assert not action_offered(t, "deity")


def test_a_lost_deity_becomes_available_when_another_is_established() -> None:
    """RUL-115."""
    t = table(RICH, egypt=holds(mina=5, deity="sky_god", deity_state="lost"))
    t.play("egypt", "deity", "god_of_war", "mina", "mina", "mina", "mina", "mina")
    assert (t.civ("egypt").deity, "sky_god" in t.state.available) == ("god_of_war", True)


def test_the_tie_to_a_captured_deity_is_cut_when_another_is_established() -> None:
    """RUL-115, RUL-113: its captor keeps it and can return it to nobody."""
    t = table(
        RICH,
        egypt=holds(mina=5, deity="sky_god", deity_state="captured"),
        hittites=holds_captive(),
    ).play("egypt", "deity", "god_of_war", "mina", "mina", "mina", "mina", "mina")
    assert t.asked()[1] == "hittites"
    assert (t.civ("hittites").captured, "return:egypt" in t.options()) == ({"sky_god": "egypt"}, False)


def holds_captive() -> dict[str, object]:
    """The Hittites with the Deity of Egypt."""
    return {"hand": [17], "captured": {"sky_god": "egypt"}}


def test_a_lost_deity_comes_back_for_two_resources() -> None:
    """ACME §12.3: 2 resources."""
    t = table(RICH, egypt=holds(mina=2, deity="sky_god", deity_state="lost"))
    t.play("egypt", "restore", "mina", "disk:memphis")
    assert t.view().civs["egypt"].deity_state == "active"
    assert (t.civ("egypt").mina, t.disks("egypt", "memphis")) == (1, 0)


@pytest.mark.parametrize(
    ("areas", "state"),
    [({"memphis": "egypt 4"}, "lost"), ({"thebes": "egypt 3 barbarians 1"}, "lost"), (RICH, "active")],
)
def test_restoring_needs_control_of_the_home_and_a_lost_deity(areas: dict[str, str], state: str) -> None:
    """RUL-115."""
    assert not action_offered(table(areas, egypt=holds(mina=2, deity="god_of_war", deity_state=state)), "restore")


def captor(areas: dict[str, str], **hittites: object) -> Story:
    """Egypt holds the Hittites' God of War."""
    facts = {"deity": "god_of_war", "deity_state": "captured", **hittites}
    return table(areas, egypt=holds(captured={"god_of_war": "hittites"}), hittites=facts)


def test_returning_a_deity_gives_vp_and_wakes_it_at_once() -> None:
    """ACME §12.6, RUL-113."""
    t = captor(RICH).play("egypt", "return:hittites")
    assert (t.civ("egypt").vp, t.civ("egypt").captured) == (2, {})
    assert t.view().civs["hittites"].deity_state == "active"


@pytest.mark.parametrize(
    ("areas", "facts"),
    [
        ({"thebes": "egypt 3", "zab": "hittites 2"}, {}),
        (RICH, {"deity": "mother_goddess", "deity_state": "active"}),
        (RICH, {"deity": "sky_god", "deity_state": "lost"}),
    ],
    ids=["home not occupied", "another Deity", "another Lost Deity"],
)
def test_returning_needs_an_owner_at_home_without_another_deity(
    areas: dict[str, str], facts: dict[str, object]
) -> None:
    """RUL-113: so no civ can milk a conquered home."""
    assert not action_offered(captor(areas, **facts), "return:hittites")
