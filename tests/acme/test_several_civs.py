"""Several civilizations of one player, and two colours of one civilization (ACME-MULTI-01 to 06, ACME-DD-01 to 05)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.presentation.commands import COMMANDS
from engine.acme.presentation.summary import AcmeSummary
from engine.acme.questions.board import is_contested, room
from engine.acme.questions.players import players
from engine.acme.setup.options import COLOURS, read_options
from engine.acme.setup.scenarios import take_seat
from engine.acme.state import State
from engine.acme.view import PlayerView
from engine.core.game import SeatPlan, SetupError
from tests.acme.growing import growing
from tests.acme.opening import WEST, begin, seats, table
from tests.acme.reckoning.positions import PLAIN, Civs, story
from tests.acme.story import Story

OWNERS = {"egypt": "Ana", "hittites": "Ben", "babylon": "Ben", "sumer": "Ana"}
HOMES = {"thebes": "egypt 1", "hattusha": "hittites 1", "babylon": "babylon 1", "sumer": "sumer 1"}


def two_each(areas: dict[str, str] | None = None, **top: Any) -> Story:
    """Ana plays Egypt and Sumer, Ben the Hittites and Babylon. Keywords that name a civ are its facts."""
    civs: Civs = {name: {"player": owner, **top.pop(name, {})} for name, owner in OWNERS.items()}
    return story(civs, areas or HOMES, **top)


def test_multi_01_turn_order_is_of_civilizations() -> None:
    """ACME-MULTI-01: Ana first and last, Ben twice in a row; each civ is asked in its own name."""
    t = two_each(phase="growth")
    asked = []
    while t.key.startswith("growth."):
        asked.append(t.asked()[1])
        t.run_until("growth.deploy").answer(t.asked()[1], "done").run_until("growth.retire", "card.play", "draw.buy")
    assert asked == ["egypt", "hittites", "babylon", "sumer"]
    assert [OWNERS[civ] for civ in asked] == ["Ana", "Ben", "Ben", "Ana"]


def test_multi_01_a_turn_order_with_the_same_player_twice() -> None:
    """ACME-MULTI-01: drawn by civ, so that any order can come."""
    plans = [SeatPlan(civ, player=player) for civ, player in OWNERS.items()]
    orders = {tuple(OWNERS[civ] for civ in begin(*plans, seed=seed).state.order) for seed in "abcdefgh"}
    assert any(order[0] == order[1] for order in orders)
    assert any(order[0] == order[-1] for order in orders)


def test_multi_02_nothing_passes_between_civs_of_a_player() -> None:
    """ACME-MULTI-02: each buys with its own mina, places from its own Supply, and no command gives anything away."""
    t = two_each(step="draw.begin", egypt={"mina": 2, "hand": [1]}, sumer={"hand": [3], "growth_box": 0})
    assert t.asked()[:3] == ("draw.buy", "egypt", ("0", "1", "2"))
    t.answer("egypt", "2").run_until("growth.retire")
    assert (len(t.hand("egypt")), t.civ("egypt").mina, t.civ("sumer").mina) == (6, 0, 0)
    assert len(t.hand("sumer")) == 1 + 3
    t.run_until("growth.deploy").answer("egypt", "thebes")
    assert (t.civ("egypt").supply + t.civ("egypt").box, t.civ("sumer").supply) == (46, 47)
    assert t.view("egypt").civs["sumer"].hand is None
    assert not {"give", "trade", "transfer"} & {command.name for command in COMMANDS}


def test_multi_03_own_civs_are_opponents() -> None:
    """ACME-MULTI-03: two disks beside one are a Competition, whoever plays them."""
    t = two_each({**HOMES, "zab": "hittites 2 babylon 1"}, phase="competition", hittites={"hand": [73]})
    assert is_contested(t.state, "zab")
    t.run_until("draw.buy", "growth.retire")
    assert (t.disks("hittites", "zab"), t.disks("babylon", "zab")) == (2, 0)


def test_multi_03_they_meet_and_may_be_named_by_cards() -> None:
    """ACME-MULTI-03: a card played by the Hittites may be aimed at Babylon."""
    hands: dict[str, Any] = {"hittites": {"hand": [11], "mina": 1}, "babylon": {"hand": [42]}, "egypt": {"hand": [44]}}
    t = two_each(HOMES, phase="card", order=["hittites", "egypt", "babylon", "sumer"], deck=PLAIN[2:], **hands)
    t.answer("hittites", "11")
    assert t.asked() == ("card.victim", "hittites", ("egypt", "babylon"))


def test_multi_05_scores_are_kept_by_civ_and_summed_by_player() -> None:
    """ACME-MULTI-05: 5 + 7 is 12; the sums direct an invasion."""
    vp: dict[str, Any] = {"egypt": {"vp": 5}, "sumer": {"vp": 7}, "hittites": {"vp": 6}, "babylon": {"vp": 5}}
    t = two_each(step="draw.begin", deck=[99, *PLAIN], **vp)
    assert t.view().players == (
        PlayerView("Ana", ("egypt", "sumer"), "12"),
        PlayerView("Ben", ("hittites", "babylon"), "11"),
    )
    assert [t.view().civs[civ].vp for civ in OWNERS] == [5, 6, 5, 7]
    assert t.asked()[:2] == ("event.entry", "babylon")


def test_multi_05_the_sum_wins() -> None:
    """ACME-MULTI-05, RUL-127: the best single civ is of the player who loses."""
    vp: dict[str, Any] = {"egypt": {"vp": 12}, "sumer": {"vp": 1}, "hittites": {"vp": 8}, "babylon": {"vp": 8}}
    t = two_each({"thebes": "egypt 1"}, phase="epoch", epoch=3, turn=4, turns=12, **vp).run_until("growth.retire")
    outcome = t.table.outcome()
    assert outcome is not None
    assert outcome.winners == ("hittites", "babylon")
    assert [outcome.place(civ) for civ in ("hittites", "babylon", "egypt", "sumer")] == [1, 1, 2, 2]


def test_multi_05_players_are_shown_only_if_somebody_has_several() -> None:
    """ACME-MULTI-05: with a civ each, its VP say all."""
    assert not begin(*seats("egypt", "hittites")).view().players
    one, other = SeatPlan("egypt", player="Ana"), SeatPlan("hittites", player="Ana")
    assert begin(one, other).view().players[0].name == "Ana"


def test_a_name_like_that_of_a_civ_is_a_player_of_its_own() -> None:
    """RUL-001: a seat without a name is nobody's but its own, whatever others are called."""
    s = story({"egypt": {}, "hittites": {"player": "egypt"}}).state
    assert players(s) == [["egypt"], ["hittites"]]


class TestDoubleDisks:
    def test_dd_01_on_the_full_map_with_three_civs_at_most(self) -> None:
        """ACME-DD-01."""
        with pytest.raises(SetupError, match="double_disks: only possible on the full map"):
            table(*seats("hittites", "greeks"), map=WEST, double_disks=True)
        with pytest.raises(SetupError, match="with up to three civilizations"):
            table(*seats("egypt", "hittites", "elam", "urartu"), double_disks=True)

    def test_dd_02_both_colours_are_one_faction(self) -> None:
        """ACME-DD-02: 60 of 98 disks on the map, and no stack above the usual limit."""
        areas = {"thebes": "egypt 3", "memphis": "egypt 1"}
        t = growing(areas, egypt={"second_colour": "green"}, board="full")
        assert (t.civ("egypt").disks, t.civ("hittites").disks) == (98, 48)
        assert t.civ("egypt").supply == 98 - 4
        assert (room(t.state, "egypt", "thebes"), is_contested(t.state, "thebes")) == (1, False)
        assert t.view().areas["thebes"].disks == {"egypt": 3}

    def test_dd_03_98_disks_to_play_with(self) -> None:
        """ACME-DD-03: one for the turn chart and one for the VP chart."""
        t = begin(*seats("egypt@thebes", "hittites", "elam"), double_disks=True)
        assert {c.disks for c in t.state.civs.values()} == {98}
        assert {c.disks for c in begin(*seats("egypt@thebes", "hittites")).state.civs.values()} == {48}

    def test_dd_04_two_unused_colours_are_paired(self) -> None:
        """ACME-DD-04: orange and green, blue and purple; the third civ gets what remains."""
        t = begin(*seats("egypt@thebes", "hittites", "elam"), double_disks=True)
        pairs = [(c.colour, c.second_colour) for c in t.state.civs.values()]
        assert pairs == [("orange", "green"), ("blue", "purple"), ("red", "yellow")]
        assert t.view().civs["elam"].second_colour == "yellow"
        assert AcmeSummary().legend(t.view())[3] == (
            "Elam has disks of two colours, Red and Yellow, which count as one."
        )
        usual = begin(*seats("egypt@thebes", "hittites"))
        assert [c.second_colour for c in usual.state.civs.values()] == ["", ""]
        assert not usual.view().civs["hittites"].second_colour
        assert AcmeSummary().legend(usual.view())[1:] == []

    def test_dd_05_a_scenario_gives_them_to_single_civs(self) -> None:
        """ACME-DD-05, AMB-144: whatever the map and the number of civs."""
        s = State("seed", map="western", options=read_options({}, "western", 5))
        for i, civ in enumerate(("egypt", "greeks", "babylon", "elam", "israelites")):
            take_seat(s, SeatPlan(civ), disks=98 if i == 1 else 0)
        assert [c.disks for c in s.civs.values()] == [48, 98, 48, 48, 48]
        colours = [colour for c in s.civs.values() for colour in (c.colour, c.second_colour) if colour]
        assert sorted(colours) == sorted(COLOURS)
