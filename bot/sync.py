"""Slash commands are sent to Discord only when they have changed: known by the hash of all of them."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import structlog
from discord import app_commands
from discord.ext import commands

log = structlog.get_logger(__name__)


async def payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """All commands of the tree as Discord gets them, translated if the tree has a translator, in a fixed order."""
    kinds = sorted(tree.get_commands(), key=lambda c: (type(c).__name__, c.name))
    if tree.translator is None:
        return [command.to_dict(tree) for command in kinds]
    return [await command.get_translated_payload(tree, tree.translator) for command in kinds]


async def mark(tree: app_commands.CommandTree[Any], application: int | str = "") -> str:
    """What these commands of this application are known by."""
    said = json.dumps([str(application), await payload(tree)], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()


async def sync(bot: commands.Bot, known: Path) -> bool:
    """Send the commands if they are not those of the last time, which is kept in the file `known`.

    Returns whether they were sent. Errors of Discord pass through, and are tried again at the next start.
    """
    now = await mark(bot.tree, bot.application_id or "")
    if await asyncio.to_thread(_read, known) == now:
        return False
    sent = await bot.tree.sync()
    await asyncio.to_thread(_write, known, now)
    log.info("commands.synced", commands=len(sent))
    return True


def _read(known: Path) -> str:
    return known.read_text(encoding="utf-8").strip() if known.exists() else ""


def _write(known: Path, now: str) -> None:
    known.parent.mkdir(parents=True, exist_ok=True)
    known.write_text(now, encoding="utf-8")


def sizes(commands_sent: Sequence[dict[str, Any]]) -> dict[str, int]:
    """The characters of each command as Discord counts them: names, descriptions, values, all options included.

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
