"""The standing order for cards above the hand limit: what goes first, what never goes, and what of the rest."""

from __future__ import annotations

import pytest

from engine.acme.facts.catalog import CARDS
from engine.acme.game import GAME
from engine.core.errors import IllegalAnswer
from engine.core.order_lines import read_order
from engine.core.orders import MOST_NAMED
from engine.core.text import card
from tests.acme.reckoning.positions import story
from tests.acme.story import Story
from tests.acme.test_orders import judged

ANSWER = 27


def too_many(*hand: int) -> Story:
    """Egypt holds these, draws 42, 44 and 46, and has to come down to six cards."""
    return story({"egypt": {"hand": list(hand)}}, step="draw.begin")


def test_what_is_thrown_goes_in_the_order_of_the_list() -> None:
    """ACME §8.1, RUL-049: as many as have to go, and no more."""
    asked = too_many(70, 71, 68, 67)
    said = judged(asked, "egypt", "discard: throw 68, 70")
    assert said.batch == (("68",),)
    asked.answer("egypt", *said.batch[0]).run_until("growth.retire")
    assert 68 in asked.state.discard
    assert judged(too_many(70, 71, 68, 67, 1), "egypt", "discard: throw 71, 70").batch == (("71", "70"),)


def test_of_a_class_the_least_useful_goes_first() -> None:
    """RUL-144: as a computer would give them up."""
    assert judged(too_many(70, 71, 68, ANSWER), "egypt", "discard: throw action").batch == (("68",),)
    assert judged(too_many(70, 71, 16, ANSWER), "egypt", "discard: throw great person").batch == (("16",),)


def test_what_is_kept_stays_whatever_the_rest_would_say() -> None:
    said = judged(too_many(70, 71, 68, ANSWER), "egypt", "discard: keep 68, negate; rest least")
    assert said.batch == (("42",),)


def test_the_first_word_about_a_card_counts() -> None:
    hand = too_many(70, 71, 68, ANSWER)
    assert judged(hand, "egypt", "discard: throw 27; keep negate").batch == (("27",),)
    assert judged(hand, "egypt", "discard: keep negate; throw 27, 70").batch == (("70",),)


def test_the_rest_goes_when_what_is_thrown_is_not_enough() -> None:
    said = judged(too_many(70, 71, 68, 67, ANSWER), "egypt", "discard: throw 70, keep negate, rest least")
    assert said.batch == (("70", "68"),)


def test_its_owner_is_asked_where_nothing_is_said_of_a_card_that_may_have_to_go() -> None:
    """Nothing said of the rest is to be asked; the stop names the card that a computer would give up first."""
    said = judged(too_many(70, 71, 68, ANSWER), "egypt", "discard: throw investment, keep negate")
    assert not said.batch
    assert (said.why.key, said.why.values["card"]) == ("acme.order.stop.uncovered", card(68))


def test_its_owner_is_asked_where_only_what_is_kept_is_left() -> None:
    said = judged(too_many(70, 71, 68, ANSWER, 67), "egypt", "discard: throw 70; keep action, negate; rest least")
    assert (said.batch, said.why.key) == ((), "acme.order.stop.kept")


def test_the_card_more_of_sumer_is_discarded_alike() -> None:
    """RUL-121: Cuneiform."""
    asked = story({"sumer": {}, "egypt": {}}, {"sumer": "sumer 1", "thebes": "egypt 1"}, step="draw.begin")
    assert judged(asked, "sumer", "discard: throw 44").batch == (("44",),)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("discard: least", "discard: least"),
        (
            "discard: throw Investments, 73; keep Great Persons",
            "discard: throw investment, 73, keep great_person, rest ask",
        ),
        ("discard: keep biblical plague, rest least", "discard: keep 73, rest least"),
        ("Discard: throw action, throw 73, 73", "discard: throw action, 73, rest ask"),
    ],
)
def test_a_list_is_read_as_it_is_typed_and_kept_as_one_line(typed: str, kept: str) -> None:
    order = read_order(GAME.orders, typed)
    assert order.line == kept
    assert read_order(GAME.orders, order.line) == order


@pytest.mark.parametrize(
    "line",
    [
        "discard: throw",
        "discard: throw atlantis",
        "discard: throw event",
        "discard: keep negate, rest most",
        "discard: least throw negate",
        "losses: throw negate",
        "discard: throw " + ", ".join(sorted(c.token for c in CARDS.values() if not c.is_event)[: MOST_NAMED + 1]),
    ],
)
def test_what_cannot_be_named_is_refused(line: str) -> None:
    with pytest.raises(IllegalAnswer):
        read_order(GAME.orders, line)
