"""The world of the local table: a server with the bot and one without, their people, channels, threads, DMs and
messages.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.local_table.archive import Archive, StoredFile
from bot.local_table.errors import ActRefused, Json, missing_access, missing_permissions, unknown_error
from bot.local_table.people import (
    APP_ID,
    FAR_GUILD_ID,
    FAR_TABLE_ID,
    GUILD_ID,
    OTHER_GUILD_ID,
    Role,
    User,
    bits,
    server_roles,
    table_users,
)
from bot.local_table.places import (
    DM,
    FORUM,
    GROUP,
    PRIVATE_THREAD,
    TEXT,
    Channel,
    Tag,
    permissions_in,
    permissions_of,
)

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15
SCHEDULED, ACTIVE, COMPLETED = 1, 2, 3
FORUM_TAGS = ("Open", "Playing", "Finished")
_PRIVATE = 1000
_ANSWERING = "attach_files embed_links mention_everyone use_external_emojis"
"""What a bot may do where it isn't a member and only answers."""
_FIRST_DAY = 1_420_070_400.0


class Mint:
    """Makes snowflakes; every new one is larger than all before it, also after a restart."""

    def __init__(self, now: Callable[[], float], last: int = 0) -> None:
        self._now = now
        self.last = last

    def __call__(self) -> str:
        """A new snowflake, as the decimal text in which JSON carries it."""
        born = int((self._now() - _FIRST_DAY) * 1000) << 22
        self.last = max(self.last + 1, born)
        return str(self.last)


class TableClock:
    """The time of the table, in seconds since 1970; it can be moved forward. The bot at the table goes by it."""

    speed = 1.0

    def __init__(self) -> None:
        self.skipped = 0.0

    def now(self) -> float:
        """Return the present time."""
        return time.time() + self.skipped

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self.skipped += seconds

    def alarm(self, seconds: float, ring: Callable[[], None]) -> None:
        """Call `ring` when so much time has passed; needs a running event loop."""
        asyncio.get_running_loop().call_later(seconds, ring)


@dataclass(slots=True)
class PostedMessage:
    """A message; `only_for` is the one person who can see it, or None if the whole channel can."""

    payload: Json
    only_for: str | None = None

    @property
    def id(self) -> str:
        """Return the id of the message."""
        return str(self.payload["id"])

    @property
    def channel(self) -> str:
        """Return the id of its channel."""
        return str(self.payload["channel_id"])


@dataclass(slots=True, frozen=True)
class Happening:
    """One change of the world, named as the gateway names it."""

    name: str
    data: Json
    channel: str | None = None
    only_for: str | None = None


@dataclass(slots=True)
class World:
    """The state of the local table. Listeners hear of every change. `installable`: people can install the bot for
    themselves, and all have done so. `joined`: the bot is in the server. `far`: it is in a second one too.
    `takes_commands`: it was let in with the scope for commands. `created`: when its commands were created.
    `system_channel`: where the server greets people. `has_activity`: Activities are enabled for the application.
    """

    clock: TableClock
    archive: Archive
    mint: Mint = field(init=False)
    users: dict[str, User] = field(default_factory=table_users)
    roles: dict[str, Role] = field(default_factory=server_roles)
    owner: str = ""
    channels: dict[str, Channel] = field(default_factory=dict)
    messages: dict[str, dict[str, PostedMessage]] = field(default_factory=dict)
    reads: dict[str, dict[str, str]] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    server_commands: list[Json] = field(default_factory=list)
    far_commands: list[Json] = field(default_factory=list)
    created: dict[str, list[float]] = field(default_factory=dict)
    takes_commands: bool = True
    joined: bool = True
    far: bool = False
    system_channel: str | None = None
    events: dict[str, Json] = field(default_factory=dict)
    emojis: dict[str, Json] = field(default_factory=dict)
    base_url: str = ""
    installable: bool = True
    has_activity: bool = False
    listeners: list[Callable[[Happening], None]] = field(default_factory=list)
    _private: deque[tuple[str, str]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.mint = Mint(self.clock.now)
        self.owner = self.user_named("ana").id
        if not self.load():
            self._furnish()

    # -- people -------------------------------------------------------------------------------------------------

    @property
    def bot(self) -> User:
        """Return the bot's own user."""
        return self.users[APP_ID]

    @property
    def people(self) -> list[User]:
        """Return everyone except the bot."""
        return [user for user in self.users.values() if not user.bot]

    def user_named(self, name: str) -> User:
        """Return the person called `name`; raises ActRefused if there is none."""
        for user in self.users.values():
            if not user.bot and user.name == name.lower():
                return user
        raise ActRefused(f"nobody at the table is called {name!r}")

    # -- servers ------------------------------------------------------------------------------------------------

    @property
    def servers(self) -> list[str]:
        """Return the servers that the bot is in."""
        return [GUILD_ID] * self.joined + [FAR_GUILD_ID] * self.far

    def open_far(self) -> Channel:
        """Put the bot into a second server; return the channel there."""
        self.far = True
        return self.add_channel(Channel(FAR_TABLE_ID, TEXT, "far-table", "Play here too", guild=FAR_GUILD_ID))

    def of_server(self, guild: str) -> list[Channel]:
        """Return the channels and threads of a server."""
        return [one for one in self.channels.values() if not one.is_private and one.guild == guild]

    def commands_of(self, guild: str) -> list[Json]:
        """Return the commands that a server has for itself."""
        return self.far_commands if guild == FAR_GUILD_ID else self.server_commands

    def keep_commands(self, guild: str, kept: list[Json]) -> None:
        """Remember the commands that a server has for itself."""
        if guild == FAR_GUILD_ID:
            self.far_commands = kept
        else:
            self.server_commands = kept
            self.archive.keep("fact", "server_commands", kept)

    # -- places -------------------------------------------------------------------------------------------------

    def channel(self, channel_id: object) -> Channel:
        """Return the channel, thread or DM with this id; an ApiError (10003) if there is none."""
        found = self.channels.get(str(channel_id))
        if found is None:
            raise unknown_error("Channel")
        return found

    def permissions(self, user: User, channel: Channel) -> int:
        """Return what `user` may do in `channel`, as permission bits."""
        if user.bot and not channel.has_bot:
            return bits(_ANSWERING)
        parent = self.channels.get(channel.parent) if channel.parent else None
        return permissions_in(channel, parent, user, self.roles, self.owner)

    def can(self, user: User, channel: Channel, permission: str) -> bool:
        """Return whether `user` has all permissions named in the line `permission` in `channel`."""
        wanted = bits(permission)
        return self.permissions(user, channel) & wanted == wanted

    def can_in_server(self, user: User, permission: str) -> bool:
        """Return whether the roles of `user` have all permissions named in the line `permission`."""
        wanted = bits(permission)
        return permissions_of(user, self.roles, self.owner) & wanted == wanted

    def can_see(self, user: User, channel: Channel) -> bool:
        """Return whether the channel exists for `user`: DMs, groups and private threads do for their members, and the
        last for those who manage threads too.
        """
        if channel.is_private:
            return user.id in channel.members
        if user.bot and channel.guild not in self.servers:
            return False
        if channel.kind == PRIVATE_THREAD and user.id not in channel.members:
            return self.can(user, channel, "view_channel manage_threads")
        return self.can(user, channel, "view_channel")

    def require(self, channel: Channel, permission: str = "") -> None:
        """Raise the ApiError the bot gets when it cannot see the channel or lacks a permission there."""
        if not self.can_see(self.bot, channel):
            raise missing_access()
        if not self.can(self.bot, channel, permission):
            raise missing_permissions()

    def dm_of(self, user: User) -> Channel:
        """Return the DM between the bot and `user`, made on first use."""
        for channel in self.channels.values():
            if channel.is_dm and user.id in channel.members:
                return channel
        channel = Channel(self.mint(), DM, members=[user.id, APP_ID])
        return self.add_channel(channel)

    def add_channel(self, channel: Channel) -> Channel:
        """Put a new channel into the world."""
        self.channels[channel.id] = channel
        self.messages[channel.id] = {}
        self.save_channel(channel)
        return channel

    def save_channel(self, channel: Channel) -> None:
        """Remember a changed channel."""
        self.archive.keep("channel", channel.id, channel)

    def drop_channel(self, channel: Channel) -> None:
        """Take a channel with its threads and messages out of the world."""
        for thread in [c for c in self.channels.values() if c.parent == channel.id and c.is_thread]:
            self.drop_channel(thread)
        for message in self.messages.pop(channel.id, {}):
            self.archive.drop("message", message)
        del self.channels[channel.id]
        self.archive.drop("channel", channel.id)
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.announce(Happening(name, channel.payload(self.users), channel.id))

    # -- events of the server -----------------------------------------------------------------------------------

    def scheduled(self) -> list[Json]:
        """Return the events of the server as they are now: they start and end by themselves."""
        now = datetime.fromtimestamp(self.clock.now(), UTC)
        for event in self.events.values():
            starts, ends = (datetime.fromisoformat(event[f"scheduled_{which}_time"]) for which in ("start", "end"))
            if event["status"] == SCHEDULED and starts <= now:
                event["status"] = ACTIVE
            if event["status"] == ACTIVE and ends <= now:
                event["status"] = COMPLETED
        return list(self.events.values())

    def keep_event(self, event: Json, change: str) -> None:
        """Remember a new or changed event, and tell of it."""
        self.events[event["id"]] = event
        self.archive.keep("event", event["id"], event)
        self.announce(Happening(f"GUILD_SCHEDULED_EVENT_{change}", event))

    def drop_event(self, event: Json) -> None:
        """Take an event away, and tell of it."""
        del self.events[event["id"]]
        self.archive.drop("event", event["id"])
        self.announce(Happening("GUILD_SCHEDULED_EVENT_DELETE", event))

    # -- emojis of the bot --------------------------------------------------------------------------------------

    def keep_emoji(self, emoji: Json) -> None:
        """Remember a new or changed emoji."""
        self.emojis[emoji["id"]] = emoji
        self.archive.keep("emoji", emoji["id"], emoji)

    def drop_emoji(self, emoji: Json) -> None:
        """Take an emoji away."""
        del self.emojis[emoji["id"]]
        self.archive.drop("emoji", emoji["id"])

    # -- messages -----------------------------------------------------------------------------------------------

    def message(self, channel: Channel, message_id: object) -> PostedMessage:
        """Return a message of a channel, ephemeral ones included; an ApiError (10008) if there is none."""
        found = self.messages[channel.id].get(str(message_id))
        if found is None:
            raise unknown_error("Message")
        return found

    def public(self, channel: Channel, message_id: object) -> PostedMessage:
        """Return a message that can be read through the channel: an ephemeral one cannot (10008)."""
        found = self.message(channel, message_id)
        if found.only_for:
            raise unknown_error("Message")
        return found

    def post(self, message: PostedMessage, nonce: object = None) -> None:
        """Add a message to its channel and tell everyone who can see it."""
        channel = self.channels[message.channel]
        self.messages[channel.id][message.id] = message
        if message.only_for:
            self._remember_private(message)
        else:
            channel.last_message = message.id
            channel.message_count += 1
            self.save_channel(channel)
            self.archive.keep("message", message.id, message.payload)
        extra = {} if nonce is None else {"nonce": nonce}
        self.announce(Happening("MESSAGE_CREATE", {**message.payload, **extra}, channel.id, message.only_for))

    def _remember_private(self, message: PostedMessage) -> None:
        """Ephemeral messages do not last: the oldest ones beyond a thousand are forgotten."""
        self._private.append((message.channel, message.id))
        if len(self._private) > _PRIVATE:
            channel_id, message_id = self._private.popleft()
            self.messages.get(channel_id, {}).pop(message_id, None)

    def change(self, message: PostedMessage) -> None:
        """Remember a message whose payload was changed, and tell of it."""
        if not message.only_for:
            self.archive.keep("message", message.id, message.payload)
        self.announce(Happening("MESSAGE_UPDATE", message.payload, message.channel, message.only_for))

    def remove(self, message: PostedMessage) -> None:
        """Take a message away, and tell of it."""
        del self.messages[message.channel][message.id]
        self.archive.drop("message", message.id)
        data: Json = {"id": message.id, "channel_id": message.channel}
        if not self.channels[message.channel].is_private:
            data["guild_id"] = self.channels[message.channel].guild
        self.announce(Happening("MESSAGE_DELETE", data, message.channel, message.only_for))

    def add_file(self, name: str, kind: str, body: bytes, description: str | None = None) -> Json:
        """Store a file and return it as a Discord attachment."""
        stored = StoredFile(self.mint(), name, kind, body)
        self.archive.keep_file(stored)
        return self.attachment(stored, description)

    def attachment(self, stored: StoredFile, description: str | None = None) -> Json:
        """Return a stored file as a Discord attachment."""
        url = f"{self.base_url}/attachments/{stored.id}/{stored.name}"
        size = stored.picture_size()
        shape = {"width": size[0], "height": size[1]} if size else {}
        base: Json = {"id": stored.id, "filename": stored.name, "size": len(stored.body), "content_type": stored.kind}
        extra = {} if description is None else {"description": description}
        return {**base, "url": url, "proxy_url": url, **shape, **extra}

    # -- change -------------------------------------------------------------------------------------------------

    def stamp(self) -> str:
        """Return the present time as Discord writes it."""
        return datetime.fromtimestamp(self.clock.now(), UTC).isoformat(timespec="microseconds")

    def announce(self, happening: Happening) -> None:
        """Tell every listener of a change."""
        for listener in self.listeners:
            listener(happening)

    def skip(self, seconds: float) -> None:
        """Move the clock forward by that many seconds, for people and the bot."""
        self.clock.advance(seconds)
        self.archive.keep("fact", "skipped", self.clock.skipped)
        self.announce(Happening("CLOCK_MOVED", {}))

    def mark_read(self, user: User, channel: Channel) -> None:
        """Remember that `user` has seen all of `channel`."""
        if channel.last_message and self.reads.setdefault(user.id, {}).get(channel.id) != channel.last_message:
            self.reads[user.id][channel.id] = channel.last_message
            self.archive.keep("fact", "reads", self.reads)

    # -- keeping ------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write everything that is remembered to the archive now."""
        self.archive.keep("fact", "last_id", self.mint.last)
        self.archive.flush()

    def settle_at(self, base_url: str) -> None:
        """Say under which address the table is found, and point the attachments of former runs there."""
        self.base_url = base_url
        for messages in self.messages.values():
            for message in messages.values():
                self._rebase(message.payload)

    def load(self) -> bool:
        """Fill the world from the archive; False if the archive is empty."""
        channels = self.archive.read_channels()
        self.channels = {channel.id: channel for channel in channels}
        self.messages = {channel.id: {} for channel in channels}
        for payload in self.archive.read("message"):
            self._restore(payload)
        self.events = {event["id"]: event for event in self.archive.read("event")}
        self.emojis = {emoji["id"]: emoji for emoji in self.archive.read("emoji")}
        facts = self.archive.facts()
        self.mint.last = max([int(facts.get("last_id", 0)), *self._ids()])
        self.reads = facts.get("reads", {})
        self.clock.advance(facts.get("skipped", 0.0))
        self.server_commands = facts.get("server_commands", [])
        kept = facts.get("commands", [])
        self.commands = kept if isinstance(kept, list) else kept.get("global", [])
        return bool(channels)

    def _restore(self, payload: Json) -> None:
        if payload["channel_id"] in self.messages:
            self.messages[payload["channel_id"]][payload["id"]] = PostedMessage(payload)

    def _rebase(self, node: object) -> None:
        """Point stored attachment addresses at the port this run listens on."""
        if isinstance(node, dict):
            for key, value in node.items():
                if key in ("url", "proxy_url") and isinstance(value, str) and "/attachments/" in value:
                    node[key] = f"{self.base_url}/attachments/{value.split('/attachments/', 1)[1]}"
                else:
                    self._rebase(value)
        elif isinstance(node, list):
            for value in node:
                self._rebase(value)

    def _ids(self) -> Iterable[int]:
        yield from map(int, self.emojis)
        for channel_id, messages in self.messages.items():
            yield int(channel_id)
            yield from map(int, messages)

    def _furnish(self) -> None:
        self.add_channel(Channel("100000000000000020", TEXT, "welcome", "Begin here", position=0))
        self.add_channel(Channel("100000000000000021", TEXT, "table", "Play here", position=1))
        self.add_channel(Channel("100000000000000022", TEXT, "second-table", "A second game", position=2))
        forum = Channel("100000000000000023", FORUM, "games", "A post for each game", position=3)
        forum.tags = [Tag(str(int(forum.id) + n), name) for n, name in enumerate(FORUM_TAGS, 10)]
        self.add_channel(forum)
        for user in self.people:
            self.dm_of(user)
        self.add_channel(Channel("100000000000000031", TEXT, "lounge", "Nisaba isn't here", guild=OTHER_GUILD_ID))
        group = [user.id for user in self.people]
        self.add_channel(Channel("100000000000000032", GROUP, "friends", "Nisaba isn't here", members=group))
