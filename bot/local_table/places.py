"""Channels, threads and DMs of the local table, and who may do what in them."""

from dataclasses import dataclass, field

import discord

from bot.local_table.errors import Json
from bot.local_table.people import GUILD_ID, OTHER_GUILD_ID, Role, User

TEXT, DM, GROUP, PUBLIC_THREAD, PRIVATE_THREAD, FORUM, MEDIA = 0, 1, 3, 11, 12, 15, 16
REQUIRES_TAG = 1 << 4
ALL_PERMISSIONS = discord.Permissions.all().value


@dataclass(slots=True)
class Overwrite:
    """What one role or member may and may not do in one channel."""

    id: str
    is_member: bool = False
    allow: int = 0
    deny: int = 0

    def payload(self) -> Json:
        """Return the overwrite as Discord writes it."""
        return {"id": self.id, "type": int(self.is_member), "allow": str(self.allow), "deny": str(self.deny)}


@dataclass(slots=True)
class Tag:
    """What the posts of a forum can be marked with."""

    id: str
    name: str
    moderated: bool = False

    def payload(self) -> Json:
        """The tag as Discord writes it."""
        return {"id": self.id, "name": self.name, "moderated": self.moderated, "emoji_id": None, "emoji_name": None}


@dataclass(slots=True)
class Channel:
    """A text channel, a forum, a thread (a post in a forum), a DM between the bot and one person, or a group of people
    without the bot.
    """

    id: str
    kind: int
    name: str = ""
    topic: str | None = None
    position: int = 0
    parent: str | None = None
    owner: str | None = None
    members: list[str] = field(default_factory=list)
    overwrites: list[Overwrite] = field(default_factory=list)
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    archive_minutes: int = 1440
    archive_stamp: str = ""
    last_message: str | None = None
    message_count: int = 0
    tags: list[Tag] = field(default_factory=list)
    applied_tags: list[str] = field(default_factory=list)
    flags: int = 0
    guild: str = GUILD_ID

    @property
    def is_forum(self) -> bool:
        """Whether this is a forum or media channel, which holds posts and no messages."""
        return self.kind in (FORUM, MEDIA)

    @property
    def is_thread(self) -> bool:
        """Return whether this is a thread of a channel."""
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def is_dm(self) -> bool:
        """Return whether this is a DM with the bot."""
        return self.kind == DM

    @property
    def is_private(self) -> bool:
        """Return whether this is a DM with the bot, or a group of people."""
        return self.kind in (DM, GROUP)

    @property
    def context(self) -> int:
        """Return where commands are given, as Discord counts: a server, the DM with the bot, or others' DMs."""
        return {DM: 1, GROUP: 2}.get(self.kind, 0)

    @property
    def has_bot(self) -> bool:
        """Return whether the bot is a member: not of a group, nor of the other server."""
        return self.kind != GROUP and self.guild != OTHER_GUILD_ID

    def payload(self, users: dict[str, User]) -> Json:
        """Return the channel as Discord writes it."""
        base: Json = {"id": self.id, "type": self.kind, "last_message_id": self.last_message, "flags": self.flags}
        if self.is_private:
            people = [users[member].payload() for member in self.members if not users[member].bot]
            group = {} if self.is_dm else {"name": self.name, "icon": None, "owner_id": self.members[0]}
            return {**base, "recipients": people, **group}
        base |= {"guild_id": self.guild, "name": self.name, "parent_id": self.parent, "rate_limit_per_user": 0}
        return {**base, **(self._thread_keys() if self.is_thread else self._text_keys())}

    def _text_keys(self) -> Json:
        return {
            "position": self.position,
            "topic": self.topic,
            "nsfw": False,
            "permission_overwrites": [overwrite.payload() for overwrite in self.overwrites],
            **({"available_tags": [tag.payload() for tag in self.tags]} if self.is_forum else {}),
        }

    def _thread_keys(self) -> Json:
        return {
            "owner_id": self.owner,
            "applied_tags": self.applied_tags,
            "message_count": min(self.message_count, 50),
            "total_message_sent": self.message_count,
            "member_count": len(self.members),
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": self.archive_minutes,
                "archive_timestamp": self.archive_stamp,
                "create_timestamp": self.archive_stamp,
                **({"invitable": self.invitable} if self.kind == PRIVATE_THREAD else {}),
            },
        }


def permissions_of(user: User, roles: dict[str, Role], owner: str) -> int:
    """Return the permission bits that `user` has by roles, before what channels allow and deny."""
    if user.id == owner:
        return ALL_PERMISSIONS
    total = roles[GUILD_ID].permissions
    for role in user.roles:
        total |= roles[role].permissions
    return total


def permissions_in(channel: Channel, parent: Channel | None, user: User, roles: dict[str, Role], owner: str) -> int:
    """Return the permission bits of `user` in `channel`; a thread has those of its `parent`, a DM and a group
    have all.
    """
    if channel.is_private:
        return ALL_PERMISSIONS
    total = permissions_of(user, roles, owner)
    if total == ALL_PERMISSIONS:
        return total
    overwrites = (parent or channel).overwrites
    for wanted in ([GUILD_ID], user.roles, [user.id]):
        total = _apply([o for o in overwrites if o.id in wanted], total)
    return total


def _apply(overwrites: list[Overwrite], total: int) -> int:
    deny = allow = 0
    for overwrite in overwrites:
        deny |= overwrite.deny
        allow |= overwrite.allow
    return (total & ~deny) | allow
