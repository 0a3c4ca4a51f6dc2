"""What a person wants in all tables: frozen data, as the service hands it to screens."""

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
"""The language of whoever has asked for none: that of the client."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person wants in all tables. Quiet hours are hours of the day in `zone`; equal hours mean none.

    An empty `zone` has not been set: that of the table's host stands in for it; without either there are no quiet
    hours. `turn_notices`: how one learns that it is one's turn, by mention (`off`), by DM, or by both. `discreet` keeps
    cards out of DMs; without `pictures` private screens and DMs come as text. `language` is that of private screens and
    DMs, or `discord` for that of the client (for DMs, as last seen). With `off_days` clocks stand on weekends. From
    `away_from` to `away_until` one is on vacation; `away_mode`: what becomes of one's questions. `reminders`: both DMs
    about what waits, the last one, or none; the first comes after `ping_hours`, if not as the pace says (0), and with
    `bundle` in one DM with those of other tables. `palette`: the colours of pictures that only this person gets;
    `contrast` high: black on white with patterns alone; `size` large: parts of boards nearer, cards below one another.
    `words` first: text before pictures, one fact a line, nothing bold; without `emoji` signs are words. Without `stats`
    one is neither counted nor rated. `order_notices`, `next_notices`: DMs on auto-answers, and that one is next.
    """

    zone: str = ""
    quiet_from: int = 23
    quiet_to: int = 7
    window_notices: WindowNotices = "holders"
    hand_notices: bool = True
    turn_notices: TurnNotices = "off"
    discreet: bool = False
    pictures: bool = True
    language: str = AS_DISCORD
    off_days: bool = False
    away_from: float = 0.0
    away_until: float = 0.0
    away_mode: str = ""
    reminders: Reminders = "all"
    ping_hours: int = 0
    bundle: bool = True
    palette: Palette = "standard"
    stats: bool = True
    contrast: Contrast = "normal"
    size: PictureSize = "normal"
    words: WordOrder = "usual"
    emoji: bool = True
    order_notices: bool = True
    next_notices: bool = True
