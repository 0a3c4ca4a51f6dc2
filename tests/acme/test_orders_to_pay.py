"""Orders where a card lets its victim pay or suffer: Dancer of the 7 Veils, War Elephants, Blasphemy."""

from __future__ import annotations

import pytest

from engine.acme.game import GAME
from engine.acme.npc.cards.worth import given_up_first
from engine.core.order_lines import read_order
from tests.acme.cards.tables import duel, holds
from tests.acme.cards.test_religion import FAITH
from tests.acme.competition.test_allies import fight
from tests.acme.reckoning.test_epoch import ended
from tests.acme.story import Story
from tests.acme.test_orders import judged


def danced() -> Story:
    """The Hittites have 2 mina and a card."""
    return duel(egypt=holds(13), hittites={"hand": [58], "mina": 2}).play("egypt", "13").windows()


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("penalty: pay", "pay"),
        ("penalty: suffer", "show"),
        ("penalty: pay when mina >= 3", ""),
        ("penalty: pay when mina >= 3 else suffer", "show"),
        ("penalty: pay when from dancer and cards 1", "pay"),
        ("penalty: pay when from blasphemy or from elephants else suffer", "show"),
        ("penalty: suffer when from blasphemy else pay", "pay"),
    ],
)
def test_card_13_is_paid_or_suffered_as_the_order_says(line: str, given: str) -> None:
    story = danced()
    said = judged(story, "hittites", line)
    assert said.batch == (((given,),) if given else ())
    assert said.why.key == ("" if given else "order.stop.unmet")
    if given:
        story.answer("hittites", given)


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("penalty: pay when from blasphemy else suffer", ["pay", "mina", f"card:{given_up_first([42, 58])[0]}"]),
        ("penalty: suffer", ["suffer"]),
    ],
)
def test_card_90_is_paid_with_mina_first_and_then_with_cards(line: str, given: list[str]) -> None:
    story = duel(egypt=holds(90, **FAITH), hittites={"deity": "god_of_war", "vp": 3, "mina": 1, "hand": [58, 42]})
    story.play("egypt", "90").windows()
    for pick in given:
        assert judged(story, "hittites", line).batch == ((pick,),)
        story.answer("hittites", pick)
    assert (story.civ("hittites").mina, len(story.hand("hittites"))) == ((0, 1) if given[1:] else (1, 2))


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("penalty: pay", ["mina", "card:42"]),
        ("penalty: suffer", ["pass"]),
        ("penalty: pay when mina 1 else suffer", ["mina", "pass"]),
    ],
)
def test_card_37_elephants_are_driven_off_as_often_as_the_order_pays(line: str, given: list[str]) -> None:
    """RUL-077: all but the last."""
    t = fight(37, area="byblos", egypt="mina=1", more="hand=[42]").windows()
    t.play("babylon", "done").windows()
    for pick in given:
        assert judged(t, "babylon", line).batch == ((pick,),)
        t.answer("babylon", pick)
    assert t.key != "loss.penalty"


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("loss: save deity, pay mina, cards; rest lose", "mina"),
        ("loss: save all, pay cards; else lose", "card:70"),
        ("loss: save all; pay mina, spare; keep mina 2; else ask", "card:70"),
        ("loss: save all; keep mina 2; else ask", "kept"),
        ("loss: save home, cities, rest lose", "lose"),
        ("loss: save home, cities, rest ask", "unsaid"),
        ("loss: mina", "mina"),
        ("loss: lose up to 0", "lose"),
    ],
)
def test_a_deity_is_kept_or_lost_as_one_order_for_all_losses_says(line: str, given: str) -> None:
    """ACME §11: a crisis of faith takes a mina or a card."""
    story = ended(91, {"egypt": {"deity": "sky_god", "mina": 2, "hand": [70]}})
    said = judged(story, "egypt", line)
    assert said.batch == (() if said.why else ((given,),))
    assert said.why.key.rpartition(".")[2] == (given if said.why else "")


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("loss: save all", "pay"),
        ("loss: mina", "pay"),
        ("loss: save home, rest lose", "show"),
        ("loss: save all; pay cards", "cost"),
        ("loss: save all; keep mina 1", "kept"),
        ("loss: ask", "unsaid"),
    ],
)
def test_the_dancer_is_paid_in_mina_alone_as_one_order_for_all_losses_says(line: str, given: str) -> None:
    """Card 13: 2 mina or a card of the hand."""
    said = judged(danced(), "hittites", line)
    assert said.batch == (() if said.why else ((given,),))
    assert said.why.key.rpartition(".")[2] == (given if said.why else "")


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("loss: save all; pay cards", ["pay", "card", "card"]),
        ("loss: save all; pay mina, cards; keep mina 1", ["pay", "card", "card"]),
        ("loss: save all; pay mina, cards", ["pay", "mina", "card"]),
        ("loss: save all; pay mina", ["cost"]),
        ("loss: lose", ["suffer"]),
    ],
)
def test_card_90_is_paid_with_what_one_order_for_all_losses_names(line: str, given: list[str]) -> None:
    story = duel(egypt=holds(90, **FAITH), hittites={"deity": "god_of_war", "vp": 3, "mina": 1, "hand": [58, 42]})
    story.play("egypt", "90").windows()
    for pick in given:
        said = judged(story, "hittites", line)
        assert (said.why.key.rpartition(".")[2] or said.batch[0][0].partition(":")[0]) == pick
        if said.batch:
            story.answer("hittites", *said.batch[0])
    assert story.key not in {"loss.penalty", "loss.pay"} or given == ["cost"]


@pytest.mark.parametrize(
    ("line", "given"), [("loss: save byblos, rest lose", "mina"), ("loss: save aleppo, rest lose", "pass")]
)
def test_elephants_are_driven_off_where_one_order_for_all_losses_saves_the_area(line: str, given: str) -> None:
    """Card 37, RUL-077."""
    t = fight(37, area="byblos", egypt="mina=1", more="hand=[42]").windows()
    t.play("babylon", "done").windows()
    assert judged(t, "babylon", line).batch == ((given,),)


def test_what_is_ordered_for_one_question_goes_before_what_is_for_all_losses() -> None:
    story = danced()
    assert judged(story, "hittites", "loss: save all", "penalty: suffer").batch == (("show",),)
    assert judged(story, "hittites", "loss: save all", "penalty: pay when mina 9").why.key == "order.stop.unmet"
    assert judged(story, "hittites", "loss: save all", "losses: lose", "faith: lose").batch == (("pay",),)


def test_lines_are_read_back_as_they_are_kept() -> None:
    for line in (
        "penalty: pay when from blasphemy and mina 4 else suffer",
        "penalty: suffer",
        "penalty: pay when cards 9",
    ):
        assert read_order(GAME.orders, line).line == line
