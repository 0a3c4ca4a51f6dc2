"""Two teams of two on the full map: Egypt and Babylon against the Hittites and Sumer."""

from __future__ import annotations

from typing import Any

from engine.acme import notation
from engine.acme.state import State
from engine.core.toml import write
from tests.acme.story import Story

HOMES = {"egypt": "thebes", "hittites": "hattusha", "babylon": "babylon", "sumer": "sumer"}
TEAMS = {"egypt": "1", "hittites": "2", "babylon": "1", "sumer": "2"}
AT_HOME = {"thebes": "egypt 1", "hattusha": "hittites 1", "babylon": "babylon 1", "sumer": "sumer 1"}
PLAIN = [42, 44, 46, 48, 50, 52, 54, 56, 58, 62, 64, 66]


def written(areas: dict[str, str] | None = None, *, victory: str = "combined", bare: bool = False, **top: Any) -> str:
    """The position: the four peoples with a disk each at home, unless it is `bare`.

    Keywords that name a people are its facts. The Hittites hold a card unless told otherwise, so that play waits for
    them.
    """
    facts = {"hittites": {"hand": [69]}}
    civs: dict[str, dict[str, Any]] = {
        name: {"home": home, "team": TEAMS[name], **top.pop(name, facts.get(name, {}))} for name, home in HOMES.items()
    }
    held = [n for own in civs.values() for n in own.get("hand", [])]
    frame = {"phase": "card", "deck": [n for n in PLAIN if n not in held], "order": list(civs), **top}
    options = {"teams": 2, "team_victory": victory, **frame.pop("options", {})}
    lying = {**({} if bare else AT_HOME), **(areas or {})}
    return write({**frame, "options": options, "civs": civs, "areas": lying})


def teams(areas: dict[str, str] | None = None, **top: Any) -> Story:
    """A story from such a position."""
    return Story(written(areas, **top))


def at_rest(areas: dict[str, str] | None = None, **top: Any) -> State:
    """The position itself, with nothing played."""
    return notation.load(written(areas, **top))[0]
