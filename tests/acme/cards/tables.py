"""Positions for stories of cards, written as Python: what is not named is as in an empty Card Phase."""

from __future__ import annotations

import copy
from typing import Any

from engine.acme.state import State
from engine.core.toml import write
from tests.acme.story import Story

HOMES = {
    "egypt": "thebes",
    "hittites": "hattusha",
    "sea_peoples": "alashiya",
    "mittani": "mittani",
    "babylon": "babylon",
    "urartu": "van",
}
WEST = "abbreviated_western"


def table(areas: dict[str, str], *, order: str = "egypt hittites", board: str = WEST, **more: Any) -> Story:
    """A table in the Card Phase. Keywords that name a civ are its facts, all others keys of the position."""
    names = order.split()
    civs = {name: {"home": HOMES[name], "hand": [], **more.pop(name, {})} for name in names}
    top = {"game": "acme", "map": board, "phase": "card", "order": names, "seed": "tables", **more}
    return Story(write({**top, "civs": civs, "areas": areas}))


def duel(areas: dict[str, str] | None = None, **more: Any) -> Story:
    """Egypt and the Hittites at home, with what is named beside."""
    return table({"thebes": "egypt 2", "hattusha": "hittites 2", **(areas or {})}, **more)


def offered(story: Story, card: int) -> bool:
    """Whether Egypt, whose action it is, may play the card."""
    key, seat, options = story.asked()
    assert (key, seat) == ("card.play", "egypt")
    return str(card) in options


def reason(story: Story, card: int) -> str:
    """What Egypt is told about a card that it cannot play."""
    return story.table.game.why_not(story.state, "egypt", str(card))


def frozen(state: State) -> State:
    """A copy to compare with later."""
    return copy.deepcopy(state)


SPARE = 16


def holds(*cards: int, **facts: Any) -> dict[str, Any]:
    """A civ's table with these cards, and one more that keeps it in the Card Phase: it is no action."""
    return {"hand": [*cards, SPARE], **facts}
