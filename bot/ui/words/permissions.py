"""The permissions that the bot needs, by the names that Discord shows, and what it says if it lacks some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
)
"""What an invitation asks for. Games and cups in threads of their own need Create Public Threads. Guided games and
rooms need Create Private Threads. With Manage Threads only the bot lets people into a room, and locks it at the end.
With Create Events a table that starts at a time of its own is among the events of its server.
"""

# The last one is people's: the bot, whose role is not given it, has it where everybody does.
USED: Final = (*INVITED_WITH, "use_application_commands")


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
