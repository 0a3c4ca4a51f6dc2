"""How losses are met, shared and chosen (CIV §2.9, §14.1)."""

from __future__ import annotations

import pytest

from engine.civ.calamities.losses import Lost, Stake, pick, share, stake
from engine.core.ask import Ask, Flow, Request
from tests.civ.story import Phase


def first_question(flow: Flow[object]) -> Request | None:
    """What such a flow asks first, or nothing."""
    try:
        asked = flow.send(None)
    except StopIteration:
        return None
    finally:
        flow.close()
    assert isinstance(asked, Request)
    return asked


def through(flow: Flow[Lost], *answers: tuple[str, ...]) -> Lost:
    """What comes of these answers."""
    said = None
    left = list(answers)
    try:
        while True:
            asked: Request = flow.send(said)
            said = {asked.asks[0].seat: left.pop(0)}
    except StopIteration as end:
        assert not left
        lost: Lost = end.value
        return lost


@pytest.mark.parametrize(
    ("tokens", "cities", "n", "due"),
    [
        (3, 2, 10, 10),
        (0, 2, 3, 5),
        (1, 2, 3, 5),
        (2, 1, 4, 5),
        (4, 0, 9, 4),
        (0, 4, 17, 20),
        (2, 3, 13, 15),
        (3, 1, 0, 0),
    ],
)
def test_losses_are_exact_or_exceeded_by_as_little_as_possible(tokens: int, cities: int, n: int, due: int) -> None:
    """CIV-178, CIV-230, CIV-RUL-029, CIV-RUL-072: of cities alone 5 go for 3; less than asked means all."""
    lots = Stake({"fayum": tokens}, ["thebes", "tanis", "memphis", "gaza"][:cities])
    assert lots.due(n) == due


def test_cities_are_picked_first_and_tokens_make_the_rest() -> None:
    """CIV-178."""
    lots = Stake({"fayum": 4, "gaza": 3}, ["thebes", "tanis"])
    assert through(pick("egypt", lots, 8), ("tanis",), ("gaza:3",)) == Lost(["tanis"], {"gaza": 3})
    asked = first_question(pick("egypt", lots, 8))
    assert asked is not None
    ask: Ask = asked.asks[0]
    assert (ask.least, ask.most) == (1, 1)


def test_what_leaves_no_choice_is_not_asked() -> None:
    """CIV-212."""
    assert through(pick("egypt", Stake({"fayum": 2}, ["thebes"]), 20)) == Lost(["thebes"], {"fayum": 2})


def test_shares_are_capped_and_complete() -> None:
    """CIV-236, CIV-RUL-071: two others who can lose 30 and 3: 8 and 3, and nothing else."""
    with pytest.raises(StopIteration) as end:
        share("egypt", 20, {"crete": 8, "babylon": 3}).send(None)
    assert end.value.value == {"crete": 8, "babylon": 3}


def test_the_cheapest_comes_first() -> None:
    """CIV-RUL-060: tokens above the limit, then where few are supported; sites before wilderness cities."""
    areas = {"fayum": "egypt 2", "nubia": "egypt 1", "thebes": "egypt 5", "memphis": "egypt city", "gaza": "egypt city"}
    shown = stake(Phase("calamity", areas=areas).s, "egypt")
    assert list(shown.tokens) == ["thebes", "nubia", "fayum"]
    assert shown.cities == ["memphis", "gaza"]
