"""What tests do to the table: faults, permissions, the gateway, the clock, and a look behind the scenes."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import msgspec
from aiohttp import web

from bot.local_table.acts import reply
from bot.local_table.errors import ActRefused, Json, encode
from bot.local_table.forms import read_json
from bot.local_table.people import BOT_ROLE_ID, GUILD_ID, bits, server_roles
from bot.local_table.places import TEXT, Channel, Overwrite
from bot.local_table.table import LocalTable
from bot.local_table.world import Happening
from engine.core.decoding import decoder
from tests.wire.faults import Fault, Faults
from tests.wire.simulated_clock import SimulatedClock

FAULTS: Final = decoder(Fault)
_TOLD: Final[dict[str, Json]] = {
    "reconnect": {"op": 7, "d": None, "s": None, "t": None},
    "invalidate": {"op": 9, "d": False, "s": None, "t": None},
}


class Breakable(Protocol):
    """What of a table can be made to fail."""

    faults: Faults
    clock: SimulatedClock


class Control:
    """Serves /_test/WHAT; GET looks, POST changes."""

    def __init__(self, local: LocalTable, broken: Breakable) -> None:
        self.local, self._broken = local, broken
        self.version = 0
        self._changed, self._came = asyncio.Event(), asyncio.Event()
        local.world.listeners.append(self.hear)
        self._routes: dict[tuple[str, str], Callable[[Json], Awaitable[Any]]] = {
            ("POST", "fault"): self.fault,
            ("POST", "mend"): self.mend,
            ("POST", "dms"): self.dms,
            ("POST", "deny"): self.deny,
            ("POST", "gateway"): self.gateway,
            ("POST", "clock"): self.clock,
            ("POST", "channel"): self.channel,
            ("POST", "channel-gone"): self.channel_gone,
            ("POST", "server"): self.server,
            ("GET", "changes"): self.changes,
            ("GET", "bot"): self.bot,
            ("GET", "dump"): self.dump,
            ("GET", "transcript"): self.transcript,
        }

    def hear(self, happening: Happening) -> None:
        """Count a change, wake those who wait for one, and notice whether the bot is here."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()
        if happening.name == "BOT_HERE":
            self._came.set()
        elif happening.name == "BOT_AWAY":
            self._came.clear()

    async def serve(self, request: web.Request) -> web.Response:
        """Answer one request of a test."""
        route = self._routes.get((request.method, request.match_info["what"]))
        if route is None:
            return reply({"refused": "no such control"}, 404)
        body = read_json(await request.read()) if request.method == "POST" else dict(request.query)
        try:
            return reply(await route(body))
        except (ActRefused, msgspec.ValidationError, KeyError) as error:
            return reply({"refused": str(error)}, 409)

    async def fault(self, body: Json) -> Json:
        """Let a fault meet the next fitting requests."""
        self._broken.faults.add(FAULTS.plain(body))
        return {}

    async def mend(self, _: Json) -> Json:
        """Take all faults away and open all DMs."""
        self._broken.faults.clear()
        return {}

    async def dms(self, body: Json) -> Json:
        """Close or open the DMs of a person."""
        user = self.local.world.user_named(body["user"])
        closed = self._broken.faults.closed_dms
        (closed.discard if body.get("open") else closed.add)(user.id)
        return {}

    async def deny(self, body: Json) -> Json:
        """Take permissions from the bot, or from a person, in a channel; an empty line gives all of them back.

        Without a channel they are taken from the bot's role.
        """
        if not body["channel"]:
            return self._deny_in_server(bits(body.get("permissions", "")))
        channel = self._named(body["channel"])
        denied, person = bits(body.get("permissions", "")), body.get("user", "")
        whose = self.local.world.user_named(person).id if person else BOT_ROLE_ID
        others = [o for o in channel.overwrites if o.id != whose]
        taken = Overwrite(whose, is_member=bool(person), deny=denied)
        channel.overwrites = [*others, taken] if denied else others
        self.local.world.save_channel(channel)
        payload = channel.payload(self.local.world.users)
        self.local.world.announce(Happening("CHANNEL_UPDATE", payload))
        return payload

    def _deny_in_server(self, denied: int) -> Json:
        role = self.local.world.roles[BOT_ROLE_ID]
        role.permissions = server_roles()[BOT_ROLE_ID].permissions & ~denied
        self.local.world.announce(Happening("GUILD_ROLE_UPDATE", {"guild_id": GUILD_ID, "role": role.payload()}))
        return role.payload()

    async def gateway(self, body: Json) -> Json:
        """Cut the gateway ("drop"), send "reconnect" or "invalidate", or "refuse" and "accept" new connections."""
        self._came.clear()
        sockets = [session.socket for session in self.local.gateway.sessions.values() if session.socket]
        if body["do"] == "invalidate":
            self.local.gateway.sessions.clear()
        for socket in sockets:
            if body["do"] == "drop":
                await socket.close(code=4000)
            elif body["do"] in _TOLD:
                await socket.send_str(encode(_TOLD[body["do"]]).decode())
        if body["do"] in ("refuse", "accept"):
            self._broken.faults.refuses_gateway = body["do"] == "refuse"
        return {}

    async def clock(self, body: Json) -> Json:
        """Move the clock forward by `advance` seconds."""
        self.local.world.skip(float(body.get("advance", 0)))
        return {"now": self._broken.clock.now()}

    async def channel(self, body: Json) -> Json:
        """Make a text channel."""
        world = self.local.world
        channel = world.add_channel(Channel(world.mint(), TEXT, body["name"], position=len(world.channels)))
        world.announce(Happening("CHANNEL_CREATE", channel.payload(world.users), channel.id))
        return channel.payload(world.users)

    async def channel_gone(self, body: Json) -> Json:
        """Delete a channel or thread."""
        self.local.world.drop_channel(self._named(body["channel"]))
        return {}

    async def server(self, body: Json) -> Json:
        """Let the bot "join" or "leave" the server, give or take its scope for commands, say which are its commands
        everywhere, how many it has created today, and where the server greets people.
        """
        world, gateway = self.local.world, self.local.gateway
        world.takes_commands = bool(body.get("scope", world.takes_commands))
        world.commands = body.get("commands", world.commands)
        if "created" in body:
            world.created[GUILD_ID] = [world.clock.now()] * int(body["created"])
        if "system_channel" in body:
            world.system_channel = self._named(body["system_channel"]).id if body["system_channel"] else None
            world.announce(Happening("GUILD_UPDATE", gateway.guild_keys(GUILD_ID)))
        if body.get("do"):
            (gateway.join if body["do"] == "join" else gateway.leave)()
        return {}

    async def changes(self, query: Json) -> Json:
        """Wait until something has changed since a version of the world."""
        since, seconds = int(query.get("since", 0)), float(query.get("wait", 5))
        if self.version <= since:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
        return {"version": self.version}

    async def bot(self, query: Json) -> Json:
        """Whether the bot is here; waits for it, with `again` for its next arrival after a gateway fault."""
        gateway = self.local.gateway
        if query.get("again") or not gateway.online:
            try:
                async with asyncio.timeout(float(query.get("wait", 10))):
                    await self._came.wait()
            except TimeoutError:
                return {"online": False}
        return {"online": gateway.online}

    async def dump(self, _: Json) -> Json:
        """What went wrong at the table itself, which faults were met, and the commands of the bot."""
        return {
            "failures": self.local.failures,
            "met": self._broken.faults.met,
            "version": self.version,
            "commands": self.local.world.commands,
            "server_commands": self.local.world.server_commands,
            "guild": GUILD_ID,
        }

    async def transcript(self, query: Json) -> list[Json]:
        """The last lines of the transcript."""
        return self.local.transcript.lines()[-int(query.get("last", 200)) :]

    def _named(self, wanted: str) -> Channel:
        for channel in self.local.world.channels.values():
            if wanted in (channel.id, channel.name):
                return channel
        raise ActRefused(f"there is no channel {wanted!r}")
