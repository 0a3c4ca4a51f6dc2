"""The permissions that the bot needs, by the names that Discord shows, and what it says if it lacks some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.wording import plainly, said
from bot.values import TableInfo
from engine.core.text import listed

NAMES: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


def are(lacking: Sequence[str]) -> str:
    """`Send Messages is`, `Send Messages and Attach Files are`."""
    return said("name.is" if len(lacking) == 1 else "name.are", names=listed([plainly(name) for name in lacking]))


def lacking(lacks: str) -> str:
    """Why there are no posts, as stored with a table: `Send Messages is missing there.`"""
    names = [NAMES[name] for name in lacks.split(",") if name in NAMES]
    if names:
        return said("lacks.permissions", are=are(names))
    return said("lacks.thread" if lacks == "open_thread" else "lacks.something")


def channel_of(info: TableInfo) -> str:
    """The channel of a table as Discord shows one."""
    return f"<#{info.place.channel}>"
