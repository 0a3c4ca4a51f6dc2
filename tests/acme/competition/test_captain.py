"""Great Captain from outside a Competition: pledged before the first one, committed in it (RUL-054, RUL-068)."""

from __future__ import annotations

import pytest

from tests.acme.competition.arena import HOLDERS, finish, phase
from tests.acme.story import Story

FOUR = "egypt hittites assyria babylon"
GONE = "discard=[22,87]"


def outside(top: str = GONE, kaska: str = "", **civs: str) -> Story:
    """Egypt fights in three areas, in two of them Babylon; the Hittites hold the card, and Assyria holds another."""
    there = {"aleppo": "egypt 4 babylon 4", "judah": "egypt 3 babylon 2", "thebes": "egypt 2 barbarians 3"}
    there |= {"kaska": kaska} if kaska else {}
    made = {"hittites": "hand=[14]", "assyria": "hand=[42]", "egypt": "mina=1", **civs}
    return phase(there, order=FOUR, top=top, **made)


def test_card_14_whoever_may_hold_it_is_asked_once_for_the_whole_phase_and_nobody_knows_who_does() -> None:
    t = outside()
    assert t.key == "competition.before"
    assert set(t.table.waiting()) == {"hittites", "assyria"}
    assert t.options("hittites") == ("14:aleppo", "14:judah", "14:thebes", "nothing")
    assert t.options("assyria") == ("nothing",)
    t.silence()
    assert t.key != "competition.before"


def test_card_14_is_committed_from_outside_at_its_players_place_and_its_number_is_told() -> None:
    t = outside(assyria="hand=[42]")
    t.table.close({"hittites": ("14:aleppo",)})
    t.check()
    assert t.view("hittites").civs["hittites"].pledged == "aleppo"
    assert t.view("egypt").civs["hittites"] == t.view().civs["hittites"]
    assert not t.view().civs["hittites"].pledged
    t.run_until("competition.card", "competition.negate")
    while t.key != "competition.card":
        t.silence()
    assert "{civ:hittites} committed 1 card." in t.told()
    assert t.asked() == ("competition.card", "hittites", ("egypt", "babylon"))
    assert t.state.fight is not None
    assert t.state.fight.area == "aleppo"
    t.answer("hittites", "egypt")
    assert (t.civ("hittites").mina, t.hand("hittites")) == (1, [])


def test_card_14_a_pledge_that_has_lost_its_object_leaves_the_card_in_hand() -> None:
    t = outside("", egypt="hand=[22]")
    t.table.close({"hittites": ("14:aleppo",), "egypt": ("22:aleppo:babylon",)})
    finish(t.check())
    assert t.hand("hittites") == [14]
    assert t.civ("hittites").pledged == ""
    assert "{civ:hittites} committed" not in t.told()


@pytest.mark.parametrize(("answer", "pledged"), [("nothing", "judah"), ("14:aleppo", "aleppo"), ("14:none", "")])
def test_card_14_a_pledge_holds_when_the_window_opens_again_unless_it_is_changed(answer: str, pledged: str) -> None:
    """RUL-180: it opens again when somebody has played."""
    t = outside("", egypt="hand=[22]")
    t.table.close({"hittites": ("14:judah",), "egypt": ("22:thebes:barbarians",)})
    t.check().run_until("competition.before")
    assert t.options("hittites") == ("14:aleppo", "14:none", "nothing")
    t.table.close({"hittites": (answer,)})
    assert t.civ("hittites").pledged == pledged


def test_card_14_with_holders_only_its_holder_is_asked_and_nobody_learns_of_it() -> None:
    """It may pledge and play other cards besides."""
    t = outside(f"discard=[87]\n{HOLDERS}", hittites="hand=[14,22]", kaska="hittites 2 barbarians 1")
    pledges = ("14:aleppo", "14:judah", "14:thebes")
    assert t.asked() == ("competition.before", "hittites", ("22:kaska:barbarians", *pledges, "nothing"))
    t.table.close({"hittites": ("14:judah",)})
    t.check()
    assert t.options("hittites") == ("22:kaska:barbarians", "14:aleppo", "14:thebes", "14:none", "nothing")
    t.table.close({"hittites": ("22:kaska:barbarians",)})
    t.check().run_until("competition.card")
    assert t.state.fight is not None
    assert t.state.fight.area == "judah"


def test_card_14_cannot_be_pledged_where_no_other_civ_fights_or_its_player_does() -> None:
    t = phase({"kaska": "hittites 2 barbarians 2"}, order="hittites assyria", assyria="hand=[14]", top=GONE)
    assert t.options("assyria") == ("14:kaska", "nothing")
    t = phase({"kaska": "hittites 2 assyria 2"}, order="hittites assyria", assyria="hand=[14]", top=GONE)
    assert t.key == "competition.commit"
