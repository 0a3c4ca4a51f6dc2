"""Positions at the start of a Growth Phase, written as Python."""

from __future__ import annotations

from typing import Any

from engine.core.toml import write
from tests.acme.story import Story

WEST = "abbreviated_western"
HOMES = {"egypt": "thebes", "hittites": "hattusha", "medes_persians": "persis", "assyria": "assur"}


def growing(areas: dict[str, str], *, order: str = "egypt hittites", board: str = WEST, **more: Any) -> Story:
    """A Growth Phase about to begin. Keywords that name a civ are its facts, all others keys of the position.

    The first civ holds a card, which is no action but makes the Card Phase wait for it.
    """
    names = order.split()
    more[names[0]] = {"hand": [16], **more.get(names[0], {})}
    civs = {n: {**({"home": HOMES[n]} if n in HOMES else {}), **more.pop(n, {})} for n in names}
    top = {"map": board, "phase": "growth", "order": names, "seed": "growing", **more}
    return Story(write({**top, "civs": civs, "areas": areas}))


def acquire(areas: dict[str, str], civ: str = "egypt", **more: Any) -> Story:
    """The same, when the civ, which is first, has acquired and is about to deploy."""
    story = growing(areas, **more).run_until("growth.deploy")
    assert story.asked()[1] == civ
    return story
