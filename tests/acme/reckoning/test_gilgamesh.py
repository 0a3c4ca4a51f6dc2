"""The Gilgamesh Step (ACME §10.4, RUL-026, RUL-114, RUL-120, RUL-123, RUL-124)."""

from __future__ import annotations

from typing import Any

from tests.acme.reckoning.positions import PLAIN, Civs, story
from tests.acme.story import Story

HELD = dict.fromkeys(("hattusha", "kaska", "pala"), "hittites 3")
WEAK = {**HELD, "thebes": "egypt 3", "memphis": "egypt 3"}


def weak(egypt: dict[str, Any] | None = None, areas: dict[str, str] | None = None, **top: Any) -> Story:
    """Turn 2: Egypt has six disks, the Hittites nine."""
    frame: dict[str, Any] = {"turn": 2, "turns": 2, "deck": [70, *PLAIN], **top}
    return story({"egypt": egypt or {}, "hittites": {}}, areas or WEAK, **frame)


def test_six_disks_or_fewer_may_leave() -> None:
    """RUL-123: at most 6 disks on the map; optional."""
    t = weak()
    assert t.asked() == ("gilgamesh.invoke", "egypt", ("stay", "leave"))
    t.answer("egypt", "stay").run_until("growth.retire")
    assert t.state.slots == ["egypt", "hittites"]


def test_seven_disks_stay() -> None:
    """RUL-123."""
    t = weak(areas={**WEAK, "judah": "egypt 1"})
    assert t.key != "gilgamesh.invoke"


def test_not_in_the_first_turn_nor_in_the_last_epoch_nor_twice() -> None:
    """RUL-123: each alone forbids it (ACME-CORE-46)."""
    assert weak(turn=1, turns=1).key != "gilgamesh.invoke"
    assert weak(epoch=3, turns=9).key != "gilgamesh.invoke"
    assert weak({"gilgamesh": 1}).key != "gilgamesh.invoke"
    assert weak(options={"gilgamesh_returns": "off"}).key != "gilgamesh.invoke"


def test_the_option_allows_more_returns() -> None:
    """ACME §15: any number."""
    assert weak({"gilgamesh": 3}, options={"gilgamesh_returns": "any"}).key == "gilgamesh.invoke"


def test_what_goes_and_what_stays() -> None:
    """RUL-124: disks, Investments, cubes, Deity go; VP, mina and hand stay; letter and name follow the new people.

    ACME-CORE-46.
    """
    egypt: dict[str, Any] = {
        "vp": 10,
        "mina": 2,
        "hand": [1, 2],
        "growth_box": 2,
        "investments": {"20": 3},
        "deity": "sky_god",
    }
    t = weak(egypt, {**HELD, "thebes": "egypt 2", "armenia": "egypt 1 stronghold"})
    t.answer("egypt", "leave")
    assert t.asked()[:2] == ("gilgamesh.civ", "egypt")
    assert (t.civ("egypt").supply, t.state.cubes, t.civ("egypt").investments) == (48, {}, {})
    assert "sky_god" in t.state.available
    assert 20 in t.state.discard
    t.answer("egypt", "sumer").run_until("draw.buy")
    sumer = t.civ("sumer")
    assert t.state.slots == ["sumer", "hittites"]
    assert (sumer.vp, sumer.mina, sumer.home, sumer.displays) == (10 + 1, 2, "sumer", ["sumer"])
    assert (sumer.gilgamesh, sumer.came_back, sumer.letter) == (1, True, "S")
    assert {1, 2} <= set(t.hand("sumer"))
    assert sum(here.get("sumer", 0) for here in t.state.disks.values()) == 12
    assert "{civ:sumer} replaced {civ:egypt}, began in {area:sumer} and" in t.told()


def test_twelve_disks_as_at_set_up() -> None:
    """RUL-023, RUL-124: Home 2, 2 in non-Desert Land next to it, 1 in Sea; who is there does not matter."""
    t = weak(areas={**WEAK, "carchemish": "hittites 2"}).play("egypt", "leave", "mittani")
    t.run_until("draw.buy", "growth.retire")
    placed = {a: t.disks("mittani", a) for a in ("mittani", "aleppo", "carchemish", "emar", "tel_birak", "zab")}
    assert placed == dict.fromkeys(placed, 2)


def test_the_home_is_chosen_where_there_are_several() -> None:
    """RUL-124: home of choice."""
    t = weak().play("egypt", "leave", "assyria")
    assert t.asked()[:2] == ("gilgamesh.home", "assyria")
    t.answer("assyria", t.options()[1]).run_until("growth.retire")
    assert t.civ("assyria").home in {"assur", "nineveh"}


def test_homes_of_active_civs_are_not_open_but_the_leavers_own_is_free() -> None:
    """RUL-123: an unused civ with a home on the map that is not another active civ's home."""
    t = weak().answer("egypt", "leave")
    assert not {"egypt", "hittites"} & set(t.options())
    frame: dict[str, Any] = {"map": "abbreviated_western", "turn": 2, "turns": 2, "deck": [70, *PLAIN]}
    western = story(None, WEAK, **frame).answer("egypt", "leave")
    assert "sumer" not in western.options()


def test_the_leaver_is_last_from_then_on() -> None:
    """RUL-120: last in Turn Order, and still last after the new order of this turn."""
    t = weak().play("egypt", "leave", "sumer").run_until("growth.retire")
    assert t.state.order == ["hittites", "sumer"]


def test_one_leaver_after_another() -> None:
    """RUL-124: in Turn Order; the second to leave comes back behind the first."""
    civs: Civs = {"egypt": {}, "hittites": {}, "babylon": {}}
    areas = {"thebes": "egypt 1", "hattusha": "hittites 1", **dict.fromkeys(("babylon", "akkad", "ur"), "babylon 3")}
    t = story(civs, areas, turn=2, turns=2, deck=[70, *PLAIN])
    t.answer("egypt", "leave").answer("egypt", "elam")
    t.run_until("gilgamesh.invoke")
    assert t.asked()[1] == "hittites"
    t.answer("hittites", "leave").answer("hittites", "egypt")
    t.run_until("growth.retire")
    assert t.state.order == ["babylon", "elam", "egypt"]
    assert t.state.slots == ["elam", "egypt", "babylon"]


def test_captured_blocks_become_available() -> None:
    """RUL-114: what the leaver has captured becomes Available, and its former owner's tie is cut."""
    hittites: dict[str, Any] = {"deity": "sky_god", "deity_state": "captured"}
    civs: Civs = {"egypt": {"captured": {"sky_god": "hittites"}}, "hittites": hittites}
    t = story(civs, WEAK, turn=2, turns=2, deck=[70, *PLAIN]).answer("egypt", "leave")
    assert "sky_god" in t.state.available
    assert (t.civ("hittites").deity, t.civ("hittites").deity_captured) == ("", False)


def test_a_block_at_a_captors_stays_there() -> None:
    """RUL-114: the leaver's Deity held by a captor goes on scoring and can be returned to nobody."""
    civs: Civs = {
        "egypt": {"deity": "sky_god", "deity_state": "captured"},
        "hittites": {"captured": {"sky_god": "egypt"}},
    }
    t = story(civs, WEAK, turn=2, turns=2, deck=[70, *PLAIN]).play("egypt", "leave", "sumer").run_until("growth.retire")
    assert t.civ("hittites").captured == {"sky_god": "egypt"}
    assert "sky_god" not in t.state.available
    assert t.civ("hittites").vp == 3 + 1


class TestIsraelites:
    """They enter with Monotheism in every game (RUL-026)."""

    def test_from_the_deck(self) -> None:
        """Its card leaves the deck, which is shuffled."""
        t = weak().play("egypt", "leave", "israelites").run_until("growth.retire")
        assert t.civ("israelites").deity == "monotheism"
        assert 95 not in [*t.state.deck, *t.state.discard]

    def test_from_the_discard_pile(self) -> None:
        """Likewise."""
        t = weak(discard=[95]).play("egypt", "leave", "israelites").run_until("growth.retire")
        assert t.civ("israelites").deity == "monotheism"

    def test_a_deck_that_was_looked_through_is_shuffled(self) -> None:
        """The card was the last in it: what is left is not as it lay before."""
        t = weak(deck=[70, *PLAIN, 95])
        before = list(t.state.deck)
        t.play("egypt", "leave", "israelites").run_until("growth.retire")
        assert 95 not in t.state.deck
        assert [n for n in before if n in t.state.deck] != t.state.deck

    def test_a_card_of_the_own_hand_disturbs_no_deck(self) -> None:
        """The card goes, and the deck stays as it was, from the top of which they draw."""
        t = weak({"hand": [95, 2]})
        before = list(t.state.deck)
        t.play("egypt", "leave", "israelites").run_until("growth.retire")
        assert t.civ("israelites").deity == "monotheism"
        assert 95 not in t.hand("israelites")
        assert t.state.deck == before[-len(t.state.deck) :]

    def test_not_if_another_holds_the_card(self) -> None:
        """In another hand: they enter without a Deity."""
        t = story({"egypt": {}, "hittites": {"hand": [95]}}, WEAK, turn=2, turns=2, deck=[70, *PLAIN])
        t.play("egypt", "leave", "israelites").run_until("growth.retire")
        assert t.civ("israelites").deity == ""
