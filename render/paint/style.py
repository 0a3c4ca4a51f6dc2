"""How pictures are drawn: as everyone gets them, or as one reader prefers them.

The style is set around a drawing, as the language is. Sprites in the paints of Factions are cached by style.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
STANDARD = "standard"
HIGH = "high"


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """The name of the palette, one of `data/palettes.toml`; `large`: parts of a board are shown twice as large.

    In the palette `high` everything is black on white, and Factions have patterns and letters alone.
    """

    palette: str = STANDARD
    large: bool = False

    @property
    def ground(self) -> PictureStyle:
        """Return the style of what is below the pieces: every palette but `high` has the same."""
        return PictureStyle(HIGH) if self.palette == HIGH else PictureStyle()


_CHOSEN: ContextVar[PictureStyle] = ContextVar("picture_style", default=PictureStyle())  # noqa: B039 - it is frozen


def current_style() -> PictureStyle:
    """Return the style being drawn in."""
    return _CHOSEN.get()


def nearness() -> float:
    """Return how much of the usual surroundings a part of a board shows."""
    return 0.5 if current_style().large else 1.0


def sharp() -> bool:
    """Return whether everything is to be black on white."""
    return current_style().palette == HIGH


@contextmanager
def drawing_in(style: PictureStyle) -> Iterator[None]:
    """Draw in that style."""
    token = _CHOSEN.set(style)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


def kept_by_palette(room: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the last `room` sprites of a function, those of every palette apart. Its arguments can be hashed."""

    def keeping(make: Callable[P, T]) -> Callable[P, T]:
        def drawn(_palette: str, *args: P.args, **kwargs: P.kwargs) -> T:
            return make(*args, **kwargs)

        kept: Callable[..., T] = lru_cache(maxsize=room)(drawn)

        @wraps(make)
        def made(*args: P.args, **kwargs: P.kwargs) -> T:
            return kept(current_style().palette, *args, **kwargs)

        return made

    return keeping
