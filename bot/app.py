"""The bot, put together: settings, store, service, cogs, outbox, clock."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import aiohttp
import discord
import structlog
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from sqlalchemy.exc import SQLAlchemyError

from bot.cluster import interaction_dedup
from bot.cluster.heartbeat import Peers
from bot.cluster.http_server import HttpServer
from bot.cluster.interaction_dedup import Claims, SharedClaims
from bot.cluster.interactions_endpoint import Door
from bot.cluster.probes import Probes, Sources, database_checks
from bot.cluster.shards import Shards, is_few, silence, warn_of_too_few
from bot.contract.table_settings import Settings as TableSettings
from bot.delivery.command_tree import Tree, place, sync
from bot.delivery.discord_wire import DiscordWire
from bot.delivery.drawers import Folders
from bot.delivery.outbox import Outbox
from bot.delivery.painter import Bases, Painter
from bot.delivery.server_commands import ServerCommands
from bot.delivery.steady_clock import SteadyClock
from bot.features import registered
from bot.features.feature import Feature, Working
from bot.features.registered import ALL
from bot.games.questions import questions, verbs
from bot.settings import BotSettings, SettingsError
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.sole import Sole
from bot.store.sqlite import own_folder
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService, secret_seed
from bot.tables.hooks import active, note_fault
from bot.tables.purge_job import Nightly
from bot.tables.thinking import ThinkingProcess, Thinks
from bot.tables.work.unit_of_work import Deps, Quotas
from bot.ui.commands.channels import Channels
from bot.ui.commands.handlers import Handlers
from bot.ui.commands.play import add_play_commands
from bot.ui.commands.tables import add_table_commands
from bot.ui.commands.translation import Translator
from bot.ui.discord_reply import DiscordRouter
from bot.ui.doors import doors
from bot.ui.emojis import Emojis
from bot.ui.guilds import is_member
from bot.ui.lobby.handlers import Places
from bot.ui.lookup import errors
from bot.ui.open_screens import OpenScreens
from bot.ui.parts import Screen
from bot.ui.posts.post_factory import PostFactory
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of, summary_of
from bot.web.discord_login import DiscordLogin
from bot.web.server import TablePages
from engine.core.decoding import decoder
from engine.core.text import ENGLISH, hear_lacked, speaking, words
from engine.games import GAMES

log = structlog.get_logger(__name__)
BEAT = 15.0
SILENT = 90.0
"""Seconds without an answer to a heartbeat, of which there is one in 41, after which the gateway counts as lost."""
PATIENCE = 10.0


discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


@dataclass(frozen=True, slots=True)
class Custom:
    """How the host of the bot differs from Discord, for the local table; see `GameService`. `anew`: each start meets a
    Discord without commands.
    """

    defaults: TableSettings | None = None
    draw_seed: Callable[[], str] = secret_seed
    at_once: bool = False
    anew: bool = False


class Nisaba(commands.Bot):
    """The bot. Cogs find `service`, `router`, `painter` and `settings` here."""

    def __init__(self, settings: BotSettings, now: Callable[[], float], custom: Custom) -> None:
        heard = hearing_of_interactions()
        if isinstance(now, SteadyClock):
            heard["http_trace"] = now.trace()
        super().__init__(**heard)
        self.settings = settings
        self.now = now
        self._anew = custom.anew
        self.database = Database(settings.url)
        self.sole = None if settings.shares else Sole(self.database)
        self.thinking = ThinkingProcess()
        self.game_service = service_of(settings, self.database, now, custom, self.thinking.think)
        self.metrics = self.game_service.deps.metrics
        folders = Folders(*settings.base_folders)
        self.painter = Painter(self.metrics, settings.drawers, folders)
        self.bases = Bases(settings.drawers, folders, self.painter.expect)
        self.game_service.deps.expected.append(
            lambda game, options: self.bases.expect(game, summary_of(game).base(options))
        )
        self.service: GameService = self.game_service
        self.router = DiscordRouter(self.painter.draw, errors.trouble, self.metrics)
        self.router.fault = partial(note_fault, self.game_service.deps)
        self.router.in_flight = self.game_service.deps.in_flight
        self.screens = self.router.screens = OpenScreens(self.router.make_ready)
        self.game_service.deps.watchers.append(self.screens)
        self.peers = Peers(self.game_service.deps, settings.role, now)
        self.wire = DiscordWire(self, self.painter, names_of, self.peers.share)
        self.wire.emojis = Emojis(self.game_service.deps)
        self.outbox = Outbox(self.game_service, self.wire, now)
        self.clock = Clock(self.game_service, now, Channels(self).has_left)
        self.nightly = Nightly(self.game_service.deps, now, interaction_dedup.forget_old)
        self.probes, self.door, self.http_server = self._probes(), self._door(), HttpServer()
        self.pages = (
            TablePages(self.game_service, self.painter, self.router, settings.web_url, partial(is_member, self.http))
            if settings.web
            else None
        )
        if self.pages is not None and settings.client_secret:
            application = partial(getattr, self, "application_id")
            self.pages.open_activity(DiscordLogin(self.http, application, settings.client_secret))
            self.router.opens_activity = True
        self._listen()
        self.server_commands = self._server_commands(anew=custom.anew)
        self._types_read = self._is_here = self._bases_drawn = False
        self._tasks: list[asyncio.Task[None]] = []
        self._starting: asyncio.Task[Any] | None = None
        self._closed = asyncio.Event()

    def _server_commands(self, *, anew: bool) -> ServerCommands:
        """Return what sends servers the commands of their games, and hears of servers that come and go."""
        made = ServerCommands(self, self.game_service.deps, partial(self._sync, servers_done=True), anew=anew)
        if self.settings.answers:
            for hears in (made.on_interaction, made.on_guild_join, made.on_guild_available, made.on_guild_remove):
                self.add_listener(hears)
            self.game_service.deps.server_seen.append(made.look_again)
        return made

    def _probes(self) -> Probes:
        """Return the probes that tell the host's tools how the bot is."""

        async def types_read() -> bool:
            return self._types_read

        async def logged_in() -> bool:
            return self.is_reached

        async def bases_drawn() -> bool:
            self._bases_drawn = self._bases_drawn or (self._types_read and self.is_reached and self.bases.are_drawn())
            return self._bases_drawn

        own = {"decoders": types_read, "bases": bases_drawn, "login": logged_in}
        checks = {**database_checks(self.database), **own}
        sources = Sources(self.database, self.now, lambda: self.latency, lambda: self.silent_for, self.wire.remaining)
        return Probes(self.metrics, sources, checks)

    def _door(self) -> Door | None:
        """Return the endpoint for interactions over HTTP; None if the bot has none."""
        if not (self.settings.http and self.settings.answers):
            return None
        take, in_flight = self._connection.parse_interaction_create, self.game_service.deps.in_flight
        shared = self.settings.shares
        claims = SharedClaims(self.database, self.now) if shared else Claims()
        door = Door(self.settings.public_key, cast("Any", take), in_flight, shared=shared, claims=claims)
        self.router.doorkeeper = door
        return door

    def _listen(self) -> None:
        """Add the routes to the HTTP server: metrics, interactions, health."""
        self.http_server.add(self.settings.metrics, self.probes.routes())
        if self.door is not None:
            self.http_server.add(self.settings.http, [*self.door.routes(), *self.probes.looks()])
        if self.pages is not None and self.settings.answers:
            self.http_server.add(self.settings.web, self.pages.routes())

    @property
    def is_reached(self) -> bool:
        """Return whether what is for this process reaches it: by the gateway, by its open door, or from the database
        alone.
        """
        return not self.is_closed() and self.silent_for < SILENT

    @property
    def silent_for(self) -> float:
        """Return the seconds since Discord has last answered a heartbeat at the gateway, on the worst connection; 0 for
        a process that needs no gateway.

        discord.py still says that it is ready while its connection is lost.
        """
        if not self.settings.listens:
            return 0.0 if self._is_here else math.inf
        return silence(self.sockets()) if self.is_ready() else math.inf

    def sockets(self) -> list[DiscordWebSocket]:
        """Return the connections to the gateway, once there are any."""
        return [self.ws]

    async def play(self, token: str) -> None:
        """Log in, and do what this process is for until it is closed. Raises what the bot fails with."""
        if self.settings.listens:
            await self.login(token)
            await self._wait_for_sessions()
            if not self.is_closed():
                await self.connect()
            return
        await self.login(token)
        self._is_here = True
        if self.door is not None:
            self.door.is_open = True
            await self.http_server.open(self.settings.http)  # not sooner: what connects to a busy process waits in vain
        self.dispatch("ready")
        await self._closed.wait()

    async def _wait_for_sessions(self) -> None:
        """Wait while the day's sessions are nearly used up: Discord resets the token of a bot that goes over."""
        while not self.is_closed():
            recommended, _, limits = await self.http.get_bot_gateway()
            self.shard_count = shards = self.settings.shards or recommended
            self.max_concurrency = limits["max_concurrency"]
            if not is_few(limits["remaining"], shards):
                warn_of_too_few(shards, recommended)
                return
            wait = limits["reset_after"] / 1000 + 1
            log.error("gateway.few_sessions", remaining=limits["remaining"], shards=shards, wait=round(wait))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._closed.wait()

    async def setup_hook(self) -> None:
        """Bring the store up to date, load everything, and start working."""
        self._starting = asyncio.current_task()
        await self._start()
        self._starting = None

    async def _start(self) -> None:
        hear_lacked(self.metrics.count_missing_text)
        if self.door is None or self.settings.metrics != self.settings.http:
            await self.http_server.open(self.settings.metrics)
        await asyncio.to_thread(own_folder, self.settings.data)
        if self.sole is not None:
            await self.sole.take()
        await self.database.migrate()
        self._types_read = await asyncio.to_thread(read_types)
        shared = await add_commands(self, self.router, self.service, self.settings.left_out)
        shared.look.contact = self.settings.contact
        self.router.unopened = shared.look.unopened
        if self.pages is not None:
            shared.look.page_token = self.router.page_token = self.pages.token
            self.router.hear_press = self.pages.pressed
        self.wire.left_out = self.router.left_out
        await self.tree.set_translator(Translator())
        if self.settings.answers:
            self.router.install(self)  # listens to everything that people can do
            await self._sync(anew=self._anew)
        await asyncio.to_thread(self.painter.begin)
        await self.game_service.expect_pictures()
        await self.game_service.learn_languages()
        await self._open_pages()  # before anything is posted, which has links to them
        if self.settings.works:
            await self.clock.give_grace(await self.peers.beat.away())
            self._begin(self.outbox.run(), self.clock.run(), self.nightly.run(), self.server_commands.run())
            working = Working(self.game_service, self.wire, self, self.settings.owner, self.now)
            for jobs in active(self.game_service.deps, lambda one: cast("Feature", one).jobs):
                self._begin(*jobs(working))
            await self.server_commands.begun()
        self._begin(self._beat(), *self.peers.runs())
        log.info("ready", user=str(self.user), games=list(GAMES), role=self.settings.role)

    async def _open_pages(self) -> None:
        """Listen for browsers, if there are pages. Raises SettingsError if the address is taken."""
        if self.pages is not None:
            await self.pages.begin()
            if self.settings.answers and self.settings.web not in {self.settings.http, self.settings.metrics}:
                await self.http_server.open(self.settings.web)
            if not self.settings.web_url:
                self.pages.addresses.url = f"http://127.0.0.1:{self.http_server.port(self.settings.web)}"

    def _begin(self, *runs: Coroutine[Any, Any, None]) -> None:
        self._tasks += map(asyncio.create_task, runs)

    async def _sync(self, *, anew: bool = False, servers_done: bool = False) -> None:
        """Send the commands if they have changed; log it if Discord refuses them, and play on."""
        before = self.settings.commands_file
        try:
            done = {"servers_done": servers_done, "activity": self.router.opens_activity}
            await sync(self, self.database, self.now(), before, anew=anew, **done)
        except discord.HTTPException as error:
            log.exception("commands.not_synced", exc_info=error)

    async def _beat(self) -> None:
        """Show that the process is alive, as long as Discord reaches it."""
        file = self.settings.beat_file
        while True:
            if self.sole is None:
                await self._learn_again()
            else:
                await self.sole.keep()
            await self._ask_the_time()
            if self.is_reached:
                with contextlib.suppress(OSError):
                    await asyncio.to_thread(file.write_text, str(int(time.time() - self.silent_for)))
            await asyncio.sleep(BEAT)

    async def _ask_the_time(self) -> None:
        """Let Discord say what time it is, if the machine's clock has jumped."""
        if isinstance(self.now, SteadyClock) and self.now.is_doubtful:
            with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await self.application_info()

    async def _learn_again(self) -> None:
        """Hear of what people have told other processes."""
        try:
            await self.game_service.learn_languages()
        except (SQLAlchemyError, OSError) as error:
            log.warning("languages.unread", reason=str(error))

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event of the library on, unless the bot is closing."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """Stop cleanly: nothing more is taken, what is on its way comes to its end, then everything is closed."""
        self._is_here = False
        if self._starting not in {None, asyncio.current_task()}:
            await self._end_start()
        if self.door is not None:
            self.door.is_open = False
        await self._end_loops()
        await self.game_service.deps.in_flight.wait_until_empty(PATIENCE)
        if self.pages is not None:
            await self.pages.close()
        await self.http_server.close()
        await self.screens.close()
        await self.wire.close()
        await super().close()
        await asyncio.to_thread(self.bases.close)
        await asyncio.to_thread(self.thinking.close)
        await asyncio.to_thread(self.painter.close)
        if self.sole is not None:
            await self.sole.release()
        await self.game_service.deps.sightings.write(self.database)
        await self.database.close()
        self._closed.set()

    async def _end_start(self) -> None:
        """Go no further with a start that has not come to its end: it would use what is closed."""
        starting, self._starting = self._starting, None
        if starting is not None and not starting.done():
            starting.cancel()
            await asyncio.wait({starting}, timeout=PATIENCE)

    async def _end_loops(self) -> None:
        """Cancel what runs in the background, and again what has not ended in time."""
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            ended, late = await asyncio.wait(self._tasks, timeout=PATIENCE)
            await asyncio.gather(*ended, return_exceptions=True)
            self._tasks = list(late)
            for task in late:
                log.warning("loop.late", loop=repr(task.get_coro()))


class ShardedNisaba(Shards, Nisaba):
    """The bot with several connections to the gateway."""


def hearing_of_interactions() -> dict[str, Any]:
    """Return the options of the library: it receives servers and interactions, but no messages or members."""
    intents = discord.Intents.none()
    intents.guilds = True
    return {
        "command_prefix": commands.when_mentioned,
        "intents": intents,
        "help_command": None,
        "tree_cls": Tree,
        "allowed_mentions": discord.AllowedMentions.none(),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "max_messages": None,
        "chunk_guilds_at_startup": False,
    }


async def add_commands(
    bot: commands.Bot,
    router: DiscordRouter,
    service: GameService,
    left_out: frozenset[str] = frozenset(),
    places: Places | None = None,
) -> Handlers:
    """Add all commands and controls: the core's, then those of each feature.

    Raises SettingsError for a name in `left_out` that no feature has.
    """
    if unknown := left_out - {feature.name for feature in ALL}:
        known = ", ".join(feature.name for feature in ALL)
        raise SettingsError(words("settings.no_feature", name=", ".join(sorted(unknown)), known=known))
    router.further = partial(further, service.deps)
    play = questions(service)
    shared = await add_table_commands(bot, router, service, names_of, places or Channels(bot), play)
    await add_play_commands(bot, shared, verbs(play))
    offered = [feature for feature in ALL if feature.name not in left_out]
    router.add(registered.handlers(shared, offered))
    await registered.add_commands(bot, shared, offered)
    registered.leave_out(shared, [feature for feature in ALL if feature.name in left_out])
    place(bot.tree)
    return shared


async def further(deps: Deps, visit: Visit) -> Screen | None:
    """Return the screen that goes below the answer to a command: that of the first feature with one; else None."""
    for on_command in doors(deps, lambda one: one.on_command):
        if (screen := await on_command(deps, visit)) is not None:
            return screen
    return None


def service_of(
    settings: BotSettings, database: Database, now: Callable[[], float], custom: Custom, think: Thinks
) -> GameService:
    """Return the service of all games, as the host has set it up."""
    seals = FileKey(settings.export_key, settings.key_file)
    quotas = Quotas(settings.tables_per_person, settings.tables_per_server)
    posts = PostFactory(names_of, ALL)
    return GameService(
        Deps(
            database,
            GAMES,
            posts,
            now,
            custom.draw_seed,
            seals,
            at_once=custom.at_once,
            quotas=quotas,
            features=ALL,
            left_out=settings.left_out,
            think=think,
        ),
        custom.defaults,
    )


def read_types() -> bool:
    """Read the types of all games once, so that no press has to wait for it; true at the end."""
    for game in GAMES.values():
        decoder(game.state_type)
        decoder(game.view_type)
    return True


def create_bot(settings: BotSettings, now: Callable[[], float] | None = None, custom: Custom | None = None) -> Nisaba:
    """Return the bot, ready to be run; nothing is opened, read or sent before it is. `now`: else the time is
    Discord's.
    """
    kind = Nisaba if settings.shards == 1 else ShardedNisaba
    return kind(settings, now or SteadyClock(), custom or Custom())


async def run(bot: Nisaba, token: str, until: Callable[[], Coroutine[Any, Any, object]]) -> None:
    """Run the bot until `until` comes to its end, then stop it cleanly. Raises what the bot fails with."""
    async with bot:
        with speaking(ENGLISH):  # not the shell's language: each person gets theirs
            working = asyncio.create_task(bot.play(token))
        waiting = asyncio.create_task(until())
        try:
            await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                working.result()
        finally:
            waiting.cancel()
            await bot.close()
            await asyncio.gather(working, waiting, return_exceptions=True)
