"""What an NPC has planned to follow a decision is answered only where it was planned for, and only if it is offered."""

from __future__ import annotations

import pytest

from engine.acme.npc import decision
from engine.acme.npc.decision import Decision, decide
from engine.core.ask import Ask, Request
from engine.core.message import as_told
from tests.acme.reckoning.positions import story
from tests.acme.story import Story

THOUGHT = Decision(("pass",), "thought of")


@pytest.fixture(autouse=True)
def minds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has planned nothing that fits passes."""
    monkeypatch.setitem(decision.DECIDERS, "card.play", lambda *_: THOUGHT)


def decided(planned: str, options: tuple[str, ...], least: int = 1, most: int = 1) -> Decision:
    """What Egypt answers when asked for a card, with that plan."""
    t: Story = story({"egypt": {}, "hittites": {}})
    t.state.civs["egypt"].planned = [planned]
    ask = Ask("egypt", options, least, most)
    return decide(t.state, Request("card.play", as_told("Play"), (ask,)), ask)


def test_rul_133_what_was_planned_is_answered_where_it_is_offered() -> None:
    assert decided("card.play why 42", ("42", "pass")) == Decision(("42",), "why")


@pytest.mark.parametrize(
    ("planned", "least", "most"),
    [("card.place why 42", 1, 1), ("card.play why 43", 1, 1), ("card.play why 42", 2, 2), ("card.play why 42", 0, 0)],
    ids=["another question", "not offered", "several wanted", "nothing wanted"],
)
def test_rul_133_what_does_not_fit_is_thought_of_anew(planned: str, least: int, most: int) -> None:
    assert decided(planned, ("42", "pass"), least, most) == THOUGHT
