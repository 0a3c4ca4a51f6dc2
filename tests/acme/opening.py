"""New games from their first question: seats as a table opens them, or peoples about to place their first disks."""

from __future__ import annotations

from typing import Any

from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.toml import write
from engine.games import GAMES
from tests.acme.story import Story

WEST = "abbreviated_western"


def table(*seats: SeatPlan, seed: str = "opening", **options: Any) -> Table[Any]:
    """A table as it opens."""
    return Table.new(GAMES["acme"], "standard", seats, options, seed)


def begin(*seats: SeatPlan, seed: str = "opening", **options: Any) -> Story:
    """The same as a story, from its first question on."""
    return Story(notation.dump(table(*seats, seed=seed, **options)))


def seats(*civs: str) -> list[SeatPlan]:
    """Seats whose civilizations are named; `egypt@memphis` names the Home Area too."""
    return [SeatPlan(civ.partition("@")[0], home=civ.partition("@")[2]) for civ in civs]


def placing(*civs: str, board: str = WEST, areas: dict[str, str] | None = None, **top: Any) -> Story:
    """Civilizations with their Home Areas (`egypt@thebes`) about to place their first disks, in this order."""
    homes = dict(civ.split("@") for civ in civs)
    frame = {"map": board, "phase": "setup", "step": "setup.deploy", "order": list(homes), "seed": "placing", **top}
    return Story(write({**frame, "civs": {c: {"home": h} for c, h in homes.items()}, "areas": areas or {}}))


def stacks(story: Story, civ: str) -> dict[str, int]:
    """Where the civ's disks are."""
    return {a: here[civ] for a, here in sorted(story.state.disks.items()) if civ in here}


def place_first(story: Story) -> Story:
    """Place everybody's first disks where they are offered first."""
    while story.key == "setup.deploy":
        _, seat, options = story.asked()
        story.answer(seat, options[0])
    return story
