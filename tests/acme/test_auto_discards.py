"""The auto-answer for cards above the hand limit: what goes first, what never goes, and the rest."""

from __future__ import annotations

from tests.acme.reckoning.positions import story
from tests.acme.story import Story
from tests.acme.test_auto_answers import judged

ANSWER = 27


def too_many(*hand: int) -> Story:
    """Egypt holds these, draws 42, 44 and 46, and has to come down to six cards."""
    return story({"egypt": {"hand": list(hand)}}, step="draw.begin")


def test_what_goes_first_goes_in_the_order_of_the_list() -> None:
    """ACME §8.1, RUL-049: as many as have to go, and no more."""
    asked = too_many(70, 71, 68, 67)
    said = judged(asked, "egypt", "discard: first:68,first:70")
    assert said.batch == (("68",),)
    asked.answer("egypt", *said.batch[0]).run_until("growth.retire")
    assert 68 in asked.state.discard
    assert judged(too_many(70, 71, 68, 67, 1), "egypt", "discard: first:71,first:70").batch == (("71", "70"),)


def test_of_a_class_the_least_useful_goes_first() -> None:
    """RUL-144: as a computer would give them up."""
    assert judged(too_many(70, 71, 68, ANSWER), "egypt", "discard: first:action").batch == (("68",),)
    assert judged(too_many(70, 71, 16, ANSWER), "egypt", "discard: first:great_person").batch == (("16",),)
    assert judged(too_many(70, 71, 68, ANSWER), "egypt", "discard: least").batch == (("68",),)


def test_what_never_goes_stays_and_the_rest_goes_least_useful_first() -> None:
    said = judged(too_many(70, 71, 68, ANSWER), "egypt", "discard: never:68,never:negate")
    assert said.batch == (("42",),)
    said = judged(too_many(70, 71, 68, 67, ANSWER), "egypt", "discard: first:70,never:negate")
    assert said.batch == (("70", "68"),)


def test_a_single_card_counts_before_its_class_and_never_before_first() -> None:
    hand = too_many(70, 71, 68, ANSWER)
    assert judged(hand, "egypt", "discard: never:negate,first:27").batch == (("27",),)
    assert judged(hand, "egypt", "discard: first:action,never:68").batch != (("68",),)
    assert judged(hand, "egypt", "discard: first:action,never:action,first:27").batch == (("27",),)


def test_its_owner_is_asked_where_only_what_is_kept_is_left() -> None:
    said = judged(too_many(70, 71, 68, ANSWER, 67), "egypt", "discard: first:70,never:action,never:negate")
    assert (said.batch, said.why.key) == ((), "acme.auto.stop.kept")


def test_a_card_that_is_no_longer_held_changes_nothing() -> None:
    said = judged(too_many(70, 71, 68, ANSWER), "egypt", "discard: first:73,never:1")
    assert said.batch == (("68",),)


def test_the_card_more_of_sumer_is_discarded_alike() -> None:
    """RUL-121: Cuneiform."""
    asked = story({"sumer": {}, "egypt": {}}, {"sumer": "sumer 1", "thebes": "egypt 1"}, step="draw.begin")
    assert judged(asked, "sumer", "discard: first:44").batch == (("44",),)
