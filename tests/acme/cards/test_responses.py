"""Windows: who is asked, whose answer counts, and what answers cost and bring (RUL-053 to RUL-058)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.effects.announce import NEGATES, Cause, cancels
from tests.acme.cards.tables import SPARE, duel, holds, offered, table
from tests.acme.reckoning import positions
from tests.acme.story import Story

FOUR = {"thebes": "egypt 2", "hattusha": "hittites 2", "mittani": "mittani 2", "alashiya": "sea_peoples 2"}
ORDER = "egypt hittites mittani sea_peoples"


def four(window: str = "sealed", **hands: list[int]) -> Story:
    """Four civs; Egypt is about to play Bronze Workshops, a card against nobody."""
    civs: dict[str, Any] = {c: {"hand": hands.get(c, [SPARE + i])} for i, c in enumerate(ORDER.split()[1:], 1)}
    return table(FOUR, order=ORDER, egypt=holds(58), options={"negate_window": window}, **civs)


def test_a_sealed_window_asks_all_with_a_card_at_once() -> None:
    """RUL-054: whether or not they hold an answer; all see the same prompt, and the public whom it asks."""
    t = four(hittites=[27], mittani=[17], sea_peoples=[]).play("egypt", "58")
    assert t.table.waiting() == ("hittites", "mittani")
    assert (t.options("hittites"), t.options("mittani")) == (("27", "pass"), ("pass",))
    assert t.view().waiting_for == ("hittites", "mittani")
    t.silence()
    assert t.civ("egypt").mina == 2


def test_the_first_in_turn_order_counts_and_the_others_stay_in_hand_unseen() -> None:
    """RUL-054: in order after the acting civ, whoever answered first."""
    t = four(hittites=[17], mittani=[27], sea_peoples=[28]).play("egypt", "58")
    t.answer("sea_peoples", "28").answer("mittani", "27").answer("hittites", "pass")
    t.windows()
    assert (t.hand("sea_peoples"), t.hand("mittani"), t.civ("mittani").mina) == ([28], [], 1)
    assert (t.civ("egypt").mina, t.disks("sea_peoples", "alashiya")) == (0, 2)
    assert "card:28" not in t.told()


def test_a_holders_window_asks_one_by_one_only_who_holds_an_answer() -> None:
    """RUL-054: the public is not told whom."""
    t = four("holders", hittites=[17], mittani=[27], sea_peoples=[28]).play("egypt", "58")
    assert t.table.waiting() == ("mittani",)
    assert t.view().waiting_for == ()
    t.answer("mittani", "pass")
    assert t.table.waiting() == ("sea_peoples",)
    t.answer("sea_peoples", "28")
    assert t.asked() == ("card.negate", "mittani", ("27", "pass"))
    t.answer("mittani", "pass")
    assert (t.civ("egypt").mina, t.disks("sea_peoples", "alashiya")) == (0, 1)


def test_a_holders_window_does_not_open_for_empty_hands() -> None:
    """RUL-054: nobody holds an answer, nobody is asked."""
    assert four("holders").play("egypt", "58").civ("egypt").mina == 2


def test_a_holders_window_goes_on_with_those_not_yet_asked() -> None:
    """RUL-055: who let the card pass is not asked again after a Negate that was Negated."""
    t = table(
        FOUR,
        order=ORDER,
        egypt=holds(58, 25),
        hittites={"hand": [27]},
        mittani={"hand": [28]},
        sea_peoples={"hand": [17]},
        options={"negate_window": "holders"},
    ).play("egypt", "58")
    t.answer("hittites", "pass").answer("mittani", "28")
    assert t.options() == ("25", "pass")
    t.answer("egypt", "25")
    assert t.asked()[1] == "hittites"
    t.answer("hittites", "pass")
    assert (t.key, t.civ("egypt").mina) == ("card.play", 2)


def test_a_negate_may_be_negated_and_the_card_stands_again() -> None:
    """RUL-055: the last word wins, all cards of the chain are discarded, prices and gains of a Negated one lapse."""
    t = duel(egypt=holds(58, 29), hittites={"hand": [27]}).play("egypt", "58").answer("hittites", "27")
    assert t.options("egypt") == ("29", "pass")
    t.answer("egypt", "29")
    assert (t.civ("egypt").mina, t.civ("hittites").mina) == (2, 0)
    assert sorted(t.state.discard) == [27, 29, 58]


def test_after_a_negated_negate_the_next_answer_given_counts() -> None:
    """RUL-055: sealed answers already given are taken in order before anybody is asked again."""
    t = table(
        FOUR,
        order=ORDER,
        egypt=holds(58, 25),
        hittites={"hand": [27]},
        mittani={"hand": [28]},
        sea_peoples={"hand": [17]},
    ).play("egypt", "58")
    t.answer("hittites", "27").answer("mittani", "28").answer("sea_peoples", "pass")
    t.answer("egypt", "25").windows()
    assert (t.hand("hittites"), t.hand("mittani"), t.disks("mittani", "mittani")) == ([], [], 1)
    assert (t.civ("egypt").mina, t.civ("hittites").mina) == (0, 0)


def test_after_a_negated_negate_those_who_kept_silent_are_asked_anew() -> None:
    """RUL-055: those who have not responded."""
    t = table(
        FOUR,
        order=ORDER,
        egypt=holds(58, 25),
        hittites={"hand": [27]},
        mittani={"hand": [28]},
        sea_peoples={"hand": [17]},
    ).play("egypt", "58")
    t.answer("hittites", "27").answer("mittani", "pass").answer("sea_peoples", "pass")
    t.answer("egypt", "25").windows()
    assert t.civ("egypt").mina == 2
    assert t.hand("mittani") == [28]


def test_a_negate_opens_a_window_for_all_but_its_player() -> None:
    """RUL-055: the player of the first card included, beginning after him who Negates."""
    t = four(hittites=[27], mittani=[17], sea_peoples=[18]).play("egypt", "58")
    t.answer("hittites", "27").answer("mittani", "pass").answer("sea_peoples", "pass")
    assert t.table.waiting() == ("mittani", "sea_peoples", "egypt")


def test_the_window_is_left_out_when_every_answer_is_publicly_out() -> None:
    """RUL-054: with all Negates that fit in the discard pile nobody can hold one."""
    answers = [n for n in NEGATES if cancels(n, Cause("card", "egypt", 58))]
    assert answers == [9, 27, 28, 94]
    rest = [n for n in NEGATES if n not in answers]
    t = duel(egypt=holds(58), hittites={"hand": rest}, discard=answers).play("egypt", "58")
    assert (t.key, t.civ("egypt").mina) == ("card.play", 2)
    t = duel(egypt=holds(58), hittites={"hand": rest}, discard=answers[1:]).play("egypt", "58")
    assert (t.key, t.options()) == ("card.negate", ("pass",))


@pytest.mark.parametrize(
    ("cause", "answers"),
    [
        (Cause("card", "egypt", 58), [9, 27, 28, 94]),
        (Cause("card", "egypt", 1), [25, 27, 28, 29, 94]),
        (Cause("card", "egypt", 2, as_deity=True), [25, 27, 28, 29, 30, 94]),
        (Cause("card", "egypt", 9, as_deity=True), [25, 27, 28, 29, 30, 94]),
        (Cause("card", "egypt", 9), [25, 27, 28, 29, 94]),
        (Cause("card", "egypt", 27), [25, 27, 28, 29, 94]),
        (Cause("card", "egypt", 94), [9, 27, 28, 30, 94]),
        (Cause("card", "egypt", 95, as_deity=True), [9, 27, 28, 30, 94]),
        (Cause("card", "egypt", 86), [9, 27, 28, 30, 94]),
        (Cause("event", "egypt", 98), [94]),
        (Cause("deity", "egypt", deity="sky_god"), [26]),
        (Cause("investment", "egypt", 20), [25, 29]),
        (Cause("investment", "egypt", 60), []),
    ],
    ids=lambda v: f"{v.kind} {v.card}" if isinstance(v, Cause) else "",
)
def test_what_each_answer_cancels(cause: Cause, answers: list[int]) -> None:
    """RUL-056: Great Persons, Religion, Deity cards, Events, powers and uses of Investments."""
    assert [n for n in NEGATES if cancels(n, cause)] == answers


def test_card_27_gains_its_mina_only_if_it_stands() -> None:
    """Card 27, RUL-055."""
    t = duel(egypt=holds(58), hittites={"hand": [27]}).play("egypt", "58").answer("hittites", "27").windows()
    assert (t.civ("hittites").mina, t.civ("egypt").mina) == (1, 0)
    t = duel(egypt=holds(58, 25), hittites={"hand": [27]}).play("egypt", "58").answer("hittites", "27")
    assert t.answer("egypt", "25").civ("hittites").mina == 0


def test_card_28_costs_a_disk_of_its_players_choice() -> None:
    """Card 28: from anywhere on the map; it cannot be bought off."""
    t = duel({"lydia": "hittites 1"}, egypt=holds(58), hittites={"hand": [28], "mina": 3}).play("egypt", "58")
    t.answer("hittites", "28").windows()
    assert t.asked() == ("negate.cost", "hittites", ("hattusha", "lydia"))
    t.answer("hittites", "lydia")
    assert (t.disks("hittites", "lydia"), t.civ("hittites").mina, t.civ("egypt").mina) == (0, 3, 0)


def test_card_28_negated_costs_no_disk() -> None:
    """Card 28, RUL-055: the price is due only if it stands."""
    t = duel(egypt=holds(58, 25), hittites={"hand": [28]}).play("egypt", "58").answer("hittites", "28")
    t.answer("egypt", "25")
    assert (t.disks("hittites", "hattusha"), t.civ("egypt").mina) == (2, 2)


def test_card_28_needs_a_disk_on_the_map() -> None:
    """Card 28: its price must be there."""
    t = table({"thebes": "egypt 2"}, egypt=holds(58), hittites={"hand": [28]}).play("egypt", "58")
    assert t.options("hittites") == ("pass",)


def test_card_94_needs_an_active_deity() -> None:
    """Card 94: it is a Religion card."""
    t = duel(egypt=holds(58), hittites={"hand": [94]}).play("egypt", "58")
    assert t.options("hittites") == ("pass",)
    t = duel(egypt=holds(58), hittites={"hand": [94], "deity": "god_of_war"}).play("egypt", "58")
    t.answer("hittites", "94").windows()
    assert (t.civ("egypt").mina, sorted(t.state.discard)) == (0, [58, 94])


def test_card_30_answers_religion_but_not_the_prophet_as_a_negate() -> None:
    """Card 30, RUL-056."""
    t = duel(egypt=holds(58, 30), hittites={"hand": [9]}).play("egypt", "58").answer("hittites", "9")
    assert t.options("egypt") == ("pass",)
    faith = {"deity": "sky_god", "used": {"sky_god": 1}}
    t = duel(egypt=holds(88, **faith), hittites={"hand": [30]}).play("egypt", "88").answer("hittites", "30").windows()
    assert t.civ("egypt").mina == 0


def test_card_9_negates_no_great_person() -> None:
    """Card 9, RUL-056."""
    t = duel(egypt=holds(6), hittites={"hand": [9, 25]}).play("egypt", "6")
    assert t.options("hittites") == ("25", "pass")


def test_card_19_cancels_a_card_against_its_owner_for_two_disks() -> None:
    """Card 19, RUL-056: a face-up means, so its owner is asked without a card in hand."""
    t = duel(egypt=holds(50), hittites={"mina": 2, "investments": {"19": 3}}).play("egypt", "50")
    assert t.asked() == ("card.negate", "hittites", ("investment:19", "pass"))
    t.answer("hittites", "investment:19").windows()
    assert (t.civ("hittites").mina, t.civ("hittites").investments) == (2, {"19": 1})


@pytest.mark.parametrize(
    ("card", "disks"), [(58, 4), (50, 1), (12, 4)], ids=["against nobody", "one disk only", "a Great Person"]
)
def test_card_19_answers_nothing_else(card: int, disks: int) -> None:
    """Card 19, RUL-056, RUL-057."""
    t = duel(egypt=holds(card), hittites={"mina": 2, "hand": [17], "investments": {"19": disks}})
    t.play("egypt", str(card))
    assert t.options("hittites") == ("pass",)


def test_card_19_its_use_may_be_negated_and_card_and_disks_are_lost() -> None:
    """Card 19, RUL-053: uses of Great Person Investments are answered by Assassin and Corrupter."""
    t = duel(egypt=holds(50, 29), hittites={"mina": 2, "investments": {"19": 3}}).play("egypt", "50")
    t.answer("hittites", "investment:19")
    assert t.options("egypt") == ("29", "pass")
    t.answer("egypt", "29")
    assert (t.civ("hittites").mina, t.civ("hittites").investments, t.civ("hittites").supply) == (0, {}, 46)
    assert sorted(t.state.discard) == [19, 29, 50]


def test_card_19_may_answer_a_card_placed_among_its_owners_disks() -> None:
    """RUL-057: a card is against a civ if it names an area with its disks."""
    t = duel({"red_sea": "hittites 1"}, egypt=holds(42), hittites={"investments": {"19": 2}}).play(
        "egypt", "42", "red_sea", "done"
    )
    t.answer("hittites", "investment:19").windows()
    assert t.disks("egypt", "red_sea") == 0


def test_card_26_cancels_a_use_of_a_power_for_the_turn() -> None:
    """Card 26, RUL-073: the Sky God's stroke has no effect; the Deity stays Active and may not strike again."""
    t = table({"thebes": "egypt 2", "lydia": "hittites 1"}, egypt=holds(deity="sky_god"), hittites={"hand": [26]})
    t.play("egypt", "lydia:hittites").answer("hittites", "26").windows()
    shown = t.view().civs["egypt"]
    assert (t.disks("hittites", "lydia"), shown.power_blocked, shown.deity_state) == (1, True, "active")
    assert t.key == "card.play"


def test_card_26_answers_no_card() -> None:
    """Card 26, RUL-053."""
    t = duel(egypt=holds(58), hittites={"hand": [26]}).play("egypt", "58")
    assert t.options("hittites") == ("pass",)


def test_deity_actions_open_no_window() -> None:
    """RUL-053: establishing without a card cannot be answered."""
    t = duel(egypt=holds(mina=5), hittites={"hand": [9, 25, 27, 28, 30, 94]}).play("egypt", "deity", "god_of_war")
    t.play("egypt", "mina", "mina", "mina", "mina", "mina")
    assert t.view().civs["egypt"].deity == "god_of_war"


def test_nobody_learns_of_a_card_before_it_is_announced() -> None:
    """RUL-009, RUL-045: while its player still chooses, the public view is as before."""
    t = duel({"zab": "hittites 3", "lydia": "hittites 3"}, egypt=holds(73), hittites={"hand": [17]})
    before = t.view()
    t.play("egypt", "73")
    assert (t.key, t.view()) == ("card.area", before)
    t.play("egypt", "zab")
    assert (t.state.playing, t.view().civs["egypt"].hand_count) == ([73], 1)


def test_card_9_negates_a_card_that_is_neither_event_nor_great_person() -> None:
    """Card 9, RUL-056."""
    t = duel(egypt=holds(58), hittites={"hand": [9]}).play("egypt", "58").answer("hittites", "9").windows()
    assert (t.civ("egypt").mina, t.civ("hittites").deity, sorted(t.state.discard)) == (0, "", [9, 58])


def test_card_26_87_a_power_that_is_taken_leaves_the_tally_and_religion() -> None:
    """Cards 26, 87, RUL-073, RUL-086: the Deity is Active all the same."""
    faith = {"deity": "sky_god", "blocked": True}
    assert positions.story({"egypt": faith}).run_until("growth.retire").civ("egypt").vp == 1
    assert offered(duel(egypt=holds(88, **faith)), 88)


def test_card_30_answers_a_card_that_brings_a_deity_back() -> None:
    """Card 30, RUL-056: Gold Smith, with which a Lost one would return; the Deity stays Lost."""
    lost = {"deity": "sky_god", "deity_state": "lost"}
    t = duel(egypt=holds(2, **lost), hittites={"hand": [30]}).play("egypt", "2", "restore").answer("hittites", "30")
    assert t.windows().view().civs["egypt"].deity_state == "lost"
