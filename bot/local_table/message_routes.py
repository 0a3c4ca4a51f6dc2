"""Requests of the bot about messages: sending, reading, editing, deleting and pinning."""

from typing import Any

from bot.local_table.compose import amend, blank, compose
from bot.local_table.errors import ApiError, Json, invalid
from bot.local_table.people import APP_ID
from bot.local_table.places import Channel
from bot.local_table.table import NONCE_SECONDS, Call
from bot.local_table.world import Happening, PostedMessage

_HISTORY = "read_message_history"
_PINNED = 6
MOST_PINS = 250


async def send(call: Call) -> Json:
    """Send a message. The same nonce within three minutes gives the message that was sent first."""
    channel = call.channel()
    if channel.is_forum:
        raise ApiError(400, 40058, "Cannot send messages in a forum channel")
    call.world.require(channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
    _require_open(call, channel)
    nonce = call.body.get("nonce")
    known = _known_nonce(call, nonce)
    if known and call.body.get("enforce_nonce"):
        return {**known.payload, "nonce": nonce}
    if call.form.uploads:
        call.world.require(channel, "attach_files")
    if call.body.get("embeds"):
        call.world.require(channel, "embed_links")
    _reopen(call, channel)
    message = PostedMessage(compose(call.world, channel, call.world.bot, call.form))
    call.world.post(message, nonce)
    if nonce is not None:
        call.local.nonces[channel.id, str(nonce)] = (message.id, call.world.clock.now())
    return {**message.payload, **({} if nonce is None else {"nonce": nonce})}


async def history(call: Call) -> list[Json]:
    """Return the messages of a channel, newest first; ephemeral ones are not among them."""
    channel = call.channel()
    limit = call.query_number("limit", 50)
    if not 1 <= limit <= 100:
        raise invalid(("limit",), "NUMBER_TYPE_RANGE", "Value must be between 1 and 100.")
    if not call.world.can(call.world.bot, channel, _HISTORY):
        return []
    messages = [m for m in call.world.messages[channel.id].values() if not m.only_for]
    before, after = call.query_number("before", 1 << 64), call.query_number("after", 0)
    around = call.query_number("around", 0)
    if around:
        return _around(messages, around, limit)
    found = [m.payload for m in messages if after < int(m.id) < before]
    found = found[:limit] if after else found[-limit:]
    return found[::-1]


async def read(call: Call) -> Json:
    """Return one message."""
    channel = call.channel(_HISTORY)
    return call.world.public(channel, call.parts["message"]).payload


async def edit(call: Call) -> Json:
    """Edit an own message."""
    channel = call.channel()
    message = call.world.public(channel, call.parts["message"])
    if message.payload["author"]["id"] != APP_ID:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    amend(call.world, message, call.form)
    return message.payload


async def delete(call: Call) -> None:
    """Delete an own message, or with Manage Messages another's."""
    channel = call.channel()
    message = call.world.public(channel, call.parts["message"])
    if message.payload["author"]["id"] != APP_ID:
        if channel.is_dm:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        call.world.require(channel, "manage_messages")
    call.world.remove(message)


async def pin(call: Call) -> None:
    """Pin a message and write a line about it into the channel; do nothing if it is pinned already."""
    channel, message = _to_pin(call)
    if message.payload["pinned"]:
        return
    if len(_pinned(call, channel)) >= MOST_PINS:
        raise ApiError(400, 30003, f"Maximum number of pins reached ({MOST_PINS})")
    message.payload["pinned"] = True
    call.world.change(message)
    about = {"type": 0, "channel_id": channel.id, "message_id": message.id}
    line = {**blank(call.world, channel, call.world.bot), "type": _PINNED, "message_reference": about}
    call.world.post(PostedMessage(line))
    call.world.announce(Happening("CHANNEL_PINS_UPDATE", {"channel_id": channel.id}, channel.id))


async def unpin(call: Call) -> None:
    """Unpin a message."""
    _, message = _to_pin(call)
    if message.payload["pinned"]:
        message.payload["pinned"] = False
        call.world.change(message)


async def pins(call: Call) -> Json:
    """Return the pinned messages of a channel, newest first."""
    channel = call.channel()
    there = _pinned(call, channel) if call.world.can(call.world.bot, channel, _HISTORY) else []
    items = [{"pinned_at": message.payload["timestamp"], "message": message.payload} for message in there]
    return {"items": items[::-1], "has_more": False}


def _to_pin(call: Call) -> tuple[Channel, PostedMessage]:
    """Return a message that the bot may pin there: Manage Messages is not enough."""
    channel = call.channel()
    call.world.require(channel, "pin_messages")
    message = call.world.public(channel, call.parts["message"])
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    if message.payload["type"] not in (0, 19):
        raise ApiError(403, 50021, "Cannot execute action on a system message")
    return channel, message


def _pinned(call: Call, channel: Channel) -> list[PostedMessage]:
    return [one for one in call.world.messages[channel.id].values() if one.payload["pinned"]]


async def type_on(call: Call) -> None:
    """Show that the bot is typing."""
    channel = call.channel("send_messages_in_threads" if call.channel().is_thread else "send_messages")
    call.world.announce(Happening("TYPING_START", {"channel_id": channel.id, "user_id": APP_ID}, channel.id))


def _around(messages: list[PostedMessage], around: int, limit: int) -> list[Json]:
    nearest = sorted(messages, key=lambda m: abs(int(m.id) - around))[:limit]
    return [m.payload for m in sorted(nearest, key=lambda m: int(m.id), reverse=True)]


def _require_open(call: Call, channel: Channel) -> None:
    if channel.locked and not call.world.can(call.world.bot, channel, "manage_threads"):
        raise ApiError(400, 50083, "Thread is archived")


def _reopen(call: Call, channel: Channel) -> None:
    if channel.archived:
        channel.archived = False
        call.world.save_channel(channel)
        call.world.announce(Happening("THREAD_UPDATE", channel.payload(call.world.users), channel.id))


def _known_nonce(call: Call, nonce: Any) -> PostedMessage | None:
    channel_id = call.parts["channel"]
    found = call.local.nonces.get((channel_id, str(nonce)))
    if nonce is None or found is None or call.world.clock.now() - found[1] > NONCE_SECONDS:
        return None
    return call.world.messages[channel_id].get(found[0])


ROUTES = (
    ("GET", "/channels/{channel}/messages/pins", pins),
    ("PUT", "/channels/{channel}/messages/pins/{message}", pin),
    ("DELETE", "/channels/{channel}/messages/pins/{message}", unpin),
    ("POST", "/channels/{channel}/messages", send),
    ("GET", "/channels/{channel}/messages", history),
    ("GET", "/channels/{channel}/messages/{message}", read),
    ("PATCH", "/channels/{channel}/messages/{message}", edit),
    ("DELETE", "/channels/{channel}/messages/{message}", delete),
    ("POST", "/channels/{channel}/typing", type_on),
)
