"""Positions for the stories of the Culture Tracks: civs with so many Cities, on the full map."""

from __future__ import annotations

from typing import Any

from engine.acme.facts.catalog import AREAS, playable
from engine.core.toml import write
from tests.acme.story import Story

CULTURE = {"culture": True}
HOMES = {"egypt": "thebes", "hittites": "hattusha", "babylon": "babylon"}
KEPT = {*HOMES.values(), "aleppo", "tyre", "kaska"}
LAND = [a.id for a in AREAS.values() if a.holds_cities and a.id in playable("full") and a.id not in KEPT]
EMPTY = [44, 46, 48, 50, 52, 54, 56, 58, 62, 64, 66]


def towns(civ: str, n: int, *, first: int = 0) -> dict[str, str]:
    """So many Cities of three disks, none at home; `first`: after how many other areas."""
    return dict.fromkeys(LAND[first : first + n], f"{civ} 3")


def camps(civ: str, n: int, *, first: int = 30) -> dict[str, str]:
    """So many Camps."""
    return dict.fromkeys(LAND[first : first + n], f"{civ} 1")


def position(
    areas: dict[str, str], *, order: str = "egypt hittites", options: dict[str, Any] | None = None, **more: Any
) -> str:
    """A game with Culture Tracks in the Card Phase. Keywords that name a civ are its facts, others those on top."""
    names = order.split()
    civs = {name: {"home": HOMES[name], "hand": [], **more.pop(name, {})} for name in names}
    frame = {"game": "acme", "phase": "card", "order": names, "seed": "culture", "deck": EMPTY, **more}
    return write({**frame, "options": {**CULTURE, **(options or {})}, "civs": civs, "areas": areas})


def told(areas: dict[str, str], **more: Any) -> Story:
    """A story from such a position."""
    return Story(position(areas, **more))


def acting(n: int, *, more: dict[str, str] | None = None, **facts: Any) -> Story:
    """Egypt with so many Cities, whose action it is; the Hittites hold a card so that they are asked too."""
    options = facts.pop("options", None)
    rest = {"hittites": {"hand": [17], **facts.pop("hittites", {})}}
    return told({**towns("egypt", n), **(more or {})}, options=options, egypt=facts, **rest)


def tracks(story: Story, civ: str) -> tuple[int, int, int]:
    """The stages of a civ, on the three tracks in their order."""
    found = story.civ(civ).tracks
    return found.get("military", 0), found.get("economic", 0), found.get("religious", 0)


def advances(story: Story) -> set[str]:
    """The tracks on which whoever acts can advance."""
    assert story.key == "card.play"
    return {option.partition(":")[2] for option in story.options() if option.startswith("advance:")}


def advance(story: Story, civ: str, track: str, *paid: str) -> Story:
    """The civ advances and pays so; what is left as the only means is paid unasked."""
    story.answer(civ, f"advance:{track}")
    for pick in paid:
        if story.table.pending is not None and story.key == "culture.pay":
            story.answer(civ, pick)
    return story
