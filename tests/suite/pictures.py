"""Pictures that bots under test have drawn: the same recipe is drawn once a worker, however often a bot is killed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from bot.delivery import drawers
from bot.delivery.painter import _key
from render.paint.picture import Picture

FOLDER: Final = "NISABA_TEST_PICTURES"
Draw = Callable[[Mapping[str, Any]], Picture]


def draw_once() -> None:
    """From now on the thread that draws reads what has been drawn before by another bot of the worker."""
    drawers.draw_recipe = kept(drawers.draw_recipe)  # type: ignore[attr-defined, assignment]


def kept(draw: Draw) -> Draw:
    """Draw like that what does not lie in the folder, and leave it there: whole or not at all."""

    def drawn(recipe: Mapping[str, Any]) -> Picture:
        file = Path(os.environ[FOLDER], _key(recipe).hex())
        if file.exists():
            return msgspec.msgpack.decode(file.read_bytes(), type=Picture)
        part = file.with_name(f"{file.name}.{os.getpid()}")
        part.touch()
        made = draw(recipe)
        part.write_bytes(msgspec.msgpack.encode(made))
        part.replace(file)
        return made

    return drawn


def unfinished(folder: Path) -> set[str]:
    """The pictures there that are being drawn, and those whose bot was killed meanwhile, once for each bot."""
    return {file.name for file in folder.iterdir() if file.suffix and not file.stat().st_size}
