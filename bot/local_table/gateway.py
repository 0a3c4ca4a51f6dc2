"""The gateway: hello, identify, heartbeats, events in order, and resuming after a lost connection.

Where the bot has named an endpoint, interactions are posted there instead.
"""

import asyncio
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from bot.local_table.archive import Transcript
from bot.local_table.endpoint import Endpoint
from bot.local_table.errors import Json, decode, encode
from bot.local_table.people import APP_ID, FAR_TABLE_ID, GUILD_ID
from bot.local_table.places import Channel
from bot.local_table.world import Happening, World

HEARTBEAT_MS = 41_250
SESSIONS, A_DAY = 1000, 24 * 3600.0
# An answer faster than any network confuses the client's measure of how far behind it is.
NETWORK = 0.03
GUILDS, MEMBERS, PRESENCES, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = (
    1,
    1 << 1,
    1 << 8,
    1 << 9,
    1 << 12,
    1 << 15,
)
SCHEDULED_EVENTS = 1 << 16
PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT
_OF_SERVERS = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")
_CHANNEL_EVENTS = ("CHANNEL_", "THREAD_", "GUILD_")


@dataclass(slots=True)
class GatewaySession:
    """One login of the bot; it outlives its connection, so that the client can resume."""

    id: str
    intents: int
    shard: tuple[int, int] = (0, 1)
    seq: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=1000))
    socket: web.WebSocketResponse | None = None

    def frame(self, name: str, data: Any) -> str:
        """Return the next event as text; it is kept for a resume."""
        self.seq += 1
        text = encode({"op": 0, "t": name, "s": self.seq, "d": data}).decode()
        self.sent.append((self.seq, text))
        return text

    def tells_of(self, guild: str | None) -> bool:
        """Return whether events of that server belong to this connection; those of DMs belong to the first."""
        number, count = self.shard
        return (int(guild or 0) >> 22) % count == number


class Gateway:
    """All sessions of the bot. Events that happen while it is away wait for its resume."""

    def __init__(self, world: World, transcript: Transcript, token: str) -> None:
        self.world = world
        self.transcript = transcript
        self.token = token
        self.url = ""
        self.sessions: dict[str, GatewaySession] = {}
        self.endpoint = Endpoint()
        self.left, self.renews_at = SESSIONS, 0.0
        self.recommended = self.required = self.at_once = 1
        self.hangs_up = 0
        self.identified: list[tuple[float, tuple[int, int]]] = []
        self._queue: asyncio.Queue[tuple[web.WebSocketResponse, str]] = asyncio.Queue()
        world.listeners.append(self.hear)

    def session_limit(self) -> Json:
        """Return how many sessions the bot may begin before the day is over, as Discord says it."""
        now = time.monotonic()
        if now >= self.renews_at:
            self.left, self.renews_at = SESSIONS, now + A_DAY
        left, ms = self.left, round((self.renews_at - now) * 1000)
        return {"total": SESSIONS, "remaining": left, "reset_after": ms, "max_concurrency": self.at_once}

    @property
    def online(self) -> bool:
        """Return whether the bot is connected now, or has named where it takes interactions."""
        return bool(self.endpoint.url) or any(session.socket for session in self.sessions.values())

    # -- connections ----------------------------------------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket connection of the bot until it ends."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        if self.hangs_up:
            self.hangs_up -= 1
            await socket.close(code=4000)
            return socket
        await socket.send_str(
            encode({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}, "s": None, "t": None}).decode()
        )
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._receive(socket, decode(message.data))
        finally:
            self._part(socket)
        return socket

    async def pump(self) -> None:
        """Send queued frames in order, as long as the table is open."""
        while True:
            socket, text = await self._queue.get()
            try:
                await socket.send_str(text)
            except ConnectionError:
                self._part(socket)

    def _part(self, socket: web.WebSocketResponse) -> None:
        for session in self.sessions.values():
            if session.socket is socket:
                session.socket = None
                self.world.announce(Happening("BOT_AWAY", {}))

    async def _receive(self, socket: web.WebSocketResponse, frame: Json) -> None:
        op, data = frame.get("op"), frame.get("d")
        if op == 1:
            await asyncio.sleep(NETWORK)
            await socket.send_str('{"op":11,"d":null,"s":null,"t":null}')
        elif op == 2:
            await self._identify(socket, data or {})
        elif op == 6:
            await self._resume(socket, data or {})
        elif op == 8:
            self._send_members(socket, data or {})
        elif op != 3:
            await socket.close(code=4001)

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> None:
        if data.get("token") != self.token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return
        self.left -= 1
        intents = int(data.get("intents", 0))
        if intents & PRIVILEGED:
            await socket.close(code=4014, message=b"Disallowed intent(s).")
            return
        number, count = data.get("shard") or (0, 1)
        self.identified.append((time.monotonic(), (number, count)))
        if not 0 <= number < count or count < self.required:
            await socket.close(code=4010 if number >= count else 4011)
            return
        self._begin(GatewaySession(secrets.token_hex(16), intents, (number, count), socket=socket), data)

    def _begin(self, session: GatewaySession, data: Json) -> None:
        """Tell a new session of its servers."""
        others = {key: s for key, s in self.sessions.items() if s.socket or s.shard != session.shard}
        self.sessions = {**others, session.id: session}
        self._send(session, "READY", {**self._ready(session), **({"shard": session.shard} if "shard" in data else {})})
        for guild in filter(session.tells_of, self.world.servers):
            self._send(session, "GUILD_CREATE", self.guild(guild, with_members=bool(session.intents & MEMBERS)))
        self._arrived()

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        seq = int(data.get("seq") or 0)
        if session is None or (session.sent and session.sent[0][0] > seq + 1):
            await socket.send_str(encode({"op": 9, "d": False, "s": None, "t": None}).decode())
            return
        session.socket = socket
        for number, text in list(session.sent):
            if number > seq:
                self._queue.put_nowait((socket, text))
        self._send(session, "RESUMED", {})
        self._arrived()

    def join(self) -> None:
        """Add the bot to the server, as a person would."""
        self.world.joined = True
        there = {key: value for key, value in self.guild(GUILD_ID).items() if key != "unavailable"}
        self.world.announce(Happening("GUILD_CREATE", there))

    def leave(self) -> None:
        """Remove the bot from the server, and with it its commands there."""
        self.world.joined, self.world.server_commands = False, []
        self.world.announce(Happening("GUILD_DELETE", {"id": GUILD_ID}))

    async def move(self, url: str) -> bool:
        """Let interactions go to that endpoint, with none to the gateway; false if it does not answer as it should."""
        if not await self.endpoint.name(url):
            return False
        self.world.announce(Happening("BOT_HERE" if self.online else "BOT_AWAY", {}))
        return True

    def _arrived(self) -> None:
        self.world.announce(Happening("BOT_HERE", {}))

    # -- events ---------------------------------------------------------------------------------------------------

    def hear(self, happening: Happening) -> None:
        """Pass a change of the world on to the bot, as far as its intents and permissions let it see it."""
        if happening.only_for or happening.name.startswith("BOT_"):
            return
        for session in self.sessions.values():
            if self._wants(session, happening):
                self._send(session, happening.name, self._dressed(session, happening))

    def interaction(self, data: Json) -> None:
        """Post an interaction to the endpoint, or else send an INTERACTION_CREATE."""
        if self.endpoint.url:
            self.transcript.note({"at": self.world.clock.now(), "posted": "INTERACTION_CREATE", "data": data})
            self.endpoint.post(data)
            return
        for session in self.sessions.values():
            if session.tells_of(data.get("guild_id")):
                self._send(session, "INTERACTION_CREATE", data)

    def _send(self, session: GatewaySession, name: str, data: Any) -> None:
        text = session.frame(name, data)
        self.transcript.note({"at": self.world.clock.now(), "gateway": name, "seq": session.seq, "data": data})
        if session.socket:
            self._queue.put_nowait((session.socket, text))

    def _wants(self, session: GatewaySession, happening: Happening) -> bool:
        channel = self.world.channels.get(happening.channel or "")
        if channel and not self.world.can_see(self.world.bot, channel):
            return False
        if not session.tells_of(_server_of(happening, channel)):
            return False
        if happening.name.startswith("GUILD_SCHEDULED_EVENT_"):
            return bool(session.intents & SCHEDULED_EVENTS)
        if happening.name.startswith(_CHANNEL_EVENTS):
            return bool(session.intents & GUILDS)
        wanted = DIRECT_MESSAGES if channel and channel.is_dm else GUILD_MESSAGES
        return bool(session.intents & wanted)

    def _dressed(self, session: GatewaySession, happening: Happening) -> Json:
        """The event with the keys the gateway adds, and without the text the bot has no intent to read."""
        data = happening.data
        channel = self.world.channels.get(happening.channel or "")
        if channel is None or happening.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return data
        author = self.world.users[data["author"]["id"]]
        if not channel.is_dm:
            data = {**data, "guild_id": channel.guild}
            if "webhook_id" not in data:
                data["member"] = author.member()
        return data if self._may_read(session, data) else {**data, **_SILENCED}

    def _may_read(self, session: GatewaySession, data: Json) -> bool:
        mentioned = any(user["id"] == APP_ID for user in data["mentions"])
        own = data["author"]["id"] == APP_ID
        return own or mentioned or "guild_id" not in data or bool(session.intents & MESSAGE_CONTENT)

    # -- first payloads -------------------------------------------------------------------------------------------

    def _ready(self, session: GatewaySession) -> Json:
        return {
            "v": 10,
            "user": {**self.world.bot.payload(), "verified": True, "mfa_enabled": True, "email": None, "flags": 0},
            "guilds": [{"id": guild, "unavailable": True} for guild in self.world.servers if session.tells_of(guild)],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": APP_ID, "flags": 0},
            "private_channels": [],
        }

    def guild(self, guild: str, *, with_members: bool = False) -> Json:
        """Return a server as GUILD_CREATE gives it: with channels and threads, and of the members the bot alone."""
        world = self.world
        visible = [c for c in world.of_server(guild) if world.can_see(world.bot, c)]
        members = list(world.users.values()) if with_members else [world.bot]
        return {
            **self.guild_keys(guild),
            "joined_at": world.bot.member()["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": len(world.users),
            "members": [user.member_with_user() for user in members],
            "channels": [c.payload(world.users) for c in visible if not c.is_thread],
            "threads": [c.payload(world.users) for c in visible if c.is_thread and not c.archived],
            **{key: [] for key in _EMPTY_LISTS},
        }

    def guild_keys(self, guild: str) -> Json:
        """Return a server as requests give it: the role that everyone has is named after it."""
        roles = [role.payload() for role in self.world.roles.values()]
        return {
            "id": guild,
            "name": "Nisaba's table" if guild == GUILD_ID else "Nisaba's far table",
            "icon": None,
            "owner_id": self.world.owner,
            "roles": [{**role, "id": guild} if role["id"] == GUILD_ID else role for role in roles],
            "emojis": [],
            "stickers": [],
            "features": [],
            "preferred_locale": "en-US",
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "premium_tier": 0,
            "nsfw_level": 0,
            "afk_timeout": 300,
            "afk_channel_id": None,
            "system_channel_id": self.world.system_channel if guild == GUILD_ID else FAR_TABLE_ID,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "description": None,
            "banner": None,
            "splash": None,
            "vanity_url_code": None,
        }

    def _send_members(self, socket: web.WebSocketResponse, data: Json) -> None:
        wanted, query = set(map(str, _as_list(data.get("user_ids")))), str(data.get("query") or "")
        users = [u for u in self.world.users.values() if (u.id in wanted if wanted else u.name.startswith(query))]
        chunk: Json = {
            "guild_id": data.get("guild_id", GUILD_ID),
            "members": [user.member_with_user() for user in users],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        for session in self.sessions.values():
            if session.socket is socket:
                self._send(session, "GUILD_MEMBERS_CHUNK", chunk)


_SILENCED: Json = {"content": "", "embeds": [], "components": [], "attachments": []}
_EMPTY_LISTS = ("voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds")


def _server_of(happening: Happening, channel: Channel | None) -> str | None:
    """Return the server in which something has happened; None for a DM."""
    if channel is not None and channel.is_private:
        return None
    about = happening.data.get("id") if happening.name in _OF_SERVERS else happening.data.get("guild_id")
    return str(about or (channel.guild if channel is not None else GUILD_ID))


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
