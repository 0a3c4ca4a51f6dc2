"""The words of the pictures of Advanced Civilization, by table."""

from __future__ import annotations

from typing import Any

from engine.civ.turn import PHASES
from engine.core.text import is_single
from render.civ.position import Position
from render.paint.wording import join, texts


def words(table: str) -> dict[str, Any]:
    """Return the texts of one table of `data/text/en/civ_pictures.toml`."""
    found: dict[str, Any] = texts("civ_pictures")["civ_pictures"][table]
    return found


def count_noun(one: str, many: str, n: int) -> str:
    """Return a text such as '1 city', '3 cities': the keys of both forms in the table of counts."""
    said = words("count")
    return str(said[one if is_single(f"civ_pictures.count.{one}", n) else many].format(n=n))


def step_name(position: Position) -> str:
    """Return the phase in a word."""
    said = words("steps")
    return str(said["over"] if position.view.result else said.get(PHASES.get(position.phase, "0"), position.phase))


def outcome(position: Position) -> str:
    """Return a text such as 'Egypt wins with 61 points' once the game is over."""
    said, names = words("panel"), [position.name(name) for name in position.winners]
    if not names:
        return str(said["nobody"])
    points = count_noun("with_point", "with_points", position.scores[position.winners[0]])
    form = said["wins" if len(names) == 1 else "win"]
    return str(form.format(list=join(names, "civ_pictures.panel.win"), points=points))


def turn_name(position: Position) -> str:
    """Return a text such as 'Turn 4', or that the game is being set up."""
    said = words("panel")
    return str(said["turn"].format(n=position.turn) if position.turn else said["setup"])


def epoch_name(epoch: str, *, short: bool = False) -> str:
    return str(words("short_epochs" if short else "epochs")[epoch])
