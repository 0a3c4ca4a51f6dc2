"""Orders to commit: in which order the cards come up, and whom they hit (ACME §9.3)."""

from __future__ import annotations

import pytest

from engine.core.text import sentence, speaking
from tests.acme.competition.arena import fight
from tests.acme.story import Story
from tests.acme.test_orders import judged

THREE = "egypt babylon hittites"


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("commit: put 34, 21", ("34", "21")),
        ("commit: put 21, 34", ("21", "34")),
        ("commit: put 34", ("34", "21")),
        ("commit: none", ("21", "34")),
    ],
)
def test_cards_come_up_in_the_order_in_which_they_are_named(line: str, given: tuple[str, ...]) -> None:
    """Others come behind as they were committed."""
    t = fight("egypt 4 babylon 3", egypt="hand=[21,34]", order="egypt babylon").play(
        "egypt", "card:21", "card:34", "done"
    )
    assert t.asked()[0] == "competition.order"
    assert judged(t, "egypt", line).batch == (given,)
    t.answer("egypt", *given)


def besieging(babylon: str = "", hittites: str = "") -> Story:
    """Egypt's Siege Master may hit the City of Babylon or that of the Hittites."""
    t = fight("egypt 4 babylon 3 hittites 3", order=THREE, egypt="hand=[16]", babylon=babylon, hittites=hittites)
    t.play("egypt", "card:16", "done").answer("hittites", "done").windows()
    assert t.asked() == ("competition.card", "egypt", ("babylon", "hittites"))
    return t


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("commit: put siege master; against hittites", "hittites"),
        ("commit: put siege master; against sumer, hittites, babylon", "hittites"),
        ("commit: put siege master; against leader", "hittites"),
        ("commit: put siege master; against enemy", "babylon"),
        ("commit: aleppo: siege master; against barbarians", ""),
        ("commit: put siege master", ""),
    ],
)
def test_a_card_hits_the_first_of_those_whom_the_order_is_against(line: str, given: str) -> None:
    """Who fights in the same area is an enemy (N-104); the Hittites lead."""
    t = besieging(hittites="vp=3")
    said = judged(t, "egypt", line)
    assert said.batch == (((given,),) if given else ())
    assert said.why.key == ("" if given else "acme.order.stop.unaimed")
    if given:
        t.answer("egypt", given)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "it does not say how {card:16} is used"), ("de", "er sagt nicht, wie {card:16} eingesetzt wird")],
)
def test_who_is_asked_is_told_which_card_it_is_about(language: str, said: str) -> None:
    with speaking(language):
        assert sentence(judged(besieging(), "egypt", "commit: none").why) == said


def test_how_much_goes_into_a_card_its_owner_is_asked() -> None:
    """Card 18."""
    t = fight("egypt 4 babylon 3", egypt="hand=[18]", order="egypt babylon").play("egypt", "card:18", "done")
    assert t.key == "competition.card"
    assert judged(t, "egypt", "commit: put 18; against babylon").why.key == "acme.order.stop.unaimed"


def test_great_captain_helps_nobody_whom_an_order_is_against() -> None:
    """Card 14: it is asked whom he helps."""
    t = fight("egypt 4 babylon 3 hittites 3", order=THREE, egypt="hand=[14]").play("egypt", "card:14", "done")
    t.answer("hittites", "done").windows()
    assert t.asked()[:2] == ("competition.card", "egypt")
    assert judged(t, "egypt", "commit: put 14; against babylon").why.key == "acme.order.stop.unaimed"
