"""The tree of commands: what a client sends is checked before anything reads it, and what fails is answered.

What is offered everywhere is sent to Discord only when it has changed: known by the hash of all of it, in every
language. The commands of games are sent to the servers that play them: see `server_commands`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, cast

import discord
import structlog
from discord import app_commands
from discord.app_commands import AppCommandError, Choice, Parameter
from discord.ext import commands

from bot.contract.lengths import LENGTHS
from bot.contract.tables import Refused
from bot.store import leases
from bot.store.database import Database
from bot.ui.commands.translation import locales, translations
from bot.ui.discord_reply import DiscordRouter
from bot.ui.parts import Screen, Text
from bot.ui.router import Instead
from bot.ui.typed.grammar import SEPARATORS
from bot.ui.visit import visit_of
from engine.core.naming import fold
from engine.core.text import catalogue, has_text, speak, words
from engine.games import PRESENTATIONS

TABLE: Final = "table"
SHOWN: Final = re.compile(r"\s(?:—|·)\s|:\s")  # parts what a suggestion shows from what it says of it


class Routed(Protocol):
    """A client whose interactions a router answers."""

    router: DiscordRouter


class Tree(app_commands.CommandTree[Any]):
    """Commands whose options are within their bounds, also where a client has not kept to them."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Return whether the options of a command are within their bounds; if not, tell the person which aren't. The
        entry point, which the library doesn't know, is answered here.
        """
        if is_entry_point(interaction):
            await self._router(interaction).launch(interaction)
            return False
        speak(self._router(interaction).language(visit_of(interaction)))
        refused = unfit(interaction)
        if refused is None:
            await self._read_as_offered(interaction)
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await self._router(interaction).fail(interaction, refused)
        return False

    async def _read_as_offered(self, interaction: discord.Interaction[Any]) -> None:
        """Read an option by the name that was offered as well as by its value: a client that edits the text sends the
        name.

        The table is read first, since what is offered for the other options depends on it.
        """
        command = interaction.command
        if not isinstance(command, app_commands.Command):
            return
        known = {str(parameter.display_name): parameter for parameter in command.parameters}
        options = cast("list[dict[str, Any]]", self._get_app_command_options(cast("Any", interaction.data))[1])
        for option in sorted(options, key=lambda given: given["name"] != TABLE):
            parameter, typed = known.get(option["name"]), option.get("value")
            if parameter is None or not parameter.autocomplete or option.get("focused") or not isinstance(typed, str):
                continue
            if parameter.max_value != LENGTHS.line or SHOWN.search(typed) or not SEPARATORS.search(typed):
                option["value"] = await _meant(command, parameter, interaction, typed)
                setattr(interaction.namespace, option["name"], option["value"])

    async def on_error(self, interaction: discord.Interaction[Any], error: AppCommandError, /) -> None:
        """Answer what a command failed with."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        cause: Exception = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            path = _path_of(interaction) if isinstance(error, app_commands.CommandNotFound) else ()
            cause = Instead(Screen((Text(gone(path)),)))
        await self._router(interaction).fail(interaction, cause)

    def _router(self, interaction: discord.Interaction[Any]) -> DiscordRouter:
        return cast("Routed", interaction.client).router


def gone(path: Sequence[str]) -> str:
    """Return the answer to a command that no longer exists but that a client still offers: what to use instead.

    Without a path, the command exists, but its options have changed.
    """
    known = (f"gone_for.{'_'.join(path[:depth])}" for depth in range(len(path), 0, -1))
    instead = next((words(f"error.{key}") for key in known if has_text(f"error.{key}")), "")
    return (
        words("error.gone_instead", command=" ".join(path), instead=instead) if instead else words("error.gone_command")
    )


def _path_of(interaction: discord.Interaction[Any]) -> list[str]:
    """Return the name of the command that the client has sent, with those of its subcommands."""
    part: Mapping[str, Any] | None = cast("Mapping[str, Any]", interaction.data or {})
    path: list[str] = []
    while part is not None:
        path.append(str(part.get("name", "")))
        part = next((option for option in part.get("options", ()) if option.get("type") in {1, 2}), None)
    return path


def as_offered(typed: str, offered: Sequence[Choice[Any]]) -> str:
    """Return the value behind a typed text: that of the completion shown with it, else the text, else that of the
    completion with this beginning.

    A typed text may be offered as it is beside a completion of the same name. If the person typed on after a
    completion's beginning, the text counts.
    """
    wanted, (head, *said) = fold(typed), SHOWN.split(typed)
    exact = {str(choice.value) for choice in offered if choice.name == typed}  # a sign may be all that tells two apart
    shown = (exact or {str(choice.value) for choice in offered if fold(choice.name) == wanted}) - {typed}
    if len(shown) != 1 and typed in {choice.value for choice in offered}:
        return typed
    heads = [(str(one.value), {fold(SHOWN.split(one.name)[0]), fold(str(one.value))}) for one in offered]
    headed = {value for value, called in heads if fold(head) in called} if not SEPARATORS.search("".join(said)) else ()
    return next((next(iter(found)) for found in (shown, headed) if len(found) == 1), typed)


async def _meant(
    command: app_commands.Command[Any, ..., Any],
    parameter: Parameter,
    interaction: discord.Interaction[Any],
    typed: str,
) -> str:
    """Return the value that the typed text means: of the whole text, of its head, or the text itself."""
    complete = command._params[parameter.name].autocomplete  # noqa: SLF001 - the library shows only whether there is one
    bound = (command.binding,) if getattr(complete, "pass_command_binding", False) else ()
    for begun in (typed, SHOWN.split(typed)[0], ""):
        try:
            offered = await cast("Any", complete)(*bound, interaction, begun)
        except Exception as error:  # noqa: BLE001 - without suggestions it is read as it was typed
            log.info("command.not_offered", command=command.qualified_name, option=parameter.name, reason=repr(error))
            break
        if (found := as_offered(typed, offered)) != typed or typed in {choice.value for choice in offered}:
            return found
    return typed


def unfit(interaction: discord.Interaction[Any]) -> Refused | None:
    """Return why the options of an interaction cannot be read; None if they can. Codes: too_long, bad_value."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return None
    known = {str(parameter.display_name): parameter for parameter in command.parameters}
    given = [(known[name], value) for name, value in interaction.namespace if name in known]
    return next(filter(None, (_wrong(parameter, value) for parameter, value in given)), None)


def _wrong(parameter: Parameter, value: Any) -> Refused | None:
    if isinstance(value, str):
        return _wrong_text(parameter, value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        least, most = parameter.min_value, parameter.max_value
        if (least is not None and value < least) or (most is not None and value > most):
            return _bad(parameter, str(value), f"{least}–{most}")
    return None


def _wrong_text(parameter: Parameter, text: str) -> Refused | None:
    most = int(parameter.max_value or LENGTHS.name)
    if len(text) > most:
        return Refused("too_long", option=str(parameter.display_name), most=most, n=len(text))
    possible = [str(choice.value) for choice in parameter.choices]
    return _bad(parameter, text, ", ".join(possible)) if possible and text not in possible else None


def _bad(parameter: Parameter, value: str, possible: str) -> Refused:
    return Refused("bad_value", value=value[:40], setting=str(parameter.display_name), values=possible)


log = structlog.get_logger(__name__)
FACT: Final = "commands"
OF_GAMES: Final[Mapping[str, str]] = {one.group or game: game for game, one in PRESENTATIONS.items() if one.commands}
"""The groups of commands that servers have for themselves, each with its game."""
OF_SERVERS: Final = frozenset({"setup", *OF_GAMES})
HELD: Final = 60.0
ENTRY: Final = 4
"""The kind of the command that opens an Activity. An application that has one may not be sent commands without it:
Discord refuses them all (50240).
"""
ANSWERED_BY_BOT: Final = 1
LAUNCH: Final = "table.command.launch"
OF_ENTRY: Final = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "handler",
    "contexts",
    "integration_types",
    "default_member_permissions",
    "nsfw",
)
"""What is sent back of an entry point that isn't the bot's own."""
PERSONAL: Final = frozenset({"turn", "hand", "catchup", "map", "rules", "prefs", "games"})
"""These work wherever the person is, if they have added the bot for themselves."""


def place(tree: app_commands.CommandTree[Any], *, installable: bool = True) -> None:
    """Say of each command where it is offered; `installable`: whether people can install this bot for themselves."""
    for command in _in_order(tree):
        personal = installable and command.name in PERSONAL
        dms = command.name not in OF_SERVERS
        command.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=dms, private_channel=personal)
        command.allowed_installs = app_commands.AppInstallationType(guild=True, user=personal)


def is_entry_point(interaction: discord.Interaction[Any]) -> bool:
    """Return whether somebody has opened the Activity by the application's own entry, or by the name of that."""
    command = interaction.type is discord.InteractionType.application_command
    return command and cast("Mapping[str, Any]", interaction.data or {}).get("type") == ENTRY


async def payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Return all commands of the tree as Discord gets them, translated if the tree has a translator, in a fixed
    order.
    """
    if tree.translator is None:
        return _in_english(tree)
    return [await command.get_translated_payload(tree, tree.translator) for command in _in_order(tree)]


def mark(
    tree: app_commands.CommandTree[Any], application: int | str = "", entry: Mapping[str, Any] | None = None
) -> str:
    """Return a fingerprint of this application's commands but for those of games: the English texts and all
    translations, and the entry point if there is one.

    The library would ask for each text in each locale of Discord, which is slow; this doesn't.
    """
    english = [command for command in _in_english(tree) if command["name"] not in OF_GAMES]
    more = [] if entry is None else [entry]
    return fingerprint(str(application), english, translations() if tree.translator else {}, *more)


def fingerprint(*said: Any) -> str:
    """Return the hash by which something that Discord was sent is known."""
    return hashlib.sha256(json.dumps(said, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _in_order(tree: app_commands.CommandTree[Any]) -> list[Any]:
    return sorted(tree.get_commands(), key=lambda c: (type(c).__name__, c.name))


def entry_point(*, installable: bool) -> dict[str, Any]:
    """Return the command with which people open the Activity from the list of a channel's apps: the bot answers it."""
    told = {locale: text for locale, language in locales() if (text := catalogue(language).get(LAUNCH))}
    places = {"integration_types": [0, 1] if installable else [0], "contexts": [0, 1, 2] if installable else [0, 1]}
    about = {"name": "launch", "description": catalogue()[LAUNCH], "description_localizations": told}
    return {"type": ENTRY, "handler": ANSWERED_BY_BOT, **about, **places}


def _in_english(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    return [command.to_dict(tree) for command in _in_order(tree)]


async def sync(
    bot: commands.Bot,
    database: Database,
    now: float,
    before: Path | None = None,
    *,
    anew: bool = False,
    servers_done: bool = False,
    activity: bool = False,
) -> bool:
    """Send the commands that are everywhere if they are not those of the last time: one process sends them.

    `before`: the file that said so in earlier versions; what it says is carried over. `anew`: this Discord has never
    heard of them. Until `servers_done`, a list that would take commands of games away is not sent. Return whether they
    were sent. `activity`: with the entry point of the bot's Activity. Errors of Discord pass through; the next start
    tries again. Discord refuses them all if people can install one of them but not the application.
    """
    installable = bot.application is None or bot.application.user_integration_config is not None
    if not installable:
        place(bot.tree, installable=False)
    entry = entry_point(installable=installable) if activity else None
    marked, old = mark(bot.tree, bot.application_id or "", entry), await leases.fact(database, FACT)
    known = old or (await asyncio.to_thread(_read, before) if before else "")
    if known == marked and not anew:
        if known != old:
            await leases.change_fact(database, FACT, old, marked, now)
        return False
    sender = secrets.token_hex(8)
    if not await leases.claim(database, FACT, sender, now, now + HELD):
        return False
    try:
        if not servers_done and await _has_games(bot):
            return False
        await _send(bot, entry)
        await leases.change_fact(database, FACT, old, marked, now)
    finally:
        await leases.release(database, FACT, sender)
    return True


async def _has_games(bot: commands.Bot) -> bool:
    """Whether Discord still offers commands of games everywhere, as earlier versions had it."""
    there = await bot.http.get_global_commands(cast("int", bot.application_id))
    return any(command["name"] in OF_GAMES for command in there)


async def _send(bot: commands.Bot, entry: dict[str, Any] | None) -> None:
    everywhere = [command for command in await payload(bot.tree) if command["name"] not in OF_GAMES]
    everywhere += await _entries(bot, entry)
    await bot.http.bulk_upsert_global_commands(cast("int", bot.application_id), payload=cast("Any", everywhere))
    log.info("commands.synced", commands=len(everywhere))


async def _entries(bot: commands.Bot, entry: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return the entry point to send: the bot's own in place of any there is, or else that one as it is."""
    commands_there: Any = await bot.http.get_global_commands(cast("int", bot.application_id))
    there = next((command for command in commands_there if command.get("type") == ENTRY), None)
    if entry is not None:
        return [entry if there is None else {"id": there["id"], **entry}]
    return [] if there is None else [{key: there[key] for key in OF_ENTRY if there.get(key) is not None}]


def _read(known: Path) -> str:
    return known.read_text(encoding="utf-8").strip() if known.exists() else ""


def sizes(commands_sent: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Return the characters of each command as Discord counts them: names, descriptions, values, all options included.

    Of a text in several languages the longest counts.
    """
    return {command["name"]: _characters(command) for command in commands_sent}


def _characters(part: dict[str, Any]) -> int:
    own = sum(_longest(part, key) for key in ("name", "description"))
    choices = sum(_longest(c, "name") + len(str(c["value"])) for c in part.get("choices", ()))
    return own + choices + sum(_characters(option) for option in part.get("options", ()))


def _longest(part: dict[str, Any], key: str) -> int:
    translated = part.get(f"{key}_localizations") or {}
    return max(map(len, [part.get(key, ""), *translated.values()]))
