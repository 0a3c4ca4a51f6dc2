"""What people do at the local table, as requests of the page and of tests: /_act/NAME/..."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.local_table.compose import blank, mention_keys
from bot.local_table.errors import ActRefused, ApiError, Json, encode
from bot.local_table.forms import SentForm, read_form, read_json
from bot.local_table.interactions import Interaction
from bot.local_table.invoke import available_commands, with_title
from bot.local_table.limits import CONTENT
from bot.local_table.page_texts import act_refused
from bot.local_table.people import APP_ID, GUILD_ID, User, discord_locale
from bot.local_table.places import DM, GROUP, PUBLIC_THREAD, Channel
from bot.local_table.table import LocalTable
from bot.local_table.world import ACTIVE, EPHEMERAL, SCHEDULED, Happening, PostedMessage
from engine.core.text import speaking

WAIT_SECONDS = 20.0
MOST_HOURS = 24 * 31
_REPLY = 19


class Acts:
    """Serves the people. A refused act is answered with 409 and {"refused": reason}."""

    def __init__(self, local: LocalTable) -> None:
        self.local = local
        self._posts: dict[str, Callable[[User, Json], Awaitable[Any]]] = {
            "slash": self.slash,
            "autocomplete": self.autocomplete,
            "press": self.press,
            "submit": self.submit,
            "apps": self.apps,
            "send": self.send,
            "thread": self.thread,
            "read": self.read,
            "dismiss": self.dismiss,
            "delete": self.delete,
            "delete-event": self.delete_event,
            "skip": self.skip,
        }
        self._gets: dict[str, Callable[[User, Json], Awaitable[Any]]] = {
            "state": self.state,
            "messages": self.messages,
            "commands": self.commands,
        }

    async def serve(self, request: web.Request) -> web.Response:
        """Answer one act of the person named in the path."""
        locale = discord_locale(request.headers.get("Accept-Language", ""))
        try:
            with speaking(locale.partition("-")[0]):
                return reply(await self._perform(request, locale))
        except ActRefused as refusal:
            return reply({"refused": str(refusal)}, 409)
        except ApiError as error:
            return reply({"refused": error.body["message"], "error": error.body}, 409)

    async def _perform(self, request: web.Request, locale: str) -> Any:
        user, name = self.local.world.user_named(request.match_info["name"]), request.match_info["act"]
        user.locale, user.here = locale, True
        posting = request.method == "POST"
        if posting and name == "upload":
            return await self.upload(await read_form(request))
        act = (self._posts if posting else self._gets).get(name)
        if act is None:
            raise ActRefused(f"nobody can {name!r}")
        return await act(user, read_json(await request.read()) if posting else dict(request.query))

    # -- looking --------------------------------------------------------------------------------------------------

    async def state(self, user: User, _: Json) -> Json:
        """Return everything the page needs to draw its frame: people, places, unread counts, and whether the bot is
        here.
        """
        world = self.local.world
        places = [c for c in world.channels.values() if world.can_see(user, c)]
        return {
            "me": user.id,
            "bot": APP_ID,
            "guild": {"id": GUILD_ID, "name": "Nisaba's table", "owner": world.owner},
            "users": [{**u.payload(), "roles": u.roles, "display": u.display} for u in world.users.values()],
            "roles": [role.payload() for role in world.roles.values()],
            "channels": [self._place(user, channel) for channel in places],
            "waiting": {person.name: self.unread_count(person) for person in world.people},
            "company": any(person.here for person in world.people if person is not user),
            "events": [event for event in world.scheduled() if event["status"] in (SCHEDULED, ACTIVE)],
            "manages_events": world.can_in_server(user, "manage_events"),
            "online": self.local.gateway.online,
            "now": self.local.world.clock.now(),
        }

    async def messages(self, user: User, query: Json) -> list[Json]:
        """Return the last messages of a place as `user` sees them, own ephemeral ones included, oldest first."""
        channel = self.place(user, query.get("channel"))
        limit, before = int(query.get("limit", 50)), int(query.get("before", 1 << 64))
        found: list[Json] = []
        for message in reversed(self.local.world.messages[channel.id].values()):
            if int(message.id) < before and message.only_for in (None, user.id):
                found.append(message.payload)
            if len(found) >= limit:
                break
        return found[::-1]

    async def commands(self, user: User, query: Json) -> list[Json]:
        """Return the commands `user` can use in a place, described in their language."""
        usable = available_commands(self.local.world, user, self.place(user, query.get("channel")))
        return [with_title(command, user.locale) for command in usable]

    # -- acting ---------------------------------------------------------------------------------------------------

    async def slash(self, user: User, body: Json) -> Json:
        """Use a slash command."""
        channel = self.place(user, body.get("channel"))
        made = self.local.invoker.slash(user, channel, _path(body["command"]), body.get("options") or {})
        return await self._wait(made, body)

    async def autocomplete(self, user: User, body: Json) -> Json:
        """Ask the bot to complete an option."""
        channel, path = self.place(user, body.get("channel")), _path(body["command"])
        made = self.local.invoker.autocomplete(user, channel, path, body["option"], body.get("options") or {})
        return await self._wait(made, body)

    async def press(self, user: User, body: Json) -> Json:
        """Press a button or pick from a select."""
        message = self._message(user, body)
        values = body.get("values")
        picks = [str(value) for value in values] if values is not None else None
        made = self.local.invoker.press(user, message, body["custom_id"], picks)
        return await self._wait(made, body)

    async def submit(self, user: User, body: Json) -> Json:
        """Send a form off."""
        opened = self.local.interactions.get(str(body["interaction"]))
        if opened is None:
            raise act_refused("no_form")
        return await self._wait(self.local.invoker.submit(user, opened, body.get("values") or {}), body)

    async def apps(self, user: User, body: Json) -> Json:
        """Use a command of the context menu of a message or a person, or the entry of the Activity."""
        if body.get("entry"):
            made = self.local.invoker.entry(user, self.place(user, body.get("channel")))
        elif body.get("user"):
            channel = self.place(user, body.get("channel"))
            target = self.local.world.user_named(body["user"])
            made = self.local.invoker.on_user(user, channel, target, body["name"])
        else:
            made = self.local.invoker.on_message(user, self._message(user, body), body["name"])
        return await self._wait(made, body)

    async def send(self, user: User, body: Json) -> Json:
        """Write a message."""
        world = self.local.world
        channel = self.place(user, body.get("channel"))
        if not self._may_write(user, channel):
            raise act_refused("no_writing")
        draft = self._written(user, channel, body)
        self._join(user, channel)
        world.post(PostedMessage(draft))
        world.mark_read(user, channel)
        return draft

    async def thread(self, user: User, body: Json) -> Json:
        """Start a thread in a channel."""
        world = self.local.world
        parent = self.place(user, body.get("channel"))
        needed = "send_messages" if parent.is_forum else "create_public_threads"
        if parent.is_thread or parent.is_private or not world.can(user, parent, needed):
            raise act_refused("no_thread")
        name, stamp = str(body.get("name") or "Thread")[:100], world.stamp()
        thread = Channel(world.mint(), PUBLIC_THREAD, name, parent=parent.id, owner=user.id, archive_stamp=stamp)
        thread.guild = parent.guild
        thread.members = [user.id]
        world.add_channel(thread)
        world.announce(Happening("THREAD_CREATE", {**thread.payload(world.users), "newly_created": True}, thread.id))
        return thread.payload(world.users)

    async def read(self, user: User, body: Json) -> Json:
        """Mark a place as read."""
        channel = self.place(user, body.get("channel"))
        self.local.world.mark_read(user, channel)
        return {"read": channel.last_message}

    async def dismiss(self, user: User, body: Json) -> Json:
        """Put an ephemeral message away."""
        message = self._message(user, body)
        if not message.payload["flags"] & EPHEMERAL:
            raise ActRefused("only messages for you alone can be dismissed")
        self.local.world.remove(message)
        return {}

    async def delete(self, user: User, body: Json) -> Json:
        """Delete one's own message, or as a moderator any message."""
        message = self._message(user, body)
        channel = self.local.world.channels[message.channel]
        own = message.payload["author"]["id"] == user.id
        if not own and (channel.is_private or not self.local.world.can(user, channel, "manage_messages")):
            raise act_refused("not_yours")
        self.local.world.remove(message)
        return {}

    async def delete_event(self, user: User, body: Json) -> Json:
        """Delete an event of the server."""
        world, event = self.local.world, self.local.world.events.get(str(body.get("event")))
        if event is None or not world.can_in_server(user, "manage_events"):
            raise act_refused("not_yours")
        world.drop_event(event)
        return {}

    async def skip(self, _: User, body: Json) -> Json:
        """Let hours pass at once, so that reminders and deadlines need not be waited for."""
        hours = float(body.get("hours", 0))
        if not 0 < hours <= MOST_HOURS:
            raise act_refused("clock", n=MOST_HOURS)
        self.local.world.skip(hours * 3600)
        return {"now": self.local.world.clock.now()}

    async def upload(self, form: SentForm) -> list[Json]:
        """Store files for a later message, option or form."""
        uploads = [form.uploads[number] for number in sorted(form.uploads)]
        return [self.local.world.add_file(u.name, u.kind, u.body) for u in uploads]

    def unread_count(self, user: User) -> int:
        """Return how many messages wait for a person: unread DMs and mentions."""
        world = self.local.world
        places = [self._place(user, c) for c in world.channels.values() if world.can_see(user, c)]
        return sum(place["unread"] if place["type"] in (DM, GROUP) else place["mentions"] for place in places)

    # -- finding --------------------------------------------------------------------------------------------------

    def place(self, user: User, wanted: object) -> Channel:
        """Return a place by id, by name, or "dm"; ActRefused if `user` sees no such place."""
        world = self.local.world
        if wanted == "dm":
            return world.dm_of(user)
        for channel in world.channels.values():
            if wanted in (channel.id, channel.name or None) and world.can_see(user, channel):
                return channel
        raise ActRefused(f"there is no place {wanted!r} for {user.name}")

    def _message(self, user: User, body: Json) -> PostedMessage:
        channel = self.place(user, body.get("channel"))
        found = self.local.world.messages[channel.id].get(str(body.get("message")))
        if found is None or found.only_for not in (None, user.id):
            raise act_refused("no_message")
        return found

    def _place(self, user: User, channel: Channel) -> Json:
        world = self.local.world
        seen = int(world.reads.get(user.id, {}).get(channel.id, 0))
        unread = mentions = 0
        for message in reversed(world.messages[channel.id].values()):
            if int(message.id) <= seen:
                break
            if not message.only_for and message.payload["author"]["id"] != user.id:
                unread += 1
                mentions += is_mentioned(user, message.payload)
        told = {"unread": unread, "mentions": mentions, "writable": self._may_write(user, channel)}
        return {**channel.payload(world.users), **told}

    def _may_write(self, user: User, channel: Channel) -> bool:
        needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
        return not channel.is_forum and self.local.world.can(user, channel, needed)

    def _uploaded(self, file_id: str) -> Json:
        stored = self.local.world.archive.file(str(file_id))
        if stored is None:
            raise act_refused("not_uploaded")
        return self.local.world.attachment(stored)

    def _written(self, user: User, channel: Channel, body: Json) -> Json:
        draft = blank(self.local.world, channel, user)
        draft["content"] = str(body.get("content", "")).strip()
        draft["attachments"] = [self._uploaded(file_id) for file_id in body.get("attachments") or []]
        if not draft["content"] and not draft["attachments"]:
            raise act_refused("empty")
        if len(draft["content"]) > CONTENT:
            raise act_refused("long", n=CONTENT)
        draft |= mention_keys([draft["content"]], None, self.local.world.users, None)
        self._reply_to(channel, draft, body.get("reply_to"))
        return draft

    def _reply_to(self, channel: Channel, draft: Json, target: object) -> None:
        found = self.local.world.messages[channel.id].get(str(target))
        if found:
            draft["type"] = _REPLY
            draft["message_reference"] = {"type": 0, "channel_id": channel.id, "message_id": found.id}
            author = found.payload["author"]["id"]
            draft.update(mention_keys([draft["content"]], None, self.local.world.users, author))

    def _join(self, user: User, channel: Channel) -> None:
        if channel.is_thread and (channel.archived or user.id not in channel.members):
            channel.archived = False
            channel.members = list(dict.fromkeys([*channel.members, user.id]))
            payload = channel.payload(self.local.world.users)
            self.local.world.announce(Happening("THREAD_UPDATE", payload, channel.id))

    async def _wait(self, made: Interaction, body: Json) -> Json:
        future = made.finished if body.get("final") else made.answered
        seconds = float(body.get("wait", WAIT_SECONDS))
        try:
            async with asyncio.timeout(seconds):
                result = await asyncio.shield(future)
        except TimeoutError:
            result = {"kind": "timeout"}
        return {**result, "interaction": made.id}


def is_mentioned(user: User, message: Json) -> bool:
    """Return whether a message pings `user`."""
    return bool(message["mention_everyone"]) or any(entry["id"] == user.id for entry in message["mentions"])


def reply(body: Any, status: int = 200) -> web.Response:
    """Return JSON for the page and for tests."""
    headers = {"Cache-Control": "no-store"}
    return web.Response(status=status, body=encode(body), content_type="application/json", headers=headers)


def _path(command: Any) -> list[str]:
    return [str(word) for word in command] if isinstance(command, list) else str(command).lstrip("/").split()
