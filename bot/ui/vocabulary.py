"""Which names belong to which game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.ui.names import Names, Plain
from bot.ui.names_acme import AcmeNames

NAMES: Final[Mapping[str, Names]] = {"acme": AcmeNames()}


def names_of(game: str) -> Names:
    """The names of a game; slugs as words for one that has none of its own."""
    return NAMES.get(game) or Plain()
