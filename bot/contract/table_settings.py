"""The settings of a table, each declared once: its values, its default, and when it may change."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, TypeAlias, get_args

from engine.core.text import ENGLISH, languages

Pace: TypeAlias = Literal["live", "brisk", "daily", "slow"]
WindowClose: TypeAlias = Literal["fixed", "early", "double"]
ChannelStyle: TypeAlias = Literal["full", "brief"]
Guests: TypeAlias = Literal["no", "yes"]
Late: TypeAlias = Literal["offer", "npc", "wait"]
ClockKind: TypeAlias = Literal["move", "bank"]
Weekends: TypeAlias = Literal["run", "stop"]
Rated: TypeAlias = Literal["no", "yes"]
Listed: TypeAlias = Literal["yes", "no"]
Rooms: TypeAlias = Literal["off", "on"]
TableAdvice: TypeAlias = Literal["off", "on"]
Page: TypeAlias = Literal["link", "members", "off"]
ChannelDigest: TypeAlias = Literal["off", "daily", "weekly"]
Fixed: TypeAlias = Literal["never", "begun", "agreed"]


@dataclass(frozen=True, slots=True)
class Setting:
    """How a setting of a table can be set."""

    values: Collection[Any] | None
    """Every legal value; None for any text."""
    offered: tuple[str, ...] = ()
    """The values that its menu offers, in their order; none for a setting without a menu."""
    fixed: Fixed = "never"
    """Once the game has begun it stays (`begun`), or changes only if all players agree (`agreed`)."""
    in_lobby: bool = False
    """Whether its menu is shown in the lobby alone."""
    column: str = ""
    """The column of its table's row, if that has another name."""


def _one_of(kind: Any, fixed: Fixed = "never", *, in_lobby: bool = False, column: str = "") -> dict[str, Setting]:
    return {"setting": Setting(get_args(kind), get_args(kind), fixed, in_lobby, column)}


def _hours(values: range, *offered: str) -> dict[str, Setting]:
    return {"setting": Setting(values, offered, "agreed")}


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host chooses for a table."""

    pace: Pace = field(default="daily", metadata=_one_of(Pace))
    """How long players have to answer."""
    window_close: WindowClose = field(default="fixed", metadata=_one_of(WindowClose))
    """When the time to respond ends: at a fixed time, early if all have responded, or after twice the time."""
    channel: ChannelStyle = field(default="full", metadata=_one_of(ChannelStyle, column="style"))
    """How much the bot posts in the channel."""
    note: str = field(default="", metadata={"setting": Setting(None)})
    """What the players have agreed on, in their words."""
    guests: Guests = field(default="no", metadata=_one_of(Guests))
    """Whether members of other servers may look and join."""
    language: str = field(default=ENGLISH, metadata={"setting": Setting(languages(), languages())})
    """The language of the posts."""
    hints: bool = field(default=True, metadata={"setting": Setting((True, False))})
    """Whether a guided game is explained on the way."""
    late: Late = field(default="offer", metadata=_one_of(Late, "agreed", in_lobby=True))
    """What happens when a player is out of time."""
    clock: ClockKind = field(default="move", metadata=_one_of(ClockKind, "agreed", in_lobby=True))
    """Whether time is counted anew for each question, or from a bank."""
    bank_hours: int = field(default=72, metadata=_hours(range(1, 241), "24", "48", "72", "120", "240"))
    """Hours in the bank at the start."""
    refill_hours: int = field(default=24, metadata=_hours(range(73), "0", "12", "24", "48"))
    """Hours that the bank gets each turn."""
    weekends: Weekends = field(default="run", metadata=_one_of(Weekends, "agreed", in_lobby=True))
    """Whether clocks run on weekends."""
    rated: Rated = field(default="no", metadata=_one_of(Rated, "begun", in_lobby=True))
    """Whether the result counts for the ratings of the players."""
    listed: Listed = field(default="yes", metadata=_one_of(Listed, in_lobby=True))
    """Whether members of the server find the table by `/game find`."""
    rooms: Rooms = field(default="off", metadata=_one_of(Rooms, "begun", in_lobby=True))
    """Whether seats may open rooms among themselves."""
    advice: TableAdvice = field(default="off", metadata=_one_of(TableAdvice, "begun", in_lobby=True))
    """Whether the computer advises everyone who asks; who plays without other people may always ask."""
    digest: ChannelDigest = field(default="off", metadata=_one_of(ChannelDigest))
    """How often the channel gets a digest of what has happened."""
    page: Page = field(default="link", metadata=_one_of(Page))
    """Who sees the table's page in the web, where the bot has one: whoever has the link, members of the server, or
    nobody.
    """


SETTINGS: Final[Mapping[str, Setting]] = {one.name: one.metadata["setting"] for one in fields(Settings)}
"""How each can be set, by its name."""
TIMES: Final = tuple(name for name, one in SETTINGS.items() if one.fixed == "agreed")
"""The settings about time: rules of the contest, which change after its start only if all agree."""


def column_of(setting: str) -> str:
    """Return the column of a table's row that keeps a setting."""
    return SETTINGS[setting].column or setting
