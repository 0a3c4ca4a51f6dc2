"""Standing orders: to pass, to let announcements pass or to negate them, to lose or to save, to decline."""

from __future__ import annotations

import pytest

from engine.acme.game import GAME
from engine.acme.orders import lost
from engine.core.errors import IllegalAnswer
from engine.core.orders import Verdict, read_order, verdict
from engine.core.trial import Trial
from tests.acme.cards.tables import duel, holds, table
from tests.acme.cards.test_disasters import PLAGUED
from tests.acme.story import Story
from tests.acme.test_civs import told

ORDERS = GAME.orders


def judged(story: Story, seat: str, *lines: str) -> Verdict:
    """What these orders say to what the seat is asked now."""
    return verdict(Trial(story.table, seat), ORDERS, None, None, [read_order(ORDERS, line) for line in lines])


def plague(*hand: int, mina: int = 0) -> Story:
    """Egypt announces Biblical Plague: three disks of the Hittites are at stake."""
    return table(PLAGUED, egypt=holds(73), hittites={"mina": mina, "hand": list(hand)}).play("egypt", "73")


def harmless(*hand: int) -> Story:
    """Egypt announces Bronze Workshops, which costs nobody anything."""
    return duel(egypt=holds(58), hittites={"hand": list(hand)}).play("egypt", "58")


def test_what_passing_costs_is_found_by_trying_it() -> None:
    """RUL-054: with no look at what others hold."""
    assert lost(Trial(plague(27).table, "hittites"), "hittites") == 3
    assert lost(Trial(harmless(27).table, "hittites"), "hittites") == 0


@pytest.mark.parametrize(
    ("lines", "picks"),
    [
        (["negate: pass"], "pass"),
        (["negate: any"], "27"),
        (["negate: pass up to 2", "negate: any"], "27"),
        (["negate: pass up to 3", "negate: any"], "pass"),
        (["negate: any", "negate: pass up to 3"], "pass"),
    ],
)
def test_a_window_is_answered_by_what_it_would_cost(lines: list[str], picks: str) -> None:
    """RUL-054: of several orders that with the smallest number that holds."""
    story = plague(27, 28)
    said = judged(story, "hittites", *lines)
    assert said.batch == ((picks,),)
    story.answer("hittites", picks)


def test_a_window_that_costs_more_than_the_order_holds_for_is_its_owners() -> None:
    said = judged(plague(27), "hittites", "negate: pass up to 2")
    assert (said.why.key, said.why.values["n"]) == ("order.stop.much", 3)
    assert not said.batch


def test_nothing_is_negated_that_takes_nothing_or_with_nothing_in_hand() -> None:
    """Whoever has no answer lets it pass like anybody else, without being asked after all."""
    assert judged(harmless(27), "hittites", "negate: any").batch == (("pass",),)
    assert judged(plague(58), "hittites", "negate: any").batch == (("pass",),)


def test_losses_are_taken_or_saved_with_mina_as_long_as_there_is_any() -> None:
    """ACME §7.2."""
    story = plague(58, mina=1).windows()
    assert judged(story, "hittites", "losses: lose").batch == (("lose",),)
    assert judged(story, "hittites", "losses: mina up to 2").why.key == "order.stop.much"
    assert judged(story, "hittites", "losses: mina").batch == (("mina",),)
    story.answer("hittites", "mina")
    assert judged(story, "hittites", "losses: mina").why.key == "order.stop.gone"


def test_one_passes_while_the_hand_is_small() -> None:
    """ACME §8: up to so many cards."""
    story = duel(egypt=holds(58), hittites={"hand": [27]})
    assert judged(story, "egypt", "pass: always").batch == (("pass",),)
    assert judged(story, "egypt", "pass: always up to 2").batch == (("pass",),)
    assert judged(story, "egypt", "pass: always up to 1").why.key == "order.stop.much"


@pytest.mark.parametrize("line", ["deploy: auto", "negate: never", "losses: lose up to", "gilgamesh: stay up to 2"])
def test_a_line_that_is_no_order_is_refused(line: str) -> None:
    with pytest.raises(IllegalAnswer):
        read_order(ORDERS, line)


def test_an_order_is_about_its_own_questions_alone() -> None:
    assert judged(plague(27), "hittites", "losses: lose", "pass: always") == Verdict()


@pytest.mark.parametrize(
    ("line", "picks"),
    [
        ("negate: any when home", "27"),
        ("negate: any when hits pala", "27"),
        ("negate: any when hits zab", "pass"),
        ("negate: any when lose 3", "27"),
        ("negate: any when lose >= 4", "pass"),
        ("negate: any when lose 4 or hits kaska", "27"),
    ],
)
def test_a_negate_is_played_when_what_is_named_is_hit(line: str, picks: str) -> None:
    """RUL-054: where a disk would fall is found by trying it, not by what the announcement names."""
    assert read_order(ORDERS, line).line == line.replace(">= ", "")
    assert judged(plague(27), "hittites", line).batch == ((picks,),)


def test_what_hits_nothing_is_not_negated_on_any_condition() -> None:
    assert judged(harmless(27), "hittites", "negate: any when home or hits hattusha or lose 1").batch == (("pass",),)


@pytest.mark.parametrize(
    "line",
    [
        "negate: any when",
        "negate: any when hits atlantis",
        "negate: any when lose 0",
        "negate: pass when home",
        "negate: any when home and hits zab",
        "losses: mina when home",
        "negate: any when " + " or ".join(["home"] * 7),
    ],
)
def test_what_is_no_condition_is_refused(line: str) -> None:
    with pytest.raises(IllegalAnswer):
        read_order(ORDERS, line)


def test_units_of_a_competition_are_given_up_and_nothing_is_paid() -> None:
    """ACME §9.4, RUL-103: as a fight plan that pays nothing; whoever orders it keeps mina and cards."""
    civs = {"babylon": {"growth_box": 44, "mina": 1}, "egypt": {}}
    story = told("competition", {"aleppo": "babylon 4 egypt 3"}, civs).run_until("competition.removal")
    asked = story.asked()[1]
    said = judged(story, asked, "removal: lose")
    assert "mina" in story.options()
    assert said.batch == (("disk",),)
    story.answer(asked, *said.batch[0])
