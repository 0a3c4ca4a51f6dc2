"""Requests of the bot about places and people: the account, the server, channels, threads and DMs."""

from typing import Any

from bot.playground.compose import blank
from bot.playground.errors import ApiError, invalid, missing_permissions, unknown
from bot.playground.house import Call
from bot.playground.limits import NewThread, ThreadChange
from bot.playground.people import APP_ID, GUILD_ID, User
from bot.playground.places import PUBLIC_THREAD, Channel
from bot.playground.shapes import Json
from bot.playground.validation import checked
from bot.playground.world import Happening, Message

_HAS_THREAD = 1 << 5
_THREAD_CREATED = 18


async def me(call: Call) -> Json:
    """The bot's own account."""
    return {**call.world.bot.payload(), "verified": True, "mfa_enabled": True, "email": None, "flags": 0}


async def application(call: Call) -> Json:
    """The bot's application."""
    return {
        "id": APP_ID,
        "name": "Nisaba",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": call.world.users[call.world.owner].payload(),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "summary": "",
        "approximate_guild_count": 1,
        "install_params": {"scopes": ["bot", "applications.commands"], "permissions": "0"},
        "integration_types_config": {"0": {}},
    }


async def gateway(call: Call) -> Json:
    """Where the gateway is, and how often the bot may log in."""
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": call.house.gateway.url, "shards": 1, "session_start_limit": limit}


async def user(call: Call) -> Json:
    """One user."""
    return _user(call, "User").payload()


async def guild(call: Call) -> Json:
    """The server."""
    _require_guild(call)
    return call.house.gateway.guild_keys()


async def guild_channels(call: Call) -> list[Json]:
    """The channels of the server, without threads."""
    _require_guild(call)
    visible = [c for c in call.world.channels.values() if not c.is_dm and call.world.can_see(call.world.bot, c)]
    return [c.payload(call.world.users) for c in visible if not c.is_thread]


async def member(call: Call) -> Json:
    """One member of the server."""
    _require_guild(call)
    return _user(call, "Member").member_with_user()


async def active_threads(call: Call) -> Json:
    """The open threads of the server."""
    _require_guild(call)
    return _thread_list(call, lambda thread: not thread.archived)


async def archived_threads(call: Call) -> Json:
    """The archived public threads of a channel."""
    parent = call.channel("read_message_history").id
    return _thread_list(call, lambda t: t.archived and t.parent == parent and t.kind == PUBLIC_THREAD)


async def open_dm(call: Call) -> Json:
    """The DM with a user."""
    found = call.world.users.get(str(call.body.get("recipient_id")))
    if found is None:
        raise invalid(("recipient_id",), "USER_UNKNOWN", "Unknown user")
    if found.bot:
        raise ApiError(403, 50007, "Cannot send messages to this user")
    return call.world.dm_of(found).payload(call.world.users)


async def channel(call: Call) -> Json:
    """One channel."""
    return call.channel().payload(call.world.users)


async def change_channel(call: Call) -> Json:
    """Rename, archive, lock or reopen a thread, or change a channel."""
    place = call.channel()
    checked(ThreadChange, call.body)
    if place.is_thread:
        _change_thread(call, place)
    else:
        call.world.require(place, "manage_channels")
        place.name = call.body.get("name", place.name)
        place.topic = call.body.get("topic", place.topic)
    call.world.save_channel(place)
    name = "THREAD_UPDATE" if place.is_thread else "CHANNEL_UPDATE"
    call.world.announce(Happening(name, place.payload(call.world.users), place.id))
    return place.payload(call.world.users)


async def delete_channel(call: Call) -> Json:
    """Delete a channel or a thread."""
    place = call.channel()
    if place.is_dm:
        return place.payload(call.world.users)
    call.world.require(place, "manage_threads" if place.is_thread else "manage_channels")
    call.world.drop_channel(place)
    return place.payload(call.world.users)


async def start_thread(call: Call) -> Json:
    """Start a thread without a message."""
    kind = checked(NewThread, call.body).type
    parent = call.channel("create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads")
    thread = _new_thread(call, parent, call.world.mint(), kind)
    if kind == PUBLIC_THREAD:
        notice = blank(call.world, parent, call.world.bot)
        notice |= {"type": _THREAD_CREATED, "content": thread.name}
        notice["message_reference"] = {"type": 0, "channel_id": thread.id, "guild_id": GUILD_ID}
        call.world.post(Message(notice))
    return thread.payload(call.world.users)


async def start_thread_at(call: Call) -> Json:
    """Start a thread at a message; it has the id of the message."""
    parent = call.channel("create_public_threads")
    message = call.world.public(parent, call.parts["message"])
    if message.id in call.world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    thread = _new_thread(call, parent, message.id, PUBLIC_THREAD)
    message.payload["flags"] |= _HAS_THREAD
    message.payload["thread"] = thread.payload(call.world.users)
    call.world.change(message)
    return thread.payload(call.world.users)


async def join_thread(call: Call) -> None:
    """Bring a member into a thread."""
    thread = call.channel()
    wanted = call.parts["user"].replace("@me", APP_ID)
    if wanted not in call.world.users:
        raise unknown("User")
    if wanted not in thread.members:
        thread.members.append(wanted)
    _tell_members(call, thread)


async def leave_thread(call: Call) -> None:
    """Take a member out of a thread."""
    thread = call.channel()
    wanted = call.parts["user"].replace("@me", APP_ID)
    thread.members = [member for member in thread.members if member != wanted]
    _tell_members(call, thread)


async def thread_members(call: Call) -> list[Json]:
    """The members of a thread."""
    thread = call.channel()
    stamp = call.world.stamp()
    return [{"id": thread.id, "user_id": member, "join_timestamp": stamp, "flags": 0} for member in thread.members]


def _tell_members(call: Call, thread: Channel) -> None:
    call.world.save_channel(thread)
    call.world.announce(Happening("THREAD_UPDATE", thread.payload(call.world.users), thread.id))


def _change_thread(call: Call, thread: Channel) -> None:
    body, world = call.body, call.world
    may_manage = world.can(world.bot, thread, "manage_threads")
    if not may_manage and (thread.owner != APP_ID or thread.locked or "locked" in body):
        raise missing_permissions()
    if thread.archived and body.get("archived") is not False:
        raise ApiError(400, 50083, "Thread is archived")
    thread.name = body.get("name", thread.name)
    thread.locked = body.get("locked", thread.locked)
    thread.archive_minutes = body.get("auto_archive_duration", thread.archive_minutes)
    if body.get("archived", thread.archived) != thread.archived:
        thread.archived = body["archived"]
        thread.archive_stamp = world.stamp()


def _new_thread(call: Call, parent: Channel, thread_id: str, kind: int) -> Channel:
    if parent.is_thread or parent.is_dm:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    wanted = checked(NewThread, call.body)
    thread = Channel(
        thread_id,
        kind,
        wanted.name,
        parent=parent.id,
        owner=APP_ID,
        members=[APP_ID],
        archive_minutes=wanted.auto_archive_duration or 1440,
        archive_stamp=call.world.stamp(),
    )
    call.world.add_channel(thread)
    data = {**thread.payload(call.world.users), "newly_created": True}
    call.world.announce(Happening("THREAD_CREATE", data, thread.id))
    return thread


def _thread_list(call: Call, wanted: Any) -> Json:
    threads = [c for c in call.world.channels.values() if c.is_thread and call.world.can_see(call.world.bot, c)]
    found = [thread.payload(call.world.users) for thread in threads if wanted(thread)]
    return {"threads": found, "members": [], "has_more": False}


def _user(call: Call, what: str) -> User:
    found = call.world.users.get(call.parts["user"])
    if found is None:
        raise unknown(what)
    return found


def _require_guild(call: Call) -> None:
    if call.parts["guild"] != GUILD_ID:
        raise unknown("Guild")


ROUTES = (
    ("GET", "/users/@me", me),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/@me", application),
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/users/{user}", user),
    ("GET", "/guilds/{guild}", guild),
    ("GET", "/guilds/{guild}/channels", guild_channels),
    ("GET", "/guilds/{guild}/members/{user}", member),
    ("GET", "/guilds/{guild}/threads/active", active_threads),
    ("GET", "/channels/{channel}", channel),
    ("PATCH", "/channels/{channel}", change_channel),
    ("DELETE", "/channels/{channel}", delete_channel),
    ("POST", "/channels/{channel}/threads", start_thread),
    ("GET", "/channels/{channel}/threads/archived/public", archived_threads),
    ("POST", "/channels/{channel}/messages/{message}/threads", start_thread_at),
    ("GET", "/channels/{channel}/thread-members", thread_members),
    ("PUT", "/channels/{channel}/thread-members/{user}", join_thread),
    ("DELETE", "/channels/{channel}/thread-members/{user}", leave_thread),
)
