"""Orders to Negate cards that are revealed in a Competition (RUL-181)."""

from __future__ import annotations

import pytest

from tests.acme.competition.arena import phase
from tests.acme.competition.test_answers import revealed
from tests.acme.test_orders import judged


@pytest.mark.parametrize(
    ("lines", "given"),
    [
        (["fights: pass"], ("pass",)),
        (["fights: any"], ("27:35:egypt", "29:16:egypt")),
        (["fights: cheapest"], ("27:35:egypt", "29:16:egypt")),
        (["fights: any", "negate-keep: 1"], ("27:35:egypt",)),
        (["fights: any", "negate-keep: 2"], ("pass",)),
        (["fights: prophetess"], ("27:35:egypt",)),
        (["fights: 29"], ("29:16:egypt",)),
        (["fights: any when lose 2"], ("27:35:egypt",)),
        (["fights: any when lose >= 3"], ("pass",)),
        (["fights: any when hits aleppo"], ("27:35:egypt", "29:16:egypt")),
        (["fights: any when hits kaska"], ("pass",)),
        (["fights: any when home"], ("pass",)),
        (["fights: any when city"], ("27:35:egypt", "29:16:egypt")),
        (["fights: any when by enemy"], ("27:35:egypt", "29:16:egypt")),
        (["fights: any when by egypt or home"], ("27:35:egypt", "29:16:egypt")),
        (["fights: any when by babylon"], ("pass",)),
        (["fights: any when always"], ("27:35:egypt", "29:16:egypt")),
    ],
)
def test_revealed_cards_are_negated_as_the_order_says(lines: list[str], given: tuple[str, ...]) -> None:
    """Composite Bow costs two units, Siege Master one; each is answered with a Negate of its own."""
    t = revealed("[16,35]", "[27,29]", "card:16", "card:35")
    assert judged(t, "babylon", *lines).batch == (given,)
    t.table.close({"babylon": given})
    t.check()


def test_what_costs_no_units_is_negated_on_conditions_alone() -> None:
    """Card 21 costs nobody anything in a Competition."""
    t = revealed("[21]", "[27,29]", "card:21")
    assert judged(t, "babylon", "fights: any").batch == (("pass",),)
    assert judged(t, "babylon", "fights: any when always").batch != (("pass",),)


def test_who_has_nothing_there_negates_nothing_unasked() -> None:
    """RUL-181: civs outside the area are asked too."""
    t = phase({"aleppo": "egypt 4 babylon 4"}, order="egypt babylon hittites", egypt="hand=[16]", hittites="hand=[29]")
    t.windows().play("egypt", "card:16", "done")
    assert t.table.waiting() == ("hittites",)
    assert judged(t, "hittites", "fights: any").batch == (("pass",),)
    assert judged(t, "hittites", "fights: any when by egypt").batch == (("29:16:egypt",),)
