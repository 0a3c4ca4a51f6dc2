"""Requests of the bot about itself and about places and people: the server, channels, threads and DMs."""

from dataclasses import replace

from bot.local_table.component_limits import check_kind
from bot.local_table.compose import blank, compose
from bot.local_table.errors import ApiError, Json, invalid, missing_permissions, unknown_error
from bot.local_table.limits import ApplicationChange, NewPost, NewThread, ThreadChange
from bot.local_table.people import APP_ID, User
from bot.local_table.places import PUBLIC_THREAD, REQUIRES_TAG, Channel
from bot.local_table.table import Call
from bot.local_table.world import Happening, PostedMessage

_THREAD_CREATED = 18


async def me(call: Call) -> Json:
    """Return the bot's own account."""
    return {**call.world.bot.payload(), "verified": True, "mfa_enabled": True, "email": None, "flags": 0}


async def application(call: Call) -> Json:
    """Return the bot's application."""
    return {
        "id": APP_ID,
        "name": "Nisaba",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": call.world.users[call.world.owner].payload(),
        "team": None,
        "verify_key": call.local.gateway.endpoint.public_key,
        "interactions_endpoint_url": call.local.gateway.endpoint.url or None,
        "flags": 0,
        "summary": "",
        "approximate_guild_count": 1,
        "install_params": {"scopes": ["bot", "applications.commands"], "permissions": "0"},
        "integration_types_config": {"0": {}, **({"1": {}} if call.world.installable else {})},
    }


async def change_application(call: Call) -> Json:
    """Name where interactions are to be posted; refused unless that address heeds the signature."""
    check_kind(ApplicationChange, call.body)
    if not await call.local.gateway.move(call.body.get("interactions_endpoint_url") or ""):
        why = "The specified interactions endpoint url could not be verified."
        raise invalid(("interactions_endpoint_url",), "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", why)
    return await application(call)


async def gateway(call: Call) -> Json:
    """Return where the gateway is, and how many sessions may be begun there."""
    there = call.local.gateway
    return {"url": there.url, "shards": there.recommended, "session_start_limit": there.session_limit()}


async def guild(call: Call) -> Json:
    """Return the server."""
    _require_guild(call)
    return call.local.gateway.guild_keys(call.parts["guild"])


async def guild_channels(call: Call) -> list[Json]:
    """Return the channels of the server, threads apart."""
    _require_guild(call)
    return _seen(call, threads=False)


async def active_threads(call: Call) -> Json:
    """Return the threads of the server that are open."""
    _require_guild(call)
    return {"threads": _seen(call, threads=True), "members": [], "has_more": False}


async def user(call: Call) -> Json:
    """Return one user."""
    return _user(call, "User").payload()


async def member(call: Call) -> Json:
    """Return one member of the server."""
    _require_guild(call)
    return _user(call, "Member").member_with_user()


async def open_dm(call: Call) -> Json:
    """Return the DM with a user."""
    found = call.world.users.get(str(call.body.get("recipient_id")))
    if found is None:
        raise invalid(("recipient_id",), "USER_UNKNOWN", "Unknown user")
    if found.bot:
        raise ApiError(403, 50007, "Cannot send messages to this user")
    return call.world.dm_of(found).payload(call.world.users)


async def channel(call: Call) -> Json:
    """Return one channel."""
    return call.channel().payload(call.world.users)


async def change_channel(call: Call) -> Json:
    """Rename, archive, lock or reopen a thread, or change a channel."""
    place = call.channel()
    check_kind(ThreadChange, call.body)
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
    """Start a thread without a message, or a post of a forum with one."""
    if call.channel().is_forum:
        return await _start_post(call)
    kind = check_kind(NewThread, call.body).type
    parent = call.channel("create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads")
    thread = _new_thread(call, parent, call.world.mint(), kind)
    if kind == PUBLIC_THREAD:
        notice = blank(call.world, parent, call.world.bot)
        notice |= {"type": _THREAD_CREATED, "content": thread.name}
        notice["message_reference"] = {"type": 0, "channel_id": thread.id, "guild_id": thread.guild}
        call.world.post(PostedMessage(notice))
    return thread.payload(call.world.users)


async def _start_post(call: Call) -> Json:
    """A post, whose first message has its id; it needs the permission to send messages, not to create threads."""
    forum = call.channel("send_messages")
    wanted = check_kind(NewPost, call.body)
    tags = _tags(call, forum, wanted.applied_tags)
    if forum.flags & REQUIRES_TAG and not tags:
        raise ApiError(400, 40067, "A tag is required to create a forum post in this channel")
    if call.form.uploads:
        call.world.require(forum, "attach_files")
    post = Channel(call.world.mint(), PUBLIC_THREAD, wanted.name, parent=forum.id, owner=APP_ID, members=[APP_ID])
    first = compose(call.world, post, call.world.bot, replace(call.form, body=wanted.message))
    first["id"] = post.id
    post.applied_tags, post.archive_stamp = tags, call.world.stamp()
    post.archive_minutes = wanted.auto_archive_duration or 1440
    call.world.add_channel(post)
    payload = post.payload(call.world.users)
    call.world.announce(Happening("THREAD_CREATE", {**payload, "newly_created": True}, post.id))
    call.world.post(PostedMessage(first))
    return {**payload, "message": first}


def _tags(call: Call, forum: Channel, wanted: list[str | int]) -> list[str]:
    """The tags of a post, each once: those of its forum (10087); some are for who manages threads alone (50013)."""
    known = {tag.id: tag for tag in forum.tags}
    asked = list(dict.fromkeys(map(str, wanted)))
    for one in asked:
        if one not in known:
            raise unknown_error("Tag")
        if known[one].moderated:
            call.world.require(forum, "manage_threads")
    return asked


async def add_member(call: Call) -> None:
    """Add a person to a thread, unless they are in it."""
    thread, person = _open_thread(call), _user(call, "User")
    if person.id in thread.members:
        return
    thread.members.append(person.id)
    call.world.save_channel(thread)
    call.world.announce(Happening("THREAD_CREATE", thread.payload(call.world.users), thread.id))


async def remove_member(call: Call) -> None:
    """Remove a person from a thread that the bot started; other threads need Manage Threads."""
    thread, person = _open_thread(call), _user(call, "User")
    if thread.owner != APP_ID:
        call.world.require(thread, "manage_threads")
    if person.id in thread.members:
        thread.members.remove(person.id)
        call.world.save_channel(thread)
        call.world.announce(Happening("THREAD_DELETE", thread.payload(call.world.users), only_for=person.id))


def _open_thread(call: Call) -> Channel:
    thread = call.channel("send_messages_in_threads")
    if not thread.is_thread:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    if thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    return thread


def _change_thread(call: Call, thread: Channel) -> None:
    body, world = call.body, call.world
    may_manage = world.can(world.bot, thread, "manage_threads")
    if not may_manage and (thread.owner != APP_ID or thread.locked or "locked" in body):
        raise missing_permissions()
    if thread.archived and body.get("archived") is not False:
        raise ApiError(400, 50083, "Thread is archived")
    parent = world.channels[thread.parent or ""]
    if parent.is_forum and not may_manage:
        world.require(parent, "send_messages")
    if "applied_tags" in body:
        thread.applied_tags = _tags(call, parent, body["applied_tags"])
    thread.name = body.get("name", thread.name)
    thread.locked = body.get("locked", thread.locked)
    thread.archive_minutes = body.get("auto_archive_duration", thread.archive_minutes)
    if body.get("archived", thread.archived) != thread.archived:
        thread.archived = body["archived"]
        thread.archive_stamp = world.stamp()


def _new_thread(call: Call, parent: Channel, thread_id: str, kind: int) -> Channel:
    if parent.is_thread or parent.is_dm:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    wanted = check_kind(NewThread, call.body)
    thread = Channel(
        thread_id,
        kind,
        wanted.name,
        parent=parent.id,
        owner=APP_ID,
        members=[APP_ID],
        archive_minutes=wanted.auto_archive_duration or 1440,
        archive_stamp=call.world.stamp(),
        invitable=wanted.invitable,
        guild=parent.guild,
    )
    call.world.add_channel(thread)
    data = {**thread.payload(call.world.users), "newly_created": True}
    call.world.announce(Happening("THREAD_CREATE", data, thread.id))
    return thread


def _user(call: Call, what: str) -> User:
    found = call.world.users.get(call.parts["user"])
    if found is None:
        raise unknown_error(what)
    return found


def _seen(call: Call, *, threads: bool) -> list[Json]:
    """Return the channels of the server, or its open threads, that the bot sees."""
    world = call.world
    guild = call.parts["guild"]
    there = [c for c in world.of_server(guild) if c.is_thread == threads and not c.archived]
    return [{**c.payload(world.users), "guild_id": guild} for c in there if world.can_see(world.bot, c)]


def _require_guild(call: Call) -> None:
    if call.parts["guild"] not in call.world.servers:
        raise unknown_error("Guild")


ROUTES = (
    ("GET", "/gateway/bot", gateway),
    ("GET", "/users/@me", me),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/@me", application),
    ("PATCH", "/applications/@me", change_application),
    ("GET", "/guilds/{guild}", guild),
    ("GET", "/guilds/{guild}/channels", guild_channels),
    ("GET", "/guilds/{guild}/threads/active", active_threads),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/users/{user}", user),
    ("GET", "/guilds/{guild}/members/{user}", member),
    ("GET", "/channels/{channel}", channel),
    ("PATCH", "/channels/{channel}", change_channel),
    ("DELETE", "/channels/{channel}", delete_channel),
    ("POST", "/channels/{channel}/threads", start_thread),
    ("PUT", "/channels/{channel}/thread-members/{user}", add_member),
    ("DELETE", "/channels/{channel}/thread-members/{user}", remove_member),
)
