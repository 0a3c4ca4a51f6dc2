"""What a post tells of a long fight: each civ's payments in one line."""

from __future__ import annotations

from engine.acme.effects.losses import told_means
from engine.acme.presentation.condensing import condense
from engine.core.game import Event
from engine.core.message import Message
from engine.core.text import speaking


def paid(civ: str, *means: str, action: int = 1) -> Event:
    """The civ pays with these."""
    said = Message("event.competition.paid", {"civ": f"{{civ:{civ}}}", "means": told_means(means)})
    return Event(said, action=action, key="competition.paid")


def test_what_is_paid_round_by_round_is_told_together_for_each_civ() -> None:
    rounds = [("mittani", "mina"), ("urartu", "investment:20"), ("mittani", "mina"), ("urartu", "investment:20")]
    events = [paid(civ, *means) for civ, *means in rounds] + [paid("mittani", "card:80")]
    with speaking("en"):
        assert [event.text for event in condense(events)] == [
            "{civ:mittani} paid with 2 mina, {card:80}.",
            "{civ:urartu} paid with {card:20} (×2).",
        ]


def test_payments_of_two_actions_stay_apart() -> None:
    events = [paid("mittani", "mina"), paid("mittani", "mina", action=2)]
    assert condense(events) == events
