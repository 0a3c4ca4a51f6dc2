"""Card Phases with NPCs: the Hittites are the NPC and act first, Egypt is a person's civ that holds a spare card."""

from __future__ import annotations

from typing import Any

from engine.acme.npc.decision import Decision, decide
from engine.acme.state import State
from engine.core.ask import Ask, request
from tests.acme.npc.positions import state, story
from tests.acme.story import Story

SPARE = 16
CALM = {"thebes": "egypt 2", "hattusha": "hittites 2"}
PIOUS = {"deity": "goddess_of_peace"}


def table(areas: dict[str, str] | None = None, *, order: str = "hittites egypt", **more: Any) -> Story:
    """A table in the Card Phase; NPCs have acted until a person is asked, or a window is open."""
    return story(_areas(order, areas), order=order, **_facts(order, more))


def bare(areas: dict[str, str] | None = None, *, order: str = "hittites egypt", **more: Any) -> State:
    """The same position without a table, to put questions to."""
    return state(_areas(order, areas), order=order, **_facts(order, more))


def _areas(order: str, areas: dict[str, str] | None) -> dict[str, str]:
    """The homes of the usual two, if they play, and what is named."""
    return {**{a: stack for a, stack in CALM.items() if stack.split()[0] in order.split()}, **(areas or {})}


def _facts(order: str, more: dict[str, Any]) -> dict[str, Any]:
    """What is known of each civ, and of the Hittites and Egypt what every position here has."""
    usual: dict[str, dict[str, Any]] = {"hittites": PIOUS, "egypt": {"hand": [SPARE]}}
    return {**more, **{c: {**usual[c], **more.get(c, {})} for c in usual if c in order.split()}}


def hand(*cards: int, **facts: Any) -> dict[str, Any]:
    """An NPC's table with these cards."""
    return {"hand": [*cards], **facts}


def asked(
    s: State, key: str, *options: str, seat: str = "hittites", least: int = 1, most: int = 1, **said: Any
) -> Decision:
    """What the NPC decides about a question put to the bare position. Words of the prompt are given by name."""
    about = said.pop("about", ())
    words = {"card": "", "left": 1, "area": "", "what": "", "civ": "", "deity": "", "n": 1, **said}
    question = request(key, [Ask(seat, options, least, most)], about=about, **words)
    return decide(s, question, question.asks[0])


def picked(s: State, key: str, *options: str, **more: Any) -> str:
    """The first pick of that decision."""
    return asked(s, key, *options, **more).picks[0]
