"""What a server's managers can set, and what they can see of the bot there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from bot.contract.table_settings import ChannelStyle, Pace
from engine.core.text import languages

Trial: TypeAlias = Literal["done", "stays", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Forum:
    """A forum of a server: what the bot lacks for posts there, and the tags it could use and which aren't there."""

    id: int
    name: str
    lacks: tuple[str, ...] = ()
    missing_tags: tuple[str, ...] = ()


FORUM, WHERE = "forum", "where"
"""The settings that name the forum in which tables have posts of their own, and where tables are opened."""
THREAD: Final = "thread"
"""The one value of `WHERE`: in a thread of its own. Without it and without a forum, in the channel of the command."""
GAMES_OFF: Final = "games_off"
"""The setting that names the games of which a server opens no new tables, parted by commas."""
GREETED: Final = "greeted"
"""What is noted of a server that has been greeted: when."""
COMMANDS, COMMANDS_FAILED = "commands", "commands_failed"
"""What is noted of a server's commands: what Discord has been sent; by which code it refused them, and when to try
again.
"""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "pace": get_args(Pace),
    "channel": get_args(ChannelStyle),
    "language": languages(),
}
"""How new tables of a server may begin where their host says nothing, by the name of the setting."""

PINS: Final = "pins"
FOR_ALL: Final[Mapping[str, tuple[str, ...]]] = {PINS: ("yes",)}
"""What else a server can set, for all its tables, by the name of the setting."""
ROOMS: Final = "rooms"
"""The setting that names the text channel below which tables in a forum have their rooms."""
