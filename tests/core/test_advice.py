"""Advice: the reason that is told of several answers."""

from __future__ import annotations

from engine.core.advice import Advised, _main_reason, is_over
from engine.core.message import NOTHING, Message, list_of

KEPT, BEST, ROOM = (Message(f"why.{key}") for key in ("kept", "best", "room"))


def test_the_reason_is_that_of_the_question_at_which_something_is_done() -> None:
    """Of a whole growth it was why no disk is removed, which is asked first."""
    growth = [("growth.retire", Advised(("done",), KEPT))]
    growth += [
        ("growth.deploy", Advised((area,), why)) for area, why in (("tyre", BEST), ("zab", ROOM), ("gaza", ROOM))
    ]
    assert _main_reason(growth) == ROOM
    assert _main_reason(growth[:2]) == BEST
    assert _main_reason(growth[:1]) == KEPT


def test_what_is_paid_for_is_the_reason_and_not_what_it_is_paid_with() -> None:
    paid = [("deity.pay", Advised((f"card:{n}",), ROOM)) for n in range(3)]
    assert _main_reason([("card.play", Advised(("deity",), BEST)), *paid]) == BEST
    assert _main_reason([("card.play", Advised(("pass",)))]) == NOTHING


def test_reasons_of_one_kind_name_all_that_they_are_about() -> None:
    """Of a growth that made two Cities, only one was named."""

    def city(area: str) -> Message:
        return Message("why.city", {"areas": list_of([area]), "n": 1})

    growth = [("growth.deploy", Advised((area,), city(area))) for area in ("tyre", "zab", "zab")]
    growth += [("growth.deploy", Advised(("gaza",), ROOM))]
    assert _main_reason(growth) == Message("why.city", {"areas": list_of(["tyre", "zab"]), "n": 2})


def test_a_number_that_counts_no_list_stays_as_it_is() -> None:
    """A reason's own `n` became the length of its list."""
    worth = [Message("why.worth", {"areas": list_of(areas), "n": 7}) for areas in (["tyre"], ["zab"])]
    paid = [("growth.deploy", Advised((area,), why)) for area, why in zip(("tyre", "zab"), worth, strict=True)]
    assert _main_reason(paid) == Message("why.worth", {"areas": list_of(["tyre", "zab"]), "n": 7})


def test_a_plan_that_has_been_ended_does_not_go_on_with_the_next_question_of_its_kind() -> None:
    """Advice for two Competitions was put into the first one: `1 white disk (×2)`, of which one could not be used."""
    assert is_over("competition.commit", "competition.commit", ("done",), "competition.commit")
    assert not is_over("competition.commit", "competition.commit", ("white:cavalry",), "competition.commit")
    assert not is_over("growth.retire", "growth.retire", ("done",), "growth.deploy")
