"""A person's preferences for all tables, as frozen data for screens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

AwayMode: TypeAlias = Literal["pause", "orders", "npc"]
WindowNotices: TypeAlias = Literal["holders", "all", "never"]
Reminders: TypeAlias = Literal["all", "last", "none"]
Palette: TypeAlias = Literal["standard", "deutan", "tritan"]
Contrast: TypeAlias = Literal["normal", "high"]
PictureSize: TypeAlias = Literal["normal", "large"]
WordOrder: TypeAlias = Literal["usual", "first"]
TurnNotices: TypeAlias = Literal["off", "dm", "both"]

AS_DISCORD: Final = "discord"
"""The person has chosen no language, so the one of their Discord client is used."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person prefers at all tables."""

    zone: str = ""
    """The time zone; while it is empty, the zone of the table's host is used, and without either no hour is quiet."""
    quiet_from: int = 23
    """First quiet hour in `zone`; no hour is quiet if it equals `quiet_to`."""
    quiet_to: int = 7
    window_notices: WindowNotices = "holders"
    hand_notices: bool = True
    turn_notices: TurnNotices = "off"
    """How the person learns of a turn: by mention (`off`), by DM, or by both."""
    discreet: bool = False
    """Whether cards are kept out of DMs."""
    pictures: bool = True
    """Whether private screens and DMs have pictures; otherwise they are text only."""
    language: str = AS_DISCORD
    """The language of private screens and DMs, or `discord` for that of the client (in DMs: as last seen)."""
    off_days: bool = False
    """Whether clocks are paused on weekends."""
    away_from: float = 0.0
    """When the vacation begins, in seconds since 1970; it lasts until `away_until`."""
    away_until: float = 0.0
    away_mode: str = ""
    """What happens to the person's questions during the vacation."""
    reminders: Reminders = "all"
    """Which DMs remind the person of a waiting question: both, only the last, or none."""
    ping_hours: int = 0
    """Hours until the first reminder; 0: as the pace says."""
    bundle: bool = True
    """Whether the first reminders of several tables come in one DM."""
    palette: Palette = "standard"
    """The colours of pictures that only this person gets."""
    stats: bool = True
    """Whether the person is counted in statistics and rated."""
    contrast: Contrast = "normal"
    """`high`: black on white, with patterns instead of colours."""
    size: PictureSize = "normal"
    """`large`: boards in larger parts, cards below one another."""
    words: WordOrder = "usual"
    """`first`: text before pictures, one fact a line, nothing bold."""
    emoji: bool = True
    """Whether signs are emoji; otherwise they are words."""
    order_notices: bool = True
    """Whether a DM tells what an auto-answer has answered."""
    next_notices: bool = True
    """Whether a DM tells that the person is next."""
