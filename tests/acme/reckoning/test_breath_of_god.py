"""Event 103, Breath of God (RUL-047, RUL-088, RUL-093)."""

from __future__ import annotations

from engine.acme.facts.catalog import CARDS
from tests.acme.reckoning.positions import PLAIN, Civs, story

CAPTURED: Civs = {
    "egypt": {"vp": 9, "captured": {"sky_god": "hittites"}},
    "hittites": {"deity": "sky_god", "deity_state": "captured"},
}


def test_every_hand_loses_a_card_or_a_mina() -> None:
    """Part 2: 1 card at random; without a card 1 mina, if there is one."""
    civs: Civs = {"egypt": {"hand": [1]}, "hittites": {"mina": 2}, "babylon": {}}
    t = story(civs, {"thebes": "egypt 1"}, step="draw.begin", turns=1, deck=[103, *PLAIN])
    t.run_until("draw.buy")
    assert len(t.hand("egypt")) == 3
    assert (t.civ("hittites").mina, t.civ("babylon").mina) == (1, 0)
    assert "Lost to {card:103}: {civ:egypt} {card:" in t.told()
    assert "{civ:hittites} 1 mina" in t.told()


def test_the_whole_discard_pile_is_shuffled_in_but_itself() -> None:
    """Part 3: also what has been discarded in this phase and Events resolved in it; not set-aside cards, not 103."""
    t = story(step="draw.begin", deck=[99, 103, *PLAIN], discard=[1, 3, 5], set_aside=[72])
    t.run_until("growth.retire")
    assert t.state.discard == [103]
    assert t.state.set_aside == [72]
    assert sorted([*t.state.deck, *t.hand("egypt"), *t.hand("hittites")]) == [n for n in CARDS if n not in {72, 103}]


def test_it_does_not_come_back_in_the_same_phase() -> None:
    """RUL-047: the deck that runs out after it is made anew without it."""
    rest = [n for n in range(1, 97) if n not in {42, 44, 95}]
    gone = [97, 98, 99, 100, 101, 102]
    t = story(
        {"egypt": {"deity": "monotheism"}},
        step="draw.begin",
        deck=[103],
        discard=[42, 44],
        set_aside=rest,
        removed=gone,
    )
    t.run_until("growth.retire")
    assert t.state.discard == [103]


def test_a_captured_deity_goes_home() -> None:
    """Part 1: the fewest VP choose; active again if the owner occupies its home; no VP for the captor."""
    t = story(CAPTURED, step="draw.begin", deck=[103, *PLAIN])
    assert t.asked() == ("event.deity", "hittites", ("sky_god", "none"))
    t.answer("hittites", "sky_god").run_until("growth.retire")
    assert (t.civ("hittites").deity_captured, t.civ("egypt").captured, t.civ("egypt").vp) == (False, {}, 9)
    assert "{deity:sky_god} returned to {civ:hittites}." in t.told()


def test_none_may_be_sent_back() -> None:
    """Part 1 is a "may"."""
    t = story(CAPTURED, step="draw.begin", deck=[103, *PLAIN])
    t.answer("hittites", "none").run_until("growth.retire")
    assert t.civ("egypt").captured == {"sky_god": "hittites"}


def test_an_owner_away_from_home_gets_nothing() -> None:
    """Part 1: without a disk in the Home Area the Deity becomes Available, and its tie is cut."""
    t = story(CAPTURED, {"thebes": "egypt 1", "kaska": "hittites 1"}, step="draw.begin", deck=[103, *PLAIN])
    t.answer("hittites", "sky_god").run_until("growth.retire")
    assert "sky_god" in t.state.available
    assert (t.civ("hittites").deity, t.civ("hittites").deity_captured) == ("", False)


def test_an_owner_with_another_deity_gets_nothing() -> None:
    """Part 1: who has another Deity meanwhile does not get the old one back."""
    civs: Civs = {"egypt": {"vp": 9, "captured": {"sky_god": "hittites"}}, "hittites": {"deity": "god_of_war"}}
    t = story(civs, step="draw.begin", deck=[103, *PLAIN])
    t.answer("hittites", "sky_god").run_until("growth.retire")
    assert "sky_god" in t.state.available
    assert t.civ("hittites").deity == "god_of_war"


def test_monotheism_becomes_a_card_again() -> None:
    """RUL-088: its block has nowhere to lie, so that card 95 is discarded, and shuffled with the rest."""
    civs: Civs = {"egypt": {"vp": 9, "captured": {"monotheism": "hittites"}}, "hittites": {"deity": ""}}
    t = story(civs, step="draw.begin", deck=[103, *PLAIN])
    t.answer("hittites", "monotheism").run_until("growth.retire")
    assert 95 in [*t.state.deck, *t.hand("egypt"), *t.hand("hittites")]


def test_cancelled_it_does_nothing() -> None:
    """RUL-095: choices first, then the window; discarded and replaced as drawn."""
    civs: Civs = {"egypt": {**CAPTURED["egypt"], "deity": "god_of_war", "hand": [94]}, "hittites": CAPTURED["hittites"]}
    t = story(civs, step="draw.begin", deck=[103, *PLAIN], discard=[1])
    t.answer("hittites", "sky_god").answer("egypt", "94").run_until("growth.retire")
    assert t.civ("egypt").captured == {"sky_god": "hittites"}
    assert t.hand("egypt") == [42, 44, 46]
    assert sorted(t.state.discard) == [1, 94, 103]
