"""The Factions that nobody plays, in the panel, each with its disks on the map; and the mark of an old border."""

from __future__ import annotations

from PIL import Image

from render.acme import marks
from render.acme.position import Position, ShownNeutral
from render.acme.strip import ROW, StripEntry, draw_rows, laid
from render.paint import pieces
from render.paint.wording import texts

SIGN_UNIT = 1.3


def rows(position: Position, w: int) -> list[list[StripEntry]]:
    """The Factions in as many rows as they need in that width; none in a game without any."""
    return laid([*map(faction, position.neutrals.values()), *border(position)], w)


def faction(neutral: ShownNeutral) -> StripEntry:
    """Its camp, its name, and `13 map`."""
    note = f"{neutral.disks} {texts('pictures')['panel']['map']}"
    return StripEntry((pieces.piece(neutral.colour, neutral.letter, 1, SIGN_UNIT),), neutral.name, note)


def border(position: Position) -> list[StripEntry]:
    """What the dashes mean, where a border is marked."""
    marked = any(site.border for site in position.areas.values())
    return [StripEntry((marks.border(SIGN_UNIT),), texts("pictures")["extra_key"]["border"], "")] if marked else []


def height(position: Position, w: int) -> int:
    """The height of the strip; 0 without such Factions."""
    return ROW * len(rows(position, w))


def draw_neutrals(picture: Image.Image, position: Position, x: int, y: int, w: int) -> None:
    """The strip with its left upper corner at (x, y)."""
    draw_rows(picture, rows(position, w), x, y, w)
