"""What a seat, or everybody, may know (ACME §4.5, RUL-133, RUL-178, RUL-179)."""

from __future__ import annotations

import msgspec
import pytest

from engine.acme.facts.catalog import CARDS
from engine.acme.view import AreaView, UnitsView
from engine.core.game import SeatPlan
from tests.acme.cards.tables import duel, holds, table
from tests.acme.competition.arena import fight
from tests.acme.growing import growing
from tests.acme.opening import begin, place_first, seats
from tests.acme.story import Story

TOP = {"map", "epoch", "turn", "phase", "order", "waiting_for", "deck_count", "discard", "deities_available"}
AREA = {"disks", "stronghold", "gold", "home", "control", "contested", "bonus"}
CIV = {
    *("vp", "mina", "hand_count", "growth_box", "supply", "home", "deity", "deity_state"),
    *("captured", "investments", "cities", "by"),
}


def position() -> Story:
    areas = {
        "thebes": "egypt 1",
        "abydos": "egypt 3",
        "hattusha": "hittites 2 stronghold",
        "tarsus": "hittites 1 barbarians 2 mountain_of_gold",
        "zab": "egypt 1 hittites 1",
    }
    return table(
        areas,
        egypt={"hand": [44, 16], "deity": "sky_god", "vp": 3, "investments": {"20": 4}},
        hittites={"hand": [27, 42], "captured": {"god_of_war": "mittani"}},
        turn=2,
        turns=2,
        discard=[48, 50],
    )


@pytest.mark.parametrize("seat", [None, "egypt", "hittites"])
def test_every_view_holds_what_is_promised(seat: str | None) -> None:
    """The keys that other programs may rely on."""
    shown = msgspec.to_builtins(position().view(seat))
    assert shown.keys() >= TOP
    assert all(area.keys() == AREA for area in shown["areas"].values())
    assert all(civ.keys() >= CIV for civ in shown["civs"].values())


def test_an_area_shows_disks_control_and_what_stands_there() -> None:
    """ACME §1: Contested, Shared, Controlled; cubes by owner and by kind."""
    areas = position().view().areas
    assert areas["tarsus"] == AreaView(
        disks={"hittites": 1, "barbarians": 2},
        stronghold=None,
        gold=None,
        home=None,
        control=None,
        contested=True,
        bonus="mountain_of_gold",
    )
    assert (areas["hattusha"].stronghold, areas["hattusha"].home) == ("hittites", "hittites")
    assert (areas["zab"].contested, areas["zab"].control) == (False, None)
    assert areas["abydos"].control == "egypt"


def test_a_civ_shows_everything_that_lies_open() -> None:
    """ACME §2: its Display, Treasury, Deity, Investments, captured blocks and Cities."""
    civs = position().view().civs
    egypt, hittites = civs["egypt"], civs["hittites"]
    assert (egypt.vp, egypt.cities, egypt.hand_count, egypt.by) == (3, 1, 2, "human")
    assert (egypt.deity, egypt.deity_state, egypt.investments) == ("sky_god", "active", {"20": 4})
    assert (egypt.supply, egypt.growth_box, egypt.home) == (39, 0, "thebes")
    assert (hittites.captured, hittites.deity, hittites.deity_state) == ({"god_of_war": "mittani"}, None, None)


def test_a_view_says_where_the_game_stands() -> None:
    """ACME §5: Epoch, turn, phase, Turn Order, who is waited for, piles."""
    t = position()
    t.run_until("card.play")
    shown = t.view()
    assert (shown.epoch, shown.turn, shown.phase, shown.order) == (1, 2, "card", ("egypt", "hittites"))
    assert (shown.waiting_for, shown.discard) == (("egypt",), (48, 50))
    assert shown.deck_count == len(CARDS) - 4 - 2 - 1
    assert "god_of_war" not in shown.deities_available


def test_a_hand_is_shown_to_its_seat_only() -> None:
    """ACME §4.5."""
    t = position()
    assert t.view("egypt").civs["egypt"].hand == (16, 44)
    assert t.view("egypt").civs["hittites"].hand is None
    assert all(c.hand is None for c in t.view().civs.values())


def test_the_hand_of_an_npc_lies_open() -> None:
    """RUL-133."""
    t = duel(egypt=holds(44), hittites={"hand": [27, 42], "by": "npc"})
    assert t.view().civs["hittites"].hand == (27, 42)
    assert t.view().civs["egypt"].hand is None


def test_neither_the_deck_nor_the_seed_is_in_any_view() -> None:
    """Nobody knows the order of the deck or what chance will bring."""
    t = place_first(begin(*seats("hittites", "greeks"), map="abbreviated_western", seed="a secret seed"))
    for seat in (None, "hittites", "greeks"):
        text = msgspec.json.encode(t.view(seat)).decode()
        assert "a secret seed" not in text
        assert '"deck":' not in text
        assert msgspec.json.encode(t.state.deck).decode()[1:20] not in text


def test_committed_cards_are_a_number_until_the_reveal() -> None:
    """RUL-179: only their owner knows which."""
    t = fight("egypt 4 babylon 3", order="egypt babylon", egypt="hand=[21]").play("egypt", "card:21")
    shown = t.competition()
    assert (shown.committed, shown.revealed, shown.own) == ({"egypt": 1}, {}, ())
    assert t.competition("egypt").own == (21,)
    assert t.competition("babylon").own == ()
    assert t.view("babylon").civs["egypt"].hand_count == 0


def test_a_competition_shows_the_units_of_each_side() -> None:
    """ACME §9.4: disks, white disks and cube."""
    t = fight("egypt 4 hittites 3 stronghold", area="tarsus", hittites="hand=[42]").play("hittites", "white:chariots")
    units = t.competition().units
    assert units["hittites"] == UnitsView(3, 1, cube=True)
    assert units["egypt"] == UnitsView(4, 0, cube=False)


def test_the_public_does_not_learn_who_is_asked_in_a_window_for_holders() -> None:
    """RUL-054: the waiting itself names nobody."""
    t = duel({"zab": "hittites 3"}, egypt=holds(73), hittites={"hand": [27]}, options={"negate_window": "holders"})
    t.answer("egypt", "73")
    assert t.is_window()
    assert t.view().waiting_for == ()
    assert t.ask("hittites").options == ("27", "pass")


def test_who_has_answered_a_common_window_is_nobodys_business() -> None:
    """RUL-054: it waits for all until all have answered."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "mittani": "mittani 2", "zab": "hittites 3"}
    t = table(areas, order="egypt hittites mittani", egypt=holds(73), hittites={"hand": [27]}, mittani={"hand": [42]})
    t.answer("egypt", "73").answer("mittani", "pass")
    assert t.view().waiting_for == ("hittites", "mittani")


def test_a_position_before_the_game_shows_seats_without_civilizations() -> None:
    """ACME §4.2: nothing is known of them yet."""
    shown = begin(SeatPlan(), SeatPlan(), map="western").view()
    assert shown.phase == "setup"
    assert {c.home for c in shown.civs.values()} == {None}


def test_dormant_silenced_lost_and_captured_deities_are_told_apart() -> None:
    """RUL-178."""
    areas = {"thebes": "egypt 1", "abydos": "hittites 1"}
    states = {
        "active": {"deity": "sky_god"},
        "dormant": {"deity": "sky_god", "home": "memphis"},
        "silenced": {"deity": "sky_god", "deity_state": "silenced", "silenced_until": 1},
        "lost": {"deity": "sky_god", "deity_state": "lost"},
    }
    for state, facts in states.items():
        assert growing(areas, egypt=facts).view().civs["egypt"].deity_state == state
    victim = {"deity": "sky_god", "deity_state": "captured"}
    t = growing(areas, egypt=victim, hittites={"captured": {"sky_god": "egypt"}})
    assert t.view().civs["egypt"].deity_state == "captured"


def test_everybody_sees_how_many_disks_a_civ_is_about_to_place() -> None:
    """ACME §6.3: growth is worked out from what lies open, with what waits in the Growth Box."""
    t = table({"thebes": "egypt 2", "memphis": "egypt 2"}, phase="growth", order="egypt", egypt={"growth_box": 1})
    assert t.view().civs["egypt"].to_place == 4
    t.run_until("growth.deploy")
    assert t.civ("egypt").box == 4
