"""What a feature is: one declaration of all that it adds to the bot."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ui.doors import Doors


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature(Doors):
    """A part of the bot that a table can live without."""
