"""Requests of the bot about its servers and its commands: those that are everywhere, and those of one server."""

from typing import Any

from bot.local_table.errors import ApiError, Json, missing_access, unknown_error
from bot.local_table.limits import check_commands
from bot.local_table.people import APP_ID, GUILD_ID
from bot.local_table.places import permissions_of
from bot.local_table.table import Call
from bot.local_table.world import Happening

CREATIONS = 200
DAY = 86_400.0
ENTRY = 4
_NO_ENTRY = (
    "You cannot remove this app's Entry Point command in a bulk update operation."
    " Please include the Entry Point command in your update request or delete it separately."
)
_GLOBAL_ONLY = ("contexts", "integration_types", "dm_permission")


async def own_guilds(call: Call) -> list[Json]:
    """Return the servers that the bot is in."""
    name, world = call.local.gateway.guild_keys(GUILD_ID)["name"], call.world
    may = str(permissions_of(world.bot, world.roles, world.owner))
    about = {"name": name, "icon": None, "banner": None, "owner": False, "features": [], "permissions": may}
    after, most = call.query_number("after", 0), call.query_number("limit", 200)
    return [{"id": guild, **about} for guild in sorted(world.servers, key=int) if int(guild) > after][:most]


async def commands(call: Call) -> list[Json]:
    """Return the commands that are everywhere."""
    _require_application(call)
    return call.world.commands


async def replace_commands(call: Call) -> list[Json]:
    """Replace all commands that are everywhere."""
    _require_application(call)
    given = call.body.get("list") or []
    check_commands(given, installable=call.world.installable)
    if any(one["type"] == ENTRY for one in call.world.commands) and not any(one.get("type") == ENTRY for one in given):
        raise ApiError(400, 50240, _NO_ENTRY)
    call.world.commands = _kept(call, call.world.commands, given, "global")
    call.world.archive.keep("fact", "commands", call.world.commands)
    call.world.announce(Happening("BOT_COMMANDS", {}))
    return call.world.commands


async def server_commands(call: Call) -> list[Json]:
    """Return the commands of the server."""
    _require_scope(call)
    return call.world.commands_of(call.parts["guild"])


async def replace_server_commands(call: Call) -> list[Json]:
    """Replace all commands of the server; where they can be used isn't theirs to say."""
    _require_scope(call)
    given = [{k: v for k, v in one.items() if k not in _GLOBAL_ONLY} for one in call.body.get("list") or []]
    check_commands(given)
    guild, world = call.parts["guild"], call.world
    kept = _kept(call, world.commands_of(guild), given, guild)
    world.keep_commands(guild, [{**command, "guild_id": guild} for command in kept])
    world.announce(Happening("BOT_COMMANDS", {}))
    return world.commands_of(guild)


def _require_application(call: Call) -> None:
    if call.parts["application"] != APP_ID:
        raise unknown_error("Application")


def _require_scope(call: Call) -> None:
    _require_application(call)
    if call.parts["guild"] not in call.world.servers or not call.world.takes_commands:
        raise missing_access()


def _kept(call: Call, before: list[Json], given: list[Json], where: str) -> list[Json]:
    """Return the new list; a command keeps its id by type and name, and all others are created, 200 a day."""
    ids = {(one["type"], one["name"]): one["id"] for one in before}
    now = call.world.clock.now()
    new = len([one for one in given if (one.get("type", 1), one["name"]) not in ids])
    lately = [at for at in call.world.created.get(where, []) if at > now - DAY]
    if len(lately) + new > CREATIONS:
        raise ApiError(400, 30034, "Max number of daily application command creates has been reached (200)")
    call.world.created[where] = [*lately, *[now] * new]
    return [_complete(call, command, ids) for command in given]


def _complete(call: Call, command: Json, ids: dict[Any, str]) -> Json:
    kind = command.get("type", 1)
    command_id = ids.get((kind, command["name"])) or command.get("id") or call.world.mint()
    defaults: Json = {"description": "", "default_member_permissions": None, "nsfw": False, "contexts": None}
    fixed = {"id": command_id, "application_id": APP_ID, "version": call.world.mint(), "type": kind}
    return {**defaults, **command, "integration_types": command.get("integration_types") or [0], **fixed}


ROUTES = (
    ("GET", "/users/@me/guilds", own_guilds),
    ("GET", "/applications/{application}/commands", commands),
    ("PUT", "/applications/{application}/commands", replace_commands),
    ("GET", "/applications/{application}/guilds/{guild}/commands", server_commands),
    ("PUT", "/applications/{application}/guilds/{guild}/commands", replace_server_commands),
)
