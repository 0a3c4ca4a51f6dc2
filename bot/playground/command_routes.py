"""Requests of the bot about what belongs to its application: commands and emoji."""

import base64
import binascii
import re
from typing import Any

from bot.playground.command_limits import check_commands
from bot.playground.errors import invalid, unknown
from bot.playground.house import Call
from bot.playground.people import APP_ID, GUILD_ID
from bot.playground.shapes import Json
from bot.playground.world import Happening

_EMOJI_BYTES = 256 * 1024
_EMOJI_NAME = re.compile(r"^\w{2,32}$")
_PICTURE = re.compile(r"^data:(image/(?:png|jpeg|gif|webp));base64,(.*)$", re.DOTALL)


async def list_commands(call: Call) -> list[Json]:
    """All commands of a scope."""
    return call.world.commands.get(_scope(call), [])


async def replace_commands(call: Call) -> list[Json]:
    """Replace all commands of a scope; a command keeps its id by type and name."""
    return _store(call, call.body.get("list") or [])


async def add_command(call: Call) -> Json:
    """Add a command, or replace the one of that name."""
    key = (call.body.get("type", 1), call.body.get("name"))
    others = [c for c in call.world.commands.get(_scope(call), []) if (c["type"], c["name"]) != key]
    return _store(call, [*others, call.body])[-1]


async def read_command(call: Call) -> Json:
    """One command."""
    for command in call.world.commands.get(_scope(call), []):
        if command["id"] == call.parts["command"]:
            return command
    raise unknown("application command")


async def change_command(call: Call) -> Json:
    """Change one command."""
    old = await read_command(call)
    commands = [{**old, **call.body} if c is old else c for c in call.world.commands[_scope(call)]]
    stored = _store(call, commands)
    return next(command for command in stored if command["id"] == old["id"])


async def delete_command(call: Call) -> None:
    """Delete one command."""
    old = await read_command(call)
    _store(call, [c for c in call.world.commands[_scope(call)] if c is not old])


async def list_emojis(call: Call) -> Json:
    """The emoji of the application."""
    return {"items": list(call.world.emojis.values())}


async def add_emoji(call: Call) -> Json:
    """Upload an emoji."""
    found = _PICTURE.match(str(call.body.get("image")))
    if found is None:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    try:
        picture = base64.b64decode(found.group(2), validate=True)
    except binascii.Error as error:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data") from error
    if len(picture) > _EMOJI_BYTES:
        raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    name = _emoji_name(call)
    stored = call.world.add_file(f"{name}.{found.group(1).partition('/')[2]}", found.group(1), picture)
    emoji = {"id": stored["id"], "name": name, "roles": [], "user": call.world.bot.payload(), **_EMOJI_KEYS}
    call.world.emojis[stored["id"]] = emoji
    return _kept(call, emoji)


async def read_emoji(call: Call) -> Json:
    """One emoji."""
    found = call.world.emojis.get(call.parts["emoji"])
    if found is None:
        raise unknown("Emoji")
    return found


async def rename_emoji(call: Call) -> Json:
    """Rename an emoji."""
    emoji = await read_emoji(call)
    emoji["name"] = _emoji_name(call)
    return _kept(call, emoji)


async def delete_emoji(call: Call) -> None:
    """Delete an emoji."""
    emoji = await read_emoji(call)
    del call.world.emojis[emoji["id"]]
    _kept(call, emoji)


_EMOJI_KEYS: Json = {"require_colons": True, "managed": False, "animated": False, "available": True}


def _emoji_name(call: Call) -> str:
    name = str(call.body.get("name") or "")
    if not _EMOJI_NAME.match(name):
        raise invalid(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 letters, digits and underscores.")
    if any(emoji["name"] == name for emoji in call.world.emojis.values()):
        raise invalid(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is already taken")
    return name


def _kept(call: Call, emoji: Json) -> Json:
    call.world.archive.keep("fact", "emojis", call.world.emojis)
    call.world.announce(Happening("BOT_EMOJIS", {}))
    return emoji


def _scope(call: Call) -> str:
    if call.parts["application"] != APP_ID:
        raise unknown("Application")
    guild = call.parts.get("guild")
    if guild not in (None, GUILD_ID):
        raise unknown("Guild")
    return guild or "global"


def _store(call: Call, commands: list[Json]) -> list[Json]:
    check_commands(commands)
    scope = _scope(call)
    ids = {(c["type"], c["name"]): c["id"] for c in call.world.commands.get(scope, [])}
    stored = [_complete(call, command, scope, ids) for command in commands]
    call.world.commands[scope] = stored
    call.world.archive.keep("fact", "commands", call.world.commands)
    call.world.announce(Happening("BOT_COMMANDS", {}))
    return stored


def _complete(call: Call, command: Json, scope: str, ids: dict[Any, str]) -> Json:
    kind = command.get("type", 1)
    command_id = command.get("id") or ids.get((kind, command["name"])) or call.world.mint()
    defaults: Json = {"description": "", "default_member_permissions": None, "nsfw": False, "contexts": None}
    fixed = {"id": command_id, "application_id": APP_ID, "version": call.world.mint(), "type": kind}
    extra = {"guild_id": scope} if scope != "global" else {"integration_types": [0]}
    return {**defaults, **extra, **command, **fixed}


_COMMAND_ROUTES = (
    ("GET", "/commands", list_commands),
    ("PUT", "/commands", replace_commands),
    ("POST", "/commands", add_command),
    ("GET", "/commands/{command}", read_command),
    ("PATCH", "/commands/{command}", change_command),
    ("DELETE", "/commands/{command}", delete_command),
)
ROUTES = (
    *((m, "/applications/{application}" + path, h) for m, path, h in _COMMAND_ROUTES),
    *((m, "/applications/{application}/guilds/{guild}" + path, h) for m, path, h in _COMMAND_ROUTES),
    ("GET", "/applications/{application}/emojis", list_emojis),
    ("POST", "/applications/{application}/emojis", add_emoji),
    ("GET", "/applications/{application}/emojis/{emoji}", read_emoji),
    ("PATCH", "/applications/{application}/emojis/{emoji}", rename_emoji),
    ("DELETE", "/applications/{application}/emojis/{emoji}", delete_emoji),
)
