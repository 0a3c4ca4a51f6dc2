"""The Card Phase: rounds of one action, hands, the deck (ACME §8, RUL-043 to RUL-052)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.facts.catalog import CARDS
from engine.core.errors import IllegalAnswer, NotAsked
from tests.acme.cards.tables import duel, holds, reason, table
from tests.acme.story import Story

HAND = [42, 48, 50]


def only(deck: list[int], *elsewhere: int) -> dict[str, Any]:
    """A deck of these cards alone: all others but those named elsewhere are out of the game."""
    return {"deck": deck, "removed": [n for n in CARDS if n not in {*deck, *elsewhere}]}


# Rounds


def test_each_civ_takes_one_action_a_round_in_turn_order() -> None:
    """ACME §8.2 (ACME-CORE-20)."""
    t = duel(egypt={"hand": [44, 45, 16]}, hittites={"hand": [46, 47]})
    t.answer("egypt", "44").windows()
    assert t.asked()[:2] == ("card.play", "hittites")
    t.answer("hittites", "46").windows()
    assert t.asked()[:2] == ("card.play", "egypt")
    with pytest.raises(NotAsked):
        t.answer("hittites", "47")


def test_rounds_are_counted_past_those_who_have_passed() -> None:
    """ACME §8.2: a round is over when the turn comes back to the first who has not passed."""
    t = duel(egypt={"hand": [44, 45, 46]}, hittites={"hand": HAND})
    assert t.view().round == 1
    t.answer("egypt", "pass")
    assert (t.asked()[1], t.view().round) == ("hittites", 1)
    t.answer("hittites", "50").windows().run_until("card.play", "loss.pay")
    while t.key != "card.play":
        t.answer(t.asked()[1], t.asked()[2][0])
    assert (t.asked()[1], t.view().round) == ("hittites", 2)
    assert t.answer("hittites", "pass").run_until("draw.buy").view().round is None


def test_a_pass_is_final_and_the_others_go_on() -> None:
    """ACME §8.2: who has passed is out of the phase; the last one may act repeatedly (ACME-CORE-20)."""
    t = duel(egypt={"hand": [44, 45, 46]}, hittites={"hand": HAND})
    t.answer("egypt", "44").windows().answer("hittites", "pass")
    t.answer("egypt", "45").windows()
    assert t.asked()[:2] == ("card.play", "egypt")
    assert t.view().passed == ("hittites",)
    t.answer("egypt", "46").windows()
    assert t.asked()[:2] == ("card.play", "egypt")


def test_whoever_has_passed_still_answers_and_pays() -> None:
    """ACME §8.2, RUL-044: a pass forbids actions only."""
    t = duel({"zab": "hittites 3"}, order="hittites egypt", egypt=holds(73), hittites={"hand": [27], "mina": 3})
    t.answer("hittites", "pass").play("egypt", "73")
    assert t.asked() == ("card.negate", "hittites", ("27", "pass"))
    t.answer("hittites", "pass")
    assert t.asked()[:2] == ("loss.buy_off", "hittites")


def test_without_a_card_and_without_an_action_a_civ_passes_unasked() -> None:
    """ACME §8.2."""
    t = duel({"thebes": "egypt 2"}, hittites={"hand": HAND})
    assert t.asked()[:2] == ("card.play", "hittites")
    assert "{civ:egypt} passed." in t.told()


def test_a_civ_without_cards_may_still_build_a_deity() -> None:
    """ACME §8.2."""
    t = duel(egypt={"mina": 5})
    assert t.asked() == ("card.play", "egypt", ("deity", "pass"))


def test_a_hand_without_a_playable_card_is_asked_all_the_same() -> None:
    """ACME §8.2: nobody learns what a hand is good for."""
    t = duel(egypt={"hand": [16, 27]})
    assert t.asked() == ("card.play", "egypt", ("pass",))


def test_cards_may_be_kept_for_later_turns() -> None:
    """ACME §8.2."""
    t = duel(egypt={"hand": HAND}).answer("egypt", "pass").run_until("draw.buy", "growth.retire")
    assert set(HAND) <= set(t.hand("egypt"))


def test_nothing_is_an_action_but_cards_deities_and_a_pass() -> None:
    """RUL-043: play, establish, re-establish, return, pass; none is compulsory."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "mittani": "mittani 2"}
    t = table(
        areas,
        order="egypt hittites mittani",
        egypt={
            "hand": [44, 16],
            "mina": 5,
            "deity": "sky_god",
            "deity_state": "lost",
            "captured": {"god_of_war": "mittani"},
        },
        mittani={"deity": "god_of_war", "deity_state": "captured"},
    )
    assert t.asked() == ("card.play", "egypt", ("44", "deity", "restore", "return:mittani", "pass"))


# Playing a card


def test_a_card_without_effect_is_not_offered_and_says_why() -> None:
    """ACME §8.3, RUL-010: it stays good as payment."""
    t = duel(egypt={"hand": [42, 16], "disks": 2, "mina": 0})
    assert t.options() == ("pass",)
    assert reason(t, 42)


@pytest.mark.parametrize("number", [16, 22, 31, 35, 41])
def test_competition_cards_are_no_action(number: int) -> None:
    """ACME §8.4."""
    t = duel(egypt={"hand": [number]})
    assert t.options() == ("pass",)
    assert reason(t, number) == "only in a Competition"


@pytest.mark.parametrize("number", [25, 26, 27, 28, 29, 30, 94])
def test_negates_are_no_action(number: int) -> None:
    """ACME §8.4, §8.5 (ACME-CORE-21)."""
    t = duel(egypt={"hand": [number], "deity": "sky_god"}).run_until("card.play")
    assert t.options() == ("pass",)
    assert reason(t, number) == "can only Negate another card"


def test_a_card_of_several_classes_may_be_played_as_any() -> None:
    """ACME §8.4: Master Armorer and Breeder of Stallions are Investments too."""
    assert duel(egypt={"hand": [18, 20]}).options() == ("18", "20", "pass")


@pytest.mark.parametrize(("state", "offered"), [("active", True), ("lost", False)])
def test_religion_cards_need_an_active_deity(state: str, offered: bool) -> None:
    """ACME §8.4, §12.1 (ACME-CORE-26, ACME-DIFF-06)."""
    t = duel(egypt={"hand": [91, 16], "deity": "god_of_war", "deity_state": state})
    assert ("91" in t.options()) == offered
    assert reason(t, 91) == ("" if offered else "needs an Active Deity")


def test_religion_cards_of_a_civ_without_its_home_can_only_pay() -> None:
    """ACME §8.4, §12.1: the Deity is Dormant; a loss is paid with the card (ACME-CORE-26)."""
    areas = {"thebes": "hittites 1", "abydos": "egypt 3"}
    t = duel(areas, order="hittites egypt", hittites=holds(73), egypt={"hand": [91], "deity": "god_of_war"})
    assert reason(t, 91) == "needs an Active Deity"
    t.play("hittites", "73").windows()
    assert t.asked() == ("loss.buy_off", "egypt", ("lose", "card:91"))


def test_a_played_card_is_discarded_face_up() -> None:
    """ACME §8.3."""
    t = duel(egypt={"hand": [44, 16]}).play("egypt", "44").windows()
    assert (t.state.discard, t.view().discard) == ([44], (44,))


def test_an_investment_stays_before_its_owner() -> None:
    """ACME §8.4: with disks from Supply, in nobody's hand (ACME-CORE-29, ACME-DIFF-07)."""
    t = duel(egypt={"hand": [20, 16]}).play("egypt", "20", "4").windows()
    assert (t.civ("egypt").investments, t.civ("egypt").supply) == ({"20": 4}, 42)
    assert t.view().civs["egypt"].hand_count == 1


@pytest.mark.parametrize("number", [20, 91])
def test_a_negated_investment_or_religion_card_is_discarded(number: int) -> None:
    """RUL-046, RUL-058: the action is used up, nothing of the card happens."""
    t = duel(egypt={"hand": [number, 16], "deity": "god_of_war"}, hittites={"hand": [27]})
    t.answer("egypt", str(number))
    while t.key != "card.negate":
        t.answer("egypt", t.options()[0])
    t.answer("hittites", "27").windows()
    assert t.state.discard == [27, number]
    assert (t.civ("egypt").investments, t.civ("hittites").mina) == ({}, 1)
    assert t.asked()[:2] == ("card.play", "egypt")


@pytest.mark.parametrize("number", [72, 73, 74, 75])
def test_the_great_disasters_are_set_aside_when_played(number: int) -> None:
    """ACME §8.3, RUL-046 (ACME-CORE-43)."""
    t = duel({"tarsus": "hittites 3", "abydos": "hittites 3"}, egypt=holds(number)).answer("egypt", str(number))
    while t.state.phase == "card" and not t.state.set_aside:
        t.answer(t.asked()[1], t.options(t.asked()[1])[0]) if not t.is_window() else t.silence()
    assert t.state.set_aside == [number]
    assert number not in t.state.discard


def test_a_negated_disaster_is_set_aside_too() -> None:
    """RUL-046."""
    t = duel({"zab": "hittites 3"}, egypt=holds(73), hittites={"hand": [27]}).answer("egypt", "73")
    t.answer("hittites", "27").windows()
    assert (t.state.set_aside, t.disks("hittites", "zab")) == ([73], 3)


def test_a_disaster_discarded_as_payment_goes_to_the_discard_pile() -> None:
    """RUL-046."""
    t = duel({"zab": "hittites 3"}, egypt=holds(73), hittites={"hand": [72]}).answer("egypt", "73").windows()
    t.answer("hittites", "card:72")
    assert t.state.discard == [72]


# Drawing during the phase


def test_an_event_drawn_is_resolved_at_once_and_replaced() -> None:
    """ACME §8.6, RUL-050: before the hand grows by its replacement (ACME-CORE-40)."""
    t = duel(egypt=holds(1), **only([97, 42], 1, 16)).play("egypt", "1", "done").windows()
    assert t.state.ending
    assert t.hand("egypt") == [16, 42]
    assert 97 in t.state.discard


def test_a_replacement_that_is_an_event_is_treated_the_same_way() -> None:
    """ACME §8.6, RUL-050."""
    t = duel(egypt=holds(1), **only([97, 103, 42, 44], 1, 16)).play("egypt", "1", "done").windows()
    assert len(t.hand("egypt")) == 1
    assert {97, 103} <= set(t.state.discard)


def test_a_card_in_play_is_in_no_pile() -> None:
    """RUL-045: Breath of God shuffles the discards while Queen of Sheba is still being played."""
    t = duel(egypt=holds(1), discard=[58], **only([103, 42], 1, 16, 58)).play("egypt", "1", "done").windows()
    assert 1 in t.state.discard
    assert 58 not in t.state.discard


def test_an_empty_deck_is_made_of_older_discards_only() -> None:
    """RUL-047: nothing discarded since this Card Phase began comes back in it."""
    t = duel(egypt={"hand": [44, 1, 16]}, discard=[58], **only([], 1, 16, 44, 58))
    t.play("egypt", "44").windows().play("egypt", "1", "done").windows()
    assert t.hand("egypt") == [16, 58]
    assert sorted(t.state.discard) == [1, 44]


def test_a_draw_gives_nothing_when_no_card_can_be_had() -> None:
    """RUL-017, RUL-047: no chain of drawing cards runs for ever."""
    t = duel(egypt={"hand": [44, 1, 16]}, **only([], 1, 16, 44))
    t.play("egypt", "44").windows().play("egypt", "1", "done").windows()
    assert t.hand("egypt") == [16]


def test_an_event_resolved_in_this_phase_does_not_come_back_in_it() -> None:
    """RUL-047."""
    t = duel(egypt={"hand": [1, 63, 16]}, **only([97], 1, 16, 63)).play("egypt", "1", "done").windows()
    assert t.state.deck == []
    assert 97 in t.state.discard


def test_a_hand_may_be_larger_than_its_limit_during_the_phase() -> None:
    """ACME §8.1, RUL-049: the limit is tested at the end of the own Draw Step only."""
    t = duel(egypt={"hand": [1, 16, 27, 28, 29, 30]}).play("egypt", "1", "done").windows()
    assert len(t.hand("egypt")) >= 6
    assert t.asked()[:2] == ("card.play", "egypt")


def test_at_the_end_of_the_draw_step_the_owner_discards_down_to_six() -> None:
    """ACME §8.1, RUL-049: by choice."""
    hand = [16, 27, 28, 29]
    t = duel(egypt={"hand": hand}, deck=[42, 44, 46]).answer("egypt", "pass").run_until("draw.discard")
    assert t.ask().least == t.ask().most == 1
    t.answer("egypt", "42")
    assert t.hand("egypt") == sorted([*hand, 44, 46])


# Deities as actions, and what pays for them


def test_a_deity_costs_five_resources_of_any_kind() -> None:
    """ACME §12.2, RUL-051: 3 disks of the map, 1 mina and 1 card; cards go face up (ACME-CORE-23)."""
    t = duel({"abydos": "egypt 3"}, egypt={"hand": [95, 16], "mina": 2}).answer("egypt", "deity")
    t.play("egypt", "sky_god", *["disk:abydos"] * 3, "mina", "card:95")
    assert (t.disks("egypt", "abydos"), t.civ("egypt").mina, t.hand("egypt")) == (0, 1, [16])
    assert t.view().civs["egypt"].deity_state == "active"
    assert t.view().discard == (95,)


def test_five_are_needed() -> None:
    """ACME §12.2: four resources in all do not suffice (ACME-CORE-23)."""
    assert "deity" not in duel(egypt={"hand": [16], "mina": 1}).options()
    assert "deity" in duel(egypt={"hand": [16], "mina": 2}).options()


def test_the_home_area_must_be_controlled() -> None:
    """RUL-115: Shared is not enough, neither to establish nor to re-establish."""
    assert "deity" not in duel({"thebes": "egypt 1 hittites 1", "abydos": "egypt 4"}, egypt={"hand": [16]}).options()
    facts = {"hand": [16], "mina": 3, "deity": "sky_god", "deity_state": "lost"}
    assert "restore" not in duel({"thebes": "egypt 2 hittites 1"}, egypt=facts).options()
    assert "restore" in duel(egypt=facts).options()


@pytest.mark.parametrize("state", ["active", "lost"])
def test_one_deity_at_a_time(state: str) -> None:
    """RUL-115: a Lost one is no bar and becomes Available (ACME-CORE-24)."""
    t = duel(egypt={"hand": [16], "mina": 5, "deity": "god_of_war", "deity_state": state})
    assert ("deity" in t.options()) == (state == "lost")
    if state == "lost":
        t.play("egypt", "deity", "mother_goddess", *["mina"] * 5)
        assert t.civ("egypt").deity == "mother_goddess"
        assert "god_of_war" in t.state.available


def test_a_lost_deity_comes_back_for_two_resources() -> None:
    """ACME §12.3: a mina and a disk; its powers work at once (ACME-CORE-28)."""
    t = duel(egypt={"hand": [16], "mina": 1, "deity": "god_of_war", "deity_state": "lost"}).answer("egypt", "restore")
    t.play("egypt", "mina", "disk:thebes")
    assert t.view().civs["egypt"].deity_state == "active"
    assert (t.disks("egypt", "thebes"), t.civ("egypt").mina) == (1, 0)


def test_no_window_opens_for_an_action_without_a_card() -> None:
    """RUL-053."""
    t = duel(egypt={"hand": [16], "mina": 5}, hittites={"hand": [27, 28]})
    t.play("egypt", "deity", "sky_god", *["mina"] * 5)
    assert t.asked()[:2] == ("card.play", "hittites")


def returning(**mittani: Any) -> Story:
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "mittani": "mittani 1"}
    facts = {"deity": "god_of_war", "deity_state": "captured", **mittani}
    captor = {"hand": [16], "captured": {"god_of_war": "mittani"}}
    return table(areas, order="egypt hittites mittani", egypt=captor, mittani=facts)


def test_a_captured_deity_may_be_given_back_for_vp() -> None:
    """ACME §12.6, RUL-113: it is Active again at once (ACME-CORE-27, ACME-DIFF-15)."""
    t = returning().answer("egypt", "return:mittani")
    assert (t.civ("egypt").vp, t.civ("egypt").captured) == (2, {})
    assert t.view().civs["mittani"].deity_state == "active"


@pytest.mark.parametrize("mittani", [{"home": "emar"}, {"deity": "sky_god", "deity_state": "active"}])
def test_it_cannot_be_given_back_to_an_empty_home_or_beside_another_deity(mittani: dict[str, Any]) -> None:
    """RUL-113."""
    assert not [o for o in returning(**mittani).run_until("card.play").options() if o.startswith("return")]


def test_answers_that_were_not_offered_are_refused() -> None:
    """ACME §8.2."""
    with pytest.raises(IllegalAnswer):
        duel(egypt={"hand": [44]}).answer("egypt", "45")
