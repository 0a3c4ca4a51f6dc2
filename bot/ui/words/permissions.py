"""The permissions that the bot needs, by the names that Discord shows, and what it says if it lacks some."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import discord

from bot.contract.tables import TableInfo
from bot.ui.words.wording import plainly, table_text
from engine.core.message import list_of

NEEDED: Final = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files", "read_message_history")

INVITED_WITH: Final = (
    *NEEDED,
    "create_public_threads",
    "create_private_threads",
    "manage_threads",
    "create_events",
    "pin_messages",
)
"""What an invitation asks for. Games and cups in threads of their own need Create Public Threads. Guided games and
rooms need Create Private Threads. With Manage Threads only the bot lets people into a room, and locks it at the end.
With Create Events a table that starts at a time of its own is among the events of its server.
Pin Messages pins the lobby of each table, where a server has set that.
"""

FOR_FEATURES: Final[Mapping[str, frozenset[str]]] = {
    "create_private_threads": frozenset({"rooms", "guides"}),
    "manage_threads": frozenset({"rooms"}),
    "create_events": frozenset({"events"}),
    "pin_messages": frozenset({"pins"}),
}
"""What only these features need."""

OF_PEOPLE: Final = "use_application_commands"
"""The bot, whose role is not given it, has it where everyone does."""


def invited_with(left_out: Collection[str]) -> tuple[str, ...]:
    """Return what an invitation asks for where these features are switched off."""
    return tuple(one for one in INVITED_WITH if not FOR_FEATURES.get(one, {""}) <= {*left_out})


def invitation(application: int, wanted: Collection[str], guild: int | None = None) -> str:
    """Return the address at which a server, or that one, gives the bot these permissions."""
    may = discord.Permissions(**dict.fromkeys(wanted, True))
    there: Any = {} if guild is None else {"guild": discord.Object(guild), "disable_guild_select": True}
    asked = discord.utils.oauth_url(application, permissions=may, scopes=("bot", "applications.commands"), **there)
    return f"{asked}&integration_type=0"


def has_permission(bot_may: int, permission: str) -> bool:
    """Return whether Discord's number of what the bot may do somewhere holds that permission."""
    return bool(getattr(discord.Permissions(bot_may), permission))


def permission_name(permission: str) -> str:
    """Return the name that Discord's client shows for a permission."""
    return table_text(f"permission.{permission}")


def lacked_permissions(bot_may: int, *, in_thread: bool) -> tuple[str, ...]:
    """Return the permissions that the bot lacks where it is to post, by the names that Discord shows."""
    elsewhere = "send_messages" if in_thread else "send_messages_in_threads"
    return tuple(permission_name(name) for name in NEEDED if name != elsewhere and not has_permission(bot_may, name))


def are(lacking: Sequence[str]) -> str:
    """Return a text such as `Send Messages is`, `Send Messages and Attach Files are`."""
    return table_text(
        "name.is" if len(lacking) == 1 else "name.are", names=list_of([plainly(name) for name in lacking])
    )


def why_no_posts(lacks: str) -> str:
    """Return why there are no posts, as stored with a table: `Send Messages is missing there.`"""
    names = [permission_name(name) for name in lacks.split(",") if name in NEEDED]
    if names:
        return table_text("lacks.permissions", are=are(names))
    return table_text("lacks.thread" if lacks == "open_thread" else "lacks.something")


def channel_of(info: TableInfo) -> str:
    """Return the channel of a table as Discord shows one."""
    return f"<#{info.place.channel}>"
